"""What is good to know before a move of Wallenstein is played: cost, gain, odds, what follows."""

from __future__ import annotations

from eminence.cython_ext.game import Position
from eminence.engines.kit.wording import Blocks, plural
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.board_text import attack_odds
from eminence.engines.wallenstein.explanations.court_notes import CourtNotes
from eminence.engines.wallenstein.explanations.effects import armies, help_with, tile_effect
from eminence.engines.wallenstein.explanations.looking import (
    both,
    buildings_in,
    held_by,
    owner_of,
    seats,
)
from eminence.engines.wallenstein.explanations.plan_notes import PlanNotes, revolt_odds
from eminence.engines.wallenstein.leaders.words import LeadersText
from eminence.engines.wallenstein.names import ACTIONS
from eminence.engines.wallenstein.numbers import Board
from eminence.engines.wallenstein.odds import most_armies
from eminence.engines.wallenstein.state import Move, Phase


class Notes:
    """Notes on the moves of one loaded game; they tell what the mover sees, and no more."""

    def __init__(self, board: Board, leaders: LeadersText) -> None:
        self.on = board
        self.leaders = leaders
        self.plans = PlanNotes(board)
        self.known = Blocks(
            {
                Move.TAKE_POSITION: self._position,
                Move.STAY: "",
                Move.MOVE_TO: self._move_to,
                Move.ARMIES: self._amount,
                Move.FROM_DECK: self._top_card,
                Move.SWAP: "then you choose from two others",
                Move.TAKE_CARD: lambda _, county: self._yields(county),
                Move.GROUP: self._group,
                Move.REVOLT_FIRST: self._revolt,
                **CourtNotes(board).notes(),
                Move.LEAD_TO: lambda p, county: self._lead(p, Move.LEAD_TO + county),
                Move.LEAD_PLAINLY: lambda p, county: self._lead(p, Move.LEAD_PLAINLY + county),
                Move.GROUP_LED: self._group,
                Move.TAKE_BENEFIT: self._benefit,
            }
        )

    def of(self, position: Position, action: int) -> str:
        """The note on one move."""
        if position.data["phase"] == Phase.PLAN:
            return self.plans.of(position, action)
        return self.known.text(position, action)

    # --- the draft ---

    def _yields(self, county: int) -> str:
        found = self.on.counties[county]
        return (
            f"{self.on.regions[found.region]}; taxes {found.tax}, grain {found.grain}, "
            f"{plural(found.sites, 'site')}"
        )

    def _top_card(self, position: Position, _: int) -> str:
        data = position.data
        unknown = int(data["deck"]).bit_count()
        if unknown:
            return f"one of {plural(unknown, 'county', 'counties')} that nobody knows"
        county = int(data["bottom"][0]) - 1
        return f"it is {self.on.names[county]}; {self._yields(county)}"

    def _group(self, position: Position, size: int) -> str:
        """The groups that are left then."""
        mask = int(position.data["groups"][position.player])
        left = [n for i, n in enumerate(self.on.groups) if mask >> i & 1]
        left.remove(size)
        return f"then you have groups of {both(left)}" if left else "your last group"

    # --- the player order ---

    def _position(self, position: Position, place: int) -> str:
        data = position.data
        order = [(i, int(owner) - 1) for i, owner in enumerate(data["leader"]) if owner]
        before = [seat for i, seat in order if i < place]
        after = [seat for i, seat in order if i > place]
        where = [f"after {seats(before)}"] if before else []
        where += [f"before {seats(after)}"] if after else []
        tile = tile_effect(self.on, int(data["tile"][place]) - 1)
        return f"{', '.join(where)}; {tile}" if where else tile

    # --- armies ---

    def _move_to(self, position: Position, county: int) -> str:
        return self._march(position, county, most_armies(position))

    def _amount(self, position: Position, n: int) -> str:
        march = self._march(position, int(position.data["target"]) - 1, n)
        stay = most_armies(position) + 1 - n
        return f"{march}; {stay} {'stays' if stay == 1 else 'stay'}"

    def _march(self, position: Position, county: int, n: int) -> str:
        """The odds of a battle, and what else is won; or the armies that are together then."""
        data = position.data
        if owner_of(data, county) == position.player:
            return f"yours, {int(data['armies'][county]) + n} there then"
        parts = [f"attack {attack_odds(position, county, n)}"]
        prizes = [ACTIONS[kind] for kind in buildings_in(data, county)]
        parts += [f"there: {', '.join(prizes)}"] if prizes else []
        return "; ".join(parts)

    def _revolt(self, position: Position, county: int) -> str:
        data = position.data
        extra = int(data["extra"])
        peasants = min(int(data["markers"][county]) + extra, int(data["supply"][state.PEASANTS]))
        return (
            f"{armies(int(data['armies'][county]))} against {plural(peasants, 'peasant')}: "
            f"{revolt_odds(position, county, extra)}"
        )

    # --- expansions ---

    def _lead(self, position: Position, action: int) -> str:
        """What he leaves and captures, and which action of the plan he would help with."""
        note = self.leaders.note(position, action)
        if position.data["phase"] != Phase.STATION:
            return note
        county = action - Move.LEAD_TO
        return "; ".join(part for part in (note, self._helped(position, county)) if part)

    def _helped(self, position: Position, county: int) -> str:
        """Such as `your grain: 1 grain more`, once plans are made."""
        boxes = position.data["box"][position.player]
        for action, n in enumerate(self.on.leaders.led):
            if boxes[action] == county + 1 and n:
                return f"your {ACTIONS[action]}: {help_with(action, n)}"
        return ""

    def _benefit(self, position: Position, kind: int) -> str:
        data, seat = position.data, position.player
        n = self.on.region_cards.benefits[data["region_card"][seat]][kind]
        if kind == state.BENEFIT_ARMIES:
            there = int(data["tray"][seat]) + min(n, int(data["supply"][seat]))
            return f"{there} in the tray then"
        if kind == state.BENEFIT_POINTS:
            return "at once"
        if kind == state.BENEFIT_THALERS:
            return f"{int(data['thalers'][seat]) + n} then"
        counties = plural(held_by(data, seat), "county", "counties")
        return f"{int(data['grain'][seat]) + n} then, for {counties}"
