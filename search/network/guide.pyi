import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import Position, State, Table
from eminence.search.network.network import Net

class Guidance:
    """How positions and moves are judged. One per thread: two must not share it."""

    def __init__(
        self, table: Table, weights: NDArray[np.float64], net: Net | None = None
    ) -> None: ...
    def standings(self, state: State) -> list[float]: ...
    def scores(self, position: Position) -> list[float]: ...
