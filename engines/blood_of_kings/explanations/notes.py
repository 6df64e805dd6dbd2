"""What is good to know before a move is played: price, gain, odds, what follows.

Each chapter of the rules has its notes in a file of its own, by step and block of action ids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from eminence.cython_ext.game import Position
from eminence.engines.blood_of_kings.explanations import (
    battle_notes,
    dynasty_notes,
    kingdom_notes,
    negotiation_notes,
    succession_notes,
    war_notes,
)
from eminence.engines.blood_of_kings.explanations.situation import Situation
from eminence.engines.blood_of_kings.numbers import Board

#: says something of a move, in a situation, by its number in its block
Tell = Callable[[Situation, int], str]
#: by step and block
KNOWN: Mapping[tuple[int, int], Tell] = {
    **kingdom_notes.KNOWN,
    **war_notes.KNOWN,
    **battle_notes.KNOWN,
    **succession_notes.KNOWN,
    **dynasty_notes.KNOWN,
    **negotiation_notes.KNOWN,
}


class Notes:
    """Notes on the moves of one loaded game; they tell what the mover sees, and no more."""

    def __init__(self, board: Board) -> None:
        self.on = board

    def of(self, position: Position, step: int, block: int, index: int) -> str:
        """The note on one move; "" for nothing."""
        tell = KNOWN.get((step, block))
        return tell(Situation(self.on, position), index) if tell else ""
