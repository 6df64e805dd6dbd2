"""The viewer's own hand: Country cards by country, Intrigue cards by pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from eminence.cython_ext.pictures.scene import TEXT, Box, Group, Panel, Shape, Text
from eminence.engines.kit.wording import plural
from eminence.engines.royals.explanations.entries import entry_names
from eminence.engines.royals.names import DISCARDING
from eminence.engines.royals.picture import ids
from eminence.engines.royals.picture.glimpse import Glimpse
from eminence.engines.royals.picture.looks import (
    CARD_TONES,
    GAP,
    PANEL_WIDTH,
    SINK,
    SMALL,
    WIDE_GAP,
    fitted,
    pair_look,
    small_card,
    small_pair,
    together,
)

LABEL_WIDTH = 126.0
PAIRS_IN_A_ROW = 3
PAIR_LABEL = 16.0


@dataclass(frozen=True)
class Size:
    """Width and height of cards, from one to the next, and the room for all of a kind."""

    width: float
    height: float
    step: float
    room: float


COUNTRY = Size(30.0, 38.0, 33.0, PANEL_WIDTH - LABEL_WIDTH)
INTRIGUE = Size(34.0, 42.0, 36.0, PANEL_WIDTH / PAIRS_IN_A_ROW - WIDE_GAP)
COUNTRY_ROW = COUNTRY.height + GAP
INTRIGUE_ROW = PAIR_LABEL + INTRIGUE.height + 2 * GAP

#: draws a card at a place
Face = Callable[[float, float], Sequence[Shape]]


def panel(glimpse: Glimpse) -> Panel:
    """All cards of the viewer, who must be a seat."""
    hand = _Hand(glimpse)
    shapes: list[Shape] = []
    for country in range(len(glimpse.on.countries)):
        shapes += hand.country(country, country * COUNTRY_ROW)
    y = len(glimpse.on.countries) * COUNTRY_ROW + GAP
    for pair in range(len(glimpse.on.pairs)):
        row, column = divmod(pair, PAIRS_IN_A_ROW)
        x = column * PANEL_WIDTH / PAIRS_IN_A_ROW
        shapes += hand.pair(pair, x, y + row * INTRIGUE_ROW)
    rows = -(-len(glimpse.on.pairs) // PAIRS_IN_A_ROW)
    height = y + rows * INTRIGUE_ROW - 2 * GAP
    title = f"Your hand{_asked(glimpse)}"
    return Panel("hand", title, PANEL_WIDTH, height, tuple(shapes), seat=glimpse.view.seat)


def _asked(glimpse: Glimpse) -> str:
    """What is to be given now, such as `: discard 2 cards`."""
    if not glimpse.due or glimpse.view.player != glimpse.view.seat:
        return ""
    verb = "discard" if glimpse.data["phase"] in DISCARDING else "give"
    return f": {verb} {plural(glimpse.due, 'card')}"


class _Hand:
    """The cards of one hand, kind by kind."""

    def __init__(self, glimpse: Glimpse) -> None:
        self.glimpse = glimpse
        self.on = glimpse.on
        self.names = entry_names(glimpse.on)
        self.cards = [int(count) for count in glimpse.data["hand"][glimpse.view.seat]]
        self.intrigue = [int(count) for count in glimpse.data["intrigue"][glimpse.view.seat]]

    def country(self, country: int, y: float) -> Iterator[Shape]:
        """A row: how many, which country, and the cards."""
        name, count = self.on.countries[country], self.cards[country]
        tone, tip = CARD_TONES[country], self.glimpse.tip(self.names.country_cards[country])

        def face(x: float, top: float) -> Sequence[Shape]:
            return small_card(x, top, name, tone, COUNTRY.width, COUNTRY.height)

        middle = y + COUNTRY.height / 2 + SINK * TEXT
        yield _label(name, f"{count} {name}", (0.0, middle), LABEL_WIDTH - GAP, TEXT, tip)
        yield from _fan(name, count, face, (LABEL_WIDTH, y), COUNTRY, tip)

    def pair(self, pair: int, x: float, y: float) -> Iterator[Shape]:
        """A small field: how many, which pair, and below it the cards."""
        name, count = self.names.intrigue_cards[pair], self.intrigue[pair]
        look, tip = pair_look(self.on, pair), self.glimpse.tip(name)

        def face(left: float, top: float) -> Sequence[Shape]:
            return small_pair(left, top, *look, INTRIGUE.width, INTRIGUE.height)

        words = f"{count} {self.on.pair_names[pair]}"
        yield _label(name, words, (x, y + SMALL), INTRIGUE.room + 2 * GAP, SMALL, tip)
        yield from _fan(name, count, face, (x, y + PAIR_LABEL), INTRIGUE, tip)


def _label(
    kind: str, words: str, at: tuple[float, float], room: float, size: float, tip: str
) -> Group:
    """How many cards of a kind there are; it stands for giving none of them."""
    text, size = fitted(words, room, size)
    tone = "quiet" if words.startswith("0 ") else "ink"
    written = Text(*at, text, size=size, bold=tone == "ink", tone=tone)
    return together((written,), id=ids.held(kind), tip=tip)


def _fan(
    kind: str, count: int, face: Face, at: tuple[float, float], size: Size, tip: str
) -> Iterator[Shape]:
    """Cards of a kind, closer together if they are many; an empty place if there are none."""
    x, y = at
    if not count:
        yield Box(x, y, size.width, size.height, tone="paper", faint=True)
    step = min(size.step, (size.room - size.width) / max(1, count - 1))
    for number in range(count):
        card = face(x + number * step, y)
        yield together(card, id=ids.held_card(kind, number), tip=tip)
