from typing import Any

from eminence.cython_ext.game import Table
from eminence.search.network.guide import Guidance

POLICIES: dict[str, int]

class Finisher:
    """A rollout with buffers of its own, read from an agent's parameters."""

    def __init__(self, table: Table, how: dict[str, Any], guidance: Guidance) -> None: ...
