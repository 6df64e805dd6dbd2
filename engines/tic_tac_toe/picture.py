"""The picture of tic-tac-toe: the board, and who writes what."""

from __future__ import annotations

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.scene import Box, Group, Scene, Shape
from eminence.engines.kit.drawing import decides
from eminence.engines.kit.grid_drawing import (
    CELL,
    Cell,
    board_panel,
    cell_name,
    cells_of,
    drawn_cell,
    grid_title,
    line_of,
    mark,
    marks_on,
    middle,
    signs_panel,
)
from eminence.engines.kit.grids import MARKS
from eminence.engines.tic_tac_toe.page import GRID

NAME = "Tic-tac-toe"
#: marks in a line that win
IN_A_ROW = 3


def picture(view: View) -> Scene:
    """What a picture of a view shows. Nothing is hidden here."""
    marks = marks_on(GRID, view.data["marks"])
    line = line_of(marks, IN_A_ROW)
    winner = marks[line[0]] if line else None

    def cell(place: Cell, x: float, y: float) -> Group:
        inside: list[Shape] = [Box(x, y, CELL, CELL, tone="paper", round=0)]
        owner = marks.get(place)
        if owner is not None:
            inside += mark(*middle(place), owner)
        return drawn_cell(place, inside, cell_tip(place, owner))

    panels = (board_panel(GRID, cells_of(GRID, cell), line), signs_panel(view, {}, winner))
    return Scene(grid_title(view, NAME, winner), panels, cell_moves(view))


def cell_tip(cell: Cell, owner: int | None) -> str:
    """Where a cell is and whose mark it has."""
    row, column = cell
    what = "empty" if owner is None else f"{MARKS[owner]}, the mark of seat {owner}"
    return f"Row {row}, column {column}: {what}."


def cell_moves(view: View) -> dict[int, tuple[str, ...]]:
    """Each legal move names a cell, by its number on the grid."""
    if not decides(view):
        return {}
    names = {
        GRID.bit(row, column): cell_name((row, column))
        for row in range(GRID.rows)
        for column in range(GRID.columns)
    }
    return {action: (names[action],) for action in view.actions()}
