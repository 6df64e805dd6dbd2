"""Something that can be looked up: what it is, and how things stand there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from eminence.cython_ext.words import Chapter, Entry

#: says how things stand, from the record of a state or view
Stands = Callable[[np.void], str]


def nothing_to_say(data: np.void) -> str:
    """For what does not change in a game."""
    return ""


class Thing(NamedTuple):
    entry: Entry
    stands: Stands = nothing_to_say


def thing(name: str, kind: str, text: str, stands: Stands = nothing_to_say) -> Thing:
    """A thing whose text may be written over several lines."""
    return Thing(Entry(name, kind, one_line(text)), stands)


def kind_by_kind(things: Iterable[Thing]) -> list[Thing]:
    """Things of a kind together, kinds in the order in which they first come."""
    kinds: dict[str, list[Thing]] = {}
    for each in things:
        kinds.setdefault(each.entry.kind, []).append(each)
    return [each for group in kinds.values() for each in group]


def chapter(title: str, *paragraphs: str) -> Chapter:
    """A chapter whose paragraphs may be written over several lines; empty ones are left out."""
    return Chapter(title, "\n\n".join(one_line(each) for each in paragraphs if each))


def one_line(text: str) -> str:
    return " ".join(text.split())


def capital(text: str) -> str:
    """With a capital letter in front, the rest as it is."""
    return text[:1].upper() + text[1:]
