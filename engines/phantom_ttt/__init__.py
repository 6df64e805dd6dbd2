"""Phantom tic-tac-toe: the other's marks are invisible. OpenSpiel's `phantom_ttt`.

Two players, no chance. Actions are cells 0..8, row by row. Trying a cell that the other
holds shows the mover that it is taken, and the mover tries again; the other learns nothing
of it (OpenSpiel's default, `reveal-nothing`). Both know whose turn it is, hence how many
marks there are, and at the end who won.
"""

from __future__ import annotations

from cython_ext.fields import SEATS, Field
from cython_ext.game import Position
from cython_ext.words import Words
from engines.options import Option, Parts
from engines.phantom_ttt.rules import table
from engines.tic_tac_toe import draw_grid

VERSION = 1
OPTIONS = {"players": Option(2, (2,))}


class PhantomWords(Words):
    problems = (
        "winner: only who made the last mark, and three at least, can have won",
        "player: does not fit the marks made and the winner",
        "marks: both players have a mark in the same cell",
        "marks[{0}]: expected {1}, with three in a row exactly if that seat won",
        "marks[{0}]: more or less than the viewer found, or found[{0}]: its secret",
        "found[{0}]: no arrangement of the other's marks explains it",
    )

    def action(self, position: Position, action: int) -> str:
        return f"{'xo'[position.player]}({action // 3},{action % 3})"

    def board(self, position: Position) -> str:
        return draw_grid(*position.data["marks"])


def load(players: int) -> Parts:
    """Build the game; see `engines.load`."""
    fields = {
        "marks": Field((SEATS,), high=0x1FF),
        "found": Field((SEATS,), high=0x1FF),
        "made": Field(high=9),
        "winner": Field(low=0, high=2),
    }
    return Parts(table(), PhantomWords(), fields)
