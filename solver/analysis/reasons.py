"""Why a move is best: what it leads to, and the hidden facts that would change the choice."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from eminence.solver.analysis.confidence import ALPHA, Difference, Floats
from eminence.solver.analysis.rollout_statistics import Sample

#: a fact with more values than this is split at some of them only
SPLITS = 12
#: a split needs so many worlds on either side
FEWEST_WORLDS = 30
#: facts that are told, and splits that are tried for them: a confidence sequence takes its time
MOST_FLIPS, MOST_TRIED = 6, 12
#: a fact with numbers beyond this is sorted, which takes longer
MOST_VALUES = 1000


@dataclass(frozen=True)
class Effect:
    """Points that a seat can expect from one source until the end of the game."""

    seat: int
    source: str
    best: float
    """After the best move."""
    rival: float
    """After its rival."""
    error: float
    """Standard error of their difference; both were tried in the same worlds."""

    @property
    def difference(self) -> float:
        """How much more the best move brings."""
        return self.best - self.rival

    @property
    def clear(self) -> bool:
        """Is the difference larger than luck would explain?"""
        return abs(self.difference) > 2 * self.error


def bounded(fact: str, at_least: bool, bound: float) -> str:
    """A hidden number and the side of it that is spoken of: `seat 1: foils: 2 or more`."""
    if not bound and not at_least:
        return f"{fact}: none"
    return f"{fact}: {bound:g} or {'more' if at_least else 'less'}"


@dataclass(frozen=True)
class Flip:
    """A hidden fact: where it holds, the rival is better."""

    fact: str
    at_least: bool
    """It holds from `bound` up; else from `bound` down."""
    bound: float
    share: float
    """The share of worlds in which it holds."""
    difference: float
    """How much more the rival wins there."""
    low: float
    high: float
    """Lower and upper bounds of that."""

    @property
    def text(self) -> str:
        """When the choice changes."""
        return bounded(self.fact, self.at_least, self.bound)


@dataclass(frozen=True)
class Reasons:
    """The best move against its rival."""

    best: str
    rival: str
    effects: tuple[Effect, ...]
    flips: tuple[Flip, ...]
    """Effects and flips begin with those that matter most."""


def explain(
    sample: Sample, best: int, rival: int, texts: tuple[str, str],
    sources: Sequence[str], facts: Sequence[str],
) -> Reasons:  # fmt: skip
    """Compare two leading moves, by their action ids."""
    i, j = sample.leaders.index(best), sample.leaders.index(rival)
    gains = sample.gains[min(i, j), max(i, j)]
    of_best, of_rival = gains.means if i < j else gains.means[::-1]
    effects = tuple(
        Effect(
            seat,
            name,
            float(of_best[seat, k]),
            float(of_rival[seat, k]),
            float(gains.errors[seat, k]),
        )
        for seat in range(len(of_best))
        for k, name in enumerate(sources)
    )
    worths = np.concatenate(sample.worths)
    lead = worths[:, i] - worths[:, j]
    both = ~np.isnan(lead)
    # Which two moves are compared was decided by the same worlds.
    alpha = ALPHA / len(sample.gains)
    found = flips(np.concatenate(sample.facts)[both], facts, lead[both], alpha)
    return Reasons(*texts, effects, tuple(found))


def flips(facts: Floats, names: Sequence[str], lead: Floats, alpha: float) -> list[Flip]:
    """The facts where the rival is better for sure; of each fact the split that matters most.

    `facts` is (worlds, facts), `lead` how much more the best move wins than its rival in each
    world. All splits share alpha. The facts that matter most come first, MOST_FLIPS of them.
    """
    splits = list(_splits(facts, lead))
    each = alpha / max(1, len(splits))
    promising = [split for split in splits if split.may_be_sure(each)]
    promising.sort(key=lambda split: (-split.weight, names[split.fact]))
    found: dict[int, Flip] = {}
    for split in promising[:MOST_TRIED]:
        if split.fact not in found and len(found) < MOST_FLIPS:
            difference = Difference(each)
            difference.add(lead[split.holds(facts)])
            if difference.high < 0:
                found[split.fact] = split.flip(names[split.fact], difference)
    return list(found.values())


@dataclass(frozen=True)
class Split:
    """The worlds on one side of a bound, in figures that cost little."""

    fact: int
    at_least: bool
    bound: float
    share: float
    worlds: int
    mean: float
    """How much more the best move wins there."""
    error: float

    @property
    def weight(self) -> float:
        """What knowing the fact is worth."""
        return -self.share * self.mean

    def may_be_sure(self, alpha: float) -> bool:
        """Is it worth a confidence sequence? One that ends below 0 is hardly ever nearer to it."""
        return self.mean < -self.error * math.sqrt(-math.log(alpha))

    def holds(self, facts: Floats) -> NDArray[np.bool_]:
        """In which worlds."""
        column = facts[:, self.fact]
        return column >= self.bound if self.at_least else column <= self.bound

    def flip(self, name: str, difference: Difference) -> Flip:
        """What is told of it."""
        return Flip(
            name,
            self.at_least,
            self.bound,
            self.share,
            -difference.mean,
            -difference.high,
            -difference.low,
        )


def _splits(facts: Floats, lead: Floats) -> Iterator[Split]:
    """Every split that leaves worlds enough on both sides."""
    if len(lead) < 2 * FEWEST_WORLDS:
        return
    for fact in range(facts.shape[1]):
        values, places = _values(facts[:, fact])
        # Sums over the worlds with each value, and with it or any lower one.
        weighted = (None, lead, lead**2)
        below = [np.cumsum(np.bincount(places, by, len(values))) for by in weighted]
        whole = [sums[-1] for sums in below]
        for low, high in pairwise(_some(len(values))):
            # Between two neighbours: what is not below is above.
            under = [sums[high - 1] for sums in below]
            over = [of_all - part for of_all, part in zip(whole, under, strict=True)]
            if min(under[0], over[0]) >= FEWEST_WORLDS:
                yield _split(fact, True, values[high], over, len(lead))
            under = [sums[low] for sums in below]
            if FEWEST_WORLDS <= under[0] <= len(lead) - FEWEST_WORLDS:
                yield _split(fact, False, values[low], under, len(lead))


def _split(fact: int, at_least: bool, bound: float, sums: list[float], worlds: int) -> Split:
    count, total, squares = sums
    mean = total / count
    error = math.sqrt(max(squares / count - mean**2, 0.0) / count)
    return Split(fact, at_least, float(bound), count / worlds, int(count), mean, error)


def _values(column: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """The values, ascending, and which of them each world has. Most facts are small numbers."""
    least = column.min()
    numbers = (column - least).astype(np.int64)
    if numbers.max() >= MOST_VALUES or not np.array_equal(numbers + least, column):
        values, places = np.unique(column, return_inverse=True)
        return values, places
    # The same without sorting, which takes ten times as long.
    is_there = np.bincount(numbers) > 0
    return least + np.flatnonzero(is_there), (np.cumsum(is_there) - 1)[numbers]


def _some(values: int) -> list[int]:
    """Places of the values that a fact is split at."""
    few = np.linspace(0, values - 1, min(values, SPLITS))
    return [int(place) for place in few]
