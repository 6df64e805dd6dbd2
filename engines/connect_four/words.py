"""Names and sentences of connect four."""

from __future__ import annotations

from eminence.cython_ext.game import Position, View
from eminence.cython_ext.pictures.scene import Scene
from eminence.cython_ext.words import refusals
from eminence.engines.connect_four import rules
from eminence.engines.connect_four.page import GRID, form
from eminence.engines.connect_four.picture import picture
from eminence.engines.connect_four.rules import Wrong
from eminence.engines.kit.features import block_names
from eminence.engines.kit.grids import MARKS, GridWords
from eminence.engines.kit.page import Form
from eminence.engines.kit.wording import chapters_of

SENTENCES = """
SAME_CELL marks: both players have a piece in the same cell
HANGING_PIECE marks: a piece hangs in the air or lies outside the board
NOT_IN_TURN marks: {0} of x and {1} of o; x moves first and they alternate
PLAYED_ON marks: somebody had four in a row before the last piece was dropped
WRONG_PLAYER: player: does not fit the pieces on the board
"""


CHAPTERS = f"""
# How to play
Two players drop pieces into a board that stands upright, with {rules.COLUMNS} columns of
{rules.ROWS} places each. Seat 0 has x and begins, seat 1 has o. A turn drops one piece into a
column that is not full; it falls to the lowest place that is free.

Four own pieces side by side, one above the other or on a diagonal win at once. If the board is
full and nobody has four, the game is a draw.

A move such as x3 names the column, counted from 0 on the left.
"""


class ConnectFourWords(GridWords):
    chapters = chapters_of(CHAPTERS)
    problems = refusals(Wrong, SENTENCES)
    features = block_names(rules, "SEE_")
    traits = block_names(rules, "TRAIT_")
    grid = GRID

    def __init__(self, players: int) -> None:
        self.form: Form = form(players)

    def action(self, position: Position, action: int) -> str:
        return f"{MARKS[position.player]}{action}"

    def picture(self, view: View) -> Scene:
        return picture(view)
