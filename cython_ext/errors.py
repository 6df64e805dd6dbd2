"""The errors users meet. Each message names what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def one_line(text: str) -> str:
    return " ".join(text.splitlines())


def shown(value: Any) -> str:
    """A value in an error: short, on one line."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    # A number of thousands of digits cannot even be printed.
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**18:
        return "a huge number"
    # Only dates and times have this; they are shown as they were written.
    text = value.isoformat() if hasattr(value, "isoformat") else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def error_line(error: BaseException) -> str:
    """The kind of an error and the first line of what it says."""
    said = str(error).strip().splitlines()
    return f"{type(error).__name__}: {said[0]}" if said else type(error).__name__


class EminenceError(ValueError):
    """Base of every error that bad input can cause; one line, whatever it quotes."""

    def __str__(self) -> str:
        return one_line(super().__str__())


class IllegalAction(EminenceError):
    """An action that the position does not offer, or text that names none."""


class BadOption(EminenceError):
    """An unknown game or option, or a value outside its choices."""


class BadPosition(EminenceError):
    """Bytes, a pickle or JSON that do not hold a position of this game."""


class BadEntry(BadPosition):
    """A wrong entry of a file or query; programs can ask for its place and the problem."""

    def __init__(self, place: str, message: str):
        super().__init__(place, message)
        self.place = place
        self.message = message
        #: set by the code that reads the file
        self.file: str | None = None
        self.line: int | None = None

    def __str__(self) -> str:
        file = "" if self.file is None else f"{self.file}: "
        line = "" if self.line is None else f"line {self.line}, "
        return one_line(f"{file}{line}{self.place}: {self.message}")

    @property
    def entries(self) -> Sequence[BadEntry]:
        """All entries that are wrong."""
        return (self,)


class BadEntries(BadEntry):
    """Several wrong entries of one file, a line for each; `place` and `message` tell the first."""

    def __init__(self, wrong: Sequence[BadEntry]):
        super().__init__(wrong[0].place, wrong[0].message)
        self.wrong = tuple(wrong)

    def __str__(self) -> str:
        return "\n".join(str(entry) for entry in self.wrong)

    @property
    def entries(self) -> Sequence[BadEntry]:
        """All entries that are wrong."""
        return self.wrong


def all_of(wrong: Sequence[BadEntry]) -> BadEntry:
    """One error for one entry or for several."""
    return wrong[0] if len(wrong) == 1 else BadEntries(wrong)


class BadField(BadPosition):
    """An impossible position, and the field of the state to blame for it.

    at: where in the field: a seat, or an index of its first axis; None for all of it.
    """

    def __init__(self, field: str, at: int | None, message: str):
        super().__init__(field, at, message)
        self.field = field
        self.at = at
        self.message = message

    def __str__(self) -> str:
        at = "" if self.at is None else f"[{self.at}]"
        return one_line(f"{self.field}{at}: {self.message}")


class BadData(EminenceError):
    """A data file with a missing, unknown or impossible entry."""


class Unsolved(EminenceError):
    """A question without an exact answer: too large, or hidden things still matter."""
