"""A map whose places are dots in countries: outlines drawn by hand, dots with room around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from docs.map_shapes.labels import label_spot
from docs.map_shapes.outlines import SEED, wiggly
from docs.map_shapes.plan import PLACES, PLAN, Points, degrees_of, is_around, projected
from docs.map_shapes.writing import rounded
from eminence.engines.kit.shapes import SEA, Place, Shapes
from eminence.engines.kit.tables import Record, read_csv, read_toml

OUTLINES = "outlines.toml"
#: the sea lies below everything
WATER = SEA + "open sea"
#: how much room a dot with its name and counters takes from the name of its country
WIDE, ABOVE, BELOW = 40.0, 20.0, 26.0
#: how often dots that are too near are pushed apart
PUSHES = 200


def dot_map(folder: Path) -> Shapes:
    """The map that a game's folder asks for."""
    file = read_toml(folder, PLAN)
    width, height = float(file.number("width", 1, 2000)), float(file.number("height", 1, 2000))
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    lands = {name: _on_map(lines, frame) for name, lines in _outlines(folder, file).items()}
    rows = read_csv(folder, PLACES, ["name", "x", "y", "source"])
    dots = projected(file, np.array([degrees_of(row) for row in rows]))
    dots = pushed_apart(dots, file.number("apart", 0, 500))
    areas = {WATER: Place((rounded(frame),), _spot([frame, *chain(*lands.values())]))}
    boxes = [_box(dot) for dot in dots]
    for name in sorted(lands, key=lambda name: not is_around(name)):
        outlines = tuple(rounded(line) for line in lands[name])
        areas[name] = Place(outlines, _spot([lands[name][0], *_inside(boxes, lands[name][0])]))
    names = [row.word("name") for row in rows]
    return Shapes(width, height, areas, dict(zip(names, rounded(dots), strict=True)), ())


def pushed_apart(dots: Points, apart: float) -> Points:
    """Dots with at least this distance between them, about where they were."""
    dots = dots.copy()
    for _ in range(PUSHES):
        way = dots[:, None] - dots[None]
        gap = np.hypot(*way.transpose(2, 0, 1)) + 1e-9
        lacking = np.maximum(0, apart - gap)
        np.fill_diagonal(lacking, 0)
        dots += 0.3 * (way / gap[:, :, None] * lacking[:, :, None]).sum(axis=1)
    return dots


def clipped(line: Points, frame: Points) -> Points:
    """The part of a closed line's inside that lies in the frame."""
    low, high = frame.min(axis=0), frame.max(axis=0)
    for axis, edge, sign in ((0, low[0], 1), (0, high[0], -1), (1, low[1], 1), (1, high[1], -1)):
        line = np.array([*_cut(line, axis, edge, sign)]).reshape(-1, 2)
    return line


def _cut(line: Points, axis: int, edge: float, sign: int) -> Iterator[Points]:
    for a, b in zip(line, np.roll(line, -1, axis=0), strict=True):
        inside = sign * (a[axis] - edge) >= 0
        if inside:
            yield a
        if inside != (sign * (b[axis] - edge) >= 0):
            yield a + (edge - a[axis]) / (b[axis] - a[axis]) * (b - a)


def _outlines(folder: Path, file: Record) -> Mapping[str, list[Points]]:
    """The closed lines of each land, in the units of the map."""
    lands = read_toml(folder, OUTLINES)
    return {
        name: [projected(file, np.array(line)) for line in lands.table(name).values["outlines"]]
        for name in lands.names
    }


def _on_map(lines: Sequence[Points], frame: Points) -> list[Points]:
    drawn = [clipped(_by_hand(line), frame) for line in lines]
    return [line for line in drawn if len(line) > 2]


def _by_hand(line: Points) -> Points:
    """A closed line whose sides are no longer straight; neighbours get the same common sides."""
    return np.concatenate(
        [_side(a, b)[:-1] for a, b in zip(line, np.roll(line, -1, axis=0), strict=True)]
    )


def _side(a: Points, b: Points) -> Points:
    if tuple(b) < tuple(a):
        return _side(b, a)[::-1]
    seeds = np.abs(np.round(np.concatenate([a, b]))).astype(int).tolist()
    return wiggly(np.array([a, b]), np.random.default_rng([SEED, *seeds]))


def _box(dot: Points) -> Points:
    """Around a dot, its name and what lies there."""
    return dot + np.array([(-WIDE, -ABOVE), (WIDE, -ABOVE), (WIDE, BELOW), (-WIDE, BELOW)])


def _inside(boxes: Sequence[Points], line: Points) -> list[Points]:
    """The boxes whose middle lies about where the land lies."""
    low, high = line.min(axis=0), line.max(axis=0)
    middles = [(box, box.mean(axis=0)) for box in boxes]
    return [box for box, spot in middles if (low < spot).all() and (spot < high).all()]


def _spot(loops: Sequence[Points]) -> tuple[float, float]:
    return rounded(label_spot(loops)[None])[0]
