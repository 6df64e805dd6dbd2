"""Triangles between the points of a map: whose corners are neighbours, and no others.

The points are the places and, around them, those of the surroundings. Each triangle becomes a
spot where three areas meet, each of its sides an edge that two areas share.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Set

import numpy as np
from scipy.spatial import Delaunay

from docs.map_shapes.plan import Pair, Points

Triangle = tuple[int, int, int]


class Net:
    """Triangles that fill the hull of their points, with what lies at each side."""

    def __init__(self, points: Points) -> None:
        self.points: list[tuple[float, float]] = [(float(x), float(y)) for x, y in points]
        #: by side, in the direction that has the triangle on its left: the third corner
        self.beyond: dict[Pair, int] = {}
        for a, b, c in Delaunay(points).simplices.tolist():
            self._put((a, b, c) if self.turn(a, b, c) > 0 else (a, c, b))

    def turn(self, a: int, b: int, c: int) -> float:
        """Twice the area of a triangle: above 0 if it turns left."""
        (ax, ay), (bx, by), (cx, cy) = self.points[a], self.points[b], self.points[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    def triangles(self) -> Iterator[Triangle]:
        """Each triangle once, its smallest corner first."""
        for (a, b), c in sorted(self.beyond.items()):
            if a < b and a < c:
                yield a, b, c

    def sides(self) -> list[Pair]:
        """Each pair of neighbours once."""
        return sorted({(min(pair), max(pair)) for pair in self.beyond})

    def neighbours(self, point: int) -> list[int]:
        """The points that share a side with this one."""
        return sorted({b if a == point else a for a, b in self.beyond if point in (a, b)})

    def hull(self) -> list[Pair]:
        """The sides with nothing beyond them."""
        return sorted((a, b) for a, b in self.beyond if (b, a) not in self.beyond)

    def force(self, side: Pair) -> None:
        """Make two points neighbours, by flipping the sides that lie between them."""
        between = deque(self._crossings(*side))
        fruitless = 0
        while between:
            crossing = between.popleft()
            flipped = self._flip(*crossing)
            if flipped is None:
                between.append(crossing)
            elif self._cross(side, flipped):
                between.append(flipped)
            fruitless = 0 if flipped else fruitless + 1
            if fruitless > len(between):
                raise ValueError(f"points {side} cannot become neighbours")

    def split(self, a: int, b: int) -> int:
        """Put a new point into the middle of a side."""
        (ax, ay), (bx, by) = self.points[a], self.points[b]
        self.points.append(((ax + bx) / 2, (ay + by) / 2))
        new = len(self.points) - 1
        for first, second in ((a, b), (b, a)):
            if (first, second) in self.beyond:
                third = self._take(first, second)
                self._put((first, new, third))
                self._put((new, second, third))
        return new

    def _put(self, corners: Triangle) -> None:
        a, b, c = corners
        self.beyond[a, b], self.beyond[b, c], self.beyond[c, a] = c, a, b

    def _take(self, a: int, b: int) -> int:
        c = self.beyond.pop((a, b))
        del self.beyond[b, c], self.beyond[c, a]
        return c

    def _crossings(self, a: int, b: int) -> list[Pair]:
        return [s for s in self.sides() if a not in s and b not in s and self._cross((a, b), s)]

    def _cross(self, one: Pair, other: Pair) -> bool:
        (a, b), (c, d) = one, other
        apart = self.turn(a, b, c) * self.turn(a, b, d) < 0
        return apart and self.turn(c, d, a) * self.turn(c, d, b) < 0

    def _flip(self, a: int, b: int) -> Pair | None:
        """Join the corners beyond a side instead, if they see each other through it."""
        c, d = self.beyond[a, b], self.beyond[b, a]
        if not self._cross((a, b), (c, d)):
            return None
        self._take(a, b)
        self._take(b, a)
        self._put((c, d, b))
        self._put((d, c, a))
        return c, d


def net_of(points: Points, places: int, borders: Set[Pair]) -> Net:
    """Triangles in which two places are neighbours if they have a border, and only then."""
    net = Net(points)
    for side in sorted(borders):
        net.force(side)
    wanted = {frozenset(side) for side in borders}
    for a, b in net.sides():
        if a < places and b < places and frozenset((a, b)) not in wanted:
            net.split(a, b)
    return net


def crossing_pairs(points: Points, sides: Iterable[Pair]) -> list[tuple[Pair, Pair]]:
    """Which straight lines between points cross each other."""
    lines = list(sides)
    found = []
    for number, one in enumerate(lines):
        for other in lines[:number]:
            if not {*one} & {*other} and _lines_cross(points, one, other):
                found.append((one, other))
    return found


def _lines_cross(points: Points, one: Pair, other: Pair) -> bool:
    a, b = points[list(one)]
    c, d = points[list(other)]
    return bool(_turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0)


def _turn(a: Points, b: Points, c: Points) -> np.float64:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
