"""What a game's `__init__` hands to the registry: its options and its parts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cython_ext.errors import BadOption
from cython_ext.fields import Field
from cython_ext.game import Table
from cython_ext.words import Words

#: how hard an opponent is, the easiest first
LEVELS = ("easy", "medium", "hard")


@dataclass(frozen=True)
class Option:
    """One option of a game: its default and all values it may take."""

    default: Any
    choices: Sequence[Any]
    help: str = ""


@dataclass(frozen=True)
class Parts:
    """What a game's `load` builds; the registry makes a `Game` of it."""

    table: Table
    words: Words
    fields: Mapping[str, Field] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    #: hash of the data files behind the table, so that changed data is a different game
    data_hash: str = ""
    #: what searching agents do in this game unless told otherwise, by parameter name
    search: Mapping[str, Any] = field(default_factory=dict)
    #: specifications of agents, by the level of `LEVELS`; empty: those of any other game
    levels: Mapping[str, str] = field(default_factory=dict)


class SourceLine(NamedTuple):
    """One number of a game's data files and where it comes from."""

    file: str
    entry: str
    value: str
    source: str


def listed(values: Sequence[Any], last: str = "or") -> str:
    """`2, 3 or 4`."""
    words = [str(v) for v in values]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def complete(
    game: str, known: Mapping[str, Option], given: Mapping[str, Any]
) -> dict[str, Any]:
    """The given options with defaults for the rest; refuses what the game does not know."""
    for name, value in given.items():
        if name not in known:
            raise BadOption(
                f"unknown option {name}={value!r}: {game} has {listed([*known], 'and')}"
            )
        choices = known[name].choices
        # True == 1, yet nobody means a player count by it.
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            raise BadOption(f"unknown option {name}={value!r}: choose {listed(choices)}")
    return {name: given.get(name, option.default) for name, option in known.items()}
