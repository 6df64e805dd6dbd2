"""Kuhn poker: one card each, one bet each, highest card wins. OpenSpiel's `kuhn_poker`.

Everybody antes one chip and is dealt one card of a deck of players + 1. In turn each seat
passes or bets one chip; after a bet each other seat answers once, with a bet (call) or a
pass (fold). Nothing is shown at the end: a view never holds another seat's card.
"""

from __future__ import annotations

from eminence.engines.kit.options import Option, Parts
from eminence.engines.kuhn_poker.rules import table
from eminence.engines.kuhn_poker.words import KuhnWords

VERSION = 1
OPTIONS = {"players": Option(2, (2, 3, 4, 5, 6))}
#: Chips count, not who wins the hand.
SEARCH = {"reward": "score", "scale": 4.0}


def load(players: int) -> Parts:
    """Build the game; see `engines.load`."""
    words = KuhnWords(players)
    return Parts(table(players), words, words.form.fields(), search=SEARCH)
