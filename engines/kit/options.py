"""What a game's `__init__` hands to the registry: its options and its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.fields import Field
from eminence.cython_ext.game import Table
from eminence.cython_ext.whole_numbers import read_whole, whole_problem
from eminence.cython_ext.words import Words

#: how hard an opponent is, the easiest first
LEVELS = ("easy", "medium", "hard", "expert")


@dataclass(frozen=True)
class WholeRange:
    """Values of an option: every whole number of a range."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"

    def read(self, text: str) -> Any:
        """The value that a text means; a text without such a meaning stays text."""
        return read_whole(text)

    def problem(self, value: Any) -> str:
        """What is wrong with a value; "" if nothing is."""
        return whole_problem(value, self.low, self.high)


@dataclass(frozen=True)
class Joined:
    """Values of an option: different names with + between them, such as `a+b`."""

    names: Sequence[str]
    #: what the names stand for
    kind: str = "names"

    def __str__(self) -> str:
        return f"{self.kind} joined by +"

    def read(self, text: str) -> Any:
        """The value that a text means."""
        return text

    def problem(self, value: Any) -> str:
        """What is wrong with a value; "" if nothing is."""
        parts = value.split("+") if isinstance(value, str) else [value]
        for i, part in enumerate(parts):
            if part not in self.names:
                return f"{part!r} is none of {listed(self.names)}"
            if part in parts[:i]:
                return f"{part!r} is named twice"
        return ""


@dataclass(frozen=True)
class Option:
    """One option of a game: its default and all values it may take."""

    default: Any
    #: the values that tests and lists try
    choices: Sequence[Any]
    help: str = ""
    #: values besides the choices, too many to list
    also: WholeRange | Joined | None = None

    @property
    def offered(self) -> str:
        """What may be chosen, in words."""
        if self.also is None:
            return listed(self.choices)
        return listed([*(c for c in self.choices if self.also.problem(c)), self.also])

    def problem(self, value: Any) -> str:
        """What is wrong with a value; "" if nothing is."""
        # True == 1, but nobody means a player count by it.
        if any(value == choice and type(value) is type(choice) for choice in self.choices):
            return ""
        if self.also is None:
            return f"choose {self.offered}"
        wrong = self.also.problem(value)
        listed_too = any(self.also.problem(choice) for choice in self.choices)
        return f"choose {self.offered}; {wrong}" if wrong and listed_too else wrong

    def read(self, text: str) -> Any:
        """The value that a text means; a text without such a meaning stays text."""
        for choice in self.choices:
            if str(choice) == text:
                return choice
        return text if self.also is None else self.also.read(text)


@dataclass(frozen=True)
class Parts:
    """What a game's `load` builds; the registry makes a `Game` of it."""

    table: Table
    words: Words
    fields: Mapping[str, Field] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    #: hash of the data files behind the table, so that changed data is a different game
    data_hash: str = ""
    #: what searching agents do in this game unless told otherwise, by parameter name
    search: Mapping[str, Any] = field(default_factory=dict)


class SourceLine(NamedTuple):
    """One number of a game's data files and where it comes from."""

    file: str
    entry: str
    value: str
    source: str
    kind: str = ""
    """The kind of thing introduced by name here, such as a city; empty for its numbers."""


def listed(values: Sequence[Any], last: str = "or") -> str:
    """`2, 3 or 4`."""
    words = [str(v) for v in values]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def complete(game: str, known: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """The given options with defaults for the rest; refuses what the game does not know."""
    for name, value in given.items():
        if name not in known:
            raise BadOption(
                f"unknown option {name}={value!r}: {game} has {listed([*known], 'and')}"
            )
        problem = known[name].problem(value)
        if problem:
            raise BadOption(f"unknown option {name}={value!r}: {problem}")
    return {name: given.get(name, option.default) for name, option in known.items()}
