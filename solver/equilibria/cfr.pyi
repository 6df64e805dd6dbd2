import numpy as np
from numpy.typing import NDArray

from eminence.solver.equilibria.tree import Tree

VARIANTS: tuple[str, ...]

class Learner:
    """Regrets and summed policies of all information sets, grown iteration by iteration."""

    def __init__(self, tree: Tree, variant: str, seed: int) -> None: ...
    @property
    def tree(self) -> Tree: ...
    @property
    def iterations(self) -> int: ...
    def run(self, iterations: int) -> None: ...
    def average(self) -> NDArray[np.float64]: ...
