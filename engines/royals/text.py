"""Royals in words: moves, events, the board, and what is wrong with a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from cython_ext.game import Position, View
from cython_ext.pages import Page
from cython_ext.words import Words
from engines.royals.data import Board
from engines.royals.phases import DISCARDING, DRAW, DRAW_INTRIGUE, ENDED, PHASES
from engines.royals.position_reading import PositionReader
from engines.royals.position_writing import PositionWriter
from engines.wording import wrapped

# The blocks of action ids, as in rules.pxd.
FROM_PILE = 0
INTRIGUE_CARD = 1
FROM_DISPLAY = 2
END_TURN = 6
GIVE_COUNTRY = 8
GIVE_INTRIGUE = 72
CLAIM = 128
TAKE_OVER = 384


class RoyalsWords(Words):
    events = ("display", "Country card", "Intrigue card")
    sources = ("City bonuses", "Country bonuses", "Noble House", "Periods", "Titles")
    problems = (
        "hand, pile, display, discards: {1} {0} cards in all, the deck has {2}",
        "intrigue, intrigue_pile, intrigue_discards: {1} {0} cards in all, the deck has {2}",
        "hand[{0}]: {1} Country cards are named, but hand_size[{0}] is {2}",
        "intrigue[{0}]: {1} Intrigue cards are named, but intrigue_size[{0}] is {2}, "
        "and a view shows no other seat's",
        "pile: {0} cards, expected {1}: pile_size and the unknown cards of other hands",
        "intrigue_pile: {0} cards, expected {1}: intrigue_pile_size and the other hands' cards",
        "hand_size[{0}]: {1} cards at this point of the turn, {2} at most",
        "intrigue_size[{0}]: {1} cards at this point of the turn, {2} at most",
        "display: {0} cards in {1} places",
        "held[{0}]: a position that does not exist or that another seat holds as well",
        "supply, title_cubes, held, ousted: cubes of seat {0} do not add up: {1}, expected {2}",
        "title_cubes[{0}].{1}: fewer cubes than the seat holds positions of this title",
        "city_marker.{0}: must belong to somebody who can have been first there, if anybody "
        "has a cube",
        "country_marker.{0}: the higher goes first, only to a seat with a cube in each city, "
        "and at once",
        "house_marker: marker {0} is won out of order, twice, or without a cube on every "
        "title, or somebody with all titles has none",
        "period_marker.{0}.{1}: not as its period can have been scored: too early, both to "
        "the same seat, to one without a cube there, or to nobody",
        "player: does not fit the phase and the seat whose turn it is; no Royals is capped",
        "position: the fields of the turn contradict each other: phase, seat, period, round, "
        "last_round, drawn, display_from, target, due and those beside them",
        "known.{0}[{1}]: not what this viewer can know, or more than the hand holds, or less "
        "than everybody saw",
        "pile_size: 0, but the discards become the new pile as soon as the last card has gone",
        "intrigue_pile_size: 0, but the discards become the new pile as soon as the last card "
        "has gone",
        "ousted[{0}].{1}: more cubes than others have put there to oust them",
        "title_cubes[{0}]: the ousted cubes cannot have had these titles in their cities",
        "period_marker: nobody had influence where positions are held now, and the discards "
        "cannot have paid for these since",
        "round: 0, but cards or cubes are out that first turns cannot have brought",
        "drawn, drawn_intrigue: display, hand and discards do not show these draws",
        "period_ending: the pile cannot have run out in this turn",
        "due, due_next, due_wild, due_country, target: not what is left of a price or discard",
    )

    def __init__(self, board: Board, players: int) -> None:
        self.on = board
        self.players = players
        self.reader = PositionReader(board, players)
        self.writer = PositionWriter(board, players)
        self.facts = [
            f"seat {seat}: {kind} cards"
            for kinds in (board.countries, [f"{p} Intrigue" for p in board.pair_names])
            for seat in range(players)
            for kind in kinds
        ]

    # --- moves ---

    def action(self, position: Position, action: int) -> str:
        if action >= TAKE_OVER:
            code, missing = divmod(action - TAKE_OVER, 4)
            return f"take over {self._price(code)}, {self._intrigue_price(code // 8, missing)}"
        if action >= CLAIM:
            return f"claim {self._price(action - CLAIM)}"
        if action >= GIVE_COUNTRY:
            discarding = PHASES[position.data["phase"]] in DISCARDING
            return f"{'discard' if discarding else 'give'} {self._gift(action)}"
        if action == END_TURN:
            return "end the turn"
        if action >= FROM_DISPLAY:
            return f"take {self.on.countries[action - FROM_DISPLAY]} from the display"
        return "draw an Intrigue card" if action == INTRIGUE_CARD else "draw from the pile"

    def _price(self, code: int) -> str:
        """Such as `Dijon Baron: 1 France + 3 others`."""
        index, missing = divmod(code, 8)
        place = self.on.positions[index]
        matching = self.on.cost[place.title] - missing
        country = self.on.countries[self.on.cities[place.city].country]
        others = self.on.wild * missing
        parts = [f"{matching} {country}"] * (matching > 0) + [f"{others} others"] * (others > 0)
        return f"{self.on.position_names[index]}: {' + '.join(parts)}"

    def _intrigue_price(self, index: int, missing: int) -> str:
        is_king = self.on.positions[index].title == len(self.on.titles) - 1
        matching = (self.on.king_intrigue if is_king else 1) - missing
        others = self.on.intrigue_wild * missing
        parts = [f"{matching} Intrigue"] * (matching > 0)
        parts += [f"{others} other Intrigue"] * (others > 0)
        return " + ".join(parts)

    def _gift(self, action: int) -> str:
        if action >= GIVE_INTRIGUE:
            pair, amount = divmod(action - GIVE_INTRIGUE, 8)
            return f"{amount} {self.on.pair_names[pair]} Intrigue"
        country, amount = divmod(action - GIVE_COUNTRY, 16)
        return f"{amount} {self.on.countries[country]}"

    def outcome(self, position: Position, outcome: int) -> str:
        if PHASES[position.data["phase"]] == DRAW_INTRIGUE:
            return f"{self.on.pair_names[outcome]} Intrigue"
        return self.on.countries[outcome]

    # --- position files ---

    def write_position(self, view: View) -> Page:
        return self.writer.write(view)

    def read_position(self, written: dict[str, Any]) -> dict[str, Any]:
        return self.reader.read(written)

    # --- what is wrong ---

    def problem(self, code: int, numbers: Sequence[int]) -> str:
        """The contradiction, with names for the indices among its numbers."""
        named: list[int | str] = list(numbers)
        for place, names in self._index_names(self.problems[code - 1].partition(":")[0]):
            named[place] = names[numbers[place]]
        return self.problems[code - 1].format(*named)

    def _index_names(self, field: str) -> Iterable[tuple[int, Sequence[str]]]:
        """Which of a problem's numbers are indices, and into what."""
        on = self.on
        viewers = (*(f"seat {seat}" for seat in range(5)), "onlooker")
        by_field: dict[str, list[tuple[int, Sequence[str]]]] = {
            "hand, pile, display, discards": [(0, on.countries)],
            "intrigue, intrigue_pile, intrigue_discards": [(0, on.pair_names)],
            "title_cubes[{0}].{1}": [(1, on.titles)],
            "city_marker.{0}": [(0, [city.name for city in on.cities])],
            "country_marker.{0}": [(0, on.countries)],
            "period_marker.{0}.{1}": [(0, on.periods), (1, on.countries)],
            "known.{0}[{1}]": [(0, viewers)],
            "ousted[{0}].{1}": [(1, [city.name for city in on.cities])],
        }
        return by_field.get(field, [])

    # --- the board ---

    def board(self, position: Position) -> str:
        data = position.data
        return "\n".join(
            [
                self._turn_line(data),
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

    def _turn_line(self, data: np.void) -> str:
        phase = PHASES[data["phase"]]
        if phase == ENDED:
            return "the game is over"
        parts = [f"period {self.on.periods[data['period']]}", f"round {int(data['round']) + 1}"]
        if data["last_round"]:
            parts.append("last round")
        elif data["period_ending"]:
            parts.append("ends after this turn")
        if phase == "setup":
            return ", ".join([*parts, phase])
        step = f"seat {data['seat']}: {self._draws(data) if phase == DRAW else phase}"
        if data["due"]:
            step += f" ({data['due']} to give"
            paying = phase not in DISCARDING
            step += f" for {self.on.position_names[data['target']]})" if paying else ")"
        return wrapped("", ", ".join([*parts, step]))

    def _draws(self, data: np.void) -> str:
        """What is still to be drawn, such as `draw 2 Country cards` (R5, R6)."""
        intrigue, drawn = bool(data["drawn_intrigue"]), int(data["drawn"])
        number = int(data["round"]) + 1
        left = self.reader.draws(int(data["seat"]), number, intrigue) - drawn
        plain = f"draw {left} Country card{'s' if left > 1 else ''}"
        if number == 1 or intrigue or drawn:
            return plain
        return f"{plain}, or an Intrigue card and then 1 Country card"

    def _card_lines(self, data: np.void) -> list[str]:
        countries, pairs = self.on.countries, self.on.pair_names
        discards = _counts(countries, data["discards"])
        intrigue_discards = _counts(pairs, data["intrigue_discards"])
        return [
            wrapped("display   ", _counts(countries, data["display"])),
            wrapped("Country   ", f"pile {data['pile_size']}, discards {discards}"),
            wrapped(
                "Intrigue  ", f"pile {data['intrigue_pile_size']}, discards {intrigue_discards}"
            ),
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
        pairs = zip(
            self.on.country_bonus[country], data["country_marker"][country], strict=True
        )
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
        seats = "".join(f"{f'seat {s}':>8}" for s in range(self.players))
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
        scored = int(data["period"]) + (PHASES[data["phase"]] == ENDED)
        lines.append(" " * 8 + "".join(f"{name:<21}" for name in self.on.countries).rstrip())
        for period, name in enumerate(self.on.periods):
            markers = [
                f"{', '.join(self._period_marker(data, period, country, scored)):<21}"
                for country in range(len(self.on.countries))
            ]
            lines.append(f"{name:<8}{''.join(markers)}".rstrip())
        return lines

    def _period_marker(
        self, data: np.void, period: int, country: int, scored: int
    ) -> list[str]:
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


def _counts(kinds: Sequence[str], counts: Sequence[int]) -> str:
    shown = [f"{n} {kind}" for kind, n in zip(kinds, counts, strict=True) if n]
    return ", ".join(shown) or "none"


def _hand(kinds: Sequence[str], counts: Sequence[int], size: int) -> str:
    """The known cards, and a ? for each other one."""
    shown = [f"{n} {kind}" for kind, n in zip(kinds, counts, strict=True) if n]
    unknown = int(size) - sum(int(n) for n in counts)
    if unknown > 0:
        shown.append("?" * unknown)
    return ", ".join(shown) or "none"
