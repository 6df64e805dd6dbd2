"""Wallenstein by Dirk Henn: secret orders, a dice tower, majorities in the Thirty Years' War.

For 3 to 5 players, with the printed line-ups or a draft of the first counties, and with any of
the three expansions. RULES.md has the clauses, our rulings and the two models of the tower;
`data` may name a folder with your own numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cython_ext.fields import SEATS, Field
from engines.guidance_file import levels, search_defaults, weights
from engines.options import Option, Parts
from engines.wallenstein import data as numbers
from engines.wallenstein.court_fields import court_fields
from engines.wallenstein.data import (
    ACTIONS,
    BUILDINGS,
    DATA,
    EXPANSIONS,
    PLAYERS,
    SEASONS,
    SETUPS,
    SWITCH,
    TILES,
    TOWERS,
    Board,
    sources,
)
from engines.wallenstein.guidance import WEIGHTS
from engines.wallenstein.leaders_fields import leader_fields
from engines.wallenstein.phases import BATTLES, PHASES, places_of
from engines.wallenstein.position_names import (
    COLOURS,
    NO_EVENT,
    NOBODY,
    REMOVED_EVENT,
    bid_names,
    box_names,
    county_names,
    sources_of,
)
from engines.wallenstein.rules import table
from engines.wallenstein.text import WallensteinWords

__all__ = ["DATA", "OPTIONS", "VERSION", "load", "sources"]

VERSION = 2
OPTIONS = {
    "players": Option(3, PLAYERS, "how many play"),
    "setup": Option(
        SETUPS[0], SETUPS, "the printed line-ups, or a draft of the first counties"
    ),
    "tower": Option(TOWERS[0], TOWERS, "how cubes fall out of the dice tower"),
    "court": Option(SWITCH[0], SWITCH, "expansion: Emperor's Court"),
    "regions": Option(SWITCH[0], SWITCH, "expansion: region cards"),
    "leaders": Option(SWITCH[0], SWITCH, "expansion: military leaders"),
}


def load(
    players: int,
    setup: str,
    tower: str,
    court: str,
    regions: str,
    leaders: str,
    data: Path | None = None,
) -> Parts:
    """Build the game; see `engines.load`."""
    folder = DATA if data is None else data
    switches = zip(EXPANSIONS, (court, regions, leaders), strict=True)
    expansions = tuple(name for name, switch in switches if switch == "on")
    board = numbers.read(folder, players)
    default = weights(folder, WEIGHTS)
    return Parts(
        table(board, players, setup, tower, expansions, [*default.values()]),
        WallensteinWords(board, players, expansions),
        _fields(board, players, expansions),
        default,
        numbers.data_hash(folder),
        search_defaults(folder),
        levels(folder),
    )


def _fields(board: Board, players: int, expansions: Sequence[str]) -> dict[str, Field]:
    """How the struct's fields are written, and the ranges that C code relies on."""
    counties, county = board.names, county_names(board)
    action = {0: "", **{i + 1: name for i, name in enumerate(ACTIONS)}}
    tile = {0: "", **{i + 1: name for i, name in enumerate(TILES)}}
    owner = {0: NOBODY, **{seat + 1: f"seat {seat}" for seat in range(players)}}
    event = {0: NO_EVENT, **{i + 1: name for i, name in enumerate(board.event_names)}}
    if "court" in expansions:
        event[1 + len(board.events)] = REMOVED_EVENT
    cubes = Field((COLOURS,), high=numbers.MAX_ARMIES)
    places = places_of(expansions)
    mask = Field((SEATS,), bits=counties)
    return {
        "phase": Field(names=dict(enumerate(PHASES))),
        "year": Field(high=numbers.YEARS - 1),
        "season": Field(names=dict(enumerate(SEASONS))),
        "step": Field(high=numbers.BOXES),
        "turn": Field(high=len(TILES) - 1),
        "row_size": Field(high=numbers.BOXES),
        "row": Field((None,), names=action),
        "tile": Field((None,), names=tile),
        "leader": Field((None,), names=owner),
        "event": Field(names=event),
        "open_events": Field(bits=board.event_names),
        "event_deck": Field(bits=board.event_names),
        "planned": Field((SEATS,), high=len(places)),
        "bid": Field((SEATS,), names=bid_names(board, expansions)),
        "box": Field((SEATS, places[1:]), names=box_names(board, expansions)),
        "closed": mask,
        "owned": mask,
        "built": Field((BUILDINGS,), bits=counties),
        "armies": Field((counties,), high=numbers.MAX_ARMIES),
        "markers": Field((counties,), high=2 * numbers.ROUNDS_A_YEAR),
        "thalers": Field((SEATS,), high=numbers.MAX_COUNT),
        "grain": Field((SEATS,), high=numbers.MAX_COUNT // 2),
        "points": Field((SEATS, sources_of(expansions)), high=numbers.MAX_COUNT // 2),
        "supply": cubes,
        "tower": cubes,
        "tray": cubes,
        "fresh": cubes,
        "colour": Field(high=len(COLOURS) - 1),
        "thrown": Field(high=len(COLOURS) * numbers.MAX_ARMIES),
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
        **court_fields(board.court),
        **leader_fields(counties, county),
    }
