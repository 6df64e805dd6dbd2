"""The map: regions in the colours of their kingdoms, seas, roads, and what stands there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist

from eminence.cython_ext.pictures.lettering import text_width
from eminence.cython_ext.pictures.scene import Area, Box, Group, Line, Panel, Point, Shape, Text
from eminence.engines.blood_of_kings.explanations.place_entries import strait_name
from eminence.engines.blood_of_kings.names import REGION_TYPES
from eminence.engines.blood_of_kings.picture.desk import Desk
from eminence.engines.blood_of_kings.picture.land import (
    ABOVE_MIDDLE,
    Land,
    Spot,
    name_text,
    places,
    written_name,
)
from eminence.engines.blood_of_kings.picture.pieces import GAP
from eminence.engines.blood_of_kings.picture.signs import (
    HIGH,
    Sign,
    army_sign,
    drawn_row,
    flag_sign,
    fleet_sign,
    kind_sign,
    port_sign,
    row_width,
    rows_of,
    ruler_sign,
    siege_sign,
    unrest_sign,
)
from eminence.engines.blood_of_kings.state import Moving
from eminence.engines.blood_of_kings.tables import CAPITOL, FIRST_SEA, NOWHERE
from eminence.engines.kit.shapes import SEA

LEGEND, LEGEND_TEXT = 34.0, 13.0
#: signs begin so far below the name, at sea further
BELOW_NAME, SAILS = 3.0, 6.0
#: an arrow's head: how large, and at what share of its way
HEAD, TIP = 9.0, 0.6
DASH = 5.0
#: what is under way begins in `from_place` and leads to `to_place`
GOING = (Moving.ARMIES_GO, Moving.FLEETS_GO, Moving.FLEETS_LOAD)


def map_panel(desk: Desk, land: Land) -> Panel:
    shapes: list[Shape] = [Box(0, 0, land.width, land.bottom, tone="water", round=0)]
    for name, outlines in land.backdrop.items():
        shapes.append(Area(outlines, tone="water" if name.startswith(SEA) else "land"))
    seas = [place for place in places(desk.on) if place >= FIRST_SEA]
    regions = [place for place in places(desk.on) if place < FIRST_SEA]
    shapes += [_sea_area(desk, land, place) for place in seas]
    shapes += [_region_area(desk, land, region) for region in regions]
    shapes += [Line(points, 2.6, tone="quiet", faint=True) for points in land.roads]
    shapes += [_strait(desk, land, strait) for strait in range(len(desk.on.straits))]
    shapes += _under_way(desk, land)
    shapes += [_region_sign(desk, land.spots[region], region) for region in regions]
    shapes += [_sea_sign(desk, land.spots[place], place) for place in seas]
    shapes.append(Group(tuple(legend(desk, land.bottom))))
    return Panel("map", "Map", land.width, land.bottom + LEGEND, tuple(shapes))


# --- areas ---


def _sea_area(desk: Desk, land: Land, place: int) -> Shape:
    name = desk.on.place_names[place]
    return Area(
        land.spots[place].outlines, id=desk.ids.place(place)[0], tip=desk.tip(name), tone="water"
    )


def _region_area(desk: Desk, land: Land, region: int) -> Group:
    """The land, and over it the colour of who holds it, thin enough to read what is written."""
    outlines, holder = land.spots[region].outlines, desk.now.holder(region)
    parts: list[Shape] = [Area(outlines, tone=desk.tone(-1))]
    if holder >= 0:
        parts.append(Area(outlines, tone=desk.wash(holder), faint=True))
    tip = desk.tip(desk.on.region_names[region])
    return Group(tuple(parts), id=desk.ids.place(region)[0], tip=tip, tone=desk.tone(holder))


def _strait(desk: Desk, land: Land, strait: int) -> Group:
    way = land.straits[strait]
    parts = [dash for ends in pairwise(way) for dash in dashed(*ends)]
    dashes = tuple(Line(dash, 3.0, tone="accent") for dash in parts)
    tip = desk.tip(strait_name(desk.on, strait))
    return Group(dashes, id=desk.ids.strait(strait), tip=tip)


def dashed(start: Point, end: Point) -> Iterator[tuple[Point, Point]]:
    """The dashes of a line."""
    (x0, y0), (x1, y1) = start, end
    count = max(1, int(dist(start, end) / DASH))
    for number in range(0, count, 2):
        a, b = number / count, (number + 1) / count
        yield ((x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b))


def _under_way(desk: Desk, land: Land) -> Iterator[Shape]:
    """A frame around the place that it is about, and a line to where units go."""
    data, moving = desk.data, Moving(int(desk.data["moving"]))
    place = NOWHERE
    if data["battle"]:
        place = int(data["place"])
    elif moving == Moving.TOKEN_MOVES:
        place = int(data["to_place"])
    elif moving != Moving.STANDING:
        place = int(data["from_place"])
    if place in land.spots:
        for outline in land.spots[place].outlines:
            yield Line((*outline, outline[0]), 2.6, tone="accent")
    if moving in GOING and not data["battle"]:
        ends = (int(data["from_place"]), int(data["to_place"]))
        if all(end in land.spots for end in ends):
            yield from arrow(*(land.spots[end].label for end in ends))


def arrow(start: Point, end: Point) -> Iterator[Shape]:
    """A line with a head where it is not hidden by the signs at its ends."""
    yield Line((start, end), 3.5, tone="accent")
    length = max(dist(start, end), 1.0)
    east, south = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    x, y = start[0] + (end[0] - start[0]) * TIP, start[1] + (end[1] - start[1]) * TIP
    wings = tuple(
        (x - HEAD * east - side * south, y - HEAD * south + side * east) for side in (-HEAD, HEAD)
    )
    yield Area((((x, y), *wings),), tone="accent")


# --- signs ---


def _region_sign(desk: Desk, spot: Spot, region: int) -> Group:
    place = desk.on.regions[region]
    holder = desk.now.holder(region)
    signs = [flag_sign(desk, holder)] if holder >= 0 else []
    signs.append(kind_sign(place.type))
    if place.port >= 0:
        signs.append(port_sign())
    if place.type == CAPITOL and place.kingdom >= 0:
        signs += _throne_signs(desk, place.kingdom)
    signs += [army_sign(desk, k, n) for k, n in desk.now.armies_at(region).items()]
    signs += [siege_sign(desk, k) for k in desk.now.besiegers(region)]
    return _sign(desk, spot, region, signs)


def _throne_signs(desk: Desk, kingdom: int) -> Iterator[Sign]:
    """Who rules the kingdom, and its unrest."""
    if desk.now.ruler(kingdom) >= 0:
        yield ruler_sign(desk.now.ruler(kingdom))
    if unrest := int(desk.data["unrest"][kingdom]):
        yield unrest_sign(unrest)


def _sea_sign(desk: Desk, spot: Spot, place: int) -> Group:
    sea = place - FIRST_SEA
    owner = desk.now.sea_owner(sea)
    signs = [flag_sign(desk, owner)] if owner >= 0 else []
    signs += [fleet_sign(desk, k, n) for k, n in desk.now.fleets_at(sea).items()]
    signs += [army_sign(desk, k, n) for k, n in desk.now.armies_at(place).items()]
    return _sign(desk, spot, place, signs)


def _sign(desk: Desk, spot: Spot, place: int, signs: list[Sign]) -> Group:
    """A name with its signs below it, around the middle of the place."""
    x, y = spot.label
    name = written_name(desk.on, place)
    shapes: list[Shape] = [name_text(spot, name, bold=place < FIRST_SEA)]
    # The sails of fleets reach above their row.
    top = y - ABOVE_MIDDLE + (SAILS if place >= FIRST_SEA else 0.0) + BELOW_NAME
    for number, row in enumerate(rows_of(signs, max(spot.room, row_width(signs[:2])))):
        shapes += drawn_row(row, x, top + HIGH * (number + 0.5))
    tip = desk.tip(desk.on.place_names[place])
    return Group(tuple(shapes), id=desk.ids.place(place)[1], tip=tip)


def legend(desk: Desk, top: float) -> Iterator[Shape]:
    """What the signs mean."""
    signs = [(kind_sign(kind), word) for kind, word in enumerate(REGION_TYPES)]
    signs += [
        (port_sign(), "port"),
        (flag_sign(desk, 0), "holder"),
        (unrest_sign(1), "unrest"),
        (army_sign(desk, 0, 2), "armies"),
        (fleet_sign(desk, 0, 2), "fleets"),
        (siege_sign(desk, 0), "siege"),
    ]
    x, y = GAP, top + LEGEND / 2
    for sign, word in signs:
        yield from sign.draw(x + sign.width / 2, y)
        yield Text(x + sign.width + GAP, y + 5, word, size=LEGEND_TEXT)
        x += sign.width + text_width(word, LEGEND_TEXT) + 5 * GAP
