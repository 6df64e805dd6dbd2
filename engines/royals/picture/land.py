"""The map: countries, and at each city a sign with its bonus, its nobles and its ousted cubes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import cos, pi, sin
from pathlib import Path

from eminence.cython_ext.pictures.lettering import text_width
from eminence.cython_ext.pictures.scene import (
    Area,
    Box,
    Disc,
    Group,
    Line,
    Panel,
    Point,
    Shape,
    Text,
    token,
)
from eminence.engines.kit.shapes import LAND, SEA, Place, Shapes, shapes_of
from eminence.engines.kit.wording import plural
from eminence.engines.royals.explanations.entries import INFLUENCE, OUSTED
from eminence.engines.royals.names import CITY_BONUS
from eminence.engines.royals.picture import ids
from eminence.engines.royals.picture.glimpse import Glimpse
from eminence.engines.royals.picture.looks import (
    CARD_TONES,
    LAND_TONES,
    SINK,
    SMALL,
    centred,
    cube,
    fitted,
    hexagon,
    owned,
    price_card,
    shield,
    together,
)
from eminence.engines.royals.picture.spots import Sign, spots

FOLDER = Path(__file__).parents[1]
#: a city's sign: its name, a row for each position, and room for ousted cubes
SIGN_WIDTH, NAME_HEIGHT, ROW_HEIGHT, OUSTED_HEIGHT = 132.0, 20.0, 18.5, 12.0
NAME_SIZE, TITLE_SIZE = 14.0, 12.0
BONUS_RADIUS = 12.0
#: prices and influences
BADGE = 15.5
COUNTRY_SIZE = 15.0
#: how far from their country's middle cities are looked for that the map does not know
RING = 100.0
#: however large its file draws it
WIDTH = 640.0
#: below the map: what its signs mean
LEGEND_HEIGHT = 22.0


def panel(glimpse: Glimpse) -> Panel:
    """The map."""
    return _Map(glimpse, _scaled_map()).panel()


@cache
def _scaled_map() -> Shapes:
    """The map at the size that it is drawn in."""
    shapes = shapes_of(FOLDER)
    scale = WIDTH / shapes.width

    def at(point: Point) -> Point:
        return point[0] * scale, point[1] * scale

    areas = {
        name: Place(tuple(tuple(map(at, line)) for line in area.outlines), at(area.label))
        for name, area in shapes.areas.items()
    }
    points = {name: at(point) for name, point in shapes.points.items()}
    return Shapes(WIDTH, shapes.height * scale, areas, points, shapes.roads)


class _Map:
    """The map of one view."""

    def __init__(self, glimpse: Glimpse, shapes: Shapes) -> None:
        self.glimpse = glimpse
        self.on = glimpse.on
        self.shapes = shapes
        self.places: list[list[int]] = [[] for _ in self.on.cities]
        for index, place in enumerate(self.on.positions):
            self.places[place.city].append(index)

    def panel(self) -> Panel:
        width, height = self.shapes.width, self.shapes.height
        signs = [self._sign(city) for city in range(len(self.on.cities))]
        labels = [self._label(country) for country in range(len(self.on.countries))]
        found = spots((*signs, *labels), width, height)
        shapes = [*self._ground(), *self._lines(signs, found)]
        for country, corner in enumerate(found[len(signs) :]):
            shapes.append(self._country_name(country, labels[country], corner))
        for city, corner in enumerate(found[: len(signs)]):
            shapes += self._city(city, *corner)
        shapes += _legend(self.glimpse, height + LEGEND_HEIGHT * 0.62)
        return Panel("map", "Map", width, height + LEGEND_HEIGHT, tuple(shapes))

    # --- what lies where ---

    def _is_known(self, city: int) -> bool:
        return self.on.cities[city].name in self.shapes.points

    def _at(self, city: int) -> Point:
        """Where a city is; those that the map does not know are around their country's middle."""
        name, country, _ = self.on.cities[city]
        if self._is_known(city):
            return self.shapes.points[name]
        ring = [i for i in self.glimpse.board.cities_in(country) if not self._is_known(i)]
        angle = 2 * pi * ring.index(city) / len(ring)
        x, y = self._middle(country)
        return x + RING * cos(angle), y + RING * sin(angle)

    def _middle(self, country: int) -> Point:
        area = self.shapes.areas.get(self.on.countries[country])
        return area.label if area else (self.shapes.width / 2, self.shapes.height / 2)

    def _sign(self, city: int) -> Sign:
        height = NAME_HEIGHT + ROW_HEIGHT * len(self.places[city]) + OUSTED_HEIGHT
        return Sign(self._at(city), SIGN_WIDTH, height, over=not self._is_known(city))

    def _label(self, country: int) -> Sign:
        width = text_width(self.on.countries[country], COUNTRY_SIZE, bold=True)
        return Sign(self._middle(country), width, COUNTRY_SIZE * 1.2, over=True)

    # --- the ground ---

    def _ground(self) -> Iterator[Shape]:
        """Water, lands around, and the countries of the game."""
        width, height = self.shapes.width, self.shapes.height
        yield Box(0, 0, width, height, round=0, tone="water")
        for name, area in self.shapes.areas.items():
            if name.startswith((SEA, LAND)):
                tone = "water" if name.startswith(SEA) else "land"
                yield Area(area.outlines, tip=name.split(": ", 1)[1], tone=tone)
        for country, name in enumerate(self.on.countries):
            if name in self.shapes.areas:
                yield Area(
                    self.shapes.areas[name].outlines,
                    id=f"country {name}",
                    tip=self.glimpse.tip(name),
                    tone=LAND_TONES[country],
                )

    def _country_name(self, country: int, label: Sign, corner: Point) -> Text:
        x, y = corner[0] + label.width / 2, corner[1] + label.height / 2
        return centred(x, y, self.on.countries[country], COUNTRY_SIZE, tone="quiet")

    def _lines(self, signs: list[Sign], found: tuple[Point, ...]) -> Iterator[Shape]:
        """A dot at each city that the map knows, joined with its sign."""
        for city, sign in enumerate(signs):
            if not self._is_known(city):
                continue
            (x, y), (left, top) = sign.at, found[city]
            touch = (
                min(max(x, left + 6), left + SIGN_WIDTH - 6),
                min(max(y, top + 4), top + sign.height - OUSTED_HEIGHT - 4),
            )
            yield Line((sign.at, touch), width=1.2, tone="quiet")
            yield Disc(x, y, 3.5, tone="ink")

    # --- cities ---

    def _city(self, city: int, x: float, y: float) -> Iterator[Shape]:
        yield self._name(city, x, y)
        y += NAME_HEIGHT
        for index in self.places[city]:
            yield self._place(index, x, y)
            y += ROW_HEIGHT
        yield from self._ousted(city, x, y + 1)

    def _name(self, city: int, x: float, y: float) -> Group:
        """Name and City bonus."""
        name, country, bonus = self.on.cities[city]
        tone = CARD_TONES[country]
        text, paint = owned(bonus, self.glimpse.board.city_markers[city])
        word, size = fitted(name, SIGN_WIDTH - 2 * BONUS_RADIUS - 12, NAME_SIZE)
        middle, bonus_at = y + NAME_HEIGHT / 2, x + SIGN_WIDTH - BONUS_RADIUS - 1
        return together(
            (
                Box(x, y, SIGN_WIDTH, NAME_HEIGHT, tone=tone),
                Text(x + 5, middle + SINK * size, word, size=size, bold=True, tone=f"on {tone}"),
                *hexagon(bonus_at, middle, BONUS_RADIUS, text, paint),
            ),
            id=ids.city(name),
            tip=self.glimpse.tip(name),
            tone=tone,
        )

    def _place(self, index: int, x: float, y: float) -> Group:
        """Who holds a position, its title, its price and its influence."""
        name, place = self.on.position_names[index], self.on.positions[index]
        title, country = self.on.titles[place.title], self.glimpse.board.country_of(index)
        middle, right = y + ROW_HEIGHT / 2, x + SIGN_WIDTH
        aimed = index == self.glimpse.target
        word, size = fitted(title, SIGN_WIDTH - 21 - 36, TITLE_SIZE)
        return together(
            (
                Box(x, y, SIGN_WIDTH, ROW_HEIGHT, round=1, tone="accent" if aimed else "paper"),
                self._holder(index, x + 10, middle),
                Text(
                    x + 21, middle + SINK * size, word, size=size, tone="page" if aimed else "ink"
                ),
                *price_card(right - 26, middle, self.on.cost[place.title], country, height=BADGE),
                *shield(right - 9, middle, str(place.influence), width=BADGE),
            ),
            id=ids.place(name),
            tip=f"{name}. {self._holder_words(index)} {self.glimpse.explained[title]}",
            tone="paper",
        )

    def _holder(self, index: int, x: float, y: float) -> Shape:
        seat = self.glimpse.board.holder(index)
        return Disc(x, y, 7.0, tone="page") if seat is None else token(x, y, seat, radius=7.5)

    def _holder_words(self, index: int) -> str:
        seat = self.glimpse.board.holder(index)
        return "Free." if seat is None else f"Held by {self.glimpse.reader.name(seat)}."

    def _ousted(self, city: int, x: float, y: float) -> Iterator[Shape]:
        """The cubes beside a city, by seat."""
        counts = [cubes[city] for cubes in self.glimpse.board.ousted]
        step = SIGN_WIDTH / len(counts)
        name = self.on.cities[city].name
        left = x
        for seat, count in enumerate(counts):
            if not count:
                continue
            words = f"{plural(count, 'ousted cube')} of {self.glimpse.reader.name(seat)}"
            shapes: list[Shape] = [*cube(left, y, seat)]
            if count > 1:
                shapes.append(Text(left + 11, y + 8.5, str(count), size=8.0, bold=True))
            yield together(shapes, id=f"ousted {seat} {name}", tip=f"{words} in {name}.")
            left += min(step, 22.0)


def _legend(glimpse: Glimpse, y: float) -> Iterator[Shape]:
    """What the signs of the map mean, in one row."""
    said = glimpse.explained
    signs: list[tuple[Callable[[float], tuple[Shape, ...]], str, str]] = [
        (lambda x: price_card(x, y, 1), "cards to pay", "What a position costs."),
        (lambda x: shield(x, y, "1"), INFLUENCE, said[INFLUENCE]),
        (lambda x: hexagon(x, y, 8.0, "3", "gold"), CITY_BONUS, said[CITY_BONUS]),
        (lambda x: (Disc(x, y, 6.0, tone="page"),), "free", "Nobody holds the position."),
        (lambda x: (Box(x - 5, y - 5, 10, 10, round=1.5, tone="grey"),), OUSTED, said[OUSTED]),
    ]
    x = 8.0
    for sign, word, tip in signs:
        text = Text(x + 11, y + SINK * SMALL, word, size=SMALL, tone="quiet")
        yield together((*sign(x), text), tip=tip)
        x += 11 + text_width(word, SMALL) + 22
