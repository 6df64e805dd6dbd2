"""The viewer's own hand."""

from __future__ import annotations

from eminence.cython_ext.pictures.scene import Group, Panel
from eminence.engines.bruges.numbers import Card
from eminence.engines.bruges.picture import ids, persons
from eminence.engines.bruges.picture.sheet import GAP, SMALL, WIDTH, Sheet
from eminence.engines.bruges.picture.sight import Sight
from eminence.engines.kit.wording import plural

CARD_WIDTH = (WIDTH - GAP) / 2


def hand_panel(sight: Sight) -> Panel:
    """All cards of the hand with their effects."""
    sheet = Sheet()
    cards = sight.known_hand(sight.view.seat)
    count = plural(len(cards), "card")
    what = ". Coin: price. Square: points at the end." if cards else "."
    sheet.say(count + what, tone="quiet", size=SMALL)
    sheet.y += 4
    height = persons.full_height(sight, cards, CARD_WIDTH)
    sheet.rows(
        cards,
        lambda card, x, y: open_card(sight, card, x, y, height),
        (CARD_WIDTH + GAP, height + GAP),
    )
    return sheet.panel("hand", "Your hand")


def open_card(sight: Sight, card: Card, x: float, y: float, height: float) -> Group:
    """A card that the viewer may play."""
    shapes = persons.full_card(sight, card, x, y, CARD_WIDTH, height)
    known = " The others know that you have it." if sight.is_shown(card) else ""
    tip = f"{card.name}. {sight.explained(card.name)}{known}"
    return Group(
        tuple(shapes), id=ids.card(card.name), tip=tip, tone=sight.colours[card.colour].tone
    )
