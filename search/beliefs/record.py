"""What one seat has seen of a game, step by step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game import View


@dataclass(frozen=True)
class Record:
    """A seat's views, from the first one on; a step that showed it nothing leaves no trace.

    A view has no history: it says what can be, and not how it came about. A record says who did
    what in between, as far as the seat saw it, and so what the others may have had in mind.
    """

    views: tuple[View, ...]

    def __post_init__(self) -> None:
        if not self.views:
            raise BadOption("record: it begins with a view, and has none")

    @classmethod
    def of(cls, views: Iterable[View]) -> Record:
        """Of all these views, as they came."""
        first, *others = views
        record = cls((first,))
        for view in others:
            record = record.seeing(view)
        return record

    @property
    def last(self) -> View:
        """What the seat knows now."""
        return self.views[-1]

    def seeing(self, view: View) -> Record:
        """The record with one more view; the same one if nothing was to be seen."""
        if (view.game, view.seat) != (self.last.game, self.last.seat):
            raise BadOption("record: its views are those of one seat in one game")
        return self if view == self.last else Record((*self.views, view))

    def latest(self, views: int) -> Record:
        """The last views alone: what came before them is forgotten."""
        return Record(self.views[-views:])

    def goes_on(self, earlier: Record) -> bool:
        """Does it begin with all of another record?"""
        return self.views[: len(earlier.views)] == earlier.views
