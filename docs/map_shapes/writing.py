"""Writes a map as the file that `engines/kit/shapes.py` reads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from docs.map_shapes.plan import Points
from eminence.cython_ext.pictures.scene import Point
from eminence.engines.kit.shapes import FILE, Place, Shapes, shapes_of

HEAD = "# Written by `make maps` from places.csv and map.toml: change those, not this."
#: how many decimals a number has
DECIMALS = 1


def rounded(line: Points) -> tuple[Point, ...]:
    """The points of a line with few decimals."""
    return tuple((float(x), float(y)) for x, y in np.round(line, DECIMALS) + 0.0)


def write(folder: Path, shapes: Shapes) -> None:
    """Put the map into the folder of its game, once it can be read again."""
    text = "\n".join(_lines(shapes)) + "\n"
    with TemporaryDirectory() as trial:
        (Path(trial) / FILE).write_text(text, "utf-8")
        shapes_of(Path(trial))
    (folder / FILE).write_text(text, "utf-8")


def _lines(shapes: Shapes) -> Iterator[str]:
    yield from (HEAD, "", f"width = {shapes.width}", f"height = {shapes.height}", "", "[areas]")
    for name, place in shapes.areas.items():
        yield from _area(name, place)
    if shapes.points:
        yield from ("", "[points]")
    for name, point in shapes.points.items():
        yield f"{_quoted(name)} = {_pair(point)}"
    for road in shapes.roads:
        between = ", ".join(map(_quoted, road.between))
        yield from ("", "[[roads]]", f"between = [{between}]", f"points = {_line(road.points)}")


def _area(name: str, place: Place) -> Iterator[str]:
    yield from ("", f"[areas.{_quoted(name)}]", "outlines = [")
    yield from (f"    {_line(outline)}," for outline in place.outlines)
    yield from ("]", f"label = {_pair(place.label)}")


def _line(points: Sequence[Point]) -> str:
    return f"[{', '.join(map(_pair, points))}]"


def _pair(point: Point) -> str:
    return f"[{point[0]:g}, {point[1]:g}]"


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)
