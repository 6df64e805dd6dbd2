"""Pieces that the words of all games share: names of numbers, moves by blocks of ids, lists."""

from __future__ import annotations

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from types import ModuleType
from typing import TypeVar

from eminence.cython_ext.game import Position
from eminence.cython_ext.text_lines import columns, hanging, held_items
from eminence.cython_ext.words import Chapter, table_entries

OVER = "the game is over"

T = TypeVar("T")

#: says a move, given its number in its block of ids
Say = Callable[[Position, int], str]
#: what the moves of a block say: {} in a text is the number in the block, or its name
Said = str | tuple[str, Sequence[object]] | Say

# --- words for the numbers of an enum ---


def by_number(words: Mapping[int, str]) -> tuple[str, ...]:
    """Words for the numbers of an enum, in their order; no number may be missing."""
    numbers = sorted(words)
    if numbers != [*range(len(words))]:
        raise ValueError(f"words for the numbers {numbers}: expected all from 0 on")
    return tuple(words[number] for number in numbers)


def spoken(members: Iterable[IntEnum], prefix: str = "", **otherwise: str) -> tuple[str, ...]:
    """The names of an enum as words: `COMMON_CARD` is `common card`, unless said otherwise.

    The prefix is dropped.
    """
    return _spoken({m.name.removeprefix(prefix): m.value for m in members}, otherwise)


def constants(
    module: ModuleType, names: str, prefix: str = "", **otherwise: str
) -> tuple[str, ...]:
    """The same for an enum without a name, whose members are these constants of a module."""
    return _spoken({name: getattr(module, prefix + name) for name in names.split()}, otherwise)


def _spoken(numbers: Mapping[str, int], otherwise: Mapping[str, str]) -> tuple[str, ...]:
    if unknown := otherwise.keys() - numbers.keys():
        raise ValueError(f"words for {unknown}: expected some of {[*numbers]}")
    words = {**{name: name.lower().replace("_", " ") for name in numbers}, **otherwise}
    return by_number({number: words[name] for name, number in numbers.items()})


# --- moves ---


class Blocks:
    """Action ids in blocks, and what a move of each says.

    said: texts by the first id of a block.
    steps: other texts in some steps, by step and block.
    """

    def __init__(
        self, said: Mapping[int, Said], steps: Mapping[int, Mapping[int, str]] | None = None
    ) -> None:
        self.said = said
        self.firsts = sorted(said)
        self.steps = steps

    def find(self, action: int) -> tuple[int, int]:
        """The first id of the move's block, and the move's number in the block."""
        first = self.firsts[bisect(self.firsts, action) - 1]
        return first, action - first

    def text(self, position: Position, action: int) -> str:
        """The move in words."""
        first, number = self.find(action)
        said = self.said[first]
        if callable(said):
            return said(position, number)
        text, names = (said, None) if isinstance(said, str) else said
        if self.steps is not None:
            text = self.steps.get(position.data["step"], {}).get(first, text)
        return text.format(number if names is None else names[number])


def step_words(
    steps: type[IntEnum], blocks: type[IntEnum], table: str
) -> tuple[dict[int, str], dict[int, dict[int, str]]]:
    """What each step is called, and what the blocks of action ids say in it.

    Entries of the table are `STEP: its words | BLOCK what it says | ...`.
    """
    called: dict[int, str] = {}
    moves: dict[int, dict[int, str]] = {}
    for name, text in table_entries(table):
        called[steps[name]], *said = text.split(" | ")
        pairs = (move.split(" ", 1) for move in said)
        moves[steps[name]] = {blocks[block]: words for block, words in pairs}
    return called, moves


# --- rules in words ---


def chapters_of(text: str) -> tuple[Chapter, ...]:
    """Chapters, each below a line `# Title`; between paragraphs there is an empty line."""
    parts = (part.split("\n", 1) for part in re.split(r"^# ", text.strip(), flags=re.MULTILINE)[1:])
    return tuple(Chapter(title, _joined(body)) for title, body in parts)


def _joined(text: str) -> str:
    """Paragraphs as one line each: screens break lines where they are full."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


# --- lists and counts ---


def wrapped(label: str, text: str) -> str:
    """Text behind a label, in lines that fit their reader and hang below its beginning."""
    return "\n".join(hanging(label, text))


def row(label: str, items: Iterable[str], empty: str = "none", between: str = ", ") -> str:
    """A list behind a label, or a text if the list is empty; lines break between the items."""
    room = columns() - len(label) - len(between)
    return wrapped(label, between.join(held_items(items, room)) or empty)


def plural(n: int, one: str, many: str = "") -> str:
    """`1 card`, `2 cards`."""
    return f"{n} {one if n == 1 else many or f'{one}s'}"


def counted(kinds: Iterable[str], counts: Iterable[int]) -> list[str]:
    """Such as `3 France`, of each kind that there is."""
    return [f"{n} {kind}" for kind, n in zip(kinds, counts, strict=True) if n]


def among(things: Iterable[T], mask: int) -> list[T]:
    """The things in a set, by its mask."""
    return [thing for i, thing in enumerate(things) if int(mask) >> i & 1]


def seat_names(seats: int) -> tuple[str, ...]:
    return tuple(f"seat {seat}" for seat in range(seats))


def card_facts(players: int, kinds: Sequence[str]) -> list[str]:
    """Names of hidden numbers that count the cards of each kind in a hand."""
    return [f"{seat}: {kind} cards" for seat in seat_names(players) for kind in kinds]
