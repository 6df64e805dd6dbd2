from typing import Any

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import State, View
from eminence.search.network.guide import Guidance
from eminence.search.kernels.root_counts import RootCounts

MODES: dict[str, int]

class Kernel:
    """One thread's search: a tree, its buffers, and what it learned about the root."""

    iterations: int
    worlds: int

    def __init__(
        self,
        view: View,
        how: dict[str, Any],
        seed: int,
        guidance: Guidance,
        max_nodes: int,
    ) -> None: ...
    def move_on(self, view: View, seed: int) -> bool: ...
    def fix_world(self, world: State) -> None: ...
    def restrict(self, actions: NDArray[np.int32]) -> None: ...
    def run(
        self, iterations: int, deadline_ns: int, cancel: NDArray[np.uint8], later: int = -1
    ) -> bool: ...
    def run_actions(
        self,
        indices: NDArray[np.int32],
        first: int,
        count: int,
        deadline_ns: int,
        cancel: NDArray[np.uint8],
    ) -> int: ...
    @property
    def actions(self) -> int: ...
    @property
    def seats(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def edges(self) -> int: ...
    @property
    def memory(self) -> int: ...
    def add_to(self, counts: RootCounts) -> None: ...
    def line(self, action: int, seed: int) -> list[tuple[int, bool]]: ...

def tree_bytes(view: View, max_nodes: int) -> int: ...
def clock_ns() -> int: ...
