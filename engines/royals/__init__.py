"""Royals by Peter Hawes: country cards buy nobles in 16 cities, Intrigue cards oust others.

Both editions for 2 to 5 players. Numbers that no source gives are reconstructed: RULES.md says
which, and `data` may name a folder with your own.
"""

from __future__ import annotations

from pathlib import Path

from cython_ext.fields import SEATS, Field
from engines.guidance_file import levels, search_defaults, weights
from engines.options import Joined, Option, Parts
from engines.royals import data as numbers
from engines.royals.data import (
    AS_LISTED,
    DATA,
    EDITIONS,
    PLAYERS,
    SEAT_NAMES,
    Board,
    sources,
)
from engines.royals.guidance import WEIGHTS
from engines.royals.phases import PHASES
from engines.royals.rules import table
from engines.royals.text import RoyalsWords

__all__ = ["DATA", "OPTIONS", "VERSION", "load", "sources"]

VERSION = 2
OPTIONS = {
    "players": Option(3, PLAYERS, "how many play"),
    "edition": Option(EDITIONS[0], EDITIONS, "whose rulebook"),
    "display": Option(3, (3, 4), "open Country cards; 4 is an optional rule of arcane_wonders"),
    "more_cubes": Option(
        AS_LISTED,
        (AS_LISTED,),
        "who has 46 cubes, not 36: as few as can be, the last seats; or such as seat0+seat3",
        also=Joined(SEAT_NAMES, "seats"),
    ),
}


def load(
    players: int, edition: str, display: int, more_cubes: str, data: Path | None = None
) -> Parts:
    """Build the game; see `engines.load`."""
    folder = DATA if data is None else data
    board = numbers.read(folder, players, edition, display, more_cubes)
    return Parts(
        table(board, players),
        RoyalsWords(board, players),
        _fields(board, players),
        weights(folder, WEIGHTS),
        numbers.data_hash(folder),
        search_defaults(folder),
        levels(folder),
    )


def _fields(board: Board, players: int) -> dict[str, Field]:
    """How the struct's fields are written, and the ranges that C code relies on."""
    countries, pairs = board.countries, board.pair_names
    cities = tuple(city.name for city in board.cities)
    houses = tuple(f"{points} points" for points in board.house_bonus)
    owner = {0: "nobody", **{seat + 1: f"seat {seat}" for seat in range(players)}}
    viewers = (*(f"seat {seat}" for seat in range(numbers.MAX_PLAYERS)), "onlooker")
    most = numbers.MAX_HAND
    most_intrigue = numbers.MAX_INTRIGUE
    return {
        "phase": Field(names=dict(enumerate(PHASES))),
        "seat": Field(high=players - 1),
        "period": Field(names=dict(enumerate(board.periods))),
        "period_ending": Field(high=1),
        "last_round": Field(high=1),
        "drawn": Field(high=board.draw),
        "drawn_intrigue": Field(high=1),
        "display_from": Field(names=dict(enumerate(("", *countries)))),
        "target": Field(names=dict(enumerate(board.position_names))),
        "due": Field(high=most),
        "due_next": Field(high=len(pairs)),
        "due_wild": Field(high=1),
        "due_country": Field(high=most),
        "held": Field((SEATS,), bits=board.position_names),
        "ousted": Field((SEATS, cities)),
        "title_cubes": Field((SEATS, board.titles)),
        "supply": Field((SEATS,)),
        "city_marker": Field((cities,), names=owner),
        "country_marker": Field((countries, ("higher", "lower")), names=owner),
        "house_marker": Field((houses,), names=owner),
        "period_marker": Field((board.periods, countries, ("first", "second")), names=owner),
        "display": Field((countries,), high=board.display),
        "discards": Field((countries,)),
        "intrigue_discards": Field((pairs,)),
        "hand_size": Field((SEATS,), high=most),
        "intrigue_size": Field((SEATS,), high=most_intrigue),
        "hand": Field((SEATS, countries), high=most),
        "intrigue": Field((SEATS, pairs), high=most_intrigue),
        "pile": Field((countries,)),
        "intrigue_pile": Field((pairs,)),
        "known": Field((viewers, SEATS, countries), high=most),
    }
