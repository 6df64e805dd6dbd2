"""What a person types to the companion: a command, or what happens at the table."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

from eminence.cython_ext.words import Words
from eminence.engines import BadOption
from eminence.play.table.choices import plain, spoken
from eminence.play.table.typed_input import COMMANDS as TABLE

#: what is the same as at the table
_OF_A_TABLE = ("rules", "card", "show", "map", "legend", "save", "quit", "help")
COMMANDS = {
    "hint": TABLE["hint"],
    "why": TABLE["why"],
    "legal": "legal           all that may come next, with numbers to choose by",
    "board": "board           the table as you know it",
    "log": "log [ENTRIES]   your entries with their numbers, and what followed from each",
    "undo": "undo [TIMES]    take back the last entry, or the last few",
    "fix": "fix NUMBER TEXT correct an earlier entry; the later ones are played again",
    **{name: TABLE[name] for name in _OF_A_TABLE},
}
#: commands that stand alone
ALONE = ("why", "legal", "board", "map", "legend", "quit", "help")
#: the most entries that `log` and `undo` take at once
MOST_ENTRIES = 10_000


@dataclass(frozen=True)
class Typed:
    """A command and its argument; without a name something that was seen."""

    name: str
    argument: str


def read(line: str, listed: Sequence[str]) -> Typed:
    """The command, or what was seen; what may come next goes before a command: `card 1`."""
    line = line.strip()
    name, _, argument = line.partition(" ")
    whats = (text.partition(": ")[2] or text for text in listed)
    if name.lower() not in COMMANDS or plain(line) in map(plain, whats):
        return Typed("", line)
    if name.lower() in ALONE and argument.strip():
        raise BadOption(f"{name.lower()} stands alone: leave out {argument.strip()!r}")
    return Typed(name.lower(), argument.strip())


def number_in(line: str) -> int | None:
    """A number that stands alone."""
    return int(line) if line.isascii() and line.isdigit() and len(line) < 10 else None


def how_many(command: str, argument: str, default: int) -> int:
    """The number behind a command."""
    if not argument:
        return default
    number = number_in(argument)
    if number is None or not 1 <= number <= MOST_ENTRIES:
        raise BadOption(f"{command} {argument}: choose a number from 1 to {MOST_ENTRIES}")
    return number


def correction(argument: str) -> tuple[int, str]:
    """The number of an entry and what it should have been."""
    number, _, text = argument.partition(" ")
    found = number_in(number)
    if found is None or not text.strip():
        raise BadOption("fix: name the entry and what it should be, such as: fix 12 1 passes")
    return found, text.strip()


def command_meant(line: str) -> str:
    """A command that is like the first word of a line; "" for none."""
    first = line.split(" ")[0].lower()
    close = difflib.get_close_matches(first, COMMANDS, 1, cutoff=0.7)
    return f"; if you meant the command, type {close[0]}" if close else ""


def beginnings(begun: str, listed: Sequence[str], words: Words) -> list[str]:
    """Whole lines that begin so: what may come next, commands, and what these look up."""
    named = [f"{command} {entry.name}" for command in ("card", "show") for entry in words.entries]
    chapters = [f"rules {chapter.title.lower()}" for chapter in words.chapters[1:]]
    known = [*listed, *COMMANDS, *(named + chapters if " " in begun else [])]
    start = spoken(begun)
    return [*dict.fromkeys(line for line in known if spoken(line).startswith(start))]


def help_text() -> str:
    """All that a person may type."""
    lines = [
        "Say what happens, as the game words it or nearly so: 1 claims Dijon Duke: 4 France; I",
        "draw Spain. A number alone at the beginning is a seat. Behind a semicolon stands what",
        "else the table shows. What follows from the rest need not be said.",
        *COMMANDS.values(),
    ]
    return "\n".join(lines)
