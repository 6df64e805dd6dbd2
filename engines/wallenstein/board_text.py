"""The table as text: the counties by region, the action row, the orders of the day."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cython_ext.game import Position
from engines.wallenstein.court_text import CourtText
from engines.wallenstein.data import ACTIONS, BUILDINGS, EFFECTS, SEASONS, TILES, Board
from engines.wallenstein.leaders_text import LeadersText
from engines.wallenstein.odds import of_attack
from engines.wallenstein.phases import (
    AMOUNT,
    DRAFTING,
    ENDED,
    FACE_DOWN_CARD,
    FIRST_MONEY,
    MOVING,
    PHASES,
    PLANNING,
    TOWER_CARD,
    places_of,
)
from engines.wallenstein.position_names import REMOVED_EVENT
from engines.wording import wrapped

#: regions side by side
ABREAST = 3
#: palace, church, trading post, open site
SIGNS = "PCT"
OPEN_SITE = "."
FIRST_COMBAT = ACTIONS.index("combat A")
CHURCH_SAFE = EFFECTS.index("church_safe")
CHURCHES = BUILDINGS.index("churches")


def attack_odds(position: Position, target: int, armies: int) -> str:
    """How an attack of the mover on a county would end, in a few words."""
    odds = of_attack(position, position.player, target, armies)
    return f"with {armies}: {100 * odds.win:.0f} % won, {100 * odds.neutral:.0f} % neutral"


class BoardText:
    """Writes positions of one loaded game."""

    def __init__(self, board: Board, players: int, expansions: Sequence[str]) -> None:
        self.on = board
        self.players = players
        self.places = places_of(expansions)
        self.court: CourtText | None = None
        if "court" in expansions:
            self.court = CourtText(board.court, board.names, players)
        self.neighbours: list[list[int]] = [[] for _ in board.counties]
        for a, b in board.borders:
            if board.counties[a].in_play and board.counties[b].in_play:
                self.neighbours[a].append(b)
                self.neighbours[b].append(a)
        self.expansions = expansions
        self.leaders = LeadersText(board.names, self.neighbours, board.region_cards.benefits)

    def text(self, position: Position) -> str:
        data = position.data
        return "\n".join(
            [
                self._time(position),
                *self._round(data),
                *(self.court.lines(data) if self.court else []),
                "",
                *self._regions(data),
                "",
                *self._tower(data),
                *self._odds(position),
                *(line for seat in range(self.players) for line in self._seat(position, seat)),
            ]
        )

    # --- the round ---

    def _time(self, position: Position) -> str:
        data = position.data
        phase = PHASES[data["phase"]]
        if phase == ENDED:
            return "the game is over"
        parts = [f"year {data['year'] + 1}, {SEASONS[data['season']]}: {phase}"]
        if data["target"]:
            parts.append(f"for {self.on.names[data['target'] - 1]}")
        if position.player >= 0:
            parts.append(f"by seat {position.player}")
        return " ".join(parts)

    def _round(self, data: np.void) -> list[str]:
        """Action cards, bonus tiles with who has them, event cards; or the draft."""
        on = self.on
        if PHASES[data["phase"]] in DRAFTING:
            return self._draft(data)
        row = [
            f"{i + 1} {self._action(data, i)}{' <' if i == data['step'] else ''}"
            for i in range(int(data["row_size"]))
        ]
        tiles = [
            f"{i + 1} {TILES[tile - 1]}{f' seat {owner - 1}' if owner else ''}"
            for i, (tile, owner) in enumerate(zip(data["tile"], data["leader"], strict=True))
            if tile
        ]
        if not tiles:
            tiles = [f"seat {owner - 1}" for owner in data["leader"] if owner]
        up = [name for i, name in enumerate(on.event_names) if data["open_events"] >> i & 1]
        lines = [wrapped("actions  ", ", ".join(row) or "none open")]
        lines.append(wrapped("tiles    ", ", ".join(tiles) or "none"))
        if data["event"]:
            events = (*on.event_names, REMOVED_EVENT)
            lines.append(wrapped("event    ", events[data["event"] - 1]))
        lines.append(wrapped("events   ", ", ".join(up) or "none open"))
        return lines

    def _action(self, data: np.void, place: int) -> str:
        return ACTIONS[data["row"][place] - 1]

    def _draft(self, data: np.void) -> list[str]:
        names = self.on.names
        shown = [names[card - 1] for card in data["display"] if card]
        lines = [wrapped("display  ", ", ".join(shown) or "empty")]
        bottom = [names[card - 1] for card in data["bottom"] if card]
        deck = f"{int(data['deck']).bit_count()} unknown cards"
        lines.append(wrapped("deck     ", ", ".join([deck, *bottom])))
        if data["picked"]:
            lines.append(f"taken    {names[data['picked'] - 1]}")
        return lines

    # --- the counties ---

    def _regions(self, data: np.void) -> list[str]:
        lines: list[str] = []
        for first in range(0, len(self.on.regions), ABREAST):
            columns = [
                self._region(data, region)
                for region in range(first, min(first + ABREAST, len(self.on.regions)))
            ]
            height = max(len(column) for column in columns)
            padded = [column + [""] * (height - len(column)) for column in columns]
            lines += [
                "".join(f"{e:<31} " for e in row).rstrip() for row in zip(*padded, strict=True)
            ]
        return lines

    def _region(self, data: np.void, region: int) -> list[str]:
        """Such as `Altmark  0:3 P. !*s1`: owner and armies, buildings and sites, revolts,
        the leader, a statue."""
        lines = [self.on.regions[region]]
        for i, county in enumerate(self.on.counties):
            if county.region == region and county.in_play:
                holders = [s for s in range(self.players) if data["owned"][s] >> i & 1]
                held = f"{holders[0]}:{data['armies'][i]}" if holders else "-"
                built = "".join(
                    sign
                    for sign, mask in zip(SIGNS, data["built"], strict=True)
                    if mask >> i & 1
                )
                built += OPEN_SITE * (county.sites - len(built))
                signs = "!" * int(data["markers"][i]) + self.leaders.signs(data, i)
                lines.append(f" {county.name:<16} {held:<4} {built:<3} {signs}".rstrip())
        return lines

    # --- cubes and seats ---

    def _tower(self, data: np.void) -> list[str]:
        lines = []
        for name in ("tower", "tray", "fresh"):
            if name != "fresh" or data[name].any():
                lines.append(f"{name:<8} {self._cubes(data[name])}")
        return lines

    def _cubes(self, cubes: Sequence[int]) -> str:
        shown = [f"{cubes[s]} seat {s}" for s in range(self.players) if cubes[s]]
        shown += [f"{cubes[-1]} peasants"] * bool(cubes[-1])
        return ", ".join(shown) or "empty"

    def _odds(self, position: Position) -> list[str]:
        """How the attacks that are asked for would end, all of it public."""
        data, seat = position.data, position.player
        phase = PHASES[data["phase"]]
        if phase not in (MOVING, AMOUNT):
            return []
        action = data["row"][data["step"]] - 1
        origin = int(data["box"][seat][action]) - 1
        most = int(data["armies"][origin]) - 1
        if phase == AMOUNT:
            target = int(data["target"]) - 1
            attacks = [(target, n) for n in range(1, most + 1)]
        else:
            attacks = [(target, most) for target in self.neighbours[origin]]
        shown = [
            f"{self.on.names[target]} {attack_odds(position, target, n)}"
            for target, n in attacks
            if action >= FIRST_COMBAT and self._may_attack(data, seat, action, target)
        ]
        return [wrapped("odds     ", "; ".join(shown))] if shown else []

    def _may_attack(self, data: np.void, seat: int, action: int, target: int) -> bool:
        if data["owned"][seat] >> target & 1:
            return False
        holders = [s for s in range(self.players) if data["owned"][s] >> target & 1]
        if self.court and any(self.court.shelters(data, s, ACTIONS[action]) for s in holders):
            return False
        if not data["built"][CHURCHES] >> target & 1 or data["event"] > len(self.on.events):
            return True
        return self.on.events[data["event"] - 1].effect != CHURCH_SAFE

    def _seat(self, position: Position, seat: int) -> list[str]:
        data = position.data
        points = sum(int(p) for p in data["points"][seat])
        counties = int(data["owned"][seat]).bit_count()
        standing = (
            f"{points} points, {counties} counties, {data['thalers'][seat]} Thalers, "
            f"{data['grain'][seat]} grain, {data['supply'][seat]} armies in supply"
        )
        lines = [wrapped(f"seat {seat}   ", standing)]
        kept = self.court.kept(data, seat) if self.court else ""
        if kept:
            lines.append(wrapped("  kept   ", kept))
        if "leaders" in self.expansions:
            lines.append(wrapped("         ", self.leaders.leader_line(data, seat)))
        if "regions" in self.expansions:
            lines.append(wrapped("         ", self.leaders.card_line(data, seat)))
        orders = self._orders(data, seat)
        if orders:
            lines.append(wrapped("  orders ", orders))
        return lines

    def _orders(self, data: np.void, seat: int) -> str:
        """The plan as far as the viewer knows it; `?` is a card that lies face down."""
        cards = [int(data["bid"][seat]), *(int(card) for card in data["box"][seat])]
        if PHASES[data["phase"]] == PLANNING:
            cards = cards[: int(data["planned"][seat])]
        elif not any(cards):
            return ""
        pairs = zip(self.places, cards, strict=False)
        return ", ".join(f"{place} {self._card(place, card)}" for place, card in pairs)

    def _card(self, place: str, card: int) -> str:
        if card == FACE_DOWN_CARD:
            return "?"
        if card == TOWER_CARD:
            return "tower"
        if card >= FIRST_MONEY:
            return str(card - FIRST_MONEY) if place == "bid" else "money"
        return self.on.names[card - 1] if card else "-"
