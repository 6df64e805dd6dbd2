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
    """One position: all legal moves with visits and the value that the search gave each seat."""

    view: bytes
    actions: NDArray[np.int32]
    visits: NDArray[np.int32]
    values: NDArray[np.float32]
    """(actions, seats)"""
    played: int
    """The move that was made, not always the best one."""

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
        self._kept.append(
            Lesson(
                view.to_bytes(),
                columns["action"].astype(np.int32),
                columns["visits"].astype(np.int32),
                columns["values"].astype(np.float32),
                found.best,
            )
        )

    def packed(self) -> str:
        """All lessons as one text; empty if there are none."""
        if not self._kept:
            return ""
        lengths = [0, *(len(lesson.actions) for lesson in self._kept)]
        views = [np.frombuffer(lesson.view, np.uint8) for lesson in self._kept]
        out = io.BytesIO()
        np.savez(
            out,
            views=np.stack(views),
            first=np.cumsum(lengths),
            actions=np.concatenate([lesson.actions for lesson in self._kept]),
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
        Lesson(views[i].tobytes(), actions[a:b], visits[a:b], values[a:b], int(played[i]))
        for i, (a, b) in enumerate(pairwise(first))
    ]
