"""The map of Blood of Kings, with all that joins its regions, and the battle table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

from eminence.engines.blood_of_kings import tables
from eminence.engines.blood_of_kings.names import REGION_TYPES
from eminence.engines.blood_of_kings.tables import CAPITOL, SMALLER_SIDE, TOWN
from eminence.engines.kit.sheets import Row, Sheet, as_it_is, choice, column, number, reached
from eminence.engines.kit.tables import Record, once
from eminence.engines.kit.wording import by_number

INDEPENDENT = "independent"
NO_PORT = "none"
#: who loses the first unit of a clash
SIDES = by_number(
    {tables.ATTACKERS: "attacker", tables.DEFENDERS: "defender", SMALLER_SIDE: "smaller"}
)
NO_TIE = "none"

KINGDOMS = Sheet("kingdoms.csv", "kingdom", "colour+", tables.KINGDOMS, "kingdom")
SEAS = Sheet("seas.csv", "sea", "base_income", tables.SEAS, "sea")
SEA_BORDERS = Sheet("sea_borders.csv", "sea other", "", kind="border")
REGION_COUNT = (tables.KINGDOMS, tables.REGIONS)
REGIONS = Sheet("regions.csv", "region", "type kingdom port", REGION_COUNT, "region")
ROADS = Sheet("roads.csv", "region other", "", kind="road")
STRAITS = Sheet("straits.csv", "region other", "sea", tables.STRAITS)
MAP = (KINGDOMS, SEAS, SEA_BORDERS, REGIONS, ROADS, STRAITS)
BATTLE = Sheet("battle.csv", "die", "first tie", tables.DIE)


class Sea(NamedTuple):
    name: str
    base_income: int


class Region(NamedTuple):
    """Kingdom and port are -1 for an independent region and one without a port."""

    name: str
    type: int
    kingdom: int
    port: int


def _name(row: Record, field: str) -> str:
    """A name that can stand in lists of names and counts."""
    name = row.word(field)
    if name[0].isdigit() or set(name) & set(",:;+"):
        raise row.fail(field, f"{name!r}: expected no digit in front, and none of , : ; +")
    return name


def kingdoms(folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The kingdoms in their initial order, and their colours."""
    rows = KINGDOMS.read(folder, kingdom=_name, colour=Record.word)
    once(rows, ["colour"])
    return column(rows, "kingdom"), column(rows, "colour")


def seas(folder: Path) -> tuple[Sea, ...]:
    return tuple(Sea(*row.cells) for row in SEAS.read(folder, sea=_name, base_income=number(0, 20)))


def regions(folder: Path, kingdoms: Sequence[str], seas: Sequence[Sea]) -> tuple[Region, ...]:
    """The regions in the order of the file; each kingdom has exactly one capitol."""
    waters = [sea.name for sea in seas]
    owners, ports = choice((INDEPENDENT, *kingdoms)), choice((NO_PORT, *waters))
    capitols: dict[int, str] = {}
    found = []
    for row in REGIONS.read(
        folder, region=_name, type=choice(REGION_TYPES), kingdom=owners, port=ports
    ):
        region = _region(row)
        if region.name.lower() in map(str.lower, waters):
            raise row.fail("region", f"{region.name!r} is a sea, choose another name")
        if region.type == CAPITOL:
            if region.kingdom in capitols:
                raise row.fail("type", f"a second capitol, after {capitols[region.kingdom]}")
            capitols[region.kingdom] = region.name
        found.append(region)
    for k, kingdom in enumerate(kingdoms):
        if k not in capitols:
            raise REGIONS.fail("type", f"{kingdom} has no capitol, expected one")
    return tuple(found)


def _region(row: Row) -> Region:
    name, kind, owner, port = row.cells
    region = Region(name, kind, owner - 1, port - 1)
    if kind == CAPITOL and region.kingdom < 0:
        raise row.fail("kingdom", "a capitol belongs to a kingdom")
    if region.port >= 0 and kind not in (CAPITOL, TOWN):
        raise row.fail("port", f"{row.word('port')!r}: only capitols and towns have one")
    return region


def straits(
    folder: Path, regions: Sequence[str], seas: Sequence[str]
) -> tuple[tuple[int, int, int], ...]:
    """Two regions and the sea between them, in the order of the file."""
    rows = STRAITS.pairs(folder, regions, sea=choice(seas))
    return tuple((*pair, row["sea"]) for pair, row in rows.items())


def check_reach(
    regions: Sequence[Region],
    roads: Iterable[tuple[int, int]],
    straits: Iterable[tuple[int, int, int]],
    sea_borders: Iterable[tuple[int, int]],
) -> None:
    """Every region can be reached from the first one, by land or sea."""
    first_sea = len(regions)
    joined = [*roads, *((a, b) for a, b, _ in straits)]
    joined += [(first_sea + a, first_sea + b) for a, b in sea_borders]
    joined += [(i, first_sea + region.port) for i, region in enumerate(regions) if region.port >= 0]
    lost = set(range(first_sea)) - reached(0, joined)
    if lost:
        raise ROADS.fail(
            "region", f"{regions[min(lost)].name} cannot be reached from {regions[0].name}"
        )


def battle(folder: Path) -> tuple[tuple[int, int], ...]:
    """For each face of the coloured die: who loses first, and who does if the sides are equal."""
    found = []
    for row in BATTLE.read(folder, {"die": count(1)}, first=choice(SIDES), tie=as_it_is):
        tie = row["first"]
        if tie == SMALLER_SIDE:
            tie = row.choice("tie", SIDES[:SMALLER_SIDE])
        else:
            row.choice("tie", (NO_TIE,))
        found.append((row["first"], tie))
    return tuple(found)
