"""Wallenstein by Dirk Henn: secret orders, a dice tower, majorities in the Thirty Years' War.

The basic game for 3 to 5 players, with the printed line-ups or a draft of the first counties.
RULES.md has the clauses, our rulings and the two models of the tower; `data` may name a folder
with your own numbers.
"""

from __future__ import annotations

from pathlib import Path

from cython_ext.fields import SEATS, Field
from engines.guidance_file import search_defaults, weights
from engines.options import Option, Parts
from engines.wallenstein import data as numbers
from engines.wallenstein.data import (
    ACTIONS,
    BUILDINGS,
    DATA,
    PLAYERS,
    SEASONS,
    SETUPS,
    TILES,
    TOWERS,
    Board,
    sources,
)
from engines.wallenstein.guidance import WEIGHTS
from engines.wallenstein.phases import (
    BATTLES,
    FACE_DOWN,
    FACE_DOWN_CARD,
    FIRST_MONEY,
    MONEY_CARD,
    NOTHING,
    PHASES,
    PLACES,
)
from engines.wallenstein.rules import table
from engines.wallenstein.text import SOURCES, WallensteinWords

__all__ = ["DATA", "OPTIONS", "VERSION", "load", "sources"]

VERSION = 1
OPTIONS = {
    "players": Option(3, PLAYERS, "how many play"),
    "setup": Option(
        SETUPS[0], SETUPS, "the printed line-ups, or a draft of the first counties"
    ),
    "tower": Option(TOWERS[0], TOWERS, "how cubes fall out of the dice tower"),
}


def load(players: int, setup: str, tower: str, data: Path | None = None) -> Parts:
    """Build the game; see `engines.load`."""
    folder = DATA if data is None else data
    board = numbers.read(folder, players)
    default = weights(folder, WEIGHTS)
    return Parts(
        table(board, players, setup, tower, [*default.values()]),
        WallensteinWords(board, players),
        _fields(board, players),
        default,
        numbers.data_hash(folder),
        search_defaults(folder),
    )


def _fields(board: Board, players: int) -> dict[str, Field]:
    """How the struct's fields are written, and the ranges that C code relies on."""
    counties = board.names
    colours = (*(f"seat {seat}" for seat in range(5)), "peasants")
    county = {0: NOTHING, **{i + 1: name for i, name in enumerate(counties)}}
    bid = county | {FIRST_MONEY + i: f"{i} Thalers" for i in range(numbers.MONEY_CARDS)}
    bid[FACE_DOWN_CARD] = FACE_DOWN
    box = county | {FIRST_MONEY: MONEY_CARD, FACE_DOWN_CARD: FACE_DOWN}
    action = {0: "", **{i + 1: name for i, name in enumerate(ACTIONS)}}
    tile = {0: "", **{i + 1: name for i, name in enumerate(TILES)}}
    owner = {0: "nobody", **{seat + 1: f"seat {seat}" for seat in range(players)}}
    event = {0: "none", **{i + 1: name for i, name in enumerate(board.event_names)}}
    cubes = Field((colours,), high=numbers.MAX_ARMIES)
    mask = Field((SEATS,), bits=counties)
    return {
        "phase": Field(names=dict(enumerate(PHASES))),
        "year": Field(high=numbers.YEARS - 1),
        "season": Field(names=dict(enumerate(SEASONS))),
        "step": Field(high=numbers.BOXES - 1),
        "turn": Field(high=len(TILES) - 1),
        "row_size": Field(high=numbers.BOXES),
        "row": Field((None,), names=action),
        "tile": Field((None,), names=tile),
        "leader": Field((None,), names=owner),
        "event": Field(names=event),
        "open_events": Field(bits=board.event_names),
        "event_deck": Field(bits=board.event_names),
        "planned": Field((SEATS,), high=len(PLACES)),
        "bid": Field((SEATS,), names=bid),
        "box": Field((SEATS, ACTIONS), names=box),
        "closed": mask,
        "owned": mask,
        "built": Field((BUILDINGS,), bits=counties),
        "armies": Field((counties,), high=numbers.MAX_ARMIES),
        "markers": Field((counties,), high=2 * numbers.ROUNDS_A_YEAR),
        "thalers": Field((SEATS,), high=numbers.MAX_COUNT),
        "grain": Field((SEATS,), high=numbers.MAX_COUNT // 2),
        "points": Field((SEATS, SOURCES), high=numbers.MAX_COUNT // 2),
        "supply": cubes,
        "tower": cubes,
        "tray": cubes,
        "fresh": cubes,
        "colour": Field(high=len(colours) - 1),
        "thrown": Field(high=len(colours) * numbers.MAX_ARMIES),
        "battle": Field(names=dict(enumerate(BATTLES))),
        "target": Field(names=county),
        "revolting": Field(bits=counties),
        "due": Field(high=len(counties)),
        "extra": Field(high=numbers.MAX_PEASANTS),
        "display": Field((None,), names=county),
        "before": Field((SEATS, None), names=county),
        "swapped": Field(high=1),
        "picked": Field(names=county),
        "bottom_size": Field(high=len(counties)),
        "bottom": Field((None,), names=county),
        "groups": Field((SEATS,), high=2**numbers.GROUPS - 1),
        "deck": Field(bits=counties),
    }
