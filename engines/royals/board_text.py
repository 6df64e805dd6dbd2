"""The board of Royals as text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.cython_ext.game import Position
from eminence.cython_ext.text_lines import columns
from eminence.cython_ext.words import MAP_WIDTH, Words
from eminence.engines.kit.wording import OVER, counted, plural, row, seat_names
from eminence.engines.royals.explanations.situation import Situation
from eminence.engines.royals.names import DISCARDING, PHASES
from eminence.engines.royals.numbers import Board
from eminence.engines.royals.rules import draws_left
from eminence.engines.royals.state import Phase

#: columns of the table of titles before the seats
TITLES = 24


class BoardText(Words):
    """The board of one loaded game."""

    on: Board
    players: int

    def board(self, position: Position) -> str:
        data = position.data
        return "\n".join(
            [
                row("", self.turn_parts(position)),
                *self._card_lines(data),
                "",
                *self._city_lines(data),
                "",
                *self._title_lines(data),
                *self._marker_lines(data),
                "",
                *self._seat_lines(position, data),
            ]
        )

    def of_interest(self, position: Position) -> Sequence[str]:
        data = position.data
        paying = data["due"] and data["phase"] not in DISCARDING
        city = self.on.cities[self.on.positions[data["target"]].city].name if paying else ""
        return ["display ", f"seat {position.player}:", *([f"  {city} "] if city else [])]

    def map(self, position: Position) -> str:
        """Country by country: its markers and influence, then its cities with their nobles."""
        data, lines = position.data, []
        board = Situation.of(self.on, data)
        width = max(map(len, self.on.countries))
        for country, name in enumerate(self.on.countries):
            first, second = self.on.period_points[data["period"]][country]
            now = f"{self.on.periods[data['period']]}: {first}, {second}"
            bonus = f"bonus {self._country_markers(data, country)}"
            lines.append(f"{name:<{width}}  {bonus:<24}  {now}")
            influence = [f"seat {s}: {board.influence(s, country)}" for s in board.ranking(country)]
            lines.append(row("  influence  ", influence))
            for city in board.cities_in(country):
                lines += self._city_rows(data, city, columns(MAP_WIDTH))
        return "\n".join(lines)

    def _city_rows(self, data: np.void, city: int, width: int) -> list[str]:
        """Marker (and who has it), positions and ousted cubes of a city.

        In one line, or in more where they do not fit beside each other.
        """
        longest = max(len(each.name) for each in self.on.cities)
        name, _, bonus = self.on.cities[city]
        start = f"  {name:<{longest}} {bonus}{_taken(data['city_marker'][city])}"
        places = [
            f"{self._place(data, i):<19}"
            for i, place in enumerate(self.on.positions)
            if place.city == city
        ]
        rows, indent = [f"{start:<{longest + 13}}"], " " * (longest + 13)
        for part in [*places, *[" " * 19] * (2 - len(places)), self._ousted(data, city)]:
            if len(rows[-1]) + len(part.rstrip()) > width:
                rows.append(indent)
            rows[-1] += part
        return [line.rstrip() for line in rows if line.strip()]

    def turn_parts(self, position: Position) -> list[str]:
        """The period, the round, and last what is done now and by whom."""
        data = position.data
        phase = data["phase"]
        if phase == Phase.ENDED:
            return [OVER]
        parts = [f"period {self.on.periods[data['period']]}", f"round {int(data['round']) + 1}"]
        if data["last_round"]:
            parts.append("last round")
        elif data["period_ending"]:
            parts.append("ends after this turn")
        if phase == Phase.SETUP:
            return [*parts, PHASES[phase]]
        doing = self._draws(position, data) if phase == Phase.DRAW else PHASES[phase]
        step = f"seat {data['seat']}: {doing}"
        if data["due"]:
            step += f" ({data['due']} to give"
            paying = phase not in DISCARDING
            step += f" for {self.on.position_names[data['target']]})" if paying else ")"
        return [*parts, step]

    def _draws(self, position: Position, data: np.void) -> str:
        """What is still to be drawn, such as `draw 2 Country cards`."""
        left = draws_left(position.game.table, position.to_bytes())
        plain = f"draw {plural(left, 'Country card')}"
        if data["round"] == 0 or data["drawn_intrigue"] or data["drawn"]:
            return plain
        return f"{plain}, or an Intrigue card and then 1 Country card"

    def _card_lines(self, data: np.void) -> list[str]:
        countries, pairs = self.on.countries, self.on.pair_names
        discards = _pile(data["pile_size"], countries, data["discards"])
        intrigue = _pile(data["intrigue_pile_size"], pairs, data["intrigue_discards"])
        return [
            row("display   ", counted(countries, data["display"])),
            row("Country   ", discards),
            row("Intrigue  ", intrigue),
        ]

    def _city_lines(self, data: np.void) -> list[str]:
        """Country by country, city by city."""
        lines = []
        for country, name in enumerate(self.on.countries):
            lines.append(f"{name}: bonus {self._country_markers(data, country)}")
            for city, each in enumerate(self.on.cities):
                if each.country == country:
                    lines += self._city_rows(data, city, columns())
        return lines

    def _country_markers(self, data: np.void, country: int) -> str:
        pairs = zip(self.on.country_bonus[country], data["country_marker"][country], strict=True)
        return ", ".join(f"{points}{_taken(owner)}" for points, owner in pairs)

    def _place(self, data: np.void, index: int) -> str:
        """Such as `Baron(1) seat 2`: title, influence, who holds it."""
        place = self.on.positions[index]
        holders = [s for s in range(self.players) if data["held"][s] >> index & 1]
        who = f"seat {holders[0]}" if holders else "-"
        return f"{self.on.titles[place.title]}({place.influence}) {who}"

    def _ousted(self, data: np.void, city: int) -> str:
        cubes = [(s, data["ousted"][s][city]) for s in range(self.players)]
        shown = " ".join(f"{s}:{n}" for s, n in cubes if n)
        return f"ousted {shown}" if shown else ""

    def _title_lines(self, data: np.void) -> list[str]:
        # Where eight columns for each seat are too many, seven are enough.
        wide = f">{8 if TITLES + 8 * self.players <= columns() else 7}"
        seats = "".join(f"{seat:{wide}}" for seat in seat_names(self.players))
        lines = [f"{'title':<10}{'cards':>6}{'points':>8}{seats}"]
        for title in reversed(range(len(self.on.titles))):
            cubes = "".join(f"{data['title_cubes'][s][title]:{wide}}" for s in range(self.players))
            cost, points = self.on.cost[title], self.on.title_points[title][0]
            lines.append(f" {self.on.titles[title]:<9}{cost:>6}{points:>8}{cubes}")
        return lines

    def _marker_lines(self, data: np.void) -> list[str]:
        on = self.on
        houses = (
            f"{points}{_taken(owner)}"
            for points, owner in zip(on.house_bonus, data["house_marker"], strict=False)
        )
        scored = int(data["period"]) + (data["phase"] == Phase.ENDED)
        periods = [
            [", ".join(self._period_marker(data, p, c, scored)) for c in range(len(on.countries))]
            for p in range(len(on.periods))
        ]
        return [row("Noble House: ", houses), *self._period_lines(periods)]

    def _period_lines(self, markers: Sequence[Sequence[str]]) -> list[str]:
        """A table of periods and countries; where it is too wide, a list for each period."""
        names, periods = self.on.countries, self.on.periods
        labels = ["periods", *(f" {period}" for period in periods)]
        lines = [
            f"{label:<8}{''.join(f'{each:<21}' for each in cells)}".rstrip()
            for label, cells in zip(labels, [names, *markers], strict=True)
        ]
        if max(map(len, lines)) <= columns():
            return lines
        told = [[f"{name} {each}" for name, each in zip(names, m, strict=True)] for m in markers]
        return [
            row(f"{period:<8}", each, between="; ")
            for period, each in zip(periods, told, strict=True)
        ]

    def _period_marker(self, data: np.void, period: int, country: int, scored: int) -> list[str]:
        points = self.on.period_points[period][country]
        if period >= scored:
            return [str(p) for p in points]
        owners = data["period_marker"][period][country]
        return [f"{p}{_taken(o) or ' out'}" for p, o in zip(points, owners, strict=True)]

    def _seat_lines(self, position: Position, data: np.void) -> list[str]:
        lines = []
        for seat, points in enumerate(position.sources()):
            hand = _hand(self.on.countries, data["hand"][seat], data["hand_size"][seat])
            pairs, held = self.on.pair_names, data["intrigue"][seat]
            intrigue = _hand(pairs, held, data["intrigue_size"][seat])
            standing = [f"{sum(points.values()):.0f} points", f"{data['supply'][seat]} cubes"]
            lines.append(row(f"seat {seat}: ", [*standing, *_headed("hand:", hand)]))
            lines.append(row("        ", _headed("Intrigue:", intrigue)))
        return lines


def _taken(owner: int) -> str:
    return f" seat {owner - 1}" if owner else ""


def _headed(head: str, items: Sequence[str]) -> list[str]:
    """A list behind a word, to be part of a longer one."""
    first, *rest = items or ["none"]
    return [f"{head} {first}", *rest]


def _pile(size: int, kinds: Sequence[str], discards: Sequence[int]) -> list[str]:
    return [f"pile {size}", *_headed("discards", counted(kinds, discards))]


def _hand(kinds: Sequence[str], counts: Sequence[int], size: int) -> list[str]:
    """The known cards, and a ? for each other one."""
    shown = counted(kinds, counts)
    unknown = int(size) - sum(int(n) for n in counts)
    if unknown > 0:
        shown.append("?" * unknown)
    return shown
