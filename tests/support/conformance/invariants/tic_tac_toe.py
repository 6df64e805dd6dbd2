"""Tic-tac-toe: what its rules promise beyond `check`."""

from __future__ import annotations

from collections.abc import Iterator

from eminence import engines


def broken_by_step(before: engines.State, after: engines.State) -> Iterator[str]:
    """A move adds one mark, and no mark is ever taken away."""
    old, new = before.data["marks"], after.data["marks"]
    if (old & ~new).any():
        yield f"marks were taken away: {old.tolist()} became {new.tolist()}"
    added = sum(int(mark).bit_count() for mark in new & ~old)
    if added != 1:
        yield f"one move added {added} marks"
