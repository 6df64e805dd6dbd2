import numpy as np
from numpy.typing import NDArray

class Net:
    """A network with memory of its own, made from the arrays of its file."""

    def __init__(
        self,
        arrays: dict[str, NDArray[np.float32]],
        max_traits: int,
        margin_scale: float = 1.0,
        wide: bool = True,
    ) -> None: ...
    @property
    def n_features(self) -> int: ...
    @property
    def margin_scale(self) -> float: ...
    @property
    def knows_moves(self) -> bool: ...
    def judge(self, features: NDArray[np.float32]) -> tuple[float, float]: ...
    def scores(
        self, features: NDArray[np.float32], traits: NDArray[np.int16]
    ) -> NDArray[np.float32]: ...

def time_judge(
    net: Net, features: NDArray[np.float32], n: int, traits: NDArray[np.int16] | None = None
) -> float: ...
