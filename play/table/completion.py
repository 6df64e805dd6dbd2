"""What the beginning of a line may become: a move, a command, or what a command looks up."""

from __future__ import annotations

from collections.abc import Iterable

from eminence.cython_ext.words import Words
from eminence.play.table.choices import spoken
from eminence.play.table.decision import Offer, text_of
from eminence.play.table.typed_input import COMMANDS


def completions(begun: str, offer: Offer, words: Words) -> list[str]:
    """Whole lines that begin so, whatever their capitals; moves come first."""
    command, blank, _ = begun.partition(" ")
    known = [*map(text_of, offer.all), *COMMANDS]
    if blank:
        # Behind a blank a command alone is no longer meant.
        known = [line for line in known if line != command]
        known += [f"{command} {name}" for name in _looked_up(command.lower(), words)]
    return _beginning(begun, known)


def _looked_up(command: str, words: Words) -> list[str]:
    if command in ("card", "show"):
        return [entry.name for entry in words.entries]
    if command == "rules":
        return [chapter.title.lower() for chapter in words.chapters[1:]]
    return []


def _beginning(begun: str, known: Iterable[str]) -> list[str]:
    start = spoken(begun)
    return [*dict.fromkeys(line for line in known if spoken(line).startswith(start))]
