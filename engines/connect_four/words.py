"""Names and sentences of connect four."""

from __future__ import annotations

from eminence.cython_ext.game import Position
from eminence.cython_ext.words import Refusal, Words
from eminence.engines.connect_four.page import GRID, form
from eminence.engines.connect_four.rules import Wrong
from eminence.engines.kit.grids import MARKS
from eminence.engines.kit.page import Form

PROBLEMS = {
    Wrong.SAME_CELL: Refusal("both players have a piece in the same cell", "marks"),
    Wrong.HANGING_PIECE: Refusal("a piece hangs in the air or lies outside the board", "marks"),
    Wrong.NOT_IN_TURN: Refusal("{0} of x and {1} of o; x moves first and they alternate", "marks"),
    Wrong.PLAYED_ON: Refusal(
        "somebody had four in a row before the last piece was dropped", "marks"
    ),
    Wrong.WRONG_PLAYER: Refusal("player: does not fit the pieces on the board"),
}


class ConnectFourWords(Words):
    problems = PROBLEMS
    form: Form

    def __init__(self, players: int) -> None:
        self.form = form(players)

    def action(self, position: Position, action: int) -> str:
        return f"{MARKS[position.player]}{action}"

    def board(self, position: Position) -> str:
        return "\n".join(GRID.draw(position.data["marks"]))
