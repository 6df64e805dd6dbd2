"""The board of Royals as text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.cython_ext.game import Position
from eminence.cython_ext.words import Words
from eminence.engines.kit.wording import OVER, counted, plural, row, seat_names, wrapped
from eminence.engines.royals.names import DISCARDING, PHASES
from eminence.engines.royals.numbers import Board
from eminence.engines.royals.rules import draws_left
from eminence.engines.royals.state import Phase


class BoardText(Words):
    """The board of one loaded game."""

    on: Board
    players: int

    def board(self, position: Position) -> str:
        data = position.data
        return "\n".join(
            [
                self._turn_line(position, data),
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

    def _turn_line(self, position: Position, data: np.void) -> str:
        phase = data["phase"]
        if phase == Phase.ENDED:
            return OVER
        parts = [f"period {self.on.periods[data['period']]}", f"round {int(data['round']) + 1}"]
        if data["last_round"]:
            parts.append("last round")
        elif data["period_ending"]:
            parts.append("ends after this turn")
        if phase == Phase.SETUP:
            return ", ".join([*parts, PHASES[phase]])
        doing = self._draws(position, data) if phase == Phase.DRAW else PHASES[phase]
        step = f"seat {data['seat']}: {doing}"
        if data["due"]:
            step += f" ({data['due']} to give"
            paying = phase not in DISCARDING
            step += f" for {self.on.position_names[data['target']]})" if paying else ")"
        return wrapped("", ", ".join([*parts, step]))

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
            wrapped("Country   ", discards),
            wrapped("Intrigue  ", intrigue),
        ]

    def _city_lines(self, data: np.void) -> list[str]:
        """Per city its marker (and who has it), its positions, and the ousted cubes."""
        on = self.on
        lines = []
        width = max(len(city.name) for city in on.cities)
        for country, name in enumerate(on.countries):
            lines.append(f"{name}: bonus {self._country_markers(data, country)}")
            for index, city in enumerate(on.cities):
                if city.country != country:
                    continue
                marker = f"{city.bonus}{_taken(data['city_marker'][index])}"
                places = "  ".join(
                    f"{self._place(data, i):<18}"
                    for i, place in enumerate(on.positions)
                    if place.city == index
                )
                line = f"  {city.name:<{width}} {marker:<9} {places:<38}"
                lines.append(f"{line}{self._ousted(data, index)}".rstrip())
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
        return f" ousted {shown}" if shown else ""

    def _title_lines(self, data: np.void) -> list[str]:
        seats = "".join(f"{seat:>8}" for seat in seat_names(self.players))
        lines = [f"{'title':<10}{'cards':>6}{'points':>8}{seats}"]
        for title in reversed(range(len(self.on.titles))):
            cubes = "".join(f"{data['title_cubes'][s][title]:>8}" for s in range(self.players))
            cost, points = self.on.cost[title], self.on.title_points[title][0]
            lines.append(f"{self.on.titles[title]:<10}{cost:>6}{points:>8}{cubes}")
        return lines

    def _marker_lines(self, data: np.void) -> list[str]:
        houses = ", ".join(
            f"{points}{_taken(owner)}"
            for points, owner in zip(self.on.house_bonus, data["house_marker"], strict=False)
        )
        lines = [f"Noble House: {houses or 'none'}"]
        scored = int(data["period"]) + (data["phase"] == Phase.ENDED)
        lines.append(" " * 8 + "".join(f"{name:<21}" for name in self.on.countries).rstrip())
        for period, name in enumerate(self.on.periods):
            markers = [
                f"{', '.join(self._period_marker(data, period, country, scored)):<21}"
                for country in range(len(self.on.countries))
            ]
            lines.append(f"{name:<8}{''.join(markers)}".rstrip())
        return lines

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
            standing = f"{sum(points.values()):.0f} points, {data['supply'][seat]} cubes"
            lines.append(wrapped(f"seat {seat}: ", f"{standing}, hand: {hand}"))
            lines.append(wrapped("        ", f"Intrigue: {intrigue}"))
        return lines


def _taken(owner: int) -> str:
    return f" seat {owner - 1}" if owner else ""


def _pile(size: int, kinds: Sequence[str], discards: Sequence[int]) -> str:
    return f"pile {size}, discards {', '.join(counted(kinds, discards)) or 'none'}"


def _hand(kinds: Sequence[str], counts: Sequence[int], size: int) -> str:
    """The known cards, and a ? for each other one."""
    shown = counted(kinds, counts)
    unknown = int(size) - sum(int(n) for n in counts)
    if unknown > 0:
        shown.append("?" * unknown)
    return ", ".join(shown) or "none"
