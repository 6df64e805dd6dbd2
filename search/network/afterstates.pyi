from typing import Any

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import Game, View
from eminence.search.rollouts.rollouts import Finisher

def afterstates(
    game: Game,
    views: NDArray[np.uint8],
    actions: NDArray[np.int32],
    seeds: NDArray[np.uint64],
    worlds: int,
    finisher: Finisher,
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]: ...
def plan_afterstates(
    game: Game,
    views: list[View],
    plans: NDArray[np.int32],
    seeds: NDArray[np.uint64],
    worlds: int,
    finisher: Finisher,
    how: dict[str, Any],
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]: ...
def roots(
    game: Game, views: NDArray[np.uint8], actions: NDArray[np.int32]
) -> tuple[NDArray[np.float32], NDArray[np.int16], NDArray[np.float32]]: ...
