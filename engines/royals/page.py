"""The position file of Royals: what somebody at the table would write down."""

from __future__ import annotations

from typing import Any

import numpy as np

from eminence.cython_ext.fields import HEAD, SEATS, Field
from eminence.cython_ext.game import Table
from eminence.engines.kit.entry_kinds import FLAG, Counts, Names, Whole, Word, or_nothing
from eminence.engines.kit.masks import bits, mask_where
from eminence.engines.kit.options import listed
from eminence.engines.kit.page import Answers, Entry, Form, Section, needed, others, own, quiet
from eminence.engines.royals import names, state
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
        (
            Section("turn", [*page.turn(), *page.giving()]),
            Section("cards", page.cards()),
            Section("seats", [*page.hands(), *page.cubes(), *page.won()], rows=SEATS),
        ),
        players,
        page.follow,
        page.derived(),
        BLAMES,
        TITLE,
        phase="turn.step",
        unwritten=("player",),
    )


class _Page:
    def __init__(self, board: Board, players: int, table: Table) -> None:
        self.on = board
        self.players = players
        self.table = table
        self.names = names.BoardNames(board)
        self.countries = Counts(board.countries, MAX_COUNT)
        self.pairs = Counts(board.pair_names, MAX_COUNT)
        #: all that may be given: countries, and behind them kinds of Intrigue cards
        self.given = [*board.countries, *board.pair_names]
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
        giving = ", ".join(names.PHASES[phase] for phase in names.GIVING)
        drawn, drawn_all = "Country cards drawn in this turn so far", "all, once they are drawn"
        draws = f"an Intrigue card was drawn in this turn, so 1 Country card; else {on.draw}"
        taken = "the last card taken from the display in this turn"
        ends = "the period is scored after this turn"
        last = "the last period has ended, the round is played out"
        return [
            needed("seat", Whole(0, self.players - 1), "whose turn it is"),
            needed("step", Word(names.PHASES), f"draw or play; inside these: {giving}", "phase"),
            needed("period", Word(dict(enumerate(on.periods))), listed(on.periods)),
            needed("round", Whole(1, MAX_ROUND + 1, first=1), "1 is everybody's first turn"),
            Entry("drawn", Whole(0, on.draw), drawn, follows=drawn_all, at=names.DRAWING),
            Entry("drawn_intrigue", FLAG, draws, at=[Phase.DRAW], when=["drawn_intrigue"]),
            Entry("last_taken", Word(or_nothing(on.countries)), taken, "display_from"),
            quiet("period_ends", FLAG, ends, "period_ending"),
            quiet("last_round", FLAG, last),
        ]

    def giving(self) -> list[Entry]:
        """A payment or discard that has begun."""
        about = "a payment or discard that has begun: cards still due, the last kind given"
        left_out = "in a discard the cards above the limit; else needed"
        position = Word(dict(enumerate(self.on.position_names)), "a position")
        kind = Word(dict(enumerate(self.given)), "a country, or a kind of Intrigue card")
        due = Whole(0, MAX_HAND)
        return [
            Entry("giving.due", due, about, "due", follows=left_out, at=names.GIVING),
            Entry(
                "giving.for", position, "", "target", follows="needed in a payment", at=names.PAYING
            ),
            Entry("giving.last_given", kind, value=self._last_given),
            quiet("giving.not_matching", FLAG, "", "due_wild"),
            quiet("giving.then_country", due, "", "due_country"),
        ]

    def cards(self) -> list[Entry]:
        size, rest = Whole(0, MAX_COUNT), "what is neither open nor in a hand"
        display = Counts(self.on.countries, self.on.display)
        down = "face down; may be left out: it follows from the rest"
        down_too = "face down; may be left out as well"
        return [
            Entry("display", display, "the open Country cards"),
            Entry("discards", self.countries, "all Country cards that were played or discarded"),
            Entry("pile", size, down, "pile_size", follows=rest),
            Entry("intrigue_discards", self.pairs),
            Entry("intrigue_pile", size, down_too, "intrigue_pile_size", follows=rest),
        ]

    def hands(self) -> list[Entry]:
        size = Whole(0, MAX_COUNT)
        taken = "of these, what everybody saw you take from the display"
        known = "of these, what you know: taken openly, not played since"
        intrigue = "Intrigue cards in hand"
        return [
            own("hand", self.countries, "your Country cards", also=["hand_size"]),
            own("seen_by_all", self.countries, taken, value=_seen_by_all, also=["known"]),
            own("intrigue", self.pairs, also=["intrigue_size"]),
            others("cards", size, "Country cards in hand", "hand_size", needed=True),
            others("known", self.countries, known, "hand"),
            others(
                "seen_by_all",
                self.countries,
                "of these, what everybody knows",
                value=_seen_by_more,
                follows="all that you know",
                also=["known"],
            ),
            others(
                "intrigue_cards", size, intrigue, "intrigue_size", needed=True, also=["intrigue"]
            ),
        ]

    def cubes(self) -> list[Entry]:
        offices, ousted = Names(self.on.position_names), Counts(self.names.cities, MAX_COUNT)
        nobles = 'nobles in office, such as "Dijon Baron"'
        beside = "cubes beside cities, by city; if there are any, add titles"
        return [
            Entry("positions", offices, nobles, "held", also=["supply"]),
            Entry("ousted", ousted, beside),
            Entry(
                "titles",
                Counts(self.on.titles, MAX_COUNT),
                "cubes on the titles' markers",
                "title_cubes",
                follows="those of the positions, while no cube is ousted",
                value=_titles,
            ),
        ]

    def won(self) -> list[Entry]:
        """Markers, by the seat that has them."""
        where, clear = "may be left out where", "those that are clear"
        country = f'such as "France higher"; {where} it is clear who won it'
        house = 'its marker, such as "8 points"; may be left out as well'
        return [
            self._markers("city_bonuses", f"{where} one player alone has cubes", clear),
            self._markers("country_bonuses", country, clear),
            self._markers("noble_house", house, clear),
            self._markers("period_markers", 'such as "1648 France first"'),
        ]

    def _markers(self, key: str, about: str, follows: str = "") -> Entry:
        field, markers = self.markers[key]

        def won(data: np.void, seat: int) -> int:
            return mask_where(data[field].flat[: len(markers)] == seat + 1)

        return Entry(key, Names(markers), about, value=won, follows=follows, also=[field])

    def derived(self) -> dict[str, Field]:
        """The fields that no entry fills alone."""
        on = self.on
        owners = dict(enumerate(names.OWNERS[: self.players + 1]))
        return {
            "due_next": Field(high=len(on.pairs)),
            "supply": Field((SEATS,)),
            "city_marker": Field((self.names.cities,), names=owners),
            "country_marker": Field((on.countries, names.LEVELS), names=owners),
            "house_marker": Field((self.names.houses,), names=owners),
            "period_marker": Field((on.periods, on.countries, names.PLACES), names=owners),
            "pile": Field((on.countries,)),
            "intrigue_pile": Field((on.pair_names,)),
            "known": Field((names.VIEWERS, SEATS, on.countries)),
        }

    # --- the last kind that was given ---

    def _given_now(self, data: np.void | np.ndarray) -> range:
        """What is given at this step; `due_next` is one more than the last kind's number."""
        countries = len(self.on.countries)
        intrigue = data["phase"] in names.GIVING_INTRIGUE
        return range(countries, len(self.given)) if intrigue else range(countries)

    def _last_given(self, data: np.void, row: int) -> int | None:
        return self._given_now(data)[data["due_next"] - 1] if data["due_next"] else None

    # --- what follows ---

    def follow(self, answers: Answers) -> None:
        record = answers.record
        record[HEAD]["view_of"] = answers.viewer
        self._follow_giving(answers)
        self._follow_known(answers)
        self._follow_markers(answers)
        for seat in range(self.players):
            spot = f"seats[{seat}].titles"
            if record["ousted"][seat].any() and answers.said(spot) is None:
                message = "missing; once a cube is ousted, say how many lie on each title"
                answers.refuse(spot, message)
        said = {
            state.SAID_DRAWN: "turn.drawn",
            state.SAID_DUE: "turn.giving.due",
            state.SAID_PILE: "cards.pile",
            state.SAID_INTRIGUE_PILE: "cards.intrigue_pile",
            **{state.SAID_TITLES << seat: f"seats[{seat}].titles" for seat in range(self.players)},
        }
        told = sum(bit for bit, spot in said.items() if answers.said(spot) is not None)
        fill_in(self.table, record, told)

    def _follow_giving(self, answers: Answers) -> None:
        record, spot = answers.record, "turn.giving.last_given"
        if record["phase"] in names.PAYING:
            answers.require("turn.giving.due", "how many cards")
            answers.require("turn.giving.for", "a position")
        last, now = answers.said(spot), self._given_now(record)
        if last in now:
            record["due_next"] = 1 + now.index(last)
        elif last is not None:
            choices = listed([self.given[kind] for kind in now])
            answers.refuse(spot, f"{self.given[last]}; at this step choose from {choices}")

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
        """Each marker has one owner; those of periods must be written."""
        record = answers.record
        for key, (field, markers) in self.markers.items():
            owners = record[field].reshape(-1)
            for seat, spot, won in answers.said_by_seats(key):
                for i in bits(won):
                    if owners[i]:
                        answers.refuse(spot, f"seat {owners[i] - 1} has {markers[i]} already")
                    else:
                        owners[i] = seat + 1
        scored = self.on.periods[: record["period"] + (record["phase"] == Phase.ENDED)]
        if scored and not any(answers.said_by_seats("period_markers")):
            missing = f"missing; {listed(scored, 'and')} scored: say which markers each seat won"
            answers.refuse("seats[0].period_markers", f'{missing}, or "none"')


def _seen_by_all(data: np.void, seat: int) -> Any:
    return data["known"][state.ONLOOKER][seat]


def _seen_by_more(data: np.void, seat: int) -> Any:
    """What everybody knows of another hand, if that differs from what the viewer knows."""
    seen = _seen_by_all(data, seat)
    return seen if (seen != data["hand"][seat]).any() else None


def _titles(data: np.void, seat: int) -> Any:
    return data["title_cubes"][seat] if data["ousted"][seat].any() else None
