"""Phantom tic-tac-toe: the other's marks are invisible. OpenSpiel's `phantom_ttt`.

Two players, no chance. Actions are cells 0..8, row by row. Trying a cell that the other
holds shows the mover that it is taken, and the mover tries again; the other learns nothing
of it (OpenSpiel's default, `reveal-nothing`). Both know whose turn it is, hence how many
marks there are, and at the end who won.

In an imagined world the other has marks and has found some of the viewer's; every pair that
the viewer cannot exclude is as likely as any other.
"""

from __future__ import annotations

from eminence.engines.kit.options import Option, Parts
from eminence.engines.phantom_ttt.rules import table
from eminence.engines.phantom_ttt.words import PhantomWords

VERSION = 1
OPTIONS = {"players": Option(2, (2,))}


def load(players: int) -> Parts:
    """Build the game; see `engines.load`."""
    words = PhantomWords(players)
    return Parts(table(), words, words.form.fields())
