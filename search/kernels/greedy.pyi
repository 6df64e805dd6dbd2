from typing import Any

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import View
from eminence.search.network.guide import Guidance

def look_ahead(
    view: View,
    actions: NDArray[np.int32],
    worlds: int,
    seed: int,
    guidance: Guidance,
    how: dict[str, Any],
    deadline_ns: int,
    cancel: NDArray[np.uint8],
) -> tuple[int, list[float], list[float], int]: ...
