"""Cards that show their person, with the whole effect or with the name alone."""

from __future__ import annotations

from eminence.cython_ext.pictures.lettering import LINE, paragraph, shortened, text_width, wrapped
from eminence.cython_ext.pictures.scene import Box, Shape, Text
from eminence.engines.bruges.numbers import Card
from eminence.engines.bruges.picture.sheet import SMALL, centred
from eminence.engines.bruges.picture.sight import Sight
from eminence.engines.bruges.state import Activation
from eminence.engines.kit.drawing import counter

NAME = 11.5
INSET = 6.0
COIN = 9.0
#: letters of a name are never smaller
LEAST = 8.5
#: the words for icons; a worker icon has the colour of its worker in front
ICONS = {
    Activation.ARROW: "arrow",
    Activation.WORKER: "worker",
    Activation.INFINITY: "infinity",
    Activation.LAUREL: "laurel",
}


def icon(sight: Sight, card: Card) -> str:
    """When a person acts, in a word or two."""
    word = ICONS[Activation(card.activation)]
    if card.activation != Activation.WORKER:
        return word
    return f"{sight.colours[card.activation_colour].name} {word}"


def full_height(sight: Sight, cards: list[Card], width: float) -> float:
    """How high cards of this width must be so that each of these effects has room."""
    return max((_height(sight, card, width) for card in cards), default=0.0)


def full_card(
    sight: Sight, card: Card, x: float, y: float, width: float, height: float
) -> list[Shape]:
    """A person with price, points, group and effect."""
    colour = sight.colours[card.colour]
    name, size = _name(card, width)
    head = _head_height(len(name))
    middle = y + head / 2
    feet = middle + 0.36 * size - LINE * size * (len(name) - 1) / 2
    facts, effect = _lines(sight, card, width)
    lowest = y + head + SMALL + 2
    coin = x + width - 2 * INSET - 3 * COIN
    return [
        Box(x, y, width, height, tone=colour.tone),
        *paragraph(name, x + INSET, feet, size=size, bold=True, tone=colour.ink),
        counter(coin, middle, str(card.price), tone="gold", ink="on gold"),
        *_points(card, x + width - INSET - COIN + 2, middle),
        Box(x + 3, y + head, width - 6, height - head - 3, tone="paper"),
        *paragraph(facts, x + INSET, lowest, size=SMALL, tone="quiet"),
        *paragraph(effect, x + INSET, lowest + LINE * SMALL * len(facts), size=SMALL),
    ]


def _points(card: Card, x: float, y: float) -> list[Shape]:
    """What the person is worth at the end, on a square plate."""
    number = centred(x, y + 4, str(card.points), bold=True, tone="on white")
    return [Box(x - 8, y - 8, 16, 16, tone="white"), number]


def _name(card: Card, width: float) -> tuple[list[str], float]:
    """The lines of a name beside coin and plate, and the size of its letters."""
    return fitted(card.name, width - 2 * INSET - 4 * COIN, NAME)


def fitted(name: str, room: float, size: float, lines: int = 2) -> tuple[list[str], float]:
    """A name in at most so many lines, in smaller letters if it, or a word of it, is long."""
    if not name:
        return [], size
    parts = name.split() if lines > 1 else [name]
    longest = max(text_width(part, size, bold=True) for part in parts)
    size = max(LEAST, size * min(1.0, room / longest))
    if lines == 1:
        return [shortened(name, room, size)], size
    # A little more room than was measured: a word that just fits is not cut.
    return wrapped(name, room + 0.01, size, bold=True)[:lines], size


def _head_height(lines: int) -> float:
    return max(2 * COIN + 5, LINE * NAME * lines + 5)


def _lines(sight: Sight, card: Card, width: float) -> tuple[list[str], list[str]]:
    """Colour, group and points; then the effect."""
    facts = f"{sight.on.colours[card.colour]}, {sight.on.groups[card.group]}"
    room = width - 2 * INSET
    return (wrapped(facts, room, SMALL), wrapped(sight.effects.sentences(card), room, SMALL))


def _height(sight: Sight, card: Card, width: float) -> float:
    lines = sum(map(len, _lines(sight, card, width)))
    return _head_height(len(_name(card, width)[0])) + LINE * SMALL * lines + 7


def short_card(
    sight: Sight, card: Card, x: float, y: float, width: float, height: float
) -> list[Shape]:
    """A person with name and icon; the tip says the rest."""
    colour = sight.colours[card.colour]
    room = width - INSET
    name, size = fitted(card.name, room, SMALL)
    return [
        Box(x, y, width, height, tone=colour.tone),
        *paragraph(name, x + INSET / 2, y + size + 1, size=size, bold=True, tone=colour.ink),
        Text(
            x + INSET / 2,
            y + height - 4,
            shortened(icon(sight, card), room, SMALL),
            size=SMALL,
            tone=colour.ink,
        ),
    ]
