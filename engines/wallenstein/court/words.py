"""Emperor's Court in words: favor cards, what is done with them, and the halls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.cython_ext.game import Position
from eminence.cython_ext.words import Refusal, refusals
from eminence.engines.kit.wording import Said, among, counted, plural, row
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.court.numbers import Court
from eminence.engines.wallenstein.names import SEATS
from eminence.engines.wallenstein.state import FavorEffect, Move, Wrong

FAVOR_NAMES = tuple(f"favor {number}" for number in range(1, state.FAVORS + 1))
#: what a favor gives; with an amount, the words for one and for several
GIFTS = {
    FavorEffect.CANCEL_EVENT: "remove the event",
    FavorEffect.GIVE_THALERS: ("Thaler", "Thalers"),
    FavorEffect.FILL_TRAY: ("army to the tray", "armies to the tray"),
    FavorEffect.CALM: "against a revolt marker",
    FavorEffect.GIVE_GRAIN: ("grain", "grain"),
    FavorEffect.GIVE_POINTS: ("point", "points"),
    FavorEffect.FREE_PALACE: "a palace",
    FavorEffect.FREE_CHURCH: "a church",
    FavorEffect.FREE_POST: "a trading post",
    FavorEffect.IMMUNE_A: "safe from combat A",
    FavorEffect.IMMUNE_B: "safe from combat B",
    FavorEffect.IMMUNE_BOTH: "safe from combat A and B",
    FavorEffect.FREE_ARMIES: ("army to a county", "armies to a county"),
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
COURT_PROBLEMS: dict[int, Refusal] = refusals(Wrong, COURT_SENTENCES)


class CourtText:
    """Words for the Court of one loaded game."""

    def __init__(self, court: Court, counties: Sequence[str]) -> None:
        self.court = court
        self.counties = counties

    def favor(self, number: int) -> str:
        """Such as `favor 8 (4 armies to the tray)`."""
        return f"{FAVOR_NAMES[number - 1]} ({self.gift(number)})"

    def gift(self, number: int) -> str:
        """Such as `4 armies to the tray`."""
        favor = self.court.favors[number - 1]
        gift = GIFTS[favor.effect]
        return gift if isinstance(gift, str) else plural(favor.amount, *gift)

    def moves(self) -> dict[int, Said]:
        """What the decisions at the Court say."""
        return {
            Move.TAKE_FAVOR: self._take,
            Move.USE_ON: self._use,
            Move.KEEP_EVENT: "keep the event",
            Move.REMOVE_EVENT: "remove the event",
            Move.TAKE_MARKER: lambda position, _: f"take {self._marker(position.data)}",
            Move.PARRY_MARKER: lambda position, _: f"parry {self._marker(position.data)}",
        }

    def _take(self, position: Position, number: int) -> str:
        if Move.TAKE_FAVOR + number == Move.NO_FAVOR:
            return "take no favor"
        price = self.court.spaces[list(position.data["favors"]).index(number)]
        return f"take {self.favor(number)} for {price} courtiers"

    def _use(self, position: Position, county: int) -> str:
        effect = self.court.favors[position.data["used"] - 1].effect
        return USES[effect].format(self.counties[county])

    def _marker(self, data: np.void) -> str:
        """The marker in the county where the seat has just collected."""
        seat, box = data["leader"][data["turn"]] - 1, data["row"][data["step"]] - 1
        return f"the revolt marker in {self.counties[data['box'][seat][box] - 1]}"

    def lines(self, data: np.void) -> list[str]:
        """The halls: cards with their prices, and whose courtiers stand where."""
        shown = [
            f"{self.favor(int(card))} for {price}"
            for card, price in zip(data["favors"], self.court.spaces, strict=True)
            if card
        ]
        lines = [row("favors   ", shown)] if shown else []
        for name in ("entrance", "audience"):
            there = counted(SEATS, data[name])
            if there or name == "entrance":
                lines.append(row(f"{name:<8} ", there, "empty"))
        return lines

    def kept(self, data: np.void, seat: int) -> str:
        """The cards that a seat has kept, if any."""
        favors = map(self.favor, range(1, state.FAVORS + 1))
        return ", ".join(among(favors, data["kept"][seat]))
