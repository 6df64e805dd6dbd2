"""Positions that a network file keeps, with the features and traits that they had.

A game that gives other numbers for them has changed what its features mean, and the network would
judge by something else than it has learned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.errors import EminenceError
from eminence.cython_ext.game import Game, View

#: positions of a file, over all its option sets
POSITIONS = 20
#: parts of a random game that they are spread over
PARTS = 5
#: smaller differences are rounding
TOLERANCE = 1e-5


@dataclass(frozen=True, eq=False)
class Recorded:
    """Views at decisions, row by row; the names are those of the arrays in a file."""

    positions: NDArray[np.uint8]
    """(rows, bytes of a view)"""
    position_options: NDArray[np.int16]
    """Which of the file's option sets the game of each row has."""
    position_features: NDArray[np.float32]
    """(rows, features)"""
    position_traits: NDArray[np.int16]
    """(rows, most actions of a row, traits per action), -1 where there is none."""

    def change(self, game: Game, options: int) -> str:
        """What this game sees otherwise at the positions of one option set; empty if nothing."""
        for row in np.flatnonzero(self.position_options == options).tolist():
            try:
                view = game.view_from_bytes(self.positions[row].tobytes())
            except EminenceError:
                # With other data or rules this position cannot occur.
                continue
            changed = self._changed_feature(view, row) or self._changed_trait(view, row)
            if changed:
                return changed
        return ""

    def _changed_feature(self, view: View, row: int) -> str:
        then, now = self.position_features[row], view.features()
        other = np.flatnonzero(~(np.abs(now - then) <= TOLERANCE))
        if not len(other):
            return ""
        name = view.game.words.features[other[0]]
        was, is_now = float(then[other[0]]), float(now[other[0]])
        return f"feature {name!r} has changed: {is_now:g} where it was {was:g}"

    def _changed_trait(self, view: View, row: int) -> str:
        if not len(view.game.words.traits):
            return ""
        then, now = self.position_traits[row], view.traits()
        if len(now) > then.shape[0] or now.shape[1] != then.shape[1]:
            return f"{now.shape[1]} traits for each of {len(now)} actions, but there were fewer"
        padded = np.full_like(then, -1)
        padded[: len(now)] = now
        other = np.argwhere(padded != then).tolist()
        if not other:
            return ""
        was, is_now = (_named(view, int(each[tuple(other[0])])) for each in (then, padded))
        return f"an action has changed: {is_now} where it was {was}"


def _named(view: View, trait: int) -> str:
    names = view.game.words.traits
    return f"trait {names[trait]!r}" if 0 <= trait < len(names) else "no trait"


def record(games: Sequence[Game]) -> Recorded:
    """Decisions of seeded random games, spread over the games: one game for each option set."""
    picked = [i * len(games) // POSITIONS for i in range(POSITIONS)]
    views = [
        _some_decision(games[which], seed, (seed % PARTS) / PARTS)
        for seed, which in enumerate(picked)
    ]
    traits = [_traits(view) for view in views]
    shape = len(views), max(len(each) for each in traits), traits[0].shape[1]
    all_traits = np.full(shape, -1, np.int16)
    for row, each in zip(all_traits, traits, strict=True):
        row[: len(each)] = each
    return Recorded(
        np.array([np.frombuffer(view.to_bytes(), np.uint8) for view in views]),
        np.array(picked, np.int16),
        np.array([view.features() for view in views]),
        all_traits,
    )


def _some_decision(game: Game, seed: int, part: float) -> View:
    """The mover's view at this part of a random game."""
    length = game.root().playout(seed)
    state = game.root()
    state.playout(seed, int(part * length))
    return state.view(state.player)


def _traits(view: View) -> NDArray[np.int16]:
    """Of each legal action; none in a game without traits."""
    return view.traits() if len(view.game.words.traits) else np.empty((0, 0), np.int16)
