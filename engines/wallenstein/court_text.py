"""Emperor's Court in words: favor cards, what is done with them, and the halls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engines.wallenstein.court_data import FAVOR_CARDS, FAVOR_EFFECTS, Court
from engines.wording import wrapped

# The blocks of action ids, as in rules.pxd.
NO_FAVOR = 320
USE_ON = 344
KEEP_EVENT = 392
REMOVE_EVENT = 393
TAKE_MARKER = 394
PARRY_MARKER = 395

FAVOR_NAMES = tuple(f"favor {number}" for number in range(1, FAVOR_CARDS + 1))
GIFTS = {
    "cancel_event": "remove the event",
    "thalers": "{} Thalers",
    "armies_to_tray": "{} armies to the tray",
    "calm": "against a revolt marker",
    "grain": "{} grain",
    "points": "{} points",
    "free_palace": "a palace",
    "free_church": "a church",
    "free_trading_post": "a trading post",
    "immune_a": "safe from combat A",
    "immune_b": "safe from combat B",
    "immune_both": "safe from combat A and B",
    "deploy": "{} armies to a county",
}
#: where one is not said like many
ONE = {
    "1 Thalers": "1 Thaler",
    "1 armies to the tray": "1 army to the tray",
    "1 points": "1 point",
    "1 armies to a county": "1 army to a county",
}
USES = {
    "calm": "remove a revolt marker from {}",
    "free_palace": "a palace for {}",
    "free_church": "a church for {}",
    "free_trading_post": "a trading post for {}",
    "deploy": "the armies to {}",
}


class CourtText:
    """Words for the Court of one loaded game."""

    def __init__(self, court: Court, counties: Sequence[str], players: int) -> None:
        self.court = court
        self.counties = counties
        self.players = players

    def favor(self, number: int) -> str:
        """Such as `favor 8 (4 armies to the tray)`."""
        favor = self.court.favors[number - 1]
        gift = GIFTS[FAVOR_EFFECTS[favor.effect]].format(favor.amount)
        if favor.amount == 1:
            gift = ONE.get(gift, gift)
        return f"{FAVOR_NAMES[number - 1]} ({gift})"

    def action(self, data: np.void, action: int) -> str:
        """A decision at the Court."""
        if action == NO_FAVOR:
            return "take no favor"
        if action == KEEP_EVENT:
            return "keep the event"
        if action == REMOVE_EVENT:
            return "remove the event"
        if action in (TAKE_MARKER, PARRY_MARKER):
            return self._marker(data, action)
        if action >= USE_ON:
            effect = FAVOR_EFFECTS[self.court.favors[data["used"] - 1].effect]
            return USES[effect].format(self.counties[action - USE_ON])
        number = action - NO_FAVOR
        price = self.court.spaces[list(data["favors"]).index(number)]
        return f"take {self.favor(number)} for {price} courtiers"

    def _marker(self, data: np.void, action: int) -> str:
        """The marker in the county where the seat has just collected."""
        seat, box = data["leader"][data["turn"]] - 1, data["row"][data["step"]] - 1
        county = self.counties[data["box"][seat][box] - 1]
        verb = "parry" if action == PARRY_MARKER else "take"
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
        cards = [self.favor(i + 1) for i in range(FAVOR_CARDS) if mask >> i & 1]
        return ", ".join(cards)

    def shelters(self, data: np.void, seat: int, combat: str) -> bool:
        """Whether a card that the seat has kept saves it from attacks with A or B."""
        against = {"combat A": ("immune_a",), "combat B": ("immune_b",)}.get(combat, ())
        mask = int(data["kept"][seat])
        return any(
            mask >> i & 1 and FAVOR_EFFECTS[favor.effect] in (*against, "immune_both")
            for i, favor in enumerate(self.court.favors)
        )
