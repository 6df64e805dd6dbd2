"""Goofspiel: what its rules promise beyond `check`."""

from __future__ import annotations

from collections.abc import Iterator

from eminence import engines


def broken_by_step(before: engines.State, after: engines.State) -> Iterator[str]:
    """At most one seat wins a prize, and at most two are awarded: the last plays itself."""
    won = after.data["points"].astype(int) - before.data["points"]
    left = [_left(state) for state in (before, after)]
    if (won < 0).any() or won.sum() > left[0] - left[1]:
        yield f"points grew by {won.tolist()} while prizes worth {left[0] - left[1]} went"


def _left(state: engines.State) -> int:
    """The value of the prizes that were not awarded yet."""
    prizes = int(state.data["prizes"])
    to_come = sum(rank + 1 for rank in range(prizes.bit_length()) if prizes >> rank & 1)
    return to_come + int(state.data["prize"])
