"""Cubes and markers of a Royals position file, and what cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cython_ext.pages import Entries
from engines.royals.position_names import LEVELS, PLACES, PositionNames
from engines.wording import labelled


class BoardReader(PositionNames):
    """Reads what lies on the board and in front of the seats."""

    def read_board(self, seats: Sequence[Entries], scored: int) -> dict[str, Any]:
        """Cubes and markers, after so many periods were scored."""
        on = self.on
        board: dict[str, Any] = {"held": [], "ousted": [], "title_cubes": [], "supply": []}
        taken: dict[int, int] = {}
        for seat, entries in enumerate(seats):
            held = entries.names("positions", on.position_names)
            for index in held:
                if index in taken:
                    raise entries.fail(
                        "positions",
                        f"seat {taken[index]} holds {on.position_names[index]} already",
                    )
                taken[index] = seat
            ousted = entries.counts("ousted", self.cities)
            titles = self._read_titles(entries, held, sum(ousted))
            supply = on.cubes[seat] - 2 * sum(titles)
            if supply < 0:
                raise entries.fail(
                    "positions",
                    f"{sum(titles)} nobles need {2 * sum(titles)} cubes, "
                    f"seat {seat} has {on.cubes[seat]}",
                )
            board["held"].append([on.position_names[index] for index in held])
            board["ousted"].append(labelled(self.cities, ousted))
            board["title_cubes"].append(labelled(on.titles, titles))
            board["supply"].append(supply)
        cubes = [
            {on.positions[index].city for index, owner in taken.items() if owner == seat}
            | {self.cities.index(name) for name in board["ousted"][seat]}
            for seat in range(self.players)
        ]
        return board | {
            "city_marker": _named(self.cities, self._read_cities(seats, cubes)),
            "country_marker": self._read_countries(seats, cubes),
            "house_marker": self._read_houses(seats, board["title_cubes"]),
            "period_marker": self._read_periods(seats, scored),
        }

    def _read_titles(self, entries: Entries, held: Sequence[int], ousted: int) -> list[int]:
        """Cubes on the titles' markers: one for each noble that the seat ever had."""
        on = self.on
        offices = self.title_counts(sum(1 << index for index in held))
        if not entries.has("titles"):
            if ousted:
                raise entries.fail(
                    "titles", "missing; once a cube is ousted, say how many lie on each title"
                )
            return offices
        titles = entries.counts("titles", on.titles)
        for title, cubes, least in zip(on.titles, titles, offices, strict=True):
            if cubes < least:
                raise entries.fail(
                    "titles", f"{cubes} {title} cubes, but {least} such positions are held"
                )
        if sum(titles) != len(held) + ousted:
            raise entries.fail(
                "titles",
                f"{sum(titles)} cubes, but {len(held)} positions and {ousted} ousted "
                f"make {len(held) + ousted}",
            )
        return titles

    def _read_cities(
        self, seats: Sequence[Entries], cubes: Sequence[set[int]]
    ) -> dict[int, int]:
        """Who was first in each city; where one seat alone has cubes, it was (R16)."""
        owners = _owners(seats, "city_bonuses", self.cities)
        for city, name in enumerate(self.cities):
            present = [seat for seat, where in enumerate(cubes) if city in where]
            if city not in owners and len(present) > 1:
                who = " and ".join(str(seat) for seat in present)
                raise seats[present[0]].fail(
                    "city_bonuses", f"seats {who} have cubes in {name}; who won its marker?"
                )
            if city in owners and owners[city] not in present:
                raise seats[owners[city]].fail(
                    "city_bonuses", f"seat {owners[city]} has no cube in {name}"
                )
            if present:
                owners.setdefault(city, present[0])
        return owners

    def _read_countries(
        self, seats: Sequence[Entries], cubes: Sequence[set[int]]
    ) -> dict[str, Any]:
        """Country bonuses: for a cube in every city, the higher first (R17)."""
        owners = _owners(seats, "country_bonuses", self.country_markers)
        for marker, seat in owners.items():
            country = marker // len(LEVELS)
            for index, city in enumerate(self.on.cities):
                if city.country == country and index not in cubes[seat]:
                    raise seats[seat].fail(
                        "country_bonuses",
                        f"{self.country_markers[marker]}, but seat {seat} has no cube in "
                        f"{city.name}",
                    )
        _check_order(seats, "country_bonuses", owners, self.country_markers, len(LEVELS))
        return {
            country: _named(LEVELS, _part(owners, len(LEVELS) * i, len(LEVELS)))
            for i, country in enumerate(self.on.countries)
        }

    def _read_houses(
        self, seats: Sequence[Entries], cubes: Sequence[dict[str, int]]
    ) -> dict[str, str]:
        """Noble House markers: for a cube on every title, the highest first (R18)."""
        owners = _owners(seats, "noble_house", self.houses)
        for marker, seat in owners.items():
            for title in self.on.titles:
                if title not in cubes[seat]:
                    raise seats[seat].fail(
                        "noble_house",
                        f"{self.houses[marker]}, but seat {seat} has no cube on the title "
                        f"{title}",
                    )
        _check_order(seats, "noble_house", owners, self.houses, len(self.houses))
        return _named(self.houses, owners)

    def _read_periods(self, seats: Sequence[Entries], scored: int) -> dict[str, Any]:
        """Period markers, of periods that are scored (R22)."""
        owners = _owners(seats, "period_markers", self.period_markers)
        each = len(self.on.countries) * len(PLACES)
        for marker, seat in owners.items():
            if marker // each >= scored:
                raise seats[seat].fail(
                    "period_markers",
                    f"{self.period_markers[marker]}, but that period is not scored yet",
                )
        _check_order(seats, "period_markers", owners, self.period_markers, len(PLACES))
        return {
            period: {
                country: _named(PLACES, _part(owners, each * p + len(PLACES) * i, len(PLACES)))
                for i, country in enumerate(self.on.countries)
            }
            for p, period in enumerate(self.on.periods)
        }


def _check_order(
    seats: Sequence[Entries], key: str, owners: dict[int, int], names: Sequence[str], size: int
) -> None:
    """Of each `size` markers in a row the first goes first, and none to a seat twice."""
    for marker, seat in owners.items():
        first = marker - marker % size
        for earlier in range(first, marker):
            if earlier not in owners:
                raise seats[seat].fail(
                    key, f"{names[marker]}, but nobody has {names[earlier]}, which goes first"
                )
            if owners[earlier] == seat:
                raise seats[seat].fail(
                    key, f"{names[earlier]} and {names[marker]}: one of these per player"
                )


def _owners(seats: Sequence[Entries], key: str, names: Sequence[str]) -> dict[int, int]:
    """Marker to seat, from what each seat says it has won."""
    owners: dict[int, int] = {}
    for seat, entries in enumerate(seats):
        for marker in entries.names(key, names):
            if marker in owners:
                raise entries.fail(key, f"seat {owners[marker]} has {names[marker]} already")
            owners[marker] = seat
    return owners


def _part(owners: dict[int, int], first: int, count: int) -> dict[int, int]:
    """The owners of `count` markers from the first one on, numbered from 0."""
    return {i: owners[first + i] for i in range(count) if first + i in owners}


def _named(names: Sequence[str], owners: dict[int, int]) -> dict[str, str]:
    return {names[i]: f"seat {seat}" for i, seat in owners.items()}
