"""Small pieces that the words of several games share."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

#: columns of a board as text
WIDTH = 100


def wrapped(label: str, text: str) -> str:
    """Text behind a label, broken at WIDTH columns and indented below itself."""
    return textwrap.fill(text, WIDTH, initial_indent=label, subsequent_indent=" " * len(label))


def labelled(kinds: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    """Counts by name, as the fields of a state have them in JSON."""
    return {kind: n for kind, n in zip(kinds, counts, strict=True) if n}


def by_number(words: Mapping[int, str]) -> tuple[str, ...]:
    """Words for the numbers of an enum, in their order; none of the numbers may be missing."""
    numbers = sorted(words)
    if numbers != [*range(len(words))]:
        raise ValueError(f"words for the numbers {numbers}: expected all from 0 on")
    return tuple(words[number] for number in numbers)


def spoken(members: Iterable[Enum], prefix: str = "") -> tuple[str, ...]:
    """The names of an enum as words: `COMMON_CARD` is `common card`. The prefix is dropped."""
    return tuple(member.name.removeprefix(prefix).lower().replace("_", " ") for member in members)
