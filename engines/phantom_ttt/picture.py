"""The picture of phantom tic-tac-toe: own marks, those found, and how many are still hidden."""

from __future__ import annotations

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.scene import Anchor, Box, Group, Scene, Shape, Text
from eminence.engines.kit.grid_drawing import (
    CELL,
    Cell,
    board_panel,
    cells_of,
    drawn_cell,
    grid_title,
    line_of,
    mark,
    marks_on,
    middle,
    signs_panel,
)
from eminence.engines.kit.wording import plural
from eminence.engines.tic_tac_toe.page import GRID
from eminence.engines.tic_tac_toe.picture import IN_A_ROW, cell_moves, cell_tip

NAME = "Phantom tic-tac-toe"


def picture(view: View) -> Scene:
    """What a picture of a view shows: a cell that may have a hidden mark has a question mark."""
    data = view.data
    marks = marks_on(GRID, data["marks"])
    hidden = _hidden(view, marks)
    winner = int(data["winner"]) - 1 if data["winner"] else None

    def cell(place: Cell, x: float, y: float) -> Group:
        owner = marks.get(place)
        inside: list[Shape] = [Box(x, y, CELL, CELL, tone="paper", round=0)]
        if owner is not None:
            inside += mark(*middle(place), owner)
        elif any(hidden.values()):
            inside.append(_question(place))
        return drawn_cell(place, inside, _tip(place, owner, any(hidden.values())))

    # A line of three can be seen only by the one who made it.
    line = line_of(marks, IN_A_ROW)
    facts = {seat: [_hidden_words(count)] for seat, count in hidden.items() if count}
    panels = (board_panel(GRID, cells_of(GRID, cell), line), signs_panel(view, facts, winner))
    return Scene(grid_title(view, NAME, winner), panels, cell_moves(view))


def _hidden(view: View, marks: dict[Cell, int]) -> dict[int, int]:
    """By seat, the marks that it made and the viewer does not see. They alternate, x first."""
    made = int(view.data["made"])
    return {
        seat: (made + 1 - seat) // 2 - sum(owner == seat for owner in marks.values())
        for seat in range(view.game.seats)
    }


def _hidden_words(count: int) -> str:
    return f"{plural(count, 'mark')} that you do not see"


def _question(cell: Cell) -> Text:
    x, y = middle(cell)
    size = 0.4 * CELL
    return Text(x, y + 0.36 * size, "?", size=size, anchor=Anchor.MIDDLE, tone="quiet")


def _tip(cell: Cell, owner: int | None, hidden: bool) -> str:
    if owner is None and hidden:
        row, column = cell
        return f"Row {row}, column {column}: empty, or a mark that you have not found."
    return cell_tip(cell, owner)
