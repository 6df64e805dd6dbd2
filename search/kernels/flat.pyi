import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import View
from eminence.search.rollouts.rollouts import Finisher

def sample_worlds(
    view: View,
    finisher: Finisher,
    actions: NDArray[np.int32],
    seed: int,
    first: int,
    count: int,
    deadline_ns: int,
    cancel: NDArray[np.uint8],
    sums: NDArray[np.float64],
    squares: NDArray[np.float64],
) -> int: ...
