"""Royals positions for tests: say what matters, the rest is filled in consistently.

    table = Table(players=3)
    table.hand(0, France=2).intrigue(0, "France/Spain").hold(1, "Dijon Baron")
    state = table.state()           # seat 0 to play, after drawing
    play(state, "take over Dijon Baron: 2 France, 1 Intrigue", "give 1 France/Spain Intrigue")

Positions are named by country and title, so that tests do not depend on invented places.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import combinations, cycle, islice
from pathlib import Path
from typing import Any

from eminence import engines
from eminence.cython_ext.fields import SEATS, Field
from eminence.engines.royals.numbers import DATA, Board, read

EDITIONS = ("abacusspiele", "arcane_wonders")
EVERY_GAME = [(e, n) for e in EDITIONS for n in (2, 3, 4, 5)]


@cache
def loaded(
    players: int, edition: str, display: int, data: Path | None
) -> tuple[engines.Game, Board]:
    """The game and its numbers."""
    game = engines.load("royals", players=players, edition=edition, display=display, data=data)
    return game, read(data or DATA, players, edition, display)


class Table:
    """A position under construction. Seat 0 is to play in its second turn."""

    def __init__(
        self,
        players: int = 3,
        edition: str = "abacusspiele",
        display: int = 3,
        data: Path | None = None,
    ) -> None:
        self.game, self.board = loaded(players, edition, display, data)
        self.players = players
        self.hands = [Counter[str]() for _ in range(players)]
        self.intrigues = [Counter[str]() for _ in range(players)]
        self.held: list[list[str]] = [[] for _ in range(players)]
        self.ousted = [Counter[str]() for _ in range(players)]
        self.cubes = [Counter[str]() for _ in range(players)]
        self.city_marker: dict[str, str] = {}
        self.country_marker: dict[str, dict[str, str]] = {}
        self.house_marker: dict[str, str] = {}
        self.shown: Counter[str] | None = None
        self.left: Counter[str] | None = None
        self.intrigue_left: Counter[str] | None = None
        self.fields: dict[str, Any] = {}
        self.turn(0)

    # --- what the board has ---

    def position(self, country: str, title: str, number: int = 0) -> str:
        """The name of the country's position with this title (the n-th of them)."""
        return self.positions(country, title)[number]

    def positions(self, country: str | None = None, title: str | None = None) -> list[str]:
        """Names of positions, in board order."""
        board = self.board
        return [
            name
            for name, place in zip(board.position_names, board.positions, strict=True)
            if country in (None, board.countries[board.cities[place.city].country])
            and title in (None, board.titles[place.title])
        ]

    def _index(self, position: str) -> int:
        return self.board.position_names.index(position)

    def city(self, position: str) -> str:
        return self.board.cities[self.board.positions[self._index(position)].city].name

    def title(self, position: str) -> str:
        return self.board.titles[self.board.positions[self._index(position)].title]

    def bonus(self, position: str) -> int:
        """The City bonus of the position's city."""
        return self.board.cities[self.board.positions[self._index(position)].city].bonus

    def influence(self, *positions: str) -> int:
        return sum(self.board.positions[self._index(p)].influence for p in positions)

    def rank(self, position: str) -> int:
        return self.board.positions[self._index(position)].title

    def one_per_city(self, country: str) -> list[str]:
        """A position in each city of a country."""
        first: dict[str, str] = {}
        for position in self.positions(country):
            first.setdefault(self.city(position), position)
        return list(first.values())

    def equal_influence(self, *, same_title: bool) -> tuple[str, list[str], list[str]]:
        """A country and two disjoint sets of positions there, alike in influence.

        Their highest titles differ (the second set's is higher), or are the same one while
        their City bonuses differ (the second set's is higher).
        """
        for country in self.board.countries:
            places = self.positions(country)
            sets = [[*c] for size in (1, 2) for c in combinations(places, size)]
            for a in sets:
                for b in sets:
                    if set(a) & set(b) or self.influence(*a) != self.influence(*b):
                        continue
                    top_a, top_b = max(map(self.rank, a)), max(map(self.rank, b))
                    if not same_title and top_a < top_b:
                        return country, a, b
                    if same_title and top_a == top_b:
                        bonus_a = max(self.bonus(p) for p in a if self.rank(p) == top_a)
                        bonus_b = max(self.bonus(p) for p in b if self.rank(p) == top_b)
                        if bonus_a < bonus_b:
                            return country, a, b
        raise LookupError("this board has no such tie")

    # --- what lies where ---

    def hand(self, seat: int, cards: dict[str, int] | None = None, **more: int) -> Table:
        self.hands[seat] = Counter({**(cards or {}), **more})
        return self

    def intrigue(self, seat: int, *pairs: str) -> Table:
        self.intrigues[seat] = Counter(pairs)
        return self

    def hold(self, seat: int, *positions: str) -> Table:
        """The seat occupies these positions one after the other and ousts their holders."""
        for position in positions:
            for other, held in enumerate(self.held):
                if position in held:
                    held.remove(position)
                    self.ousted[other][self.city(position)] += 1
            self.held[seat].append(position)
            self.cubes[seat][self.title(position)] += 1
            self.city_marker.setdefault(self.city(position), f"seat {seat}")
            self._win_bonuses(seat)
        return self

    def in_turn(self, position: str, *seats: int) -> Table:
        """These seats occupy the position one after the other; the last one holds it."""
        for seat in seats:
            self.hold(seat, position)
        return self

    def oust(self, seat: int, position: str, times: int = 1) -> Table:
        """The seat occupies the position so often, and each time another one takes it over."""
        others = (other for other in range(self.players) if other != seat)
        for other in islice(cycle(others), times):
            self.in_turn(position, seat, other)
        return self

    def _win_bonuses(self, seat: int) -> None:
        """Country and Noble House markers for what the seat has reached."""
        been = {self.city(position) for position in self.held[seat]} | set(self.ousted[seat])
        for country in self.board.countries:
            won = self.country_marker.get(country, {})
            cities = {self.city(position) for position in self.positions(country)}
            if cities <= been and f"seat {seat}" not in won.values() and len(won) < 2:
                won = {**won, "lower" if won else "higher": f"seat {seat}"}
                self.country_marker[country] = won
        markers, won = self.board.house_bonus, self.house_marker
        complete = len(self.cubes[seat]) == len(self.board.titles)
        if complete and f"seat {seat}" not in won.values() and len(won) < len(markers):
            won[f"{markers[len(won)]} points"] = f"seat {seat}"

    def display(self, *countries: str) -> Table:
        self.shown = Counter(countries)
        return self

    def pile(self, *countries: str) -> Table:
        """Exactly these cards are left to draw; the rest are discards."""
        self.left = Counter(countries)
        return self

    def intrigue_pile(self, *pairs: str) -> Table:
        self.intrigue_left = Counter(pairs)
        return self

    def turn(self, seat: int, phase: str = "play", drawn: int | None = None) -> Table:
        self.seat = seat
        self.fields |= {"seat": seat, "phase": phase, "round": 5}
        if drawn is None:
            drawn = self.board.draw if phase == "play" else 0
        self.fields["drawn"] = drawn
        return self

    def set(self, **fields: Any) -> Table:
        """Any other field of the state."""
        self.fields |= fields
        return self

    # --- the position ---

    def written(self) -> dict[str, Any]:
        """The position as `to_json` writes it."""
        board = self.board
        deck = Counter(dict(zip(board.countries, board.deck, strict=True)))
        for hand in self.hands:
            deck -= hand
        if self.shown is None:
            self.shown = _some(deck - (self.left or Counter()), board.display)
        deck -= self.shown
        pile = deck if self.left is None else self.left
        if self.left is None and self.fields["phase"] not in ("draw", "setup"):
            # What was drawn in this turn and is not in the hand was played.
            played = self.fields["drawn"] - self.hands[self.seat].total()
            pile = pile - _some(pile, max(0, played))
        intrigue = Counter(dict(zip(board.pair_names, board.intrigue_deck, strict=True)))
        for cards in self.intrigues:
            intrigue -= cards
        intrigue_pile = intrigue if self.intrigue_left is None else self.intrigue_left
        position = {
            "hand": [dict(h) for h in self.hands],
            "hand_size": [h.total() for h in self.hands],
            "intrigue": [dict(h) for h in self.intrigues],
            "intrigue_size": [h.total() for h in self.intrigues],
            "held": self.held,
            "ousted": [dict(o) for o in self.ousted],
            "title_cubes": [dict(c) for c in self.cubes],
            "supply": [
                total - 2 * c.total() for total, c in zip(board.cubes, self.cubes, strict=True)
            ],
            "city_marker": self.city_marker,
            "country_marker": self.country_marker,
            "house_marker": self.house_marker,
            "display": dict(self.shown),
            "pile": dict(pile),
            "pile_size": pile.total(),
            "discards": dict(deck - pile),
            "intrigue_pile": dict(intrigue_pile),
            "intrigue_pile_size": intrigue_pile.total(),
            "intrigue_discards": dict(intrigue - intrigue_pile),
            **self.fields,
        }
        return {"game": "royals", "view_of": "full", "player": self.seat, "position": position}

    def state(self) -> engines.State:
        return self.game.from_json(json.dumps(self.written()))


def _some(cards: Counter[str], size: int) -> Counter[str]:
    """That many cards, taken from the most frequent kinds."""
    chosen: Counter[str] = Counter()
    for _ in range(size):
        kind = max(cards - chosen, key=(cards - chosen).__getitem__)
        chosen[kind] += 1
    return chosen


def play(state: engines.State, *texts: str) -> engines.State:
    """Play actions and outcomes by their text."""
    for text in texts:
        state.apply(state.parse(text))
    return state


def texts(state: engines.State) -> list[str]:
    """All options in words."""
    if state.player == engines.CHANCE:
        return [state.text(o) for o, _ in state.outcomes()]
    return [state.text(a) for a in state.actions()]


def discarded(before: engines.State, after: engines.State) -> dict[str, int]:
    """The Country cards that are new among the discards of a later state."""
    more = Counter(written(after)["discards"])
    more.subtract(written(before)["discards"])
    return dict(+more)


def end_turn(state: engines.State, seed: int = 0) -> engines.State:
    """End the turn without discards and refill at random."""
    play(state, "end the turn")
    state.resolve(engines.Chance(seed))
    return state


class Fields(dict[str, Any]):
    """A position's fields as in JSON, including zero fields, which JSON leaves out."""

    def __init__(self, state: engines.State | engines.View) -> None:
        super().__init__(json.loads(state.to_json())["position"])
        self.layout = state.game.fields

    def __missing__(self, name: str) -> Any:
        field = self.layout.fields[name]
        return self._zero(field, field.axes)

    def _zero(self, field: Field, axes: tuple[Any, ...]) -> Any:
        if axes and axes[0] == SEATS:
            return [self._zero(field, axes[1:]) for _ in range(self.layout.seats)]
        if axes:
            return {}
        if field.bits is not None:
            return []
        return 0 if field.names is None else field.names[0]


def written(state: engines.State | engines.View) -> Fields:
    """The position's fields by name."""
    return Fields(state)


def points(state: engines.State, seat: int, source: str) -> float:
    return state.sources()[seat][source]
