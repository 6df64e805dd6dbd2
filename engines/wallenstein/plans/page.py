"""Plans in the position file: the bid, the cards in the boxes, the counties won since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eminence.cython_ext.fields import SEATS, Field
from eminence.cython_ext.game import Table
from eminence.cython_ext.pages import Entries
from eminence.engines.kit.entry_kinds import Kind, Names, Word
from eminence.engines.kit.page import Answers, Entry
from eminence.engines.wallenstein.names import bid_names, card_names, places_of
from eminence.engines.wallenstein.rules import face_down
from eminence.engines.wallenstein.state import Phase


@dataclass(frozen=True)
class Orders(Kind):
    """The cards in the boxes, by their place on the mat; those that are named."""

    boxes: Sequence[str]
    cards: Word

    def read(self, entries: Entries, key: str) -> dict[int, int]:
        table = entries.table(key)
        found = {
            place: self.cards.read(table, box)
            for place, box in enumerate(self.boxes)
            if table.has(box)
        }
        table.close()
        return found

    def write(self, value: Any) -> dict[str, str | None] | None:
        return {self.boxes[p]: self.cards.write(card) for p, card in value.items()} or None

    def __str__(self) -> str:
        return 'a table such as { palace = "Altmark", grain = "money card" }'


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
        return [
            Entry("bid", self.bids, "bid", "a county, Thalers, nothing or face down", value=_bid),
            Entry(
                "orders",
                Orders(self.boxes, self.cards),
                about="the cards in the boxes",
                also=["planned", "box"],
                value=_orders,
            ),
            Entry(
                "won",
                self.counties,
                about="counties won in this round: their cards lie in no box",
                also=["closed"],
                value=self._won,
            ),
        ]

    def derived(self) -> dict[str, Field]:
        """The fields that follow."""
        return {
            "planned": Field((SEATS,), high=1 + len(self.boxes)),
            "box": Field((SEATS, self.boxes), names=self.cards.words),
            "closed": Field((SEATS,), bits=self.counties.kinds),
        }

    def _won(self, data: np.void, seat: int) -> int | None:
        """Counties whose cards cannot lie face down although no box has shown them."""
        return face_down(self.table, data.tobytes())[seat] & ~int(data["closed"][seat]) or None

    def follow(self, answers: Answers, seat: int) -> None:
        """While all plan, what is named was decided, place after place."""
        record, spot = answers.record, f"seats[{seat}]"
        orders: dict[int, int] = answers.said(f"{spot}.orders") or {}
        for box, card in orders.items():
            record["box"][seat][box] = card
        if record["phase"] == Phase.PLAN and answers.said(f"{spot}.bid") is not None:
            decided = 0
            while decided in orders:
                decided += 1
            record["planned"][seat] = 1 + decided
        won = answers.said(f"{spot}.won") or 0
        for i, name in enumerate(self.counties.kinds):
            if won & ~int(record["owned"][seat]) & 1 << i:
                answers.refuse(f"{spot}.won", f"seat {seat} does not own {name}")

    def follow_all(self, answers: Answers) -> None:
        """Which cards may lie face down, once everything else is told."""
        for seat, mask in enumerate(face_down(self.table, answers.record.tobytes())):
            won = answers.said(f"seats[{seat}].won") or 0
            answers.record["closed"][seat] = mask & ~won


def _bid(data: np.void, seat: int) -> int | None:
    """While all plan, "nothing" is a decision too."""
    if data["phase"] == Phase.PLAN and data["planned"][seat]:
        return int(data["bid"][seat])
    return int(data["bid"][seat]) or None


def _orders(data: np.void, seat: int) -> dict[int, int]:
    cards = {place: int(card) for place, card in enumerate(data["box"][seat])}
    if data["phase"] == Phase.PLAN:
        return {p: card for p, card in cards.items() if p + 1 < data["planned"][seat]}
    return {p: card for p, card in cards.items() if card}
