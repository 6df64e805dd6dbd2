import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import Game
from eminence.search.kernels.rollouts import Finisher

def afterstates(
    game: Game,
    views: NDArray[np.uint8],
    actions: NDArray[np.int32],
    seeds: NDArray[np.uint64],
    worlds: int,
    finisher: Finisher,
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]: ...
def roots(
    game: Game, views: NDArray[np.uint8], actions: NDArray[np.int32]
) -> tuple[NDArray[np.float32], NDArray[np.int16], NDArray[np.float32]]: ...
