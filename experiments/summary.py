"""What many blocks say: win share with its interval, rank and margin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cython_ext.errors import BadOption
from experiments.match import Block

RESAMPLES = 10_000
#: of the interval that leaves 2.5 % outside on each side
TAIL = 0.025


@dataclass(frozen=True)
class Summary:
    """How a candidate did over some blocks of one match."""

    games: int
    win: float
    """Mean win share per game."""
    low: float
    high: float
    """The 95 % interval of `win`."""
    fair: float
    """The win share of equals."""
    rank: float
    margin: float


def summarise(blocks: Sequence[Block], seed: int = 0) -> Summary:
    """Means over all games, with a bootstrap over blocks that `seed` makes repeatable."""
    if not blocks:
        raise BadOption("no blocks: a summary needs one at least")
    seats = len(blocks[0].rotations)
    wins = np.array([[r.win for r in block.rotations] for block in blocks])
    low, high = interval(wins.mean(axis=1), seed)
    return Summary(
        games=wins.size,
        win=float(wins.mean()),
        low=low,
        high=high,
        fair=1 / seats,
        rank=_mean(blocks, "rank"),
        margin=_mean(blocks, "margin"),
    )


def interval(means: NDArray[np.float64], seed: int) -> tuple[float, float]:
    """The 95 % percentile interval of the mean, blocks drawn with replacement.

    Where every block was won, or every block lost, a bootstrap has no spread to show; the
    exact binomial bound for that many blocks takes its place.
    """
    unseen = TAIL ** (1 / len(means))
    if np.all(means == 1):
        return unseen, 1.0
    if np.all(means == 0):
        return 0.0, 1 - unseen
    rng = np.random.default_rng(seed)
    drawn = rng.integers(len(means), size=(RESAMPLES, len(means)))
    low, high = np.quantile(means[drawn].mean(axis=1), [TAIL, 1 - TAIL])
    return float(low), float(high)


def _mean(blocks: Sequence[Block], what: str) -> float:
    return float(np.mean([[getattr(r, what) for r in block.rotations] for block in blocks]))
