"""Saved games in which something is about to be decided, found by playing at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from conformance.walks import pick

from eminence import engines
from eminence.play.table.saved_game import SavedGame

#: decisions of a game, and games, before giving up
PLIES, SEEDS = 600, 200


def texts(state: engines.State) -> list[str]:
    return [state.text(action) for action in state.actions()]


def reach(
    game: engines.Game,
    seats: Sequence[str],
    wanted: Callable[[engines.State], bool],
    liked: Sequence[str] = (),
    seat: int = 0,
) -> SavedGame:
    """A game in which the seat has the wanted options; preferred beginnings of moves come often."""
    for seed in range(SEEDS):
        moves = _play(game, seed, wanted, tuple(liked), seat)
        if moves is not None:
            return SavedGame(game, tuple(seats), seed, tuple(moves))
    raise AssertionError(f"no game of {SEEDS} came there")


def _play(
    game: engines.Game,
    seed: int,
    wanted: Callable[[engines.State], bool],
    liked: tuple[str, ...],
    seat: int,
) -> list[str] | None:
    rng, chance = random.Random(seed), engines.Chance(seed)
    state, moves = game.root(), list[str]()
    state.resolve(chance)
    while not state.over and len(moves) < PLIES:
        options = texts(state)
        if state.player == seat and wanted(state):
            return moves
        better = [text for text in options if text.startswith(liked)] if liked else []
        moves.append(pick(rng, better if better and rng.random() < 0.7 else options))
        state.apply(state.parse(moves[-1]))
        state.resolve(chance)
    return None
