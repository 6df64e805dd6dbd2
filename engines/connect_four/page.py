"""The position file of connect four."""

from __future__ import annotations

from eminence.engines.connect_four.rules import COLUMNS, ROWS, STRIDE
from eminence.engines.kit.grids import Grid
from eminence.engines.kit.page import Form, Section, needed

GRID = Grid(ROWS, COLUMNS, lambda row, column: column * STRIDE + ROWS - 1 - row)


def form(players: int) -> Form:
    """The board alone."""
    about = "line by line from the top; x is seat 0, o is seat 1"
    board = needed("board", GRID, about, field="marks")
    return Form([Section("", [board])], players)
