"""What the panels are built of: columns of lines and chips, small Dynasty cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from eminence.cython_ext.pictures.lettering import LINE, shortened, text_width, wrapped
from eminence.cython_ext.pictures.scene import (
    TEXT,
    Anchor,
    Area,
    Box,
    Group,
    Panel,
    Shape,
    Text,
    token,
)
from eminence.engines.blood_of_kings.explanations.card_entries import dynasty_name
from eminence.engines.blood_of_kings.names import FACE_DOWN
from eminence.engines.blood_of_kings.picture.desk import Desk
from eminence.engines.blood_of_kings.tables import UNKNOWN
from eminence.engines.kit.drawing import card_back
from eminence.engines.kit.wording import among

#: how wide all panels but the map are: three stand side by side in a picture file
WIDTH = 284.0
SMALL, TINY = 10.0, 9.0
CHIP = 16.0
GAP = 4.0
MINI: float = 30.0
MINI_HIGH: float = 17.0
#: a small card with how many there are of it
COUNTED = 54.0
SHIELD = 9.0


@dataclass(frozen=True)
class Chip:
    """A word in a small frame."""

    text: str
    tone: str = "paper"
    ink: str = "ink"
    id: str = ""
    tip: str = ""
    bold: bool = False
    faint: bool = False

    @property
    def width(self) -> float:
        return text_width(self.text, SMALL, self.bold) + 2 * GAP

    def at(self, x: float, y: float, width: float = 0.0) -> Group:
        """The chip, as wide as its word or as is said."""
        room = width or self.width
        word = Text(
            x + room / 2,
            y + 0.5 * CHIP + 0.36 * SMALL,
            shortened(self.text, room - GAP, SMALL, self.bold),
            size=SMALL,
            anchor=Anchor.MIDDLE,
            bold=self.bold,
            tone=self.ink,
        )
        box = Box(x, y, room, CHIP, tone=self.tone)
        return Group((box, word), id=self.id, tip=self.tip, tone=self.tone, faint=self.faint)


class Column:
    """The shapes of a panel from top to bottom; `y` is where the next one begins."""

    def __init__(self, width: float = WIDTH) -> None:
        self.width = width
        self.y = 0.0
        self.shapes: list[Shape] = []

    def add(self, *shapes: Shape, height: float = 0.0) -> None:
        """Shapes that stand where they say, and the room that they take."""
        self.shapes += shapes
        self.y += height

    def text(
        self, text: str, *, x: float = 0.0, size: float = SMALL, bold: bool = False, tone: str = ""
    ) -> None:
        """Words, in as many lines as they need."""
        for line in wrapped(text, self.width - x, size, bold):
            self.add(
                Text(x, self.y + 0.9 * size, line, size=size, bold=bold, tone=tone or "ink"),
                height=LINE * size,
            )

    def heading(self, text: str) -> None:
        """A quiet line above what it names."""
        self.y += GAP
        self.text(text, tone="quiet")

    def chips(self, chips: Iterable[Chip], x: float = 0.0) -> None:
        """Side by side, in as many rows as they need."""
        at = x
        for number, chip in enumerate(chips):
            if number and at + chip.width > self.width:
                at, self.y = x, self.y + CHIP + GAP
            self.add(chip.at(at, self.y, min(chip.width, self.width - x)))
            at += chip.width + GAP
        if at > x:
            self.y += CHIP + GAP

    def panel(self, id: str, title: str, seat: int | None = None) -> Panel:
        return Panel(id, title, self.width, max(self.y, TEXT), tuple(self.shapes), seat)


# --- seats and kingdoms ---


def seat_line(desk: Desk, seat: int, x: float, y: float, text: str = "") -> tuple[Shape, ...]:
    """A seat's token with its name behind it, or with what is said of it."""
    told = text or desk.seat_word(seat)
    return token(x + 7, y + 8, seat), Text(x + 19, y + 12, told, size=SMALL + 1)


def kingdom_chip(desk: Desk, kingdom: int, text: str = "", id: str = "", tip: str = "") -> Chip:
    """A kingdom's name, or other words, in its colour."""
    return Chip(
        text or desk.now.name(kingdom), desk.tone(kingdom), desk.ink(kingdom), id, tip, bold=True
    )


def pointer(x: float, y: float) -> Area:
    """A mark for whose turn it is; `x` is its point, `y` its middle."""
    return Area((((x, y), (x - 8, y - 5), (x - 8, y + 5)),), tone="accent")


# --- Dynasty cards ---


def shields_of(desk: Desk, kind: int) -> list[int]:
    """The kingdoms whose shield a card shows; none on a general one."""
    shields = desk.on.deck[kind].shields
    kingdoms = range(len(desk.on.kingdoms))
    return [] if shields == (1 << len(kingdoms)) - 1 else among(kingdoms, shields)


def shield(desk: Desk, kingdom: int, x: float, y: float, size: float) -> tuple[Shape, Shape]:
    """A kingdom's colour and letter."""
    letter = Text(
        x + size / 2,
        y + size / 2 + 0.3 * size,
        desk.letters[kingdom],
        size=0.85 * size,
        anchor=Anchor.MIDDLE,
        bold=True,
        tone=desk.ink(kingdom),
    )
    return Box(x, y, size, size, tone=desk.tone(kingdom), round=1.5), letter


def mini(desk: Desk, kind: int, x: float, y: float, *, id: str = "") -> Group:
    """A small Dynasty card: shields and value, or the beginning of its name."""
    if kind == UNKNOWN:
        return card_back(x, y, FACE_DOWN, width=MINI, height=MINI_HIGH, id=id)
    shields = shields_of(desk, kind)
    drawn: list[Shape] = [Box(x, y, MINI, MINI_HIGH, tone="paper")]
    for place, kingdom in enumerate(shields):
        drawn += shield(desk, kingdom, x + 1 + SHIELD * place, y + 4, SHIELD)
    left = x + SHIELD * len(shields)
    drawn.append(
        Text(
            (left + x + MINI) / 2,
            y + 0.5 * MINI_HIGH + 0.36 * SMALL,
            mini_word(desk, kind),
            size=SMALL,
            anchor=Anchor.MIDDLE,
            bold=True,
        )
    )
    return Group(tuple(drawn), id=id, tip=desk.tip(dynasty_name(desk.on, kind)))


def mini_word(desk: Desk, kind: int) -> str:
    """The value of influence, the first two letters of other cards."""
    card = desk.on.deck[kind]
    return str(card.value) if card.shields else card.name[:2].capitalize()


def counted_minis(
    desk: Desk, counts: Sequence[int], x: float, y: float, room: float
) -> tuple[list[Shape], float]:
    """Small cards with how many there are of each kind, and how high all rows are."""
    drawn: list[Shape] = []
    in_row = max(1, int(room / COUNTED))
    kinds = [(kind, int(n)) for kind, n in enumerate(counts) if n]
    for place, (kind, n) in enumerate(kinds):
        left, top = x + COUNTED * (place % in_row), y + (MINI_HIGH + 3) * (place // in_row)
        drawn.append(mini(desk, kind, left, top))
        if n > 1:
            drawn.append(Text(left + MINI + 2, top + 12.5, f"x{n}", size=SMALL))
    return drawn, (MINI_HIGH + 3) * -(-len(kinds) // in_row)
