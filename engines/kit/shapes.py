"""A game's shapes.toml: its map as outlines, dots and roads, in the units of a picture.

It lies beside the rules, not among the data: how a map looks changes no rule, so it has no part
in the hash by which saved games know theirs. `docs/map_shapes.py` writes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import isfinite
from pathlib import Path
from typing import Any

from eminence.cython_ext.errors import shown
from eminence.cython_ext.pictures.scene import Point
from eminence.engines.kit.tables import Record, read_toml

FILE = "shapes.toml"
#: what the names of areas begin with that are no places of the game's land
SEA, LAND = "sea: ", "land: "


@dataclass(frozen=True)
class Place:
    """An area of the map."""

    outlines: tuple[tuple[Point, ...], ...]
    """One polygon or several, such as a land with its islands."""
    label: Point
    """The middle of the roomiest spot."""


@dataclass(frozen=True)
class Road:
    """Joins two neighbours whose areas do not touch."""

    between: tuple[str, str]
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Shapes:
    """A map: areas and dots by their names in the game's data."""

    width: float
    height: float
    areas: dict[str, Place]
    points: dict[str, Point]
    roads: tuple[Road, ...]


def shapes_of(package_file: Path) -> Shapes:
    """The map of the game in whose folder this file lies; its `__file__` or the folder itself."""
    folder = package_file if package_file.is_dir() else package_file.parent
    return _read(folder)


@lru_cache
def _read(folder: Path) -> Shapes:
    file = read_toml(folder, FILE)
    parts = [part for part in ("points", "roads") if part in file.values]
    file.need(["width", "height", "areas", *parts])
    map_ = Shapes(
        width=_size(file, "width"),
        height=_size(file, "height"),
        areas=_areas(file.table("areas")),
        points=_points(file.table("points")) if "points" in parts else {},
        roads=tuple(map(_road, _road_tables(file))) if "roads" in parts else (),
    )
    _check_sizes(file, map_)
    _check_roads(file, map_)
    return map_


def _size(file: Record, field: str) -> float:
    size = _number(file, field, file.values[field])
    if size <= 0:
        raise file.fail(field, f"expected more than 0, got {shown(size)}")
    return size


def _areas(table: Record) -> dict[str, Place]:
    return {name: _place(table.table(name)) for name in table.values}


def _place(table: Record) -> Place:
    table.need(["outlines", "label"])
    outlines = tuple(_line(table, "outlines", line, 3) for line in _list(table, "outlines"))
    if not outlines:
        raise table.fail("outlines", "expected at least one")
    return Place(outlines, _point(table, "label", table.values["label"]))


def _points(table: Record) -> dict[str, Point]:
    return {name: _point(table, name, value) for name, value in table.values.items()}


def _road_tables(file: Record) -> list[Record]:
    tables = [Record(FILE, f"[[roads]] {n}", t) for n, t in enumerate(_list(file, "roads"), 1)]
    for table in tables:
        if not isinstance(table.values, dict):
            raise file.fail("roads", f"expected tables, got {shown(table.values)}")
    return tables


def _road(table: Record) -> Road:
    between = table.need(["between", "points"]).words("between")
    if len(set(between)) != 2 or len(between) != 2:
        raise table.fail("between", f"expected two different names, got {len(between)} names")
    first, second = between
    return Road((first, second), _line(table, "points", table.values["points"], 2))


def _line(table: Record, field: str, value: Any, least: int) -> tuple[Point, ...]:
    if not isinstance(value, list) or len(value) < least:
        raise table.fail(field, f"expected {least} points or more, got {shown(value)}")
    return tuple(_point(table, field, point) for point in value)


def _point(table: Record, field: str, value: Any) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise table.fail(field, f"expected a point, [x, y], got {shown(value)}")
    return _number(table, field, value[0]), _number(table, field, value[1])


def _number(table: Record, field: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise table.fail(field, f"expected a number, got {shown(value)}")
    return float(value)


def _list(table: Record, field: str) -> list[Any]:
    value = table.values[field]
    if not isinstance(value, list):
        raise table.fail(field, f"expected a list, got {shown(value)}")
    return value


def _check_sizes(file: Record, map_: Shapes) -> None:
    """Everything must lie on the map."""
    for name, area in map_.areas.items():
        for point in chain(*area.outlines, (area.label,)):
            _check_on_map(file, map_, f"areas, {name}", point)
    for name, point in map_.points.items():
        _check_on_map(file, map_, f"points, {name}", point)
    for number, road in enumerate(map_.roads, 1):
        for point in road.points:
            _check_on_map(file, map_, f"[[roads]] {number}", point)


def _check_on_map(file: Record, map_: Shapes, place: str, point: Point) -> None:
    x, y = point
    if not (0 <= x <= map_.width and 0 <= y <= map_.height):
        size = f"{map_.width:g} wide and {map_.height:g} high"
        raise file.fail(place, f"[{x:g}, {y:g}] is not on the map, which is {size}")


def _check_roads(file: Record, map_: Shapes) -> None:
    for number, road in enumerate(map_.roads, 1):
        for name in road.between:
            if name not in map_.areas and name not in map_.points:
                raise file.fail(f"[[roads]] {number}", f"{name!r} is neither an area nor a point")
