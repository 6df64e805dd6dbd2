"""Tic-tac-toe: three in a row wins. OpenSpiel's `tic_tac_toe`.

Perfect information, no chance, two players. Actions are cells 0..8, row by row.
"""

from __future__ import annotations

from cython_ext.fields import Field
from cython_ext.game import Position
from cython_ext.words import Words
from engines.options import Option, Parts
from engines.tic_tac_toe.rules import table

VERSION = 1
OPTIONS = {"players": Option(2, (2,))}


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


def draw_grid(x: int, o: int) -> str:
    """Two bitboards as three lines of x, o and dots."""
    cells = ["x" if x >> i & 1 else "o" if o >> i & 1 else "." for i in range(9)]
    return "\n".join("".join(cells[row : row + 3]) for row in (0, 3, 6))


def load(players: int) -> Parts:
    """Build the game; see `engines.load`."""
    return Parts(table(), TicTacToeWords(), fields={"marks": Field(high=0x1FF)})
