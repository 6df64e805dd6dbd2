"""What the entries of a Wallenstein position file are called."""

from __future__ import annotations

from collections.abc import Sequence

from engines.wallenstein.data import MONEY_CARDS, Board
from engines.wallenstein.phases import (
    DICE_TOWER_CARD,
    FACE_DOWN,
    FACE_DOWN_CARD,
    FIRST_MONEY,
    MONEY_CARD,
    NOTHING,
    TOWER_CARD,
)

COLOURS = (*(f"seat {seat}" for seat in range(5)), "peasants")
WINTER_SOURCES = ("counties", "buildings", "palaces", "churches", "trading posts")
SOURCES = (*WINTER_SOURCES, "favors", "region cards", "statues", "trophies")
BUILDING_KEYS = ("palaces", "churches", "trading_posts")
NOBODY = "nobody"
NO_EVENT = "none"
#: by a favor
REMOVED_EVENT = "removed"


def county_names(board: Board) -> dict[int, str]:
    """County cards, and the lack of one, by number."""
    return {0: NOTHING, **{i + 1: name for i, name in enumerate(board.names)}}


def bid_names(board: Board, expansions: Sequence[str]) -> dict[int, str]:
    """The cards in an auction box by number."""
    money = {FIRST_MONEY + i: f"{i} Thalers" for i in range(MONEY_CARDS)}
    return {**county_names(board), **money, **_others(expansions)}


def box_names(board: Board, expansions: Sequence[str]) -> dict[int, str]:
    """The cards in an action box by number; money cards are alike there."""
    return {**county_names(board), FIRST_MONEY: MONEY_CARD, **_others(expansions)}


def _others(expansions: Sequence[str]) -> dict[int, str]:
    """A card that the viewer cannot see, and dice tower cards where they are in use."""
    tower = {TOWER_CARD: DICE_TOWER_CARD} if "court" in expansions else {}
    return {FACE_DOWN_CARD: FACE_DOWN, **tower}


def sources_of(expansions: Sequence[str]) -> tuple[str, ...]:
    """Where points come from: in winter, and by any expansion."""
    return SOURCES if expansions else WINTER_SOURCES
