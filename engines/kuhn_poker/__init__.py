"""Kuhn poker: one card each, one bet each, highest card wins. OpenSpiel's `kuhn_poker`.

Everybody antes one chip and is dealt one card of a deck of players + 1. In turn each seat
passes or bets one chip; after a bet each other seat answers once, with a bet (call) or a
pass (fold). Nothing is shown at the end: a view never holds another seat's card.
"""

from __future__ import annotations

from cython_ext.fields import SEATS, Field
from cython_ext.game import Position
from cython_ext.words import Words
from engines.kuhn_poker.rules import table
from engines.options import Option, Parts

VERSION = 1
OPTIONS = {"players": Option(2, (2, 3, 4, 5, 6))}


class KuhnWords(Words):
    events = ("deal",)
    problems = (
        "card[{0}]: missing, though it has been dealt and the viewer sees it",
        "card[{0}]: given, though it has not been dealt or the viewer cannot see it",
        "card: two seats hold the same card",
        "player: does not fit the cards dealt and the bets made",
        "bets: not a betting that play can reach",
    )

    def action(self, position: Position, action: int) -> str:
        return ("pass", "bet")[action]

    def outcome(self, position: Position, outcome: int) -> str:
        return f"card {outcome}"

    def board(self, position: Position) -> str:
        data = position.data
        lines = []
        for seat in range(position.game.seats):
            card = data["card"][seat] - 1 if data["card"][seat] else "?"
            bet = "bet" if data["bets"] >> seat & 1 else ""
            lines.append(f"seat {seat}: card {card} {bet}".rstrip())
        return "\n".join(lines)


def load(players: int) -> Parts:
    """Build the game; see `engines.load`."""
    fields = {
        "card": Field((SEATS,), low=0, high=players + 1),
        "dealt": Field(high=players),
        "acted": Field(high=2 * players - 1),
        "bets": Field(high=2**players - 1),
        "bettor": Field(low=0, high=players),
    }
    return Parts(table(players), KuhnWords(), fields)
