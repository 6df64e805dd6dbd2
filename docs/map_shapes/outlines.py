"""Outlines of the areas of a settled mesh: edges as if drawn by hand, areas of one name joined."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from docs.map_shapes.mesh import Mesh
from docs.map_shapes.plan import Points

#: how long the straight pieces of an edge are, about
PIECE = 13.0
#: how far the middle of a piece lies aside, as a share of its length
WIGGLE = 0.11
SEED = 20


@dataclass(frozen=True)
class _Piece:
    """Part of the way around an area, from spot to spot."""

    start: int
    end: int
    line: Points
    between: frozenset[int]
    """The spots at its ends and in its middle, by which its other side knows it."""


def loops_of(mesh: Mesh, names: Sequence[str]) -> dict[str, list[Points]]:
    """By name: the closed lines around the areas of that name, and around the holes in them."""
    lines = _lines(mesh)
    pieces: dict[str, list[_Piece]] = defaultdict(list)
    for name, ring in zip(names, mesh.rings, strict=True):
        pieces[name] += _pieces(mesh, ring, lines)
    return {name: _chained(_outer(of_name)) for name, of_name in pieces.items()}


def size_of(loop: Points) -> float:
    """The size of what a closed line encloses; below 0 for a hole."""
    x, y = loop.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def wiggly(line: Points, rng: np.random.Generator) -> Points:
    """A line with more points, each a little aside of the way."""
    parts = [line[:1]]
    for a, b in pairwise(line):
        parts.append(_bent(a, b, rng)[1:])
    return np.concatenate(parts)


def _bent(a: Points, b: Points, rng: np.random.Generator) -> Points:
    way = b - a
    if np.hypot(*way) < 1.5 * PIECE:
        return np.array([a, b])
    aside = np.array([-way[1], way[0]]) * float(np.clip(rng.normal(0, WIGGLE), -0.2, 0.2))
    middle = (a + b) / 2 + aside
    return np.concatenate([_bent(a, middle, rng), _bent(middle, b, rng)[1:]])


def _lines(mesh: Mesh) -> dict[int, tuple[int, Points]]:
    """By the spot in the middle of each edge: where its line begins, and the line."""
    found = {}
    low, high = mesh.spots.min(axis=0), mesh.spots.max(axis=0)
    for number, (one, middle, other) in enumerate(mesh.edges.values()):
        rng = np.random.default_rng([SEED, number])
        line = wiggly(_curve(*mesh.spots[[one, middle, other]]), rng)
        found[middle] = one, np.clip(line, low, high)
    return found


def _curve(start: Points, middle: Points, end: Points) -> Points:
    """A curve through three spots, in a few straight pieces."""
    pull = 2 * middle - (start + end) / 2
    length = np.hypot(*(middle - start)) + np.hypot(*(end - middle))
    share = np.linspace(0, 1, max(2, 1 + round(length / (2 * PIECE))))[:, None]
    return (1 - share) ** 2 * start + 2 * share * (1 - share) * pull + share**2 * end


def _pieces(mesh: Mesh, ring: Sequence[int], lines: dict[int, tuple[int, Points]]) -> list[_Piece]:
    """The way around one area: along its edges, and along the frame."""
    found = []
    at = next(number for number, spot in enumerate(ring) if spot in lines)
    spots = [*ring[at - 1 :], *ring[: at - 1]] if at else [ring[-1], *ring[:-1]]
    spots.append(spots[0])
    here = 0
    while here < len(spots) - 1:
        start, next_ = spots[here], spots[here + 1]
        if next_ in lines:
            end = spots[here + 2]
            begins, line = lines[next_]
            line = line if begins == start else line[::-1]
            found.append(_Piece(start, end, line, frozenset((start, next_, end))))
            here += 2
        else:
            line = mesh.spots[[start, next_]]
            found.append(_Piece(start, next_, line, frozenset((start, next_))))
            here += 1
    return found


def _outer(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Those with another name on their other side."""
    sides: dict[frozenset[int], int] = defaultdict(int)
    for piece in pieces:
        sides[piece.between] += 1
    return [piece for piece in pieces if sides[piece.between] == 1]


def _chained(pieces: Sequence[_Piece]) -> list[Points]:
    """Closed lines, the longest way around first."""
    after = {piece.start: piece for piece in pieces}
    loops = []
    while after:
        at = first = min(after)
        parts = []
        while at in after:
            piece = after.pop(at)
            parts.append(piece.line[:-1])
            at = piece.end
        if at != first:
            raise ValueError("the way around an area does not close")
        loops.append(np.concatenate(parts))
    return sorted(loops, key=lambda loop: -abs(size_of(loop)))
