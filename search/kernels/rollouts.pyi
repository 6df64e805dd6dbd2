from typing import Any

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import Table

POLICIES: dict[str, int]
REWARDS: dict[str, int]

class Finisher:
    """A rollout with buffers of its own, read from an agent's parameters."""

    def __init__(self, table: Table, how: dict[str, Any], weights: NDArray[np.float64]) -> None: ...
