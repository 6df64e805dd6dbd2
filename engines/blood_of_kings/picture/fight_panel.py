"""A battle or an assault under way: the two sides with their units."""

from __future__ import annotations

from eminence.cython_ext.pictures.scene import Box, Group, Panel, Shape, Text, token
from eminence.engines.blood_of_kings.picture.desk import Desk
from eminence.engines.blood_of_kings.picture.pieces import CHIP, GAP, SMALL, Column, kingdom_chip
from eminence.engines.blood_of_kings.state import FightStage
from eminence.engines.blood_of_kings.tables import ATTACKERS, DEFENDERS, NOWHERE
from eminence.engines.kit.wording import plural

NAMES = {ATTACKERS: "Attackers", DEFENDERS: "Defenders"}
#: so many units of a kingdom stand in a row; the number beside them tells all
MOST_UNITS = 6
UNIT = 11.0
NAME_WIDTH = 84.0
STAGES = {
    FightStage.NAMING_LEADERS: "leaders are named",
    FightStage.WITHDRAWING: "who is inside may withdraw",
    FightStage.ROLLING: "the dice are rolled",
    FightStage.LOSING_UNITS: "units are lost",
    FightStage.COMPARING: "the sides are compared",
    FightStage.RETREATING: "sides may retreat",
    FightStage.SAILING_ALONG: "armies may sail along",
    FightStage.CONQUERING: "the place is taken",
    FightStage.PAYING: "ransom is due",
    FightStage.GIVING: "the winners get the ransom",
}


def fight_panel(desk: Desk) -> Panel:
    data = desk.data
    place = int(data["place"])
    where = desk.now.place_name(place) if place != NOWHERE else "?"
    kind = "Assault on" if data["assault"] else "Battle in"
    column = Column()
    clash = "a later clash" if data["clash"] else "the first clash"
    column.text(f"{clash[0].upper()}{clash[1:]}: {STAGES[data['battle']]}.")
    if data["casualties"]:
        column.text(f"{plural(int(data['casualties']), 'more unit')} to be lost.", tone="bad")
    if data["ransom"]:
        column.text(f"Ransom: {plural(int(data['ransom']), 'Crown')}.", tone="bad")
    for side in (ATTACKERS, DEFENDERS):
        _side(desk, column, side)
    return column.panel("fight", f"{kind} {where}")


def _side(desk: Desk, column: Column, side: int) -> None:
    """Who leads it, and each kingdom's units."""
    top = column.y + GAP
    leader = int(desk.data["leader"][side]) - 1
    told = f"{NAMES[side]}: {desk.now.strength(side)}"
    column.add(Text(0, top + 13, told, size=SMALL + 2, bold=True))
    if leader >= 0:
        column.add(token(NAME_WIDTH + 42, top + 9, leader))
        column.add(Text(NAME_WIDTH + 54, top + 13, "leads", size=SMALL, tone="quiet"))
    column.y = top + 20
    for kingdom in desk.now.side(side):
        _force(desk, column, kingdom)
    levies = int(desk.data["levies"])
    if side == DEFENDERS and levies:
        _row(column, _label(column.y, "levies"), levies, "grey", "")


def _force(desk: Desk, column: Column, kingdom: int) -> None:
    data = desk.data
    counts = ("waiting", "leaving", "lost")
    more = [f"{data[field][kingdom]} {field}" for field in counts if data[field][kingdom]]
    chip = kingdom_chip(desk, kingdom, desk.now.name(kingdom)).at(0, column.y, NAME_WIDTH)
    tip = desk.tip(desk.now.name(kingdom))
    named = (chip,)
    _row(
        column,
        named,
        int(data["force"][kingdom]),
        desk.tone(kingdom),
        ", ".join(more),
        desk.ids.side(kingdom),
        tip,
    )


def _label(top: float, text: str) -> tuple[Shape, ...]:
    return (Text(4, top + 12, text, size=SMALL),)


def _row(
    column: Column,
    named: tuple[Shape, ...],
    units: int,
    tone: str,
    more: str,
    id: str = "",
    tip: str = "",
) -> None:
    """A name, its units as pieces with their number, and what else is to say."""
    top, shapes = column.y, [*named]
    for place in range(min(units, MOST_UNITS)):
        left = NAME_WIDTH + GAP + (UNIT + 2) * place
        shapes.append(Box(left, top + 3, UNIT, UNIT, tone=tone, round=2))
    after = NAME_WIDTH + GAP + (UNIT + 2) * min(units, MOST_UNITS) + 2
    told = f"{units}; {more}" if more else str(units)
    shapes.append(Text(after, top + 12, told, size=SMALL, bold=not more))
    column.add(Group(tuple(shapes), id=id, tip=tip), height=CHIP + 3)
