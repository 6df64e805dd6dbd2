"""Many sequential tests at once, for simulations."""

import numpy as np

from eminence.experiments.statistics.gsprt import FIRST_LOOK, GSPRT, IMAGINARY, log_likelihood_ratio


def verdicts(wins, players, low, high):
    """All matches side by side: 1 for H1, -1 for H0, 0 for none, and the blocks they took."""
    values = np.arange(players + 1) / players
    bounds = GSPRT(low, high)
    counts = np.zeros((len(wins), players + 1))
    counts[:, [0, -1]] = IMAGINARY
    verdict, taken = np.zeros(len(wins)), np.full(len(wins), wins.shape[1])
    open_ = np.arange(len(wins))
    for block in range(wins.shape[1]):
        counts[open_, wins[open_, block]] += 1
        if block + 1 < FIRST_LOOK:
            continue
        ratios = log_likelihood_ratio(values, counts[open_], low, high)
        sides = np.where(ratios >= bounds.upper, 1, np.where(ratios <= bounds.lower, -1, 0))
        verdict[open_], taken[open_] = sides, block + 1
        open_ = open_[sides == 0]
        if not len(open_):
            break
    return verdict, taken
