"""Made-up blocks for the statistics."""

import numpy as np

from eminence.experiments.statistics.lineup_blocks import LineupBlocks


def ranked(lineup, ranks, seeds=None):
    """Blocks with these ranks, (blocks, games, positions); ties share the mean rank.

    The best share the win; scores are the ranks from behind.
    """
    ranks = np.asarray(ranks, dtype=float)
    best = ranks == ranks.min(axis=2, keepdims=True)
    seeds = np.arange(len(ranks)) if seeds is None else seeds
    wins = best / best.sum(axis=2, keepdims=True)
    return LineupBlocks(tuple(lineup), seeds, wins, ranks, -ranks)


def duels(*blocks, lineup=("A", "B"), seeds=None):
    """Two-player blocks: per game the share that the first wins, 1, 0 or 0.5."""
    first = np.asarray(blocks, dtype=float)
    return ranked(lineup, np.stack([2 - first, 1 + first], axis=2), seeds)
