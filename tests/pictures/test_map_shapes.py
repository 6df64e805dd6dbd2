"""The maps of the games: neighbours touch, others do not, and everything has room.

Also their reader, and the script that draws them (`make maps`).
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from itertools import combinations
from math import dist
from pathlib import Path
from types import ModuleType

import pytest

from eminence import engines
from eminence.cython_ext.errors import BadData
from eminence.cython_ext.pictures.lettering import text_width
from eminence.cython_ext.pictures.scene import Point
from eminence.engines.kit.shapes import LAND, SEA, Shapes, shapes_of

ROOT = Path(__file__).parents[2]
GAMES = Path(engines.__path__[0])
MAPS = ("blood_of_kings", "royals", "wallenstein")
#: the maps whose places are areas: the table of their neighbours
CELLS = {
    "blood_of_kings": ("roads.csv", "region", "other"),
    "wallenstein": ("borders.csv", "county", "other"),
}
#: the tables with all places of a game
PLACES = {
    "blood_of_kings": ("regions.csv", "region"),
    "royals": ("cities.csv", "city"),
    "wallenstein": ("counties.csv", "county"),
}
#: neighbours share at least this much of an edge
SEEN = 20.0
#: a line of text or of small tokens
ROW, ROW_WIDTH = 12.0, 38.0

Side = frozenset[Point]


def rows(game: str, file: str) -> list[dict[str, str]]:
    with (GAMES / game / "data" / file).open(encoding="utf-8-sig") as lines:
        return list(csv.DictReader(lines))


def places_of(game: str) -> set[str]:
    file, column = PLACES[game]
    return {row[column] for row in rows(game, file)}


def sides(outline: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return list(zip(outline, (*outline[1:], outline[0]), strict=True))


def shared(map_: Shapes) -> dict[frozenset[str], float]:
    """By pair of areas: how long their common edge is."""
    owners: dict[Side, set[str]] = defaultdict(set)
    for name, area in map_.areas.items():
        for outline in area.outlines:
            for side in sides(outline):
                owners[frozenset(side)].add(name)
    lengths: dict[frozenset[str], float] = defaultdict(float)
    for side, names in owners.items():
        if len(side) == 2:
            for pair in combinations(sorted(names), 2):
                lengths[frozenset(pair)] += dist(*side)
    return lengths


def crossings(outline: tuple[Point, ...], y: float) -> list[float]:
    """Where an outline crosses a height."""
    return sorted(
        ax + (y - ay) / (by - ay) * (bx - ax)
        for (ax, ay), (bx, by) in sides(outline)
        if (ay > y) != (by > y)
    )


def inside(map_: Shapes, name: str, spot: Point) -> bool:
    found = [x for line in map_.areas[name].outlines for x in crossings(line, spot[1])]
    return sum(x > spot[0] for x in found) % 2 == 1


def cutting(outline: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    """Where an outline crosses itself."""
    for (a, b), (c, d) in combinations(sides(outline), 2):
        if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
            yield a, c


def turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def map_of(game: str) -> Shapes:
    return shapes_of(GAMES / game)


@pytest.mark.parametrize("folder", MAPS)
def test_every_place_of_the_data_is_on_the_map_and_no_other(folder: str) -> None:
    map_ = map_of(folder)
    drawn = {name for name in map_.areas if not name.startswith((SEA, LAND))}
    if map_.points:
        assert set(map_.points) == places_of(folder)
        assert drawn == {row["country"] for row in rows(folder, "cities.csv")}
    else:
        assert drawn == places_of(folder)


@pytest.mark.parametrize("folder", CELLS)
def test_places_share_an_edge_if_the_data_call_them_neighbours_and_only_then(folder: str) -> None:
    map_ = map_of(folder)
    file, one, other = CELLS[folder]
    wanted = {frozenset((row[one], row[other])) for row in rows(folder, file)}
    places = places_of(folder)
    touching = {pair: length for pair, length in shared(map_).items() if pair <= places}
    assert touching.keys() == wanted
    assert min(touching.values()) >= SEEN


def test_a_port_touches_its_sea() -> None:
    lengths = shared(map_of("blood_of_kings"))
    ports = [row for row in rows("blood_of_kings", "regions.csv") if row["port"] != "none"]
    assert len(ports) > 10
    for row in ports:
        assert lengths[frozenset((row["region"], SEA + row["port"]))] >= SEEN, row["region"]


def test_seas_touch_if_the_data_call_them_neighbours_and_only_then() -> None:
    lengths = shared(map_of("blood_of_kings"))
    seas = {SEA + row["sea"] for row in rows("blood_of_kings", "seas.csv")}
    wanted = {
        frozenset((SEA + row["sea"], SEA + row["other"]))
        for row in rows("blood_of_kings", "sea_borders.csv")
    }
    assert {pair for pair in lengths if pair <= seas} == wanted


def test_a_strait_is_a_way_from_one_region_into_the_other() -> None:
    map_ = map_of("blood_of_kings")
    straits = [(row["region"], row["other"]) for row in rows("blood_of_kings", "straits.csv")]
    assert [road.between for road in map_.roads] == straits
    for road in map_.roads:
        for name, end in zip(road.between, (road.points[0], road.points[-1]), strict=True):
            assert inside(map_, name, end)


@pytest.mark.parametrize("folder", MAPS)
def test_the_spot_for_a_name_lies_in_its_area(folder: str) -> None:
    map_ = map_of(folder)
    for name, area in map_.areas.items():
        assert inside(map_, name, area.label), name


@pytest.mark.parametrize("folder", CELLS)
def test_a_place_has_room_for_a_name_and_a_row_of_tokens(folder: str) -> None:
    map_ = map_of(folder)
    for name in places_of(folder):
        area = map_.areas[name]
        x, y = area.label
        half = max(ROW_WIDTH, text_width("Augsburg", 10.0)) / 2
        corners = [(x + dx, y + dy) for dx in (-half, half) for dy in (-ROW, ROW)]
        assert all(inside(map_, name, corner) for corner in corners), name


@pytest.mark.parametrize("folder", MAPS)
def test_no_outline_crosses_itself(folder: str) -> None:
    map_ = map_of(folder)
    for name, area in map_.areas.items():
        if not name.startswith((SEA, LAND)):
            assert not [spot for line in area.outlines for spot in cutting(line)], name


@pytest.mark.parametrize("folder", MAPS)
def test_no_spot_lies_in_two_places(folder: str) -> None:
    map_ = map_of(folder)
    places = [name for name in map_.areas if not name.startswith((SEA, LAND))]
    for x in range(3, int(map_.width), 47):
        for y in range(3, int(map_.height), 43):
            assert sum(inside(map_, name, (x + 0.55, y + 0.55)) for name in places) <= 1


@pytest.mark.parametrize("folder", CELLS)
def test_areas_leave_no_spot_of_the_map_empty(folder: str) -> None:
    map_ = map_of(folder)
    for x in range(3, int(map_.width), 47):
        for y in range(3, int(map_.height), 43):
            assert any(inside(map_, name, (x + 0.55, y + 0.55)) for name in map_.areas), (x, y)


def test_cities_lie_in_their_country_and_have_room_between_them() -> None:
    map_ = map_of("royals")
    for row in rows("royals", "cities.csv"):
        assert inside(map_, row["country"], map_.points[row["city"]]), row["city"]
    assert min(dist(a, b) for a, b in combinations(map_.points.values(), 2)) >= 100


def test_the_map_may_be_asked_for_by_a_file_beside_it() -> None:
    assert shapes_of(GAMES / "royals" / "words.py") == map_of("royals")


SMALL = """
width = 10
height = 10
[areas."A"]
outlines = [[[0, 0], [5, 0], [5, 5]]]
label = [3, 2]
[points]
"B" = [9, 9]
[[roads]]
between = ["A", "B"]
points = [[5, 5], [9, 9]]
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("width = 10", "width = 0", "shapes.toml, width: expected more than 0, got 0"),
        ("width = 10", 'width = "x"', "width: expected a number, got 'x'"),
        ("width = 10", "", "width: missing"),
        ("[5, 5]]]", "]]", "areas.A], outlines: expected 3 points or more"),
        ("[[[0, 0], [5, 0], [5, 5]]]", "[]", "areas.A], outlines: expected at least one"),
        ("label = [3, 2]", "label = [3]", "areas.A], label: expected a point"),
        ("label = [3, 2]", "", "areas.A], label: missing"),
        ("[9, 9]\n[[", "[9, 11]\n[[", "points, B: [9, 11] is not on the map, which is 10 wide"),
        ('["A", "B"]', '["A", "C"]', "roads]] 1: 'C' is neither an area nor a point"),
        ('["A", "B"]', '["A", "A"]', "roads]] 1, between: expected two different names"),
        ("[5, 0]", "[nan, 0]", "outlines: expected a number, got nan"),
        ("[[roads]]", "[roads]", "roads: expected a list"),
        ("[points]", "[dots]", "dots: unknown"),
    ],
)
def test_a_wrong_map_file_is_refused_in_one_line(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    assert old in SMALL
    (tmp_path / "shapes.toml").write_text(SMALL.replace(old, new, 1), "utf-8")
    with pytest.raises(BadData) as caught:
        shapes_of(tmp_path)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_game_without_a_map_says_so() -> None:
    with pytest.raises(BadData, match=r"shapes\.toml: missing"):
        shapes_of(GAMES / "connect_four")


# --- the script that draws ---


def script(name: str) -> ModuleType:
    """A module of `docs/map_shapes`: it is not installed, so it is found by its place."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT)
        return import_module(f"docs.map_shapes.{name}")


#: a square of places around a fifth, and a sixth that only the first two know
WHEEL = """name,x,y,source
North,5,8,house
East,8,5,house
South,5,2,house
West,2,5,house
Hub,5,5,house
Isle,9,9,house
sea: Around,0,0,house
"""
WHEEL_MAP = """
width = 400
height = 400
frame = [0, 0, 10, 10]
room = 9000
spacing = 60
roads = [["East", "Isle"]]
[borders]
file = "data/borders.csv"
columns = ["one", "other", "source"]
"""
SPOKES = "North-East East-South South-West West-North Hub-North Hub-South Hub-East North-Isle"


def wheel(folder: Path, spokes: str) -> Path:
    (folder / "data").mkdir()
    (folder / "places.csv").write_text(WHEEL, "utf-8")
    (folder / "map.toml").write_text(WHEEL_MAP, "utf-8")
    lines = [f"{pair.replace('-', ',')},house" for pair in (spokes + " East-Isle").split()]
    table = "\n".join(["one,other,source", *lines])
    (folder / "data" / "borders.csv").write_text(table, "utf-8")
    return folder


@pytest.mark.slow
def test_the_script_draws_neighbours_as_asked_and_joins_others_by_roads(tmp_path: Path) -> None:
    folder = wheel(tmp_path, SPOKES)
    drawn = script("cells").cell_map(folder)
    places = {name for name in drawn.areas if not name.startswith(SEA)}
    touching = {pair for pair in shared(drawn) if pair <= places}
    assert touching == {frozenset(pair.split("-")) for pair in SPOKES.split()}
    assert [set(road.between) for road in drawn.roads] == [{"East", "Isle"}]


@pytest.mark.slow
def test_what_the_script_writes_is_what_the_reader_reads(tmp_path: Path) -> None:
    folder = wheel(tmp_path, SPOKES)
    drawn = script("cells").cell_map(folder)
    script("writing").write(folder, drawn)
    assert shapes_of(folder) == drawn


def test_neighbours_whose_lines_cross_are_refused_in_one_line(tmp_path: Path) -> None:
    folder = wheel(tmp_path, "North-South East-West")
    with pytest.raises(BadData, match=r"crosses .*: move one of them, or name a road"):
        script("cells").cell_map(folder)


def test_a_neighbour_without_a_place_is_refused_in_one_line(tmp_path: Path) -> None:
    folder = wheel(tmp_path, "North-Nowhere")
    with pytest.raises(BadData, match=r"places\.csv: 'Nowhere' is missing"):
        script("cells").cell_map(folder)


def test_the_slope_of_the_costs_is_their_slope() -> None:
    np = import_module("numpy")
    settle, mesh_module, triangles = script("settle"), script("mesh"), script("triangles")
    ring = [(10, 10), (50, 8), (90, 10), (92, 50), (90, 90), (50, 92), (10, 90), (8, 50)]
    points = np.array([*ring, (40, 45), (62, 55)], float)
    net = triangles.net_of(points, 0, set())
    mesh = mesh_module.mesh_of(net, 100.0, 100.0)
    cells, edges = len(points), len(mesh.edges)
    rng = np.random.default_rng(3)
    wishes = settle.Wishes(
        sizes=rng.uniform(500, 1500, cells),
        homes=points,
        size_weight=rng.uniform(1, 3, cells),
        round_weight=rng.uniform(1, 3, cells),
        home_weight=rng.uniform(1, 3, cells),
        shortest=60.0,
        edge_weight=rng.uniform(1, 3, edges),
        length_weight=rng.uniform(0.5, 1, edges),
    )
    costs = settle._Costs(mesh, wishes)
    start = costs.joined(mesh.spots, points) + rng.normal(0, 1, 2 * (mesh.free + cells))
    _, slope = costs(start)
    for at in range(len(start)):
        step = np.zeros(len(start))
        step[at] = 1e-4
        measured = (costs(start + step)[0] - costs(start - step)[0]) / 2e-4
        assert measured == pytest.approx(slope[at], abs=1e-5, rel=1e-4)
