"""The draft: county cards that lie open, the deck, and the army groups to be placed."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.cython_ext.pictures.lettering import LINE, paragraph, wrapped
from eminence.cython_ext.pictures.scene import Group, Panel, Shape, Text, token
from eminence.engines.kit.wording import among, plural
from eminence.engines.wallenstein.explanations.looking import open_sites
from eminence.engines.wallenstein.picture.glance import Glance, region_tone
from eminence.engines.wallenstein.picture.pieces import GAP, SMALL, WIDE, back, of_seat, text_card

RIM = 3.0
STEP, CARD, HEIGHT = 105.0, 101.0, 50.0
DECK = "deck"


def open_card_id(glance: Glance, county: int) -> str:
    return f"open card {glance.board.names[county]}"


def group_id(seat: int, place: int) -> str:
    return f"seat {seat} group {place + 1}"


def draft_panel(glance: Glance) -> Panel:
    """The display and the deck; the card just taken; cards under the deck, which all know."""
    data = glance.data
    open_cards = [int(card) - 1 for card in data["display"] if card]
    shapes: list[Shape] = [
        _card(glance, county, RIM + STEP * place, "") for place, county in enumerate(open_cards)
    ]
    shapes.append(_deck(glance, RIM + STEP * 2))
    if data["picked"]:
        shapes.append(_card(glance, int(data["picked"]) - 1, RIM + STEP * 3, "just taken"))
    y = HEIGHT + 2 * RIM + 14
    under = [glance.board.names[card - 1] for card in data["bottom"] if card]
    if under:
        lines = wrapped(f"Under the deck, in this order: {', '.join(under)}.", WIDE, SMALL)
        shapes += paragraph(lines, RIM, y, size=SMALL)
        y += LINE * SMALL * len(lines)
    for seat in glance.seats:
        shapes += _groups(glance, seat, y)
        y += 22
    return Panel("draft", "Draft", WIDE + 2 * RIM, y, tuple(shapes))


def _card(glance: Glance, county: int, x: float, heading: str) -> Group:
    board = glance.board
    name, _, tax, grain, *_ = board.counties[county]
    sites = plural(open_sites(board, glance.data, county), "site")
    return text_card(
        x,
        RIM,
        CARD,
        HEIGHT,
        glance.names.county(county, CARD - 10, SMALL),
        [f"tax {tax}, grain {grain}", sites, heading],
        tone=region_tone(board, county),
        framed=bool(heading),
        id=open_card_id(glance, county),
        tip=glance.tip(name),
    )


def _deck(glance: Glance, x: float) -> Group:
    unknown = int(glance.data["deck"]).bit_count()
    known = sum(1 for card in glance.data["bottom"] if card)
    tip = f"The deck: {plural(unknown, 'unknown card')}, {plural(known, 'known one')} below."
    return back(x, RIM, CARD, HEIGHT, f"deck {unknown + known}", id=DECK, tip=tip)


def _groups(glance: Glance, seat: int, y: float) -> Iterator[Shape]:
    """The army groups of a seat that are left."""
    yield token(RIM + 9, y + 8, seat, radius=8)
    yield Text(RIM + 24, y + 12, "army groups", SMALL, tone="quiet")
    x = RIM + 92
    for place, size in enumerate(groups_left(glance, seat)):
        sign = of_seat(seat, str(size))
        yield Group(
            sign.drawn(x, y + 1),
            id=group_id(seat, place),
            tip=glance.tip("army group", f"Seat {seat}: a group of {size}."),
        )
        x += sign.width() + 2 * GAP


def groups_left(glance: Glance, seat: int) -> list[int]:
    """The sizes of the army groups that a seat has not placed yet (draft)."""
    return among(glance.board.groups, glance.data["groups"][seat])
