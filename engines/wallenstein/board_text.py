"""The table as text: the counties by region, the action row, the orders of the day."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from eminence.cython_ext.game import Position
from eminence.cython_ext.text_lines import columns
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

#: regions side by side, and the columns of one where there is room
ABREAST, REGION = 3, 32
#: columns of a county's name there
NAME = 16
#: palace, church, trading post, open site
SIGNS = "PCT"
OPEN_SITE = "."
#: a neutral county, or a place of a plan without a card
NEUTRAL = "-"
REVOLT_SIGN = "!"
#: behind the action that is performed
HERE = "<"
#: a card that lies face down
UNKNOWN = "?"


class CountySigns(NamedTuple):
    """A county on the board: `2:4`, `P..`, `!*s1`."""

    held: str
    built: str
    marked: str


def county_signs(board: Board, leaders: LeadersText, data: np.void, county: int) -> CountySigns:
    """Owner and armies; buildings and open sites; revolt markers, the leader, statues."""
    holders = [s for s, owned in enumerate(data["owned"]) if int(owned) >> county & 1]
    held = f"{holders[0]}:{data['armies'][county]}" if holders else NEUTRAL
    sites = zip(SIGNS, data["built"], strict=True)
    built = "".join(sign for sign, mask in sites if int(mask) >> county & 1)
    built += OPEN_SITE * (board.counties[county].sites - len(built))
    marked = REVOLT_SIGN * int(data["markers"][county]) + leaders.signs(data, county)
    return CountySigns(held, built, marked)


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
                self.time(position),
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

    def of_interest(self, position: Position) -> Sequence[str]:
        return ["actions ", "display ", "taken ", "odds ", f"seat {position.player} "]

    # --- the round ---

    def time(self, position: Position) -> str:
        """Year, season and step, and who is to move; or that the game is over."""
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
            f"{i + 1} {ACTIONS[card - 1]}{f' {HERE}' if i == data['step'] else ''}"
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
        regions = [self._region(data, r) for r in range(len(self.on.regions))]
        if columns() >= ABREAST * REGION:
            return _abreast(regions, ABREAST, REGION - 1)
        narrower = (_abreast(regions, many) for many in range(ABREAST, 1, -1))
        fitting = (lines for lines in narrower if max(map(len, lines)) <= columns())
        return next(fitting, _abreast(regions, 1))

    def _region(self, data: np.void, region: int) -> list[Sequence[str]]:
        """The name; then such as `Altmark`, `0:3`, `P.`, `!*s1` for each county."""
        lines: list[Sequence[str]] = [(self.on.regions[region],)]
        for i, county in enumerate(self.on.counties):
            if county.region == region and county.in_play:
                lines.append((county.name, *county_signs(self.on, self.leaders, data, i)))
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
            lines.append(row("  orders ", orders))
        return lines

    def _orders(self, data: np.void, seat: int) -> list[str]:
        """The plan as far as the viewer knows it."""
        cards = [int(data["bid"][seat]), *(int(card) for card in data["box"][seat])]
        if data["phase"] == Phase.PLAN:
            cards = cards[: int(data["planned"][seat])]
        elif not any(cards):
            return []
        pairs = zip(self.places, cards, strict=False)
        return [f"{place} {self.card(place, card)}" for place, card in pairs]

    def card(self, place: str, card: int) -> str:
        """A card in a place of a plan, as short as it can be said."""
        if card == Card.FACE_DOWN:
            return UNKNOWN
        if card == Card.TOWER_CARD:
            return "tower"
        if card >= Card.MONEY:
            return str(card - Card.MONEY) if place == "bid" else "money"
        return self.on.names[card - 1] if card else NEUTRAL


def _abreast(regions: Sequence[list[Sequence[str]]], many: int, width: int = 0) -> list[str]:
    """So many regions side by side, each as wide as it must be, or wider."""
    stacks = [regions[first::many] for first in range(many)]
    pads = [_padding(stack, width) for stack in stacks]
    lines: list[str] = []
    for first in range(0, len(regions), many):
        beside = [
            [_region_line(parts, pad) for parts in region]
            for region, pad in zip(regions[first : first + many], pads, strict=False)
        ]
        entries = zip_longest(*beside, fillvalue="")
        lines += [
            " ".join(f"{e:<{pad[-1]}}" for e, pad in zip(row, pads, strict=False)).rstrip()
            for row in entries
        ]
    return lines


def _padding(stack: Sequence[list[Sequence[str]]], width: int) -> tuple[int, int]:
    """The width of the names in regions below each other, and of all."""
    counties = [parts for region in stack for parts in region if len(parts) > 1]
    if width:
        return NAME, width
    name = max(len(parts[0]) for parts in counties)
    heads = (len(region[0][0]) for region in stack)
    return name, max(*heads, *(len(_region_line(parts, (name, 0))) for parts in counties))


def _region_line(parts: Sequence[str], pad: tuple[int, int]) -> str:
    if len(parts) == 1:
        return parts[0]
    name, held, built, marked = parts
    return f" {name:<{pad[0]}} {held:<4} {built:<3} {marked}".rstrip()
