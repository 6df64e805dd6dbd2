"""Goofspiel: bid your cards, each once, for prizes in random order. OpenSpiel's `goofspiel`.

Everybody holds the cards 1 to num_cards. Each round a random prize of the same ranks turns
up and all bid one card face down; the bids are opened together and the highest takes the
prize's points, unless two bids are highest: then nobody does. The last round has no choice
left and plays itself. Most points win. Action and outcome c is the card of rank c + 1.
"""

from __future__ import annotations

from eminence.engines.goofspiel.rules import table
from eminence.engines.goofspiel.words import GoofspielWords
from eminence.engines.kit.options import Option, Parts

VERSION = 1
OPTIONS = {
    "players": Option(2, (2, 3, 4)),
    "num_cards": Option(13, tuple(range(2, 14)), "cards per hand and prizes"),
}

#: what a search plays for, beside the win: points, of which so many make a lead clear
SEARCH = {"scale": 10.0}


def load(players: int, num_cards: int) -> Parts:
    """Build the game; see `engines.load`."""
    words = GoofspielWords(players, num_cards)
    return Parts(table(players, num_cards), words, words.form.fields(), search=SEARCH)
