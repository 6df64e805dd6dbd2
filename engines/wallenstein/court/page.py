"""Emperor's Court in the position file: the table `[court]` and what seats have there."""

from __future__ import annotations

import numpy as np

from eminence.cython_ext.fields import Field
from eminence.engines.kit.entry_kinds import InOrder, Names, Whole, Word, or_nothing
from eminence.engines.kit.masks import bits, mask_from_1
from eminence.engines.kit.page import Answers, Entry, Section, quiet
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.court.numbers import Court
from eminence.engines.wallenstein.court.words import FAVOR_NAMES
from eminence.engines.wallenstein.names import NOTHING


class CourtPage:
    """The entries of one loaded game."""

    def __init__(self, court: Court, players: int) -> None:
        self.courtiers = Whole(0, court.courtiers)
        self.players = players
        self.cards = Names(FAVOR_NAMES, "favor cards")
        self.card = Word(or_nothing(FAVOR_NAMES, NOTHING), "a favor card")

    def section(self) -> Section:
        """The favor cards of the round and those that are gone."""
        spaces = InOrder(self.card.words, size=state.SPACES, padded=True)
        dearest = 'the cards on the spaces from the dearest on, "nothing" where none is left'
        entries = [
            Entry("favors", spaces, dearest),
            Entry(
                "favors_gone",
                self.cards,
                "favor cards that have left the game",
                value=lambda data, _: ~(int(data["favor_deck"]) | _placed(data)),
            ),
            quiet("used", self.card, "the card that its new owner is about to use"),
        ]
        return Section("court", entries, needed=False)

    def seat(self) -> list[Entry]:
        """What a seat has at the Court."""
        return [
            quiet("entrance", self.courtiers, "courtiers in the entrance hall"),
            quiet("audience", self.courtiers, "courtiers in the audience hall"),
            quiet("kept", self.cards, "favor cards in use"),
        ]

    def derived(self) -> dict[str, Field]:
        """The fields that follow, and those whose zero has no word in a list of fields."""
        card = or_nothing(FAVOR_NAMES)
        return {
            "favors": Field((None,), names=card),
            "used": Field(names=card),
            "favor_deck": Field(bits=FAVOR_NAMES),
        }

    def follow(self, answers: Answers) -> None:
        """Cards that are not named anywhere are in the deck."""
        record = answers.record
        gone = answers.said("court.favors_gone", 0)
        named = [int(card) - 1 for card in (*record["favors"], record["used"]) if card]
        for mask in (gone, *record["kept"][: self.players]):
            named += bits(mask)
        for card in sorted({card for card in named if named.count(card) > 1}):
            answers.refuse("court.favors", f"{FAVOR_NAMES[card]} is named twice in this file")
        record["favor_deck"] = ~(gone | _placed(record)) & (1 << state.FAVORS) - 1


def _placed(data: np.void | np.ndarray) -> int:
    """Mask of the cards on display, in use, and kept."""
    kept = int(np.bitwise_or.reduce(data["kept"]))
    return kept | mask_from_1([*data["favors"], data["used"]])
