"""Means with their 95 % intervals: a bootstrap over whole seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from eminence.experiments.statistics.lineup_blocks import Floats

RESAMPLES = 10_000
#: of the interval that leaves 2.5 % outside on each side
TAIL = 0.025
#: Means of equal games may differ by rounding, such as three thirds from one.
ALIKE = 1e-12
#: numbers drawn at a time, which bounds the memory whatever the number of seeds
DRAWN = 2_000_000


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float


def estimates(
    totals: Floats, counts: Floats, bounds: Sequence[tuple[float, float] | None], seed: int
) -> list[Estimate]:
    """Per column the mean (total / count) with a percentile interval; seeds are drawn.

    `totals` and `counts` are (seeds, columns); a seed that has no part in a column counts 0.
    Where all seeds gave the same mean a bootstrap has no spread to show. What is bounded (a win
    share lies in 0 to 1) then gets the exact bound: if one seed in u or more gave another
    mean, the chance to meet none of them in n would be less than 2.5 %, and what was not met
    may lie as far off as the bounds allow. For a clean sweep this is the exact binomial
    bound. What has no bounds keeps its single value.
    """
    drawn = [(mix(w, totals), mix(w, counts)) for w in _weights(len(totals), seed)]
    summed, counted = (np.concatenate(parts) for parts in zip(*drawn, strict=True))
    found = []
    for column, bound in enumerate(bounds):
        met = counts[:, column] > 0
        value = float(totals[met, column].sum() / counts[met, column].sum())
        if np.ptp(totals[met, column] / counts[met, column]) <= ALIKE:
            low, high = bound or (value, value)
            seen = TAIL ** (1 / met.sum())
            ends = (low + (value - low) * seen, high - (high - value) * seen)
        else:
            some = counted[:, column] > 0
            means = summed[some, column] / counted[some, column]
            ends = np.quantile(means, [TAIL, 1 - TAIL])
        found.append(Estimate(value, float(ends[0]), float(ends[1])))
    return found


def mix(weights: Floats, values: Floats) -> Floats:
    """The matrix product, by one thread: the last bit does not depend on how many there are."""
    return np.einsum("rs,sc->rc", weights, values)


def _weights(seeds: int, seed: int) -> Iterator[Floats]:
    """How often each seed is drawn in each resample, some resamples at a time."""
    rng = np.random.default_rng(seed)
    left = RESAMPLES
    while left:
        rows = min(left, max(1, DRAWN // seeds))
        left -= rows
        picked = rng.integers(seeds, size=(rows, seeds)) + seeds * np.arange(rows)[:, None]
        times = np.bincount(picked.ravel(), minlength=rows * seeds)
        yield times.reshape(rows, seeds).astype(np.float64)


def quick_mean(values: Sequence[float]) -> str:
    """A mean with its normal 95 % interval, which is quick."""
    mean = f"{np.mean(values):.1f}"
    if len(values) < 2:
        return mean
    return f"{mean} ±{1.96 * np.std(values, ddof=1) / np.sqrt(len(values)):.1f}"
