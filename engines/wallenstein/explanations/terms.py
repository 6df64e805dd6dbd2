"""Words of the rules that are neither pieces nor cards: supplies, neutral counties, the chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import numpy as np

from eminence.engines.kit.options import listed
from eminence.engines.kit.wording import plural
from eminence.engines.wallenstein.explanations.agreed import Agreed
from eminence.engines.wallenstein.explanations.looking import KINDS, both, counties_of, owner_of
from eminence.engines.wallenstein.explanations.things import Thing, thing
from eminence.engines.wallenstein.names import COLOURS
from eminence.engines.wallenstein.numbers import Board


class Terms:
    """Terms of one loaded game."""

    def __init__(self, board: Board, agreed: Agreed) -> None:
        self.on = board
        self.agreed = agreed

    def things(self) -> Iterator[Thing]:
        on = self.on
        yield thing(
            "supply",
            "term",
            """Your cubes that are not on the board, in the tray or in the dice tower. New armies
            come from here, and cubes that are lost come back here.""",
            self._supply_stands,
        )
        yield thing(
            "neutral county",
            "term",
            f"""Nobody holds it and no armies are in it. Against an attack it is defended by
            {plural(on.neutral_peasants, "peasant")} and by the peasants in the tray. A county
            becomes neutral when a battle for it ends level, or when peasants win a revolt; it
            loses its buildings and revolt markers then.""",
            self._neutral_stands,
        )
        yield thing(
            "player order",
            "term",
            """Who performs each action first. A position also gives its bonus tile. After fall the
            order stays until the end of winter.""",
            self._order_stands,
        )
        yield thing(
            "majority",
            "term",
            f"""The most buildings of a kind in a region, at least one, bring points in winter:
            {both(self._majority_points())}. If several share it, each of them gets
            {on.tie_loss} less.""",
        )
        yield thing("supply chart", "term", chart_text(on.chart))
        if self.agreed.draft:
            yield thing(
                "army group",
                "term",
                f"""Armies that go together into one county in the draft. Everybody has groups of
                {listed(on.groups, "and")} armies.""",
            )

    def _majority_points(self) -> list[str]:
        return [f"{points} for {KINDS[kind]}" for kind, points in enumerate(self.on.majority)]

    def _supply_stands(self, data: np.void) -> str:
        left = [f"{colour} {n}" for colour, n in zip(COLOURS, data["supply"], strict=True) if n]
        return f"In supplies: {', '.join(left)}." if left else "All supplies are empty."

    def _neutral_stands(self, data: np.void) -> str:
        neutral = [
            self.on.names[county]
            for region in range(len(self.on.regions))
            for county in counties_of(self.on, region)
            if owner_of(data, county) is None
        ]
        return f"Neutral: {both(neutral)}."

    def _order_stands(self, data: np.void) -> str:
        order = [f"seat {int(owner) - 1}" for owner in data["leader"] if owner]
        return f"Now: {', '.join(order)}." if order else ""


def chart_text(chart: Sequence[tuple[int, int, int]]) -> str:
    """How many revolts a shortage of grain brings, row by row."""
    ends = [following[0] - 1 for following in chart[1:]]
    rows = [
        f"{_span(first, last)}: {plural(revolts, 'revolt')} with {plural(more, 'peasant')} more"
        for (first, revolts, more), last in zip_longest(chart, ends)
    ]
    return f"""What follows in winter from counties for which you have no grain, by their number:
        {"; ".join(rows)}. The peasants come on top of those for revolt markers."""


def _span(first: int, last: int | None) -> str:
    """Such as `3 to 4`; nothing comes after the last row."""
    if last is None:
        return f"{first} or more"
    return f"{first} to {last}" if last > first else f"{first}"
