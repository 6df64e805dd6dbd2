import numpy as np
from numpy.typing import NDArray

from cython_ext.game import View

def look_ahead(
    view: View, worlds: int, seed: int, weights: NDArray[np.float64]
) -> tuple[int, list[float], list[float]]: ...
