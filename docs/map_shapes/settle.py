"""Settles a mesh: areas become about equally large and round, and stay near where they belong.

What is bad about a map is a sum of costs, which falls step by step along its slope. One of the
costs rises more and more as an area comes near to turning over, so neighbours stay neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, minimize

from docs.map_shapes.mesh import Mesh
from docs.map_shapes.plan import Points

Array = NDArray[np.float64]
#: below this share of its wanted size a triangle of an area costs more and more
THIN = 0.02
#: how near to the frame a spot may come
MARGIN = 10.0


@dataclass(frozen=True)
class Wishes:
    """What each area should be."""

    sizes: Array
    homes: Points
    size_weight: Array
    round_weight: Array
    home_weight: Array
    shortest: float
    """Edges that are shorter than this cost something."""
    edge_weight: Array
    """By edge, in the order of the mesh: how much a short one matters."""
    length_weight: Array
    """By edge: how much its length counts where areas shall be round."""


class _Costs:
    """The costs of a mesh and their slope."""

    def __init__(self, mesh: Mesh, wishes: Wishes) -> None:
        self.mesh, self.wishes = mesh, wishes
        rings = mesh.rings
        self.area = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
        self.start = np.concatenate([np.array(ring) for ring in rings])
        self.next = np.concatenate([np.roll(np.array(ring), -1) for ring in rings])
        self.edges = np.array(list(mesh.edges.values()))
        pieces = np.bincount(self.area)
        of_spot = np.ones(len(mesh.spots))
        of_spot[self.edges[:, 1]] = wishes.length_weight
        self.counts = of_spot[self.start] * of_spot[self.next]
        self.wanted = (wishes.sizes / pieces)[self.area]

    def split(self, values: Array) -> tuple[Points, Points]:
        """The spots and the middles of the areas."""
        pairs = values.reshape(-1, 2)
        free = self.mesh.free
        return np.concatenate([pairs[:free], self.mesh.spots[free:]]), pairs[free:]

    def joined(self, spots: Points, middles: Points) -> Array:
        return np.concatenate([spots[: self.mesh.free], middles]).ravel()

    def __call__(self, values: Array) -> tuple[float, Array]:
        spots, middles = self.split(values)
        spot_slope, middle_slope = np.zeros_like(spots), np.zeros_like(middles)
        cost = self._sizes(spots, spot_slope)
        cost += self._turned(spots, middles, spot_slope, middle_slope)
        cost += self._homes(middles, middle_slope)
        cost += self._short(spots, spot_slope)
        cost += self._bent(spots, spot_slope)
        return cost, self.joined(spot_slope, middle_slope)

    def _sizes(self, spots: Points, slope: Points) -> float:
        """Wrong sizes, and long ways around."""
        wishes, count = self.wishes, len(self.wishes.sizes)
        p, q = spots[self.start], spots[self.next]
        sizes = np.bincount(self.area, _cross(p, q), count) / 2
        lengths = np.hypot(*(q - p).T) + 1e-9
        around = np.bincount(self.area, lengths * self.counts, count)
        off = sizes / wishes.sizes - 1
        solid = np.maximum(sizes, 0.1 * wishes.sizes)
        flat = around**2 / (4 * np.pi * solid)
        cost = wishes.size_weight @ off**2 + wishes.round_weight @ flat**2 / 2
        rise = 2 * wishes.size_weight * off / wishes.sizes
        rise -= np.where(sizes < solid, 0.0, wishes.round_weight * flat**2 / solid)
        by_size = rise[self.area, None] / 2
        by_length = (wishes.round_weight * flat * around / (2 * np.pi * solid))[self.area]
        along = (by_length * self.counts / lengths)[:, None] * (q - p)
        np.add.at(slope, self.start, by_size * _quarter(q) - along)
        np.add.at(slope, self.next, -by_size * _quarter(p) + along)
        return float(cost)

    def shares(self, spots: Points, middles: Points) -> Array:
        """The size of each triangle of an area, as a share of what is wanted."""
        return _cross(*self._arms(spots, middles)) / 2 / self.wanted

    def _arms(self, spots: Points, middles: Points) -> tuple[Points, Points]:
        middle = middles[self.area]
        return spots[self.start] - middle, spots[self.next] - middle

    def _turned(self, spots: Points, middles: Points, slope: Points, inner: Points) -> float:
        """Triangles between the middle of an area and its edge that are nearly turned over."""
        p, q = self._arms(spots, middles)
        share = self.shares(spots, middles)
        thin = share < THIN
        safe = np.where(thin, THIN, share)
        under = np.where(thin, share - THIN, 0.0) / THIN
        cost = -np.log(safe) - under + under**2
        rise = np.where(thin, (-1 + 2 * under) / THIN, -1 / safe)
        weight = 0.02
        by = (weight * rise / 2 / self.wanted)[:, None]
        np.add.at(slope, self.start, by * _quarter(q))
        np.add.at(slope, self.next, -by * _quarter(p))
        np.add.at(inner, self.area, by * (_quarter(p) - _quarter(q)))
        return float(weight * cost.sum())

    def _homes(self, middles: Points, slope: Points) -> float:
        away = middles - self.wishes.homes
        weight = (self.wishes.home_weight / self.wishes.sizes)[:, None]
        slope += 2 * weight * away
        return float((weight * away**2).sum())

    def _short(self, spots: Points, slope: Points) -> float:
        """Edges whose ends are near each other."""
        one, other = self.edges[:, 0], self.edges[:, 2]
        way = spots[other] - spots[one]
        length = np.hypot(*way.T) + 1e-9
        lacking = np.maximum(0, 1 - length / self.wishes.shortest)
        by = (-2 * self.wishes.edge_weight * lacking / self.wishes.shortest / length)[:, None] * way
        np.add.at(slope, other, by)
        np.add.at(slope, one, -by)
        return float(self.wishes.edge_weight @ lacking**2)

    def _bent(self, spots: Points, slope: Points) -> float:
        """Middles of edges that lie far from the middle between the ends."""
        one, middle, other = self.edges.T
        off = spots[middle] - (spots[one] + spots[other]) / 2
        weight = 1.0 / float(self.wishes.sizes.max())
        np.add.at(slope, middle, 2 * weight * off)
        np.add.at(slope, one, -weight * off)
        np.add.at(slope, other, -weight * off)
        return float(weight * (off**2).sum())


def settled(mesh: Mesh, middles: Points, wishes: Wishes, steps: int = 6000) -> Mesh:
    """The mesh with its spots where they cost least."""
    costs = _Costs(mesh, wishes)
    start = costs.joined(mesh.spots, middles)
    found = minimize(
        costs,
        start,
        jac=True,
        method="L-BFGS-B",
        bounds=_within_frame(mesh, len(start) // 2),
        options={"maxiter": steps, "maxfun": 2 * steps, "maxcor": 30, "ftol": 1e-10},
    )
    spots, middles = costs.split(found.x)
    if costs.shares(spots, middles).min() <= 0:
        raise ValueError("an area has turned over: make room smaller, or move places apart")
    return Mesh(spots, mesh.free, mesh.rings, mesh.edges)


def _within_frame(mesh: Mesh, count: int) -> Bounds:
    """Spots may not leave the frame, nor come too near to it."""
    low, high = mesh.spots.min(axis=0) + MARGIN, mesh.spots.max(axis=0) - MARGIN
    return Bounds(np.tile(low, count), np.tile(high, count))


def _cross(p: Points, q: Points) -> Array:
    return p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]


def _quarter(p: Points) -> Points:
    """The slope of the cross product by its other factor."""
    return np.column_stack([p[:, 1], -p[:, 0]])
