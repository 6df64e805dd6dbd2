"""Names and sentences of tic-tac-toe: everything that people read or write.

The rules never call this. Every game has one subclass of `Words`.
"""

from __future__ import annotations

from eminence.cython_ext.game import Position, View
from eminence.cython_ext.pictures.scene import Scene
from eminence.cython_ext.words import refusals
from eminence.engines.kit.features import block_names
from eminence.engines.kit.grids import MARKS, GridWords
from eminence.engines.kit.page import Form
from eminence.engines.kit.wording import chapters_of
from eminence.engines.tic_tac_toe import rules
from eminence.engines.tic_tac_toe.page import GRID, form
from eminence.engines.tic_tac_toe.picture import picture
from eminence.engines.tic_tac_toe.rules import Wrong

#: A sentence for each member of `Wrong` but OK, and the field of the state to blame; the error
#: puts its entry in the position file in front. {0} and {1} are numbers that `check` gave.
SENTENCES = """
SAME_CELL marks: both players have a mark in the same cell
NOT_IN_TURN marks: {0} of x and {1} of o; x moves first and they alternate
PLAYED_ON marks: seat {0} has three in a row, yet seat {1} moved after that
# Who is to move is no field of this game: its head has it.
WRONG_PLAYER: player: does not fit the marks on the board
"""


#: For people at the table: the first chapter is enough to begin with.
CHAPTERS = """
# How to play
Two players mark cells of a board with three rows and three columns. Seat 0 writes x and begins,
seat 1 writes o. They take turns; a turn marks one empty cell.

Three own marks in a row, in a column or on a diagonal win at once. If the board is full and
nobody has such a line, the game is a draw.

A move such as x(0,2) names the row and the column, both counted from 0: here the first row and
the last column.
"""


class TicTacToeWords(GridWords):
    chapters = chapters_of(CHAPTERS)
    problems = refusals(Wrong, SENTENCES)
    features = block_names(rules, "SEE_")
    traits = block_names(rules, "TRAIT_")
    grid = GRID

    def __init__(self, players: int) -> None:
        self.form: Form = form(players)

    def action(self, position: Position, action: int) -> str:
        """A move as a person says it. Two legal moves must never have the same text."""
        return f"{MARKS[position.player]}({action // 3},{action % 3})"

    def picture(self, view: View) -> Scene:
        return picture(view)
