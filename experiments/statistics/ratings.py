"""Ratings: Plackett-Luce strengths by maximum likelihood, with intervals.

Each agent has a strength. A game is a row of choices: the winner is chosen from all players
with a chance proportional to strength, the next one from the rest, and so on. What counts is
only how often each group of contenders came up and how often each agent was chosen, so a
million games weigh no more than a few hundred distinct groups.

A tie leaves the order open: it counts as the mean over all orders that it allows, so that with
two players it is half a win. An agent at several seats is one strength; its copies
beating each other say nothing and cancel out.

The logarithm of an agent's strength has no finite estimate if it always won. A weak prior keeps
it finite: `prior` games (1 unless told) against an agent of average strength, half of them won.

Intervals come from the Bayesian bootstrap (D. B. Rubin, The Bayesian Bootstrap, Annals of
Statistics 9, 1981): every seed gets an exponential weight, so no resample loses a line-up as
drawing with replacement may. The prior's games get random weights too (gamma, with their number as
its mean): an agent that never lost has a wide interval, not a sure one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.errors import BadOption
from eminence.experiments.statistics.intervals import TAIL, Estimate, mix
from eminence.experiments.statistics.lineup_blocks import Floats, LineupBlocks, Seeds, agents_of

RESAMPLES = 2_000
PRIOR = 1.0
#: of the Elo-like scale: 400 points are odds of ten to one to finish ahead
ELO = 400 / math.log(10)
#: The last step is the one that promises the log likelihood no more than that. Newton's method
#: squares the error with each step, so the remaining error is far smaller.
CLOSE = 1e-12
STEPS = 500
#: numbers per array, which bounds the memory whatever the size of the pool
NUMBERS = 2_000_000


@dataclass(frozen=True)
class Rating:
    """An agent's strength."""

    agent: str
    games: int
    strength: float
    """Its logarithm; the mean over the pool is 0."""
    elo: Estimate
    """The same in points: 400 are odds of ten to one to finish ahead."""


@dataclass(frozen=True)
class Choices:
    """All that a likelihood needs to know of a pool, per seed."""

    agents: tuple[str, ...]
    contenders: Floats
    """(groups, agents): how often an agent is in each group of contenders."""
    times: Floats
    """(seeds, groups): how often somebody was chosen from it."""
    chosen: Floats
    """(seeds, agents)"""
    ahead: NDArray[np.bool_]
    """(agents, agents): has the row finished ahead of, or level with, the column?"""


def choices(pool: Sequence[LineupBlocks]) -> Choices:
    """Count groups and choices of all games."""
    by_seed = Seeds.of(pool)
    agents = agents_of(pool)
    seats = [seats_of(played.lineup, agents) for played in pool]
    numbers: dict[tuple[float, ...], int] = {}
    groups = [
        [numbers.setdefault(tuple(who), len(numbers)) for who in subsets(len(at)) @ at]
        for at in seats
    ]
    times = [np.zeros((played.blocks, len(numbers))) for played in pool]
    for into, columns, often in zip(times, groups, _times_left(pool), strict=True):
        for column, per_block in zip(columns, often.T, strict=True):
            into[:, column] += per_block
    # Sooner or later everybody is chosen, in each game once per seat.
    chosen = [
        np.tile(played.ranks.shape[1] * at.sum(axis=0), (played.blocks, 1))
        for played, at in zip(pool, seats, strict=True)
    ]
    ahead = np.zeros((len(agents), len(agents)), dtype=bool)
    for played, at in zip(pool, seats, strict=True):
        ahead |= at.T @ _ahead(played.ranks) @ at > 0
    contenders = np.array(list(numbers))
    return Choices(agents, contenders, by_seed.sums(times), by_seed.sums(chosen), ahead)


def seats_of(lineup: tuple[str, ...], agents: tuple[str, ...]) -> Floats:
    """(positions, agents): 1 where an agent sits."""
    return np.array([[float(name == agent) for agent in agents] for name in lineup])


@cache
def subsets(seats: int) -> NDArray[np.bool_]:
    """(subsets, seats): all but the empty one, in the order of their binary numbers."""
    return (np.arange(1, 1 << seats)[:, None] >> np.arange(seats) & 1).astype(bool)


def _times_left(pool: Sequence[LineupBlocks]) -> list[Floats]:
    """Per LineupBlocks (blocks, subsets): how often just these positions were left."""
    found = [np.empty(0)] * len(pool)
    for shape in {played.ranks.shape[1:] for played in pool}:
        alike = [i for i, played in enumerate(pool) if played.ranks.shape[1:] == shape]
        times = _chances_left(np.concatenate([pool[i].ranks for i in alike])).sum(axis=1)
        ends = np.cumsum([pool[i].blocks for i in alike])[:-1]
        for i, part in zip(alike, np.split(times, ends), strict=True):
            found[i] = part
    return found


def _chances_left(ranks: Floats) -> Floats:
    """(blocks, games, subsets): the chance that just this subset was left at some time.

    It was if all others finished ahead. If t positions finished level and r of them are in the
    subset, it was in one of "t choose r" orders.
    """
    seats = ranks.shape[2]
    orders = np.array(
        [[max(1, math.comb(t, r)) for r in range(seats + 1)] for t in range(seats + 1)]
    )
    chances = []
    for inside in subsets(seats):
        last_out = ranks[:, :, ~inside].max(axis=2, initial=0)
        first_in = ranks[:, :, inside].min(axis=2)
        level = ranks == first_in[:, :, None]
        ways = orders[level.sum(axis=2), level[:, :, inside].sum(axis=2)]
        chances.append(np.where(last_out == first_in, 1 / ways, last_out < first_in))
    return np.stack(chances, axis=2)


def _ahead(ranks: Floats) -> Floats:
    """(positions, positions): how often the row was not behind the column."""
    return (ranks[:, :, :, None] <= ranks[:, :, None, :]).sum(axis=(0, 1)).astype(float)


@dataclass(frozen=True)
class Likelihood:
    """Weighted choices and the prior's games: one likelihood per row.

    Fields are (rows, groups) and (rows, agents), but `contenders`, which all rows share.
    """

    contenders: Floats
    times: Floats
    chosen: Floats
    won: Floats
    lost: Floats

    def derivatives(self, strengths: Floats) -> tuple[Floats, Floats]:
        """Gradient (rows, agents) and negative Hessian (rows, agents, agents)."""
        powers = np.exp(strengths - strengths.max(axis=1, keepdims=True))
        weights = self.contenders * powers[:, None, :]
        chances = weights / weights.sum(axis=2, keepdims=True)
        expected = chances * self.times[:, :, None]
        mean = expected.sum(axis=1)
        beaten = 1 / (1 + np.exp(-strengths))
        gradient = self.chosen - mean + self.won - (self.won + self.lost) * beaten
        spread = mean + (self.won + self.lost) * beaten * (1 - beaten)
        curvature = spread[:, :, None] * np.eye(strengths.shape[1])
        return gradient, curvature - expected.transpose(0, 2, 1) @ chances

    def maximum(self, start: Floats) -> Floats:
        """The most likely strengths per row, by Newton's method; the mean of each is 0.

        A step is shortened so that no two strengths (the average one of the prior included)
        move apart by more than 1. Third derivatives of these likelihoods are at most the second
        ones times that distance, so every such step goes uphill.
        """
        strengths = start.copy()
        # Without a prior only differences matter: keep the mean where it is.
        free = not np.any(self.won + self.lost)
        for _ in range(STEPS):
            gradient, curvature = self.derivatives(strengths)
            step = np.linalg.solve(curvature + free, gradient[:, :, None])[:, :, 0]
            reach = np.maximum(step.max(axis=1), 0) - np.minimum(step.min(axis=1), 0)
            strengths += step / np.maximum(reach, 1)[:, None]
            if np.sum(gradient * step, axis=1).max() < CLOSE:
                return strengths - strengths.mean(axis=1, keepdims=True)
        raise ArithmeticError(f"ratings did not prepare_process within {STEPS} steps")


def likelihood(counted: Choices, prior: float) -> Likelihood:
    """The likelihood of all games, as one row."""
    if not (math.isfinite(prior) and prior >= 0):
        raise BadOption(f"prior={prior}: choose 0 or more games")
    if prior == 0 and not _linked(counted.ahead):
        raise BadOption("prior=0: some agents never lost to others: choose prior above 0")
    half = np.full((1, len(counted.agents)), prior / 2)
    times, chosen = counted.times.sum(axis=0), counted.chosen.sum(axis=0)
    return Likelihood(counted.contenders, times[None], chosen[None], half, half)


def strengths(counted: Choices, prior: float = PRIOR) -> Floats:
    """Log strengths of the agents in their order; their mean is 0."""
    start = np.zeros((1, len(counted.agents)))
    return likelihood(counted, prior).maximum(start)[0]


def rate(pool: Sequence[LineupBlocks], prior: float = PRIOR, seed: int = 0) -> tuple[Rating, ...]:
    """All agents of a pool, the best first; `seed` is the bootstrap's."""
    counted = choices(pool)
    best = strengths(counted, prior)
    low, high = np.quantile(_resampled(counted, best, prior, seed), [TAIL, 1 - TAIL], axis=0)
    games = [sum(o.games for o in pool if agent in o.lineup) for agent in counted.agents]
    rows = zip(counted.agents, games, best, low, high, strict=True)
    rated = [
        Rating(agent, n, float(s), Estimate(float(ELO * s), float(ELO * a), float(ELO * b)))
        for agent, n, s, a, b in rows
    ]
    return tuple(sorted(rated, key=lambda rating: (-rating.strength, rating.agent)))


def _resampled(counted: Choices, start: Floats, prior: float, seed: int) -> Floats:
    """(resamples, agents): strengths with random weights of the seeds."""
    rng = np.random.default_rng(seed)
    seeds, agents = counted.chosen.shape
    at_once = max(1, NUMBERS // max(counted.contenders.size, seeds))
    drawn = []
    for first in range(0, RESAMPLES, at_once):
        rows = min(at_once, RESAMPLES - first)
        weights = rng.standard_exponential((rows, seeds))
        won, lost = rng.gamma(prior / 2, size=(2, rows, agents))
        part = Likelihood(
            counted.contenders, mix(weights, counted.times), mix(weights, counted.chosen), won, lost
        )
        drawn.append(part.maximum(np.tile(start, (rows, 1))))
    return np.concatenate(drawn)


def _linked(ahead: NDArray[np.bool_]) -> bool:
    """Can each agent be reached from every other by steps to an agent that was behind?"""
    reached = ahead.copy()
    for via in range(len(reached)):
        reached |= reached[:, via : via + 1] & reached[via]
    return bool(np.all(reached | np.eye(len(reached), dtype=bool)))
