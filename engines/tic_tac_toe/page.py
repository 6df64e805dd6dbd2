"""The position file of tic-tac-toe: what a person writes to get a hint.

A `Form` lists the entries once. The reader, the writer, the comments in the file and the ranges
of the state's fields all come from it. A game without a page gets a file that lists the members
of its struct, which is enough to begin with.
"""

from __future__ import annotations

from eminence.engines.kit.grids import Grid
from eminence.engines.kit.page import Form, Section, needed

GRID = Grid(3, 3, lambda row, column: 3 * row + column)
BOARD_COMMENT = "line by line from the top; x is seat 0, o is seat 1"


def form(players: int) -> Form:
    """One entry, which fills the field `marks`. A file without it is refused."""
    board = needed("board", GRID, BOARD_COMMENT, field="marks")
    return Form([Section("", [board])], players)
