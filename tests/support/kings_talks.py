"""Blood of Kings: negotiations about to begin, for tests."""

from __future__ import annotations

from kings_builder import C, Table

from eminence import engines


def talks(table: Table, first: int = 0) -> engines.State:
    """The First Player is asked whether negotiations are held."""
    table.set(phase=C.NEGOTIATION_PHASE, stage=C.OPEN_TALKS, first=first)
    return table.state(first, C.HOLD_TALKS)
