"""Leduc poker: six cards, two rounds of betting, a pair wins. OpenSpiel's `leduc_poker`.

Two jacks, two queens, two kings, all six cards distinct. Both seats ante one chip and get
a private card; after the first round of betting a common card is dealt openly. A raise is
2 chips in the first round and 4 in the second, at most two raises a round, and folding is
offered only against a raise. A pair with the common card wins, else the higher rank; equal
ranks share. Nothing is shown at the end: a view never holds the other seat's card.

The names of the ranks and the numbers of chips and raises are in `data`.
"""

from __future__ import annotations

from pathlib import Path

from eminence.cython_ext.fields import SEATS, Field
from eminence.engines.kit.options import Option, Parts
from eminence.engines.kit.tables import data_hash
from eminence.engines.leduc_poker import numbers
from eminence.engines.leduc_poker.betting import betting_lines
from eminence.engines.leduc_poker.numbers import DATA
from eminence.engines.leduc_poker.rules import table
from eminence.engines.leduc_poker.words import LeducWords

VERSION = 1
OPTIONS = {"players": Option(2, (2,))}
#: Chips count, not who wins the hand.
SEARCH = {"reward": "score", "scale": 4.0}

BETTING = "the betting of both rounds: r raises, c calls, f folds"


def load(players: int, data: Path = DATA) -> Parts:
    """Build the game; see `engines.load`. `data`: a folder to read instead of ours."""
    board = numbers.read(data)
    lines = betting_lines(board.most_raises)
    cards = dict(enumerate(("none", *board.cards)))
    fields = {
        "card": Field((SEATS,), names=cards, about="each seat's card"),
        "common": Field(names=cards, about="the open card"),
        "dealt": Field(high=2, about="private cards dealt"),
        "line": Field((None,), names=dict(enumerate(lines)), about=BETTING),
    }
    return Parts(
        table(lines, board.ante, board.raise_by),
        LeducWords(lines, board),
        fields,
        data_hash=data_hash(data, numbers.FILES),
        search=SEARCH,
    )
