"""What a person types at the table: a move by number or text, or a command."""

from __future__ import annotations

from dataclasses import dataclass

from eminence import engines
from eminence.play.table.choices import Choice, Late
from eminence.play.table.decision import Offer

COMMANDS = {
    "hint": "hint [SECONDS]  what to play, and how sure that is",
    "why": "why             the reasons behind the last hint",
    "board": "board           the table and your moves once more",
    "undo": "undo            back to your previous decision",
    "save": "save FILE       a copy of the game as it is",
    "load": "load FILE       another game instead of this one",
    "quit": "quit            leave; the game is kept",
    "help": "help            these lines",
}
#: seconds of a hint, and the most that one may ask for
HINT_SECONDS, MOST_SECONDS = 3.0, 3600.0
#: commands that name a file
WITH_FILE = ("save", "load")


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
    if name.lower() not in COMMANDS:
        raise NoMove(f"no move or command {line!r}: {_right(offer)}")
    return _command(name.lower(), argument.strip())


def _right(offer: Offer) -> str:
    numbers = "1" if len(offer) == 1 else f"1 to {len(offer)}"
    return f"type {numbers}, the text of a move, or help"


def _command(name: str, argument: str) -> TypedCommand:
    if name in WITH_FILE and not argument:
        raise engines.BadOption(f"{name}: name a file")
    if name not in (*WITH_FILE, "hint") and argument:
        raise engines.BadOption(f"{name} stands alone: leave out {argument!r}")
    return TypedCommand(name, argument)


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
            f"hint {argument}: choose a number of seconds, {MOST_SECONDS:g} at most"
        )
    return seconds


def help_text() -> str:
    """All that a person may type."""
    lines = [
        "A number or the text of a move plays it. Moves that are listed as still possible are",
        "put in where the rules ask for them; what you have chosen since stays.",
        *COMMANDS.values(),
    ]
    return "\n".join(lines)
