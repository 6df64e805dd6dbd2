"""Frames around shapes of a scene, such as those that belong to a recommended move."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import cos, pi, sin

from eminence.cython_ext.pictures.lettering import text_box
from eminence.cython_ext.pictures.scene import (
    Area,
    Box,
    Disc,
    Group,
    Line,
    Panel,
    Point,
    Scene,
    Shape,
    Text,
    within,
)

#: left, top, right and bottom
Edges = tuple[float, float, float, float]

#: how thick a frame is, with its rim, and how far from its shape
FRAME, RIM, GAP = 3.0, 6.0, 3.0
#: corners of a frame around a round piece
CORNERS = 36


def marked(scene: Scene, ids: Collection[str], tone: str = "accent") -> Scene:
    """The scene with a frame around each of these shapes, above everything else."""
    return replace(scene, panels=tuple(_framed(panel, ids, tone) for panel in scene.panels))


def _framed(panel: Panel, ids: Collection[str], tone: str) -> Panel:
    frames = [
        frame
        for shape in within(panel.shapes)
        if shape.id in ids and shape.id
        for frame in _frames(shape, panel, tone)
    ]
    return replace(panel, shapes=(*panel.shapes, *frames))


def _frames(shape: Shape, panel: Panel, tone: str) -> list[Shape]:
    """A line along the shape's edge on a wider one, so that it is seen on any ground."""
    if isinstance(shape, Line):
        return [Line(shape.points, width=shape.width + RIM, tone=tone), replace(shape, id="")]
    outlines = [_inside(outline, panel) for outline in _outlines(shape)]
    return [
        Line(outline, width=width, tone=colour)
        for width, colour in ((RIM, "page"), (FRAME, tone))
        for outline in outlines
    ]


def _outlines(shape: Shape) -> list[tuple[Point, ...]]:
    """Closed lines around a shape."""
    if isinstance(shape, Area):
        return [(*outline, *outline[:2]) for outline in shape.outlines]
    if isinstance(shape, Disc):
        turns = [2 * pi * corner / CORNERS for corner in range(CORNERS + 2)]
        reach = shape.radius + GAP
        return [tuple((shape.x + reach * cos(t), shape.y + reach * sin(t)) for t in turns)]
    if isinstance(shape, Group) and (all_of_it := _covering(shape)) is not None:
        return _outlines(all_of_it)
    left, top, right, bottom = _edges(shape)
    left, top, right, bottom = left - GAP, top - GAP, right + GAP, bottom + GAP
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return [(*corners, *corners[:2])]


def _covering(group: Group) -> Shape | None:
    """The one shape of a group that is as large as all of it, such as the disc of a token."""
    left, top, right, bottom = _edges(group)
    for shape in group.shapes:
        edges = _edges(shape)
        begins = edges[0] <= left + GAP and edges[1] <= top + GAP
        if begins and edges[2] >= right - GAP and edges[3] >= bottom - GAP:
            return shape
    return None


def _edges(shape: Shape) -> Edges:
    """The rectangle that a shape fills."""
    if isinstance(shape, Text):
        return text_box(shape)
    if isinstance(shape, Box):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Disc):
        x, y, reach = shape.x, shape.y, shape.radius
        return x - reach, y - reach, x + reach, y + reach
    if isinstance(shape, Group):
        return _around([_edges(part) for part in shape.shapes])
    if isinstance(shape, Line):
        return _around([(x, y, x, y) for x, y in shape.points])
    if isinstance(shape, Area):
        return _around([(x, y, x, y) for outline in shape.outlines for x, y in outline])
    raise TypeError(f"no edges for {type(shape).__name__}")


def _around(edges: Sequence[Edges]) -> Edges:
    lefts, tops, rights, bottoms = zip(*edges, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _inside(outline: Sequence[Point], panel: Panel) -> tuple[Point, ...]:
    """A line so near the panel's edge would be cut: it moves in by half its width."""
    rim = FRAME / 2
    return tuple(
        (min(max(x, rim), panel.width - rim), min(max(y, rim), panel.height - rim))
        for x, y in outline
    )
