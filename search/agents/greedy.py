"""An agent that looks a single move ahead."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import numpy as np

from eminence.cython_ext.game import View
from eminence.search.api import Agent, Limit, Move, Result
from eminence.search.beliefs.record import Record
from eminence.search.kernels.greedy import look_ahead
from eminence.search.network.network_file import NetworkFile
from eminence.search.parameters import SEED, Parameter, Whole
from eminence.search.searcher import JUDGES, Budget, Searcher, by_game

ENDLESS = Budget(iterations=None, nodes=None, begin=0, deadline=-1)


class Greedy(Searcher):
    """Plays the action after which it stands best, on average over imagined worlds.

    A standing is what the game's `evaluate` or a network says, or where the game is over the win
    share, with a small part for rank and points (`beyond`). Actions that stand alike are told
    apart by the priors, then by the seed. It looks at `worlds` worlds, or at those that it has time
    for.
    """

    name = "greedy"
    parameters: ClassVar[dict[str, Parameter]] = {
        "worlds": Whole(default=8, low=1, high=1_000_000),
        **by_game("beyond"),
        **JUDGES,
        "seed": SEED,
    }
    worlds: int
    iterations = seconds = nodes = None

    def __init__(
        self,
        worlds: int = 8,
        weights: Mapping[str, float] | str | Path | None = None,
        seed: int = 0,
        network: NetworkFile | str | Path | None = None,
        beyond: float | None = None,
    ):
        super().__init__(worlds=worlds, network=network, weights=weights, seed=seed, beyond=beyond)

    def search(
        self, view: View, limit: Limit | None = None, record: Record | None = None
    ) -> Result:
        """Without a limit, skip the budget: looking takes less time than making one."""
        if limit is None:
            return Agent.search(self, view, record=record)
        return super().search(view, limit, record)

    def choose(self, view: View, actions: list[int]) -> Result:
        self._cancelled[0] = 0
        return self.explore(view, actions, ENDLESS)

    def explore(self, view: View, actions: list[int], budget: Budget) -> Result:
        best, means, priors, worlds = look_ahead(
            view, np.array(actions, np.int32), self.worlds, self.seed,
            self.guidance(view.game), self.settings(view), budget.deadline, self._cancelled,
        )  # fmt: skip
        moves = tuple(
            Move(view, action, value, worlds, prior)
            for action, value, prior in zip(actions, means, priors, strict=True)
        )
        return Result(actions[best], moves, worlds * len(actions), worlds)
