"""Emperor's Court in words: favor cards, what is done with them, and the halls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.cython_ext.words import refusals
from eminence.engines.kit.wording import wrapped
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.court.numbers import Court
from eminence.engines.wallenstein.state import FavorEffect, Move, Wrong

FAVOR_NAMES = tuple(f"favor {number}" for number in range(1, state.FAVORS + 1))
GIFTS = {
    FavorEffect.CANCEL_EVENT: "remove the event",
    FavorEffect.GIVE_THALERS: "{} Thalers",
    FavorEffect.FILL_TRAY: "{} armies to the tray",
    FavorEffect.CALM: "against a revolt marker",
    FavorEffect.GIVE_GRAIN: "{} grain",
    FavorEffect.GIVE_POINTS: "{} points",
    FavorEffect.FREE_PALACE: "a palace",
    FavorEffect.FREE_CHURCH: "a church",
    FavorEffect.FREE_POST: "a trading post",
    FavorEffect.IMMUNE_A: "safe from combat A",
    FavorEffect.IMMUNE_B: "safe from combat B",
    FavorEffect.IMMUNE_BOTH: "safe from combat A and B",
    FavorEffect.FREE_ARMIES: "{} armies to a county",
}
#: where one is not said like many
ONE = {
    "1 Thalers": "1 Thaler",
    "1 armies to the tray": "1 army to the tray",
    "1 points": "1 point",
    "1 armies to a county": "1 army to a county",
}
USES = {
    FavorEffect.CALM: "remove a revolt marker from {}",
    FavorEffect.FREE_PALACE: "a palace for {}",
    FavorEffect.FREE_CHURCH: "a church for {}",
    FavorEffect.FREE_POST: "a trading post for {}",
    FavorEffect.FREE_ARMIES: "the armies to {}",
}
COURT_SENTENCES = """
BAD_COURTIERS entrance[{0}]: the seat's courtiers do not fit the step
BAD_FAVORS favors: {0} cards on display and {1} in the deck do not fit the step
BAD_KEPT kept[{0}]: a card that cannot be kept now, or that is elsewhere
"""
COURT_PROBLEMS = refusals(Wrong, COURT_SENTENCES)


class CourtText:
    """Words for the Court of one loaded game."""

    def __init__(self, court: Court, counties: Sequence[str], players: int) -> None:
        self.court = court
        self.counties = counties
        self.players = players

    def favor(self, number: int) -> str:
        """Such as `favor 8 (4 armies to the tray)`."""
        favor = self.court.favors[number - 1]
        gift = GIFTS[favor.effect].format(favor.amount)
        if favor.amount == 1:
            gift = ONE.get(gift, gift)
        return f"{FAVOR_NAMES[number - 1]} ({gift})"

    def action(self, data: np.void, action: int) -> str:
        """A decision at the Court."""
        if action == Move.NO_FAVOR:
            return "take no favor"
        if action == Move.KEEP_EVENT:
            return "keep the event"
        if action == Move.REMOVE_EVENT:
            return "remove the event"
        if action in (Move.TAKE_MARKER, Move.PARRY_MARKER):
            return self._marker(data, action)
        if action >= Move.USE_ON:
            effect = self.court.favors[data["used"] - 1].effect
            return USES[effect].format(self.counties[action - Move.USE_ON])
        number = action - Move.TAKE_FAVOR
        price = self.court.spaces[list(data["favors"]).index(number)]
        return f"take {self.favor(number)} for {price} courtiers"

    def _marker(self, data: np.void, action: int) -> str:
        """The marker in the county where the seat has just collected."""
        seat, box = data["leader"][data["turn"]] - 1, data["row"][data["step"]] - 1
        county = self.counties[data["box"][seat][box] - 1]
        verb = "parry" if action == Move.PARRY_MARKER else "take"
        return f"{verb} the revolt marker in {county}"

    def lines(self, data: np.void) -> list[str]:
        """The halls: cards with their prices, and whose courtiers stand where."""
        shown = [
            f"{self.favor(int(card))} for {price}"
            for card, price in zip(data["favors"], self.court.spaces, strict=True)
            if card
        ]
        lines = [wrapped("favors   ", ", ".join(shown))] if shown else []
        for name in ("entrance", "audience"):
            there = [f"{data[name][s]} seat {s}" for s in range(self.players) if data[name][s]]
            if there or name == "entrance":
                lines.append(f"{name:<8} {', '.join(there) or 'empty'}")
        return lines

    def kept(self, data: np.void, seat: int) -> str:
        """The cards that a seat has kept, if any."""
        mask = int(data["kept"][seat])
        cards = [self.favor(i + 1) for i in range(state.FAVORS) if mask >> i & 1]
        return ", ".join(cards)
