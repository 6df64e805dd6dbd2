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
from eminence.engines.kit.entry_kinds import Counts, Names, Row, Whole, Word, or_nothing
from eminence.engines.kit.page import Answers, Entry, Form, Section
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.court.page import CourtPage
from eminence.engines.wallenstein.draft.page import DraftPage
from eminence.engines.wallenstein.leaders.page import LeadersPage
from eminence.engines.wallenstein.names import (
    ACTIONS,
    BATTLE_WORDS,
    BUILDINGS,
    COLOURS,
    NO_EVENT,
    NOBODY,
    NOTHING,
    PHASE_WORDS,
    REMOVED_EVENT,
    SEASONS,
    TILES,
    sources_of,
)
from eminence.engines.wallenstein.numbers import EXPANSIONS, Board
from eminence.engines.wallenstein.plans.page import PlansPage
from eminence.engines.wallenstein.rules import points_by_source

TITLE = """A position of Wallenstein: what one player sees of the table.
Things are named with commas between them and a number in front where there are several: \
"3 Altmark, 5 Anhalt" are armies in two counties. What is "none" may be left out.
Seats count from 0. Armies that are named nowhere are in their supplies."""


class Points(Counts):
    """Points by source, or all of them as one number."""

    def read(self, entries: Entries, key: str) -> Any:
        if isinstance(entries.values[key], int):
            return entries.number(key, 0, len(self.kinds) * state.MOST_POINTS)
        return super().read(entries, key)


def form(board: Board, players: int, expansions: Sequence[str], table: Table) -> Form:
    """The position file of one loaded game."""
    page = _Page(board, players, expansions, table)
    # Fields of an expansion that is not in use have their names and ranges all the same.
    every = Form(TITLE, page.sections(EXPANSIONS), players).fields()
    return Form(
        TITLE,
        page.sections(expansions),
        players,
        page.follow,
        derived=every | page.derived(),
        phase="time.step",
    )


class _Page:
    """The entries of one loaded game."""

    def __init__(self, board: Board, players: int, expansions: Sequence[str], table: Table) -> None:
        self.on = board
        self.players = players
        self.expansions = expansions
        self.table = table
        self.sources = sources_of(expansions)
        self.court = CourtPage(board.court, players)
        self.leaders = LeadersPage(board.names, players)
        self.county = Word(or_nothing(board.names, NOTHING), "a county")
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
            Section("winter", self.winter(), needed=False, when=_in_revolts),
            self.draft.section(),
            Section("seats", self.seat(expansions), rows=SEATS),
        ]

    def time(self) -> list[Entry]:
        return [
            Entry("year", Whole(1, state.YEARS, first=1), "year", "1 or 2", needed=True),
            Entry("season", Word(dict(enumerate(SEASONS))), "season", needed=True),
            Entry("step", Word(PHASE_WORDS), "phase", "what happens next", needed=True),
            Entry(
                "actions_done",
                Whole(0, state.BOXES),
                "step",
                "action cards that all have performed in this round",
                quiet=True,
            ),
            Entry(
                "position",
                Whole(1, state.POSITIONS, first=1),
                "turn",
                "whose turn it is, by position in the player order",
                quiet=True,
            ),
        ]

    def round(self) -> list[Entry]:
        names = self.on.event_names
        removed = (REMOVED_EVENT,) if "court" in self.expansions else ()
        people = or_nothing([f"seat {seat}" for seat in range(self.players)], NOBODY)
        return [
            Entry(
                "actions",
                Row(or_nothing(ACTIONS), state.BOXES),
                "row",
                "the open action cards from the left",
            ),
            Entry(
                "tiles",
                Row(or_nothing(TILES), state.POSITIONS),
                "tile",
                "the bonus tiles from the first position on",
            ),
            Entry(
                "order",
                Row(people, state.POSITIONS, blanks=True),
                "leader",
                'who took which position, such as "seat 1, nobody, seat 0"',
                value=lambda data, _: data["leader"] if data["leader"].any() else [],
            ),
            Entry(
                "event",
                Word(or_nothing([*names, *removed], NO_EVENT), "an event card"),
                "event",
                "the event card of this round",
            ),
            Entry(
                "open_events",
                Names(names, "event cards"),
                "open_events",
                "the event cards that lie open, without that of the round",
            ),
            Entry(
                "events_gone",
                Names(names, "event cards"),
                about="event cards that have left the game",
                value=lambda data, _: ~_events(data),
            ),
        ]

    def board(self) -> list[Entry]:
        return [
            *(Entry(key, self.counties, "built", place=kind) for kind, key in enumerate(BUILDINGS)),
            Entry(
                "revolt_markers",
                Counts(self.on.names, state.MOST_MARKERS, "numbers and counties"),
                "markers",
                "how many lie where",
            ),
            Entry(
                "target",
                self.county,
                "target",
                "the county that armies move to or fight for",
                quiet=True,
                also=["armies"],
            ),
        ]

    def tower(self) -> list[Entry]:
        cubes = Counts(COLOURS, state.MAX_CUBES, 'cubes such as "2 seat 0, 1 peasants"')
        return [
            Entry(
                "inside",
                cubes,
                "tower",
                "cubes in the tower; everybody can count them",
                follows="what the supplies leave, where they are told",
                also=["supply"],
            ),
            Entry("tray", cubes, "tray", "cubes in the tray"),
            Entry(
                "peasant_supply",
                Whole(0, self.on.peasants),
                about="peasants in the supply",
                follows="what the tower leaves",
                when=_never,
            ),
            Entry("battle", Word(BATTLE_WORDS), "battle", "why cubes are thrown", quiet=True),
            Entry(
                "in_hand",
                cubes,
                "fresh",
                "cubes of this throw whose fate is not yet known",
                when=_in_battle,
            ),
            Entry(
                "next_colour",
                Word(dict(enumerate(COLOURS))),
                "colour",
                "whose cubes fall out next",
                when=_in_battle,
            ),
            Entry(
                "thrown",
                Whole(0, state.MAX_THROWN),
                "thrown",
                "all cubes of this throw",
                when=_in_battle,
            ),
        ]

    def winter(self) -> list[Entry]:
        return [
            Entry(
                "revolting",
                self.counties,
                "revolting",
                "counties drawn whose revolt is still to come",
            ),
            Entry(
                "cards_to_draw", Whole(0, len(self.on.names)), "due", "of the seat that lacks grain"
            ),
            Entry(
                "peasants_more",
                Whole(0, state.MAX_CUBES),
                "extra",
                "in each revolt, beside the markers",
            ),
        ]

    def seat(self, expansions: Sequence[str]) -> list[Entry]:
        entries = [
            Entry(
                "counties",
                self.armies,
                about="armies by county",
                also=["owned"],
                value=lambda data, seat: [
                    n if int(data["owned"][seat]) >> i & 1 else 0
                    for i, n in enumerate(data["armies"])
                ],
            ),
            Entry(
                "fought_for",
                self.counties,
                about="its counties whose armies are in the tower",
                value=_fought_for,
            ),
            Entry("thalers", Whole(0, state.MOST_THALERS), "thalers", needed=True),
            Entry("grain", Whole(0, state.MOST_GRAIN), "grain", needed=True),
            Entry(
                "points",
                Points(self.sources, state.MOST_POINTS, "numbers and sources, or their sum"),
                about="from all scorings so far",
                also=["points"],
                value=lambda data, seat: data["points"][seat],
            ),
            Entry(
                "supply",
                Whole(0, self.on.cubes),
                about="armies in the supply",
                follows="what the tower leaves",
                when=_never,
            ),
        ]
        if "court" in expansions:
            entries += self.court.seat()
        if "regions" in expansions:
            entries += self.leaders.card()
        if "leaders" in expansions:
            entries += self.leaders.leader()
        return [*entries, *self.plans.seat(), *self.draft.seat()]

    def derived(self) -> dict[str, Field]:
        """The fields that follow, or that several entries fill."""
        names = self.on.names
        cubes = Field((COLOURS,), high=state.MAX_CUBES)
        return {
            "row_size": Field(high=state.BOXES),
            "event_deck": Field(bits=self.on.event_names),
            "owned": Field((SEATS,), bits=names),
            "built": Field((BUILDINGS,), bits=names),
            "armies": Field((names,), high=state.MAX_CUBES),
            "points": Field((SEATS, self.sources), high=state.MOST_POINTS),
            "supply": cubes,
            "colour": Field(high=len(COLOURS) - 1),
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
        """Event cards that are named nowhere are in the deck."""
        record, names = answers.record, self.on.event_names
        gone = answers.said("round.events_gone") or 0
        for i, name in enumerate(names):
            if record["event"] == i + 1 and int(record["open_events"]) >> i & 1:
                answers.refuse("round.open_events", f"{name} is the event of the round")
            if (gone & _events(record)) >> i & 1:
                answers.refuse("round.events_gone", f"{name} is named elsewhere too")
        record["event_deck"] = ~(gone | _events(record)) & (1 << len(names)) - 1

    def _follow_counties(self, answers: Answers, seat: int) -> None:
        record, spot = answers.record, f"seats[{seat}]"
        there = answers.said(f"{spot}.counties") or [0] * len(self.on.names)
        owned = answers.said(f"{spot}.fought_for") or 0
        owned |= sum(1 << i for i, n in enumerate(there) if n)
        earlier = int(np.bitwise_or.reduce(record["owned"]))
        for i, name in enumerate(self.on.names):
            if owned & earlier & 1 << i:
                answers.refuse(f"{spot}.counties", f"{name} belongs to an earlier seat already")
        if sum(there) > self.on.cubes:
            message = f"{sum(there)} armies, a seat has {self.on.cubes}"
            answers.refuse(f"{spot}.counties", message)
        record["owned"][seat] = owned
        record["armies"] += np.array([*there, *[0] * (state.COUNTIES - len(there))], np.uint8)

    def _follow_points(self, answers: Answers, seat: int) -> None:
        """A sum is laid to sources that can have brought it: nothing else depends on them."""
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
        """Cubes that are named nowhere are in the supply; or in the tower, if it is told."""
        record = answers.record
        spot, there = "tower.peasant_supply", self.on.peasants
        if colour != state.PEASANTS:
            owned = int(record["owned"][colour])
            on_board = sum(int(n) for i, n in enumerate(record["armies"]) if owned >> i & 1)
            spot, there = f"seats[{colour}].supply", self.on.cubes - on_board
        named = sum(int(record[place][colour]) for place in ("tower", "tray", "fresh"))
        left, supply = there - named, answers.said(spot)
        if left < 0:
            answers.refuse(
                "tower",
                f"{named} cubes of {COLOURS[colour]} are named, the counties leave {there}"
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


def _in_battle(data: np.void) -> bool:
    return bool(data["battle"])


def _in_revolts(data: np.void) -> bool:
    return bool(data["revolting"] or data["due"] or data["extra"])


def _never(data: np.void) -> bool:
    """Of an entry that only people write."""
    return False


def _events(data: Any) -> int:
    """Mask of the event cards that lie open, are in the deck, or are that of the round."""
    return int(data["open_events"]) | int(data["event_deck"]) | 1 << int(data["event"]) >> 1


def _fought_for(data: np.void, seat: int) -> int | None:
    there = sum(1 << i for i, n in enumerate(data["armies"]) if n)
    return int(data["owned"][seat]) & ~there or None
