"""Bruges by Stefan Feld: each card is a worker, money, a canal, a house or one of 165 people.

For 2 to 4 players. The list of people was not published with the rulebook: most of them are
reconstructed, RULES.md says which, and `data` may name a folder with your own
(docs/own_cards.md).
"""

from __future__ import annotations

from pathlib import Path

from eminence.engines.bruges import numbers, state
from eminence.engines.bruges.numbers import DATA, PLAYERS
from eminence.engines.bruges.rules import table
from eminence.engines.bruges.words import BrugesWords
from eminence.engines.kit.loading import parts_of
from eminence.engines.kit.options import Option, Parts

VERSION = 2
OPTIONS = {"players": Option(3, PLAYERS, "how many play")}

#: With four players the network was behind the game's own guidance (docs/strength.md).
WITHOUT_NETWORK = {"players": (4,)}


def load(players: int, data: Path = DATA) -> Parts:
    """Build the game; see `engines.load`."""
    board = numbers.read(data, players)
    words = BrugesWords(board, players)
    rules = table(board, players)
    return parts_of(rules, words, words.form.fields(), state, data, numbers.FILES)
