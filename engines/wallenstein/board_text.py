"""The table as text: the counties by region, the action row, the orders of the day."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.cython_ext.game import Position
from eminence.engines.kit.wording import wrapped
from eminence.engines.wallenstein.court.words import CourtText
from eminence.engines.wallenstein.leaders.words import LeadersText
from eminence.engines.wallenstein.names import (
    ACTIONS,
    DRAFTING,
    PHASE_WORDS,
    REMOVED_EVENT,
    SEASONS,
    TILES,
    places_of,
)
from eminence.engines.wallenstein.numbers import Board
from eminence.engines.wallenstein.odds import attack_targets, most_armies, of_attack
from eminence.engines.wallenstein.state import Card, Phase

#: regions side by side
ABREAST = 3
#: palace, church, trading post, open site
SIGNS = "PCT"
OPEN_SITE = "."


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
        self.expansions = expansions
        self.leaders = LeadersText(board.names, board.region_cards.benefits)

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
        if data["phase"] == Phase.ENDED:
            return "the game is over"
        step = PHASE_WORDS[data["phase"]]
        parts = [f"year {data['year'] + 1}, {SEASONS[data['season']]}: {step}"]
        if data["target"]:
            parts.append(f"for {self.on.names[data['target'] - 1]}")
        if position.player >= 0:
            parts.append(f"by seat {position.player}")
        return " ".join(parts)

    def _round(self, data: np.void) -> list[str]:
        """Action cards, bonus tiles with who has them, event cards; or the draft."""
        on = self.on
        if data["phase"] in DRAFTING:
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
                    sign for sign, mask in zip(SIGNS, data["built"], strict=True) if mask >> i & 1
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
        most = most_armies(position)
        amounts = range(1, most + 1) if position.data["phase"] == Phase.AMOUNT else [most]
        shown = [
            f"{self.on.names[target]} {attack_odds(position, target, n)}"
            for target in attack_targets(position)
            for n in amounts
        ]
        return [wrapped("odds     ", "; ".join(shown))] if shown else []

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
        if data["phase"] == Phase.PLAN:
            cards = cards[: int(data["planned"][seat])]
        elif not any(cards):
            return ""
        pairs = zip(self.places, cards, strict=False)
        return ", ".join(f"{place} {self._card(place, card)}" for place, card in pairs)

    def _card(self, place: str, card: int) -> str:
        if card == Card.FACE_DOWN:
            return "?"
        if card == Card.TOWER_CARD:
            return "tower"
        if card >= Card.MONEY:
            return str(card - Card.MONEY) if place == "bid" else "money"
        return self.on.names[card - 1] if card else "-"
