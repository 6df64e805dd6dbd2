"""`FlatMC`: no tree; tries every action in the same worlds. The loop is `kernels/flat.pyx`."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import View
from eminence.search.agents.halving import halve
from eminence.search.api import Result
from eminence.search.kernels.flat import sample_worlds
from eminence.search.kernels.ismcts import clock_ns
from eminence.search.kernels.root_counts import RootCounts
from eminence.search.parameters import SEED, Parameter
from eminence.search.rollouts.rollouts import Finisher
from eminence.search.searcher import (
    CHUNK,
    JUDGES,
    LIMITS,
    ROLLOUT,
    Budget,
    Searcher,
    by_game,
    moves_of,
)
from eminence.search.streams import stream_seed


class FlatMC(Searcher):
    """Flat Monte Carlo with sequential halving: the better half of the actions goes on."""

    name = "flat"
    parameters: ClassVar[dict[str, Parameter]] = {
        **LIMITS,
        **by_game(*ROLLOUT),
        **JUDGES,
        "seed": SEED,
    }

    def explore(self, view: View, actions: list[int], budget: Budget) -> Result:
        trials = Rollouts(view, actions, self, self._cancelled)
        best = halve(
            trials,
            len(actions),
            budget.iterations,
            budget.until,
            lambda: bool(self._cancelled[0]) or budget.is_over(),
        )
        return Result(
            actions[best],
            moves_of(trials.counts, view, actions),
            trials.done,
            trials.worlds,
            seconds=budget.seconds(),
        )


class Rollouts:
    """The actions of a view, tried in one world after the other."""

    def __init__(
        self, view: View, actions: list[int], agent: Searcher, cancelled: NDArray[np.uint8]
    ):
        self.view = view
        self.actions = np.array(actions, np.int32)
        self.finisher = Finisher(view.game.table, agent.settings(view), agent.guidance(view.game))
        self.seed = stream_seed(view, agent.seed, 0)
        self.cancelled = cancelled
        self.counts = RootCounts(len(actions), view.game.seats)
        self.worlds = 0
        self.done = 0

    def run(self, alive: list[int], worlds: int, deadline: int) -> None:
        """Try the actions with these indices in the next worlds, the same worlds for all."""
        ids = self.actions[alive]
        sums = np.zeros((len(alive), self.view.game.seats))
        squares = np.zeros(len(alive))
        met = 0
        while met < worlds:
            chunk = min(worlds - met, max(1, CHUNK // len(alive)))
            met += sample_worlds(
                self.view, self.finisher, ids, self.seed, self.worlds + met, chunk, deadline,
                self.cancelled, sums, squares,
            )  # fmt: skip
            if self.cancelled[0] or (0 <= deadline <= clock_ns()):
                break
        self.worlds += met
        self.done += met * len(alive)
        for row, i in enumerate(alive):
            self.counts.add(i, met, sums[row], squares[row])

    def best_first(self, alive: list[int]) -> list[int]:
        """The actions with these indices by their mean reward; ties keep their order."""
        return sorted(alive, key=lambda i: (-self.counts.mean(i, self.view.seat), i))
