"""Notes on the moves of Emperor's Court."""

from __future__ import annotations

import numpy as np

from eminence.cython_ext.game import Position
from eminence.engines.kit.wording import Said, among, plural
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.court.words import FAVOR_NAMES
from eminence.engines.wallenstein.explanations.effects import armies, event_effect
from eminence.engines.wallenstein.explanations.looking import (
    has_building,
    held_by,
    open_sites,
    owner_of,
    tiles_left,
)
from eminence.engines.wallenstein.explanations.plan_notes import building_gain
from eminence.engines.wallenstein.numbers import Board
from eminence.engines.wallenstein.state import FavorEffect, Move

#: a favor card that would do nothing
USELESS = "it would do nothing now"


class CourtNotes:
    """What favor cards cost the mover and what they would do as things are."""

    def __init__(self, board: Board) -> None:
        self.on = board

    def notes(self) -> dict[int, Said]:
        """The notes by the first id of their block."""
        return {
            Move.TAKE_FAVOR: self._take,
            Move.USE_ON: self._use_on,
            Move.KEEP_EVENT: self._event,
            Move.REMOVE_EVENT: self._event,
            Move.TAKE_MARKER: "you keep your favor card",
            Move.PARRY_MARKER: self._parry,
        }

    # --- taking a card ---

    def _take(self, position: Position, number: int) -> str:
        data, seat = position.data, position.player
        held = int(data["audience"][seat])
        if not number:
            return f"you keep {plural(held, 'courtier')}"
        price = self.on.court.spaces[[*data["favors"]].index(number)]
        parts = [f"{held - price} left", self._does(data, seat, number)]
        return "; ".join(part for part in parts if part)

    def _does(self, data: np.void, seat: int, number: int) -> str:
        """What the card would do beyond its words."""
        effect, n = self.on.court.favors[number - 1]
        if effect == FavorEffect.CANCEL_EVENT:
            return self._event_text(data) or USELESS
        if effect == FavorEffect.GIVE_THALERS:
            return f"{int(data['thalers'][seat]) + n} Thalers then"
        if effect == FavorEffect.GIVE_GRAIN:
            counties = plural(held_by(data, seat), "county", "counties")
            return f"{int(data['grain'][seat]) + n} grain then, for {counties}"
        if effect in (FavorEffect.FILL_TRAY, FavorEffect.FREE_ARMIES):
            return self._from_supply(data, seat, n)
        if effect == FavorEffect.CALM:
            marked = any(data["markers"][county] for county in self._own(data, seat))
            return "" if marked else "no marker to remove: kept to parry one"
        if FavorEffect.FREE_PALACE <= effect <= FavorEffect.FREE_POST:
            kind = effect - FavorEffect.FREE_PALACE
            return "" if self._can_build(data, seat, kind) else USELESS
        return ""

    def _from_supply(self, data: np.void, seat: int, n: int) -> str:
        supply = int(data["supply"][seat])
        return "" if supply >= n else f"only {armies(supply)} in your supply"

    def _own(self, data: np.void, seat: int) -> list[int]:
        return among(range(len(self.on.counties)), int(data["owned"][seat]))

    def _can_build(self, data: np.void, seat: int, kind: int) -> bool:
        return tiles_left(self.on, data, kind) > 0 and any(
            open_sites(self.on, data, county) and not has_building(data, kind, county)
            for county in self._own(data, seat)
        )

    # --- using it ---

    def _use_on(self, position: Position, county: int) -> str:
        data, seat = position.data, position.player
        effect, n = self.on.court.favors[data["used"] - 1]
        if effect == FavorEffect.CALM:
            return f"{max(0, int(data['markers'][county]) - n)} left there"
        if effect == FavorEffect.FREE_ARMIES:
            there = int(data["armies"][county]) + min(n, int(data["supply"][seat]))
            taken = "neutral, yours then; " if owner_of(data, county) is None else ""
            return f"{taken}{armies(there)} there then"
        kind = effect - FavorEffect.FREE_PALACE
        return building_gain(self.on, data, seat, kind, county)

    def _event(self, position: Position, _: int) -> str:
        return self._event_text(position.data)

    def _event_text(self, data: np.void) -> str:
        """What the event of the round does; "" if it was removed."""
        if data["event"] == state.EVENT_REMOVED:
            return ""
        return event_effect(self.on.events[data["event"] - 1])

    def _parry(self, position: Position, _: int) -> str:
        data = position.data
        kept = among(FAVOR_NAMES, int(data["kept"][position.player]))
        calming = [
            name
            for name in kept
            if self.on.court.favors[FAVOR_NAMES.index(name)].effect == FavorEffect.CALM
        ]
        return f"{calming[0]} leaves the game"
