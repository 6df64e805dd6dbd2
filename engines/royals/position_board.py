"""Cubes and markers of a Royals position file, and what cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
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
                    f"seat {seat} has {on.cubes[seat]}; options.more_cubes says who has more",
                )
            board["held"].append([on.position_names[index] for index in held])
            board["ousted"].append(labelled(self.cities, ousted))
            board["title_cubes"].append(labelled(on.titles, titles))
            board["supply"].append(supply)
        self._check_ousted(seats, board)
        cubes = self._cubes(board)
        return board | {
            "city_marker": _named(self.cities, self._read_cities(seats, cubes, board)),
            "country_marker": self._read_countries(seats, cubes),
            "house_marker": self._read_houses(seats, board["title_cubes"]),
            "period_marker": self._read_periods(seats, scored, cubes),
        }

    def _city(self, position: str) -> int:
        """The city of a position by its name."""
        return self.on.positions[self.on.position_names.index(position)].city

    def _cubes(self, board: dict[str, Any]) -> list[list[int]]:
        """How many cubes each seat has in each city, in office and ousted."""
        cubes = []
        for held, ousted in zip(board["held"], board["ousted"], strict=True):
            where = [self._city(position) for position in held]
            cubes.append(
                [where.count(i) + ousted.get(city, 0) for i, city in enumerate(self.cities)]
            )
        return cubes

    def _check_ousted(self, seats: Sequence[Entries], board: dict[str, Any]) -> None:
        """Others took over what ousted cubes had held, and hold such positions (R15)."""
        cubes = self._cubes(board)
        for seat, (entries, ousted) in enumerate(zip(seats, board["ousted"], strict=True)):
            for city, n in ousted.items():
                index = self.cities.index(city)
                others = sum(mine[index] for mine in cubes) - cubes[seat][index]
                if n > others:
                    raise entries.fail(
                        "ousted",
                        f"{n} {city}, but the other seats have put {others} cubes there, "
                        "each of which can have ousted one",
                    )
            if ousted:
                self._check_ousted_titles(entries, seat, board)

    def _check_ousted_titles(self, entries: Entries, seat: int, board: dict[str, Any]) -> None:
        """Each ousted cube had the title of a position in its city."""
        on = self.on
        held = [name for names in board["held"] for name in names]
        places = {
            (self.cities[place.city], on.titles[place.title])
            for name, place in zip(on.position_names, on.positions, strict=True)
            if name in held
        }
        mine = sum(1 << on.position_names.index(name) for name in board["held"][seat])
        in_office = dict(zip(on.titles, self.title_counts(mine), strict=True))
        beside = {
            title: n - in_office[title]
            for title, n in board["title_cubes"][seat].items()
            if n > in_office[title]
        }
        for size in range(1, len(beside) + 1):
            for titles in combinations(beside, size):
                need = sum(beside[title] for title in titles)
                room = sum(
                    n
                    for city, n in board["ousted"][seat].items()
                    if any((city, title) in places for title in titles)
                )
                if need > room:
                    raise entries.fail(
                        "titles",
                        f"{need} {' and '.join(titles)} cubes beside those in office, but "
                        f"{room} cubes are ousted where such a position is held",
                    )

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
        self, seats: Sequence[Entries], cubes: Sequence[Sequence[int]], board: dict[str, Any]
    ) -> dict[int, int]:
        """Who was first in each city; where one seat alone has cubes, it was (R16)."""
        owners = _owners(seats, "city_bonuses", self.cities)
        held = [self._city(name) for names in board["held"] for name in names]
        for city, name in enumerate(self.cities):
            present = [seat for seat, where in enumerate(cubes) if where[city]]
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
                first = owners.setdefault(city, present[0])
                one_position = len(present) > 1 and held.count(city) == 1
                if one_position and name not in board["ousted"][first]:
                    raise seats[first].fail(
                        "city_bonuses",
                        f"{name}, but seat {first} took over the only position held there: "
                        "somebody else was first",
                    )
        return owners

    def _read_countries(
        self, seats: Sequence[Entries], cubes: Sequence[Sequence[int]]
    ) -> dict[str, Any]:
        """Country bonuses: for a cube in every city, the higher first, at once (R17)."""
        owners = _owners(seats, "country_bonuses", self.country_markers)
        for marker, seat in owners.items():
            country = marker // len(LEVELS)
            for index, city in enumerate(self.on.cities):
                if city.country == country and not cubes[seat][index]:
                    raise seats[seat].fail(
                        "country_bonuses",
                        f"{self.country_markers[marker]}, but seat {seat} has no cube in "
                        f"{city.name}",
                    )
        for i, country_name in enumerate(self.on.countries):
            cities = [k for k, city in enumerate(self.on.cities) if city.country == i]
            _complete(
                seats,
                "country_bonuses",
                owners,
                self.country_markers,
                range(len(LEVELS) * i, len(LEVELS) * (i + 1)),
                [seat for seat, mine in enumerate(cubes) if all(mine[k] for k in cities)],
                f"in every city of {country_name}",
            )
        _check_order(seats, "country_bonuses", owners, self.country_markers, len(LEVELS))
        return {
            country: _named(LEVELS, _part(owners, len(LEVELS) * i, len(LEVELS)))
            for i, country in enumerate(self.on.countries)
        }

    def _read_houses(
        self, seats: Sequence[Entries], cubes: Sequence[dict[str, int]]
    ) -> dict[str, str]:
        """Noble House markers: for a cube on every title, the highest first, at once (R18)."""
        owners = _owners(seats, "noble_house", self.houses)
        for marker, seat in owners.items():
            for title in self.on.titles:
                if title not in cubes[seat]:
                    raise seats[seat].fail(
                        "noble_house",
                        f"{self.houses[marker]}, but seat {seat} has no cube on the title "
                        f"{title}",
                    )
        _complete(
            seats,
            "noble_house",
            owners,
            self.houses,
            range(len(self.houses)),
            [seat for seat, mine in enumerate(cubes) if len(mine) == len(self.on.titles)],
            "on every title",
        )
        _check_order(seats, "noble_house", owners, self.houses, len(self.houses))
        return _named(self.houses, owners)

    def _read_periods(
        self, seats: Sequence[Entries], scored: int, cubes: Sequence[Sequence[int]]
    ) -> dict[str, Any]:
        """Period markers, of periods that are scored (R22)."""
        owners = _owners(seats, "period_markers", self.period_markers)
        if scored and not any(entries.has("period_markers") for entries in seats):
            raise seats[0].fail(
                "period_markers",
                f"missing; {' and '.join(self.on.periods[:scored])} scored: say which markers "
                'each seat won, or "none"',
            )
        each = len(self.on.countries) * len(PLACES)
        for marker, seat in owners.items():
            if marker // each >= scored:
                raise seats[seat].fail(
                    "period_markers",
                    f"{self.period_markers[marker]}, but that period is not scored yet",
                )
            country = marker % each // len(PLACES)
            if not any(
                cubes[seat][i] for i, c in enumerate(self.on.cities) if c.country == country
            ):
                raise seats[seat].fail(
                    "period_markers",
                    f"{self.period_markers[marker]}, but seat {seat} has no cube in "
                    f"{self.on.countries[country]}",
                )
            later = marker + each
            if marker % len(PLACES) == 0 and later // each < scored and later not in owners:
                raise seats[seat].fail(
                    "period_markers",
                    f"{self.period_markers[marker]}, but nobody has "
                    f"{self.period_markers[later]}: influence stays in a country",
                )
        _check_order(seats, "period_markers", owners, self.period_markers, len(PLACES))
        return {
            period: {
                country: _named(PLACES, _part(owners, each * p + len(PLACES) * i, len(PLACES)))
                for i, country in enumerate(self.on.countries)
            }
            for p, period in enumerate(self.on.periods)
        }


def _complete(
    seats: Sequence[Entries],
    key: str,
    owners: dict[int, int],
    names: Sequence[str],
    markers: range,
    entitled: Sequence[int],
    where: str,
) -> None:
    """Each entitled seat has one of these markers, while they last; one may be left out."""
    missing = [marker for marker in markers[: len(entitled)] if marker not in owners]
    winners = [owners[marker] for marker in markers if marker in owners]
    left = [seat for seat in entitled if seat not in winners]
    if len(missing) == len(left) == 1:
        owners[missing[0]] = left[0]
    elif missing and left:
        who = " and ".join(str(seat) for seat in left)
        raise seats[left[0]].fail(
            key, f"seats {who} have cubes {where}; who won {names[missing[0]]}?"
        )


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
