"""What a game asks of its map: where its places lie and which of them are neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.errors import BadData
from eminence.engines.kit.shapes import LAND, SEA
from eminence.engines.kit.tables import Record, read_csv, read_toml

PLACES, PLAN = "places.csv", "map.toml"
Points = NDArray[np.float64]
Pair = tuple[int, int]


@dataclass(frozen=True)
class Plan:
    """The wishes for one map; places come before the surroundings, and are known by number."""

    width: float
    height: float
    names: tuple[str, ...]
    """Places first; the seas and foreign lands behind them may have several rows of one name."""
    points: Points
    """Where each of the names lies, in the units of the map."""
    places: int
    """How many of the names are places of the game."""
    borders: frozenset[Pair]
    """Neighbours that must share an edge."""
    roads: tuple[Pair, ...]
    """Neighbours that need not touch: a road joins them."""
    spacing: float
    """From one point of the surroundings to the next."""
    room: float
    """The size that the area of a place should have."""


def plan_of(folder: Path) -> Plan:
    """What a game's folder says."""
    file = read_toml(folder, PLAN)
    width, height = float(file.number("width", 1, 2000)), float(file.number("height", 1, 2000))
    rows = sorted(read_csv(folder, PLACES, ["name", "x", "y", "source"]), key=_is_around)
    names = tuple(row.word("name") for row in rows)
    numbers = _Numbers(names)
    loose = [numbers.pair(*pair) for pair in file.values.get("roads", ())]
    borders = {numbers.pair(*pair) for pair in _joined(folder, file, "borders")}
    straits = [numbers.pair(*pair) for pair in _joined(folder, file, "straits")]
    return Plan(
        width=width,
        height=height,
        names=names,
        points=projected(file, np.array([degrees_of(row) for row in rows])),
        places=sum(not _is_around(row) for row in rows),
        borders=frozenset(borders - {*loose}),
        roads=(*loose, *straits),
        spacing=float(file.number("spacing", 1, 2000)),
        room=float(file.number("room", 1, 100_000)),
    )


def is_around(name: str) -> bool:
    """Whether this is a sea or a foreign land."""
    return name.startswith((SEA, LAND))


def projected(file: Record, degrees: Points) -> Points:
    """Longitude and latitude in the units of the map, whose frame the file has in degrees."""
    west, south, east, north = file.values["frame"]
    x = (degrees[:, 0] - west) / (east - west) * file.values["width"]
    y = (north - degrees[:, 1]) / (north - south) * file.values["height"]
    return np.column_stack([x, y])


def degrees_of(row: Record) -> tuple[float, float]:
    """Where a row of places.csv lies, in degrees east and north."""
    return _degrees(row, "x"), _degrees(row, "y")


class _Numbers:
    """Places by their names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.numbers = {name: number for number, name in enumerate(names)}

    def pair(self, *names: str) -> Pair:
        """Two places, the one with the smaller number first."""
        for name in names:
            if name not in self.numbers:
                raise BadData(f"{PLACES}: {name!r} is missing, though it has neighbours")
        a, b = sorted(self.numbers[name] for name in names)
        return a, b


def _is_around(row: Record) -> bool:
    return is_around(row.word("name"))


def _degrees(row: Record, field: str) -> float:
    try:
        return float(row.word(field))
    except ValueError:
        raise row.fail(field, "expected a number of degrees") from None


def _joined(folder: Path, file: Record, key: str) -> Iterator[tuple[str, str]]:
    """The pairs that a table of the game's data lists; `key` says which table that is."""
    if key not in file.values:
        return
    table = file.table(key)
    path = folder / table.word("file")
    columns = table.words("columns")
    for row in read_csv(path.parent, path.name, columns):
        yield row.word(columns[0]), row.word(columns[1])
