"""Kinds of entries in a position file: how people write them, and what the state holds.

A kind reads an entry into the numbers of the state's field, writes such numbers as words, and
gives the field's layout. A game adds kinds of its own if no usual one fits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from eminence.cython_ext.fields import Field
from eminence.cython_ext.pages import Entries, counted, joined
from eminence.engines.kit.masks import mask_of

#: discards that nobody noted, and what people read for them
UNNOTED = "?"
OR_UNNOTED = f'"12 {UNNOTED}" for twelve that nobody noted'


class Kind(ABC):
    """How one entry is written, and which numbers of the state it stands for."""

    #: what may be written, in a few words
    about: str

    @abstractmethod
    def read(self, entries: Entries, key: str) -> Any:
        """The numbers of an entry that is there. BadEntry if it has no meaning."""

    @abstractmethod
    def write(self, value: Any) -> Any:
        """The entry for these numbers; None to leave it out."""

    def layout(self) -> Field:
        """Names and ranges of the field that holds the numbers."""
        return Field()

    def blank(self) -> str:
        """What it means to leave the entry out."""
        return "none"

    def __str__(self) -> str:
        return self.about


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number. `first` is what people call the state's 0."""

    low: int
    high: int
    first: int = 0

    def read(self, entries: Entries, key: str) -> int:
        return entries.number(key, self.low, self.high) - self.first

    def write(self, value: Any) -> int:
        return int(value) + self.first

    def layout(self) -> Field:
        return Field(low=self.low - self.first, high=self.high - self.first)

    def blank(self) -> str:
        return str(self.first)

    def __str__(self) -> str:
        return f"{self.low} to {self.high}"


class Flag(Kind):
    """True or false."""

    about = "true or false"

    def read(self, entries: Entries, key: str) -> int:
        return int(entries.flag(key))

    def write(self, value: Any) -> bool:
        return bool(value)

    def layout(self) -> Field:
        return Field(high=1)

    def blank(self) -> str:
        return "false"


FLAG = Flag()


@dataclass(frozen=True)
class Word(Kind):
    """One of several words, by number; a number with the word "" is not written."""

    words: Mapping[int, str]
    #: for people, if there are too many words to list
    about: str = ""

    def read(self, entries: Entries, key: str) -> int:
        named = {number: word for number, word in self.words.items() if word}
        return [*named][entries.choice(key, [*named.values()])]

    def write(self, value: Any) -> str | None:
        return self.words[int(value)] or None

    def layout(self) -> Field:
        return Field(names=self.words)

    def blank(self) -> str:
        return self.words.get(0) or "none"

    def __str__(self) -> str:
        return self.about or ", ".join(f'"{word}"' for word in self.words.values() if word)


def or_nothing(words: Sequence[str], nothing: str = "") -> dict[int, str]:
    """The words by number, from 1 on; 0 is nothing."""
    return dict(enumerate((nothing, *words)))


@dataclass(frozen=True)
class Counts(Kind):
    """How many there are of each kind: `2 blue, 1 red`."""

    kinds: Sequence[str]
    most: int | None = None
    about: str = "numbers and names"

    def read(self, entries: Entries, key: str) -> list[int]:
        counts = entries.counts(key, self.kinds)
        for kind, n in zip(self.kinds, counts, strict=True):
            if self.most is not None and n > self.most:
                raise entries.fail(key, f"{n} {kind} is out of range, choose 0 to {self.most}")
        return counts

    def write(self, value: Any) -> str | list[str]:
        return counted(self.kinds, value)

    def layout(self) -> Field:
        return Field((self.kinds,), high=self.most)


@dataclass(frozen=True)
class Noted(Counts):
    """How many there are of each kind; the last number counts those that nobody noted."""

    about: str = f"numbers and names; {OR_UNNOTED}"

    def read(self, entries: Entries, key: str) -> list[int]:
        return entries.counts(key, [*self.kinds, UNNOTED])


@dataclass(frozen=True)
class Names(Kind):
    """Names of things, each at most once, as the bits of a mask."""

    kinds: Sequence[str]
    about: str = "names"

    def read(self, entries: Entries, key: str) -> int:
        return mask_of(entries.names(key, self.kinds))

    def write(self, value: Any) -> str | list[str]:
        return joined([name for i, name in enumerate(self.kinds) if int(value) >> i & 1])

    def layout(self) -> Field:
        return Field(bits=self.kinds)


@dataclass(frozen=True)
class Line(Kind):
    """Names in an order, as a list of numbers."""

    words: Mapping[int, str]
    about: str = "names in their order"
    #: whether each name may come only once
    once: bool = False

    def read(self, entries: Entries, key: str) -> list[int]:
        named = {number: word for number, word in self.words.items() if word}
        words = [*named.values()]
        found = entries.names(key, words) if self.once else entries.sequence(key, words)
        return [[*named][i] for i in found]

    def write(self, value: Any) -> str | list[str]:
        return joined([self.words[int(n)] for n in value])

    def layout(self) -> Field:
        return Field((None,), names=self.words)


@dataclass(frozen=True)
class InOrder(Line):
    """Names in an order, as the numbers of an array; the rest is filled with 0."""

    size: int = field(kw_only=True)
    #: whether zeros after the last name are written too, and whether even if there is no name
    padded: bool = field(default=False, kw_only=True)
    blanks: bool = field(default=False, kw_only=True)

    def read(self, entries: Entries, key: str) -> list[int]:
        found = super().read(entries, key)
        if len(found) > self.size:
            raise entries.fail(key, f"{len(found)} names, there are {self.size} places")
        return [*found, *[0] * (self.size - len(found))]

    def write(self, value: Any) -> str | list[str]:
        named = max((i + 1 for i, n in enumerate(value) if n), default=0)
        whole = self.blanks or (self.padded and named)
        return super().write(value if whole else value[:named])


@dataclass(frozen=True)
class Each(Kind):
    """A table with an entry of one kind for each label: `{ left = 1, right = 2 }`.

    missing: what a label that is left out stands for.
    """

    labels: Sequence[str]
    kind: Kind
    about: str = ""
    missing: Any = 0

    def read(self, entries: Entries, key: str) -> list[Any]:
        table = entries.table(key)
        found = [
            self.kind.read(table, label) if table.has(label) else self.missing
            for label in self.labels
        ]
        table.close()
        return found

    def write(self, value: Any) -> dict[str, Any] | None:
        table = {
            label: self.kind.write(numbers)
            for label, numbers in zip(self.labels, value, strict=False)
            if numbers != self.missing
        }
        return table or None

    def layout(self) -> Field:
        inner = self.kind.layout()
        low = None if inner.low is None else min(inner.low, self.missing)
        return replace(inner, axes=(self.labels, *inner.axes), low=low)

    def __str__(self) -> str:
        more = ", ..." if len(self.labels) > 2 else ""
        return self.about or f"a table of {self.kind}, by {', '.join(self.labels[:2])}{more}"
