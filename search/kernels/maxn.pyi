import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import State
from eminence.search.rollouts.rollouts import Finisher

def action_values(
    world: State,
    finisher: Finisher,
    depth: int,
    samples: int,
    most: int,
    seed: int,
    deadline_ns: int,
    cancel: NDArray[np.uint8],
    out: NDArray[np.float64],
) -> int: ...
