"""Areas made of the triangles between their points: the start from which a map is settled.

A spot lies in each triangle, where three areas meet, and one in the middle of each side, where two
do. So all areas fit together whatever happens to the spots later, as long as no area turns over.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from docs.map_shapes.plan import Pair, Points
from docs.map_shapes.triangles import Net


@dataclass(frozen=True)
class Mesh:
    """Areas as rings of spots."""

    spots: Points
    free: int
    """How many of the spots may move; the others lie on the frame."""
    rings: tuple[tuple[int, ...], ...]
    """For each point of the net: the spots around its area."""
    edges: dict[Pair, tuple[int, ...]]
    """The spots along each shared edge: an end, the middle, the other end."""


def mesh_of(net: Net, width: float, height: float) -> Mesh:
    """The areas around the points of a net, in a frame."""
    return _Builder(net, width, height).mesh()


class _Builder:
    def __init__(self, net: Net, width: float, height: float) -> None:
        self.net = net
        self.size = np.array([width, height])
        self.spots: list[NDArray[np.float64]] = []
        self.at = np.array(net.points)
        self.triangle = {
            frozenset(t): self._add(self.at[list(t)].mean(axis=0)) for t in net.triangles()
        }
        self.middle = {frozenset(s): self._add(self.at[list(s)].mean(axis=0)) for s in net.sides()}
        self.free = len(self.spots)
        self.end = {frozenset(s): self._add(self._on_frame(*s)) for s in net.hull()}

    def mesh(self) -> Mesh:
        rings = tuple(self._ring(point) for point in range(len(self.net.points)))
        edges = {side: self._edge(*side) for side in self.net.sides()}
        return Mesh(np.array(self.spots), self.free, rings, edges)

    def _add(self, spot: NDArray[np.float64]) -> int:
        self.spots.append(spot)
        return len(self.spots) - 1

    def _on_frame(self, a: int, b: int) -> NDArray[np.float64]:
        """The nearest spot of the frame to the middle of a side."""
        spot = self.at[[a, b]].mean(axis=0)
        gaps = np.array([spot, self.size - spot])
        end, axis = np.unravel_index(np.argmin(gaps), gaps.shape)
        spot[axis] = end * self.size[axis]
        return spot

    def _edge(self, a: int, b: int) -> tuple[int, ...]:
        ends = [self._tip(pair) for pair in ((a, b), (b, a))]
        return ends[0], self.middle[frozenset((a, b))], ends[1]

    def _tip(self, side: Pair) -> int:
        """Where an edge ends: in the triangle to the left of its side, or at the frame."""
        if side in self.net.beyond:
            return self.triangle[frozenset((*side, self.net.beyond[side]))]
        return self.end[frozenset(side)]

    def _ring(self, point: int) -> tuple[int, ...]:
        first = self._first_neighbour(point)
        spots: list[int] = []
        at = first
        if (first, point) not in self.net.beyond:
            spots.append(self.end[frozenset((point, first))])
        while True:
            spots.append(self.middle[frozenset((point, at))])
            if (point, at) not in self.net.beyond:
                spots.append(self.end[frozenset((point, at))])
                return (*spots, *self._corner(spots[-1], spots[0]))
            spots.append(self._tip((point, at)))
            at = self.net.beyond[point, at]
            if at == first:
                return tuple(spots)

    def _first_neighbour(self, point: int) -> int:
        """Where to begin going around a point: behind the frame, if it is there."""
        around = sorted(b for a, b in self.net.beyond if a == point)
        return next((b for b in around if (b, point) not in self.net.beyond), around[0])

    def _corner(self, one: int, other: int) -> list[int]:
        """The corner of the frame between two of its spots, if they lie on different sides."""
        a, b = self.spots[one], self.spots[other]
        if any(a[axis] == b[axis] and a[axis] in (0, self.size[axis]) for axis in (0, 1)):
            return []
        corner = np.array([next(p[i] for p in (a, b) if p[i] in (0, self.size[i])) for i in (0, 1)])
        return [self._add(corner)]
