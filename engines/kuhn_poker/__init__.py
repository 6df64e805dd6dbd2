"""Kuhn poker: one card each, one bet each, highest card wins. OpenSpiel's `kuhn_poker`.

Everybody antes one chip and is dealt one card of a deck of players + 1. In turn each seat
passes or bets one chip; after a bet each other seat answers once, with a bet (call) or a
pass (fold). Nothing is shown at the end: a view never holds another seat's card.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cython_ext.fields import SEATS, Field
from cython_ext.game import Position, View
from cython_ext.pages import NONE, Entries, Page
from cython_ext.words import Words
from engines.kuhn_poker.rules import table
from engines.options import Option, Parts

VERSION = 1
OPTIONS = {"players": Option(2, (2, 3, 4, 5, 6))}


#: by action id
MOVES = ("pass", "bet")


class KuhnWords(Words):
    events = ("deal",)
    problems = (
        "card[{0}]: missing, though it has been dealt and the viewer sees it",
        "card[{0}]: given, though it has not been dealt or the viewer cannot see it",
        "card: two seats hold the same card",
        "player: does not fit the cards dealt and the bets made",
        "bets: not a betting that play can reach",
    )

    def __init__(self, players: int) -> None:
        self.players = players

    def action(self, position: Position, action: int) -> str:
        return MOVES[action]

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

    def write_position(self, view: View) -> Page:
        """The own card, and what everybody did in turn."""
        data = view.data
        cards = [int(data["card"][seat]) - 1 for seat in range(self.players)]
        values = {**view.head(), "dealt": int(data["dealt"])}
        if view.seat >= 0 and cards[view.seat] >= 0:
            values["card"] = cards[view.seat]
        values["moves"] = ", ".join(self._moves(data)) or NONE
        comments = {
            "dealt": "how many seats have their card",
            "card": f"your card, 0 to {self.players}",
            "moves": "pass or bet, in turn, beginning with seat 0",
        }
        return self.page(view, values, comments)

    def _moves(self, data: np.void) -> list[str]:
        """Nobody bets before the first bettor; after that each seat has one answer."""
        first = int(data["bettor"]) - 1
        return [
            MOVES[0 <= first <= turn and int(data["bets"]) >> turn % self.players & 1]
            for turn in range(data["acted"])
        ]

    def read_position(self, written: dict[str, Any]) -> dict[str, Any]:
        file = Entries(written)
        head = file.head()
        moves = file.sequence("moves", MOVES)
        if len(moves) > 2 * self.players - 1:
            raise file.fail("moves", f"{len(moves)}, at most {2 * self.players - 1} are made")
        bettors = [turn % self.players for turn, move in enumerate(moves) if move]
        card = [0] * self.players
        viewer: Any = head.get("view_of")
        if file.has("card"):
            number = file.number("card", 0, self.players)
            if isinstance(viewer, bool) or viewer not in range(self.players):
                raise file.fail("card", "only the view of a seat has a card")
            card[viewer] = number + 1
        position = {
            "card": card,
            "dealt": file.number("dealt", 0, self.players),
            "acted": len(moves),
            "bets": sum(1 << seat for seat in {*bettors}),
            "bettor": bettors[0] + 1 if bettors else 0,
        }
        file.close()
        return {**head, "position": position}


def load(players: int) -> Parts:
    """Build the game; see `engines.load`."""
    fields = {
        "card": Field((SEATS,), low=0, high=players + 1),
        "dealt": Field(high=players),
        "acted": Field(high=2 * players - 1),
        "bets": Field(high=2**players - 1),
        "bettor": Field(low=0, high=players),
    }
    return Parts(table(players), KuhnWords(players), fields)
