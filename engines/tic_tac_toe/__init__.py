"""Tic-tac-toe: three in a row wins. OpenSpiel's `tic_tac_toe`.

Perfect information, no chance, two players. Actions are cells 0..8, row by row.
"""

from __future__ import annotations

from typing import Any

from cython_ext.fields import Field
from cython_ext.game import Position, View
from cython_ext.pages import Entries, Page
from cython_ext.words import Words
from engines.grids import read_grid
from engines.options import Option, Parts
from engines.tic_tac_toe.rules import table

VERSION = 1
OPTIONS = {"players": Option(2, (2,))}
BOARD_COMMENT = "line by line from the top; x is seat 0, o is seat 1"


class TicTacToeWords(Words):
    problems = (
        "marks: both players have a mark in the same cell",
        "marks: {0} of x and {1} of o; x moves first and they alternate",
        "marks: seat {0} has three in a row, yet seat {1} moved after that",
        "player: does not fit the marks on the board",
    )

    def action(self, position: Position, action: int) -> str:
        mark = "xo"[position.player]
        return f"{mark}({action // 3},{action % 3})"

    def board(self, position: Position) -> str:
        return draw_grid(*position.data["marks"])

    def write_position(self, view: View) -> Page:
        values = {**view.head(), "board": view.board().splitlines()}
        return self.page(view, values, {"board": BOARD_COMMENT})

    def read_position(self, written: dict[str, Any]) -> dict[str, Any]:
        file = Entries(written)
        raw = {**file.head(), "position": {"marks": read_marks(file)}}
        file.close()
        return raw


def read_marks(file: Entries) -> list[int]:
    """Both bitboards from a file's three lines."""
    return read_grid(file, 3, 3, lambda row, column: 3 * row + column)


def draw_grid(x: int, o: int) -> str:
    """Two bitboards as three lines of x, o and dots."""
    cells = ["x" if x >> i & 1 else "o" if o >> i & 1 else "." for i in range(9)]
    return "\n".join("".join(cells[row : row + 3]) for row in (0, 3, 6))


def load(players: int) -> Parts:
    """Build the game; see `engines.load`."""
    return Parts(table(), TicTacToeWords(), fields={"marks": Field(high=0x1FF)})
