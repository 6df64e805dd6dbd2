"""What searches found at some positions of a game, written down for training."""

from __future__ import annotations

import base64
import io
import zlib
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import View
from eminence.search.api import Result
from eminence.search.plans.chosen_plan import ComparedPlans

#: the arrays of packed lessons: the views, where the moves of each begin, and their columns
KINDS = {
    "views": np.uint8,
    "first": np.int64,
    "actions": np.int32,
    "visits": np.int32,
    "values": np.float32,
    "played": np.int32,
}


@dataclass(frozen=True)
class Lesson:
    """One position: moves or whole plans, with visits and the value that the search gave each seat.

    Of moves all legal ones are there, of plans those that were tried most.
    """

    view: bytes
    actions: NDArray[np.int32]
    """(moves, steps): a move is one step, a plan several, filled up with -1."""
    visits: NDArray[np.int32]
    values: NDArray[np.float32]
    """(moves, seats)"""
    played: int
    """The row of the move that was made, not always the best one; -1: it is none of these."""

    @property
    def is_plan(self) -> bool:
        return self.actions.shape[1] > 1

    @property
    def seat(self) -> int:
        """Whose view it is: every view begins with that."""
        return self.view[0]


class Lessons:
    """Lessons of one game, in the order in which they were added."""

    def __init__(self) -> None:
        self._kept: list[Lesson] = []

    def add(self, view: View, found: Result) -> None:
        """Note what a search found at a view."""
        columns = found.columns()
        actions = columns["action"].astype(np.int32)
        self._kept.append(
            Lesson(
                view.to_bytes(),
                actions[:, None],
                columns["visits"].astype(np.int32),
                columns["values"].astype(np.float32),
                int(np.flatnonzero(actions == found.best)[0]),
            )
        )

    def add_plans(self, view: View, plans: ComparedPlans, found: Result) -> None:
        """Note the plans that a search compared at a view, the chosen one first."""
        played = 0 if plans.actions[0, 0] == found.best else -1
        self._kept.append(Lesson(view.to_bytes(), plans.actions, plans.looks, plans.values, played))

    def packed(self) -> str:
        """All lessons as one text; empty if there are none."""
        if not self._kept:
            return ""
        lengths = [0, *(len(lesson.actions) for lesson in self._kept)]
        views = [np.frombuffer(lesson.view, np.uint8) for lesson in self._kept]
        steps = max(lesson.actions.shape[1] for lesson in self._kept)
        out = io.BytesIO()
        np.savez(
            out,
            views=np.stack(views),
            first=np.cumsum(lengths),
            actions=np.concatenate([_filled(lesson.actions, steps) for lesson in self._kept]),
            visits=np.concatenate([lesson.visits for lesson in self._kept]),
            values=np.concatenate([lesson.values for lesson in self._kept]),
            played=np.array([lesson.played for lesson in self._kept], np.int32),
        )
        return base64.b85encode(zlib.compress(out.getvalue(), 9)).decode()


def unpacked(text: str) -> list[Lesson]:
    """The lessons of a packed text."""
    if not text:
        return []
    with np.load(io.BytesIO(zlib.decompress(base64.b85decode(text)))) as archive:
        views, first, actions, visits, values, played = (archive[name] for name in KINDS)
    return [
        Lesson(views[i].tobytes(), _trimmed(actions[a:b]), visits[a:b], values[a:b], int(played[i]))
        for i, (a, b) in enumerate(pairwise(first))
    ]


def _filled(actions: NDArray[np.int32], steps: int) -> NDArray[np.int32]:
    """The same moves with room for more steps."""
    return np.pad(actions, ((0, 0), (0, steps - actions.shape[1])), constant_values=-1)


def _trimmed(actions: NDArray[np.int32]) -> NDArray[np.int32]:
    """Without the steps that no move has."""
    return actions[:, : int((actions >= 0).any(axis=0).sum())]
