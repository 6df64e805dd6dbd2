"""Pools of made-up agents: how well a way of giving out blocks ranks them.

Their strengths are known, so the ranking error is too: the share of the pairs that stand in
the wrong order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from eminence.experiments.statistics.allocation import Lineup, allocate
from eminence.experiments.statistics.lineup_blocks import Floats, LineupBlocks
from eminence.experiments.statistics.ratings import choices, strengths

AGENTS = tuple("ABCDEFGH")
#: of log strengths: about 175 points on the Elo-like scale
SPREAD = 1.0


def simulated(
    lineup: Lineup, truth: dict[str, float], seeds: Sequence[int], rng: np.random.Generator
) -> LineupBlocks:
    """Blocks of a line-up: adding Gumbel noise to log strengths ranks by Plackett-Luce."""
    seats = len(lineup)
    own = np.array([truth[agent] for agent in lineup])
    shown = own + rng.gumbel(size=(len(seeds), seats, seats))
    ranks = (1 + np.argsort(np.argsort(-shown, axis=2), axis=2)).astype(np.float64)
    return LineupBlocks(lineup, np.asarray(seeds), (ranks == 1).astype(np.float64), ranks, shown)


def joined(before: LineupBlocks | None, more: LineupBlocks) -> LineupBlocks:
    """All blocks of both."""
    if before is None:
        return more
    arrays = [
        np.concatenate([getattr(before, name), getattr(more, name)])
        for name in ("seeds", "wins", "ranks", "scores")
    ]
    return LineupBlocks(before.lineup, *arrays)


def ranking_error(pool: Sequence[LineupBlocks], truth: dict[str, float]) -> float:
    """Share of the pairs that the estimated strengths put in the wrong order."""
    counted = choices(pool)
    found = dict(zip(counted.agents, strengths(counted), strict=True))
    pairs = list(combinations(truth, 2))
    wrong = sum((truth[a] - truth[b]) * (found.get(a, 0) - found.get(b, 0)) <= 0 for a, b in pairs)
    return wrong / len(pairs)


Chooser = Callable[[Sequence[LineupBlocks], Sequence[Lineup], int], list[int]]


def round_robin(pool: Sequence[LineupBlocks], lineups: Sequence[Lineup], blocks: int) -> list[int]:
    """The same number of blocks for all, starting with the first in the list."""
    so_far = sum(each.blocks for each in pool)
    given = [0] * len(lineups)
    for block in range(so_far, so_far + blocks):
        given[block % len(lineups)] += 1
    return given


def run(
    choose: Chooser, lineups: Sequence[Lineup], truth: dict[str, float], budget: Budget, seed: int
) -> Floats:
    """The ranking error after each batch."""
    rng = np.random.default_rng(seed)
    played: dict[Lineup, LineupBlocks] = {}
    errors = []
    seeds = iter(range(budget.batches * budget.batch))
    for _ in range(budget.batches):
        counts = choose(list(played.values()), lineups, budget.batch)
        for lineup, count in zip(lineups, counts, strict=True):
            if count:
                blocks = simulated(lineup, truth, [next(seeds) for _ in range(count)], rng)
                played[lineup] = joined(played.get(lineup), blocks)
        errors.append(ranking_error(list(played.values()), truth))
    return np.array(errors)


@dataclass(frozen=True)
class Budget:
    """How much to simulate."""

    pools: int
    runs: int
    batches: int
    batch: int


@dataclass(frozen=True)
class Saved:
    """One pool: how round robin ended, and how the adaptive run compares."""

    error: float
    adaptive_error: float
    share: float
    """The share of round robin's games for the same error; 1 if it was never reached."""


def compare(
    lineups: Sequence[Lineup], budget: Budget, seed: int, chooser: Chooser = allocate
) -> Saved:
    """Round robin against another way to choose, on a pool of random strengths."""
    rng = np.random.default_rng(seed)
    truth = dict(zip(AGENTS, rng.normal(0, SPREAD, len(AGENTS)), strict=True))
    keys = rng.integers(2**32, size=(2, budget.runs))
    full, adaptive = (
        np.mean([run(choose, lineups, truth, budget, int(key)) for key in row], axis=0)
        for choose, row in zip((round_robin, chooser), keys, strict=True)
    )
    return Saved(full[-1], adaptive[-1], share_needed(adaptive, full[-1]))


def share_needed(errors: Floats, error: float) -> float:
    """The share of the batches from which the error stays this low, interpolated.

    Not the first time it is reached: a noisy curve dips below too early.
    """
    above = np.flatnonzero(errors > error)
    if not len(above):
        return 1 / len(errors)
    last = int(above[-1])
    if last + 1 == len(errors):
        return 1.0
    before, after = errors[last], errors[last + 1]
    return float((last + 1 + (before - error) / (before - after)) / len(errors))
