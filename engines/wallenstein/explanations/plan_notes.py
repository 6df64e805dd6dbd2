"""What a card in a place of a plan would do as things stand now: cost, gain, odds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.cython_ext.game import Position
from eminence.engines.kit.wording import plural
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.explanations.effects import armies
from eminence.engines.wallenstein.explanations.looking import (
    KINDS,
    both,
    has_building,
    led,
    majority_gain,
    neighbours_of,
    open_sites,
    owner_of,
    tiles_left,
)
from eminence.engines.wallenstein.names import ACTIONS
from eminence.engines.wallenstein.numbers import Board
from eminence.engines.wallenstein.odds import of_attack, of_revolt
from eminence.engines.wallenstein.state import Card

#: neighbours that a note names
MOST_NAMED = 2
NO_ACTION = "no action"
#: what sums of chances may lack of 1 by rounding
ALMOST = 1 - 1e-9


class PlanNotes:
    """Notes on the cards of a plan; they know the mover's plan and the open board, no more."""

    def __init__(self, board: Board) -> None:
        self.on = board

    def of(self, position: Position, card: int) -> str:
        """The note on a card in the place that is decided now."""
        data, seat = position.data, position.player
        place = int(data["planned"][seat])
        if place == 0:
            return self._bid(data, seat, card)
        box = place - 1
        if box >= state.BOXES:
            return self._conversion(data, seat, box, card)
        if not is_county(card):
            return NO_ACTION
        return self._order(position, seat, box, card - 1)

    # --- the bid ---

    def _bid(self, data: np.void, seat: int, card: int) -> str:
        if is_county(card):
            return "costs nothing, ranks below 1 Thaler; no action there"
        if card == Card.NOTHING:
            return "ranks last"
        if card == Card.TOWER_CARD:
            return f"counts as {self.on.money[0]} Thalers"
        thalers = int(data["thalers"][seat])
        if card == Card.MONEY:
            return f"ranks below a county card; you keep {thalers}"
        return f"you keep {thalers - price_of_bid(card)} of {thalers}"

    # --- the actions ---

    def _order(self, position: Position, seat: int, action: int, county: int) -> str:
        if action <= state.POST:
            return self._building(position.data, seat, action, county)
        if action in (state.GRAIN, state.TAXES):
            return self._collecting(position, seat, action, county)
        if action <= state.DEPLOY_1:
            return self._deploying(position.data, seat, action, county)
        return self._attacking(position, seat, county)

    def _building(self, data: np.void, seat: int, kind: int, county: int) -> str:
        hindrance = self._hindrance(data, kind, county)
        if hindrance:
            return hindrance
        price = self.on.cost[kind] - led(self.on, data, seat, kind, county)
        return (
            f"{self._paid(data, seat, price)}; {building_gain(self.on, data, seat, kind, county)}"
        )

    def _hindrance(self, data: np.void, kind: int, county: int) -> str:
        """Why nothing of a kind can be built in a county; "" if it can."""
        if has_building(data, kind, county):
            return f"there is a {ACTIONS[kind]} already"
        if not open_sites(self.on, data, county):
            return "no open site"
        return "" if tiles_left(self.on, data, kind) else f"no {KINDS[kind]} are left"

    def _paid(self, data: np.void, seat: int, price: int) -> str:
        """What an action costs of the Thalers that the bid leaves."""
        left = int(data["thalers"][seat]) - price_of_bid(int(data["bid"][seat]))
        if price > left:
            return f"{plural(price, 'Thaler')}, you have {left}"
        return f"{price} of {plural(left, 'Thaler')}"

    def _collecting(self, position: Position, seat: int, action: int, county: int) -> str:
        data, found = position.data, self.on.counties[county]
        printed = found.grain if action == state.GRAIN else found.tax
        brings = f"brings {printed + led(self.on, data, seat, action, county)}"
        if not data["markers"][county]:
            return f"{brings}; then a revolt marker"
        return f"{brings}; then a revolt: {revolt_odds(position, county)}"

    def _deploying(self, data: np.void, seat: int, action: int, county: int) -> str:
        new, supply = self.on.armies[action], int(data["supply"][seat])
        if new > supply:
            return f"{armies(new)} needed, {supply} in your supply"
        new = min(new + led(self.on, data, seat, action, county), supply)
        there = int(data["armies"][county]) + new
        parts = [self._paid(data, seat, self.on.cost[action]), f"{armies(there)} there then"]
        if action == state.DEPLOY_1:
            own = [n for n in neighbours_of(self.on, county) if owner_of(data, n) == seat]
            parts += [f"on to {self._few(own)}"] if own else []
        return "; ".join(parts)

    def _attacking(self, position: Position, seat: int, county: int) -> str:
        """The neighbours that are not the mover's, the likeliest to be conquered first."""
        data = position.data
        free = int(data["armies"][county]) - 1
        if not free:
            return "only 1 army there: nobody can go"
        others = [n for n in neighbours_of(self.on, county) if owner_of(data, n) != seat]
        chances = {n: of_attack(position, seat, n, free).win for n in others}
        best = sorted(others, key=lambda n: -chances[n])[:MOST_NAMED]
        shown = [f"{self.on.names[n]} {percent(chances[n])}" for n in best]
        go = f"{free} can go"
        return f"{go}; won: {', '.join(shown)}" if shown else f"{go}; all neighbours are yours"

    def _few(self, counties: Sequence[int]) -> str:
        names = [self.on.names[county] for county in counties[:MOST_NAMED]]
        more = len(counties) - len(names)
        return both([*names, f"{more} more"] if more else names)

    # --- the extra board ---

    def _conversion(self, data: np.void, seat: int, box: int, card: int) -> str:
        if not is_county(card) and card != Card.TOWER_CARD:
            return "no courtiers"
        hall, tray = self._converted_before(data, seat, box)
        n = self.on.court.convert[box - state.BOXES]
        if hall + n > self.on.court.courtiers:
            left = plural(self.on.court.courtiers - hall, "courtier")
            return f"does nothing: {left} left"
        if card == Card.TOWER_CARD:
            if tray < n:
                return f"does nothing: {armies(tray)} in the tray"
            return f"{armies(tray - n)} left in the tray; {hall + n} in the entrance hall"
        there = int(data["armies"][card - 1])
        if there <= n:
            return f"does nothing: {armies(there)} there, 1 must stay"
        return f"{armies(there - n)} left there; {hall + n} in the entrance hall"

    def _converted_before(self, data: np.void, seat: int, box: int) -> tuple[int, int]:
        """Courtiers in the entrance hall and own armies in the tray after the boxes before."""
        hall, tray = int(data["entrance"][seat]), int(data["tray"][seat])
        for before in range(state.BOXES, box):
            n, card = self.on.court.convert[before - state.BOXES], int(data["box"][seat][before])
            if hall + n > self.on.court.courtiers:
                continue
            if is_county(card) and data["armies"][card - 1] > n:
                hall += n
            elif card == Card.TOWER_CARD and tray >= n:
                hall, tray = hall + n, tray - n
        return hall, tray


# --- parts that other notes share ---


def is_county(card: int) -> bool:
    return Card.NOTHING < card < Card.MONEY


def price_of_bid(card: int) -> int:
    """The Thalers of a bid."""
    return card - Card.MONEY if Card.MONEY <= card < Card.FACE_DOWN else 0


def building_gain(board: Board, data: np.void, seat: int, kind: int, county: int) -> str:
    """What a new building brings in winter, such as `winter +1, most in Bayern +3`."""
    said = f"winter +{board.building_points}"
    more = majority_gain(board, data, kind, county, seat)
    region = board.regions[board.counties[county].region]
    return f"{said}, most in {region} +{more}" if more else said


def revolt_odds(position: Position, county: int, extra: int = 0) -> str:
    """Such as `kept 80 %`: how likely the owner of a county survives a revolt."""
    return f"kept {percent(of_revolt(position, county, extra).win)}"


def percent(chance: float) -> str:
    """Such as `80 %`; what is not certain is not called certain."""
    shown = f"{100 * chance:.0f} %"
    if shown == "100 %" and chance < ALMOST:
        return "over 99 %"
    return "under 1 %" if shown == "0 %" and chance > 1 - ALMOST else shown
