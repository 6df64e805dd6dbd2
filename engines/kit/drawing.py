"""Pieces of pictures that several games draw alike: cards, counts, rows of things.

A game's `picture.py` makes a scene (`cython_ext/pictures/scene.py`) from a view out of these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.lettering import LINE, paragraph, shortened, text_width, wrapped
from eminence.cython_ext.pictures.scene import (
    TEXT,
    Anchor,
    Box,
    Disc,
    Group,
    Line,
    Panel,
    Shape,
    Text,
    token,
)

#: between a card's edge and what stands on it
INSET = 5.0
CARD_WIDTH = 86.0
CARD_HEIGHT = 58.0
#: a row that tells of one seat
PLATE_WIDTH = 220.0
PLATE_GAP = 6.0
SMALL = TEXT * 0.85
#: words on a card are so high; numbers and single letters fill it
FACE = TEXT * 1.4
MOST_LARGE = 2
#: words that are not readable at this size are shortened
LEAST = TEXT * 0.7

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
    size: float = TEXT,
    id: str = "",
    tip: str = "",
) -> Group:
    """A card face down, or a pile of them, with a word or a number on it."""
    middle = Text(
        x + width / 2,
        y + height / 2 + 0.36 * size,
        shortened(text, width - 2 * INSET, size, bold=True),
        size,
        Anchor.MIDDLE,
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


def face(
    x: float,
    y: float,
    text: str,
    width: float = CARD_WIDTH,
    height: float = CARD_HEIGHT,
    *,
    size: float = 0.0,
    tone: str = "paper",
    ink: str = "ink",
    id: str = "",
    tip: str = "",
    faint: bool = False,
) -> Group:
    """A playing card: what it is stands in its middle, as large as fits if no size is given."""
    if not size:
        size = min(0.5 * height, 0.62 * width, *([FACE] if len(text) > MOST_LARGE else []))
    # Longer words get smaller letters, all in steps, so that cards side by side look alike.
    while size > LEAST and text_width(text, size, bold=True) > width - INSET:
        size *= 0.85
    text = shortened(text, width - INSET, size, bold=True)
    middle = Text(
        x + width / 2,
        y + height / 2 + 0.36 * size,
        text,
        size=size,
        anchor=Anchor.MIDDLE,
        bold=True,
        tone=ink,
    )
    box = Box(x, y, width, height, tone=tone)
    return Group((box, middle), id=id, tip=tip, tone=tone, faint=faint)


def frame(x: float, y: float, width: float, height: float, *, stroke: float = 2.0) -> Line:
    """A rectangle that is not filled: it stands out, and what it surrounds stays visible."""
    right, bottom = x + width, y + height
    # A little beyond the first corner, so that this corner has no notch.
    points = ((x, y), (right, y), (right, bottom), (x, bottom), (x, y - stroke / 2))
    return Line(points, width=stroke, tone="accent")


@dataclass(frozen=True)
class Plate:
    """What is told of a seat in a row of its own."""

    seat: int
    facts: Sequence[str] = ()
    """Lines below its name, such as its points."""
    now: str = ""
    """What it is about to do, or has won."""
    framed: bool = True
    """Whether that stands out."""
    mark: str = ""
    """Behind its name, such as the sign that it writes."""


def plate_height(plate: Plate) -> float:
    """The room that a plate takes, without the gap below it."""
    return 2 * INSET + LINE * TEXT + LINE * SMALL * len(plate.facts)


def plate(x: float, y: float, shown: Plate, you: int, *, width: float = PLATE_WIDTH) -> Group:
    """A seat with its token, its name, and how it stands; `you` is the seat that looks on."""
    seat, height = shown.seat, plate_height(shown)
    name = seat_label(seat, you) + (f" {shown.mark}" if shown.mark else "")
    foot = y + INSET + TEXT
    shapes: list[Shape] = [Box(x, y, width, height, tone="paper")]
    shapes.append(token(x + INSET + 8, y + INSET + 8, seat, radius=8.0))
    shapes.append(Text(x + 28, foot, shortened(name, width - 28 - INSET, bold=True), bold=True))
    if shown.now:
        end = x + width - INSET - 2
        room = end - x - 28 - text_width(name, bold=True) - TEXT / 2
        said = shortened(shown.now, room, SMALL, bold=True)
        tone = "accent" if shown.framed else "quiet"
        shapes.append(Text(end, foot, said, size=SMALL, anchor=Anchor.END, bold=True, tone=tone))
        if shown.framed:
            shapes.append(frame(x + 1, y + 1, width - 2, height - 2))
    room = width - 28 - INSET
    lines = [shortened(line, room, SMALL) for line in shown.facts]
    shapes += paragraph(lines, x + 28, foot + LINE * SMALL, size=SMALL, tone="quiet")
    tip = ". ".join([seat_label(seat, you), *filter(None, [shown.now, *shown.facts])])
    return Group(tuple(shapes), id=f"seat {seat}", tip=tip, tone="paper")


def plates(shown: Sequence[Plate], you: int, *, width: float = PLATE_WIDTH) -> Panel:
    """A panel with a row for each seat."""
    rows: list[Shape] = []
    y = 0.0
    for each in shown:
        rows.append(plate(0, y, each, you, width=width))
        y += plate_height(each) + PLATE_GAP
    return Panel("players", "Players", width, y - PLATE_GAP, tuple(rows))


def seat_label(seat: int, you: int) -> str:
    """What a seat is called in a picture that the seat `you` looks at."""
    return f"seat {seat}, you" if seat == you else f"seat {seat}"


def winners(view: View) -> list[int]:
    """The seats that share the win, of a game whose end hides nothing of it; [] before."""
    if not view.over:
        return []
    shares = [result.win for result in view.sample(seed=0).returns()]
    return [seat for seat, share in enumerate(shares) if share == max(shares)]


def to_move(view: View, seat: int, doing: str = "to move") -> str:
    """What is said of a seat that is to move; "" of the others."""
    return doing if view.player == seat else ""


def decides(view: View) -> bool:
    """Whether the seat that looks on is to move: only then are there moves to point at."""
    return view.player >= 0 and view.player == view.seat


def who_moves(view: View) -> str:
    """Whose turn it is, as the last part of a sentence."""
    if view.over:
        return "the game is over"
    if view.player < 0:
        return "cards are dealt"
    return "you are to move" if view.player == view.seat else f"seat {view.player} is to move"
