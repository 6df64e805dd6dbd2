"""Who finishes ahead of whom: every two agents of a pool, with exact p-values.

The unit is the seed: all its games share their luck. Per seed and pair of agents there is a
balance: games in which a finished ahead of b, minus games in which b did. If neither is better,
plus and minus are equally likely for each balance, however the games of a seed depend on each
other: the sign-flip permutation test. Its null distribution is worked out exactly, not sampled, so
a p-value needs no seed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from eminence.experiments.statistics.intervals import Estimate, estimates
from eminence.experiments.statistics.lineup_blocks import Floats, LineupBlocks, Seeds, agents_of

CORRECTION = "Holm"


@dataclass(frozen=True)
class Comparison:
    """Two agents that met."""

    first: str
    second: str
    games: int
    ahead: Estimate
    """Share of the games in which the first finished ahead of the second; level is half."""
    p: float
    """How likely a share so far from one half is if neither is better (two-sided)."""
    adjusted: float
    """The same after the correction for all pairs of the pool."""


@dataclass(frozen=True)
class Pairwise:
    """All pairs of a pool."""

    agents: tuple[str, ...]
    comparisons: tuple[Comparison, ...]
    correction: str

    def matrix(self) -> Floats:
        """Row ahead of column, as a share of games; nan where two never met."""
        shares = np.full((len(self.agents),) * 2, np.nan)
        place = {agent: i for i, agent in enumerate(self.agents)}
        for pair in self.comparisons:
            i, j = place[pair.first], place[pair.second]
            shares[i, j], shares[j, i] = pair.ahead.value, 1 - pair.ahead.value
        return shares


def pairwise(pool: Sequence[LineupBlocks], seed: int = 0) -> Pairwise:
    """Compare every two agents that met; `seed` is the bootstrap's.

    Where an agent sits at several seats of a game, the game counts once: as the mean over its
    seats and those of the other.
    """
    seeds = Seeds.of(pool)
    agents = agents_of(pool)
    met = [
        pair
        for pair in combinations(agents, 2)
        if any(set(pair) <= set(played.lineup) for played in pool)
    ]
    if not met:
        return Pairwise(agents, (), CORRECTION)
    pairs = [_pair(pool, seeds, *pair) for pair in met]
    ahead = estimates(
        totals=np.stack([(pair.games + pair.balance / pair.unit) / 2 for pair in pairs], 1),
        counts=np.stack([pair.games for pair in pairs], axis=1),
        bounds=[(0, 1)] * len(pairs),
        seed=seed,
    )
    p = [sign_flip(pair.balance) for pair in pairs]
    rows = zip(met, pairs, ahead, p, holm(p), strict=True)
    compared = [
        Comparison(first, second, int(pair.games.sum()), share, chance, adjusted)
        for (first, second), pair, share, chance, adjusted in rows
    ]
    return Pairwise(agents, tuple(compared), CORRECTION)


@dataclass(frozen=True)
class _Pair:
    games: Floats
    """Per seed."""
    balance: NDArray[np.int64]
    """Per seed, in units of 1 / unit: whole numbers keep the test exact."""
    unit: int


def _pair(pool: Sequence[LineupBlocks], seeds: Seeds, first: str, second: str) -> _Pair:
    seats = [(o.positions(first), o.positions(second)) for o in pool]
    unit = math.lcm(*(len(a) * len(b) for a, b in seats if a and b))
    sums = seeds.sums([_balance(played, *at, unit) for played, at in zip(pool, seats, strict=True)])
    return _Pair(sums[:, 0], np.rint(sums[:, 1]).astype(np.int64), unit)


def _balance(played: LineupBlocks, first: list[int], second: list[int], unit: int) -> Floats:
    """Per block: games, and games ahead minus games behind in units of 1 / unit."""
    if not first or not second:
        return np.zeros((played.blocks, 2))
    ranks = played.ranks
    signs = np.sign(ranks[:, :, None, second] - ranks[:, :, first, None]).sum(axis=(1, 2, 3))
    games = np.full(played.blocks, ranks.shape[1])
    return np.stack([games, signs * (unit // (len(first) * len(second)))], axis=1)


def sign_flip(balances: NDArray[np.int64]) -> float:
    """The chance that random signs bring the sum of these at least as far from 0.

    A sum of independent +-v has the characteristic function product of cos(v t); on a circle
    that all sums fit on, its inverse Fourier transform is the distribution itself (to about
    1e-15; at least the signs found and their opposites are as far off).
    """
    sizes, times = np.unique(np.abs(balances[balances != 0]), return_counts=True)
    if not len(sizes):
        return 1.0
    step = int(np.gcd.reduce(sizes))
    found, reach = abs(int(balances.sum())) // step, int(sizes @ times) // step
    # Sums go from -reach to reach in steps of 2: number i, from 0, is 2 i - reach.
    points = 1 << reach.bit_length()
    turns = np.arange(points)
    transform = np.exp(-1j * np.pi * (turns * reach % (2 * points)) / points)
    for size, often in zip(sizes // step, times, strict=True):
        transform *= np.cos(np.pi * (turns * size % (2 * points)) / points) ** often
    chances = np.fft.ifft(transform).real[: reach + 1]
    far = np.abs(2 * np.arange(reach + 1) - reach) >= found
    return float(np.clip(chances[far].sum(), 2.0 ** (1 - times.sum()), 1))


def holm(p: Sequence[float]) -> list[float]:
    """Holm's step-down correction: the chance of any false alarm stays below the level."""
    values = np.asarray(p, dtype=float)
    order = np.argsort(values, kind="stable")
    raised = values[order] * np.arange(len(values), 0, -1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(np.maximum.accumulate(raised), 1)
    return [float(value) for value in adjusted]
