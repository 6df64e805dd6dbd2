"""A map whose places are areas: neighbours share an edge, all others do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from docs.map_shapes.around import named, surroundings
from docs.map_shapes.labels import label_spot, shortest_way
from docs.map_shapes.mesh import Mesh, mesh_of
from docs.map_shapes.outlines import loops_of, size_of
from docs.map_shapes.plan import PLACES, Pair, Plan, Points, is_around, plan_of
from docs.map_shapes.settle import Wishes, settled
from docs.map_shapes.triangles import Net, crossing_pairs, net_of
from docs.map_shapes.writing import rounded
from eminence.cython_ext.errors import BadData
from eminence.engines.kit.shapes import LAND, Place, Road, Shapes

#: the size of a gap between places, as a share of a place's
GAP = 0.06
#: how much room a foreign land takes beside a sea
FOREIGN = 0.5
#: the shortest edge that neighbours should share, as a share of a place's width
EDGE = 0.32
#: how far a road reaches into the areas that it joins
REACH = 14.0


def cell_map(folder: Path) -> Shapes:
    """The map that a game's folder asks for."""
    plan = plan_of(folder)
    places = plan.points[: plan.places]
    _refuse_crossings(plan, places)
    around = surroundings(plan, places)
    net = net_of(np.concatenate([places, around]), plan.places, plan.borders)
    grid = plan.places + len(around)
    enclosed = _enclosed(net, plan.places)
    names = [*plan.names[: plan.places], *_names_around(plan, net, enclosed)]
    mesh = mesh_of(net, plan.width, plan.height)
    wishes = _wishes(plan, net, mesh, names, enclosed & (np.arange(len(names)) >= grid))
    mesh = settled(mesh, np.array(net.points), wishes)
    return _shapes(plan, loops_of(mesh, names))


def _refuse_crossings(plan: Plan, places: Points) -> None:
    for (a, b), (c, d) in crossing_pairs(places, sorted(plan.borders)):
        one, other = f"{plan.names[a]} - {plan.names[b]}", f"{plan.names[c]} - {plan.names[d]}"
        raise BadData(f"{PLACES}: {one} crosses {other}: move one of them, or name a road")


def _wishes(
    plan: Plan, net: Net, mesh: Mesh, names: Sequence[str], gap: NDArray[np.bool_]
) -> Wishes:
    place = np.arange(len(names)) < plan.places
    foreign = np.array([name.startswith(LAND) for name in names])
    sizes = np.where(place, plan.room, GAP * plan.room)
    rest = ~(place | gap)
    shares = np.where(foreign, FOREIGN, 1.0)[rest]
    sizes[rest] = (plan.width * plan.height - sizes[~rest].sum()) * shares / shares.sum()
    one, other = place[np.array(list(mesh.edges))].T
    return Wishes(
        sizes=sizes,
        homes=np.array(net.points),
        size_weight=np.where(place, 30.0, 1.0),
        round_weight=np.where(place, 4.0, 0.15),
        home_weight=np.where(place, 0.4, 0.05),
        shortest=EDGE * float(np.sqrt(plan.room)),
        edge_weight=np.where(one & other, 4.0, 0.2),
        length_weight=np.where(one != other, 0.8, 1.0),
    )


def _enclosed(net: Net, places: int) -> NDArray[np.bool_]:
    """Which points of the surroundings lie in a hole between places."""
    enclosed = np.arange(len(net.points)) >= places
    outside = [point for side in net.hull() for point in side]
    while outside:
        point = outside.pop()
        if enclosed[point]:
            enclosed[point] = False
            outside += net.neighbours(point)
    return enclosed


def _names_around(plan: Plan, net: Net, enclosed: NDArray[np.bool_]) -> list[str]:
    """What the points of the surroundings belong to; no sea is in a hole between places."""
    return [
        named(plan, net.points[point], only_land=bool(enclosed[point]))
        for point in range(plan.places, len(net.points))
    ]


def _shapes(plan: Plan, loops: Mapping[str, Sequence[Points]]) -> Shapes:
    """The areas, those behind others first."""
    sizes = {name: -sum(size_of(loop) for loop in of_name) for name, of_name in loops.items()}
    order = sorted(loops, key=lambda name: (not is_around(name), is_around(name) * sizes[name]))
    return Shapes(
        width=plan.width,
        height=plan.height,
        areas={name: _place(loops[name]) for name in order},
        points={},
        roads=tuple(_road(plan, loops, pair) for pair in plan.roads),
    )


def _place(loops: Sequence[Points]) -> Place:
    """An area; what lies in its holes is drawn after it."""
    filled = [loop for loop in loops if size_of(loop) > 0]
    return Place(tuple(rounded(loop) for loop in filled), rounded(label_spot(loops)[None])[0])


def _road(plan: Plan, loops: Mapping[str, Sequence[Points]], pair: Pair) -> Road:
    """The shortest way between two areas, and a little further into each."""
    a, b = plan.names[pair[0]], plan.names[pair[1]]
    ends = shortest_way(loops[a], loops[b])
    starts = [
        end + REACH * _direction(label_spot(loops[name]) - end)
        for name, end in zip((a, b), ends, strict=True)
    ]
    return Road((a, b), rounded(np.array([starts[0], *ends, starts[1]])))


def _direction(way: Points) -> Points:
    return way / max(float(np.hypot(*way)), 1e-9)
