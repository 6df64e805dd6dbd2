"""Small signs of the map: kinds of region, ports, units, sieges, rulers, unrest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eminence.cython_ext.pictures.lettering import text_width
from eminence.cython_ext.pictures.scene import Anchor, Area, Box, Line, Point, Shape, Text, token
from eminence.engines.blood_of_kings.picture.desk import Desk
from eminence.engines.blood_of_kings.tables import CAPITOL, CASTLE, CATHEDRAL, TOWN
from eminence.engines.kit.drawing import counter

LETTER = 10.5
#: how high a row of signs is, and what is between two of them
HIGH, BETWEEN = 18.0, 3.0
#: the outlines below are drawn so much larger
SCALE = 1.35

#: outlines of the kinds of region around (0, 0)
OUTLINES: dict[int, tuple[Point, ...]] = {
    CAPITOL: ((-6, 5), (-6, -4), (-3, 0), (0, -6), (3, 0), (6, -4), (6, 5)),
    CASTLE: (
        *((-5, 5), (-5, -5), (-3, -5), (-3, -3), (-1, -3), (-1, -5), (1, -5), (1, -3)),
        *((3, -3), (3, -5), (5, -5), (5, 5)),
    ),
    TOWN: ((-5, 5), (-5, -1), (0, -6), (5, -1), (5, 5)),
    CATHEDRAL: (
        *((-1.5, 6), (-1.5, -1), (-4.5, -1), (-4.5, -3.5), (-1.5, -3.5), (-1.5, -6.5)),
        *((1.5, -6.5), (1.5, -3.5), (4.5, -3.5), (4.5, -1), (1.5, -1), (1.5, 6)),
    ),
}
#: an anchor: shank, stock, flukes
ANCHOR = (
    ((0, -5), (0, 4)),
    ((-2.5, -2.5), (2.5, -2.5)),
    ((-4, 1), (-2.5, 3.5), (0, 4.5), (2.5, 3.5), (4, 1)),
)
#: their colours: a crown of gold, walls, houses, a cross
TONES = {CAPITOL: "gold", CASTLE: "grey", TOWN: "brown", CATHEDRAL: "white"}


@dataclass(frozen=True)
class Sign:
    """Something small with a width; it is drawn around a middle."""

    width: float
    draw: Callable[[float, float], tuple[Shape, ...]]


def kind_sign(kind: int) -> Sign:
    def draw(x: float, y: float) -> tuple[Shape, ...]:
        return (Area((_around(OUTLINES[kind], x, y),), tone=TONES[kind]),)

    return Sign(17, draw)


def port_sign() -> Sign:
    """An anchor."""

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        return tuple(Line(_around(line, x, y), 1.8, tone="accent") for line in ANCHOR)

    return Sign(13, draw)


def _around(outline: Sequence[Point], x: float, y: float) -> tuple[Point, ...]:
    return tuple((x + SCALE * dx, y + SCALE * dy) for dx, dy in outline)


def army_sign(desk: Desk, kingdom: int, n: int) -> Sign:
    """A square piece with a number and the letter of its kingdom."""
    text = f"{n}{desk.letters[kingdom]}"
    width = max(20.0, text_width(text, LETTER, bold=True) + 6)

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        box = Box(x - width / 2, y - 8, width, 16, tone=desk.tone(kingdom), round=2)
        return box, _letters(text, x, y, desk.ink(kingdom))

    return Sign(width, draw)


def fleet_sign(desk: Desk, kingdom: int, n: int) -> Sign:
    """A hull with a number and the letter of its kingdom."""
    text = f"{n}{desk.letters[kingdom]}"
    half = max(12.0, text_width(text, LETTER, bold=True) / 2 + 4)

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        sail = ((x, y - 15), (x + 7, y - 8), (x, y - 8))
        hull = ((x - half - 3, y - 7), (x + half + 3, y - 7), (x + half - 2, y + 8))
        bow = (x - half + 2, y + 8)
        return (
            Area((sail,), tone="silver"),
            Area(((*hull, bow),), tone=desk.tone(kingdom)),
            _letters(text, x, y, desk.ink(kingdom)),
        )

    return Sign(2 * half + 6, draw)


def siege_sign(desk: Desk, kingdom: int) -> Sign:
    """A cross with the letter of the besieger."""

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        left = x - 7
        return (
            Box(x - 14, y - 8, 28, 16, tone="paper", round=2),
            Line(((left - 4.5, y - 4.5), (left + 4.5, y + 4.5)), 2.6, tone="bad"),
            Line(((left - 4.5, y + 4.5), (left + 4.5, y - 4.5)), 2.6, tone="bad"),
            _letters(desk.letters[kingdom], x + 6.5, y, "ink"),
        )

    return Sign(28, draw)


def ruler_sign(seat: int) -> Sign:
    return Sign(18, lambda x, y: (token(x, y, seat, radius=8.5),))


def unrest_sign(n: int) -> Sign:
    return Sign(
        18, lambda x, y: (counter(x, y, str(n), tone="orange", ink="on orange", radius=8.5),)
    )


def flag_sign(desk: Desk, kingdom: int) -> Sign:
    """A flag with the letter of the kingdom that holds the place."""

    def draw(x: float, y: float) -> tuple[Shape, ...]:
        return (
            Line(((x - 8, y - 8), (x - 8, y + 8)), tone="ink"),
            Box(x - 8, y - 8, 16, 12, tone=desk.tone(kingdom), round=0),
            _letters(desk.letters[kingdom], x, y - 2, desk.ink(kingdom)),
        )

    return Sign(18, draw)


def _letters(text: str, x: float, y: float, tone: str) -> Text:
    return Text(x, y + 0.36 * LETTER, text, size=LETTER, anchor=Anchor.MIDDLE, bold=True, tone=tone)


def rows_of(signs: Sequence[Sign], room: float) -> list[list[Sign]]:
    """The signs in rows that are no wider than the room, if that can be."""
    rows: list[list[Sign]] = []
    for sign in signs:
        if rows and row_width([*rows[-1], sign]) <= room:
            rows[-1].append(sign)
        else:
            rows.append([sign])
    return rows


def row_width(signs: Sequence[Sign]) -> float:
    return sum(sign.width for sign in signs) + BETWEEN * (len(signs) - 1)


def drawn_row(signs: Sequence[Sign], x: float, y: float) -> list[Shape]:
    """The signs side by side around a middle."""
    left, found = x - row_width(signs) / 2, list[Shape]()
    for sign in signs:
        found += sign.draw(left + sign.width / 2, y)
        left += sign.width + BETWEEN
    return found
