"""What is won by majorities: titles with the Noble House markers, and countries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eminence.cython_ext.pictures.lettering import text_width
from eminence.cython_ext.pictures.scene import (
    TEXT,
    Box,
    Group,
    Panel,
    Shape,
    Text,
    seat_tone,
    token,
)
from eminence.engines.royals.explanations.situation import owners
from eminence.engines.royals.names import NOBLE_HOUSE
from eminence.engines.royals.picture.glimpse import Glimpse
from eminence.engines.royals.picture.looks import (
    CARD_TONES,
    GAP,
    PANEL_WIDTH,
    SINK,
    SMALL,
    WIDE_GAP,
    caption,
    centred,
    coin,
    fitted,
    owned,
    price_card,
    shield,
    together,
)

# --- titles ---

ROW = 26.0
#: middles of the columns; the seats share the rest
COST_AT, POINTS_AT, SEATS_AT = 122.0, 172.0, 206.0


def titles(glimpse: Glimpse) -> Panel:
    """The titles, the highest first: price, points, and how many cubes each seat has there."""
    on = glimpse.on
    shapes = [*_title_heads(glimpse)]
    y = ROW
    for title in reversed(range(len(on.titles))):
        shapes.append(_title_row(glimpse, title, y))
        y += ROW
    shapes.append(_noble_house(glimpse, y + GAP))
    return Panel("titles", "Titles", PANEL_WIDTH, y + GAP + ROW, tuple(shapes))


def _column(glimpse: Glimpse, seat: int) -> float:
    width = (PANEL_WIDTH - SEATS_AT) / len(glimpse.seats)
    return SEATS_AT + width * (seat + 0.5)


def _title_heads(glimpse: Glimpse) -> Iterator[Shape]:
    middle = ROW / 2
    yield caption(0, middle + SINK * SMALL, "title")
    for x, word in ((COST_AT, "cards"), (POINTS_AT, "points")):
        yield centred(x, middle, word, tone="quiet")
    for seat in glimpse.seats:
        yield token(_column(glimpse, seat), middle, seat, radius=8.5)


def _title_row(glimpse: Glimpse, title: int, y: float) -> Group:
    """A title; the seats with the most cubes have theirs in their colour."""
    on, middle = glimpse.on, y + ROW / 2
    name, (points, _) = on.titles[title], on.title_points[title]
    cubes = [counts[title] for counts in glimpse.board.title_cubes]
    word, size = fitted(name, COST_AT - 22, TEXT)
    shapes: list[Shape] = [
        Box(0, y + 1, PANEL_WIDTH, ROW - 2, tone="paper"),
        Text(8, middle + SINK * size, word, size=size, bold=True),
        *price_card(COST_AT, middle, on.cost[title], height=17),
        *shield(POINTS_AT, middle, str(points), "gold", width=18),
    ]
    for seat, count in enumerate(cubes):
        x = _column(glimpse, seat)
        if count and count == max(cubes):
            shapes += coin(x, middle, 10.0, str(count), seat_tone(seat))
        else:
            shapes.append(centred(x, middle, str(count or "-"), TEXT, "quiet", bold=False))
    return together(shapes, id=f"title {name}", tip=glimpse.tip(name), tone="paper")


def _noble_house(glimpse: Glimpse, y: float) -> Group:
    """The markers for a cube on every title, and how many titles each seat has."""
    on, middle = glimpse.on, y + ROW / 2
    shapes: list[Shape] = [Text(8, middle + SINK * TEXT, NOBLE_HOUSE, bold=True)]
    x = 8 + text_width(NOBLE_HOUSE, bold=True) + 14
    for points, owner in zip(on.house_bonus, glimpse.board.house_markers, strict=True):
        text, tone = owned(points, owner)
        shapes += coin(x, middle, 12.0, text, tone)
        x += 27
    for seat in glimpse.seats:
        reached = len(on.titles) - len(glimpse.board.titles_lacking(seat))
        text = f"{reached}/{len(on.titles)}"
        shapes.append(centred(_column(glimpse, seat), middle, text, TEXT, bold=False))
    return together(shapes, id=NOBLE_HOUSE, tip=glimpse.tip(NOBLE_HOUSE))


# --- countries ---

BLOCK_WIDTH = (PANEL_WIDTH - WIDE_GAP) / 2
HEAD = 28.0
LINE_HEIGHT = 24.0
#: a period's markers
MARKER = (30.0, 20.0)
BLOCK_HEIGHT = HEAD + 2 * LINE_HEIGHT + 2 * GAP + SMALL + MARKER[1] + 2 * GAP
COUNTRIES_IN_A_ROW = 2
FIRST_SEAT_AT, SEAT_STEP = 64.0, 32.0


def countries(glimpse: Glimpse) -> Panel:
    """For each country its bonus markers, who leads there, and what its periods bring."""
    shapes: list[Shape] = []
    for country in range(len(glimpse.on.countries)):
        row, column = divmod(country, COUNTRIES_IN_A_ROW)
        x = column * (BLOCK_WIDTH + WIDE_GAP)
        shapes += _Block(glimpse, country, x, row * (BLOCK_HEIGHT + WIDE_GAP)).drawn()
    rows = -(-len(glimpse.on.countries) // COUNTRIES_IN_A_ROW)
    height = rows * (BLOCK_HEIGHT + WIDE_GAP) - WIDE_GAP
    return Panel("countries", "Countries", PANEL_WIDTH, height, tuple(shapes))


class _Block:
    """What there is to tell of one country; x and y are its left upper corner."""

    def __init__(self, glimpse: Glimpse, country: int, x: float, y: float) -> None:
        self.glimpse = glimpse
        self.on = glimpse.on
        self.country = country
        self.x, self.y = x, y

    def drawn(self) -> Iterator[Shape]:
        yield Box(self.x, self.y, BLOCK_WIDTH, BLOCK_HEIGHT, tone="paper")
        yield self._head()
        board, y = self.glimpse.board, self.y + HEAD + LINE_HEIGHT / 2 + 2
        ranking = board.ranking(self.country)
        influence = [(seat, str(board.influence(seat, self.country))) for seat in ranking]
        yield from self._seats("influence", influence, y)
        y += LINE_HEIGHT
        needed = len(board.cities_in(self.country))
        reached = [
            (seat, str(count))
            for seat in board.seats
            if (count := board.cities_reached(seat, self.country))
        ]
        yield from self._seats(f"cities of {needed}", reached, y)
        yield from self._periods(y + LINE_HEIGHT / 2 + GAP)

    def _head(self) -> Group:
        """The name and the two Country bonuses."""
        name, tone = self.on.countries[self.country], CARD_TONES[self.country]
        middle = self.y + HEAD / 2
        word, size = fitted(name, BLOCK_WIDTH - 80, TEXT + 1)
        markers: list[Shape] = []
        pairs = zip(
            self.on.country_bonus[self.country],
            self.glimpse.board.country_markers[self.country],
            strict=True,
        )
        for number, (points, owner) in enumerate(pairs):
            text, paint = owned(points, owner)
            at = self.x + BLOCK_WIDTH - 46 + 28 * number
            markers += shield(at, middle, text, paint, width=22)
        return together(
            (
                Box(self.x, self.y, BLOCK_WIDTH, HEAD, tone=tone),
                Text(
                    self.x + 8, middle + SINK * size, word, size=size, bold=True, tone=f"on {tone}"
                ),
                *markers,
            ),
            id=f"track {name}",
            tip=self.glimpse.tip(name),
            tone=tone,
        )

    def _seats(self, word: str, each: Sequence[tuple[int, str]], y: float) -> Iterator[Shape]:
        """Seats and what each has, behind a word."""
        yield Text(self.x + 6, y + SINK * SMALL, word, size=SMALL, tone="quiet")
        for number, (seat, text) in enumerate(each):
            at = self.x + FIRST_SEAT_AT + number * SEAT_STEP
            yield token(at + 7, y, seat, radius=7)
            yield Text(at + 15.5, y + SINK * SMALL, text, size=SMALL, bold=True)
        if not each:
            yield Text(self.x + FIRST_SEAT_AT, y + SINK * SMALL, "nobody", size=SMALL, tone="quiet")

    def _periods(self, y: float) -> Iterator[Shape]:
        """The markers of each period, in the colours of those who won them."""
        width = BLOCK_WIDTH / len(self.on.periods)
        for period in range(len(self.on.periods)):
            yield self._period(period, self.x + period * width, y, width)

    def _period(self, period: int, x: float, y: float, width: float) -> Group:
        name, country = self.on.periods[period], self.country
        data = self.glimpse.data
        scored = period < int(data["period"]) or self.glimpse.view.over
        shapes: list[Shape] = [
            centred(x + width / 2, y + SMALL / 2, name, tone="quiet", bold=not scored)
        ]
        winners = owners(data["period_marker"][period][country])
        left = x + width / 2 - MARKER[0] - 1
        for points, owner in zip(self.on.period_points[period][country], winners, strict=True):
            lost = scored and owner is None
            text, tone = ("out", "paper") if lost else owned(points, owner)
            top = y + SMALL + 2 * GAP
            shapes.append(Box(left, top, *MARKER, tone=tone))
            ink = "quiet" if lost else f"on {tone}"
            shapes.append(
                centred(left + MARKER[0] / 2, top + MARKER[1] / 2, text, TEXT, ink, bold=not lost)
            )
            left += MARKER[0] + 2
        id = f"period {name} {self.on.countries[country]}"
        return together(shapes, id=id, tip=self.glimpse.tip(name))
