"""The roomiest spot of an area, and the shortest way from one area to another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from docs.map_shapes.plan import Points

#: a name is wider than it is high, so room to the left and right counts less than above and below
FLAT = 1.35
ROUNDS = 5
STEPS = 24


def label_spot(loops: Sequence[Points]) -> Points:
    """The middle of the largest flat ellipse that fits in."""
    shape = np.array([1 / FLAT, 1.0])
    ends = [(loop * shape, np.roll(loop, -1, axis=0) * shape) for loop in loops]
    starts, stops = (np.concatenate(part) for part in zip(*ends, strict=True))
    low, high = starts.min(axis=0), starts.max(axis=0)
    best = (low + high) / 2
    for _ in range(ROUNDS):
        spots = _grid(low, high)
        room = np.where(_inside(spots, starts, stops), _room(spots, starts, stops), -1.0)
        best = spots[int(np.argmax(room))]
        reach = (high - low) / STEPS * 1.5
        low, high = best - reach, best + reach
    return best / shape


def shortest_way(one: Sequence[Points], other: Sequence[Points]) -> tuple[Points, Points]:
    """The points of two areas that are nearest to each other."""
    a, b = np.concatenate(one), np.concatenate(other)
    gaps = np.hypot(*(a[:, None] - b[None]).transpose(2, 0, 1))
    i, j = np.unravel_index(np.argmin(gaps), gaps.shape)
    return a[i], b[j]


def _grid(low: Points, high: Points) -> Points:
    x, y = (np.linspace(a, b, STEPS + 1) for a, b in zip(low, high, strict=True))
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def _inside(spots: Points, starts: Points, stops: Points) -> NDArray[np.bool_]:
    """Whether a ray to the right meets the outline an odd number of times."""
    x, y = spots[:, :1], spots[:, 1:]
    (ax, ay), (bx, by) = starts.T, stops.T
    high = np.where(by == ay, 1.0, by - ay)
    met = ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / high + ax)
    return met.sum(axis=1) % 2 == 1


def _room(spots: Points, starts: Points, stops: Points) -> NDArray[np.float64]:
    """How far the outline is away."""
    way = stops - starts
    from_start = spots[:, None] - starts[None]
    length = np.maximum((way**2).sum(axis=1), 1e-9)
    share = np.clip((from_start * way).sum(axis=2) / length, 0, 1)
    return np.hypot(*(from_start - share[:, :, None] * way).transpose(2, 0, 1)).min(axis=1)
