"""Pieces of pictures that several games draw alike: cards, counts, rows of things.

A game's `picture.py` makes a scene (`cython_ext/pictures/scene.py`) from a view out of these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from eminence.cython_ext.pictures.lettering import LINE, paragraph, shortened, wrapped
from eminence.cython_ext.pictures.scene import TEXT, Anchor, Box, Disc, Group, Shape, Text

#: between a card's edge and what stands on it
INSET = 5.0
CARD_WIDTH = 86.0
CARD_HEIGHT = 58.0

Thing = TypeVar("Thing")


def card(
    x: float,
    y: float,
    title: str,
    lines: Sequence[str] = (),
    *,
    tone: str = "paper",
    ink: str = "ink",
    width: float = CARD_WIDTH,
    height: float = CARD_HEIGHT,
    id: str = "",
    tip: str = "",
    faint: bool = False,
) -> Group:
    """A card with a title, in two lines if it is long, and short lines below it."""
    room = width - 2 * INSET
    heading = wrapped(title, room, TEXT, bold=True)[:2]
    top = y + INSET + TEXT * 0.85
    below = top + LINE * TEXT * len(heading)
    small = TEXT * 0.8
    fitting = max(0, int((y + height - INSET - below) / (LINE * small)) + 1)
    rest = [shortened(line, room, small) for line in lines[:fitting]]
    return Group(
        (
            Box(x, y, width, height, tone=tone),
            *paragraph(heading, x + INSET, top, bold=True, tone=ink),
            *paragraph(rest, x + INSET, below, size=small, tone=ink),
        ),
        id=id,
        tip=tip,
        tone=tone,
        faint=faint,
    )


def card_back(
    x: float,
    y: float,
    text: str = "",
    *,
    width: float = CARD_WIDTH,
    height: float = CARD_HEIGHT,
    id: str = "",
    tip: str = "",
) -> Group:
    """A card face down, or a pile of them, with a word or a number on it."""
    middle = Text(
        x + width / 2,
        y + height / 2 + 0.36 * TEXT,
        shortened(text, width - 2 * INSET, bold=True),
        anchor=Anchor.MIDDLE,
        bold=True,
        tone="white",
    )
    return Group((Box(x, y, width, height, tone="back"), middle), id=id, tip=tip, tone="back")


def counter(
    x: float,
    y: float,
    text: str,
    *,
    tone: str = "paper",
    ink: str = "ink",
    radius: float = 9.0,
    id: str = "",
    tip: str = "",
) -> Group:
    """A round piece with a number or a letter on it; `x` and `y` are its middle."""
    size = 1.2 * radius if len(text) == 1 else 0.95 * radius
    written = Text(x, y + 0.36 * size, text, size=size, anchor=Anchor.MIDDLE, bold=True, tone=ink)
    return Group((Disc(x, y, radius, tone=tone), written), id=id, tip=tip, tone=tone)


def in_rows(
    things: Sequence[Thing],
    draw: Callable[[Thing, float, float], Shape],
    *,
    x: float = 0.0,
    y: float = 0.0,
    step: tuple[float, float],
    room: float,
) -> tuple[tuple[Shape, ...], float]:
    """Things side by side, in as many rows as they need, and how high all rows are together."""
    in_one_row = max(1, int(room / step[0]))
    shapes = tuple(
        draw(thing, x + step[0] * (number % in_one_row), y + step[1] * (number // in_one_row))
        for number, thing in enumerate(things)
    )
    return shapes, step[1] * -(-len(things) // in_one_row)
