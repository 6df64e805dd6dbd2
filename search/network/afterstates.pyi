import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import Game

def afterstates(
    game: Game,
    views: NDArray[np.uint8],
    actions: NDArray[np.int32],
    seeds: NDArray[np.uint64],
    worlds: int,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]: ...
def roots(
    game: Game, views: NDArray[np.uint8], actions: NDArray[np.int32]
) -> tuple[NDArray[np.float32], NDArray[np.int16]]: ...
