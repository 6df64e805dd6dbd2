"""Many games at once: matches, tests, tournaments and sweeps, in this process or on Ray.

>>> from eminence import engines, experiments
>>> game = engines.load("tic_tac_toe")
>>> match = experiments.Match(game, "flat:iterations=100", "random", blocks=10)
>>> found = match.run(experiments.Place(local=True))
>>> found.columns()["games"]
[20]
"""

from eminence.experiments.findings import Findings
from eminence.experiments.match import Match
from eminence.experiments.running.place import Place
from eminence.experiments.sequential_test import SequentialTest
from eminence.experiments.sweeps.gate import Gate
from eminence.experiments.sweeps.sweep import Sweep
from eminence.experiments.tournament import Tournament

__all__ = ["Findings", "Gate", "Match", "Place", "SequentialTest", "Sweep", "Tournament"]
