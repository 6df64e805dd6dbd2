"""The table as text: the counties by region, the action row, the orders of the day."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

import numpy as np

from eminence.cython_ext.game import Position
from eminence.cython_ext.words import Words
from eminence.engines.kit.wording import OVER, among, counted, row, wrapped
from eminence.engines.wallenstein.court.words import CourtText
from eminence.engines.wallenstein.leaders.words import LeadersText
from eminence.engines.wallenstein.names import (
    ACTIONS,
    COLOURS,
    DRAFTING,
    PHASE_WORDS,
    REMOVED_EVENT,
    SEASONS,
    TILES,
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


class BoardText(Words):
    """Writes positions of one loaded game."""

    on: Board
    players: int
    expansions: Sequence[str]
    places: Sequence[str]
    court: CourtText
    leaders: LeadersText

    def board(self, position: Position) -> str:
        data = position.data
        return "\n".join(
            [
                self._time(position),
                *self._round(data),
                *(self.court.lines(data) if "court" in self.expansions else []),
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
            return OVER
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
        actions = [
            f"{i + 1} {ACTIONS[card - 1]}{' <' if i == data['step'] else ''}"
            for i, card in enumerate(data["row"][: data["row_size"]])
        ]
        tiles = [
            f"{i + 1} {TILES[tile - 1]}{f' seat {owner - 1}' if owner else ''}"
            for i, (tile, owner) in enumerate(zip(data["tile"], data["leader"], strict=True))
            if tile
        ]
        if not tiles:
            tiles = [f"seat {owner - 1}" for owner in data["leader"] if owner]
        lines = [row("actions  ", actions, "none open"), row("tiles    ", tiles)]
        if data["event"]:
            events = (*on.event_names, REMOVED_EVENT)
            lines.append(wrapped("event    ", events[data["event"] - 1]))
        lines.append(row("events   ", among(on.event_names, data["open_events"]), "none open"))
        return lines

    def _draft(self, data: np.void) -> list[str]:
        names = self.on.names
        shown = [names[card - 1] for card in data["display"] if card]
        lines = [row("display  ", shown, "empty")]
        bottom = [names[card - 1] for card in data["bottom"] if card]
        deck = f"{int(data['deck']).bit_count()} unknown cards"
        lines.append(row("deck     ", [deck, *bottom]))
        if data["picked"]:
            lines.append(f"taken    {names[data['picked'] - 1]}")
        return lines

    # --- the counties ---

    def _regions(self, data: np.void) -> list[str]:
        lines: list[str] = []
        for first in range(0, len(self.on.regions), ABREAST):
            regions = range(first, min(first + ABREAST, len(self.on.regions)))
            abreast = zip_longest(*(self._region(data, r) for r in regions), fillvalue="")
            lines += ["".join(f"{e:<31} " for e in entries).rstrip() for entries in abreast]
        return lines

    def _region(self, data: np.void, region: int) -> list[str]:
        """Such as `Altmark  0:3 P. !*s1`: owner and armies, buildings and sites, revolts,
        the leader, a statue."""
        lines = [self.on.regions[region]]
        for i, county in enumerate(self.on.counties):
            if county.region == region and county.in_play:
                holders = [s for s in range(self.players) if data["owned"][s] >> i & 1]
                held = f"{holders[0]}:{data['armies'][i]}" if holders else "-"
                sites = zip(SIGNS, data["built"], strict=True)
                built = "".join(sign for sign, mask in sites if mask >> i & 1)
                built += OPEN_SITE * (county.sites - len(built))
                signs = "!" * int(data["markers"][i]) + self.leaders.signs(data, i)
                lines.append(f" {county.name:<16} {held:<4} {built:<3} {signs}".rstrip())
        return lines

    # --- cubes and seats ---

    def _tower(self, data: np.void) -> list[str]:
        lines = []
        for name in ("tower", "tray", "fresh"):
            if name != "fresh" or data[name].any():
                lines.append(row(f"{name:<8} ", counted(COLOURS, data[name]), "empty"))
        return lines

    def _odds(self, position: Position) -> list[str]:
        """How the attacks that are asked for would end, all of it public."""
        most = most_armies(position)
        amounts = range(1, most + 1) if position.data["phase"] == Phase.AMOUNT else [most]
        shown = [
            f"{self.on.names[target]} {attack_odds(position, target, n)}"
            for target in attack_targets(position)
            for n in amounts
        ]
        return [row("odds     ", shown, between="; ")] if shown else []

    def _seat(self, position: Position, seat: int) -> list[str]:
        data = position.data
        points = sum(int(p) for p in data["points"][seat])
        counties = int(data["owned"][seat]).bit_count()
        standing = (
            f"{points} points, {counties} counties, {data['thalers'][seat]} Thalers, "
            f"{data['grain'][seat]} grain, {data['supply'][seat]} armies in supply"
        )
        lines = [wrapped(f"seat {seat}   ", standing)]
        kept = self.court.kept(data, seat) if "court" in self.expansions else ""
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
