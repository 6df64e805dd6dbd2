from typing import Any

import numpy as np
from numpy.typing import NDArray

from cython_ext.game import View
from search.plans import Book
from search.rollouts import Finisher

class Planner:
    """A book of plans, a bank of worlds to try them in, and how new plans are found."""

    done: int
    book: Book

    def __init__(
        self,
        view: View,
        actions: NDArray[np.int32],
        finisher: Finisher,
        how: dict[str, Any],
        seed: int,
        worlds: int,
        plans: int,
        cancelled: NDArray[np.uint8],
    ) -> None: ...
    def allow(self, left: int, deadline_ns: int, pause: int) -> None: ...
    def sample(self) -> bool: ...
    def climb(self, champions: NDArray[np.int32]) -> bool: ...
    def extend(self, plans: NDArray[np.int32], worlds: int) -> bool: ...
    def answer(self, mixture: NDArray[np.float64]) -> bool: ...
    def learn_replies(self, chance: float) -> None: ...
    def has_run(self) -> bool: ...
    def has_replies(self) -> bool: ...
    @property
    def room(self) -> int: ...
    @property
    def worlds(self) -> int: ...
    @property
    def memory(self) -> int: ...
