"""A Wallenstein view as somebody at the table would write it down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from cython_ext.game import View
from cython_ext.pages import Page, counted, joined
from cython_ext.words import HEAD_COMMENTS
from engines.wallenstein.court_positions import (
    COURT_COMMENTS,
    COURT_SEAT_COMMENTS,
    write_court,
    write_court_seat,
)
from engines.wallenstein.data import ACTIONS, SEASONS, TILES, Board
from engines.wallenstein.leaders_text import SEAT_COMMENTS as LEADER_COMMENTS
from engines.wallenstein.leaders_text import LeadersText
from engines.wallenstein.phases import (
    BATTLES,
    DRAFTING,
    PHASES,
    PLANNING,
    ROUND_EVENT,
    places_of,
)
from engines.wallenstein.position_names import (
    BUILDING_KEYS,
    COLOURS,
    NO_EVENT,
    NOBODY,
    REMOVED_EVENT,
    bid_names,
    box_names,
    sources_of,
)

OPENING = """A position of Wallenstein: what one player sees of the table.
Things are named with commas between them and a number in front where there are several: \
"3 Altmark, 5 Anhalt" are armies in two counties. What is "none" may be left out.
Seats count from 0. Armies that are named nowhere are in their supplies."""

COMMENTS = {
    "": OPENING,
    **HEAD_COMMENTS,
    "time.year": "1 or 2",
    "time.step": "what happens next",
    "time.actions_done": "action cards that all have performed in this round",
    "time.position": "whose turn it is, by position in the player order",
    "round.actions": "the open action cards from the left",
    "round.tiles": "the bonus tiles from the first position on",
    "round.order": 'who took which position, such as "seat 1, nobody, seat 0"',
    "round.event": "the event card of this round",
    "round.open_events": "the event cards that lie open, without that of the round",
    "round.events_gone": "event cards that have left the game",
    "board.target": "the county that armies move to or fight for",
    "board.revolt_markers": "how many lie where",
    "tower.inside": "cubes in the tower; everybody can count them",
    "tower.tray": "cubes in the tray",
    "tower.in_hand": "cubes of this throw whose fate is not yet known",
    "tower.thrown": "all cubes of this throw",
    "winter.revolting": "counties drawn whose revolt is still to come",
    "draft.under_the_deck": "known cards, the upper first",
    "draft.taken": "the county that waits for armies",
}
SEAT_COMMENTS = {
    "counties": "armies by county",
    "points": "from all scorings so far",
    "bid": "a county, Thalers, nothing or face down",
    "orders": "the cards in the boxes",
    "won": "counties won in this round: their cards lie in no box",
    **LEADER_COMMENTS,
}


class PositionWriter:
    """Writes the positions of one loaded game."""

    def __init__(self, board: Board, players: int, expansions: Sequence[str]) -> None:
        self.on = board
        self.players = players
        self.expansions = expansions
        self._sources = sources_of(expansions)
        self._leaders = LeadersText(board.names, (), board.region_cards.benefits)

    def write(self, view: View) -> Page:
        data = view.data
        values: dict[str, Any] = {
            **view.head(),
            "time": self._time(data),
            "round": self._round(data),
            "board": self._board(data),
            "tower": self._tower(data),
        }
        if "court" in self.expansions:
            values["court"] = write_court(data)
        if data["revolting"] or data["due"] or data["extra"]:
            values["winter"] = self._winter(data)
        if PHASES[data["phase"]] in DRAFTING:
            values["draft"] = self._draft(data)
        values["seats"] = [self._seat(data, seat) for seat in range(self.players)]
        comments = {**COMMENTS, **COURT_COMMENTS}
        for seat in range(self.players):
            comments[f"seats[{seat}]"] = f"seat {seat}{': you' if seat == view.seat else ''}"
        seat_comments = {**SEAT_COMMENTS, **COURT_SEAT_COMMENTS}
        comments |= {f"seats[0].{key}": text for key, text in seat_comments.items()}
        return Page(values, comments)

    def _time(self, data: np.void) -> dict[str, Any]:
        time: dict[str, Any] = {
            "year": int(data["year"]) + 1,
            "season": SEASONS[data["season"]],
            "step": PHASES[data["phase"]],
        }
        if data["step"]:
            time["actions_done"] = int(data["step"])
        if data["turn"]:
            time["position"] = int(data["turn"]) + 1
        return time

    def _round(self, data: np.void) -> dict[str, Any]:
        on = self.on
        leaders = [NOBODY if not seat else f"seat {seat - 1}" for seat in data["leader"]]
        known = int(data["open_events"] | data["event_deck"])
        if data["event"]:
            known |= 1 << int(data["event"]) - 1
        return {
            "actions": joined([ACTIONS[a - 1] for a in data["row"] if a]),
            "tiles": joined([TILES[t - 1] for t in data["tile"] if t]),
            "order": joined(leaders if data["leader"].any() else []),
            "event": (NO_EVENT, *on.event_names, REMOVED_EVENT)[data["event"]],
            "open_events": joined(self._marked(on.event_names, data["open_events"])),
            "events_gone": joined(self._marked(on.event_names, ~known)),
        }

    def _board(self, data: np.void) -> dict[str, Any]:
        names = self.on.names
        written: dict[str, Any] = {
            key: joined(self._marked(names, mask))
            for key, mask in zip(BUILDING_KEYS, data["built"], strict=True)
        }
        written["revolt_markers"] = counted(names, data["markers"])
        if data["target"]:
            written["target"] = names[data["target"] - 1]
        return written

    def _tower(self, data: np.void) -> dict[str, Any]:
        written: dict[str, Any] = {
            "inside": counted(COLOURS, data["tower"]),
            "tray": counted(COLOURS, data["tray"]),
        }
        if data["battle"]:
            written["battle"] = BATTLES[data["battle"]]
            written["in_hand"] = counted(COLOURS, data["fresh"])
            written["next_colour"] = COLOURS[data["colour"]]
            written["thrown"] = int(data["thrown"])
        return written

    def _winter(self, data: np.void) -> dict[str, Any]:
        return {
            "revolting": joined(self._marked(self.on.names, data["revolting"])),
            "cards_to_draw": int(data["due"]),
            "peasants_more": int(data["extra"]),
        }

    def _draft(self, data: np.void) -> dict[str, Any]:
        names = ("nothing", *self.on.names)
        written: dict[str, Any] = {
            "display": joined([names[card] for card in data["display"]]),
            "under_the_deck": joined([names[card] for card in data["bottom"] if card]),
        }
        if data["picked"]:
            written["taken"] = names[data["picked"]]
        if data["swapped"]:
            written["swapped"] = True
        return written

    # --- seats ---

    def _seat(self, data: np.void, seat: int) -> dict[str, Any]:
        names = self.on.names
        owned = int(data["owned"][seat])
        there = [n if owned >> i & 1 else 0 for i, n in enumerate(data["armies"])]
        # A county that is fought for is owned without armies in it.
        bare = [names[i] for i in range(len(names)) if owned >> i & 1 and not there[i]]
        written: dict[str, Any] = {"counties": counted(names, there)}
        if bare:
            written["fought_for"] = joined(bare)
        written["thalers"] = int(data["thalers"][seat])
        written["grain"] = int(data["grain"][seat])
        written["points"] = counted(self._sources, data["points"][seat][: len(self._sources)])
        if "court" in self.expansions:
            written |= write_court_seat(data, seat)
        if "regions" in self.expansions:
            written |= self._leaders.write_card(data, seat)
        if "leaders" in self.expansions:
            written |= self._leaders.write_leader(data, seat)
        written |= self._plan(data, seat)
        if PHASES[data["phase"]] in DRAFTING:
            sizes = [n for i, n in enumerate(self.on.groups) if data["groups"][seat] >> i & 1]
            written["groups"] = sizes
            written["saw_before"] = joined([names[c - 1] for c in data["before"][seat] if c])
        return written

    def _plan(self, data: np.void, seat: int) -> dict[str, Any]:
        """The bid and the orders; while planning only what the seat has decided."""
        places, boxes = places_of(self.expansions), box_names(self.on, self.expansions)
        cards = [bid_names(self.on, self.expansions)[int(data["bid"][seat])]]
        cards += [boxes[int(card)] for card in data["box"][seat][: len(places) - 1]]
        if PHASES[data["phase"]] == PLANNING:
            decided = int(data["planned"][seat])
            plan = dict(zip(places[:decided], cards[:decided], strict=True))
        else:
            plan = {p: c for p, c in zip(places, cards, strict=True) if c != "nothing"}
        written: dict[str, Any] = {}
        if "bid" in plan:
            written["bid"] = plan.pop("bid")
        if plan:
            written["orders"] = plan
        won = self._won(data, seat)
        if won:
            written["won"] = joined(won)
        return written

    def _won(self, data: np.void, seat: int) -> list[str]:
        """Counties whose cards cannot lie face down although no box shows them."""
        if not data["event"] and PHASES[data["phase"]] != ROUND_EVENT:
            return []
        shown = shown_counties(data["bid"][seat], data["box"][seat], len(self.on.names))
        left = int(data["owned"][seat]) & ~int(data["closed"][seat]) & ~shown
        return self._marked(self.on.names, left)

    def _marked(self, names: Sequence[str], mask: int) -> list[str]:
        return [name for i, name in enumerate(names) if int(mask) >> i & 1]


def shown_counties(bid: int, boxes: Iterable[int], counties: int) -> int:
    """Mask of the counties whose cards lie in the bid or in a box."""
    return sum(1 << int(card) - 1 for card in {bid, *boxes} if 0 < card <= counties)
