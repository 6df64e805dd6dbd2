"""Names and sentences of phantom tic-tac-toe."""

from __future__ import annotations

from eminence.cython_ext.game import Position
from eminence.cython_ext.words import Refusal, Words
from eminence.engines.kit.grids import MARKS
from eminence.engines.kit.page import Form
from eminence.engines.phantom_ttt.page import form
from eminence.engines.phantom_ttt.rules import Wrong
from eminence.engines.tic_tac_toe.page import GRID

PROBLEMS = {
    Wrong.WRONG_WINNER: Refusal(
        "only the seat that made the last mark, and three at least, can have won", "winner"
    ),
    Wrong.WRONG_PLAYER: Refusal("player: does not fit the marks made and the winner"),
    Wrong.SAME_CELL: Refusal("both players have a mark in the same cell", "marks"),
    Wrong.WRONG_MARKS: Refusal(
        "expected {1}, with three in a row exactly if that seat won", "marks", 0
    ),
    Wrong.SECRET_GIVEN: Refusal(
        "more or less than the viewer found, or found[{0}]: its secret", "marks", 0
    ),
    Wrong.UNEXPLAINED_FIND: Refusal("no arrangement of the other's marks explains it", "found", 0),
}


class PhantomWords(Words):
    problems = PROBLEMS
    form: Form

    def __init__(self, players: int) -> None:
        self.form = form(players)

    def action(self, position: Position, action: int) -> str:
        return f"{MARKS[position.player]}({action // 3},{action % 3})"

    def board(self, position: Position) -> str:
        return "\n".join(GRID.draw(position.data["marks"]))
