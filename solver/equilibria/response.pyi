import numpy as np
from numpy.typing import NDArray

from eminence.solver.equilibria.tree import Tree

def policy_values(tree: Tree, policy: NDArray[np.float64]) -> NDArray[np.float64]: ...
def info_reach(tree: Tree, policy: NDArray[np.float64]) -> NDArray[np.float64]: ...
def reply(
    tree: Tree, policy: NDArray[np.float64], seat: int
) -> tuple[float, NDArray[np.int32]]: ...
