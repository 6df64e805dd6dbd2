"""The draft in the position file: the table `[draft]`, and what seats have there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eminence.cython_ext.fields import SEATS, Field
from eminence.cython_ext.pages import Entries
from eminence.engines.kit.entry_kinds import FLAG, InOrder, Kind, Names, Word
from eminence.engines.kit.masks import bits, mask_from_1, mask_where
from eminence.engines.kit.page import Answers, Entry, Section, quiet
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.names import DRAFTING
from eminence.engines.wallenstein.numbers import Board


@dataclass(frozen=True)
class GroupSizes(Kind):
    """The army groups that a seat has left: their sizes, as a mask of all groups."""

    sizes: Sequence[int]
    about = "a list of sizes such as [5, 4, 4]"

    def read(self, entries: Entries, key: str) -> int:
        left = entries.value(key, str(self))
        if not isinstance(left, list):
            raise entries.fail(key, f"expected {self}")
        left, mask = list(left), 0
        # Among equal groups the first is placed first.
        for i in reversed(range(len(self.sizes))):
            if self.sizes[i] in left:
                left.remove(self.sizes[i])
                mask |= 1 << i
        if left:
            raise entries.fail(key, f"expected sizes out of {list(self.sizes)}")
        return mask

    def write(self, value: Any) -> list[int]:
        return [self.sizes[i] for i in bits(value)]

    def layout(self) -> Field:
        return Field(high=2**state.GROUPS - 1)


class DraftPage:
    """The entries of one loaded game; only a draft has them."""

    def __init__(self, board: Board, players: int, county: Word, counties: Names) -> None:
        self.on = board
        self.players = players
        self.county = county
        self.counties = counties
        self.groups = GroupSizes(board.groups)

    def section(self) -> Section:
        """The county cards on the table."""
        names = self.county.words
        display, under = (
            InOrder(names, size=2, blanks=True),
            InOrder(names, size=len(self.on.names)),
        )
        swapped = "the mover has put the open cards under the deck"
        entries = [
            Entry("display", display, "the open county cards", also=["deck"]),
            Entry("under_the_deck", under, "known cards, the upper first", "bottom"),
            quiet("taken", self.county, "the county that waits for armies", "picked"),
            quiet("swapped", FLAG, swapped),
        ]
        return Section("draft", entries, needed=False, at=DRAFTING)

    def seat(self) -> list[Entry]:
        """A seat's army groups, and what it saw when it last chose."""
        return [
            Entry("groups", self.groups, "army groups not yet placed", at=DRAFTING),
            Entry(
                "saw_before",
                self.counties,
                "the open cards when the seat last chose",
                value=lambda data, seat: mask_from_1(data["before"][seat]),
                at=DRAFTING,
            ),
        ]

    def derived(self) -> dict[str, Field]:
        """The fields that follow."""
        return {
            "before": Field((SEATS, None), names=self.county.words),
            "bottom_size": Field(high=len(self.on.names)),
            "deck": Field(bits=self.on.names),
        }

    def follow(self, answers: Answers) -> None:
        """County cards that are not named anywhere are in the deck."""
        record = answers.record
        if record["phase"] not in DRAFTING:
            return
        record["bottom_size"] = np.count_nonzero(record["bottom"])
        answers.require("draft.display", "the open county cards")
        for seat in range(self.players):
            self._follow_seat(answers, seat)
        owned = int(np.bitwise_or.reduce(record["owned"]))
        known = mask_from_1([*record["display"], *record["bottom"], record["picked"]])
        record["deck"] = mask_where(c.in_play for c in self.on.counties) & ~(owned | known)

    def _follow_seat(self, answers: Answers, seat: int) -> None:
        spot = f"seats[{seat}].saw_before"
        answers.require(f"seats[{seat}].groups", self.groups)
        cards = [i + 1 for i in bits(answers.said(spot, 0))]
        if len(cards) in (0, 2):
            answers.record["before"][seat] = cards or 0
        else:
            answers.refuse(spot, f"{len(cards)} cards, expected two or none")
