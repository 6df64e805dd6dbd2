"""A searcher that sees the true state: it measures the price of not seeing it, and is not for play.

It is not a `search.Agent`, `search.make` does not know it, and it takes a State.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from eminence import engines
from eminence.search import ISMCTS
from eminence.search.agents.halving import halve
from eminence.search.agents.ismcts import Subtrees
from eminence.search.kernels.ismcts import Kernel
from eminence.search.kernels.root_counts import RootCounts
from eminence.search.searcher import DEFAULT_NODES
from eminence.search.streams import stream_seed


@dataclass(frozen=True)
class CheatUCT:
    """UCT in the one world that is true, with the settings and the judge of an honest search.

    It sees what is hidden now, not what chance brings later. It takes the others to see as much.
    """

    iterations: int = 1000
    seed: int = 0
    network: str | None = None
    """As agents have it: None is the game's own where there is one, `none` is no network."""

    def best(self, state: engines.State) -> int:
        """The action to play."""
        actions = state.actions()
        if len(actions) == 1:
            return actions[0]
        view = state.view(state.player)
        counts = RootCounts(len(actions), view.game.seats)
        self._searched(state, view).add_to(counts)
        return actions[counts.most_visited(view.seat)]

    def settings(self, view: engines.View) -> dict[str, Any]:
        """Those of the game and its network, but for what only hidden things need."""
        how = self._honest.settings(view)
        # Nothing is hidden in the true world: no move needs to be mixed.
        return how if how["selector"] != "auto" else {**how, "selector": "ucb"}

    @cached_property
    def _honest(self) -> ISMCTS:
        """The search whose settings and judge these are."""
        return ISMCTS(mode="so", loop="closed", network=self.network)

    def _searched(self, state: engines.State, view: engines.View) -> Kernel:
        """The tree after the search; the root shares its iterations as in an honest search."""
        how, guidance = self.settings(view), self._honest.guidance(view.game)
        seed, room = stream_seed(view, self.seed, 0), min(self.iterations + 1, DEFAULT_NODES)
        kernel = Kernel(view, how, seed, guidance, room)
        kernel.fix_world(state)
        never = np.zeros(1, np.uint8)
        if how["root"] == "halving":
            trials = Subtrees(kernel, never)
            halve(trials, kernel.actions, self.iterations, lambda *_: -1, lambda: False)
        else:
            kernel.run(self.iterations, -1, never)
        return kernel
