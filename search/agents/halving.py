"""Sequential halving: the better half of the actions goes on to the next round.

All actions of a round are tried equally often in the same worlds, and every round has the same
share of the budget. It finds the best of many actions with fewer trials than a rule that tries
to lose little on the way (Karnin, Koren and Somekh 2013).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

from eminence.search.searcher import UNLIMITED


class Trials(Protocol):
    """Actions by their index, to be tried and compared."""

    done: int
    """Trials so far, each of one action in one world."""

    def run(self, alive: list[int], worlds: int, deadline: int) -> None:
        """Try these actions in so many new worlds, or until the deadline."""

    def best_first(self, alive: list[int]) -> list[int]:
        """These actions, the best first."""


def halve(
    trials: Trials,
    n: int,
    iterations: int | None,
    until: Callable[[int, int], int],
    is_over: Callable[[], bool],
) -> int:
    """The best of n actions. `until(i, rounds)` is the deadline of the first i rounds."""
    most = UNLIMITED if iterations is None else iterations
    # With fewer iterations than actions only the first ones are tried.
    alive = list(range(min(n, most)))
    rounds = max(1, math.ceil(math.log2(len(alive))))
    ranked = alive
    for i in range(rounds):
        left = most - trials.done
        worlds = max(1, left // (rounds - i) // len(alive))
        if worlds * len(alive) > left:
            break
        trials.run(alive, worlds, until(i + 1, rounds))
        ranked = trials.best_first(alive)
        if is_over():
            break
        alive = sorted(ranked[: (len(ranked) + 1) // 2])
    return ranked[0]
