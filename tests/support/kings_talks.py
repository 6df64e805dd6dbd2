"""Blood of Kings: negotiations about to begin, for tests."""

from __future__ import annotations

from types import SimpleNamespace

from kings_builder import HERE, C, Table, constants

import engines

TALKS = SimpleNamespace(**constants(HERE / "talks.pxd"))


def talks(table: Table, first: int = 0) -> engines.State:
    """The First Player is asked whether negotiations are held."""
    table.set(phase=C.NEGOTIATION_PHASE, stage=TALKS.OPEN_TALKS, first=first)
    return table.state(first, C.HOLD_TALKS)
