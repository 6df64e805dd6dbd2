"""Small things that the panels share: signs, rows of signs, cards of text, numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from eminence.cython_ext.pictures.lettering import ABOVE, LINE, paragraph, text_width, wrapped
from eminence.cython_ext.pictures.scene import (
    Anchor,
    Box,
    Group,
    Shape,
    Text,
    seat_letter,
    seat_tone,
)
from eminence.engines.kit.drawing import card_back

#: the heights of signs and of what is written on them
SIGN, LETTERS = 14.0, 10.5
#: between a sign's edge and its letters, and between two signs
EDGE, GAP = 3.0, 2.0
#: small text in cards
SMALL = 10.0
#: how wide most panels are: readable on a phone
WIDE = 420.0
#: how far the frame of a thing in question reaches beyond it
FRAME = 2.5


@dataclass(frozen=True)
class Sign:
    """A small box with a word or none: an owner, a building, a marker."""

    text: str = ""
    tone: str = "paper"
    ink: str = "ink"

    def width(self, scale: float = 1.0) -> float:
        letters = text_width(self.text, LETTERS, bold=True) + 2 * EDGE if self.text else 0.0
        return scale * max(SIGN * 0.85, letters)

    def drawn(self, x: float, y: float, scale: float = 1.0) -> tuple[Shape, ...]:
        """The sign with its left upper corner there."""
        width, height, size = self.width(scale), scale * SIGN, scale * LETTERS
        box = Box(x, y, width, height, tone=self.tone)
        if not self.text:
            return (box,)
        foot = y + height / 2 + 0.36 * size
        letters = Text(
            x + width / 2, foot, self.text, size, Anchor.MIDDLE, bold=True, tone=self.ink
        )
        return box, letters


def of_seat(seat: int, text: str = "") -> Sign:
    """A sign in a seat's colour with its letter, and more text behind it."""
    written = f"{seat_letter(seat)} {text}" if text else seat_letter(seat)
    return Sign(written, seat_tone(seat), f"on {seat_tone(seat)}")


def row_width(signs: Sequence[Sign], scale: float = 1.0) -> float:
    return sum(sign.width(scale) for sign in signs) + GAP * (len(signs) - 1)


def sign_row(signs: Sequence[Sign], x: float, y: float, scale: float = 1.0) -> tuple[Shape, ...]:
    """Signs side by side, from their left upper corner on."""
    shapes: list[Shape] = []
    for sign in signs:
        shapes += sign.drawn(x, y, scale)
        x += sign.width(scale) + GAP
    return tuple(shapes)


def text_card(
    x: float,
    y: float,
    width: float,
    height: float,
    heading: str,
    lines: Sequence[str] = (),
    *,
    tone: str = "paper",
    ink: str = "ink",
    framed: bool = False,
    faint: bool = False,
    id: str = "",
    tip: str = "",
) -> Group:
    """A card with a bold heading and lines below it, broken where they are long; what fits."""
    room = width - 2 * EDGE - 2
    most = int((height - EDGE) / (LINE * SMALL))
    head = wrapped(heading, room, SMALL, bold=True)[:most]
    rest = [part for line in lines for part in wrapped(line, room, SMALL)][: most - len(head)]
    top = y + EDGE + 1 + ABOVE * SMALL
    frame = (framed_box(x, y, width, height),) if framed else ()
    return Group(
        (
            *frame,
            Box(x, y, width, height, tone=tone),
            *paragraph(head, x + EDGE + 1, top, size=SMALL, bold=True, tone=ink),
            *paragraph(rest, x + EDGE + 1, top + LINE * SMALL * len(head), size=SMALL, tone=ink),
        ),
        id=id,
        tip=tip,
        tone=tone,
        faint=faint,
    )


def back(
    x: float, y: float, width: float, height: float, text: str, *, id: str = "", tip: str = ""
) -> Group:
    """A card face down, with a word or a number on it."""
    return card_back(x, y, text, width=width, height=height, size=SMALL, id=id, tip=tip)


def framed_box(x: float, y: float, width: float, height: float) -> Box:
    """The frame behind a thing that the game asks about or is at."""
    return Box(
        x - FRAME, y - FRAME, width + 2 * FRAME, height + 2 * FRAME, tone="accent", round=5.0
    )


def number(x: float, y: float, n: int | str, label: str, *, id: str = "", tip: str = "") -> Group:
    """A large number with a small word below it; `x` is the middle, `y` the number's foot."""
    return Group(
        (
            Text(x, y, str(n), 15.0, Anchor.MIDDLE, bold=True),
            Text(x, y + 12.0, label, 9.5, Anchor.MIDDLE, tone="quiet"),
        ),
        id=id,
        tip=tip,
    )
