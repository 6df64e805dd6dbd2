"""A panel that is filled from top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from eminence.cython_ext.pictures.lettering import LINE, paragraph, wrapped
from eminence.cython_ext.pictures.scene import TEXT, Anchor, Panel, Shape, Text
from eminence.engines.kit.drawing import in_rows

#: Three panels of this width stand side by side in a picture file, and a phone shows one larger.
WIDTH = 304.0
SMALL = 10.0
GAP = 8.0

Thing = TypeVar("Thing")


class Sheet:
    """Shapes below each other; `y` is where the next one may begin."""

    def __init__(self) -> None:
        self.shapes: list[Shape] = []
        self.y = 0.0

    def put(self, *shapes: Shape, height: float) -> None:
        """Shapes that were drawn from `y` on, and the room that they take."""
        self.shapes += shapes
        self.y += height

    def say(
        self,
        text: str,
        *,
        x: float = 0.0,
        size: float = TEXT,
        bold: bool = False,
        tone: str = "ink",
    ) -> None:
        """A text in as many lines as it needs."""
        lines = wrapped(text, WIDTH - x, size, bold)
        written = paragraph(lines, x, self.y + size, size=size, bold=bold, tone=tone)
        self.put(*written, height=LINE * size * len(lines) + 0.2 * size)

    def label(self, text: str) -> None:
        """A word above what follows."""
        self.put(Text(0, self.y + SMALL, text, size=SMALL, tone="quiet"), height=1.4 * SMALL)

    def rows(
        self,
        things: Sequence[Thing],
        draw: Callable[[Thing, float, float], Shape],
        step: tuple[float, float],
    ) -> None:
        """Things side by side in rows."""
        # The last thing of a row needs no gap behind it.
        shapes, height = in_rows(things, draw, y=self.y, step=step, room=WIDTH + GAP)
        self.put(*shapes, height=height)

    def panel(self, id: str, title: str, seat: int | None = None) -> Panel:
        """What was drawn, as a panel."""
        return Panel(id, title, WIDTH, self.y, tuple(self.shapes), seat)


def centred(
    x: float, y: float, text: str, *, size: float = SMALL, bold: bool = False, tone: str = "ink"
) -> Text:
    """A word with its middle above a place."""
    return Text(x, y, text, size=size, anchor=Anchor.MIDDLE, bold=bold, tone=tone)


def column_middles(count: int, left: float = 0.0) -> list[float]:
    """The middles of so many columns of the same width, from `left` on."""
    width = (WIDTH - left) / count
    return [left + width * (i + 0.5) for i in range(count)]
