"""Finds spots for the signs of a map, near their places and beside each other.

Each sign tries spots around its place and all over the map; it takes the best one, and all signs
take turns until none of them finds a better one. What comes out depends on who begins, so several
orders are tried until one of them is good.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.pictures.scene import Point

Boxes = NDArray[np.float64]

#: the room that signs leave between each other, and to the edge of the map
MARGIN = 3.0
#: tried around a place: how far away, and in how many directions
DISTANCES = (9.0, 16.0, 26.0, 40.0, 58.0)
DIRECTIONS = 16
#: tried all over the map: one in so many units
MESH = 24.0
#: so many of these spots are looked at, if that is enough
NEAR = 120
#: what an overlap costs, by its area, and a sign that is nearer to a place than this
OVERLAP, COVERED, CLEAR = 5.0, 150.0, 6.5
#: what each point of a line costs that another sign covers, and where these points are
CROSSED, STEPS = 30.0, np.array([0.2, 0.45, 0.7, 0.95])
#: a spot so far away costs twice its distance
FAR = 20.0
#: how often all signs look for a better spot at most
ROUNDS = 12
#: the directions in which the signs take turns at first, and what is good enough for each sign
ORDERS, GOOD = ((1, 0), (-1, 0), (0, -1), (0, 1)), 20.0


@dataclass(frozen=True)
class Sign:
    """Something that needs a spot.

    at: its place.
    over: whether it may lie on its place, like the name of a country; else it is joined with it.
    """

    at: Point
    width: float
    height: float
    over: bool = False


@lru_cache(maxsize=8)
def spots(signs: tuple[Sign, ...], width: float, height: float) -> tuple[Point, ...]:
    """The left upper corner of each sign, on a map of this size."""
    search = _Search(signs, width, height)
    found = search.best(NEAR)
    if any(_overlaps(box[None], np.delete(found, i, axis=0)) for i, box in enumerate(found)):
        found = search.best(None)
    return tuple((float(left), float(top)) for left, top, _, _ in found)


class _Search:
    """The signs, the spots that each may try, and what these cost it wherever the others are."""

    def __init__(self, signs: Sequence[Sign], width: float, height: float) -> None:
        self.signs = signs
        self.choices: list[Boxes] = []
        self.costs: list[Boxes] = []
        for sign in signs:
            tried = _choices(sign, width, height)
            costs = _own_costs(sign, tried, signs)
            ranks = costs.argsort(kind="stable")
            self.choices.append(tried[ranks])
            self.costs.append(costs[ranks])

    def best(self, most: int | None) -> Boxes:
        """The best boxes found, when each sign tries so many spots; None: all."""
        least, found = self._settled(ORDERS[0], most)
        for order in ORDERS[1:]:
            if least < GOOD * len(self.signs):
                break
            cost, boxes = self._settled(order, most)
            if cost < least:
                least, found = cost, boxes
        return found

    def _settled(self, order: Point, most: int | None) -> tuple[float, Boxes]:
        """What all signs pay together, and the box of each; the order is a direction."""

        def along(number: int) -> float:
            return float(np.dot(order, self.signs[number].at))

        turns = sorted(range(len(self.signs)), key=along)
        picked: dict[int, int] = {}
        for _ in range(ROUNDS):
            before, paid = {**picked}, 0.0
            for number in turns:
                costs = self.costs[number][:most] + self._in_the_way(number, picked, most)
                picked[number] = int(costs.argmin())
                paid += float(costs.min())
            if picked == before:
                break
        return paid, np.array([tried[picked[i]] for i, tried in enumerate(self.choices)])

    def _in_the_way(self, number: int, picked: Mapping[int, int], most: int | None) -> Boxes:
        """What it costs to lie on other signs, or on the lines between them and their places."""
        others = [other for other in picked if other != number]
        tried = self.choices[number][:most]
        if not others:
            return np.zeros(len(tried))
        there = np.array([self.choices[other][picked[other]] for other in others])
        places = np.array([self.signs[other].at for other in others])
        own_lines = _along(tried, np.array([self.signs[number].at]))
        crossed = _inside(own_lines, there) + _inside(_along(there, places), tried).T
        return _overlaps(tried, there) + CROSSED * crossed.sum(axis=1)


def _choices(sign: Sign, width: float, height: float) -> Boxes:
    """Spots to try, as left, top, right and bottom."""
    x, y = sign.at
    corners = [(x - sign.width / 2, y - sign.height / 2)] if sign.over else []
    for distance in DISTANCES:
        for direction in range(DIRECTIONS):
            angle = 2 * pi * direction / DIRECTIONS
            corners.append(_beside(sign, cos(angle), sin(angle), distance))
    corners += [
        (left, top)
        for left in np.arange(MARGIN, width - sign.width - MARGIN, MESH)
        for top in np.arange(MARGIN, height - sign.height - MARGIN, MESH)
    ]
    found = np.array(corners)
    found[:, 0] = np.clip(found[:, 0], MARGIN, width - sign.width - MARGIN)
    found[:, 1] = np.clip(found[:, 1], MARGIN, height - sign.height - MARGIN)
    return np.hstack([found, found + np.array([sign.width, sign.height])])


def _beside(sign: Sign, across: float, down: float, distance: float) -> Point:
    """The corner of a sign that lies in a direction from its place, its edge so far away."""
    x = sign.at[0] + distance * across + (across - 1) * sign.width / 2
    y = sign.at[1] + distance * down + (down - 1) * sign.height / 2
    return x, y


def _own_costs(sign: Sign, tried: Boxes, signs: Sequence[Sign]) -> NDArray[np.float64]:
    """How far each spot is from the sign's place, and whether it covers those of others."""
    if sign.over:
        middles = (tried[:, :2] + tried[:, 2:]) / 2
        costs = _far(np.hypot(*(middles - np.array(sign.at)).T) / 2)
    else:
        gap = _gaps(tried, sign.at)
        costs = _far(gap) + np.where(gap < CLEAR, COVERED, 0.0)
    for other in signs:
        if other is not sign and not other.over:
            costs += np.where(_gaps(tried, other.at) < CLEAR, COVERED, 0.0)
    return costs


def _far(gap: NDArray[np.float64]) -> NDArray[np.float64]:
    """What it costs to be away from one's place: two signs rather move a bit than one a lot."""
    return gap + gap**2 / FAR


def _gaps(tried: Boxes, at: Point) -> NDArray[np.float64]:
    """How far boxes are from a point; 0 inside."""
    left, top, right, bottom = tried.T
    return np.hypot(np.clip(at[0], left, right) - at[0], np.clip(at[1], top, bottom) - at[1])


def _along(boxes: Boxes, places: Boxes) -> NDArray[np.float64]:
    """Points on the line from each box's place to the box: by box, by step, x and y."""
    ends = np.clip(places, boxes[:, :2], boxes[:, 2:])
    return places[:, None] + STEPS[None, :, None] * (ends - places)[:, None]


def _inside(points: NDArray[np.float64], boxes: Boxes) -> NDArray[np.float64]:
    """How many points of each line lie in each box."""
    at = points[:, :, None, :]
    within = (at > boxes[None, None, :, :2]) & (at < boxes[None, None, :, 2:])
    return within.all(axis=3).sum(axis=1).astype(np.float64)


def _overlaps(tried: Boxes, there: Boxes) -> NDArray[np.float64]:
    """What it costs to lie on other signs."""
    low = np.maximum(tried[:, None, :2], there[None, :, :2] - MARGIN)
    high = np.minimum(tried[:, None, 2:], there[None, :, 2:] + MARGIN)
    common = np.clip(high - low, 0.0, None)
    return OVERLAP * common.prod(axis=2).sum(axis=1)
