"""The map of Blood of Kings, with all that joins its regions, and the battle table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from eminence.cython_ext.errors import BadData
from eminence.engines.blood_of_kings.names import REGION_TYPES
from eminence.engines.blood_of_kings.tables import (
    ATTACKERS,
    CAPITOL,
    DEFENDERS,
    DIE,
    KINGDOMS,
    REGIONS,
    SEAS,
    SMALLER_SIDE,
    STRAITS,
    TOWN,
)
from eminence.engines.kit.tables import Entry, once, read_csv
from eminence.engines.kit.wording import by_number

INDEPENDENT = "independent"
NO_PORT = "none"
BATTLE = "battle.csv"
#: who loses the first unit of a clash
SIDES = by_number({ATTACKERS: "attacker", DEFENDERS: "defender", SMALLER_SIDE: "smaller"})
NO_TIE = "none"

MAP_COLUMNS: dict[str, tuple[str, ...]] = {
    "kingdoms.csv": ("kingdom", "colour", "source", "colour_source"),
    "seas.csv": ("sea", "base_income", "source"),
    "sea_borders.csv": ("sea", "other", "source"),
    "regions.csv": ("region", "type", "kingdom", "port", "source"),
    "roads.csv": ("region", "other", "source"),
    "straits.csv": ("region", "other", "sea", "source"),
}
BATTLE_COLUMNS: dict[str, tuple[str, ...]] = {BATTLE: ("die", "first", "tie", "source")}
KEY_COLUMNS: dict[str, int] = {
    **dict.fromkeys(MAP_COLUMNS, 1),
    "sea_borders.csv": 2,
    "roads.csv": 2,
    "straits.csv": 2,
    BATTLE: 1,
}


class Sea(NamedTuple):
    name: str
    base_income: int


class Region(NamedTuple):
    """Kingdom and port are -1 for an independent region and one without a port."""

    name: str
    type: int
    kingdom: int
    port: int


def kingdoms(folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The kingdoms in their initial order, and their colours."""
    rows = _exactly(folder, "kingdoms.csv", KINGDOMS)
    for column in ("kingdom", "colour"):
        once(rows, column, [column])
    names = tuple(_name(row, "kingdom") for row in rows)
    return names, tuple(row.word("colour") for row in rows)


def seas(folder: Path) -> tuple[Sea, ...]:
    rows = _exactly(folder, "seas.csv", SEAS)
    once(rows, "sea", ["sea"])
    return tuple(Sea(_name(row, "sea"), row.number("base_income", 0, 20)) for row in rows)


def sea_borders(folder: Path, seas: Sequence[Sea]) -> tuple[tuple[int, int], ...]:
    rows = read_csv(folder, "sea_borders.csv", MAP_COLUMNS["sea_borders.csv"])
    return _pairs(rows, "sea", [sea.name for sea in seas])


def regions(folder: Path, kingdoms: Sequence[str], seas: Sequence[Sea]) -> tuple[Region, ...]:
    """The regions in the order of the file; each kingdom has exactly one capitol."""
    rows = read_csv(folder, "regions.csv", MAP_COLUMNS["regions.csv"])
    if not KINGDOMS <= len(rows) <= REGIONS:
        raise BadData(f"regions.csv: {len(rows)} rows, expected {KINGDOMS} to {REGIONS}")
    once(rows, "region", ["region"])
    seen: dict[int, str] = {}
    found = []
    for row in rows:
        region = _region(row, kingdoms, seas)
        if region.name.lower() in (sea.name.lower() for sea in seas):
            raise row.fail("region", f"{region.name!r} is a sea, choose another name")
        if region.type == CAPITOL:
            if region.kingdom in seen:
                raise row.fail("type", f"a second capitol, after {seen[region.kingdom]}")
            seen[region.kingdom] = region.name
        found.append(region)
    for k, kingdom in enumerate(kingdoms):
        if k not in seen:
            raise BadData(f"regions.csv, type: {kingdom} has no capitol, expected one")
    return tuple(found)


def _region(row: Entry, kingdoms: Sequence[str], seas: Sequence[Sea]) -> Region:
    kind = row.choice("type", REGION_TYPES)
    kingdom = row.choice("kingdom", (INDEPENDENT, *kingdoms)) - 1
    port = row.choice("port", (NO_PORT, *(sea.name for sea in seas))) - 1
    if kind == CAPITOL and kingdom < 0:
        raise row.fail("kingdom", "a capitol belongs to a kingdom")
    if port >= 0 and kind not in (CAPITOL, TOWN):
        raise row.fail("port", f"{row.word('port')!r}: only capitols and towns have one")
    return Region(_name(row, "region"), kind, kingdom, port)


def roads(folder: Path, regions: Sequence[Region]) -> tuple[tuple[int, int], ...]:
    rows = read_csv(folder, "roads.csv", MAP_COLUMNS["roads.csv"])
    return _pairs(rows, "region", [region.name for region in regions])


def straits(
    folder: Path, regions: Sequence[Region], seas: Sequence[Sea]
) -> tuple[tuple[int, int, int], ...]:
    """Two regions and the sea between them."""
    rows = _exactly(folder, "straits.csv", STRAITS)
    names, waters = [region.name for region in regions], [sea.name for sea in seas]
    # Sorted like the pairs would change which row a sea belongs to.
    ends = [_pair(row, "region", names) for row in rows]
    for i, row in enumerate(rows):
        if ends[i] in ends[:i]:
            raise row.fail("other", f"{row.word('other')!r}: expected each pair once")
    return tuple((*pair, row.choice("sea", waters)) for pair, row in zip(ends, rows, strict=True))


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
    reached = {0}
    while True:
        further = {c for pair in joined if reached & {*pair} for c in pair} | reached
        if further == reached:
            break
        reached = further
    lost = [region.name for i, region in enumerate(regions) if i not in reached]
    if lost:
        raise BadData(f"roads.csv, region: {lost[0]} cannot be reached from {regions[0].name}")


def _exactly(folder: Path, file: str, count: int) -> list[Entry]:
    rows = read_csv(folder, file, MAP_COLUMNS[file])
    if len(rows) != count:
        raise BadData(f"{file}: {len(rows)} rows, expected {count}")
    return rows


def _name(row: Entry, field: str) -> str:
    """A name that lists of names and counts can hold."""
    name = row.word(field)
    if name[0].isdigit() or set(name) & set(",:;+"):
        raise row.fail(field, f"{name!r}: expected no digit in front, and none of , : ; +")
    return name


def _pairs(rows: Sequence[Entry], field: str, names: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """Each pair once."""
    found: set[tuple[int, int]] = set()
    for row in rows:
        pair = _pair(row, field, names)
        if pair in found:
            raise row.fail("other", f"{row.word('other')!r}: expected each pair once")
        found.add(pair)
    return tuple(sorted(found))


def _pair(row: Entry, field: str, names: Sequence[str]) -> tuple[int, int]:
    a, b = row.choice(field, names), row.choice("other", names)
    if a == b:
        raise row.fail("other", f"{row.word('other')!r}: expected two different ones")
    return min(a, b), max(a, b)


def battle(folder: Path) -> tuple[tuple[int, int], ...]:
    """For each face of the coloured die who loses first, and who if the sides are equal."""
    rows = read_csv(folder, BATTLE, BATTLE_COLUMNS[BATTLE])
    if len(rows) != DIE:
        raise BadData(f"{BATTLE}: {len(rows)} rows, expected {DIE}")
    found = []
    for face, row in enumerate(rows, 1):
        if row.number("die") != face:
            raise row.fail("die", f"expected {face}: the faces in their order")
        first = row.choice("first", SIDES)
        if first == SMALLER_SIDE:
            tie = row.choice("tie", SIDES[:SMALLER_SIDE])
        else:
            row.choice("tie", (NO_TIE,))
            tie = first
        found.append((first, tie))
    return tuple(found)
