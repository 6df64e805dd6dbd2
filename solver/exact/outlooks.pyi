import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import Position, State

EQUAL: float

Steps = list[tuple[int, bool]]

def outlooks(state: State, nodes: int) -> tuple[NDArray[np.float64], list[Steps], int, bool]: ...
def essence_of(position: Position) -> tuple[bytes, bool]: ...
