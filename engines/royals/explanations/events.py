"""What a step of Royals brought: markers, take-overs, periods, a pile that was shuffled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from eminence.cython_ext.game import Position
from eminence.engines.kit.options import listed
from eminence.engines.kit.telling import Reader, capital
from eminence.engines.kit.wording import plural
from eminence.engines.royals.explanations.situation import Owners, Situation, owners
from eminence.engines.royals.names import CITY_BONUS, COUNTRY_BONUS, NOBLE_HOUSE, PAYING
from eminence.engines.royals.numbers import Board
from eminence.engines.royals.state import Phase


class Events:
    """The differences of two positions in sentences; all of it lies open on the board."""

    def __init__(self, board: Board, before: Position, after: Position) -> None:
        self.on = board
        self.before = before.data
        self.after = after.data
        self.reader = Reader.of(after)

    def told(self) -> list[str]:
        if self.before["phase"] == Phase.SETUP:
            return []
        return [*self._offices(), *self._bonuses(), *self._periods(), *self._piles()]

    @cached_property
    def first(self) -> Situation:
        return Situation.of(self.on, self.before)

    @cached_property
    def second(self) -> Situation:
        return Situation.of(self.on, self.after)

    # --- offices ---

    def _offices(self) -> Iterator[str]:
        """Who was ousted, and what was paid for in several steps."""
        for place, (city, title, *_) in enumerate(self.on.positions):
            old, new = self.first.holder(place), self.second.holder(place)
            if new is None or new == old:
                continue
            office = f"{self.on.titles[title]} of {self.on.cities[city].name}"
            if old is not None:
                yield f"{self.reader.does(new, 'oust')} {self.reader.name(old)} as {office}."
            elif self.before["phase"] in PAYING:
                yield f"{self.reader.does(new, 'become')} {office}."

    # --- bonuses ---

    def _bonuses(self) -> Iterator[str]:
        on, first, second = self.on, self.first, self.second
        for city, (was, now) in enumerate(_pairs(first.city_markers, second.city_markers)):
            if now is not None and was is None:
                bonus = f"the {CITY_BONUS} of {on.cities[city].name}"
                yield self._wins(now, bonus, on.cities[city].bonus)
        for country, name in enumerate(on.countries):
            pairs = _pairs(first.country_markers[country], second.country_markers[country])
            for points, (was, now) in zip(on.country_bonus[country], pairs, strict=True):
                if now is not None and was is None:
                    yield self._wins(now, f"a {COUNTRY_BONUS} of {name}", points)
        pairs = _pairs(first.house_markers, second.house_markers)
        for points, (was, now) in zip(on.house_bonus, pairs, strict=True):
            if now is not None and was is None:
                yield self._wins(now, f"a {NOBLE_HOUSE} with a cube on every title", points)

    def _wins(self, seat: int, what: str, points: int) -> str:
        return f"{self.reader.does(seat, 'win')} {what}: {plural(points, 'point')}."

    # --- periods ---

    def _periods(self) -> Iterator[str]:
        scored = [period for period in range(len(self.on.periods)) if self._is_scored(period)]
        for period in scored:
            yield f"The period {self.on.periods[period]} is scored. {self._scores(period)}"
        if self.after["period_ending"] and not self.before["period_ending"]:
            yield f"The period {self.on.periods[self.after['period']]} ends after this turn."
        if self.after["last_round"] and not self.before["last_round"]:
            yield "This round is the last."

    def _is_scored(self, period: int) -> bool:
        """Was the period's end among what happened?"""
        return self._periods_over(self.before) <= period < self._periods_over(self.after)

    def _periods_over(self, data: np.void) -> int:
        return int(data["period"]) + (data["phase"] == Phase.ENDED)

    def _scores(self, period: int) -> str:
        told = []
        for country, name in enumerate(self.on.countries):
            winners = owners(self.after["period_marker"][period][country])
            points = self.on.period_points[period][country]
            parts = [
                f"{n} for {self.reader.name(seat)}"
                for n, seat in zip(points, winners, strict=True)
                if seat is not None
            ]
            told.append(f"{name}: {', '.join(parts) or 'nobody'}.")
        return " ".join(told)

    # --- piles ---

    def _piles(self) -> Iterator[str]:
        shuffled = [
            kind
            for kind, field in (("Country", "discards"), ("Intrigue", "intrigue_discards"))
            if self.after[field].sum() < self.before[field].sum()
        ]
        if shuffled:
            yield capital(f"the discarded {listed(shuffled, 'and')} cards are the new pile.")


def _pairs(first: Owners, second: Owners) -> Sequence[tuple[int | None, int | None]]:
    return [*zip(first, second, strict=True)]
