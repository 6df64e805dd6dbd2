"""The dice tower: cubes inside, in the tray, being thrown, and those in the supplies."""

from __future__ import annotations

from eminence.cython_ext.pictures.scene import TEXT, Anchor, Box, Group, Panel, Shape, Text, token
from eminence.engines.wallenstein.names import COLOURS
from eminence.engines.wallenstein.picture.glance import Glance
from eminence.engines.wallenstein.picture.pieces import SMALL
from eminence.engines.wallenstein.state import PEASANTS

#: where cubes are: the words, and what explains them
PLACES = {
    "fresh": ("thrown in", "dice tower"),
    "tower": ("in the tower", "dice tower"),
    "tray": ("in the tray", "tray"),
    "supply": ("in supply", "supply"),
}
NAME_WIDTH, COLUMN, ROW = 82.0, 34.0, 20.0


def tower_panel(glance: Glance) -> Panel:
    """A row for each place, a column for each colour."""
    places = [place for place in PLACES if place != "fresh" or glance.data["fresh"].any()]
    rows = [_row(glance, place, 24 + ROW * n) for n, place in enumerate(places)]
    width = NAME_WIDTH + COLUMN * len(glance.seats) + 68
    return Panel("tower", "Dice tower", width, 24 + ROW * len(rows), (*_heads(glance), *rows))


def _columns(glance: Glance) -> dict[int, float]:
    """The middle of each colour's column; peasants need the most room."""
    seats = {seat: NAME_WIDTH + COLUMN * (seat + 0.5) for seat in glance.seats}
    return {**seats, PEASANTS: NAME_WIDTH + COLUMN * len(glance.seats) + 34}


def _heads(glance: Glance) -> list[Shape]:
    columns = _columns(glance)
    heads: list[Shape] = [
        token(columns[seat], 10, seat, radius=9, tip=f"seat {seat}") for seat in glance.seats
    ]
    peasants = Text(columns[PEASANTS], 14, COLOURS[PEASANTS], SMALL, Anchor.MIDDLE, bold=True)
    return [*heads, Group((peasants,), id="peasants", tip=glance.tip("peasants"))]


def _row(glance: Glance, place: str, y: float) -> Group:
    name, explained = PLACES[place]
    columns = _columns(glance)
    counts = [
        Text(columns[colour], y + 14, str(n), TEXT, Anchor.MIDDLE, bold=bool(n))
        for colour, n in enumerate(glance.data[place])
        if colour in columns
    ]
    falling = place == "fresh"
    width = NAME_WIDTH + COLUMN * len(glance.seats) + 68
    return Group(
        (
            Box(0, y, width, ROW - 2, tone="land" if falling else "paper"),
            Text(5, y + 13, name, SMALL),
            *counts,
        ),
        id=f"cubes {name}",
        tip=glance.tip(explained),
    )
