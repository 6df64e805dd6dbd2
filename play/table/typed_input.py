"""What a person types at the table: a move by number or text, or a command."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from eminence import engines
from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import wrapped
from eminence.play.table.choices import Choice, Late, spoken
from eminence.play.table.decision import Offer, text_of

COMMANDS = {
    "hint": "hint [SECONDS]  what to play, and why; hint full adds the numbers",
    "why": "why             the line to expect and the reasons in numbers",
    "board": "board           the whole table and your moves once more",
    "plan": "plan [BOX]      your secret plan, where the game has one; what may go into a box",
    "rules": "rules [CHAPTER] how to play, or one chapter of it",
    "card": "card [NAME]     what a card, a place or anything else with a name is",
    "show": "show NAME       the same: show Dijon, card Dijon",
    "map": "map             the map, where the game has one",
    "legend": "legend          what the signs on the board mean",
    "log": "log [ROUNDS]    what happened in the last round, or in the last few",
    "undo": "undo [TIMES]    back to your previous decision, or the one before it, ...",
    "save": "save FILE       a copy of the game as it is",
    "load": "load FILE       another game instead of this one",
    "quit": "quit            leave; the game is kept",
    "help": "help            these lines",
}
#: columns of what is typed in these lines
USAGE = 16
HOW_TO_TYPE = """
A number or the text of a move plays it; its beginning will do if no other move begins so. Tab
completes it. Moves that are listed as still possible are put in where the rules ask for them; what
you have chosen since stays.
"""
#: seconds of a hint, and the most that one may ask for
HINT_SECONDS, MOST_SECONDS = 3.0, 3600.0
#: behind `hint`: with its numbers
FULL = "full"
#: moves and commands that a refusal suggests
SUGGESTED = 3
#: commands that name a file
WITH_FILE = ("save", "load")
#: commands that something may stand behind
WITH_MORE = (*WITH_FILE, "hint", "plan", "rules", "card", "show", "log", "undo")
#: the most turns or decisions that one may ask for at once
MOST_BACK = 1000


@dataclass(frozen=True)
class TypedCommand:
    """A command and its argument."""

    name: str
    argument: str = ""


class NoMove(engines.BadOption):
    """Neither a move that is offered nor a command."""


def read(line: str, offer: Offer) -> Choice | Late | TypedCommand:
    """The move that a person means, or the command."""
    line = line.strip()
    if line.isascii() and line.isdigit() and len(line) < 10:
        if not 1 <= int(line) <= len(offer):
            raise engines.BadOption(f"no move {line}: {_right(offer)}")
        return offer.number(int(line))
    if (move := offer.named(line)) is not None:
        return move
    name, _, argument = line.partition(" ")
    if name.lower() in COMMANDS:
        return _command(name.lower(), argument.strip())
    if line and len(moves := offer.beginning(line)) == 1:
        return moves[0]
    raise NoMove(f"no move or command {line!r}: {_meant(line, offer) or _right(offer)}")


def _meant(line: str, offer: Offer) -> str:
    """What the person may have meant; "" if nothing is like it."""
    known = {spoken(text): text for text in (*COMMANDS, *map(text_of, offer.all))}
    begun = [text for text in known if line and text.startswith(spoken(line))]
    close = begun or difflib.get_close_matches(spoken(line), known, SUGGESTED)
    return f"did you mean {listed([known[text] for text in close[:SUGGESTED]])}?" if close else ""


def _right(offer: Offer) -> str:
    numbers = "1" if len(offer) == 1 else f"1 to {len(offer)}"
    return f"type {numbers}, the text of a move, or help"


def _command(name: str, argument: str) -> TypedCommand:
    if name in WITH_FILE and not argument:
        raise engines.BadOption(f"{name}: name a file")
    if name not in WITH_MORE and argument:
        raise engines.BadOption(f"{name} stands alone: leave out {argument!r}")
    return TypedCommand(name, argument)


def how_many(command: str, argument: str) -> int:
    """The number behind a command; 1 without one."""
    if not argument:
        return 1
    if not (argument.isascii() and argument.isdigit() and 1 <= int(argument[:9]) <= MOST_BACK):
        raise engines.BadOption(f"{command} {argument}: choose a number from 1 to {MOST_BACK}")
    return int(argument)


def hint_wish(argument: str) -> tuple[float, bool]:
    """How long a hint may take, and whether its numbers are wanted."""
    words = argument.split()
    has_numbers = FULL in words
    if has_numbers:
        words.remove(FULL)
    return hint_seconds(" ".join(words)), has_numbers


def hint_seconds(argument: str) -> float:
    """How long a hint may take."""
    if not argument:
        return HINT_SECONDS
    try:
        seconds = float(argument)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= MOST_SECONDS:
        raise engines.BadOption(
            f"hint {argument}: choose a number of seconds, {MOST_SECONDS:g} at most, or {FULL}"
        )
    return seconds


def help_text() -> str:
    """All that a person may type."""
    commands = (wrapped(line[:USAGE], line[USAGE:]) for line in COMMANDS.values())
    return "\n".join([wrapped("", HOW_TO_TYPE), *commands])
