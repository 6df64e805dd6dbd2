"""An agent that looks at nothing."""

from __future__ import annotations

from typing import ClassVar

from eminence.cython_ext.game import View
from eminence.search.api import Agent, Move, Result
from eminence.search.parameters import SEED, Parameter
from eminence.search.streams import pick


class Random(Agent):
    """Plays a random legal action, all equally likely."""

    name = "random"
    parameters: ClassVar[dict[str, Parameter]] = {"seed": SEED}
    seed: int

    def __init__(self, seed: int = 0):
        super().__init__(seed=seed)

    def choose(self, view: View, actions: list[int]) -> Result:
        best = actions[pick(view, self.seed, len(actions))]
        return Result(best, tuple(Move(view, a) for a in actions))
