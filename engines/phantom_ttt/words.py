"""Names and sentences of phantom tic-tac-toe."""

from __future__ import annotations

from eminence.cython_ext.words import refusals
from eminence.engines.kit.page import Form
from eminence.engines.phantom_ttt.page import form
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


class PhantomWords(TicTacToeWords):
    problems = refusals(Wrong, SENTENCES)
    # Tic-tac-toe has some; this game shows a network nothing.
    features = ()
    traits = ()

    def __init__(self, players: int) -> None:
        self.form: Form = form(players)
