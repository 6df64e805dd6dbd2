"""The middle of the table: whose turn it is, the display, the piles and the discards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from eminence.cython_ext.pictures.lettering import LINE, paragraph, wrapped
from eminence.cython_ext.pictures.scene import TEXT, Box, Group, Panel, Shape, Text, token
from eminence.engines.kit.drawing import card, in_rows
from eminence.engines.kit.telling import capital
from eminence.engines.kit.wording import plural
from eminence.engines.royals.explanations.entries import (
    DISCARDS,
    DISPLAY,
    INTRIGUE_PILE,
    PILE,
    entry_names,
)
from eminence.engines.royals.picture import ids
from eminence.engines.royals.picture.glimpse import Glimpse
from eminence.engines.royals.picture.looks import (
    CARD_TONES,
    GAP,
    SINK,
    SMALL,
    WIDE_GAP,
    caption,
    centred,
    pair_look,
    shield,
    short,
    small_back,
    small_card,
    small_pair,
    together,
)

#: it stands beside the map in a picture file
WIDTH = 284.0
CARD = (66.0, 92.0)
#: where a card's coat of arms is, and its width
ARMS_AT, ARMS = 62.0, 34.0
#: the uppermost card of a pile, its number, and how many cards show that it is a pile
PILE_CARD, PILE_NUMBER, MOST_BELOW = (62.0, 88.0), 22.0, 3
#: from a heading to what stands below it
BELOW = 6.0
PERIOD_HEIGHT = 22.0
METER_HEIGHT = 8.0
SCORE, SCORE_RADIUS = 14.0, 9.0
DISCARD, DISCARD_STEP = (27.0, 36.0), 47.5


def panel(glimpse: Glimpse) -> Panel:
    """The panel; its parts stand below each other."""
    table = _Table(glimpse)
    shapes: list[Shape] = []
    y = 0.0
    parts = (table.periods, table.turn, table.scores, table.display, table.piles, table.discards)
    for part in parts:
        drawn, y = part(y)
        shapes += drawn
        y += WIDE_GAP
    return Panel("table", "Turn and cards", WIDTH, y - WIDE_GAP, tuple(shapes))


#: what a part draws, and where it ends
Part = tuple[list[Shape], float]


class _Table:
    """The parts of the panel; each begins at a height."""

    def __init__(self, glimpse: Glimpse) -> None:
        self.glimpse = glimpse
        self.on = glimpse.on
        self.data = glimpse.data

    # --- time ---

    def periods(self, y: float) -> Part:
        """The periods; the one that is played stands out."""
        count = len(self.on.periods)
        width = (WIDTH - (count - 1) * GAP) / count
        drawn: list[Shape] = [
            self._period(period, period * (width + GAP), y, width) for period in range(count)
        ]
        return drawn, y + PERIOD_HEIGHT

    def _period(self, period: int, x: float, y: float, width: float) -> Group:
        name, now = self.on.periods[period], int(self.data["period"])
        over = self.glimpse.view.over
        tone = "gold" if period == now and not over else "paper"
        return together(
            (
                Box(x, y, width, PERIOD_HEIGHT, tone=tone),
                centred(
                    x + width / 2,
                    y + PERIOD_HEIGHT / 2,
                    name,
                    TEXT,
                    "on gold" if tone == "gold" else "ink",
                ),
            ),
            id=f"period {name}",
            tip=self.glimpse.tip(name),
            tone=tone,
            faint=period < now or over,
        )

    def turn(self, y: float) -> Part:
        """Who is to move and what for."""
        *when, doing = self.glimpse.doing
        seat, over = int(self.data["seat"]), self.glimpse.view.over
        # The period is marked above.
        heading = capital(", ".join(when[1:])) if when else capital(doing)
        y += TEXT
        drawn: list[Shape] = [Text(0, y, heading, bold=True)]
        if over or not when:
            return drawn, y + GAP
        y += LINE * TEXT + 2
        lines = wrapped(capital(doing), WIDTH - 24)
        drawn.append(token(9, y - 0.3 * TEXT, seat, radius=8.5))
        drawn += paragraph(lines, 24, y)
        return drawn, y + LINE * TEXT * (len(lines) - 1) + GAP

    def scores(self, y: float) -> Part:
        """The points of all seats in one line."""
        step, middle = WIDTH / len(self.glimpse.seats), y + SCORE_RADIUS
        drawn: list[Shape] = []
        for seat, sources in enumerate(self.glimpse.points):
            x, points = seat * step + SCORE_RADIUS, round(sum(sources.values()))
            number = Text(
                x + SCORE_RADIUS + GAP, middle + SINK * SCORE, str(points), size=SCORE, bold=True
            )
            drawn.append(
                together(
                    (token(x, middle, seat, radius=SCORE_RADIUS), number),
                    id=f"score {seat}",
                    tip=f"{self.glimpse.reader.does(seat, 'have')} {plural(points, 'point')}.",
                )
            )
        return drawn, y + 2 * SCORE_RADIUS

    # --- cards ---

    def display(self, y: float) -> Part:
        """The open Country cards, and empty places for those that were taken in this turn."""
        y += SMALL
        cards = [
            (country, number)
            for country, count in enumerate(self.data["display"])
            for number in range(int(count))
        ]
        room = [*cards, *[None] * (self.on.display - len(cards))]
        drawn, height = in_rows(
            room, self._shown, y=y + BELOW, step=(CARD[0] + GAP, CARD[1] + GAP), room=WIDTH + GAP
        )
        return [caption(0, y, DISPLAY), *drawn], y + BELOW + height - GAP

    def _shown(self, shown: tuple[int, int] | None, x: float, y: float) -> Shape:
        if shown is None:
            return Box(x, y, *CARD, tone="paper", faint=True, tip=f"{DISPLAY}: an empty place.")
        country, number = shown
        name, tone = self.on.countries[country], CARD_TONES[country]
        face = card(x, y, name, tone=tone, ink=f"on {tone}", width=CARD[0], height=CARD[1])
        arms = shield(x + CARD[0] / 2, y + ARMS_AT, short(name), "white", width=ARMS)
        tip = self.glimpse.tip(entry_names(self.on).country_cards[country])
        return together((face, *arms), id=ids.open_card(name, number), tip=tip, tone=tone)

    def piles(self, y: float) -> Part:
        """Both piles, face down, with a bar for what is left of each."""
        drawn: list[Shape] = []
        half = WIDTH / 2
        y += SMALL
        for x, id, name, size, most in (
            (0.0, ids.PILE, PILE, "pile_size", sum(self.on.deck)),
            (half, ids.INTRIGUE_PILE, INTRIGUE_PILE, "intrigue_pile_size", self._intrigue_cards),
        ):
            left = int(self.data[size])
            drawn.append(caption(x, y, name))
            drawn.append(self._pile(x, y + BELOW, left, id, name))
            drawn += _meter(x + CARD[0] + 6, y + BELOW, half - CARD[0] - 16, left, most)
        return drawn, y + BELOW + CARD[1]

    def _pile(self, x: float, y: float, left: int, id: str, name: str) -> Group:
        """A pile with its size; it looks lower when only a few cards are left."""
        shapes: list[Shape] = []
        for below in range(min(left, MOST_BELOW) - 1, -1, -1):
            shapes.append(small_back(x + below * 2, y + below * 2, *PILE_CARD))
        if not left:
            shapes.append(Box(x, y, *PILE_CARD, tone="paper", faint=True))
        ink = "white" if left else "quiet"
        middle = (x + PILE_CARD[0] / 2, y + PILE_CARD[1] / 2)
        shapes.append(centred(*middle, str(left), PILE_NUMBER, ink))
        return together(shapes, id=id, tip=self.glimpse.tip(name), tone="back")

    @property
    def _intrigue_cards(self) -> int:
        return sum(self.on.intrigue_deck)

    def discards(self, y: float) -> Part:
        """Open to all: how many cards of each kind were played."""
        y += SMALL
        top, names, on = y + BELOW, entry_names(self.on), self.on
        drawn: list[Shape] = [caption(0, y, DISCARDS)]
        for kind, (name, count) in enumerate(
            zip(names.country_cards, self.data["discards"], strict=True)
        ):
            x = kind * DISCARD_STEP
            face = small_card(x, top, on.countries[kind], CARD_TONES[kind], *DISCARD)
            drawn.append(self._discard(face, x, top, name, int(count)))
        top += DISCARD[1] + GAP
        for kind, (name, count) in enumerate(
            zip(names.intrigue_cards, self.data["intrigue_discards"], strict=True)
        ):
            x = kind * DISCARD_STEP
            face = small_pair(x, top, *pair_look(on, kind), *DISCARD)
            drawn.append(self._discard(face, x, top, name, int(count)))
        return drawn, top + DISCARD[1]

    def _discard(self, face: Sequence[Shape], x: float, y: float, name: str, count: int) -> Group:
        """A kind of card, and how many of it lie there."""
        number = Text(
            x + DISCARD[0] + 3, y + DISCARD[1] / 2 + SINK * TEXT, str(count), bold=count > 0
        )
        return together(
            (*face, number), id=f"discards {name}", tip=self.glimpse.tip(name), faint=not count
        )


def _meter(x: float, y: float, width: float, left: int, most: int) -> Iterator[Shape]:
    """How much of a pile is left, in words and as a bar."""
    yield Text(x, y + CARD[1] / 2 - 2, f"of {most}", size=SMALL, tone="quiet")
    bar = y + CARD[1] / 2 + 4
    yield Box(x, bar, width, METER_HEIGHT, round=2, tone="paper")
    if left:
        yield Box(x, bar, width * left / most, METER_HEIGHT, round=2, tone="back")
