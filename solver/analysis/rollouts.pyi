import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import View
from eminence.search.rollouts.rollouts import Finisher

FIGURES: int
REWARD: int

def roll_out(
    view: View,
    finisher: Finisher,
    actions: NDArray[np.int32],
    seed: int,
    first: int,
    count: int,
    rolls: int,
    deadline_ns: int,
    cancel: NDArray[np.uint8],
    ends: NDArray[np.float64],
    gains: NDArray[np.float64],
    facts: NDArray[np.float64],
) -> int: ...
