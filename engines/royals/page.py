"""The position file of Royals: what somebody at the table would write down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from eminence.cython_ext.fields import HEAD, SEATS, Field
from eminence.cython_ext.game import Table
from eminence.cython_ext.pages import Entries
from eminence.engines.kit.entry_kinds import Counts, Flag, Names, Told, Whole, Word, or_nothing
from eminence.engines.kit.options import listed
from eminence.engines.kit.page import OTHERS, OWN, Answers, Entry, Form, Section
from eminence.engines.royals import state
from eminence.engines.royals.names import (
    DRAWING,
    GIVING,
    GIVING_INTRIGUE,
    LEVELS,
    OWNERS,
    PAYING,
    PHASES,
    PLACES,
    VIEWERS,
    BoardNames,
)
from eminence.engines.royals.numbers import Board
from eminence.engines.royals.rules import fill_in
from eminence.engines.royals.state import MAX_COUNT, MAX_HAND, MAX_ROUND, Phase

TITLE = """A position of Royals: what one player sees, and what that player knows of the rest.
Cards, cubes and markers are named with commas between them and a number in front where there \
are several: "3 France, 1 Spain". What is "none" may be left out.
Seats count from 0, the starting player."""

#: fields that follow from several entries, and what to blame for them
BLAMES = {"pile": "cards", "intrigue_pile": "cards", "due_next": "turn.giving.last_given"}


def form(board: Board, players: int, table: Table) -> Form:
    """The position file of one loaded game; `table` has its rules."""
    page = _Page(board, players, table)
    return Form(
        TITLE,
        (
            Section("turn", [*page.turn(), *page.giving()]),
            Section("cards", page.cards()),
            Section("seats", [*page.hands(), *page.cubes(), *page.won()], rows=SEATS),
        ),
        players,
        page.follow,
        page.derived(),
        BLAMES,
        phase="turn.step",
        unwritten=("player",),
    )


class _Page:
    def __init__(self, board: Board, players: int, table: Table) -> None:
        self.on = board
        self.players = players
        self.table = table
        self.names = BoardNames(board)
        self.countries = Counts(board.countries, MAX_COUNT)
        self.pairs = Counts(board.pair_names, MAX_COUNT)
        #: field and names of the markers that seats have won, by entry
        self.markers = {
            "city_bonuses": ("city_marker", self.names.cities),
            "country_bonuses": ("country_marker", self.names.country_markers),
            "noble_house": ("house_marker", self.names.houses),
            "period_markers": ("period_marker", self.names.period_markers),
        }

    # --- the entries ---

    def turn(self) -> list[Entry]:
        on = self.on
        giving = ", ".join(PHASES[phase] for phase in GIVING)
        draws = f"an Intrigue card was drawn in this turn, so 1 Country card; else {on.draw}"
        return [
            Entry("seat", Whole(0, self.players - 1), "seat", "whose turn it is", needed=True),
            Entry(
                "step", Word(PHASES), "phase", f"draw or play; inside these: {giving}", needed=True
            ),
            Entry(
                "period",
                Word(dict(enumerate(on.periods))),
                "period",
                listed(on.periods),
                needed=True,
            ),
            Entry(
                "round",
                Whole(1, MAX_ROUND + 1, first=1),
                "round",
                "1 is everybody's first turn",
                needed=True,
            ),
            Entry(
                "drawn",
                Whole(0, on.draw),
                "drawn",
                "Country cards drawn in this turn so far",
                follows="all, once they are drawn",
                when=lambda data: data["phase"] in DRAWING,
            ),
            Entry(
                "drawn_intrigue",
                Flag(),
                "drawn_intrigue",
                draws,
                when=lambda data: data["phase"] == Phase.DRAW or data["drawn_intrigue"],
            ),
            Entry(
                "last_taken",
                Word(or_nothing(on.countries)),
                "display_from",
                "the last card taken from the display in this turn",
            ),
            Entry(
                "period_ends",
                Flag(),
                "period_ending",
                "the period is scored after this turn",
                quiet=True,
            ),
            Entry(
                "last_round",
                Flag(),
                "last_round",
                "the last period has ended, the round is played out",
                quiet=True,
            ),
        ]

    def giving(self) -> list[Entry]:
        """A payment or discard that has begun."""
        return [
            Entry(
                "giving.due",
                Whole(0, MAX_HAND),
                "due",
                "a payment or discard that has begun: cards still due, the last kind given",
                follows="in a discard the cards above the limit; else needed",
                when=lambda data: data["phase"] in GIVING,
            ),
            Entry(
                "giving.for",
                Word(dict(enumerate(self.on.position_names)), "a position"),
                "target",
                follows="needed in a payment",
                when=lambda data: data["phase"] in PAYING,
            ),
            Entry(
                "giving.last_given",
                Told("a country, or a kind of Intrigue card", self._read_kind),
                value=self._last_given,
            ),
            Entry("giving.not_matching", Flag(), "due_wild", quiet=True),
            Entry("giving.then_country", Whole(0, MAX_HAND), "due_country", quiet=True),
        ]

    def cards(self) -> list[Entry]:
        size, rest = Whole(0, MAX_COUNT), "what is neither open nor in a hand"
        return [
            Entry(
                "display",
                Counts(self.on.countries, self.on.display),
                "display",
                "the open Country cards",
            ),
            Entry(
                "discards",
                self.countries,
                "discards",
                "all Country cards that were played or discarded",
            ),
            Entry(
                "pile",
                size,
                "pile_size",
                "face down; may be left out: it follows from the rest",
                follows=rest,
            ),
            Entry("intrigue_discards", self.pairs, "intrigue_discards"),
            Entry(
                "intrigue_pile",
                size,
                "intrigue_pile_size",
                "face down; may be left out as well",
                follows=rest,
            ),
        ]

    def hands(self) -> list[Entry]:
        size = Whole(0, MAX_COUNT)
        return [
            Entry(
                "hand", self.countries, "hand", "your Country cards", whose=OWN, also=("hand_size",)
            ),
            Entry(
                "seen_by_all",
                self.countries,
                about="of these, what everybody saw you take from the display",
                whose=OWN,
                value=lambda data, seat: data["known"][state.ONLOOKER][seat],
                also=("known",),
            ),
            Entry("intrigue", self.pairs, "intrigue", whose=OWN, also=("intrigue_size",)),
            Entry("cards", size, "hand_size", "Country cards in hand", whose=OTHERS, needed=True),
            Entry(
                "known",
                self.countries,
                "hand",
                "of these, what you know: taken openly, not played since",
                whose=OTHERS,
            ),
            Entry(
                "seen_by_all",
                self.countries,
                about="of these, what everybody knows",
                follows="all that you know",
                whose=OTHERS,
                value=_seen_by_all,
                also=("known",),
            ),
            Entry(
                "intrigue_cards",
                size,
                "intrigue_size",
                "Intrigue cards in hand",
                whose=OTHERS,
                needed=True,
                also=("intrigue",),
            ),
        ]

    def cubes(self) -> list[Entry]:
        return [
            Entry(
                "positions",
                Names(self.on.position_names),
                "held",
                'nobles in office, such as "Dijon Baron"',
                also=("supply",),
            ),
            Entry(
                "ousted",
                Counts(self.names.cities, MAX_COUNT),
                "ousted",
                "cubes beside cities, by city; if there are any, add titles",
            ),
            Entry(
                "titles",
                Counts(self.on.titles, MAX_COUNT),
                "title_cubes",
                "cubes on the titles' markers",
                follows="those of the positions, while no cube is ousted",
                value=_titles,
            ),
        ]

    def won(self) -> list[Entry]:
        """Markers, by the seat that has them."""
        clear = "those that are clear"
        return [
            self._markers(
                "city_bonuses", "may be left out where one player alone has cubes", clear
            ),
            self._markers(
                "country_bonuses",
                'such as "France higher"; may be left out where it is clear who won it',
                clear,
            ),
            self._markers(
                "noble_house", 'its marker, such as "8 points"; may be left out as well', clear
            ),
            self._markers("period_markers", 'such as "1648 France first"'),
        ]

    def _markers(self, key: str, about: str, follows: str = "") -> Entry:
        field, names = self.markers[key]

        def won(data: np.void, seat: int) -> int:
            owners = data[field].flat[: len(names)]
            return sum(1 << i for i, owner in enumerate(owners) if owner == seat + 1)

        return Entry(key, Names(names), about=about, follows=follows, value=won, also=(field,))

    def derived(self) -> dict[str, Field]:
        """The fields that no entry fills alone."""
        on = self.on
        owners = dict(enumerate(OWNERS[: self.players + 1]))
        return {
            "due_next": Field(high=len(on.pairs)),
            "supply": Field((SEATS,)),
            "city_marker": Field((self.names.cities,), names=owners),
            "country_marker": Field((on.countries, LEVELS), names=owners),
            "house_marker": Field((self.names.houses,), names=owners),
            "period_marker": Field((on.periods, on.countries, PLACES), names=owners),
            "pile": Field((on.countries,)),
            "intrigue_pile": Field((on.pair_names,)),
            "known": Field((VIEWERS, SEATS, on.countries)),
        }

    # --- the last kind that was given ---

    def _given_kinds(self, data: np.void | np.ndarray) -> Sequence[str]:
        """What is given at this step; `due_next` is one more than the last kind's number."""
        return self.on.pair_names if data["phase"] in GIVING_INTRIGUE else self.on.countries

    def _last_given(self, data: np.void, row: int) -> str | None:
        return self._given_kinds(data)[data["due_next"] - 1] if data["due_next"] else None

    def _read_kind(self, entries: Entries, key: str) -> str:
        kinds = (*self.on.countries, *self.on.pair_names)
        return kinds[entries.choice(key, kinds)]

    # --- what follows ---

    def follow(self, answers: Answers) -> None:
        record = answers.record
        record[HEAD]["view_of"] = answers.viewer
        self._follow_giving(answers)
        self._follow_known(answers)
        self._follow_markers(answers)
        for seat in range(self.players):
            if record["ousted"][seat].any() and answers.said(f"seats[{seat}].titles") is None:
                answers.refuse(
                    f"seats[{seat}].titles",
                    "missing; once a cube is ousted, say how many lie on each title",
                )
        said = {
            state.SAID_DRAWN: "turn.drawn",
            state.SAID_DUE: "turn.giving.due",
            state.SAID_PILE: "cards.pile",
            state.SAID_INTRIGUE_PILE: "cards.intrigue_pile",
            **{state.SAID_TITLES << seat: f"seats[{seat}].titles" for seat in range(self.players)},
        }
        fill_in(
            self.table,
            record,
            sum(bit for bit, spot in said.items() if answers.said(spot) is not None),
        )

    def _follow_giving(self, answers: Answers) -> None:
        record = answers.record
        if record["phase"] in PAYING:
            for key, expected in (("due", "how many cards"), ("for", "a position")):
                if answers.said(f"turn.giving.{key}") is None:
                    answers.refuse(f"turn.giving.{key}", f"missing; expected {expected}")
        last, kinds = answers.said("turn.giving.last_given"), self._given_kinds(record)
        if last in kinds:
            record["due_next"] = 1 + kinds.index(last)
        elif last is not None:
            answers.refuse(
                "turn.giving.last_given", f"{last}; at this step choose from {listed(kinds)}"
            )

    def _follow_known(self, answers: Answers) -> None:
        """The viewer knows the cards that it names, everybody those that all saw."""
        known, hands = answers.record["known"], answers.record["hand"]
        for seat in range(self.players):
            seen = answers.said(f"seats[{seat}].seen_by_all")
            if seen is not None:
                known[state.ONLOOKER][seat] = seen
            elif seat != answers.viewer:
                known[state.ONLOOKER][seat] = hands[seat]
        if answers.viewer >= 0:
            known[answers.viewer] = hands
            known[answers.viewer][answers.viewer] = 0

    def _follow_markers(self, answers: Answers) -> None:
        """Each marker has one owner; those of periods must be told."""
        record = answers.record
        for key, (field, names) in self.markers.items():
            owners = record[field].reshape(-1)
            for seat in range(self.players):
                won = answers.said(f"seats[{seat}].{key}") or 0
                for i, name in enumerate(names):
                    if won >> i & 1 and owners[i]:
                        answers.refuse(
                            f"seats[{seat}].{key}", f"seat {owners[i] - 1} has {name} already"
                        )
                    elif won >> i & 1:
                        owners[i] = seat + 1
        scored = self.on.periods[: record["period"] + (record["phase"] == Phase.ENDED)]
        spots = [f"seats[{seat}].period_markers" for seat in range(self.players)]
        if scored and all(answers.said(spot) is None for spot in spots):
            answers.refuse(
                spots[0],
                f"missing; {listed(scored, 'and')} scored: say which markers each seat won, or "
                '"none"',
            )


def _seen_by_all(data: np.void, seat: int) -> Any:
    """What all know of another hand, where that is not what the viewer knows."""
    seen = data["known"][state.ONLOOKER][seat]
    return seen if (seen != data["hand"][seat]).any() else None


def _titles(data: np.void, seat: int) -> Any:
    return data["title_cubes"][seat] if data["ousted"][seat].any() else None
