"""The agent that plays by a policy: one from a file, or the one that a game brings along."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from eminence.cython_ext.game import View
from eminence.search.api import Agent, Move, Result
from eminence.search.parameters import SEED, Parameter
from eminence.search.policies import PolicyParameter, PolicyTable, own_policy
from eminence.search.streams import pick_by_weight, stream_seed

#: the agent's only random stream at a view
DRAW = 0


class Tabular(Agent):
    """Draws its action with the probabilities that a solved policy has for the view."""

    name = "cfr"
    parameters: ClassVar[dict[str, Parameter]] = {"file": PolicyParameter(), "seed": SEED}
    file: PolicyTable | None
    """None stands for the game's own."""
    seed: int

    def __init__(self, file: PolicyTable | str | Path | None = None, seed: int = 0):
        super().__init__(file=file, seed=seed)

    def choose(self, view: View, actions: list[int]) -> Result:
        table = own_policy(view.game) if self.file is None else self.file
        known, chances = table.at(view)
        best = known[pick_by_weight(stream_seed(view, self.seed, DRAW), chances)]
        shares = dict(zip(known, chances.tolist(), strict=True))
        return Result(best, tuple(Move(view, a, share=shares[a]) for a in actions))
