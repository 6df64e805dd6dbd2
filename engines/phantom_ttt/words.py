"""Names and sentences of phantom tic-tac-toe."""

from __future__ import annotations

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.scene import Scene
from eminence.cython_ext.words import refusals
from eminence.engines.kit.features import block_names
from eminence.engines.kit.page import Form
from eminence.engines.kit.wording import chapters_of
from eminence.engines.phantom_ttt import rules
from eminence.engines.phantom_ttt.page import form
from eminence.engines.phantom_ttt.picture import picture
from eminence.engines.phantom_ttt.rules import Wrong
from eminence.engines.tic_tac_toe.words import TicTacToeWords

SENTENCES = """
WRONG_WINNER winner: only the seat that made the last mark, and three at least, can have won
WRONG_PLAYER: player: does not fit the marks made and the winner
SAME_CELL marks: both players have a mark in the same cell
WRONG_MARKS marks[{0}]: expected {1}, with three in a row exactly if that seat won
SECRET_GIVEN marks[{0}]: more or less than the viewer found, or found[{0}]: its secret
UNEXPLAINED_FIND found[{0}]: no arrangement of the other's marks explains it
"""


CHAPTERS = """
# How to play
Two players mark cells of a board with three rows and three columns, and neither sees the marks of
the other. Seat 0 writes x and begins, seat 1 writes o.

In your turn you name a cell. If it is empty, your mark goes there and the turn passes on. If the
other player's mark is there already, you learn just that and name another cell; the other player
is told nothing. You always know how many marks there are.

Three own marks in a row, in a column or on a diagonal win at once. A full board without such a
line is a draw.

A move such as x(0,2) names the row and the column, both counted from 0.
"""


class PhantomWords(TicTacToeWords):
    chapters = chapters_of(CHAPTERS)
    problems = refusals(Wrong, SENTENCES)
    features = block_names(rules, "SEE_")
    traits = block_names(rules, "TRAIT_")

    def __init__(self, players: int) -> None:
        self.form: Form = form(players)

    def picture(self, view: View) -> Scene:
        return picture(view)
