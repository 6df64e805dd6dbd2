"""Colours and small pieces of Royals that several panels draw alike."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from eminence.cython_ext.pictures.lettering import shortened, text_width
from eminence.cython_ext.pictures.scene import (
    TEXT,
    Anchor,
    Area,
    Box,
    Disc,
    Group,
    Point,
    Shape,
    Text,
    seat_letter,
    seat_tone,
)
from eminence.engines.royals.numbers import Board

#: colours of cards, by country
CARD_TONES = ("blue", "black", "red", "orange")
#: colours of the land, by country
LAND_TONES = ("land 4", "land 2", "land 3", "land 5")
SMALL = 10.0
#: between things that belong together, and between others
GAP, WIDE_GAP = 4.0, 12.0
#: the width of the narrow panels: two of them fill a picture file
PANEL_WIDTH = 462.0
#: how far below its middle a line of letters stands, as a share of its size
SINK = 0.36


def short(name: str) -> str:
    """What small cards of a country bear."""
    return name[:2]


def centred(
    x: float, y: float, text: str, size: float = SMALL, tone: str = "ink", bold: bool = True
) -> Text:
    """A word around a middle."""
    return Text(x, y + SINK * size, text, size=size, anchor=Anchor.MIDDLE, bold=bold, tone=tone)


def caption(x: float, y: float, text: str) -> Text:
    """The small heading of a part of a panel."""
    return Text(x, y, text, size=SMALL, tone="quiet", bold=True)


def price_card(
    x: float, y: float, cost: int, country: int | None = None, *, height: float = 13.0
) -> tuple[Shape, ...]:
    """A small card with a price; `x`, `y` are its middle. Without a country it is any card."""
    tone = "silver" if country is None else CARD_TONES[country]
    width = 0.85 * height
    return (
        Box(x - width / 2, y - height / 2, width, height, round=2, tone=tone),
        centred(x, y, str(cost), 0.7 * height, f"on {tone}"),
    )


def shield(
    x: float, y: float, text: str, tone: str = "silver", *, width: float = 13.0
) -> tuple[Shape, ...]:
    """A coat of arms with a number; `x`, `y` are its middle."""
    half, high = width / 2, width * 0.54
    outline: tuple[Point, ...] = (
        (x - half, y - high),
        (x + half, y - high),
        (x + half, y + 0.2 * high),
        (x, y + 1.15 * high),
        (x - half, y + 0.2 * high),
    )
    size = inscribed(text, 0.9 * width, 0.7 * width)
    return Area((outline,), tone=tone), centred(x, y - 0.08 * width, text, size, f"on {tone}")


def hexagon(x: float, y: float, radius: float, text: str, tone: str) -> tuple[Shape, ...]:
    """A marker with six sides around a middle."""
    angles = [pi / 3 * side for side in range(6)]
    outline = tuple((x + radius * cos(a), y + radius * sin(a)) for a in angles)
    size = inscribed(text, 1.6 * radius, radius)
    return Area((outline,), tone=tone), centred(x, y, text, size, f"on {tone}")


def coin(x: float, y: float, radius: float, text: str, tone: str) -> tuple[Shape, ...]:
    """A round marker around a middle."""
    size = inscribed(text, 1.7 * radius, 1.1 * radius)
    return Disc(x, y, radius, tone=tone), centred(x, y, text, size, f"on {tone}")


def inscribed(text: str, room: float, most: float) -> float:
    """The size of a short word so that it fits inside a marker."""
    return min(most, room / max(0.1, text_width(text, 1.0, bold=True)))


def owned(points: int, owner: int | None) -> tuple[str, str]:
    """What a marker bears, and its colour: gold until a seat has won it."""
    if owner is None:
        return str(points), "gold"
    return f"{seat_letter(owner)}{points}", seat_tone(owner)


def cube(x: float, y: float, seat: int, size: float = 10.0) -> tuple[Shape, ...]:
    """A seat's cube with its letter; `x`, `y` are its left upper corner."""
    return (
        Box(x, y, size, size, round=1.5, tone=seat_tone(seat)),
        centred(x + size / 2, y + size / 2, seat_letter(seat), 0.75 * size, f"on seat {seat}"),
    )


def small_card(
    x: float, y: float, name: str, tone: str, width: float, height: float
) -> tuple[Shape, ...]:
    """A Country card as part of a row of them."""
    size = min(0.5 * width, TEXT)
    return (
        Box(x, y, width, height, tone=tone),
        centred(x + width / 2, y + height / 2, short(name), size, f"on {tone}"),
    )


def small_pair(
    x: float, y: float, names: Sequence[str], tones: Sequence[str], width: float, height: float
) -> tuple[Shape, ...]:
    """An Intrigue card as part of a row: a half for each of its two countries."""
    shapes: list[Shape] = []
    for number, (name, tone) in enumerate(zip(names, tones, strict=True)):
        top = y + number * height / 2
        shapes += small_card(x, top, name, tone, width, height / 2)
    return tuple(shapes)


def pair_look(on: Board, pair: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The two countries of an Intrigue card and their colours."""
    countries = on.pairs[pair]
    names = tuple(on.countries[country] for country in countries)
    return names, tuple(CARD_TONES[country] for country in countries)


def small_back(x: float, y: float, width: float, height: float) -> Box:
    """A card face down as part of a row of them."""
    return Box(x, y, width, height, tone="back")


def fitted(text: str, room: float, size: float) -> tuple[str, float]:
    """The text, a little smaller if it must be, and its size; shortened if that is not enough."""
    least = 0.8 * size
    wished = size * min(1.0, room / max(1.0, text_width(text, size, bold=True)))
    return shortened(text, room, max(least, wished), bold=True), max(least, wished)


def together(
    shapes: Sequence[Shape], id: str = "", tip: str = "", tone: str = "ink", faint: bool = False
) -> Group:
    """Shapes as one thing that can be pointed at."""
    return Group(tuple(shapes), id=id, tip=tip, tone=tone, faint=faint)
