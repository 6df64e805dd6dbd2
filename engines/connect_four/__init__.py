"""Connect four: drop pieces into seven columns, four in a row wins. OpenSpiel's `connect_four`.

Perfect information, no chance, two players on 6 rows and 7 columns. Actions are columns
0..6, from the left.
"""

from __future__ import annotations

from eminence.engines.connect_four.rules import table
from eminence.engines.connect_four.words import ConnectFourWords
from eminence.engines.kit.options import Option, Parts

VERSION = 1
OPTIONS = {"players": Option(2, (2,))}


def load(players: int) -> Parts:
    """Build the game; see `engines.load`."""
    words = ConnectFourWords(players)
    return Parts(table(), words, words.form.fields())
