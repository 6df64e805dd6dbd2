"""A recipe that goes through the whole loop of training in less than a minute."""

from __future__ import annotations

from eminence import engines
from eminence.experiments.sweeps.gate import Gate
from eminence.experiments.training.recipe import Fit, Recipe, SelfPlay


def smoke_recipe() -> Recipe:
    """Tic-tac-toe, two generations.

    The gate lets pass what is not much worse, so that the final one is played too.
    """
    return Recipe(
        games=[engines.load("tic_tac_toe")],
        generations=2,
        selfplay=SelfPlay(games=80, iterations=20, full=200, deep=0.5, noise=0.2),
        fit=Fit(widths=(16, 8), epochs=4, batch=32, held_out=0.4),
        search={"rollout": "none", "selector": "puct", "c": 0.5},
        gate=Gate(shares=(0.2, 0.4), batch=10, max_blocks=40),
        gate_iterations=20,
        final_iterations=40,
    )
