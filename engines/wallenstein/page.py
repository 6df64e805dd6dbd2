"""The position file of Wallenstein: its entries, and what follows from them.

The file says what lies on the table. What follows is worked out here: the cubes left in the
supplies, or those in the tower; the cards left in decks; which cards may lie face down.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from eminence.cython_ext.fields import SEATS, Field
from eminence.cython_ext.game import Table
from eminence.cython_ext.pages import Entries
from eminence.engines.kit.entry_kinds import Counts, InOrder, Names, Whole, Word, or_nothing
from eminence.engines.kit.masks import bits, counts_where, mask_from_1, mask_where
from eminence.engines.kit.page import Answers, Entry, Form, Section, needed, quiet, typed
from eminence.engines.wallenstein import names, state
from eminence.engines.wallenstein.court.page import CourtPage
from eminence.engines.wallenstein.draft.page import DraftPage
from eminence.engines.wallenstein.leaders.page import LeadersPage
from eminence.engines.wallenstein.numbers import EXPANSIONS, Board
from eminence.engines.wallenstein.plans.page import PlansPage
from eminence.engines.wallenstein.rules import points_by_source

TITLE = """A position of Wallenstein: what one player sees of the table.
Things are named with commas between them and a number in front where there are several: \
"3 Altmark, 5 Anhalt" are armies in two counties. What is "none" may be left out.
Seats count from 0. Armies that are named nowhere are in their supplies."""
#: what it means to leave out a supply
TOWER_LEAVES = "what the tower leaves"


class Points(Counts):
    """Points by source, or all of them as one number."""

    def read(self, entries: Entries, key: str) -> Any:
        if isinstance(entries.values[key], int):
            return entries.number(key, 0, len(self.kinds) * state.MOST_POINTS)
        return super().read(entries, key)


def form(board: Board, players: int, expansions: Sequence[str], table: Table) -> Form:
    """The position file of one loaded game."""
    page = _Page(board, players, expansions, table)
    # Fields of an expansion that is not in use still have names and ranges.
    every = Form(page.sections(EXPANSIONS), players).fields()
    return Form(
        page.sections(expansions),
        players,
        page.follow,
        derived=every | page.derived(),
        title=TITLE,
        phase="time.step",
    )


class _Page:
    """The entries of one loaded game."""

    def __init__(self, board: Board, players: int, expansions: Sequence[str], table: Table) -> None:
        self.on = board
        self.players = players
        self.expansions = expansions
        self.table = table
        self.sources = names.sources_of(expansions)
        self.court = CourtPage(board.court, players)
        self.leaders = LeadersPage(board.names)
        self.county = Word(or_nothing(board.names, names.NOTHING), "a county")
        self.counties = Names(board.names, "counties")
        self.armies = Counts(board.names, state.MAX_CUBES, "numbers and counties")
        self.plans = PlansPage(self.counties, expansions, table)
        self.draft = DraftPage(board, players, self.county, self.counties)

    # --- the entries ---

    def sections(self, expansions: Sequence[str]) -> list[Section]:
        """The tables of a file."""
        court = [self.court.section()] if "court" in expansions else []
        return [
            Section("time", self.time()),
            Section("round", self.round()),
            Section("board", self.board()),
            Section("tower", self.tower(), needed=False),
            *court,
            Section("winter", self.winter(), needed=False, when=["revolting", "due", "extra"]),
            self.draft.section(),
            Section("seats", self.seat(expansions), rows=SEATS),
        ]

    def time(self) -> list[Entry]:
        done, whose = Whole(0, state.BOXES), Whole(1, state.POSITIONS, first=1)
        done_about = "action cards that all have performed in this round"
        return [
            needed("year", Whole(1, state.YEARS, first=1), "1 or 2"),
            needed("season", Word(dict(enumerate(names.SEASONS)))),
            needed("step", Word(names.PHASE_WORDS), "what happens next", "phase"),
            quiet("actions_done", done, done_about, "step"),
            quiet("position", whose, "whose turn it is, by position in the player order", "turn"),
        ]

    def round(self) -> list[Entry]:
        events = Names(self.on.event_names, "event cards")
        removed = (names.REMOVED_EVENT,) if "court" in self.expansions else ()
        event = Word(or_nothing([*events.kinds, *removed], names.NO_EVENT), "an event card")
        actions = InOrder(or_nothing(names.ACTIONS), size=state.BOXES)
        tiles = InOrder(or_nothing(names.TILES), size=state.POSITIONS)
        people = or_nothing([f"seat {seat}" for seat in range(self.players)], names.NOBODY)
        order = InOrder(people, size=state.POSITIONS, padded=True)
        took = 'who took which position, such as "seat 1, nobody, seat 0"'
        gone = "event cards that have left the game"
        return [
            Entry("actions", actions, "the open action cards from the left", "row"),
            Entry("tiles", tiles, "the bonus tiles from the first position on", "tile"),
            Entry("order", order, took, "leader"),
            Entry("event", event, "the event card of this round"),
            Entry(
                "open_events", events, "the event cards that lie open, without that of the round"
            ),
            Entry("events_gone", events, gone, value=lambda data, _: ~_events(data)),
        ]

    def board(self) -> list[Entry]:
        markers = Counts(self.on.names, state.MOST_MARKERS, "numbers and counties")
        target = "the county that armies move to or fight for"
        return [
            *(
                Entry(key, self.counties, field="built", place=kind)
                for kind, key in enumerate(names.BUILDINGS)
            ),
            Entry("revolt_markers", markers, "how many lie where", "markers"),
            quiet("target", self.county, target, also=["armies"]),
        ]

    def tower(self) -> list[Entry]:
        cubes = Counts(names.COLOURS, state.MAX_CUBES, 'cubes such as "2 seat 0, 1 peasants"')
        colour, thrown = Word(dict(enumerate(names.COLOURS))), Whole(0, state.MAX_THROWN)
        peasants = Whole(0, self.on.peasants)
        fresh = "cubes of this throw whose fate is not yet known"
        fighting = ["battle"]
        return [
            Entry(
                "inside",
                cubes,
                "cubes in the tower; everybody can count them",
                "tower",
                follows="what the supplies leave, where they are told",
                also=["supply"],
            ),
            Entry("tray", cubes, "cubes in the tray"),
            typed("peasant_supply", peasants, "peasants in the supply", follows=TOWER_LEAVES),
            quiet("battle", Word(names.BATTLE_WORDS), "why cubes are thrown"),
            Entry("in_hand", cubes, fresh, "fresh", when=fighting),
            Entry("next_colour", colour, "whose cubes fall out next", "colour", when=fighting),
            Entry("thrown", thrown, "all cubes of this throw", when=fighting),
        ]

    def winter(self) -> list[Entry]:
        cards, peasants = Whole(0, len(self.on.names)), Whole(0, state.MAX_CUBES)
        return [
            Entry("revolting", self.counties, "counties drawn whose revolt is still to come"),
            Entry("cards_to_draw", cards, "of the seat that lacks grain", "due"),
            Entry("peasants_more", peasants, "in each revolt, beside the markers", "extra"),
        ]

    def seat(self, expansions: Sequence[str]) -> list[Entry]:
        armies = counts_where("owned", "armies")
        tower = "its counties whose armies are in the tower"
        points = Points(self.sources, state.MOST_POINTS, "numbers and sources, or their sum")
        supply = Whole(0, self.on.cubes)
        return [
            Entry("counties", self.armies, "armies by county", value=armies, also=["owned"]),
            quiet("fought_for", self.counties, tower, value=_fought_for),
            needed("thalers", Whole(0, state.MOST_THALERS)),
            needed("grain", Whole(0, state.MOST_GRAIN)),
            Entry(
                "points",
                points,
                "from all scorings so far",
                value=lambda data, seat: data["points"][seat],
                also=["points"],
            ),
            typed("supply", supply, "armies in the supply", follows=TOWER_LEAVES),
            *(self.court.seat() if "court" in expansions else ()),
            *(self.leaders.card() if "regions" in expansions else ()),
            *(self.leaders.leader() if "leaders" in expansions else ()),
            *self.plans.seat(),
            *self.draft.seat(),
        ]

    def derived(self) -> dict[str, Field]:
        """The fields that follow, or that several entries fill."""
        counties = self.on.names
        return {
            "row_size": Field(high=state.BOXES),
            "event_deck": Field(bits=self.on.event_names),
            "owned": Field((SEATS,), bits=counties),
            "built": Field((names.BUILDINGS,), bits=counties),
            "armies": Field((counties,), high=state.MAX_CUBES),
            "points": Field((SEATS, self.sources), high=state.MOST_POINTS),
            "supply": Field((names.COLOURS,), high=state.MAX_CUBES),
            "colour": Field(high=len(names.COLOURS) - 1),
            **self.plans.derived(),
            **self.draft.derived(),
            **self.court.derived(),
            **self.leaders.derived(),
        }

    # --- what follows ---

    def follow(self, answers: Answers) -> None:
        """Fill what the entries imply."""
        record = answers.record
        record["row_size"] = np.count_nonzero(record["row"])
        self._follow_events(answers)
        for seat in range(self.players):
            self._follow_counties(answers, seat)
            self.plans.follow(answers, seat)
        if "court" in self.expansions:
            self.court.follow(answers)
        if "leaders" in self.expansions:
            self.leaders.follow(answers)
        for seat in range(self.players):
            self._follow_points(answers, seat)
        self.draft.follow(answers)
        answers.stop_if_wrong()
        for colour in (*range(self.players), state.PEASANTS):
            self._follow_cubes(answers, colour)
        self.plans.follow_all(answers)

    def _follow_events(self, answers: Answers) -> None:
        """Event cards that are not named anywhere are in the deck."""
        record, events = answers.record, self.on.event_names
        gone = answers.said("round.events_gone", 0)
        for i in bits(record["open_events"] & mask_from_1([record["event"]])):
            answers.refuse("round.open_events", f"{events[i]} is the event of the round")
        for i in bits(gone & _events(record)):
            answers.refuse("round.events_gone", f"{events[i]} is named elsewhere too")
        record["event_deck"] = ~(gone | _events(record)) & (1 << len(events)) - 1

    def _follow_counties(self, answers: Answers, seat: int) -> None:
        record, spot = answers.record, f"seats[{seat}]"
        there = answers.said(f"{spot}.counties", [0] * len(self.on.names))
        owned = answers.said(f"{spot}.fought_for", 0) | mask_where(there)
        for i in bits(owned & int(np.bitwise_or.reduce(record["owned"]))):
            name = self.on.names[i]
            answers.refuse(f"{spot}.counties", f"{name} belongs to an earlier seat already")
        if sum(there) > self.on.cubes:
            message = f"{sum(there)} armies, a seat has {self.on.cubes}"
            answers.refuse(f"{spot}.counties", message)
        record["owned"][seat] = owned
        record["armies"][: len(there)] += np.array(there, np.uint8)

    def _follow_points(self, answers: Answers, seat: int) -> None:
        """Spread a sum over sources that can have brought it: nothing else depends on them."""
        record, spot = answers.record, f"seats[{seat}].points"
        said = answers.said(spot)
        if not isinstance(said, int):
            record["points"][seat][: len(self.sources)] = said or 0
            return
        *points, left = points_by_source(self.table, record.tobytes(), seat, said)
        record["points"][seat] = points
        if left:
            answers.refuse(spot, f"nobody can have {said} points now")

    def _follow_cubes(self, answers: Answers, colour: int) -> None:
        """Cubes that are not named anywhere are in the supply; if that is given, in the tower."""
        record = answers.record
        spot, there = "tower.peasant_supply", self.on.peasants
        if colour != state.PEASANTS:
            on_board = sum(int(record["armies"][i]) for i in bits(record["owned"][colour]))
            spot, there = f"seats[{colour}].supply", self.on.cubes - on_board
        named = sum(int(record[place][colour]) for place in ("tower", "tray", "fresh"))
        left, supply = there - named, answers.said(spot)
        if left < 0:
            answers.refuse(
                "tower",
                f"{named} cubes of {names.COLOURS[colour]} are named, the counties leave {there}"
                if colour != state.PEASANTS
                else f"{named} peasants are named, the game has {there}",
            )
        elif supply is None:
            record["supply"][colour] = left
        elif supply > left or (supply < left and answers.said("tower.inside") is not None):
            answers.refuse(spot, f"{supply}, the counties and the tower leave {left}")
        else:
            record["supply"][colour] = supply
            record["tower"][colour] += left - supply


def _events(data: Any) -> int:
    """Mask of the event cards that lie open, are in the deck, or are that of the round."""
    return int(data["open_events"]) | int(data["event_deck"]) | mask_from_1([data["event"]])


def _fought_for(data: np.void, seat: int) -> int:
    return int(data["owned"][seat]) & ~mask_where(data["armies"])
