"""The two first agents: one that looks at nothing, one that looks a single move ahead."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from cython_ext.game import View
from search.api import Agent, Move, Result
from search.greedy import look_ahead
from search.parameters import SEED, Parameter, Weights, WeightsParameter, Whole
from search.streams import pick


class Random(Agent):
    """Plays any legal action, every one alike."""

    name = "random"
    parameters: ClassVar[dict[str, Parameter]] = {"seed": SEED}
    seed: int

    def __init__(self, seed: int = 0):
        super().__init__(seed=seed)

    def choose(self, view: View, actions: list[int]) -> Result:
        best = actions[pick(view, self.seed, len(actions))]
        return Result(best, tuple(Move(view, a) for a in actions))


class Greedy(Agent):
    """Plays the action after which it stands best, on average over imagined worlds.

    A standing is the game's `evaluate`, or the win share where the game is over. Actions
    that stand alike are told apart by the game's `priors`, then by the seed.
    """

    name = "greedy"
    parameters: ClassVar[dict[str, Parameter]] = {
        "worlds": Whole(default=8, low=1, high=1_000_000),
        "weights": WeightsParameter(),
        "seed": SEED,
    }
    worlds: int
    weights: Weights
    seed: int

    def __init__(
        self,
        worlds: int = 8,
        weights: Mapping[str, float] | str | Path | None = None,
        seed: int = 0,
    ):
        super().__init__(worlds=worlds, weights=weights, seed=seed)

    def choose(self, view: View, actions: list[int]) -> Result:
        weights = self.weights.over(view.game)
        best, means, priors = look_ahead(view, self.worlds, self.seed, weights)
        moves = tuple(
            Move(view, action, value, self.worlds, prior)
            for action, value, prior in zip(actions, means, priors, strict=True)
        )
        return Result(actions[best], moves)
