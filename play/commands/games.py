"""`eminence games`: what there is to play."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from itertools import groupby

from eminence import engines
from eminence.cython_ext.text_tables import text_table
from eminence.engines.kit.options import listed
from eminence.engines.kit.tables import only_reconstructed, reconstructed_share
from eminence.play.commands.parser import Commands, add_command
from eminence.play.table.explanations import all_entries_text


def add(commands: Commands) -> None:
    """`eminence games GAME --sources`"""
    purpose = "list the games, their options and player counts"
    parser = add_command(commands, "games", purpose, games)
    parser.add_argument("name", nargs="?", help="one game only")
    numbers = parser.add_mutually_exclusive_group()
    numbers.add_argument(
        "--sources", action="store_true", help="every number of the game and where it is from"
    )
    numbers.add_argument(
        "--reconstructed", action="store_true", help="the numbers that no source was found for"
    )
    numbers.add_argument(
        "--cards", action="store_true", help="everything in the game that has a name, explained"
    )
    parser.add_argument(
        "--data", metavar="FOLDER", help="check and list this data folder with one of these"
    )


def games(chosen: argparse.Namespace) -> str:
    """What the flags ask for."""
    flag = next((flag for flag in LISTINGS if getattr(chosen, flag)), None)
    if chosen.data and flag is None:
        raise engines.BadOption(
            f"--data needs {listed([f'--{each}' for each in LISTINGS])}: they list that folder"
        )
    if flag is None:
        return overview() if chosen.name is None else details(chosen.name)
    if chosen.name is None:
        raise engines.BadOption(f"--{flag} needs a game: choose {listed(engines.names())}")
    return LISTINGS[flag](chosen.name, chosen.data)


def overview() -> str:
    """All games with their options."""
    return "\n\n".join(details(name) for name in engines.names())


def details(name: str) -> str:
    """One game: what it is, how much is reconstructed, and each option with its choices."""
    rows = [
        [f"    {option}", known.offered, f"default {known.default}", known.help]
        for option, known in engines.options(name).items()
    ]
    label = engines.reconstructed(name)
    head = [f"{name}: {engines.describe(name)}", *([f"    {label}"] if label else [])]
    return "\n".join([*head, text_table(rows)])


def sources(name: str, data: str | None = None) -> str:
    """Every number of the game's data, or of a user's data folder, with its source."""
    lines = engines.sources(name, data)
    if not lines:
        return _without_data(name)
    return _by_file(lines, lambda line: f"  {line.entry} = {line.value}  [{line.source}]")


def reconstructed(name: str, data: str | None = None) -> str:
    """How much of the data has no source, and every such number."""
    lines = engines.sources(name, data)
    if not lines:
        return _without_data(name)
    found = only_reconstructed(lines)
    if not found:
        return f"{name}: no number is reconstructed"
    head = f"{name}, reconstructed: {reconstructed_share(lines)}"
    return f"{head}\n\n{_by_file(found, _invented)}"


def cards(name: str, data: str | None = None) -> str:
    """Everything in the game that has a name, explained."""
    found = engines.load(name, data=data).words.entries
    return all_entries_text(found) or f"{name}: nothing in it has a name that needs explaining"


#: what a flag lists
LISTINGS: dict[str, Callable[[str, str | None], str]] = {
    "sources": sources,
    "reconstructed": reconstructed,
    "cards": cards,
}


def _without_data(name: str) -> str:
    return f"{name} has no data folder: its rules need no numbers from a box"


def _invented(line: engines.SourceLine) -> str:
    """The heading says that it is reconstructed; a source may say how."""
    _, _, how = line.source.partition(":")
    return f"  {line.entry} = {line.value}" + (f"  [{how.strip()}]" if how else "")


def _by_file(
    lines: Iterable[engines.SourceLine], words: Callable[[engines.SourceLine], str]
) -> str:
    """The lines, each file with its name above."""
    return "\n\n".join(
        "\n".join([file, *map(words, part)])
        for file, part in groupby(lines, lambda line: line.file)
    )
