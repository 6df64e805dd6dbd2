"""Region cards and military leaders in the position file: what seats have of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.cython_ext.fields import SEATS, Field
from eminence.engines.kit.entry_kinds import Counts, Whole, Word, or_nothing
from eminence.engines.kit.masks import bits, counts_where, mask_where
from eminence.engines.kit.page import Answers, Entry, quiet
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.names import NOTHING

MOST_STATUES = state.YEARS * state.ROUNDS


class LeadersPage:
    """The entries of one loaded game."""

    def __init__(self, counties: Sequence[str]) -> None:
        self.counties = counties

    def card(self) -> list[Entry]:
        """A seat's region cards."""
        card = Whole(1, state.REGION_CARDS, first=1)
        return [Entry("region_card", card, "the top card of the deck, 1 to 4")]

    def leader(self) -> list[Entry]:
        """A seat's leader, and the statues that he left and captured."""
        county = Word(or_nothing(self.counties, NOTHING), "a county")
        statues = Counts(self.counties, MOST_STATUES, "numbers and counties")
        there, blamed = counts_where("honoured", "statues"), ["honoured", "statues"]
        return [
            quiet("leader", county, "the county of the military leader", "general"),
            Entry("statues", statues, "of this seat, by county", value=there, also=blamed),
            Entry("trophies", Whole(0, state.MOST_TROPHIES), "captured statues"),
        ]

    def derived(self) -> dict[str, Field]:
        """The fields that the statues of all seats fill."""
        return {
            "honoured": Field((SEATS,), bits=self.counties),
            "statues": Field((self.counties,), high=MOST_STATUES),
        }

    def follow(self, answers: Answers) -> None:
        """At most one seat's statues stand in a county."""
        record = answers.record
        for seat, spot, statues in answers.said_by_seats("statues"):
            for i in bits(mask_where(statues)):
                if record["statues"][i]:
                    answers.refuse(spot, f"{self.counties[i]} has statues of an earlier seat")
                else:
                    record["statues"][i] = statues[i]
                    record["honoured"][seat] |= np.uint64(1 << i)
