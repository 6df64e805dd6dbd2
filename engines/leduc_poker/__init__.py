"""Leduc poker: six cards, two rounds of betting, a pair wins. OpenSpiel's `leduc_poker`.

Two jacks, two queens, two kings, all six cards distinct. Both seats ante one chip and get
a private card; after the first round of betting a common card is dealt openly. A raise is
2 chips in the first round and 4 in the second, at most two raises a round, and folding is
offered only against a raise. A pair with the common card wins, else the higher rank; equal
ranks share. Nothing is shown at the end: a view never holds the other seat's card.
"""

from __future__ import annotations

from cython_ext.fields import SEATS, Field
from cython_ext.game import Position
from cython_ext.words import Words
from engines.leduc_poker.rules import table
from engines.options import Option, Parts

VERSION = 1
OPTIONS = {"players": Option(2, (2,))}

ANTE = 1
RAISES = (2, 4)
MAX_RAISES = 2
BETTING = "the betting of both rounds: r raises, c calls, f folds"
CARDS = ("J1", "J2", "Q1", "Q2", "K1", "K2")


def betting_lines() -> list[str]:
    """Every course that one round of betting can take, as letters; the empty one first."""
    lines = [""]
    for line in lines:
        facing = line.endswith("r")
        if line.endswith("f") or (line.endswith("c") and line != "c"):
            continue
        if facing:
            lines.append(line + "f")
        lines.append(line + "c")
        if line.count("r") < MAX_RAISES:
            lines.append(line + "r")
    return lines


class LeducWords(Words):
    events = ("deal", "common card")
    problems = (
        "card[{0}]: missing, though it has been dealt and the viewer sees it",
        "card[{0}]: given, though it has not been dealt or the viewer cannot see it",
        "card: one card lies in two places",
        "line: betting or a common card before its time",
        "player: does not fit the cards dealt and the betting",
    )

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines

    def action(self, position: Position, action: int) -> str:
        return ("fold", "call", "raise")[action]

    def outcome(self, position: Position, outcome: int) -> str:
        return CARDS[outcome]

    def board(self, position: Position) -> str:
        data = position.data
        names = ("?", *CARDS)
        rounds = " / ".join(self.lines[i] or "-" for i in data["line"])
        hands = [f"seat {seat}: {names[data['card'][seat]]}" for seat in (0, 1)]
        return "\n".join([*hands, f"common: {names[data['common']]}", f"betting: {rounds}"])


def load(players: int) -> Parts:
    """Build the game; see `engines.load`."""
    lines = betting_lines()
    cards = dict(enumerate(("none", *CARDS)))
    fields = {
        "card": Field((SEATS,), names=cards, about="each seat's card"),
        "common": Field(names=cards, about="the open card"),
        "dealt": Field(high=2, about="private cards dealt"),
        "line": Field((None,), names=dict(enumerate(lines)), about=BETTING),
    }
    return Parts(table(lines, ANTE, RAISES), LeducWords(lines), fields)
