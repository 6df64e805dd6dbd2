"""Games that adaptive allocation saves in a pool: `python -m benchmarks.allocation`.

Pools of 8 made-up agents with random strengths (Plackett-Luce) are ranked twice, by full round
robin and by blocks that go where the ranking is least certain. The ranking error is the share
of the 28 pairs that stand in the wrong order, the mean of several runs per pool. The figure is
the number of games from which the adaptive run's error stays as low as round robin's at its
end, by round robin's games: median and quartiles over the pools. No figure depends on the
machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from benchmarks.measuring import header, line, verdict
from eminence.experiments.statistics.simulated_pools import AGENTS, Budget, Saved, compare

#: The adaptive run must get by with this share of the games.
BAR = 0.8

COLUMNS = [("seats", 8), ("round robin", 14), ("its error", 12), ("adaptive at equal error", 26)]
COLUMNS += [("quartiles", 16), ("its error at equal games", 27)]


def measure(seats: int, budget: Budget) -> list[Saved]:
    lineups = list(combinations(AGENTS, seats))
    return [compare(lineups, budget, seed) for seed in range(budget.pools)]


def show(seats: int, budget: Budget, saved: Sequence[Saved]) -> str:
    shares = np.array([pool.share for pool in saved])
    low, middle, high = np.quantile(shares, [0.25, 0.5, 0.75])
    cells = [
        str(seats),
        f"{budget.batches * budget.batch * seats} games",
        f"{100 * np.median([pool.error for pool in saved]):.1f} %",
        f"{100 * middle:.0f} % of the games",
        f"{100 * low:.0f} to {100 * high:.0f} %",
        f"{100 * np.median([pool.adaptive_error for pool in saved]):.1f} %",
    ]
    return line(cells, COLUMNS)


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.allocation", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--pools", type=int, default=40, help="default %(default)s")
    parser.add_argument("--runs", type=int, default=10, help="per pool; default %(default)s")
    given = parser.parse_args(argv)
    if given.pools < 1 or given.runs < 1:
        parser.error("--pools and --runs: choose 1 or more")
    print(header(COLUMNS))
    medians = {}
    for seats, batches, batch in ((2, 20, 28), (4, 14, 10)):
        budget = Budget(given.pools, given.runs, batches, batch)
        saved = measure(seats, budget)
        print(show(seats, budget, saved), flush=True)
        medians[seats] = float(np.median([pool.share for pool in saved]))
    for seats, median in medians.items():
        what = f"{seats} seats: at most {100 * BAR:.0f} % of round robin's games"
        print(verdict(what, f"{100 * median:.0f} %", median <= BAR))


if __name__ == "__main__":
    main(sys.argv[1:])
