"""Games of secret plans of any length, whose best plan is known (`compiled.orders`)."""

from __future__ import annotations

import hashlib
from functools import partial
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
from compiled.orders import table
from numpy.typing import NDArray
from trees import GROWN, grown

from eminence import search
from eminence.cython_ext.game import Game, Position
from eminence.cython_ext.words import Refusal, Words


class OrderWords(Words):
    events = ("luck",)
    problems: ClassVar = {1: Refusal("seat {0} has filled {1} boxes of {2}", "filled")}

    def action(self, position: Position, action: int) -> str:
        return f"card {action}"

    def outcome(self, position: Position, outcome: int) -> str:
        return f"luck {outcome}"

    def board(self, position: Position) -> str:
        return str(position.data["card"])


def orders_game(
    fit: NDArray[np.float64],
    link: NDArray[np.float64] | None = None,
    *,
    seats: int = 2,
    fine: float = 0.0,
    pips: int = 1,
    guide: float = 0.0,
    in_turn: bool = False,
    rewinds: bool = True,
    how: dict[str, Any] | None = None,
) -> Game:
    """Cards with these fits to boxes and links to each other; priors are `guide` times the fit.

    `how` has the game's defaults for searching agents.
    """
    cards = fit.shape[1]
    link = np.zeros((cards, cards)) if link is None else link
    numbers = (fit.tobytes(), link.tobytes(), seats, fine, pips, guide, in_turn, rewinds, how)
    identity = hashlib.sha256(repr(numbers).encode()).hexdigest()
    GROWN[identity] = Game(
        table(seats, fit, link, fine, pips, in_turn, rewinds),
        "orders",
        {},
        OrderWords(),
        {},
        partial(grown, identity),
        identity,
        {"guide": guide},
        how,
    )
    return GROWN[identity]


def planned(game: Game, agent: search.Agent, seat: int = 0) -> list[int]:
    """The cards that the agent lays into its boxes, box after box."""
    state, cards = game.root(), []
    boxes = state.data["card"].shape[-1]
    while state.player == seat and len(cards) < boxes:
        cards.append(agent.search(state.view(seat)).best)
        state.apply(cards[-1])
    return cards


def worth(fit: NDArray[np.float64], link: NDArray[np.float64], cards: list[int]) -> float:
    """The score of a plan without clashes with other seats' cards."""
    fits = sum(fit[box, card] for box, card in enumerate(cards))
    return float(fits + sum(link[a, b] for a, b in pairwise(cards)))
