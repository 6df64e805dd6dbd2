"""Plans in the position file: the bid, the cards in the boxes, the counties won since."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.cython_ext.fields import SEATS, Field
from eminence.cython_ext.game import Table
from eminence.engines.kit.entry_kinds import Each, Names, Word
from eminence.engines.kit.masks import bits
from eminence.engines.kit.page import Answers, Entry, quiet
from eminence.engines.wallenstein.names import bid_names, card_names, places_of
from eminence.engines.wallenstein.rules import face_down
from eminence.engines.wallenstein.state import Phase


class PlansPage:
    """The entries of one loaded game."""

    def __init__(self, counties: Names, expansions: Sequence[str], table: Table) -> None:
        self.counties = counties
        self.table = table
        self.boxes = places_of(expansions)[1:]
        self.bids = Word(bid_names(counties.kinds, expansions), "a card")
        self.cards = Word(card_names(counties.kinds, expansions), "a card")

    def seat(self) -> list[Entry]:
        """A seat's plan, as far as the viewer knows it."""
        example = 'a table such as { palace = "Altmark", grain = "money card" }'
        orders = Each(self.boxes, self.cards, example, missing=None)
        won = "counties won in this round: their cards lie in no box"
        return [
            Entry("bid", self.bids, "a county, Thalers, nothing or face down", "bid", value=_bid),
            Entry(
                "orders", orders, "the cards in the boxes", value=_orders, also=["planned", "box"]
            ),
            quiet("won", self.counties, won, value=self._won, also=["closed"]),
        ]

    def derived(self) -> dict[str, Field]:
        """The fields that follow."""
        return {
            "planned": Field((SEATS,), high=1 + len(self.boxes)),
            "box": Field((SEATS, self.boxes), names=self.cards.words),
            "closed": Field((SEATS,), bits=self.counties.kinds),
        }

    def _won(self, data: np.void, seat: int) -> int:
        """Counties whose cards cannot lie face down, though no box has shown them."""
        return face_down(self.table, data.tobytes())[seat] & ~int(data["closed"][seat])

    def follow(self, answers: Answers, seat: int) -> None:
        """While all plan, the places named are those decided so far, in order."""
        record, spot = answers.record, f"seats[{seat}]"
        orders = answers.said(f"{spot}.orders", [None] * len(self.boxes))
        record["box"][seat][: len(orders)] = [card or 0 for card in orders]
        if record["phase"] == Phase.PLAN and answers.said(f"{spot}.bid") is not None:
            record["planned"][seat] = 1 + [*orders, None].index(None)
        for i in bits(answers.said(f"{spot}.won", 0) & ~int(record["owned"][seat])):
            message = f"seat {seat} does not own {self.counties.kinds[i]}"
            answers.refuse(f"{spot}.won", message)

    def follow_all(self, answers: Answers) -> None:
        """Which cards may lie face down, once everything else is known."""
        for seat, mask in enumerate(face_down(self.table, answers.record.tobytes())):
            answers.record["closed"][seat] = mask & ~answers.said(f"seats[{seat}].won", 0)


def _bid(data: np.void, seat: int) -> int | None:
    """While all plan, "nothing" is a decision too."""
    if data["phase"] == Phase.PLAN and data["planned"][seat]:
        return int(data["bid"][seat])
    return int(data["bid"][seat]) or None


def _orders(data: np.void, seat: int) -> list[int | None]:
    """While all plan, the boxes decided so far; later those that are not empty."""
    cards = data["box"][seat].tolist()
    if data["phase"] == Phase.PLAN:
        decided = max(0, int(data["planned"][seat]) - 1)
        return [*cards[:decided], *[None] * (len(cards) - decided)]
    return [card or None for card in cards]
