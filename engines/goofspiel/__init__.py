"""Goofspiel: bid your cards, each once, for prizes in random order. OpenSpiel's `goofspiel`.

Everybody holds the cards 1 to num_cards. Each round a random prize of the same ranks turns
up and all bid one card face down; the bids are opened together and the highest takes the
prize's points, unless two bids are highest: then nobody does. The last round has no choice
left and plays itself. Most points win. Action and outcome c is the card of rank c + 1.
"""

from __future__ import annotations

from cython_ext.fields import SEATS, Field
from cython_ext.game import Position
from cython_ext.words import Words
from engines.goofspiel.rules import table
from engines.options import Option, Parts

VERSION = 1
OPTIONS = {
    "players": Option(2, (2, 3, 4)),
    "num_cards": Option(13, tuple(range(2, 14)), "cards per hand and prizes"),
}


class GoofspielWords(Words):
    events = ("prize",)
    sources = ("prizes",)
    problems = (
        "hand[{0}]: {1} cards, but {2} prizes are left to bid for",
        "prizes: prize {0} is bid for and still to come",
        "hand: one card each, but the last round plays itself",
        "points: {0} in all, but the prizes gone are worth {1}",
        "bid[{0}]: no card of that hand, or no bid that the viewer can see",
        "player: does not fit the bids and prizes",
    )

    def action(self, position: Position, action: int) -> str:
        return f"bid {action + 1}"

    def outcome(self, position: Position, outcome: int) -> str:
        return f"prize {outcome + 1}"

    def board(self, position: Position) -> str:
        data = position.data
        lines = [f"prize: {data['prize'] or '-'}  to come: {ranks(data['prizes'])}"]
        for seat in range(position.game.seats):
            bid = f"  bid: {data['bid'][seat]}" if data["bid"][seat] else ""
            hand = ranks(data["hand"][seat])
            lines.append(f"seat {seat}: {data['points'][seat]} points  hand: {hand}{bid}")
        return "\n".join(lines)


def ranks(cards: int) -> str:
    """The ranks in a mask of cards."""
    return " ".join(str(c + 1) for c in range(13) if cards >> c & 1) or "-"


def load(players: int, num_cards: int) -> Parts:
    """Build the game; see `engines.load`."""
    all_cards = 2**num_cards - 1
    fields = {
        "hand": Field((SEATS,), high=all_cards),
        "prizes": Field(high=all_cards),
        "points": Field((SEATS,), high=num_cards * (num_cards + 1) // 2),
        "bid": Field((SEATS,), high=num_cards),
        "prize": Field(low=0, high=num_cards),
    }
    return Parts(table(players, num_cards), GoofspielWords(), fields)
