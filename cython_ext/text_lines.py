"""Lines of text that fit where they are read, broken at blanks and never in a name."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

#: columns of a text if nobody has said where it will be read
WIDTH = 100
#: the fewest columns that texts are laid out for
NARROWEST = 60
#: a blank at which no line is broken
HELD = "\N{NO-BREAK SPACE}"

_reader: ContextVar[Callable[[], int]] = ContextVar("columns", default=lambda: WIDTH)


def columns(most: int | None = None) -> int:
    """How wide a line may be now, and no wider than `most`."""
    width = max(NARROWEST, _reader.get()())
    return width if most is None else min(width, most)


@contextmanager
def laid_out_for(reader: Callable[[], int]) -> Iterator[None]:
    """Lay texts out for a reader with so many columns, which may change meanwhile."""
    token = _reader.set(reader)
    try:
        yield
    finally:
        _reader.reset(token)


def hanging(
    label: str, text: str, indent: str | None = None, width: int | None = None
) -> list[str]:
    """Text behind a label in lines that fit; all but the first hang below its beginning."""
    lines = textwrap.wrap(
        text,
        width or columns(),
        initial_indent=label,
        subsequent_indent=" " * len(label) if indent is None else indent,
        break_on_hyphens=False,
    )
    return [line.replace(HELD, " ") for line in lines]


def held(name: str) -> str:
    """A name that stays in one line."""
    return name.replace(" ", HELD)


def held_items(items: Iterable[str], room: int) -> list[str]:
    """Items that stay in one line each; those that take more than half of one break at commas."""
    return [held(item) if len(item) <= room // 2 else _held_parts(item, room) for item in items]


def _held_parts(item: str, room: int) -> str:
    parts = re.split(r"(?<=[,:;]) ", item)
    return " ".join(held(part) if len(part) <= room else part for part in parts)


def names_held(names: Iterable[str]) -> Callable[[str], str]:
    """A function that holds these names together wherever they stand in a text."""
    parted = sorted((name for name in names if " " in name), key=len, reverse=True)
    if not parted:
        return lambda text: text
    # No end of a word: there may be several of what has the name.
    known = re.compile(rf"\b(?:{'|'.join(map(re.escape, parted))})", re.IGNORECASE)
    return lambda text: known.sub(lambda found: held(found[0]), text)
