"""What a picture of a position shows, before anything is drawn.

A game makes a scene from a view, so a picture cannot show what the seat may not see. A scene has
panels: the map or board, each seat's pieces, the hand, the decks. A page lays them out side by
side or below each other, as its width allows; a picture file packs them into rows. A panel has
shapes, in units of which a line of ordinary text is `TEXT` high.

Shapes are drawn in their order, later ones above earlier ones. Those with an id can be pointed
at: `Scene.moves` says which of them belong to a legal move, and their tip says what they are.
Colours go by meaning, in tones: `cython_ext/pictures/tones.py` has them for light and dark pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

#: the height of ordinary text in a panel
TEXT = 12.0

Point = tuple[float, float]


class Anchor(Enum):
    """Which end of a text lies at its place."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What all shapes have."""

    id: str = ""
    """Unlike all others of the scene; "" if nothing can be said or done about it."""
    tip: str = ""
    """What it is and how things stand there, in sentences."""
    tone: str = "ink"
    """The meaning of its colour, one of `TONES`."""
    faint: bool = False
    """Drawn half transparent: not there yet, or of no use now."""


@dataclass(frozen=True)
class Area(Shape):
    """A country, a sea: one polygon or several, such as a land with its islands."""

    outlines: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class Box(Shape):
    """A rectangle: a card, a building site, a frame."""

    x: float
    y: float
    width: float
    height: float
    round: float = 3.0
    """The radius of its corners."""


@dataclass(frozen=True)
class Disc(Shape):
    """A round piece."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Line(Shape):
    """A road, a river, a stroke."""

    points: tuple[Point, ...]
    width: float = 1.5


@dataclass(frozen=True)
class Text(Shape):
    """One line of text; `y` is where its letters stand."""

    x: float
    y: float
    text: str
    size: float = TEXT
    anchor: Anchor = Anchor.START
    bold: bool = False
    mono: bool = False
    """All letters equally wide and no blank left out, so that columns stay columns."""


@dataclass(frozen=True)
class Group(Shape):
    """Several shapes that are one thing, such as a card with its frame and its lines."""

    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Panel:
    """A part of the picture with a frame of its own."""

    id: str
    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    seat: int | None = None
    """Whose things it shows, if one seat's."""


@dataclass(frozen=True)
class Scene:
    """A whole picture."""

    title: str
    """What a person reads who cannot see the picture."""
    panels: tuple[Panel, ...]
    moves: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """For legal moves, by id: the shapes that belong to it. Others are chosen from the list."""

    def shapes(self) -> Iterator[Shape]:
        """All shapes, those in groups as well."""
        for panel in self.panels:
            yield from within(panel.shapes)


def within(shapes: Sequence[Shape]) -> Iterator[Shape]:
    """These shapes and all that they consist of."""
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from within(shape.shapes)


def seat_tone(seat: int) -> str:
    """The tone of a seat's pieces."""
    return f"seat {seat}"


def seat_letter(seat: int) -> str:
    """What a seat's pieces bear, for those who do not tell its colour from the others."""
    return "ABCDEF"[seat]


def token(
    x: float, y: float, seat: int, *, radius: float = 7.0, id: str = "", tip: str = ""
) -> Group:
    """A round piece of a seat, with its letter."""
    return Group(
        (
            Disc(x, y, radius, tone=seat_tone(seat)),
            Text(
                x,
                y + 0.36 * 1.3 * radius,
                seat_letter(seat),
                size=1.3 * radius,
                anchor=Anchor.MIDDLE,
                bold=True,
                tone=f"on seat {seat}",
            ),
        ),
        id=id,
        tip=tip,
        tone=seat_tone(seat),
    )
