"""Stacks: what its rules promise beyond `check`."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.invariants import uneven_sums
from eminence import engines
from eminence.engines.stacks.state import FACE_UP

MOST_VALUE = 3


def broken_by_state(state: engines.State) -> Iterator[str]:
    yield from uneven_sums(state)


def broken_by_step(before: engines.State, after: engines.State) -> Iterator[str]:
    """Cards face up stay so, stacks and discards grow, and turns are counted one by one."""
    old, new = before.data, after.data
    for name in ("height", "discard"):
        if (new[name] < old[name]).any():
            yield f"{name} fell from {old[name].tolist()} to {new[name].tolist()}"
    if (old["knows"] & ~new["knows"] & FACE_UP).any():
        yield "a card was turned down again"
    if int(new["turn"]) - int(old["turn"]) not in (0, 1):
        yield f"turn {old['turn']} is followed by turn {new['turn']}"
    moved = abs(new["challenges"].astype(int) - old["challenges"])
    if (moved > MOST_VALUE).any() or (moved > 0).sum() > 1:
        yield f"points of challenges moved by {moved.tolist()} at once"
