"""Achievement tiles: those to choose from, and those still in the bag."""

from __future__ import annotations

from eminence.cython_ext.pictures.lettering import LINE, paragraph, wrapped
from eminence.cython_ext.pictures.scene import Box, Group, Panel, Text
from eminence.engines.blood_of_kings.explanations import term_entries as terms
from eminence.engines.blood_of_kings.explanations.tile_entries import short_text
from eminence.engines.blood_of_kings.picture.desk import Desk
from eminence.engines.blood_of_kings.picture.ids import BAG
from eminence.engines.blood_of_kings.picture.pieces import GAP, SMALL, TINY, WIDTH, Column
from eminence.engines.kit.drawing import INSET
from eminence.engines.kit.wording import among


def tiles_panel(desk: Desk) -> Panel:
    column = Column()
    for tile in among(range(len(desk.on.tile_names)), int(desk.data["display"])):
        add_tile(desk, column, tile)
    bag = among(desk.on.tile_names, int(desk.data["bag"]))
    if bag:
        told = f"In the bag, {len(bag)}: {', '.join(bag)}"
        lines = paragraph(wrapped(told, WIDTH, SMALL), 0, column.y + 12, size=SMALL, tone="quiet")
        tip = desk.told[terms.BAG]
        column.add(Group(lines, id=BAG, tip=tip), height=LINE * SMALL * len(lines) + GAP)
    if not column.shapes:
        column.text("No tile is left.")
    return column.panel("tiles", "Achievement tiles to win")


def add_tile(desk: Desk, column: Column, tile: int) -> None:
    """A tile with its name and, in short, what it does."""
    name = desk.on.tile_names[tile]
    lines = wrapped(short_text(desk.on, tile), column.width - 2 * INSET, TINY)[:3]
    height = 18 + LINE * TINY * len(lines)
    box = Box(0, column.y, column.width, height, tone="land 5")
    title = Text(INSET, column.y + 13, name, size=SMALL + 1, bold=True)
    told = paragraph(lines, INSET, column.y + 25, size=TINY)
    group = Group((box, title, *told), id=desk.ids.tile(tile), tip=desk.tip(name), tone="land 5")
    column.add(group, height=height + GAP)
