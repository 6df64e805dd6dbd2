"""The draft in the position file: the table `[draft]`, and what seats have there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from eminence.cython_ext.fields import SEATS, Field
from eminence.cython_ext.pages import Entries
from eminence.engines.kit.entry_kinds import Flag, Kind, Names, Row, Word
from eminence.engines.kit.page import Answers, Entry, Section
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.names import DRAFTING
from eminence.engines.wallenstein.numbers import Board


@dataclass(frozen=True)
class GroupSizes(Kind):
    """The army groups that a seat has left: their sizes, as a mask of all groups."""

    sizes: Sequence[int]

    def read(self, entries: Entries, key: str) -> int:
        left = entries.value(key, str(self))
        if not isinstance(left, list):
            raise entries.fail(key, f"expected {self}")
        left, mask = list(left), 0
        # Of equal groups the first is placed first.
        for i in reversed(range(len(self.sizes))):
            if self.sizes[i] in left:
                left.remove(self.sizes[i])
                mask |= 1 << i
        if left:
            raise entries.fail(key, f"expected sizes out of {list(self.sizes)}")
        return mask

    def write(self, value: Any) -> list[int]:
        return [size for i, size in enumerate(self.sizes) if int(value) >> i & 1]

    def layout(self) -> Field:
        return Field(high=2**state.GROUPS - 1)

    def __str__(self) -> str:
        return "a list of sizes such as [5, 4, 4]"


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
        names, size = self.county.words, len(self.on.names)
        under = Row(names, size)
        return Section(
            "draft",
            [
                Entry(
                    "display",
                    Row(names, 2, blanks=True),
                    "display",
                    "the open county cards",
                    also=["deck"],
                ),
                Entry("under_the_deck", under, "bottom", "known cards, the upper first"),
                Entry(
                    "taken", self.county, "picked", "the county that waits for armies", quiet=True
                ),
                Entry(
                    "swapped",
                    Flag(),
                    "swapped",
                    "the mover has put the open cards under the deck",
                    quiet=True,
                ),
            ],
            needed=False,
            when=in_draft,
        )

    def seat(self) -> list[Entry]:
        """A seat's army groups, and what it saw when it last chose."""
        return [
            Entry("groups", self.groups, "groups", "army groups not yet placed", when=in_draft),
            Entry(
                "saw_before",
                self.counties,
                about="the open cards when the seat last chose",
                when=in_draft,
                value=lambda data, seat: sum(1 << int(c) >> 1 for c in data["before"][seat]),
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
        """County cards that are named nowhere are in the deck."""
        record = answers.record
        if not in_draft(record):
            return
        record["bottom_size"] = np.count_nonzero(record["bottom"])
        if answers.said("draft.display") is None:
            answers.refuse("draft.display", "missing; expected the open county cards")
        for seat in range(self.players):
            self._follow_seat(answers, seat)
        known = int(np.bitwise_or.reduce(record["owned"]))
        for card in (*record["display"], *record["bottom"], record["picked"]):
            known |= 1 << int(card) >> 1
        record["deck"] = sum(
            1 << i for i, c in enumerate(self.on.counties) if c.in_play and not known >> i & 1
        )

    def _follow_seat(self, answers: Answers, seat: int) -> None:
        spot = f"seats[{seat}]"
        if answers.said(f"{spot}.groups") is None:
            answers.refuse(f"{spot}.groups", f"missing; expected {self.groups}")
        saw = answers.said(f"{spot}.saw_before") or 0
        cards = [i + 1 for i in range(len(self.on.names)) if saw >> i & 1]
        if len(cards) in (0, 2):
            answers.record["before"][seat] = cards or 0
        else:
            answers.refuse(f"{spot}.saw_before", f"{len(cards)} cards, expected two or none")


def in_draft(data: Any) -> bool:
    """Whether the first counties are being taken."""
    return data["phase"] in DRAFTING
