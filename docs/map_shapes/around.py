"""The surroundings of a map: points of seas and foreign lands between the places and the frame."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from docs.map_shapes.plan import Plan, Points
from eminence.engines.kit.shapes import SEA

#: how far a side of the frame bulges, so that all points along it lie on the hull
BULGE = 2.0
#: how near to a place or to the line between two neighbours no point is put, in spacings
CLEAR = 0.75


def surroundings(plan: Plan, places: Points) -> Points:
    """Points along the frame and a grid of them where no places are."""
    ring, grid = _ring(plan), _grid(plan)
    rim = np.array([_distance(spot, ring) for spot in grid])
    grid = grid[rim > CLEAR * plan.spacing]
    lines = [(places[a], places[b]) for a, b in sorted(plan.borders)]
    lines += [(place, place) for place in places]
    far = [min(_to_line(spot, *line) for line in lines) for spot in grid]
    inside = [_enclosed(plan, places, spot) for spot in grid]
    keep = (np.array(far) > CLEAR * plan.spacing) & ~np.array(inside)
    return np.concatenate([ring, grid[keep]])


def named(plan: Plan, spot: Sequence[float], only_land: bool) -> str:
    """The sea or foreign land that has the nearest point."""
    names = plan.names[plan.places :]
    distances = np.hypot(*(plan.points[plan.places :] - np.asarray(spot)).T)
    if only_land:
        distances[[name.startswith(SEA) for name in names]] = np.inf
    return names[int(np.argmin(distances))]


def _ring(plan: Plan) -> Points:
    inset = plan.spacing / 3
    wide, high = plan.width - 2 * inset, plan.height - 2 * inset
    corners = [(0, 0), (wide, 0), (wide, high), (0, high)]
    points = []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        steps = round(max(abs(bx - ax), abs(by - ay)) / plan.spacing)
        for step in range(steps):
            share = step / steps
            bulge = 4 * BULGE * share * (1 - share)
            x, y = ax + share * (bx - ax), ay + share * (by - ay)
            outward = np.array([np.sign(by - ay), -np.sign(bx - ax)])
            points.append(np.array([x, y]) + inset + bulge * outward)
    return np.array(points)


def _grid(plan: Plan) -> Points:
    step = plan.spacing
    points = []
    for row in range(1, int(plan.height / (step * 0.87))):
        y = row * step * 0.87
        points += [(x, y) for x in np.arange(step / 2 + row % 2 * step / 2, plan.width, step)]
    inside = [(x, y) for x, y in points if step < x + step / 2 and x < plan.width - step / 2]
    return np.array([(x, y) for x, y in inside if step / 2 < y < plan.height - step / 2])


def _enclosed(plan: Plan, places: Points, spot: Points) -> bool:
    """Whether three neighbours have this spot between them."""
    borders = plan.borders | {(b, a) for a, b in plan.borders}
    for a, b in plan.borders:
        for c in range(plan.places):
            if (a, c) in borders and (b, c) in borders and _inside(spot, places[[a, b, c]]):
                return True
    return False


def _inside(spot: Points, corners: Points) -> bool:
    turns = [
        np.cross(np.append(b - a, 0), np.append(spot - a, 0))[2]
        for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)
    ]
    return all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


def _distance(spot: Points, others: Points) -> float:
    return float(np.hypot(*(others - spot).T).min())


def _to_line(spot: Points, a: Points, b: Points) -> float:
    along = b - a
    length = float(along @ along)
    share = min(max(float((spot - a) @ along) / length, 0.0), 1.0) if length else 0.0
    return float(np.hypot(*(a + share * along - spot)))
