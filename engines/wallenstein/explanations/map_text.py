"""The map as text: the counties by region, with what they bring and their neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from eminence.cython_ext.text_lines import columns, hanging, held
from eminence.cython_ext.words import MAP_WIDTH
from eminence.engines.wallenstein.board_text import county_signs
from eminence.engines.wallenstein.explanations.counties import other_names
from eminence.engines.wallenstein.explanations.looking import (
    KINDS,
    counties_of,
    counts_in,
    neighbours_of,
)
from eminence.engines.wallenstein.leaders.words import LeadersText
from eminence.engines.wallenstein.numbers import Board

HEAD = f"{'':<23}{'sites':<10}{'tax':>3} {'grain':>5}  next to"
#: the shortest beginning of a name that stands for it
SHORTEST = 4


class MapText:
    """Draws the map of one loaded game; `names` are all that can be looked up."""

    def __init__(self, board: Board, leaders: LeadersText, names: Sequence[str]) -> None:
        self.on = board
        self.leaders = leaders
        self.beginnings = [beginning(board, county, names) for county in range(len(board.counties))]

    def of(self, data: np.void) -> str:
        lines = [HEAD]
        for region in range(len(self.on.regions)):
            lines += self._region_lines(data, region)
            for county in counties_of(self.on, region):
                lines += self._county_lines(data, county)
        return "\n".join(lines)

    def _region_lines(self, data: np.void, region: int) -> list[str]:
        """The region with the buildings of each seat there, as they count for majorities."""
        return _folded(f"{self.on.regions[region]} ", [*self._built(data, region)], "  ", "  ")

    def _built(self, data: np.void, region: int) -> Iterator[str]:
        for kind, name in enumerate(KINDS):
            counts = counts_in(self.on, data, kind, region)
            shown = " ".join(f"{seat}:{n}" for seat, n in enumerate(counts) if n)
            if shown:
                yield f"{name} {shown}"

    def _county_lines(self, data: np.void, county: int) -> list[str]:
        name, _, tax, grain, *_ = self.on.counties[county]
        held, built, marked = county_signs(self.on, self.leaders, data, county)
        beside = [self.beginnings[other] for other in neighbours_of(self.on, county)]
        start = f" {name:<16} {held:<4} {built:<3} {marked:<6}{tax:>3} {grain:>5} "
        return _folded(start, beside, " " * len(start), " ")


def beginning(board: Board, county: int, names: Sequence[str]) -> str:
    """The beginning of a county's name, or of its name without a title, that no other has."""
    own = [*other_names(board, county), board.names[county]]
    others = [name.lower() for name in names if name not in own]
    short = own[0]
    title = short.rfind(". ") + 2 if ". " in short else 0
    for length in range(title + SHORTEST, len(short)):
        start = short[:length].lower()
        if not any(other.startswith(start) for other in others):
            return short[:length]
    return short


def _folded(start: str, items: Sequence[str], indent: str, between: str) -> list[str]:
    """Items behind the start of a line, as many lines as they need."""
    text = between.join(map(held, items))
    lines = hanging(f"{start} ", text, f"{indent} ", columns(MAP_WIDTH))
    return lines or [start.rstrip()]
