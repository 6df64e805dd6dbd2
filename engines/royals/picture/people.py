"""The seats: points, cubes, and their hands as far as the viewer knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from eminence.cython_ext.pictures.lettering import text_width
from eminence.cython_ext.pictures.scene import TEXT, Anchor, Box, Group, Panel, Shape, Text, token
from eminence.engines.kit.wording import plural
from eminence.engines.royals.explanations.entries import CUBE, entry_names
from eminence.engines.royals.picture.glimpse import Glimpse
from eminence.engines.royals.picture.looks import (
    CARD_TONES,
    GAP,
    PANEL_WIDTH,
    SINK,
    SMALL,
    cube,
    pair_look,
    small_back,
    small_card,
    small_pair,
    together,
)

HEIGHT = 78.0
CARD = (18.0, 24.0)
#: from one card to the next at most
STEP = 19.0
#: where each hand begins, and its room
COUNTRY, INTRIGUE = (24.0, 286.0), (334.0, 122.0)

#: draws a card of a kind at a place
Face = Callable[[int, float, float], Sequence[Shape]]


def panel(glimpse: Glimpse) -> Panel:
    """A row for each seat."""
    shapes: list[Shape] = []
    for seat in glimpse.seats:
        shapes += _Person(glimpse, seat, seat * (HEIGHT + GAP)).drawn()
    height = len(glimpse.seats) * (HEIGHT + GAP) - GAP
    return Panel("seats", "Seats", PANEL_WIDTH, height, tuple(shapes))


@dataclass(frozen=True)
class _Person:
    """What lies before one seat; y is where its row begins."""

    glimpse: Glimpse
    seat: int
    y: float

    def drawn(self) -> Iterator[Shape]:
        moves = self.seat == self.glimpse.view.player
        yield Box(0, self.y, PANEL_WIDTH, HEIGHT, tone="accent" if moves else "edge", round=4)
        yield Box(2, self.y + 2, PANEL_WIDTH - 4, HEIGHT - 4, tone="paper", round=3)
        yield self._name(moves)
        yield self._cubes()
        yield self._points()
        yield from self._hands()

    # --- the first line ---

    def _name(self, moves: bool) -> Group:
        middle, name = self.y + 17, self.glimpse.seat_name(self.seat)
        shapes: list[Shape] = [
            token(17, middle, self.seat, radius=10),
            Text(33, middle + SINK * TEXT, name, bold=True),
        ]
        if moves:
            x = 33 + text_width(name, bold=True) + 10
            shapes.append(Text(x, middle + SINK * SMALL, "to move", size=SMALL, tone="accent"))
        return together(shapes, id=f"seat {self.seat}", tip=f"{name}.")

    def _cubes(self) -> Group:
        left = int(self.glimpse.data["supply"][self.seat])
        x, middle = 250.0, self.y + 17
        return together(
            (
                *cube(x, middle - 6, self.seat, 12),
                Text(x + 17, middle + SINK * TEXT, f"{left} left"),
            ),
            id=f"cubes {self.seat}",
            tip=self.glimpse.tip(CUBE),
        )

    def _points(self) -> Group:
        """The points, and below them where they came from."""
        sources = self.glimpse.points[self.seat]
        total = plural(round(sum(sources.values())), "point")
        parts = [f"{name} {points:.0f}" for name, points in sources.items() if points]
        shapes: list[Shape] = [
            Text(
                PANEL_WIDTH - 10,
                self.y + 17 + SINK * 15,
                total,
                size=15,
                bold=True,
                anchor=Anchor.END,
            )
        ]
        words = ", ".join(parts)
        if parts:
            shapes.append(Text(10, self.y + HEIGHT - 8, words, size=SMALL, tone="quiet"))
        return together(shapes, id=f"points {self.seat}", tip=f"{total}. {words}".strip())

    # --- hands ---

    def _hands(self) -> Iterator[Shape]:
        """Both hands: cards that the viewer does not know face down, the others open."""
        data, seat, names = self.glimpse.data, self.seat, entry_names(self.glimpse.on)
        yield self._hand(
            COUNTRY,
            "Country card",
            int(data["hand_size"][seat]),
            _counts(self.glimpse.on.countries, data["hand"][seat]),
            self._country_card,
        )
        yield self._hand(
            INTRIGUE,
            "Intrigue card",
            int(data["intrigue_size"][seat]),
            _counts(names.intrigue_cards, data["intrigue"][seat]),
            self._intrigue_card,
        )

    def _hand(
        self, place: tuple[float, float], kind: str, size: int, known: Mapping[str, int], face: Face
    ) -> Group:
        """How many cards, and the cards side by side."""
        (x, room), top = place, self.y + 32
        shapes: list[Shape] = [
            Text(x - 5, top + CARD[1] / 2 + SINK * TEXT, str(size), bold=True, anchor=Anchor.END)
        ]
        numbers = [number for number, count in enumerate(known.values()) for _ in range(count)]
        backs = max(0, size - len(numbers))
        step = min(STEP, (room - CARD[0]) / max(1, size - 1))
        if not size:
            shapes.append(Box(x, top, *CARD, tone="paper", faint=True))
        for nth in range(backs):
            shapes.append(small_back(x + nth * step, top, *CARD))
        for nth, number in enumerate(numbers, backs):
            shapes += face(number, x + nth * step, top)
        tip = self.glimpse.hand_tip(self.seat, kind, size, known)
        return together(shapes, id=f"{kind}s of seat {self.seat}", tip=tip)

    def _country_card(self, country: int, x: float, y: float) -> Sequence[Shape]:
        return small_card(x, y, self.glimpse.on.countries[country], CARD_TONES[country], *CARD)

    def _intrigue_card(self, pair: int, x: float, y: float) -> Sequence[Shape]:
        return small_pair(x, y, *pair_look(self.glimpse.on, pair), *CARD)


def _counts(kinds: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    return {kind: int(count) for kind, count in zip(kinds, counts, strict=True)}
