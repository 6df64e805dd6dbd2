"""What many blocks say of an agent: win share, rank and margin, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from eminence.experiments.statistics.intervals import Estimate, estimates
from eminence.experiments.statistics.lineup_blocks import (
    Floats,
    LineupBlocks,
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
    """The win share among equals: 1 / number of seats."""
    win: Estimate
    """Win share per game and seat."""
    ratio: Estimate
    """`win` in units of `fair`."""
    rank: Estimate
    margin: Estimate
    """Its score minus the best other one."""


def summarise(played: LineupBlocks, position: int = 0, seed: int = 0) -> Summary:
    """One position of a line-up; position 0 is the candidate of a match.

    `seed` makes the bootstrap repeatable.
    """
    agent = played.lineup[checked_position(played, position)]
    return _summary(agent, [played], [[position]], seed)


def standings(pool: Sequence[LineupBlocks], seed: int = 0) -> list[Summary]:
    """Every agent of a pool over all line-ups it sits in, by name."""
    return [
        _summary(agent, pool, [played.positions(agent) for played in pool], seed)
        for agent in agents_of(pool)
    ]


def _summary(
    agent: str, pool: Sequence[LineupBlocks], positions: Sequence[list[int]], seed: int
) -> Summary:
    sat = [(played, at) for played, at in zip(pool, positions, strict=True) if at]
    seeds = Seeds.of([played for played, _ in sat])
    wins, ranks, margins, count, fair = seeds.sums([_sums(*pair) for pair in sat]).T
    share = float(fair.sum() / count.sum())
    last = float(max(played.seats for played, _ in sat))
    win, ratio, rank, margin = estimates(
        totals=np.stack([wins, wins, ranks, margins], axis=1),
        counts=np.stack([count, fair, count, count], axis=1),
        bounds=[(0, 1), (0, 1 / share), (1, last), None],
        seed=seed,
    )
    blocks = sum(played.blocks for played, _ in sat)
    games = sum(played.games for played, _ in sat)
    return Summary(agent, blocks, games, share, win, ratio, rank, margin)


def _sums(played: LineupBlocks, positions: list[int]) -> Floats:
    """Per block, over games and positions: wins, ranks, margins, how many, their fair wins."""
    of = [played.wins, played.ranks, played.margins]
    sums = [values[:, :, positions].sum(axis=(1, 2)) for values in of]
    count = np.full(played.blocks, played.wins.shape[1] * len(positions), dtype=float)
    return np.stack([*sums, count, count / played.seats], axis=1)
