"""Tic-tac-toe: three in a row wins. OpenSpiel's `tic_tac_toe`.

Perfect information, no chance, two players. Actions are cells 0..8, row by row.
"""

from __future__ import annotations

from eminence.engines.kit.options import Option, Parts
from eminence.engines.tic_tac_toe.rules import table
from eminence.engines.tic_tac_toe.words import TicTacToeWords

#: Raise it when the rules change: saved games of other rules are then refused.
VERSION = 1
#: `load` gets the chosen value of each option by name. Every game has `players`.
OPTIONS = {"players": Option(2, (2,))}


def load(players: int) -> Parts:
    """Build the game; see `engines.load`.

    The fields give the range of each member of the struct. A position outside these ranges is
    refused before `check` sees it.
    """
    words = TicTacToeWords(players)
    return Parts(table(), words, words.form.fields())
