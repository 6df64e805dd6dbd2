"""What many blocks say of an agent: win share, rank and margin, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from experiments.intervals import Estimate, estimates
from experiments.outcomes import (
    Floats,
    Outcomes,
    Seeds,
    agents_of,
    checked_position,
)


@dataclass(frozen=True)
class Summary:
    """How an agent did; where it sat at several seats of a game, each of them counts."""

    agent: str
    blocks: int
    games: int
    fair: float
    """The win share of equals: 1 by the number of seats."""
    win: Estimate
    """Win share per game and seat."""
    ratio: Estimate
    """`win` in units of `fair`."""
    rank: Estimate
    margin: Estimate
    """Its score less the best other one."""


def summarise(outcomes: Outcomes, position: int = 0, seed: int = 0) -> Summary:
    """One position of a line-up; position 0 is the candidate of a match.

    `seed` makes the bootstrap repeatable.
    """
    agent = outcomes.lineup[checked_position(outcomes, position)]
    return _summary(agent, [outcomes], [[position]], seed)


def standings(pool: Sequence[Outcomes], seed: int = 0) -> list[Summary]:
    """Every agent of a pool over all line-ups it sits in, by name."""
    return [
        _summary(agent, pool, [outcomes.positions(agent) for outcomes in pool], seed)
        for agent in agents_of(pool)
    ]


def _summary(
    agent: str, pool: Sequence[Outcomes], positions: Sequence[list[int]], seed: int
) -> Summary:
    sat = [(outcomes, at) for outcomes, at in zip(pool, positions, strict=True) if at]
    seeds = Seeds.of([outcomes for outcomes, _ in sat])
    wins, ranks, margins, count, fair = seeds.sums([_sums(*pair) for pair in sat]).T
    share = float(fair.sum() / count.sum())
    last = float(max(outcomes.seats for outcomes, _ in sat))
    win, ratio, rank, margin = estimates(
        totals=np.stack([wins, wins, ranks, margins], axis=1),
        counts=np.stack([count, fair, count, count], axis=1),
        bounds=[(0, 1), (0, 1 / share), (1, last), None],
        seed=seed,
    )
    blocks = sum(outcomes.blocks for outcomes, _ in sat)
    games = sum(outcomes.games for outcomes, _ in sat)
    return Summary(agent, blocks, games, share, win, ratio, rank, margin)


def _sums(outcomes: Outcomes, positions: list[int]) -> Floats:
    """Per block, over games and positions: wins, ranks, margins, how many, their fair wins."""
    of = [outcomes.wins, outcomes.ranks, outcomes.margins]
    sums = [values[:, :, positions].sum(axis=(1, 2)) for values in of]
    count = np.full(outcomes.blocks, outcomes.wins.shape[1] * len(positions), dtype=float)
    return np.stack([*sums, count, count / outcomes.seats], axis=1)
