"""The agent that plays by a policy file."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from cython_ext.game import View
from search.api import Agent, Move, Result
from search.parameters import SEED, Parameter
from search.policies import PolicyParameter, PolicyTable
from search.streams import pick_by_weight, stream_seed

#: the agent's only stream at a view
DRAW = 0


class Tabular(Agent):
    """Draws its action with the chances that a solved policy has for the view."""

    name = "cfr"
    parameters: ClassVar[dict[str, Parameter]] = {"file": PolicyParameter(), "seed": SEED}
    file: PolicyTable
    seed: int

    def __init__(self, file: PolicyTable | str | Path | None = None, seed: int = 0):
        super().__init__(file=file, seed=seed)

    def choose(self, view: View, actions: list[int]) -> Result:
        known, chances = self.file.at(view)
        best = known[pick_by_weight(stream_seed(view, self.seed, DRAW), chances)]
        shares = dict(zip(known, chances.tolist(), strict=True))
        return Result(best, tuple(Move(view, a, share=shares[a]) for a in actions))
