"""An agent that sees the true state: it measures the price of not seeing it, and is not for play.

It is not a `search.Agent`, `search.make` does not know it, and it takes a State.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from eminence import engines, search
from eminence.search.kernels.ismcts import Kernel
from eminence.search.kernels.root_counts import RootCounts
from eminence.search.streams import stream_seed


@dataclass(frozen=True)
class CheatUCT:
    """UCT in the one world that is true."""

    iterations: int = 1000
    c: float = 0.7
    seed: int = 0

    def best(self, state: engines.State) -> int:
        actions = state.actions()
        if len(actions) == 1:
            return actions[0]
        view = state.view(state.player)
        how = search.ISMCTS(mode="so", selector="ucb", c=self.c).settings(view)
        seed = stream_seed(view, self.seed, 0)
        kernel = Kernel(
            view, how, seed, search.ISMCTS(network="none").guidance(view.game), self.iterations + 1
        )
        kernel.fix_world(state)
        kernel.run(self.iterations, -1, np.zeros(1, np.uint8))
        counts = RootCounts(len(actions), view.game.seats)
        kernel.add_to(counts)
        return actions[counts.most_visited(view.seat)]
