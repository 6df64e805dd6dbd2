"""How much room words take in a picture, and how they are made to fit.

A browser chooses the font, so widths are those of a wide one (DejaVu Sans), a little rounded up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from eminence.cython_ext.pictures.scene import TEXT, Anchor, Panel, Scene, Text

#: the width of a letter as a share of its text's height, by groups of letters
_NARROW, _SLIM, _USUAL, _BROAD, _WIDE = 0.34, 0.46, 0.64, 0.78, 1.0
_GROUPS = {
    _NARROW: "ijlI.,:;'|!` ",
    _SLIM: 'rtfJ()[]{}/\\-"',
    _BROAD: "ABCDEFGHKLNOPQRSTUVXYZÄÖÜ+=<>&",
    _WIDE: "MWmw%@Æ…—",
}
_WIDTHS = {letter: width for width, letters in _GROUPS.items() for letter in letters}
_BOLD = 1.1
_MONO = 0.61

#: from one line's foot to the next, as a share of the text's height
LINE = 1.3
#: how far letters reach above their line and below it
ABOVE, BELOW = 0.8, 0.24


@lru_cache(maxsize=4096)
def text_width(text: str, size: float = TEXT, bold: bool = False) -> float:
    """The room that a line takes."""
    width = size * sum(_WIDTHS.get(letter, _USUAL) for letter in text)
    return width * _BOLD if bold else width


def text_box(shape: Text) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a written line."""
    width = text_width(shape.text, shape.size, shape.bold)
    if shape.mono:
        width = _MONO * shape.size * len(shape.text)
    left = shape.x - {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[shape.anchor] * width
    return left, shape.y - ABOVE * shape.size, left + width, shape.y + BELOW * shape.size


def shortened(text: str, room: float, size: float = TEXT, bold: bool = False) -> str:
    """The text, or as much of its beginning as fits, with three dots behind it."""
    if text_width(text, size, bold) <= room:
        return text
    kept = text
    while kept and text_width(kept + "…", size, bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def wrapped(text: str, room: float, size: float = TEXT, bold: bool = False) -> list[str]:
    """The text in lines of at most this width; a word that is wider stands alone, shortened."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold) <= room:
            lines[-1] = longer
        else:
            lines.append(shortened(word, room, size, bold))
    return lines


def paragraph(
    lines: Sequence[str],
    x: float,
    y: float,
    *,
    size: float = TEXT,
    anchor: Anchor = Anchor.START,
    bold: bool = False,
    tone: str = "ink",
) -> tuple[Text, ...]:
    """Lines below each other; `y` is where the letters of the first one stand."""
    return tuple(
        Text(x, y + LINE * size * row, line, size=size, anchor=anchor, bold=bold, tone=tone)
        for row, line in enumerate(lines)
    )


def text_scene(title: str, text: str) -> Scene:
    """A picture for games that draw none: the board as they write it."""
    shapes = tuple(
        Text(0, LINE * TEXT * row, line, mono=True)
        for row, line in enumerate(text.splitlines(), 1)
        if line.strip()
    )
    width = max((text_box(shape)[2] for shape in shapes), default=0.0)
    height = max((text_box(shape)[3] for shape in shapes), default=0.0)
    return Scene(title, (Panel("board", "Board", width, height, shapes),))
