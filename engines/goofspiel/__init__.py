"""Goofspiel: bid your cards, each once, for prizes in random order. OpenSpiel's `goofspiel`.

Everybody holds the cards 1 to num_cards. Each round a random prize of the same ranks turns
up and all bid one card face down; the bids are opened together and the highest takes the
prize's points, unless two bids are highest: then nobody does. The last round has no choice
left and plays itself. Most points win. Action and outcome c is the card of rank c + 1.
"""

from __future__ import annotations

from typing import Any

from cython_ext.fields import SEATS, Field
from cython_ext.game import Position, View
from cython_ext.pages import NONE, Entries, Page
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
        "points[{1}]: {0} is no sum of prizes that are gone",
        "points: {0} in all is no sum of prizes that are gone",
    )

    def __init__(self, players: int, num_cards: int) -> None:
        self.players = players
        self.num_cards = num_cards

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

    def write_position(self, view: View) -> Page:
        data, seats = view.data, range(view.game.seats)
        values: dict[str, Any] = {
            **view.head(),
            "prize": int(data["prize"]),
            "prizes": as_list(ranks(data["prizes"])),
            "seats": [
                {"points": int(data["points"][s]), "hand": as_list(ranks(data["hand"][s]))}
                for s in seats
            ],
        }
        for seat in seats:
            if data["bid"][seat]:
                values["seats"][seat]["bid"] = int(data["bid"][seat])
        comments = {f"seats[{seat}]": f"seat {seat}" for seat in seats}
        comments |= {
            "prize": "what is bid for now; 0: nothing",
            "prizes": "still to come",
            "seats[0].hand": "what is bid in this round stays in the hand until all have bid",
        }
        return self.page(view, values, comments)

    def read_position(self, written: dict[str, Any]) -> dict[str, Any]:
        file = Entries(written)
        seats = file.tables("seats", self.players)
        cards = [str(rank) for rank in range(1, self.num_cards + 1)]
        position = {
            "prize": file.number("prize", 0, self.num_cards),
            "prizes": sum(1 << card for card in file.names("prizes", cards)),
            "points": [seat.number("points", 0, 255) for seat in seats],
            "hand": [sum(1 << card for card in seat.names("hand", cards)) for seat in seats],
            "bid": [seat.number("bid", 0, self.num_cards, default=0) for seat in seats],
        }
        head = file.head()
        for entries in (*seats, file):
            entries.close()
        return {**head, "position": position}


def ranks(cards: int) -> str:
    """The ranks in a mask of cards."""
    return " ".join(str(c + 1) for c in range(13) if cards >> c & 1) or "-"


def as_list(text: str) -> str:
    """Ranks with commas between them, for a file."""
    return NONE if text == "-" else ", ".join(text.split())


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
    return Parts(table(players, num_cards), GoofspielWords(players, num_cards), fields)
