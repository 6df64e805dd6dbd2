"""Royals by Peter Hawes: country cards buy nobles in 16 cities, Intrigue cards oust others.

Both editions for 2 to 5 players. Numbers that no source gives are reconstructed: RULES.md says
which, and `data` may name a folder with your own.
"""

from __future__ import annotations

from pathlib import Path

from eminence.engines.kit.loading import parts_of
from eminence.engines.kit.options import Joined, Option, Parts
from eminence.engines.royals import numbers, state
from eminence.engines.royals.numbers import AS_LISTED, DATA, EDITIONS, PLAYERS, SEAT_NAMES
from eminence.engines.royals.rules import table
from eminence.engines.royals.words import RoyalsWords

VERSION = 2
OPTIONS = {
    "players": Option(3, PLAYERS, "how many play"),
    "edition": Option(EDITIONS[0], EDITIONS, "whose rulebook"),
    "display": Option(3, (3, 4), "open Country cards; 4 is an optional rule of arcane_wonders"),
    "more_cubes": Option(
        AS_LISTED,
        (AS_LISTED,),
        "who has 46 cubes, all others 36; fewest: as few players as the rules allow, the last "
        "seats; else seats, such as seat0+seat3",
        also=Joined(SEAT_NAMES, "seats"),
    ),
}


def load(players: int, edition: str, display: int, more_cubes: str, data: Path = DATA) -> Parts:
    """Build the game; see `engines.load`."""
    board = numbers.read(data, players, edition, display, more_cubes)
    rules = table(board, players)
    words = RoyalsWords(board, players, rules)
    return parts_of(rules, words, words.form.fields(), state, data, numbers.FILES)
