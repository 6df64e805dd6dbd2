import numpy as np
from numpy.typing import NDArray

from cython_ext.game import Position, State

EQUAL: float

def action_values(state: State, nodes: int) -> tuple[NDArray[np.float64], int]: ...
def essence_of(position: Position) -> tuple[bytes, bool]: ...
