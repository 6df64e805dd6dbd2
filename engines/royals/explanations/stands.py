"""How things stand in a position of Royals at what an entry names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import counted, plural
from eminence.engines.royals.explanations import entries as names
from eminence.engines.royals.explanations.situation import Owners, Situation, owners
from eminence.engines.royals.names import CITY_BONUS, COUNTRY_BONUS, LEVELS, NOBLE_HOUSE
from eminence.engines.royals.numbers import Board
from eminence.engines.royals.state import Phase

Tells = Callable[[np.void], str]


class Stands:
    """Says for each name what the board and the view have there."""

    def __init__(self, board: Board) -> None:
        self.on = board
        self._last: tuple[bytes, Situation | None] = (b"", None)
        """What the open board said last, and of which view: a picture asks for many names."""
        named = names.entry_names(board)
        self.tells: dict[str, Tells] = {
            **_each(named.countries, self._country),
            **_each(named.cities, self._city),
            **_each(named.titles, self._title),
            **_each(named.country_cards, self._country_card),
            **_each(named.intrigue_cards, self._intrigue_card),
            **_each(named.periods, self._period),
            CITY_BONUS: self._city_bonuses,
            COUNTRY_BONUS: self._country_bonuses,
            NOBLE_HOUSE: self._noble_house,
            names.INFLUENCE: self._influences,
            names.CUBE: self._cubes,
            names.OUSTED: self._ousted,
            names.POSITION: self._positions,
            names.DISPLAY: self._display,
            names.PILE: lambda data: f"{plural(int(data['pile_size']), 'card')} left.",
            names.INTRIGUE_PILE: lambda data: (
                f"{plural(int(data['intrigue_pile_size']), 'card')} left."
            ),
            names.DISCARDS: self._discards,
        }

    def of(self, data: np.void, name: str) -> str:
        """How things stand there; "" for nothing to say."""
        return self.tells[name](data) if name in self.tells else ""

    def _situation(self, data: np.void) -> Situation:
        """What the open board says."""
        asked = data.tobytes()
        known, situation = self._last
        if situation is None or known != asked:
            situation = Situation.of(self.on, data)
            self._last = asked, situation
        return situation

    # --- places ---

    def _country(self, data: np.void, country: int) -> str:
        board = self._situation(data)
        needed = len(board.cities_in(country))
        reached = [
            f"seat {seat} has {count}"
            for seat in board.seats
            if (count := board.cities_reached(seat, country))
        ]
        cities = f"Cities with a cube, of {needed}: {', '.join(reached)}." if reached else ""
        markers = _levels(self.on.country_bonus[country], board.country_markers[country])
        influence = influence_line(board, country)
        return _sentences(
            f"Influence: {influence}." if influence else "Nobody has influence there.",
            cities,
            f"{COUNTRY_BONUS}: {markers}.",
        )

    def _city(self, data: np.void, city: int) -> str:
        board = self._situation(data)
        places = [
            f"{self.on.titles[place.title]}: {_holder(board.holder(i))}."
            for i, place in enumerate(self.on.positions)
            if place.city == city
        ]
        ousted = [
            f"seat {seat} has {count}"
            for seat in board.seats
            if (count := board.ousted[seat][city])
        ]
        return _sentences(
            f"{CITY_BONUS}: {_marker_owner(board.city_markers[city])}.",
            *places,
            f"Ousted cubes: {', '.join(ousted)}." if ousted else "",
        )

    def _title(self, data: np.void, title: int) -> str:
        """Cubes on a title, who would get its points now, and where it is free."""
        board = self._situation(data)
        cubes = {seat: board.title_cubes[seat][title] for seat in board.seats}
        free = [
            self.on.cities[place.city].name
            for i, place in enumerate(self.on.positions)
            if place.title == title and board.holder(i) is None
        ]
        shown = [f"seat {seat} has {count}" for seat, count in cubes.items() if count]
        return _sentences(
            f"Cubes: {', '.join(shown)}." if shown else "No cubes on it yet.",
            self._title_score(title, cubes) if shown else "",
            f"Free in {listed(free, 'and')}." if free else "Nowhere free.",
        )

    def _title_score(self, title: int, cubes: dict[int, int]) -> str:
        """Who gets the points if the game ended now (R26)."""
        most = max(cubes.values())
        ahead = [seat for seat, count in cubes.items() if count == most]
        full, half = self.on.title_points[title]
        if len(ahead) == 1:
            return f"As it is, seat {ahead[0]} gets {full} points."
        if len(ahead) == 2:
            return f"As it is, {_seats(ahead)} get {half} points each."
        return f"As it is, nobody gets points: {_seats(ahead)} are tied."

    # --- cards ---

    def _country_card(self, data: np.void, country: int) -> str:
        return self._card(
            self.on.deck[country],
            int(data["display"][country]),
            int(data["discards"][country]),
            [int(hand[country]) for hand in data["hand"][: len(self.on.cubes)]],
        )

    def _intrigue_card(self, data: np.void, pair: int) -> str:
        return self._card(
            self.on.intrigue_deck[pair],
            0,
            int(data["intrigue_discards"][pair]),
            [int(hand[pair]) for hand in data["intrigue"][: len(self.on.cubes)]],
        )

    def _card(self, cards: int, shown: int, discarded: int, hands: Sequence[int]) -> str:
        """Where the cards of a kind are; a view names only what its viewer knows in hands."""
        known = [f"seat {seat} has {count}" for seat, count in enumerate(hands) if count]
        unseen = cards - shown - discarded - sum(hands)
        return _sentences(
            f"{shown} in the display." if shown else "",
            f"{discarded} discarded." if discarded else "",
            f"Known in hands: {', '.join(known)}." if known else "",
            f"{unseen} unseen, in the pile or in hands.",
        )

    # --- markers ---

    def _period(self, data: np.void, period: int) -> str:
        """Who won its markers, or who would win them now."""
        now = int(data["period"])
        over = data["phase"] == Phase.ENDED
        if period > now and not over:
            return "It is still to come."
        if period == now and not over:
            return f"It is being played. {self._would_win(data, period)}"
        won = [
            self._won(country, period, owners(data["period_marker"][period][i]))
            for i, country in enumerate(self.on.countries)
        ]
        return _sentences("It has been scored.", *won)

    def _won(self, country: str, period: int, winners: Owners) -> str:
        """What one country brought, such as `France: 7 for seat 1, 4 for seat 0.`"""
        marks = self.on.period_points[period][self.on.countries.index(country)]
        parts = [
            f"{points} for seat {owner}"
            for points, owner in zip(marks, winners, strict=True)
            if owner is not None
        ]
        return f"{country}: {', '.join(parts) or 'nobody'}."

    def _would_win(self, data: np.void, period: int) -> str:
        board = self._situation(data)
        parts = []
        for country, name in enumerate(self.on.countries):
            first_two: Owners = tuple(board.ranking(country)[:2])
            winners = (*first_two, None, None)[:2]
            parts.append(self._won(name, period, winners))
        return f"As it is: {' '.join(parts)}"

    def _city_bonuses(self, data: np.void) -> str:
        markers = self._situation(data).city_markers
        left = [
            f"{city.name} {city.bonus}"
            for city, owner in zip(self.on.cities, markers, strict=True)
            if owner is None
        ]
        return f"Still there: {', '.join(left)}." if left else "All have been won."

    def _country_bonuses(self, data: np.void) -> str:
        board = self._situation(data)
        return _sentences(
            *(
                f"{name}: {_levels(self.on.country_bonus[i], board.country_markers[i])}."
                for i, name in enumerate(self.on.countries)
            )
        )

    def _noble_house(self, data: np.void) -> str:
        board = self._situation(data)
        markers = [
            f"{points}: {_marker_owner(owner)}."
            for points, owner in zip(self.on.house_bonus, board.house_markers, strict=True)
        ]
        lacking = [
            f"Seat {seat} lacks {listed(titles, 'and')}."
            for seat in board.seats
            if len(titles := board.titles_lacking(seat)) in range(1, len(self.on.titles))
        ]
        return _sentences(*markers, *lacking)

    # --- terms ---

    def _influences(self, data: np.void) -> str:
        board = self._situation(data)
        return _sentences(
            *(
                f"{name}: {influence_line(board, i) or 'none'}."
                for i, name in enumerate(self.on.countries)
            )
        )

    def _cubes(self, data: np.void) -> str:
        left = [f"seat {s} has {data['supply'][s]}" for s in range(len(self.on.cubes))]
        return f"Left: {', '.join(left)}."

    def _ousted(self, data: np.void) -> str:
        board = self._situation(data)
        total = [f"seat {s} has {sum(cubes)}" for s, cubes in enumerate(board.ousted) if sum(cubes)]
        return f"Ousted cubes: {', '.join(total)}." if total else "No cube is ousted yet."

    def _positions(self, data: np.void) -> str:
        board = self._situation(data)
        held = [f"seat {s} has {mask.bit_count()}" for s, mask in enumerate(board.held) if mask]
        free = sum(board.holder(i) is None for i in range(len(self.on.positions)))
        return _sentences(f"Positions: {', '.join(held)}." if held else "", f"{free} are free.")

    def _display(self, data: np.void) -> str:
        shown = counted(self.on.countries, data["display"])
        return f"{', '.join(shown)}." if shown else "It is empty."

    def _discards(self, data: np.void) -> str:
        country = counted(self.on.countries, data["discards"])
        intrigue = counted(self.on.pair_names, data["intrigue_discards"])
        return _sentences(
            f"Country cards: {', '.join(country) or 'none'}.",
            f"Intrigue cards: {', '.join(intrigue) or 'none'}.",
        )


def influence_line(board: Situation, country: int) -> str:
    """Such as `seat 1 has 5, seat 0 has 3`: who has influence, the first in a tie first."""
    ranked = board.ranking(country)
    return ", ".join(f"seat {seat} has {board.influence(seat, country)}" for seat in ranked)


def _each(found: Iterable[str], tell: Callable[[np.void, int], str]) -> dict[str, Tells]:
    """The same way of telling for all names of a kind."""

    def at(index: int) -> Tells:
        return lambda data: tell(data, index)

    return {name: at(index) for index, name in enumerate(found)}


def _sentences(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _levels(points: Sequence[int], owned: Owners) -> str:
    """Such as `higher 12 won by seat 0, lower 6 still there`."""
    return ", ".join(
        f"{level} {each} {_marker_owner(owner)}"
        for level, each, owner in zip(LEVELS, points, owned, strict=True)
    )


def _marker_owner(owner: int | None) -> str:
    return "still there" if owner is None else f"won by seat {owner}"


def _holder(seat: int | None) -> str:
    return "free" if seat is None else f"seat {seat}"


def _seats(seats: Sequence[int]) -> str:
    return f"seats {listed(seats, 'and')}"
