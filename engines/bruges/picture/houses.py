"""Houses: a roof in the colour of the face-down card, and below it who lives there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eminence.cython_ext.pictures.scene import Area, Box, Group, Shape
from eminence.engines.bruges.numbers import Card
from eminence.engines.bruges.picture import ids, persons
from eminence.engines.bruges.picture.sheet import GAP, SMALL, WIDTH, Sheet, centred
from eminence.engines.bruges.picture.sight import Colour, Sight
from eminence.engines.bruges.state import Action
from eminence.engines.kit.wording import plural

ROOF = 18.0
FRAME = 4.0
SHORT_CARD = 42.0
IN_ROW, OWN_IN_ROW = 3, 2

#: draws a person: sight, card, left, top, width, height
Draw = Callable[[Sight, Card, float, float, float, float], Sequence[Shape]]


@dataclass(frozen=True)
class House:
    """One house of a seat."""

    colour: Colour
    id: str
    tip: str
    person: Card | None = None
    lies: str = ""
    """The name of the card that an empty house is, if the viewer knows it."""


def put_houses(sight: Sight, sheet: Sheet, seat: int) -> None:
    """All houses of a seat; people of the viewer have their effects on them."""
    houses = houses_of(sight, seat)
    people = [house.person for house in houses if house.person is not None]
    sheet.label(_heading(len(people), len(houses)))
    if seat != sight.view.seat:
        _rows(sight, sheet, houses, IN_ROW, persons.short_card)
        return
    _rows(sight, sheet, houses[: len(people)], OWN_IN_ROW, persons.full_card)
    _rows(sight, sheet, houses[len(people) :], IN_ROW, persons.short_card)


def _rows(sight: Sight, sheet: Sheet, houses: list[House], in_row: int, draw_person: Draw) -> None:
    """Houses side by side; `draw_person` fills those that are lived in."""
    width = (WIDTH - GAP * (in_row - 1)) / in_row
    people = [house.person for house in houses if house.person is not None]
    room = SHORT_CARD
    if draw_person is persons.full_card:
        room = persons.full_height(sight, people, width - 2 * FRAME)

    def draw(house: House, x: float, y: float) -> Shape:
        return _house(sight, house, x, y, width, room, draw_person)

    sheet.rows(houses, draw, (width + GAP, ROOF + room + FRAME + GAP))


def _heading(people: int, houses: int) -> str:
    if not houses:
        return "no houses"
    return f"{plural(houses, 'house')}, {plural(people, 'person', 'people')}"


def houses_of(sight: Sight, seat: int) -> list[House]:
    """Those with people, then the empty ones."""
    return [
        *(_lived_in(sight, card) for card in sight.everybody[seat].people),
        *(_own_empty(sight, card) for card in sight.known_empty_houses(seat)),
        *(_unknown_empty(sight, seat, *back) for back in sight.backs_of_houses(seat)),
    ]


def _lived_in(sight: Sight, card: Card) -> House:
    below = sight.below(card)
    lies = f" The house is {below.name}, face down." if below else ""
    return House(
        sight.home_of(card), ids.card(card.name), f"{card.name}. {sight.tip(card.name)}{lies}", card
    )


def _own_empty(sight: Sight, card: Card) -> House:
    colour = sight.colours[card.colour]
    tip = f"An empty {colour.name} house: {card.name}, face down."
    return House(colour, ids.card(card.name), tip, lies=card.name)


def _unknown_empty(sight: Sight, seat: int, colour: Colour, number: int) -> House:
    tip = f"An empty {colour.name} house of seat {seat}."
    return House(colour, ids.house(seat, colour.name, number), tip)


def _house(
    sight: Sight, house: House, x: float, y: float, width: float, room: float, draw_person: Draw
) -> Group:
    """Roof, walls, and what stands inside."""
    colour, sign = house.colour, _sign(sight, house)
    roof = ((x, y + ROOF), (x + 0.3 * width, y), (x + 0.7 * width, y), (x + width, y + ROOF))
    inside = (x + FRAME, y + ROOF, width - 2 * FRAME, room)
    if house.person is None:
        content = _empty_room(house, *inside)
    else:
        content = [*draw_person(sight, house.person, *inside)]
    shapes = (
        Area((roof,), tone=colour.tone),
        centred(x + width / 2, y + ROOF - 5, sign, size=11, bold=True, tone=colour.ink),
        Box(x, y + ROOF, width, room + FRAME, tone=colour.tone, round=0),
        *content,
    )
    return Group(shapes, id=house.id, tip=house.tip, tone=colour.tone)


def _sign(sight: Sight, house: House) -> str:
    """The colour, and whether the person was activated in this round or can be."""
    card, sign = house.person, house.colour.sign
    if card is not None and sight.was_used(card):
        return f"{sign}: used"
    if card is not None and Action.ACTIVATE + card.id in sight.moves:
        return f"{sign}: ready"
    return sign


def _empty_room(house: House, x: float, y: float, width: float, height: float) -> list[Shape]:
    """A light room with a door, and the card that the house is."""
    middle = x + width / 2
    name, size = persons.fitted(house.lies, width - 6, SMALL, lines=1)
    foot = y + SMALL + (1 if name else 6)
    return [
        Box(x, y, width, height, tone="paper", round=0),
        Box(middle - 6, y + height - 12, 12, 12, tone=house.colour.tone, round=0),
        centred(middle, foot, "empty", tone="quiet"),
        *(centred(middle, foot + 12, line, size=size, tone="quiet") for line in name),
    ]
