"""The signs and short words of the board as text, and of the map."""

from __future__ import annotations

from eminence.engines.blood_of_kings.explanations.map_text import map_legend
from eminence.engines.blood_of_kings.names import FACE_DOWN
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.tables import LEVELS


def legend(board: Board) -> dict[str, str]:
    kingdom, sea = board.kingdoms[0], board.seas[0]
    other = board.kingdoms[1]
    return {
        "unrest 1 of 3": "board: the kingdom's unrest, and the stability that it may not reach",
        "flags left": "board: flags in the treasury, for conquests, cathedrals and seas",
        "sieges left": "board: siege tokens that are not on the map",
        "played": "board: the Kingdom card of this turn, which says what Dynasty cards may follow",
        f"token with {other} (front)": (
            f"board: the Alliance token lies in the treasury of {other}; its front is worth "
            f"{board.trade[0]}, its back {board.trade[1]} in trade"
        ),
        "mat": f"board: the five institutions of the kingdom with their levels, 1 to {LEVELS}",
        "hand": "board: Kingdom cards that the kingdom can play; of a seat, cards: Dynasty cards",
        "stack": "board: Kingdom cards that were played and are not back yet",
        "lands": "board: the regions of the kingdom; behind a colon armies and sieges there",
        "beneath": "board: whose flags lie under that of the holder",
        f"{sea.name} ({sea.base_income})": "board and map: a sea and its base income",
        "sets": "board: the open sets of Dynasty cards, of which each player picks up one",
        "influence 5": "a general influence card of value 5, legal in every kingdom",
        f"{kingdom} 7": f"an influence card of value 7 with the shield of {kingdom}",
        f"{kingdom}/{other} 7": "an influence card with two shields, legal in both kingdoms",
        FACE_DOWN: "board: a card that you cannot see",
        "display, bag": "board: Achievement tiles to choose from, and those that follow",
        "8 glory (3 tokens)": "board: all glory of a seat, and how much of it are single tokens",
        f"influence   {kingdom} 3": "board: a stack of three face-down cards of the seat there",
        "there or face down": "board: cards that the seat is known to have, in hand or on a stack",
        **map_legend(board),
    }
