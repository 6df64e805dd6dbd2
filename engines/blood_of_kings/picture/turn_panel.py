"""The turn: who is to do what, the Glory of all, and the Kingdom order with the cards played."""

from __future__ import annotations

from eminence.cython_ext.pictures.lettering import shortened
from eminence.cython_ext.pictures.scene import Box, Group, Panel, Shape, Text, token
from eminence.engines.blood_of_kings.explanations import term_entries as terms
from eminence.engines.blood_of_kings.explanations.card_entries import card_name, permitted_text
from eminence.engines.blood_of_kings.names import CARDS
from eminence.engines.blood_of_kings.picture.desk import Desk
from eminence.engines.blood_of_kings.picture.ids import ORDER_TRACK
from eminence.engines.blood_of_kings.picture.pieces import (
    GAP,
    SMALL,
    TINY,
    WIDTH,
    Chip,
    Column,
    kingdom_chip,
    pointer,
    seat_line,
)
from eminence.engines.blood_of_kings.state import Phase
from eminence.engines.kit.wording import plural

#: a place of the order track
PLACE = 31.0
#: where its columns begin: number, kingdom, ruler, card
NUMBER, KINGDOM, RULER, CARD = 11.0, 32.0, 116.0, 152.0


def turn_panel(desk: Desk) -> Panel:
    column = Column()
    _question(desk, column)
    if not desk.view.over:
        column.text(_end(desk), tone="quiet")
    _scores(desk, column)
    column.y += GAP
    tip = desk.tip(terms.KINGDOM_ORDER)
    column.chips([Chip("Kingdom order, and the cards of this turn", id=ORDER_TRACK, tip=tip)])
    for place in range(len(desk.on.kingdoms)):
        _place(desk, column, place)
    return column.panel("turn", desk.time)


def _question(desk: Desk, column: Column) -> None:
    mover = desk.now.mover
    if mover >= 0:
        column.add(token(8, column.y + 8, mover))
    column.y += 1
    column.text(desk.question, x=20.0 if mover >= 0 else 0.0, size=SMALL + 2, bold=True)
    column.y += GAP


def _end(desk: Desk) -> str:
    """When the game ends."""
    data = desk.data
    if data["tie"]:
        return f"The first to have more than {data['tied_at']} glory wins."
    left = int(data["display"]).bit_count() + int(data["bag"]).bit_count()
    told = f"The game ends when no tile is left; {plural(left, 'tile')} left."
    if desk.agreed.last_turn:
        return f"{told} Turn {desk.agreed.last_turn} is the last one."
    return f"{told} Turn {desk.agreed.turn_cap} is the last at most."


def _scores(desk: Desk, column: Column) -> None:
    """All Glory of each seat; the First Player is marked."""
    column.heading("Glory of the seats")
    step = WIDTH / max(desk.now.seats, 4)
    for seat in range(desk.now.seats):
        left = step * seat
        column.add(*seat_line(desk, seat, left, column.y, str(desk.now.total_glory(seat))))
    column.y += 20
    first = Chip(f"First Player: seat {desk.data['first']}", tip=desk.tip(terms.FIRST_PLAYER))
    column.chips([first])


def _place(desk: Desk, column: Column, place: int) -> None:
    """A place of the order: its kingdom, who rules it, and what card it has played."""
    kingdom, top = int(desk.data["order"][place]), column.y
    number = Text(NUMBER + GAP, top + 18, str(place + 1), size=SMALL + 1, bold=True)
    frame = Box(NUMBER, top, WIDTH - NUMBER, PLACE - 3, tone="page")
    tip = desk.tip(terms.KINGDOM_ORDER)
    column.add(Group((frame, number), id=desk.ids.order_place(place), tip=tip, tone="page"))
    name = kingdom_chip(
        desk, kingdom, id=desk.ids.order_token(kingdom), tip=desk.tip(terms.ORDER_TOKEN)
    )
    column.add(name.at(KINGDOM, top + 6, RULER - GAP - KINGDOM))
    ruler = desk.now.ruler(kingdom)
    if ruler >= 0:
        column.add(token(RULER + 8, top + 14, ruler))
    else:
        column.add(Text(RULER, top + 17, terms.CHAOS, size=TINY, tone="quiet"))
    column.add(*_played(desk, kingdom, top))
    if is_acting(desk, kingdom):
        column.add(pointer(8, top + 14))
    column.y += PLACE


def _played(desk: Desk, kingdom: int, top: float) -> tuple[Shape, ...]:
    """The Kingdom card of this turn, and the Dynasty cards that it permits."""
    card = int(desk.data["played"][kingdom]) - 1
    if card < 0:
        return ()
    permitted = permitted_text(desk.on, card)
    if int(desk.data["shielded"]) >> kingdom & 1:
        permitted = "no Dynasty card"
    room = WIDTH - CARD - GAP
    lines = (
        Text(CARD, top + 12, shortened(CARDS[card], room, SMALL, True), size=SMALL, bold=True),
        Text(CARD, top + 23, shortened(permitted, room, TINY), size=TINY, tone="quiet"),
    )
    return (Group(lines, tip=desk.tip(card_name(card))),)


def is_acting(desk: Desk, kingdom: int) -> bool:
    """Whether the kingdom's action is under way."""
    if desk.data["phase"] != Phase.KINGDOM_PHASE or desk.data["acting"] >= len(desk.on.kingdoms):
        return False
    return kingdom == desk.now.active
