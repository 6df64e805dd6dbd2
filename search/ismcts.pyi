from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cython_ext.game import State, View

MODES: dict[str, int]
SELECTORS: dict[str, int]

class Kernel:
    """One thread's search: a tree, its buffers, and what it learned about the root."""

    iterations: int
    worlds: int

    def __init__(
        self,
        view: View,
        how: dict[str, Any],
        seed: int,
        weights: NDArray[np.float64],
        max_nodes: int,
    ) -> None: ...
    def move_on(self, view: View, seed: int) -> bool: ...
    def fix_world(self, world: State) -> None: ...
    def run(
        self, iterations: int, deadline_ns: int, cancel: NDArray[np.uint8], later: int = -1
    ) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def edges(self) -> int: ...
    @property
    def memory(self) -> int: ...
    def root(
        self,
    ) -> tuple[
        NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]
    ]: ...
    def line(self, action: int, seed: int) -> list[tuple[int, bool]]: ...

def clock_ns() -> int: ...
def ucb_door(
    q: float,
    n: int,
    m: int,
    c: float,
    bias: float = 0,
    prior: float = 0,
    variance: float = -1,
) -> float: ...
def unvisited_door(
    mean: float, visits: int, fpu: float, bias: float, prior: float
) -> float: ...
def smooth_door(visits: int, gamma: float, eta: float, d: float) -> float: ...
def regret_door(regrets: Sequence[float], gamma: float) -> list[float]: ...
def widening_door(visits: int, n: int, widen: float, power: float) -> int: ...
