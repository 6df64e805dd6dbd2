"""A Royals view as somebody at the table would write it down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cython_ext.game import View
from cython_ext.pages import Page, counted, joined
from cython_ext.words import HEAD_COMMENTS
from engines.royals.phases import DISCARDING, DRAWING, PAYING, PHASES
from engines.royals.position_names import PositionNames

OPENING = """A position of Royals: what one player sees, and what that player knows of the rest.
Cards, cubes and markers are named with commas between them and a number in front where there \
are several: "3 France, 1 Spain". What is "none" may be left out.
Seats count from 0, the starting player."""

COMMENTS = {
    "": OPENING,
    "view_of": HEAD_COMMENTS["view_of"],
    "turn.seat": "whose turn it is",
    "turn.step": "draw or play; inside these",
    "turn.round": "1 is everybody's first turn",
    "turn.drawn": "Country cards drawn in this turn so far",
    "turn.drawn_intrigue": "an Intrigue card was drawn in this turn, so 1 Country card; else 3",
    "turn.last_taken": "the last card taken from the display in this turn",
    "turn.period_ends": "the period is scored after this turn",
    "turn.last_round": "the last period has ended, the round is played out",
    "turn.giving": "a payment or discard that has begun: cards still due, the last kind given",
    "cards.display": "the open Country cards",
    "cards.discards": "all Country cards that were played or discarded",
    "cards.pile": "face down; may be left out: it follows from the rest",
    "cards.intrigue_pile": "face down; may be left out as well",
}
OWN_COMMENTS = {
    "hand": "your Country cards",
    "seen_by_all": "of these, what everybody saw you take from the display",
}
SEAT_COMMENTS = {
    "cards": "Country cards in hand",
    "known": "of these, what you know: taken openly, not played since",
    "seen_by_all": "of these, what everybody knows",
    "intrigue_cards": "Intrigue cards in hand",
    "positions": 'nobles in office, such as "Dijon Baron"',
    "ousted": "cubes beside cities, by city; if there are any, add titles",
    "titles": "cubes on the titles' markers",
    "city_bonuses": "may be left out where one player alone has cubes",
    "country_bonuses": 'such as "France higher"; may be left out where it is clear who won it',
    "noble_house": 'its marker, such as "8 points"; may be left out as well',
    "period_markers": 'such as "1648 France first"',
}


class PositionWriter(PositionNames):
    """Writes the positions of one loaded game."""

    def write(self, view: View) -> Page:
        data = view.data
        head = {k: v for k, v in view.head().items() if k != "player"}
        seats = [self._seat(data, seat, view.seat) for seat in range(self.players)]
        values = {**head, "turn": self._turn(data), "cards": self._cards(data), "seats": seats}
        comments = COMMENTS | {
            "turn.step": f"{COMMENTS['turn.step']}: {', '.join((*PAYING, *DISCARDING))}",
            "turn.period": f"{', '.join(self.on.periods[:-1])} or {self.on.periods[-1]}",
        }
        for seat in range(self.players):
            comments[f"seats[{seat}]"] = _who(seat, view.seat)
        comments |= self._seat_comments(view.seat)
        return Page(values, comments)

    def _seat_comments(self, viewer: int) -> dict[str, str]:
        """Each entry is explained where it first appears."""
        comments = {f"seats[0].{key}": text for key, text in SEAT_COMMENTS.items()}
        if viewer >= 0:
            own = f"seats[{viewer}]"
            comments |= {f"{own}.{key}": text for key, text in OWN_COMMENTS.items()}
        if viewer == 0:
            hidden = ("cards", "known", "intrigue_cards")
            comments |= {f"seats[1].{key}": SEAT_COMMENTS[key] for key in hidden}
        return comments

    def _turn(self, data: np.void) -> dict[str, Any]:
        step = PHASES[data["phase"]]
        turn: dict[str, Any] = {
            "seat": int(data["seat"]),
            "step": step,
            "period": self.on.periods[data["period"]],
            "round": int(data["round"]) + 1,
        }
        drawn_intrigue = bool(data["drawn_intrigue"])
        usual = self.usual_draws(step, turn["seat"], turn["round"], drawn_intrigue)
        if step in DRAWING or data["drawn"] != usual:
            turn["drawn"] = int(data["drawn"])
        if step == "draw" or drawn_intrigue:
            turn["drawn_intrigue"] = drawn_intrigue
        if data["display_from"]:
            turn["last_taken"] = self.on.countries[data["display_from"] - 1]
        if data["period_ending"]:
            turn["period_ends"] = True
        if data["last_round"]:
            turn["last_round"] = True
        if step in (*PAYING, *DISCARDING):
            turn["giving"] = self._giving(data, step)
        return turn

    def _giving(self, data: np.void, step: str) -> dict[str, Any]:
        giving: dict[str, Any] = {"due": int(data["due"])}
        if step in PAYING:
            giving["for"] = self.on.position_names[data["target"]]
        if data["due_next"]:
            giving["last_given"] = self.kinds(step)[data["due_next"] - 1]
        if data["due_wild"]:
            giving["not_matching"] = True
        if data["due_country"]:
            giving["then_country"] = int(data["due_country"])
        return giving

    def _cards(self, data: np.void) -> dict[str, Any]:
        return {
            "display": counted(self.on.countries, data["display"]),
            "discards": counted(self.on.countries, data["discards"]),
            "pile": int(data["pile_size"]),
            "intrigue_discards": counted(self.on.pair_names, data["intrigue_discards"]),
            "intrigue_pile": int(data["intrigue_pile_size"]),
        }

    def _seat(self, data: np.void, seat: int, viewer: int) -> dict[str, Any]:
        on = self.on
        held = [p for i, p in enumerate(on.position_names) if data["held"][seat] >> i & 1]
        written: dict[str, Any] = self._hand(data, seat, viewer)
        written["positions"] = joined(held)
        written["ousted"] = counted(self.cities, data["ousted"][seat])
        if data["ousted"][seat].any() or self.title_counts(data["held"][seat]) != [
            int(n) for n in data["title_cubes"][seat]
        ]:
            written["titles"] = counted(on.titles, data["title_cubes"][seat])
        me = seat + 1
        written["city_bonuses"] = joined(_won(self.cities, data["city_marker"], me))
        written["country_bonuses"] = joined(
            _won(self.country_markers, data["country_marker"].flat, me)
        )
        written["noble_house"] = joined(_won(self.houses, data["house_marker"], me))
        written["period_markers"] = joined(
            _won(self.period_markers, data["period_marker"].flat, me)
        )
        return written

    def _hand(self, data: np.void, seat: int, viewer: int) -> dict[str, Any]:
        on = self.on
        seen = data["known"][-1][seat]
        hand = counted(on.countries, data["hand"][seat])
        if seat == viewer:
            return {
                "hand": hand,
                "seen_by_all": counted(on.countries, seen),
                "intrigue": counted(on.pair_names, data["intrigue"][seat]),
            }
        written = {"cards": int(data["hand_size"][seat]), "known": hand}
        if (seen != data["hand"][seat]).any():
            written["seen_by_all"] = counted(on.countries, seen)
        return {**written, "intrigue_cards": int(data["intrigue_size"][seat])}


def _who(seat: int, viewer: int) -> str:
    return f"seat {seat}{': you' if seat == viewer else ''}"


def _won(names: Sequence[str], owners: Any, me: int) -> list[str]:
    return [name for name, owner in zip(names, owners, strict=False) if owner == me]
