"""Notes on moves of Wallenstein, and random games in which they are looked at."""

from __future__ import annotations

import re

from looked_up import note
from wallenstein_builder import texts

from eminence import engines


def notes(state: engines.State) -> dict[str, str]:
    """The notes on all moves of the mover, by the move."""
    return {text: note(state, text) for text in texts(state)}


def number(pattern: str, text: str) -> int:
    """The number that a note tells."""
    found = re.search(pattern, text)
    assert found, f"{pattern} in {text!r}"
    return int(found[1])
