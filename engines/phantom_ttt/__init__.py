"""Phantom tic-tac-toe: the other's marks are invisible. OpenSpiel's `phantom_ttt`.

Two players, no chance. Actions are cells 0..8, row by row. Trying a cell that the other
holds shows the mover that it is taken, and the mover tries again; the other learns nothing
of it (OpenSpiel's default, `reveal-nothing`). Both know whose turn it is, hence how many
marks there are, and at the end who won.

In an imagined world the other has marks and has found some of the viewer's; every pair that
the viewer cannot exclude is as likely as any other.
"""

from __future__ import annotations

from typing import Any

from cython_ext.fields import SEATS, Field
from cython_ext.game import Position, View
from cython_ext.pages import Entries, Page
from cython_ext.words import Words
from engines.options import Option, Parts
from engines.phantom_ttt.rules import table
from engines.tic_tac_toe import BOARD_COMMENT, draw_grid, read_marks

VERSION = 1
OPTIONS = {"players": Option(2, (2,))}
WINNERS = ("nobody", "seat 0", "seat 1")


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

    def write_position(self, view: View) -> Page:
        """Of the other's marks a view holds those that its seat has found."""
        values = {
            **view.head(),
            "made": int(view.data["made"]),
            "winner": WINNERS[view.data["winner"]],
            "board": view.board().splitlines(),
        }
        comments = {
            "made": "marks on the board, known or not",
            "winner": ", ".join(WINNERS),
            "board": f"{BOARD_COMMENT}; of the other's marks those you found",
        }
        return self.page(view, values, comments)

    def read_position(self, written: dict[str, Any]) -> dict[str, Any]:
        file = Entries(written)
        head = file.head()
        marks, found = read_marks(file), [0, 0]
        viewer = head.get("view_of")
        # True is a whole number to Python; the game's door refuses it.
        if viewer in (0, 1) and not isinstance(viewer, bool):
            found[viewer] = marks[1 - viewer]
        position = {
            "marks": marks,
            "found": found,
            "made": file.number("made", 0, 9),
            "winner": file.choice("winner", WINNERS, default=0),
        }
        file.close()
        return {**head, "position": position}


def load(players: int) -> Parts:
    """Build the game; see `engines.load`."""
    fields = {
        "marks": Field((SEATS,), high=0x1FF),
        "found": Field((SEATS,), high=0x1FF),
        "made": Field(high=9),
        "winner": Field(low=0, high=2),
    }
    return Parts(table(), PhantomWords(), fields)
