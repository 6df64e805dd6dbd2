"""What else is under way: a Dynasty card, a move of units, an Alliance, Crowns, an exchange."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.cython_ext.pictures.scene import Group, Line, Panel, Shape, Text, token
from eminence.engines.blood_of_kings.picture.desk import Desk
from eminence.engines.blood_of_kings.picture.ids import CARD_UNDER_WAY
from eminence.engines.blood_of_kings.picture.pieces import (
    GAP,
    MINI,
    MINI_HIGH,
    SMALL,
    WIDTH,
    Chip,
    Column,
    kingdom_chip,
    mini,
)
from eminence.engines.blood_of_kings.state import Moving, Step, Use
from eminence.engines.blood_of_kings.tables import UNKNOWN
from eminence.engines.kit.wording import among, plural

#: what a Dynasty card is used for
TITLES = {
    Use.USE_INFLUENCE: "Influence",
    Use.USE_UNREST: "Unrest",
    Use.USE_ATTRITION: "Attrition",
    Use.USE_DIPLOMACY: "Diplomacy",
    Use.USE_LOOK: "Intrigue: a look at a stack",
    Use.USE_ORDER: "Intrigue: the Kingdom order",
}


# --- a Dynasty card ---


def card_panel(desk: Desk) -> Panel:
    """Who plays it on what, and which cards and tokens it has to do with."""
    data, use = desk.data, Use(int(desk.data["use"]))
    column = Column()
    seat = desk.now.active_seat
    top = column.y
    column.add(token(8, top + 9, seat))
    column.add(Text(20, top + 13, f"{desk.seat_word(seat)} plays it on", size=SMALL + 1))
    column.y += 22
    column.chips(_targets(desk, use))
    if data["card"]:
        kind = UNKNOWN if data["card"] == UNKNOWN else int(data["card"]) - 1
        card = mini(desk, kind, 0, column.y)
        told = Text(MINI + GAP, column.y + 12, "is laid face down", size=SMALL)
        column.add(Group((card, told), id=CARD_UNDER_WAY), height=MINI_HIGH + GAP)
    for line in _card_lines(desk, use):
        column.text(line)
    if use == Use.USE_LOOK and data["step"] == Step.REORDER:
        _looked_at(desk, column)
    return column.panel("card", f"Dynasty card: {TITLES[use]}")


def _targets(desk: Desk, use: Use) -> list[Chip]:
    data = desk.data
    kingdoms = [int(data["target"])]
    if data["second"]:
        kingdoms.append(int(data["second"]) - 1)
    if use == Use.USE_ORDER:
        kingdoms = among(range(len(desk.on.kingdoms)), int(data["tokens"]))
    return [kingdom_chip(desk, kingdom) for kingdom in kingdoms]


def _card_lines(desk: Desk, use: Use) -> Iterator[str]:
    data, on = desk.data, desk.on
    if use == Use.USE_LOOK:
        yield f"The stack of seat {data['whom']} there is looked through."
    for region, gainer in zip(data["regions"], data["gainers"], strict=True):
        if region:
            gift = f" to {on.kingdoms[gainer - 1]}" if gainer else ""
            yield f"For {on.region_names[region - 1]}{gift}."
    refused = among(on.kingdoms, int(data["refused"]))
    if refused:
        yield f"Refused: {', '.join(refused)}."
    if data["foils"]:
        yield f"{plural(int(data['foils']), 'foil')} failed."
    if data["foiler"]:
        yield f"Seat {int(data['foiler']) - 1} tries to foil it."


def _looked_at(desk: Desk, column: Column) -> None:
    """The stack, the bottom card first; those that are back in their place are set apart."""
    column.heading("From the bottom")
    stack = desk.now.stack(int(desk.data["whom"]), int(desk.data["target"]))
    in_row = int(WIDTH / (MINI + 3))
    for place, kind in enumerate(stack):
        left, top = (MINI + 3) * (place % in_row), column.y + 20 * (place // in_row)
        column.add(mini(desk, kind, left, top, id=desk.ids.looked_at(place)))
        if place < desk.data["cursor"]:
            under = top + MINI_HIGH + 1.5
            column.add(Line(((left, under), (left + MINI, under)), 2.0, tone="accent"))
    column.y += 20 * -(-len(stack) // in_row)


# --- units that move, and talks ---


def deal_panel(desk: Desk) -> Panel | None:
    """Nothing if none of these is under way."""
    column = Column()
    lines = [*_move_lines(desk), *_talk_lines(desk)]
    if not lines:
        return None
    for line in lines:
        column.text(line)
    _exchange(desk, column)
    return column.panel("deal", "Under way")


def _move_lines(desk: Desk) -> Iterator[str]:
    """What units do that have left, and what happens where."""
    data = desk.data
    moving = Moving(int(data["moving"]))
    here = desk.now.place_name(int(data["from_place"]))
    there = desk.now.place_name(int(data["to_place"]))
    if moving in (Moving.ARMIES_LEAVE, Moving.FLEETS_LEAVE):
        yield f"Units leave {here}."
    elif moving in (Moving.ARMIES_GO, Moving.FLEETS_GO):
        yield f"Units go from {here} to {there}."
    elif moving == Moving.FLEETS_LOAD:
        fleets = plural(int(data["carrying"]), "fleet")
        yield f"{fleets} sail from {here} to {there}; armies may go along."
    elif moving == Moving.SIEGE_ROLLED:
        yield f"The siege of {here} is rolled for."
    elif moving == Moving.TOKEN_MOVES:
        yield f"A siege token is moved to {there}."
    elif moving in (Moving.FIGHTING, Moving.TWO_FORCES) and not data["battle"]:
        yield f"There are battles in {here}."


def _talk_lines(desk: Desk) -> Iterator[str]:
    data = desk.data
    giver, partner = int(data["giver"]) - 1, int(data["partner"]) - 1
    if is_exchange(desk):
        asks = desk.data["step"] == Step.ANSWER_CARD and not desk.data["offered"]
        what = "asks seat {} for a card" if asks else "offers seat {} an exchange of cards"
        yield f"Seat {desk.now.active_seat} {what.format(partner)}."
    elif giver >= 0 and data["step"] == Step.ALLY_CONSENT:
        name, host = desk.now.name(giver), desk.now.name(partner)
        yield f"{host} is offered the Alliance token of {name}."
    elif giver >= 0:
        to = f" to {desk.now.name(partner)}" if partner >= 0 else ""
        yield f"{desk.now.name(giver)} gives Crowns{to}."


def is_exchange(desk: Desk) -> bool:
    """Whether two seats are about to exchange Dynasty cards."""
    steps = (Step.OFFER_CARD, Step.ANSWER_CARD, Step.CONFIRM_TRADE)
    return desk.data["partner"] > 0 and desk.data["step"] in steps


def _exchange(desk: Desk, column: Column) -> None:
    """The cards that are offered and answered, as far as the viewer sees them."""
    for field, word in (("offered", "offered"), ("answered", "in return")):
        kind = int(desk.data[field])
        if kind:
            card = mini(desk, kind if kind == UNKNOWN else kind - 1, 0, column.y)
            told: Shape = Text(MINI + GAP, column.y + 12, word, size=SMALL)
            column.add(card, told, height=MINI_HIGH + GAP)
