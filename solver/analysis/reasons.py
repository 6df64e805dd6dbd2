"""Why a move is best: what it leads to, and the hidden facts that would change the choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from eminence.solver.analysis.confidence import ALPHA, Difference, Floats
from eminence.solver.analysis.rollout_statistics import Sample

#: a fact with more values than this is split at some of them only
SPLITS = 12
#: a split needs so many worlds on either side
FEWEST_WORLDS = 30


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
        side = "or more" if self.at_least else "or less"
        return f"{self.fact}: {self.bound:g} {side}"


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
    wins = np.concatenate(sample.wins)
    lead = wins[:, i] - wins[:, j]
    both = ~np.isnan(lead)
    # Which two moves are compared was decided by the same worlds.
    alpha = ALPHA / len(sample.gains)
    found = flips(np.concatenate(sample.facts)[both], facts, lead[both], alpha)
    return Reasons(*texts, effects, tuple(found))


def flips(facts: Floats, names: Sequence[str], lead: Floats, alpha: float) -> list[Flip]:
    """The facts where the rival is better for sure; of each fact the split that matters most.

    `facts` is (worlds, facts), `lead` how much more the best move wins than its rival in each
    world. All splits share alpha.
    """
    splits = list(_splits(facts))
    best: dict[int, Flip] = {}
    for fact, at_least, bound in splits:
        holds = facts[:, fact] >= bound if at_least else facts[:, fact] <= bound
        part = lead[holds]
        if part.mean() >= 0:
            continue
        difference = Difference(alpha / len(splits))
        difference.add(part)
        if difference.high >= 0:
            continue
        flip = Flip(
            names[fact],
            at_least,
            bound,
            float(holds.mean()),
            -difference.mean,
            -difference.high,
            -difference.low,
        )
        if fact not in best or _weight(flip) > _weight(best[fact]):
            best[fact] = flip
    return sorted(best.values(), key=lambda flip: (-_weight(flip), flip.fact))


def _weight(flip: Flip) -> float:
    """What knowing the fact is worth."""
    return flip.share * flip.difference


def _splits(facts: Floats) -> list[tuple[int, bool, float]]:
    """Fact, side and bound of every split that leaves worlds enough on both sides."""
    found = []
    for fact in range(facts.shape[1]):
        column = facts[:, fact]
        values = np.unique(column)
        if len(values) > SPLITS:
            values = values[np.linspace(0, len(values) - 1, SPLITS).astype(int)]
        for low, high in pairwise(values):
            # Between two neighbours: what is not below is above.
            above = int((column >= high).sum())
            if min(above, len(column) - above) >= FEWEST_WORLDS:
                found += [(fact, True, float(high)), (fact, False, float(low))]
    return found
