"""Many games at once: matches, tests, tournaments and sweeps, in this process or on Ray.

>>> import engines, experiments
>>> game = engines.load("tic_tac_toe")
>>> match = experiments.Match(game, "flat:iterations=100", "random", blocks=10)
>>> found = match.run(experiments.Place(local=True))
>>> found.columns()["games"]
[20]
"""

from experiments.contest import Match, SequentialTest
from experiments.experiment import Findings, Place
from experiments.sweep import Gate, Sweep
from experiments.tournament import Tournament

__all__ = ["Findings", "Gate", "Match", "Place", "SequentialTest", "Sweep", "Tournament"]
