"""The map as it lies there in every position: outlines, spots for signs, roads.

Regions and seas that shapes.toml does not know, those of an owner's own data, come as boxes below
the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist
from pathlib import Path

from eminence.cython_ext.pictures.lettering import text_box, text_width
from eminence.cython_ext.pictures.scene import Anchor, Point, Text
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.tables import FIRST_SEA
from eminence.engines.kit.shapes import LAND, SEA, Shapes, shapes_of

#: the game's own folder, where its shapes.toml lies
FOLDER = Path(__file__).parents[1]
#: a place that shapes.toml does not know
BOX_WIDTH, BOX_HIGH, BOX_GAP = 84.0, 60.0, 4.0
#: no sign is squeezed into less
LEAST_ROOM = 56.0
#: names of places are no larger than this, no smaller, and smaller only where they would meet
LARGEST, SMALLEST, TINIEST = 13.0, 9.0, 6.0
#: where the letters of a name stand, above the middle of its place
ABOVE_MIDDLE = 8.0
#: a road is a stroke that reaches so far into both regions
STROKE = 10.0

Outlines = tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class Spot:
    """Where a region or sea lies, and its sign."""

    outlines: Outlines
    label: Point
    room: float
    """How wide the sign may be."""
    size: float
    """How high its name is written."""


class Land:
    """The map of one loaded game."""

    def __init__(self, board: Board) -> None:
        shapes = shapes_of(FOLDER)
        self.width = shapes.width
        self.spots = {place: _spot(shapes, name) for place, name in known_places(board, shapes)}
        unknown = [place for place in places(board) if place not in self.spots]
        self.spots |= boxes(unknown, self.width, shapes.height + BOX_GAP)
        self.bottom = max(shapes.height, *(_bottom(spot) for spot in self.spots.values()))
        known = {SEA + name for name in board.sea_names}
        self.backdrop = {
            name: place.outlines
            for name, place in shapes.areas.items()
            if name.startswith((LAND, SEA)) and name not in known
        }
        names = {place: written_name(board, place) for place in self.spots}
        self.spots = kept_apart(self.spots, names)
        self.roads = [*_roads(board, self.spots)]
        self.straits = [*_straits(board, shapes, self.spots)]


def places(board: Board) -> Iterator[int]:
    """All regions, then all seas."""
    yield from range(len(board.regions))
    yield from range(FIRST_SEA, FIRST_SEA + len(board.seas))


def written_name(board: Board, place: int) -> str:
    """What is written on the map: seas with their base income."""
    if place < FIRST_SEA:
        return board.region_names[place]
    sea = board.seas[place - FIRST_SEA]
    return f"{sea.name} ({sea.base_income})"


def known_places(board: Board, shapes: Shapes) -> Iterator[tuple[int, str]]:
    """The places that shapes.toml has, and what they are called there."""
    for place in places(board):
        name = board.place_names[place]
        if place >= FIRST_SEA:
            name = SEA + name
        if name in shapes.areas:
            yield place, name


def _spot(shapes: Shapes, name: str) -> Spot:
    area = shapes.areas[name]
    room = max(LEAST_ROOM, room_at(area.outlines, area.label))
    return Spot(area.outlines, area.label, room, name_size(name, room))


def name_size(name: str, room: float) -> float:
    """As large as the name can be in its place, within reason."""
    return min(LARGEST, max(SMALLEST, room / text_width(name, 1.0, bold=True)))


def name_text(spot: Spot, name: str, bold: bool) -> Text:
    """The name of a place where it is written."""
    x, y = spot.label
    return Text(x, y - ABOVE_MIDDLE, name, size=spot.size, anchor=Anchor.MIDDLE, bold=bold)


def kept_apart(spots: Mapping[int, Spot], names: Mapping[int, str]) -> dict[int, Spot]:
    """The same spots, with smaller names where two would lie on each other."""
    found = dict(spots)
    for one, other in combinations(spots, 2):
        while _meet(found[one], names[one], found[other], names[other]):
            size = max(found[one].size, found[other].size) - 0.5
            if size < TINIEST:
                break
            for place in (one, other):
                smaller = min(found[place].size, size)
                found[place] = replace(found[place], size=smaller)
    return found


def _meet(one: Spot, name: str, other: Spot, other_name: str) -> bool:
    if abs(one.label[1] - other.label[1]) > LARGEST:
        return False
    left, top, right, bottom = text_box(name_text(one, name, True))
    start, above, end, below = text_box(name_text(other, other_name, True))
    return min(right, end) > max(left, start) and min(bottom, below) > max(top, above)


def room_at(outlines: Outlines, label: Point) -> float:
    """How wide the area is, in even shares to both sides, at the height of its label."""
    x, y = label
    crossed = sorted(_crossings(outlines, y))
    left = [at for at in crossed if at <= x]
    right = [at for at in crossed if at > x]
    return 2 * min(x - left[-1], right[0] - x) if left and right else 0.0


def _crossings(outlines: Outlines, y: float) -> Iterator[float]:
    for outline in outlines:
        for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
            if (y0 <= y) != (y1 <= y):
                yield x0 + (x1 - x0) * (y - y0) / (y1 - y0)


def boxes(unknown: Sequence[int], width: float, top: float) -> dict[int, Spot]:
    """Places that have no outline, in rows of boxes."""
    in_row = int(width / (BOX_WIDTH + BOX_GAP))
    found = {}
    for number, place in enumerate(unknown):
        row, column = divmod(number, in_row)
        x, y = (BOX_WIDTH + BOX_GAP) * column, top + (BOX_HIGH + BOX_GAP) * row
        corners = ((x, y), (x + BOX_WIDTH, y), (x + BOX_WIDTH, y + BOX_HIGH), (x, y + BOX_HIGH))
        middle = (x + BOX_WIDTH / 2, y + BOX_HIGH / 2)
        found[place] = Spot((corners,), middle, BOX_WIDTH, SMALLEST)
    return found


def _bottom(spot: Spot) -> float:
    return max(y for outline in spot.outlines for _, y in outline)


def _roads(board: Board, spots: Mapping[int, Spot]) -> Iterator[tuple[Point, ...]]:
    """For each road of the data a stroke across the border, or from sign to sign without one."""
    for first, second in board.roads:
        ends = spots[first].label, spots[second].label
        gate = _gate(spots[first], spots[second])
        yield (_towards(gate, ends[0]), gate, _towards(gate, ends[1])) if gate else ends


def _gate(one: Spot, other: Spot) -> Point | None:
    """The point of a common border that is nearest to both signs."""
    (x0, y0), (x1, y1) = one.label, other.label
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    common = {p for line in one.outlines for p in line} & {
        p for line in other.outlines for p in line
    }
    return min(sorted(common), key=lambda point: dist(point, middle), default=None)


def _towards(start: Point, end: Point) -> Point:
    """A short step from one point to another."""
    share = min(1.0, STROKE / max(dist(start, end), 1.0))
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _straits(
    board: Board, shapes: Shapes, spots: Mapping[int, Spot]
) -> Iterator[tuple[Point, ...]]:
    """The way that the map has for each strait, or a line from sign to sign."""
    ways = {frozenset(road.between): road.points for road in shapes.roads}
    for first, second, _ in board.straits:
        pair = frozenset((board.region_names[first], board.region_names[second]))
        yield ways.get(pair) or (spots[first].label, spots[second].label)
