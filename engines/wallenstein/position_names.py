"""What the entries of a Wallenstein position file are called."""

from __future__ import annotations

from engines.wallenstein.data import MONEY_CARDS, Board
from engines.wallenstein.phases import (
    FACE_DOWN,
    FACE_DOWN_CARD,
    FIRST_MONEY,
    MONEY_CARD,
    NOTHING,
)

COLOURS = (*(f"seat {seat}" for seat in range(5)), "peasants")
SOURCES = ("counties", "buildings", "palaces", "churches", "trading posts")
BUILDING_KEYS = ("palaces", "churches", "trading_posts")
NOBODY = "nobody"
NO_EVENT = "none"


def county_names(board: Board) -> dict[int, str]:
    """County cards, and the lack of one, by number."""
    return {0: NOTHING, **{i + 1: name for i, name in enumerate(board.names)}}


def bid_names(board: Board) -> dict[int, str]:
    """The cards in an auction box by number."""
    money = {FIRST_MONEY + i: f"{i} Thalers" for i in range(MONEY_CARDS)}
    return {**county_names(board), **money, FACE_DOWN_CARD: FACE_DOWN}


def box_names(board: Board) -> dict[int, str]:
    """The cards in an action box by number; money cards are alike there."""
    return {**county_names(board), FIRST_MONEY: MONEY_CARD, FACE_DOWN_CARD: FACE_DOWN}
