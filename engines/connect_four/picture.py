"""The picture of connect four: the upright board, column by column."""

from __future__ import annotations

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.scene import (
    TEXT,
    Anchor,
    Box,
    Disc,
    Group,
    Panel,
    Scene,
    Shape,
    Text,
    seat_tone,
)
from eminence.engines.connect_four.page import GRID
from eminence.engines.kit.drawing import decides
from eminence.engines.kit.grid_drawing import (
    Cell,
    cell_name,
    grid_title,
    line_of,
    marks_on,
    signs_panel,
)
from eminence.engines.kit.grids import MARKS
from eminence.engines.kit.wording import plural

NAME = "Connect four"
#: pieces in a line that win
IN_A_ROW = 4

CELL = 50.0
RADIUS = 0.4 * CELL
#: above the board, for the numbers of the columns
HEAD = 20.0


def picture(view: View) -> Scene:
    """What a picture of a view shows. Nothing is hidden here."""
    marks = marks_on(GRID, view.data["marks"])
    line = line_of(marks, IN_A_ROW)
    winner = marks[line[0]] if line else None
    facts = {
        seat: [plural(sum(owner == seat for owner in marks.values()), "piece")]
        for seat in range(view.game.seats)
    }
    panels = (_board(view, marks, line), signs_panel(view, facts, winner))
    return Scene(grid_title(view, NAME, winner), panels, _moves(view, marks))


def _board(view: View, marks: dict[Cell, int], line: list[Cell]) -> Panel:
    width, height = CELL * GRID.columns, CELL * GRID.rows
    shapes: list[Shape] = []
    for column in range(GRID.columns):
        x = CELL * (column + 0.5)
        shapes.append(Text(x, HEAD - 6, str(column), anchor=Anchor.MIDDLE, tone="quiet"))
        shapes.append(_column(view, marks, line, column))
    return Panel("board", "Board", width, HEAD + height, tuple(shapes))


def _column(view: View, marks: dict[Cell, int], line: list[Cell], column: int) -> Group:
    """A column as one thing, wherever it is touched."""
    free = _free(marks, column)
    box = Box(CELL * column, HEAD, CELL, CELL * GRID.rows, tone="land 4", round=0)
    places = [(row, column) for row in range(GRID.rows)]
    inside = [
        _piece(place, marks[place], place in line) if place in marks else _empty(place)
        for place in places
    ]
    if free:
        inside[free - 1] = _landing(view, places[free - 1])
    tip = f"Column {column}: {plural(free, 'free place')}."
    return Group((box, *inside), id=_column_name(column), tip=tip, tone="land 4")


def _free(marks: dict[Cell, int], column: int) -> int:
    """How many places of a column are free."""
    return GRID.rows - sum(place == column for _, place in marks)


def _column_name(column: int) -> str:
    return f"column {column}"


def _empty(cell: Cell) -> Shape:
    return Disc(*_middle(cell), RADIUS, tone="paper")


def _landing(view: View, cell: Cell) -> Shape:
    """Where the next piece of the column comes to lie; a dot if it may be the viewer's."""
    shapes = [_empty(cell)]
    if decides(view):
        shapes.append(Disc(*_middle(cell), RADIUS / 3, tone=seat_tone(view.seat), faint=True))
    tip = f"The next piece in column {cell[1]} falls here."
    return Group(tuple(shapes), id=cell_name(cell), tip=tip, tone="paper")


def _piece(cell: Cell, owner: int, wins: bool) -> Shape:
    """A piece; those of the line that wins have a ring."""
    x, y = _middle(cell)
    size = 1.2 * TEXT
    sign = Text(
        x,
        y + 0.3 * size,
        MARKS[owner],
        size=size,
        anchor=Anchor.MIDDLE,
        bold=True,
        tone=f"on seat {owner}",
    )
    ring = (Disc(x, y, RADIUS + 4, tone="accent"),) if wins else ()
    piece = Disc(x, y, RADIUS, tone=seat_tone(owner))
    return Group((*ring, piece, sign), tip=f"{MARKS[owner]}, a piece of seat {owner}.")


def _middle(cell: Cell) -> tuple[float, float]:
    row, column = cell
    return CELL * (column + 0.5), HEAD + CELL * (row + 0.5)


def _moves(view: View, marks: dict[Cell, int]) -> dict[int, tuple[str, ...]]:
    """A move names a column, and leads to its lowest free place."""
    if not decides(view):
        return {}
    return {
        column: (_column_name(column), cell_name((_free(marks, column) - 1, column)))
        for column in view.actions()
    }
