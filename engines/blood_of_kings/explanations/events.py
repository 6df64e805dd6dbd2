"""What a step of Blood of Kings brought: thrones, Glory, Crowns, unrest, foils, what lies open.

What happens on the map is in `war_events.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from eminence.cython_ext.game import Position
from eminence.engines.blood_of_kings.explanations.situation import Situation, crowns
from eminence.engines.blood_of_kings.explanations.war_events import WarEvents
from eminence.engines.blood_of_kings.names import CARDS, CHALLENGES, INSTITUTIONS, PHASES, USES
from eminence.engines.blood_of_kings.numbers import Board
from eminence.engines.blood_of_kings.state import Challenge, DiceFor, GloryStage, Phase, Step, Use
from eminence.engines.blood_of_kings.tables import KINGDOMS
from eminence.engines.kit.options import listed
from eminence.engines.kit.telling import Reader
from eminence.engines.kit.wording import among, counted

#: before the first turn; what is chosen there says itself
SETTING_UP = (Phase.SETTING_UP, Phase.CHOOSING)


class Events:
    """The differences of two positions of one viewer in sentences."""

    def __init__(self, board: Board, before: Position, after: Position) -> None:
        self.on = board
        self.was = Situation(board, before)
        self.now = Situation(board, after)
        self.before = before.data
        self.after = after.data
        self.seats = range(self.now.seats)
        self.reader = Reader.of(after)

    def told(self) -> list[str]:
        if self.before["phase"] in SETTING_UP:
            return []
        return [
            *self._laid_down(),
            *self._foil(),
            *self._shown(),
            *self._thrones(),
            *self._cards_played(),
            *WarEvents(self.was, self.now).told(),
            *self._kingdoms(),
            *self._alliances(),
            *self._glory(),
            *self._order(),
            *self._succession_begins(),
        ]

    # --- cards ---

    def _cards_played(self) -> Iterator[str]:
        """Kingdom cards, with the kingdom that plays them."""
        for kingdom in range(KINGDOMS):
            card = int(self.after["played"][kingdom])
            if card and not self.before["played"][kingdom]:
                ruler = self._by(self.now.ruler(kingdom))
                yield f"{self._name(kingdom)}{ruler} plays {CARDS[card - 1]}."

    def _by(self, ruler: int) -> str:
        return f" ({self.reader.name(ruler)})" if ruler >= 0 else ""

    def _laid_down(self) -> Iterator[str]:
        """Where another seat plays influence: the step begins with the card, which is hidden."""
        seat = self.was.active_seat
        if self.before["use"] != Use.USE_NOTHING or seat == self.reader.seat:
            return
        on = [k for k in range(KINGDOMS) if self._height(seat, k)]
        if self.after["use"] == Use.USE_INFLUENCE:
            on = [int(self.after["target"])]
        for kingdom in on:
            yield f"{self.reader.does(seat, 'lay')} a card face down on {self._name(kingdom)}."

    def _height(self, seat: int, kingdom: int) -> bool:
        """Is the stack higher now?"""
        return bool(self.after["height"][seat][kingdom] > self.before["height"][seat][kingdom])

    def _foil(self) -> Iterator[str]:
        """Whether a foil that was rolled for has stopped the card."""
        data = self.before
        if data["step"] != Step.DICE or data["dice_for"] != DiceFor.FOR_FOIL:
            return
        foiler = int(data["foiler"]) - 1
        works = self._card_works()
        if works is None:
            return
        card = f"{self.reader.own(self.was.active_seat)} {USES[data['use']]} card"
        target = f" in {self._name(int(data['target']))}" if self._has_target else ""
        if works:
            yield f"{self.reader.does(foiler, 'fail')} to foil {card}{target}."
        else:
            yield f"{self.reader.does(foiler, 'foil')} {card}{target}: it has no effect."

    @property
    def _has_target(self) -> bool:
        return self.before["use"] in (
            Use.USE_INFLUENCE,
            Use.USE_UNREST,
            Use.USE_ATTRITION,
            Use.USE_DIPLOMACY,
        )

    def _card_works(self) -> bool | None:
        """Is the card still under way after the dice, or done? None: nothing shows it."""
        if self.after["use"]:
            return True
        use, kingdom, seat = self.before["use"], self.before["target"], self.was.active_seat
        if use == Use.USE_INFLUENCE:
            return self._height(seat, int(kingdom))
        if use == Use.USE_UNREST:
            begun = self.after["challenge"] != Challenge.NO_CHALLENGE
            changed = (self.after["unrest"] != self.before["unrest"]).any()
            return bool(begun or changed or (self.after["ruler"] != self.before["ruler"]).any())
        # Foiled or not, a look at a single card shows nothing to others, and where there are no
        # units attrition takes none.
        unseen = use == Use.USE_ATTRITION and not self.was.units_of(int(kingdom))
        return None if unseen or use == Use.USE_LOOK else False

    def _shown(self) -> Iterator[str]:
        """Cards that a succession or a foil turned up: they lie among the discards."""
        foiled = self.before["step"] == Step.DICE and self.before["dice_for"] == DiceFor.FOR_FOIL
        if not foiled and self.before["challenge"] == Challenge.NO_CHALLENGE:
            return
        more = self.after["discards"].astype(int) - self.before["discards"]
        if (more > 0).any() and not (more < 0).any():
            # A card with a single copy needs no count.
            cards = [card.removeprefix("1 ") for card in counted(self.on.card_names, more)]
            yield f"Turned up: {', '.join(cards)}."

    # --- thrones ---

    def _thrones(self) -> Iterator[str]:
        throne = int(self.before["throne"])
        for kingdom in range(KINGDOMS):
            old, new = self.was.ruler(kingdom), self.now.ruler(kingdom)
            if old != new:
                yield self._fall(kingdom, old, new)
            elif self._succession_over and kingdom == throne:
                yield self._stays(kingdom, old)

    def _stays(self, kingdom: int, ruler: int) -> str:
        if ruler < 0:
            return f"{self._name(kingdom)} stays in Chaos."
        return f"{self.reader.does(ruler, 'keep')} the throne of {self._name(kingdom)}."

    @property
    def _succession_over(self) -> bool:
        begun = self.before["challenge"] != Challenge.NO_CHALLENGE
        return bool(begun and self.after["challenge"] == Challenge.NO_CHALLENGE)

    def _fall(self, kingdom: int, old: int, new: int) -> str:
        name = self._name(kingdom)
        if old < 0:
            return f"{self.reader.does(new, 'become')} ruler of {name}."
        lost = f"{self.reader.does(old, 'lose')} the throne of {name}"
        if new < 0:
            return f"{lost}: it falls into Chaos."
        return f"{lost}: {self.reader.name(new)} {self.reader.verb(new, 'follow')}."

    def _succession_begins(self) -> Iterator[str]:
        kind = self.after["challenge"]
        if kind == Challenge.NO_CHALLENGE:
            return
        same = self.after["throne"] == self.before["throne"] and kind == self.before["challenge"]
        if not same:
            ruler = self.now.ruler(int(self.after["throne"]))
            who = f", against {self.reader.name(ruler)}" if ruler >= 0 else ""
            name = self._name(int(self.after["throne"]))
            yield f"A {CHALLENGES[kind]} succession begins in {name}{who}."

    # --- kingdoms ---

    def _name(self, kingdom: int) -> str:
        return self.now.name(kingdom)

    def _kingdoms(self) -> Iterator[str]:
        for kingdom in range(KINGDOMS):
            name = self._name(kingdom)
            more = self._more("crowns", kingdom)
            # Units are raised one by one, each at a price that is known.
            if more and self.before["step"] != Step.RAISE:
                now = self.after["crowns"][kingdom]
                yield f"{name} {self._takes(kingdom, more)} {crowns(abs(more))} and has {now} now."
            for institution, kind in enumerate(INSTITUTIONS):
                level = int(self.after["level"][kingdom][institution])
                if level > self.before["level"][kingdom][institution]:
                    yield f"The {kind} institution of {name} is at level {level + 1} now."
            if self._more("unrest", kingdom):
                up = "rises" if self._more("unrest", kingdom) > 0 else "falls"
                yield f"Unrest in {name} {up} to {self.now.unrest_word(kingdom)}."

    def _takes(self, kingdom: int, more: int) -> str:
        if more > 0:
            return "gets"
        return "pays" if self.was.ruler(kingdom) == self.now.ruler(kingdom) else "loses"

    def _more(self, field: str, index: int) -> int:
        return int(self.after[field][index]) - int(self.before[field][index])

    def _alliances(self) -> Iterator[str]:
        for kingdom in range(KINGDOMS):
            was, now = (int(data["alliance"][kingdom]) for data in (self.before, self.after))
            if was and was != now:
                yield f"{self._name(kingdom)} and {self._name(was - 1)} are no longer allied."
            if now and was != now:
                yield f"{self._name(kingdom)} and {self._name(now - 1)} are allied now."

    def _order(self) -> Iterator[str]:
        if (self.before["order"] != self.after["order"]).any() and not self.after["tokens"]:
            names = [self._name(int(kingdom)) for kingdom in self.after["order"]]
            yield f"The Kingdom order is {listed(names, 'and')} now."

    # --- Glory ---

    def _glory(self) -> Iterator[str]:
        for seat in self.seats:
            was, now = int(self.before["tiles"][seat]), int(self.after["tiles"][seat])
            total = f"{self.now.total_glory(seat)} Glory in all"
            for tile in among(self.on.tile_names, was & ~now):
                yield f"{self.reader.does(seat, 'lose')} the achievement {tile}: {total}."
            for tile in among(self.on.tile_names, now & ~was):
                yield f"{self.reader.does(seat, 'win')} the achievement {tile}: {total}."
            more = self.now.total_glory(seat) - self.was.total_glory(seat)
            if self._hands_in(seat):
                yield f"{self.reader.does(seat, 'hand')} in Glory for an achievement."
            elif more and was == now:
                verb = self.reader.does(seat, "win" if more > 0 else "lose")
                yield f"{verb} {abs(more)} Glory: {self.now.total_glory(seat)} in all."

    def _hands_in(self, seat: int) -> bool:
        """Did its tokens go back, for the tile that it may claim now?"""
        claims = self.after["glory_stage"] == GloryStage.CLAIM_ONE
        begun = self.before["glory_stage"] != GloryStage.CLAIM_ONE
        whose = int(self.after["glory_to"]) - 1
        return bool(claims and begun and seat == whose)


def part_of(data: np.void) -> str:
    """The part of the game that a position belongs to, such as `turn 3`."""
    return PHASES[data["phase"]] if data["phase"] in SETTING_UP else f"turn {data['turn'] + 1}"
