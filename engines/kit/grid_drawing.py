"""Boards of x and o as pictures: cells, marks, and the line that won."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.scene import (
    TEXT,
    Anchor,
    Disc,
    Group,
    Line,
    Panel,
    Shape,
    Text,
    seat_tone,
)
from eminence.engines.kit.drawing import Plate, plates, to_move
from eminence.engines.kit.grids import MARKS, Grid

#: a cell of a board, by row and column
Cell = tuple[int, int]
#: draws one cell with its corner at a place
DrawCell = Callable[[Cell, float, float], Shape]

CELL = 60.0
#: beside the board, for the numbers of rows and columns
EDGE = 20.0
#: down, to the right, and both slopes
_WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


def marks_on(grid: Grid, marks: Sequence[int]) -> dict[Cell, int]:
    """Whose mark each cell has that has one."""
    return {
        (row, column): MARKS.index(mark)
        for row, line in enumerate(grid.draw(marks))
        for column, mark in enumerate(line)
        if mark in MARKS
    }


def line_of(marks: Mapping[Cell, int], length: int) -> list[Cell]:
    """The cells of a line of so many equal marks; [] if there is none."""
    for (row, column), seat in sorted(marks.items()):
        for down, right in _WAYS:
            line = [(row + down * i, column + right * i) for i in range(length)]
            if all(marks.get(cell) == seat for cell in line):
                return line
    return []


def cell_name(cell: Cell) -> str:
    """The id of a cell."""
    return f"cell {cell[0]},{cell[1]}"


def middle(cell: Cell) -> tuple[float, float]:
    """The middle of a cell in the board's panel."""
    row, column = cell
    return EDGE + CELL * (column + 0.5), EDGE + CELL * (row + 0.5)


def mark(x: float, y: float, seat: int, *, size: float = CELL) -> tuple[Shape, ...]:
    """An x or an o around a middle, in the colour of its seat."""
    reach, stroke, tone = 0.27 * size, 0.13 * size, seat_tone(seat)
    if MARKS[seat] == "x":
        ends = ((-reach, -reach), (reach, reach)), ((-reach, reach), (reach, -reach))
        return tuple(
            Line(((x + left, y + up), (x + right, y + down)), width=stroke, tone=tone)
            for (left, up), (right, down) in ends
        )
    ring = Disc(x, y, reach + stroke / 2, tone=tone)
    return ring, Disc(x, y, reach - stroke / 2, tone="paper")


def board_panel(grid: Grid, cells: Sequence[Shape], line: Sequence[Cell] = ()) -> Panel:
    """The board with the numbers of its rows and columns, and a stroke through a line."""
    shapes = [*cells, *_numbers(grid)]
    if line:
        shapes.append(Line((middle(line[0]), middle(line[-1])), width=5.0, tone="accent"))
    width, height = EDGE + CELL * grid.columns + 1, EDGE + CELL * grid.rows + 1
    return Panel("board", "Board", width, height, tuple(shapes))


def _numbers(grid: Grid) -> list[Text]:
    """Moves name rows and columns by them."""
    above = [
        Text(middle((0, column))[0], EDGE - 6, str(column), anchor=Anchor.MIDDLE, tone="quiet")
        for column in range(grid.columns)
    ]
    beside = [
        Text(
            EDGE / 2 - 2,
            middle((row, 0))[1] + 0.36 * TEXT,
            str(row),
            anchor=Anchor.MIDDLE,
            tone="quiet",
        )
        for row in range(grid.rows)
    ]
    return [*above, *beside]


def signs_panel(view: View, facts: Mapping[int, Sequence[str]], winner: int | None) -> Panel:
    """Both players: who writes what, who is to move, who has won."""
    rows = [
        Plate(
            seat,
            facts.get(seat, ()),
            "has won" if seat == winner else to_move(view, seat),
            mark=f"({MARKS[seat]})",
        )
        for seat in range(view.game.seats)
    ]
    return plates(rows, view.seat)


def grid_title(view: View, name: str, winner: int | None) -> str:
    """What the picture shows, for those who cannot see it."""
    if winner is not None:
        return f"{name}: seat {winner} ({MARKS[winner]}) has won."
    if view.over:
        return f"{name}: a draw."
    return f"{name}: seat {view.player} ({MARKS[view.player]}) is to move."


def cells_of(grid: Grid, draw: DrawCell) -> list[Shape]:
    """All cells, row by row."""
    return [
        draw((row, column), EDGE + CELL * column, EDGE + CELL * row)
        for row in range(grid.rows)
        for column in range(grid.columns)
    ]


def drawn_cell(cell: Cell, inside: Sequence[Shape], tip: str) -> Group:
    """A cell as one thing that can be pointed at."""
    return Group(tuple(inside), id=cell_name(cell), tip=tip, tone="paper")
