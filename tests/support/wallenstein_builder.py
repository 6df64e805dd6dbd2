"""Wallenstein positions for tests: say what matters, the rest is empty and consistent.

    table = Table(players=3)
    table.county(0, "Anhalt", 5).county(1, "Kursachsen", 3).order(0, "combat A", "Anhalt")
    state = table.state()                   # all have planned, the event is drawn next
    begin(state, event="tax_cap")           # seats take positions 1, 2, 3 in order
    play(state, "move to Kursachsen", "4 armies to Kursachsen")
    fall(state, {0: 3, 1: 1, PEASANTS: 1})  # cubes in the tray

The row begins with the actions that were ordered, in the order of the orders. No event of a
table does anything unless `begin` names one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from eminence import engines
from eminence.engines.wallenstein.names import ACTIONS, EFFECTS, TILES
from eminence.engines.wallenstein.numbers import DATA, Board, read
from eminence.engines.wallenstein.state import Phase

PEASANTS = 5
COLOURS = ("seat 0", "seat 1", "seat 2", "seat 3", "seat 4", "peasants")
OPEN_CARDS = 5
#: chosen so that no tile matters where seat 0 acts or attacks seat 1
IDLE_TILES = ("defend", "attack", "taxes", "grain", "deploy")
CUBES = 62


@cache
def loaded(
    players: int,
    setup: str = "default",
    tower: str = "independent",
    data: Path | None = None,
    expansions: tuple[str, ...] = (),
) -> tuple[engines.Game, Board]:
    """The game and its numbers."""
    switches = dict.fromkeys(expansions, "on")
    game = engines.load(
        "wallenstein", players=players, setup=setup, tower=tower, data=data, **switches
    )
    return game, read(data or DATA, players)


class Table:
    """A position under construction: nobody owns anything, everybody has planned."""

    def __init__(
        self, players: int = 3, tower: str = "independent", expansions: tuple[str, ...] = ()
    ) -> None:
        self.game, self.board = loaded(players, tower=tower, expansions=expansions)
        self.players = players
        self.owned: list[list[str]] = [[] for _ in range(players)]
        self.armies: dict[str, int] = {}
        self.built: dict[str, list[str]] = {}
        self.markers: dict[str, int] = {}
        self.bids = ["0 Thalers"] * players
        self.boxes: list[dict[str, str]] = [{} for _ in range(players)]
        self.first: list[str] = []
        self.fields: dict[str, Any] = {"thalers": [0] * players, "grain": [0] * players}
        self.inside: dict[str, int] = {}
        self.lying: dict[str, int] = {}
        self.tile_order = list(IDLE_TILES)
        self.season = 0
        self.year = 0

    def county(self, seat: int, name: str, armies: int, *buildings: str, markers: int = 0) -> Table:
        self.owned[seat].append(name)
        self.armies[name] = armies
        for kind in buildings:
            self.built.setdefault(kind, []).append(name)
        if markers:
            self.markers[name] = markers
        return self

    def order(self, seat: int, action: str, card: str) -> Table:
        """Lay a county or `money card` into a box; its action comes early in the row."""
        self.boxes[seat][action] = card
        if action not in self.first:
            self.first.append(action)
        return self

    def bid(self, seat: int, card: str) -> Table:
        self.bids[seat] = card
        return self

    def has(self, seat: int, **amounts: int) -> Table:
        """Give a seat thalers or grain."""
        for kind, amount in amounts.items():
            self.fields[kind][seat] = amount
        return self

    def tower(self, colour: int, inside: int = 0, tray: int = 0) -> Table:
        self.inside[COLOURS[colour]] = inside
        self.lying[COLOURS[colour]] = tray
        return self

    def supply(self, seat: int, armies: int) -> Table:
        """Leave so many armies in the supply; all others are in the tower."""
        on_board = sum(self.armies[name] for name in self.owned[seat])
        return self.tower(seat, inside=CUBES - on_board - armies)

    def tiles(self, *order: str) -> Table:
        """The bonus tiles from the first position on; the others follow."""
        self.tile_order = [*order, *(t for t in IDLE_TILES if t not in order)]
        return self

    def at(self, year: int, season: int) -> Table:
        self.year, self.season = year, season
        return self

    # --- the position ---

    def _left(self, colour: str) -> int:
        """What is not on the board, in the tower or in the tray."""
        seat = COLOURS.index(colour)
        if seat == PEASANTS:
            there = self.board.peasants
        elif seat >= self.players:
            return 0
        else:
            there = CUBES - sum(self.armies[name] for name in self.owned[seat])
        return there - self.inside.get(colour, 0) - self.lying.get(colour, 0)

    def _events(self, wanted: Sequence[str]) -> dict[str, Any]:
        """The wanted event cards and others lie open; the deck has the rest, some are gone."""
        names = list(self.board.event_names)
        for name in wanted:
            names.remove(name)
        up = [*wanted, *names[: 4 - self.season - len(wanted)]]
        rest = [name for name in self.board.event_names if name not in up]
        return {"open_events": up, "event_deck": rest[: 12 - 4 * (self.year + 1)]}

    def position(self, wanted: Sequence[str] = ()) -> dict[str, Any]:
        row = [*self.first, *(a for a in ACTIONS if a not in self.first)][:OPEN_CARDS]
        padding = [""] * (len(ACTIONS) - OPEN_CARDS)
        return {
            **self.fields,
            "phase": "event of the round",
            "year": self.year,
            "season": ("spring", "summer", "fall")[self.season],
            "row_size": OPEN_CARDS,
            "row": [*row, *padding],
            "tile": self.tile_order,
            **self._events(wanted),
            "owned": self.owned,
            "closed": self.owned,
            "armies": self.armies,
            "built": self.built,
            "markers": self.markers,
            "bid": self.bids,
            "box": self.boxes,
            "supply": {colour: self._left(colour) for colour in COLOURS if self._left(colour)},
            "tower": {colour: n for colour, n in self.inside.items() if n},
            "tray": {colour: n for colour, n in self.lying.items() if n},
        }

    def state(self, *wanted: str) -> engines.State:
        """The event of the round is drawn next, from the wanted cards and others."""
        return self.read("chance", self.position(wanted))

    def read(self, player: int | str, position: dict[str, Any]) -> engines.State:
        return self.game.from_json(
            json.dumps({"view_of": "full", "player": player, "position": position})
        )


# --- playing ---


def event_name(state: engines.State, effect: str) -> str:
    """The first event card with this effect."""
    board = loaded(state.game.seats)[1]
    return next(e.name for e in board.events if EFFECTS[e.effect] == effect)


def happen(state: engines.State, text: str) -> None:
    """Let the pending event have this outcome."""
    outcomes = [o for o, _ in state.outcomes()]
    wanted = [o for o in outcomes if state.text(o) == text]
    assert wanted, f"{text}: choose from {[state.text(o) for o in outcomes]}"
    state.apply(wanted[0])


def begin(
    state: engines.State, event: str = "", positions: Mapping[int, int] | None = None
) -> None:
    """Draw the event, by its effect or card, and let the seats take positions (from 1)."""
    board = loaded(state.game.seats)[1]
    up = [o for o, _ in state.outcomes()]
    card = next(
        o for o in up if event in (EFFECTS[board.events[o].effect], board.event_names[o], "")
    )
    state.apply(card)
    places = positions or {seat: seat + 1 for seat in range(state.game.seats)}
    while state.data["phase"] in (Phase.TIE, Phase.CHOOSE):
        if state.player == engines.CHANCE:
            state.apply(state.outcomes()[0][0])
        else:
            tile = TILES[state.data["tile"][places[state.player] - 1] - 1]
            play(state, f"position {places[state.player]} with tile {tile}")


def play(state: engines.State, *moves: str) -> None:
    for text in moves:
        state.apply(state.parse(text))


def armies_to(county: str, n: int) -> str:
    """The words for so many armies on the march."""
    return f"1 army to {county}" if n == 1 else f"{n} armies to {county}"


def fall(state: engines.State, cubes: Mapping[int, int] | None = None) -> None:
    """Let these cubes fall out of the tower in this throw, and none of the other colours."""
    last = -1
    while state.data["phase"] == Phase.TOWER and state.data["colour"] > last:
        last = int(state.data["colour"])
        state.apply((cubes or {}).get(last, 0))


def texts(state: engines.State) -> list[str]:
    return [state.text(a) for a in state.actions()]


# --- looking ---


def armies(state: engines.State, county: str) -> int:
    return int(state.data["armies"][_index(state, county)])


def markers(state: engines.State, county: str) -> int:
    return int(state.data["markers"][_index(state, county)])


def owner(state: engines.State, county: str) -> int | None:
    """The seat that owns the county."""
    index = _index(state, county)
    owners = [s for s in range(state.game.seats) if state.data["owned"][s] >> index & 1]
    return owners[0] if owners else None


def has_building(state: engines.State, kind: int, county: str) -> bool:
    return bool(state.data["built"][kind] >> _index(state, county) & 1)


def _index(state: engines.State, county: str) -> int:
    return loaded(state.game.seats)[1].names.index(county)


def first_decision(
    players: int,
    setup: str = "default",
    tower: str = "independent",
    seed: int = 1,
    expansions: tuple[str, ...] = (),
) -> engines.State:
    state = loaded(players, setup, tower, expansions=expansions)[0].root()
    state.resolve(engines.Chance(seed))
    return state
