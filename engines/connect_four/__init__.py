"""Connect four: drop pieces into seven columns, four in a row wins. OpenSpiel's `connect_four`.

Perfect information, no chance, two players on 6 rows and 7 columns. Actions are columns
0..6, from the left.
"""

from __future__ import annotations

from typing import Any

from cython_ext.fields import Field
from cython_ext.game import Position, View
from cython_ext.pages import Entries, Page
from cython_ext.words import Words
from engines.connect_four.rules import table
from engines.grids import read_grid
from engines.options import Option, Parts

VERSION = 1
OPTIONS = {"players": Option(2, (2,))}

ROWS, COLUMNS, STRIDE = 6, 7, 7


class ConnectFourWords(Words):
    problems = (
        "marks: both players have a piece in the same cell",
        "marks: a piece hangs in the air or lies outside the board",
        "marks: {0} of x and {1} of o; x moves first and they alternate",
        "marks: somebody had four in a row before the last piece was dropped",
        "player: does not fit the pieces on the board",
    )

    def action(self, position: Position, action: int) -> str:
        return f"{'xo'[position.player]}{action}"

    def board(self, position: Position) -> str:
        x, o = (int(marks) for marks in position.data["marks"])
        lines = []
        for row in reversed(range(ROWS)):
            cells = [1 << (column * STRIDE + row) for column in range(COLUMNS)]
            lines.append("".join("x" if x & c else "o" if o & c else "." for c in cells))
        return "\n".join(lines)

    def write_position(self, view: View) -> Page:
        values = {**view.head(), "board": view.board().splitlines()}
        about = "line by line from the top; x is seat 0, o is seat 1"
        return self.page(view, values, {"board": about})

    def read_position(self, written: dict[str, Any]) -> dict[str, Any]:
        file = Entries(written)
        marks = read_grid(
            file, ROWS, COLUMNS, lambda row, column: column * STRIDE + ROWS - 1 - row
        )
        raw = {**file.head(), "position": {"marks": marks}}
        file.close()
        return raw


def load(players: int) -> Parts:
    """Build the game; see `engines.load`."""
    return Parts(table(), ConnectFourWords(), fields={"marks": Field(high=2**48 - 1)})
