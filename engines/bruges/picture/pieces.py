"""The pieces of the box: dice, workers, threat markers, backs of cards."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cython_ext.pictures.lettering import shortened, text_width, wrapped
from eminence.cython_ext.pictures.scene import Area, Box, Disc, Group, Line, Shape, Text
from eminence.engines.bruges.picture.sheet import SMALL, centred
from eminence.engines.bruges.picture.sight import Colour

DIE = 42.0
BACK_WIDTH, BACK_HEIGHT = 24.0, 32.0
#: where the pips of each face lie, on a square of three by three places that are counted in rows
PIPS = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}


def die(x: float, y: float, colour: Colour, face: int, id: str, tip: str) -> Group:
    """A die with its pips; without any before it is rolled."""
    places = [divmod(int(place) - 1, 3) for place in PIPS.get(face, "")]
    pips = [
        Disc(x + DIE * (1 + column) / 4, y + DIE * (1 + row) / 4, 4.2, tone=colour.ink)
        for row, column in places
    ]
    box = Box(x, y, DIE, DIE, round=7, tone=colour.tone)
    return Group((box, *pips), id=id, tip=tip, tone=colour.tone, faint=not face)


def worker(x: float, y: float, colour: Colour, count: int, id: str, tip: str) -> Group:
    """A worker with the number of them on its body; `x` is its middle, `y` its top."""
    body = Area(
        (((x - 6, y + 10), (x + 6, y + 10), (x + 14, y + 30), (x - 14, y + 30)),), tone=colour.tone
    )
    head = Disc(x, y + 6, 6, tone=colour.tone)
    number = centred(x, y + 26, str(count), size=12, bold=True, tone=colour.ink)
    return Group((body, head, number), id=id, tip=tip, tone=colour.tone, faint=not count)


def markers(x: float, y: float, colour: Colour, count: int, most: int, id: str, tip: str) -> Group:
    """Threat markers of a colour and the places that a full circle still lacks."""
    step = min(15.0, 52.0 / most)
    first = x - step * (most - 1) / 2
    discs = [
        _marker(first + step * place, y, step * 0.42, colour, place < count)
        for place in range(max(most, count))
    ]
    return Group(tuple(discs), id=id, tip=tip, tone=colour.tone)


def _marker(x: float, y: float, radius: float, colour: Colour, is_there: bool) -> Shape:
    if not is_there:
        return Disc(x, y, radius, tone="paper")
    flame = centred(x, y + 0.4 * radius, "!", size=1.3 * radius, bold=True, tone=colour.ink)
    return Group((Disc(x, y, radius, tone=colour.tone), flame), tone=colour.tone)


def back(
    x: float,
    y: float,
    colour: Colour,
    *,
    width: float = BACK_WIDTH,
    height: float = BACK_HEIGHT,
    words: Sequence[str] = (),
    id: str = "",
    tip: str = "",
) -> Group:
    """A card face down, with a frame inside as on a printed back; its colour's sign, and words."""
    inner = Box(x + 3, y + 3, width - 6, height - 6, tone="back")
    heart = Box(x + 5, y + 5, width - 10, height - 10, tone=colour.tone)
    lines = [colour.sign, *words]
    middle = y + height / 2 - 7 * (len(lines) - 1)
    written = [
        centred(x + width / 2, middle + 4 + 14 * i, line, size=11, bold=True, tone=colour.ink)
        for i, line in enumerate(lines)
    ]
    box = Box(x, y, width, height, tone=colour.tone)
    return Group((box, inner, heart, *written), id=id, tip=tip, tone=colour.tone)


def tag(
    x: float, y: float, text: str, *, tone: str, ink: str, id: str = "", tip: str = ""
) -> Group:
    """A word on a small plate; `x` is its left edge, `y` its top."""
    width = tag_width(text)
    word = centred(x + width / 2, y + 12, text, size=SMALL, bold=True, tone=ink)
    return Group((Box(x, y, width, 17, round=8, tone=tone), word), id=id, tip=tip, tone=tone)


def tag_width(text: str) -> float:
    """How wide such a plate is."""
    return text_width(text, SMALL, bold=True) + 12


def button(
    x: float,
    y: float,
    width: float,
    lines: Sequence[str],
    *,
    tone: str,
    ink: str,
    id: str,
    tip: str,
) -> Group:
    """A move on a plate, in the lines that `button_lines` made of it."""
    height = button_height(len(lines))
    written = [
        Text(x + 7, y + 14 + 13 * i, line, size=11, tone=ink) for i, line in enumerate(lines)
    ]
    plate = Box(x, y, width, height, round=6, tone=tone)
    return Group((plate, *written), id=id, tip=tip, tone=tone)


def button_lines(words: str, width: float) -> list[str]:
    """A move's words in at most two lines."""
    room = width - 14
    first, *rest = wrapped(words, room, 11)
    return [first, shortened(" ".join(rest), room, 11)] if rest else [first]


def button_height(lines: int) -> float:
    """How high such a plate is."""
    return 8.0 + 13 * lines


def waves(x: float, y: float, width: float, tone: str) -> Line:
    """A line like the sign for water."""
    step = width / 4
    heights = (0, -2.5, 0, 2.5, 0)
    return Line(tuple((x + step * i, y + h) for i, h in enumerate(heights)), tone=tone)
