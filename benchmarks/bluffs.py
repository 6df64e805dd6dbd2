"""Whether the bots bluff in Blood of Kings, and what it gains: `python -m benchmarks.bluffs`.

A face-down card is a bluff if it is not a legal influence where it lies. The bot plays against
itself with bluffs taken away: the same search, but where it would bluff its best other move is
played. One bot that may bluff sits among honest ones, in each seat once per block.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Any, ClassVar

import numpy as np

from eminence import engines
from eminence.cython_ext.game import State, View
from eminence.engines.blood_of_kings.state import Action
from eminence.experiments.games.driver import play_game, seated
from eminence.experiments.statistics.intervals import estimates
from eminence.search import Agent, Result, make

FIRST = Action.INFLUENCE
SHIELDS_END = Action.UNREST
KINDS = 28


def is_bluff(game: engines.Game, action: int) -> bool | None:
    """Whether a face-down card is not a legal influence there; None for all other moves."""
    if not FIRST <= action < SHIELDS_END:
        return None
    kingdom, kind = divmod(action - FIRST, KINDS)
    card = game.words.on.deck[kind]
    return card.type != 0 or not card.shields >> kingdom & 1


class Honest(Agent):
    """Plays like another agent, but without its bluffs."""

    name = "honest"
    parameters: ClassVar[dict[str, Any]] = {}

    def __init__(self, inner: Agent) -> None:
        super().__init__()
        self.inner = inner

    def choose(self, view: View, actions: list[int]) -> Result:
        result = self.inner.search(view)
        if not is_bluff(view.game, result.best):
            return result
        honest = [move for move in result.moves if not is_bluff(view.game, move.action)]
        best = max(honest, key=lambda move: (move.visits, -move.action))
        return Result(best.action, result.moves)


def play_blocks(game: engines.Game, spec: str, blocks: int) -> tuple[list[float], Counter[str]]:
    """The bluffer's win share of each block, and its face-down cards by kind."""
    shares, played = [], Counter[str]()
    for seed in range(blocks):
        won = 0.0
        for seat in range(game.seats):
            agents = [seated(make(spec), seed, i) for i in range(game.seats)]
            line_up = [a if i == seat else Honest(a) for i, a in enumerate(agents)]

            def count(state: State, action: int, _: object, seat: int = seat) -> None:
                bluff = is_bluff(game, action) if state.player == seat else None
                if bluff is not None:
                    played["bluffs" if bluff else "honest"] += 1

            won += play_game(game, line_up, seed, count).returns[seat].win
        shares.append(won / game.seats)
    return shares, played


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bluffs", description=__doc__)
    parser.add_argument("--agent", default="ismcts:iterations=300")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--blocks", type=int, default=6)
    given = parser.parse_args(argv)
    game = engines.load("blood_of_kings", players=given.players)
    shares, played = play_blocks(game, given.agent, given.blocks)
    cards = sum(played.values())
    (win,) = estimates(
        totals=np.array(shares)[:, None], counts=np.ones((len(shares), 1)), bounds=[(0, 1)], seed=0
    )
    print(f"{given.agent}, {given.players} players, {given.blocks * given.players} games")
    print(f"face-down cards: {cards}, of them bluffs: {100 * played['bluffs'] / cards:.1f} %")
    print(
        f"win share among honest copies: {100 * win.value:.0f} % ({100 * win.low:.0f} to "
        f"{100 * win.high:.0f}), fair {100 / given.players:.0f} %"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
