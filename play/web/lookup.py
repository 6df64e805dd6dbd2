"""What a page looks up: the rules, everything that has a name, the signs of the board."""

from __future__ import annotations

from typing import Any

from eminence import engines
from eminence.cython_ext.game import Game, View
from eminence.cython_ext.words import Words
from eminence.play.table.explanations import find_entry


def rules_fields(game: Game) -> dict[str, Any]:
    """All that does not change during a game."""
    words = game.words
    return {
        "chapters": [{"title": each.title, "text": each.text} for each in words.chapters],
        "entries": [entry._asdict() for entry in words.entries],
        "legend": [{"sign": sign, "meaning": text} for sign, text in words.legend.items()],
        "reconstructed": engines.reconstructed(game.name).partition(" List:")[0],
    }


def entry_fields(words: Words, name: str, view: View) -> dict[str, Any]:
    """What has this name, and how things stand there, as the viewer knows it."""
    entry = find_entry(words, name)
    return {**entry._asdict(), "stands": words.stands(view, entry.name)}
