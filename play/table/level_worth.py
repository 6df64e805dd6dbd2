"""What a level is worth at a table, as far as it was measured.

`python -m benchmarks.levels` writes the file; nothing else says these numbers. A line holds for one
game with its options, rules and data, and for these two agents: where any of it is another, nothing
is known.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from eminence import engines, search
from eminence.cython_ext.version import __version__
from eminence.play.table.levels import levels_of
from eminence.play.table.saved_game import PERSON

FILE = Path(__file__).with_name("levels_measured.toml")
#: how a sentence begins, by what the test said
BEGINNINGS = {
    "H1": "{level} beats {below} at this table",
    "H0": "{level} does not beat {below} at this table",
    "undecided": "whether {level} beats {below} at this table is undecided",
    "open": "whether {level} beats {below} at this table is still open",
}
UNKNOWN = "what {level} is worth at this table was not measured"
LOWEST = "{level} is the lowest level; {rest}"


@dataclass(frozen=True)
class Measured:
    """One level against the one below it, at one table."""

    entries: Mapping[str, Any]
    """One line of the file."""
    version: str
    """Which version played it."""

    def sentence(self, seats: int) -> str:
        """What was found, for people."""
        found, below = self.entries, self.entries["below"]
        begun = BEGINNINGS[found["verdict"]].format(level=found["level"], below=below)
        by = "" if self.version == __version__ else f", says version {self.version}"
        if "chips" in found:
            won = f"it wins {found['chips']:+.3f} chips a hand, averaged over all deals"
            return f"{begun}: alone among {below} bots {won}{by}"
        won = f"it won {100 * found['win']:.0f} % of {found['games']} games"
        return f"{begun}: alone among {below} bots {won} (fair: {100 / seats:.0f} %){by}"


def worth_of(game: engines.Game, seats: Sequence[str]) -> list[str]:
    """A sentence for each level that sits at the table."""
    found = _worths(game, seats)
    return [told or UNKNOWN.format(level=level) for level, told in found.items()]


def known_worth_of(game: engines.Game, seats: Sequence[str]) -> list[str]:
    """Only the sentences of levels that were measured."""
    return [told for told in _worths(game, seats).values() if told]


def _worths(game: engines.Game, seats: Sequence[str]) -> dict[str, str]:
    """What is known of each level that sits there; "" for nothing."""
    levels = {name: _written(spec) for name, spec in levels_of(game).items()}
    sitting = {_written(spec) for spec in seats if spec != PERSON}
    found = _measured(game, levels)
    return {
        name: _sentence(name, [*levels], found, game.seats)
        for name, spec in levels.items()
        if spec in sitting
    }


def _sentence(level: str, levels: Sequence[str], found: dict[str, Measured], seats: int) -> str:
    # Nothing is below the lowest: what the next one wins against it is all that is known of it.
    is_lowest = level == levels[0]
    line = found.get(levels[1] if is_lowest else level)
    if line is None:
        return ""
    told = line.sentence(seats)
    return LOWEST.format(level=level, rest=told) if is_lowest else told


def _written(spec: str) -> str:
    """A specification as its agent writes it, so that equal agents look equal."""
    return str(search.make(spec))


def _measured(game: engines.Game, levels: dict[str, str]) -> dict[str, Measured]:
    """What was measured of this very game and of these very agents, by level."""
    told = tomllib.loads(FILE.read_text("utf-8"))
    below = {level: lower for lower, level in pairwise(levels)}
    return {
        line["level"]: Measured(line, told["version"])
        for line in told.get("line", ())
        if line["fingerprint"] == game.fingerprint
        and below.get(line["level"]) == line["below"]
        and levels[line["level"]] == _written(line["agent"])
        and levels[line["below"]] == _written(line["others"])
    }
