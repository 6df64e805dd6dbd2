"""The outlines of the counties: from shapes.toml, or as a table for counties it does not know."""

from __future__ import annotations

from math import ceil, floor
from pathlib import Path

from eminence.cython_ext.pictures.scene import Point
from eminence.engines.kit.shapes import Place, Shapes, shapes_of
from eminence.engines.wallenstein.explanations.looking import counties_of
from eminence.engines.wallenstein.numbers import Board

#: a cell of the table
CELL_WIDTH, CELL_HEIGHT = 134.0, 72.0
#: from one height at which an area is measured to the next
STEP = 2.0


def outlines_of(board: Board) -> Shapes:
    """The map; a data folder with counties of its own gets a table, a column for each region."""
    map_ = shapes_of(Path(__file__).parent.parent)
    return map_ if set(board.names) <= set(map_.areas) else _table(board)


def _table(board: Board) -> Shapes:
    areas = {
        board.names[county]: _cell(CELL_WIDTH * region, CELL_HEIGHT * row)
        for region in range(len(board.regions))
        for row, county in enumerate(counties_of(board, region))
    }
    rows = max(len(counties_of(board, region)) for region in range(len(board.regions)))
    return Shapes(CELL_WIDTH * len(board.regions), CELL_HEIGHT * rows, areas, {}, ())


def _cell(x: float, y: float) -> Place:
    right, foot = x + CELL_WIDTH, y + CELL_HEIGHT
    return Place(
        (((x, y), (right, y), (right, foot), (x, foot)),), (x + CELL_WIDTH / 2, y + CELL_HEIGHT / 2)
    )


class Inside:
    """How wide an area is on both sides of an upright line, height by height."""

    def __init__(self, place: Place, x: float) -> None:
        self.place = place
        self.x = x
        self.spans: dict[int, tuple[float, float]] = {}

    def strip(self, top: float, foot: float) -> tuple[float, float]:
        """The left and right end of a strip between two heights that lies inside the area."""
        rows = range(floor(top / STEP), ceil(foot / STEP) + 1)
        spans = [self._span(row) for row in rows]
        return max(left for left, _ in spans), min(right for _, right in spans)

    def _span(self, row: int) -> tuple[float, float]:
        if row not in self.spans:
            self.spans[row] = _span(self.place, self.x, row * STEP)
        return self.spans[row]


def _span(place: Place, x: float, y: float) -> tuple[float, float]:
    """From where to where a level line through this point lies inside the area."""
    for outline in place.outlines:
        crossings = _crossings(outline, y)
        for left, right in zip(crossings[::2], crossings[1::2], strict=False):
            if left <= x <= right:
                return left, right
    return x, x


def _crossings(outline: tuple[Point, ...], y: float) -> list[float]:
    """Where an outline crosses a height, from left to right."""
    crossed = []
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 <= y) != (y2 <= y):
            crossed.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return sorted(crossed)
