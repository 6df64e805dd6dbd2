"""The check of a position file that somebody edits: its problems, or its board."""

from __future__ import annotations

from typing import Any

from eminence.cython_ext.errors import BadEntry, EminenceError
from eminence.cython_ext.pages import Entries
from eminence.engines.positions import entries_of, game_from
from eminence.play.table.saved_game import is_saved
from eminence.play.web.analysing.documents import Problem, opened, problems_of
from eminence.play.web.analysing.entries import editables
from eminence.play.web.analysing.spots import MOVER, Path, Spot

A_GAME = Problem(None, "this is a saved game: only positions are edited, open it instead")


def checked(text: str) -> dict[str, Any]:
    """Its problems by lines; without any the board, and always what can be chosen."""
    if _is_saved_game(text):
        return {"problems": [A_GAME.fields()], "spot": None, "entries": []}
    problems = problems_of(text)
    spot = None if problems else Spot(opened(text), Path()).fields(MOVER)
    return {
        "problems": [problem.fields() for problem in problems],
        "spot": spot,
        "entries": _entries(text),
    }


def _is_saved_game(text: str) -> bool:
    try:
        return is_saved(entries_of(text))
    except EminenceError:
        return False


def _entries(text: str) -> list[dict[str, Any]]:
    """What can be chosen in a file; nothing, if not even its game is clear."""
    try:
        values = entries_of(text)
        game = game_from(Entries(values))
    except EminenceError:
        return []
    found = []
    for editable in editables(game, values):
        try:
            found.append(editable.fields(values))
        except BadEntry:
            # What is there now cannot be read: the problems say so.
            continue
    return found
