"""What the open board of a position says: who holds, leads and lacks what.

For words only. The rules have the same in C (`board.pxd`, `scoring.pxd`); a test compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from eminence.engines.royals.numbers import Board

#: who has each of some markers: a seat, or None for nobody
Owners = tuple[int | None, ...]


def owners(markers: Sequence[int]) -> Owners:
    """From a field that holds seats plus 1, and 0 for nobody."""
    return tuple(int(owner) - 1 if owner else None for owner in markers)


@dataclass(frozen=True)
class Situation:
    """Cubes and markers on the board; nothing here is hidden from anybody."""

    on: Board
    held: tuple[int, ...]
    """Masks of positions, by seat."""
    ousted: tuple[tuple[int, ...], ...]
    """Cubes by seat and city."""
    title_cubes: tuple[tuple[int, ...], ...]
    city_markers: Owners
    country_markers: tuple[Owners, ...]
    house_markers: Owners

    @classmethod
    def of(cls, board: Board, data: np.void) -> Situation:
        seats = range(len(board.cubes))
        return cls(
            on=board,
            held=tuple(int(data["held"][seat]) for seat in seats),
            ousted=tuple(tuple(map(int, data["ousted"][seat])) for seat in seats),
            title_cubes=tuple(tuple(map(int, data["title_cubes"][seat])) for seat in seats),
            city_markers=owners(data["city_marker"][: len(board.cities)]),
            country_markers=tuple(owners(pair) for pair in data["country_marker"]),
            house_markers=owners(data["house_marker"][: len(board.house_bonus)]),
        )

    @property
    def seats(self) -> range:
        return range(len(self.held))

    # --- positions and influence ---

    def country_of(self, place: int) -> int:
        return self.on.cities[self.on.positions[place].city].country

    def holder(self, place: int) -> int | None:
        return next((seat for seat in self.seats if self.held[seat] >> place & 1), None)

    def influence(self, seat: int, country: int) -> int:
        return self._standing(seat, country)[0]

    def ranking(self, country: int) -> list[int]:
        """The seats with influence in a country, the most first; titles break ties (R23)."""
        present = [seat for seat in self.seats if self.influence(seat, country)]
        return sorted(present, key=lambda seat: self._standing(seat, country), reverse=True)

    def _standing(self, seat: int, country: int) -> tuple[int, int, int]:
        """Influence, the highest title, and the best City bonus where it is held."""
        places = [
            place
            for i, place in enumerate(self.on.positions)
            if self.held[seat] >> i & 1 and self.country_of(i) == country
        ]
        best = max(((p.title, self.on.cities[p.city].bonus) for p in places), default=(0, 0))
        return sum(place.influence for place in places), *best

    # --- sets that win markers ---

    def cities_in(self, country: int) -> list[int]:
        return [i for i, city in enumerate(self.on.cities) if city.country == country]

    def is_present(self, seat: int, city: int) -> bool:
        """Whether the seat has a cube there, ousted or not (R17)."""
        holds = any(
            place.city == city and self.held[seat] >> i & 1
            for i, place in enumerate(self.on.positions)
        )
        return holds or self.ousted[seat][city] > 0

    def cities_reached(self, seat: int, country: int) -> int:
        return sum(self.is_present(seat, city) for city in self.cities_in(country))

    def titles_lacking(self, seat: int) -> list[str]:
        """The titles on which the seat has no cube yet."""
        cubes = zip(self.on.titles, self.title_cubes[seat], strict=True)
        return [title for title, count in cubes if not count]

    def country_bonus_for(self, seat: int, country: int) -> int:
        """What the seat's next Country bonus there would be; 0: none is left for it (R17)."""
        return _next_marker(self.on.country_bonus[country], self.country_markers[country], seat)

    def house_bonus_for(self, seat: int) -> int:
        """What the seat's Noble House bonus would be; 0: none is left for it (R18)."""
        return _next_marker(self.on.house_bonus, self.house_markers, seat)

    # --- what a move changes ---

    def after(self, seat: int, place: int) -> Situation:
        """The cubes once the seat occupies a position (R9, R15); markers are not given out yet."""
        city, title = self.on.positions[place][:2]
        held = [mask & ~(1 << place) for mask in self.held]
        held[seat] |= 1 << place
        ousted, cubes = [*self.ousted], [*self.title_cubes]
        loser = self.holder(place)
        if loser is not None:
            ousted[loser] = _one_more(ousted[loser], city)
        cubes[seat] = _one_more(cubes[seat], title)
        return replace(self, held=tuple(held), ousted=tuple(ousted), title_cubes=tuple(cubes))


def _next_marker(points: Sequence[int], owned: Owners, seat: int) -> int:
    """The highest marker left, for a seat that has none of them; else 0."""
    if seat in owned:
        return 0
    left = [each for each, owner in zip(points, owned, strict=True) if owner is None]
    return max(left, default=0)


def _one_more(counts: tuple[int, ...], index: int) -> tuple[int, ...]:
    return (*counts[:index], counts[index] + 1, *counts[index + 1 :])
