"""Small pieces that the words of several games share."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

#: columns of a board as text
WIDTH = 100


def wrapped(label: str, text: str) -> str:
    """Text behind a label, broken at WIDTH columns and indented below itself."""
    return textwrap.fill(text, WIDTH, initial_indent=label, subsequent_indent=" " * len(label))


def labelled(kinds: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    """Counts by name, as the fields of a state have them in JSON."""
    return {kind: n for kind, n in zip(kinds, counts, strict=True) if n}
