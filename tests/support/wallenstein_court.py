"""Wallenstein positions with Emperor's Court for tests.

table = CourtTable(3).county(0, "Vogtland", 4).order(0, "convert 3", "Vogtland")
state = table.favors(10, 8, 2).hall(0, 1, 2).state()
begin(state)                            # the extra boards are opened, then favors
play(state, take(state, 8))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from wallenstein_builder import Table

from eminence import engines
from eminence.engines.wallenstein.court.words import FAVOR_NAMES
from eminence.engines.wallenstein.names import CONVERSIONS

SPACES = 3


class CourtTable(Table):
    """A table with the Court in session: three cards on display, empty halls."""

    def __init__(self, players: int = 3, expansions: tuple[str, ...] = ("court",)) -> None:
        super().__init__(players, expansions=expansions)
        self.shown: tuple[int, ...] = (21, 20, 19)
        self.courtiers = [0] * players
        self.cards: list[list[int]] = [[] for _ in range(players)]

    def order(self, seat: int, action: str, card: str) -> Table:
        if action not in CONVERSIONS:
            return super().order(seat, action, card)
        self.boxes[seat][action] = card
        return self

    def favors(self, *numbers: int) -> CourtTable:
        """The cards on display, beginning with the most expensive space."""
        self.shown = numbers
        return self

    def hall(self, *courtiers: int) -> CourtTable:
        """Courtiers in the entrance hall, by seat."""
        self.courtiers = list(courtiers)
        return self

    def keeps(self, seat: int, number: int) -> CourtTable:
        self.cards[seat].append(number)
        return self

    def position(self, wanted: Sequence[str] = ()) -> dict[str, Any]:
        known = [*self.shown, *(n for cards in self.cards for n in cards)]
        names = [name for i, name in enumerate(FAVOR_NAMES, 1) if i not in known]
        drawn = SPACES * (1 + 3 * self.year + self.season)
        return {
            **super().position(wanted),
            "favors": [FAVOR_NAMES[n - 1] for n in self.shown],
            "favor_deck": names[: len(FAVOR_NAMES) - drawn],
            "entrance": self.courtiers,
            "kept": [[FAVOR_NAMES[n - 1] for n in cards] for cards in self.cards],
        }


def take(state: engines.State, number: int) -> str:
    """The words for taking a card."""
    return next(state.text(a) for a in state.actions() if f"favor {number} " in state.text(a))


def entrance(state: engines.State) -> list[int]:
    return state.data["entrance"][: state.game.seats].tolist()
