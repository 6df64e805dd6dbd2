"""Sentences about what seats did, as the one who reads them would say it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from eminence.cython_ext.game import Position, View
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural

#: the reader of a state in which all is open, who has no seat
NO_SEAT = -1
#: what one seat does, where it is not the verb with an s
IRREGULAR = {"have": "has"}


class Reader:
    """Who reads a sentence: its own seat is "you"."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    @classmethod
    def of(cls, position: Position) -> Reader:
        """The one whose eyes the position is seen with."""
        return cls(position.seat if isinstance(position, View) else NO_SEAT)

    def name(self, seat: int) -> str:
        """`you`, `seat 1`."""
        return "you" if seat == self.seat >= 0 else f"seat {seat}"

    def own(self, seat: int) -> str:
        """`your`, `seat 1's`."""
        return "your" if seat == self.seat >= 0 else f"seat {seat}'s"

    def does(self, seat: int, verb: str) -> str:
        """The beginning of a sentence: `You win`, `Seat 1 wins`."""
        return f"{capital(self.name(seat))} {self.verb(seat, verb)}"

    def verb(self, seat: int, verb: str) -> str:
        """The verb for one seat: `win` for you, `wins` for others."""
        if seat == self.seat >= 0:
            return verb
        ending = "es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s"
        return IRREGULAR.get(verb, f"{verb}{ending}")

    def names(self, seats: Sequence[int]) -> str:
        """`you and seat 2`."""
        return listed([self.name(seat) for seat in seats], "and")


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


class Deeds:
    """What each seat did or got with one step, to be told in one sentence per seat.

    Such as `Seat 0 builds a palace in Anhalt and pays 3 Thalers.`
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._done: dict[int, list[str]] = {}

    def add(self, seat: int, verb: str, what: str) -> None:
        """Something that the seat does."""
        self._done.setdefault(seat, []).append(f"{self.reader.verb(seat, verb)} {what}")

    def add_changes(self, seat: int, changes: Sequence[Change], losing: str = "lose") -> None:
        """What the seat has more and less of; `losing` is the verb for less."""
        for verb, sign in (("get", 1), (losing, -1)):
            parts = [change.text() for change in changes if change.n * sign > 0]
            if parts:
                self.add(seat, verb, listed(parts, "and"))

    def sentences(self) -> list[str]:
        return [
            f"{capital(self.reader.name(seat))} {listed(done, 'and')}."
            for seat, done in self._done.items()
        ]


class Change(NamedTuple):
    """How many more, or fewer, of something."""

    n: int
    one: str
    many: str

    def text(self) -> str:
        """Such as `3 Thalers`, whether more or fewer."""
        return plural(abs(self.n), self.one, self.many)
