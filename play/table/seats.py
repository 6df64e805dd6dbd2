"""Who sits where: `--seats me,ismcts:seconds=1,greedy`, or a person among bots of one level."""

from __future__ import annotations

import re

from eminence import engines, search
from eminence.engines.kit.options import LEVELS
from eminence.play.table.levels import bot_of
from eminence.play.table.saved_game import PERSON

#: a comma between two seats; one before `key=` belongs to the specification it stands in
BETWEEN = re.compile(r",(?!\s*\w+=)")


def split_seats(text: str) -> list[str]:
    """The seats that a text names."""
    return [seat.strip() for seat in BETWEEN.split(text)]


def seats_of(game: engines.Game, named: list[str] | None, level: str) -> tuple[str, ...]:
    """Per seat `me` or a specification; without names, a person and bots of the level."""
    if named is None:
        return (PERSON, *[bot_of(game, level)] * (game.seats - 1))
    if len(named) != game.seats:
        raise engines.BadOption(
            f"--seats names {len(named)} seats: {game.name} is set up for {game.seats}"
        )
    if PERSON not in named:
        raise engines.BadOption(
            f"--seats has no seat for a person: name one {PERSON}, or let bots play with "
            "eminence demo"
        )
    return tuple(_seat(game, name) for name in named)


def _seat(game: engines.Game, name: str) -> str:
    if name == PERSON:
        return name
    return str(search.make(bot_of(game, name) if name in LEVELS else name))
