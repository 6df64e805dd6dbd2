"""Emperor's Court: favor cards with their prices, the two halls, and the deck."""

from __future__ import annotations

from eminence.cython_ext.pictures.scene import TEXT, Anchor, Group, Panel, Shape, Text
from eminence.engines.kit.wording import plural
from eminence.engines.wallenstein.court.words import FAVOR_NAMES
from eminence.engines.wallenstein.picture.glance import Glance
from eminence.engines.wallenstein.picture.pieces import SMALL, WIDE, of_seat, sign_row, text_card

RIM = 3.0
STEP, CARD, HEIGHT = 105.0, 101.0, 48.0
HALL = 24.0


def favor_id(number: int) -> str:
    """A favor card on display or in use; `number` is that of the card."""
    return FAVOR_NAMES[number - 1]


def court_panel(glance: Glance) -> Panel:
    """The cards of the round with their prices, the deck, and the courtiers in both halls."""
    shapes = _cards(glance)
    y = 18 + HEIGHT + 8 if shapes else 0.0
    left = int(glance.data["favor_deck"]).bit_count()
    for hall in ("entrance", "audience"):
        shapes.append(_hall(glance, hall, y))
        y += HALL
    shapes.append(Text(RIM, y + 11, f"{plural(left, 'favor card')} to come", SMALL, tone="quiet"))
    return Panel("court", "Emperor's Court", WIDE + 2 * RIM, y + HALL, tuple(shapes))


def _cards(glance: Glance) -> list[Shape]:
    """The spaces of the audience hall while the Court meets or is about to, and the card in use."""
    numbers, used = [int(number) for number in glance.data["favors"]], int(glance.data["used"])
    shapes: list[Shape] = []
    if any(numbers) or used:
        for place, price in enumerate(glance.board.court.spaces):
            shapes += _space(glance, numbers[place], price, RIM + STEP * place)
    if used:
        shapes.append(_used(glance, used, RIM + STEP * len(numbers)))
    return shapes


def _space(glance: Glance, number: int, price: int, x: float) -> list[Shape]:
    """A space of the audience hall: its price, and the card on it, if any."""
    price_text = Text(
        x + CARD / 2, TEXT, plural(price, "courtier"), SMALL, Anchor.MIDDLE, bold=True
    )
    if not number:
        return [price_text, text_card(x, 18, CARD, HEIGHT, "", tone="land", faint=True)]
    return [price_text, _card(glance, number, x)]


def _card(glance: Glance, number: int, x: float, framed: bool = False) -> Group:
    return text_card(
        x,
        18,
        CARD,
        HEIGHT,
        FAVOR_NAMES[number - 1],
        [glance.words.court.gift(number)],
        framed=framed,
        id=favor_id(number),
        tip=glance.tip(FAVOR_NAMES[number - 1]),
    )


def _used(glance: Glance, number: int, x: float) -> Group:
    heading = Text(x + CARD / 2, TEXT, "used now", SMALL, Anchor.MIDDLE, bold=True)
    return Group((heading, _card(glance, number, x, framed=True)))


def _hall(glance: Glance, hall: str, y: float) -> Group:
    name = f"{hall} hall"
    signs = [
        of_seat(seat, str(glance.data[hall][seat]))
        for seat in glance.seats
        if glance.data[hall][seat]
    ]
    there = sign_row(signs, 100, y) if signs else (Text(100, y + 11, "empty", SMALL),)
    return Group((Text(RIM, y + 11, name, SMALL, bold=True), *there), id=name, tip=glance.tip(name))
