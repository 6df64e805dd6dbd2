"""The map: 45 counties with what stands in them, and what the signs mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from eminence.cython_ext.pictures.lettering import ABOVE, text_width
from eminence.cython_ext.pictures.scene import Anchor, Area, Group, Line, Panel, Shape, Text
from eminence.engines.kit.masks import bits
from eminence.engines.kit.shapes import LAND, SEA, Place, Shapes
from eminence.engines.wallenstein.picture.glance import Glance, Names, region_tone
from eminence.engines.wallenstein.picture.outlines import Inside, outlines_of
from eminence.engines.wallenstein.picture.pieces import GAP, SIGN, row_width, sign_row
from eminence.engines.wallenstein.picture.signs import held_signs, site_signs

#: the heights of signs beside others, and of what a county's card brings
SCALE, YIELD = 1.3, 9.5
#: how large names are written, the likeliest first: smaller before they are cut
NAME, *SMALLER = 13.0, 12.0, 11.0, 10.0, 9.5
#: how much of a cell's width a name leaves free, and how far a row may reach beyond its strip
AIR, OVER = 3.0, 3.0
#: below the name there are two rows of signs, each so high, and one of words
ROW = SIGN * SCALE + GAP
STRIPS = ((3.0, 3.0 + SIGN * SCALE), (3.0 + ROW, 1.0 + 2 * ROW), (3.0 + 2 * ROW, 13.0 + 2 * ROW))
#: how wide these rows mostly are
USUAL = (72.0, 60.0, 66.0)
#: how far above the label's place the foot of the name may be, the best first
RAISED = (22.0, 20.0, 24.0, 18.0, 26.0, 16.0, 28.0, 14.0, 30.0, 12.0, 32.0, 10.0, 34.0)
#: how far beside the label's place all may stand, and when there is no need to look further
ASIDE, GOOD = (0.0, -8.0, 8.0, -16.0, 16.0, -24.0, 24.0), 115.0


def county_id(name: str) -> str:
    return f"county {name}"


@dataclass(frozen=True)
class Spot:
    """Where the name and the signs of a county stand."""

    place: Place
    name: str
    size: float
    x: float
    y: float
    """The foot of the name."""
    rows: Sequence[tuple[float, float]]
    """From where to where each row below the name lies inside the county."""

    @property
    def lacking(self) -> float:
        """How much wider the county would have to be for what mostly stands in it."""
        rows = zip(self.rows, USUAL, strict=True)
        return sum(max(0.0, usual - (right - left)) for (left, right), usual in rows)

    def top(self, row: int) -> float:
        return self.y + STRIPS[row][0]

    def left(self, row: int, width: float) -> float:
        """Where something begins in a row, as near to the name's middle as it stays inside."""
        left, right = self.rows[row][0] - OVER, self.rows[row][1] + OVER
        if right - left < width:
            return (left + right - width) / 2
        return min(max(self.x - width / 2, left), right - width)


class CountyMap:
    """Draws the map of one loaded game."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.shapes: Shapes = outlines_of(names.board)
        spots = {
            county: self._spot(county, self.shapes.areas[name])
            for county, name in enumerate(names.board.names)
            if name in self.shapes.areas
        }
        #: those come last, and so lie above their neighbours, whose signs need the most room
        self.spots = dict(sorted(spots.items(), key=lambda item: item[1].lacking))

    def _spot(self, county: int, place: Place) -> Spot:
        """Where the name is largest and the rows below it have room."""
        x = place.label[0]
        if not self.names.board.counties[county].in_play:
            return self._spot_at(county, Inside(place, x), -NAME / 3)
        best: list[Spot] = []
        for aside in ASIDE:
            inside = Inside(place, x + aside)
            best += [self._spot_at(county, inside, raised) for raised in RAISED]
            best = [max(best, key=lambda spot: self._worth(county, spot))]
            if self._worth(county, best[0]) > GOOD:
                break
        return best[0]

    def _spot_at(self, county: int, inside: Inside, raised: float) -> Spot:
        """The spot with the foot of the name so far above the middle of the roomiest one."""
        y = inside.place.label[1] - raised
        rows = [inside.strip(y + top, y + foot) for top, foot in STRIPS]
        for size in (NAME, *SMALLER):
            left, right = inside.strip(y - ABOVE * size, y)
            name = self.names.fitting(county, right - left - AIR, size)
            if name:
                break
        else:
            name = self.names.county(county, right - left - AIR, size)
        return Spot(inside.place, name, size, (left + right) / 2, y, rows)

    def _worth(self, county: int, spot: Spot) -> float:
        """How good a spot is; a name in full counts most."""
        called = self.names.called(county)
        whole = 2 if spot.name == called[0] else int(spot.name in called)
        return 40.0 * whole + 4.0 * spot.size - spot.lacking

    def panel(self, glance: Glance) -> Panel:
        shapes = (
            *self._backdrop(),
            *self._roads(),
            *(self._county(glance, county) for county in self.spots),
            *self._in_question(glance),
        )
        return Panel("map", "Map", self.shapes.width, self.shapes.height, shapes)

    # --- what never changes ---

    def _backdrop(self) -> Iterator[Shape]:
        for name, place in self.shapes.areas.items():
            if name.startswith((SEA, LAND)):
                tone = "water" if name.startswith(SEA) else "page"
                yield Area(place.outlines, tone=tone)

    def _roads(self) -> Iterator[Shape]:
        for road in self.shapes.roads:
            yield Line(road.points, 3.0, tone="quiet")

    # --- counties ---

    def _county(self, glance: Glance, county: int) -> Shape:
        board, spot = self.names.board, self.spots[county]
        in_play = board.counties[county].in_play
        tone = region_tone(board, county) if in_play else "page"
        name = Text(
            spot.x,
            spot.y,
            spot.name,
            spot.size,
            Anchor.MIDDLE,
            bold=in_play,
            tone="ink" if in_play else "quiet",
        )
        return Group(
            (
                Area(spot.place.outlines, tone=tone),
                name,
                *(self._signs(glance, county) if in_play else ()),
            ),
            id=county_id(board.names[county]),
            tip=glance.tip(board.names[county]),
            tone=tone,
        )

    def _signs(self, glance: Glance, county: int) -> Iterator[Shape]:
        """Rows below the name, as many as the county needs; what its card brings is the last."""
        spot, row = self.spots[county], 0
        rows = held_signs(glance.data, county), site_signs(self.names.board, glance.data, county)
        for signs in filter(None, rows):
            left = spot.left(row, row_width(signs, SCALE))
            yield from sign_row(signs, left, spot.top(row), SCALE)
            row += 1
        _, _, tax, grain, *_ = self.names.board.counties[county]
        text = f"tax {tax}, grain {grain}"
        left = spot.left(row, text_width(text, YIELD))
        yield Text(left, spot.top(row) + YIELD, text, YIELD, tone="quiet")

    # --- counties in question ---

    def _in_question(self, glance: Glance) -> Iterator[Shape]:
        """Frames around the county of an action, its target, revolts and cards of the draft."""
        for county in self._revolting(glance):
            yield from self._frame(county, "bad")
        for county in self._offered(glance):
            yield from self._frame(county, "accent")
        if glance.origin >= 0:
            yield from self._frame(glance.origin, "accent")
        if glance.target >= 0:
            yield from self._frame(glance.target, "bad")

    def _revolting(self, glance: Glance) -> list[int]:
        return bits(glance.data["revolting"])

    def _offered(self, glance: Glance) -> list[int]:
        data = glance.data
        cards = [*data["display"], data["picked"]] if glance.drafting else []
        return [int(card) - 1 for card in cards if card]

    def _frame(self, county: int, tone: str) -> Iterator[Shape]:
        for outline in self.spots[county].place.outlines:
            yield Line((*outline, outline[0]), 3.0, tone=tone)
