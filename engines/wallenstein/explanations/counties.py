"""Counties and regions: what they bring, where they lie, who holds them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from eminence.engines.kit.wording import plural
from eminence.engines.wallenstein.explanations.effects import armies
from eminence.engines.wallenstein.explanations.looking import (
    KINDS,
    both,
    buildings_in,
    counties_of,
    counts_in,
    each_has,
    leaders_of,
    majority_points,
    neighbours_of,
    open_sites,
    owner_of,
    seats,
)
from eminence.engines.wallenstein.explanations.things import Thing, thing
from eminence.engines.wallenstein.names import ACTIONS, DRAFTING
from eminence.engines.wallenstein.numbers import Board

#: what stands for a title in front of the name of a county, where the rulebook writes it out
WRITTEN_OUT = {"Gft.": "Grafschaft"}


def other_names(board: Board, county: int) -> list[str]:
    """Other spellings: without the title, such as Paderborn, or with the whole of it."""
    title, _, short = board.names[county].partition(" ")
    if not short or short in (*board.names, *board.regions):
        return []
    written = WRITTEN_OUT.get(title)
    return [short, *([f"{written} {short}"] if written else [])]


class Counties:
    """Things of the map of one loaded game; `places` are those of a plan."""

    def __init__(self, board: Board, players: int, places: Sequence[str]) -> None:
        self.on = board
        self.players = players
        self.places = places

    def things(self) -> Iterator[Thing]:
        for region, name in enumerate(self.on.regions):
            stands = partial(self.region_stands, region)
            yield thing(name, "region", self.region_text(region), stands)
        for county, name in enumerate(self.on.names):
            text, stands = self.county_text(county), partial(self.county_stands, county)
            yield thing(name, "county", text, stands)
            for other in other_names(self.on, county):
                yield thing(other, "county by another name", f"{name}. {text}", stands)

    # --- counties ---

    def county_text(self, county: int) -> str:
        _, region, tax, grain, sites, in_play = self.on.counties[county]
        if not in_play:
            return (
                f"A county of {self.on.regions[region]} that is not used with "
                f"{self.players} players: no army may enter it."
            )
        beside = [self._beside(other, region) for other in neighbours_of(self.on, county)]
        return (
            f"A county of {self.on.regions[region]}. Taxes bring {plural(tax, 'Thaler')}, "
            f"collecting grain brings {grain}. It has {plural(sites, 'building site')}. "
            f"Its neighbours are {both(beside)}."
        )

    def _beside(self, county: int, region: int) -> str:
        """A neighbour, with its region where that is another one."""
        other = self.on.counties[county]
        if other.region == region:
            return other.name
        return f"{other.name} ({self.on.regions[other.region]})"

    def county_stands(self, county: int, data: np.void) -> str:
        if not self.on.counties[county].in_play:
            return ""
        seat = owner_of(data, county)
        if seat is None:
            parts = [self._draft_stands(county, data) or "Nobody holds it."]
        else:
            parts = [self._held(county, seat, data), self._built(county, data)]
        marked = int(data["markers"][county])
        if marked:
            parts.append(f"{plural(marked, 'revolt marker lies', 'revolt markers lie')} there.")
        return " ".join([*parts, *self._expansions(county, data), *self._cards(county, data)])

    def _draft_stands(self, county: int, data: np.void) -> str:
        """Where the county's card is while the first counties are chosen."""
        if data["phase"] not in DRAFTING:
            return ""
        card = county + 1
        if data["picked"] == card:
            return "Its card was just taken; armies will be placed there."
        if card in data["display"]:
            return "Its card lies open: it can be taken."
        if card in data["bottom"]:
            return "Its card lies under the deck."
        return "Its card is in the deck."

    def _held(self, county: int, seat: int, data: np.void) -> str:
        there = int(data["armies"][county])
        if not there:
            return f"Seat {seat} holds it; its armies are in the dice tower."
        return f"Seat {seat} holds it with {armies(there)}."

    def _built(self, county: int, data: np.void) -> str:
        kinds = [f"a {ACTIONS[kind]}" for kind in buildings_in(data, county)]
        sites = open_sites(self.on, data, county)
        left = plural(sites, "open site") if sites else "no open site"
        return f"There is {both(kinds)} and {left}." if kinds else f"There is no building: {left}."

    def _expansions(self, county: int, data: np.void) -> Iterator[str]:
        """The leader and the statues that stand there."""
        for seat in range(self.players):
            if data["general"][seat] == county + 1:
                yield f"The leader of seat {seat} is there."
            if int(data["honoured"][seat]) >> county & 1:
                yield f"{plural(int(data['statues'][county]), 'statue')} of seat {seat}."

    def _cards(self, county: int, data: np.void) -> Iterator[str]:
        """Where its card lies in a plan that can be seen."""
        for seat in range(self.players):
            cards = [data["bid"][seat], *data["box"][seat]]
            for place, card in zip(self.places, cards, strict=False):
                if card == county + 1:
                    yield f"Its card lies in the plan of seat {seat}: {place}."

    # --- regions ---

    def region_text(self, region: int) -> str:
        on = self.on
        inside = [on.counties[county] for county in counties_of(on, region)]
        points = [f"{points} for the most {KINDS[kind]}" for kind, points in enumerate(on.majority)]
        return (
            f"A region with {plural(len(inside), 'county', 'counties')}: "
            f"{both([c.name for c in inside])}. They have "
            f"{plural(sum(c.sites for c in inside), 'building site')}. Points each winter: "
            f"{both(points)} here; each of those who share a majority gets {on.tie_loss} less."
        )

    def region_stands(self, region: int, data: np.void) -> str:
        owners = [owner_of(data, county) for county in counties_of(self.on, region)]
        held = each_has([owners.count(seat) for seat in range(self.players)])
        parts = [f"Counties: {held}; {owners.count(None)} neutral."]
        for kind in range(len(KINDS)):
            parts += self._most(kind, region, data)
        return " ".join(parts)

    def _most(self, kind: int, region: int, data: np.void) -> Iterator[str]:
        counts = counts_in(self.on, data, kind, region)
        first = leaders_of(counts)
        if first:
            points = plural(majority_points(self.on, kind, counts, first[0]), "point")
            each = " each" if len(first) > 1 else ""
            yield (
                f"Most {KINDS[kind]}: {seats(first)} with {counts[first[0]]}{each}, "
                f"worth {points}{each}."
            )
