"""A succession under way: what each seat has committed, and who is asked."""

from __future__ import annotations

from collections.abc import Iterator

from eminence.cython_ext.pictures.lettering import LINE
from eminence.cython_ext.pictures.scene import Box, Group, Panel, Shape, Text, seat_letter, token
from eminence.engines.blood_of_kings.explanations import term_entries as terms
from eminence.engines.blood_of_kings.explanations.succession_notes import total
from eminence.engines.blood_of_kings.picture.desk import Desk
from eminence.engines.blood_of_kings.picture.pieces import (
    GAP,
    MINI,
    SMALL,
    TINY,
    WIDTH,
    Column,
    mini,
    pointer,
)
from eminence.engines.blood_of_kings.state import Challenge
from eminence.engines.kit.wording import plural

#: where a seat's row has its token, its words, its cards
TOKEN, WORDS = 20.0, 34.0
ROW = 19.0
#: a small card with the letter of its owner behind it
OWNED = MINI + 12


def throne_panel(desk: Desk) -> Panel:
    data = desk.data
    kind, throne = int(data["challenge"]), int(data["throne"])
    name = terms.CHALLENGE_NAMES[Challenge(kind)]
    column = Column()
    column.text(RULES[Challenge(kind)], tone="quiet")
    if desk.now.ruler(throne) >= 0:
        column.text(f"Bonus of the ruler: {desk.now.bonus(throne)}.", tone="quiet")
    for seat in range(desk.now.seats):
        _seat(desk, column, seat)
    return column.panel("throne", f"{name} in {desk.now.name(throne)}")


RULES = {
    Challenge.PEACEFUL: "The highest total of face-up cards wins.",
    Challenge.VIOLENT: "The most legal cards before a seat win.",
    Challenge.CHAOTIC: "The highest total of the cards wins.",
}


def _seat(desk: Desk, column: Column, seat: int) -> None:
    """Whether it rules, is asked or challenges, what it shows, what lies before it."""
    top = column.y
    cards, shown = [*_before(desk, seat)], _shown(desk, seat)
    below = top + ROW + (LINE * SMALL if shown else 0)
    in_row = int((WIDTH - WORDS) / OWNED)
    high = below + ROW * -(-len(cards) // in_row) - top
    shapes: list[Shape] = [
        Box(TOKEN - 10, top, WIDTH - TOKEN + 10, high, tone="page"),
        token(TOKEN, top + 10, seat),
        Text(WORDS, top + 13.5, _role(desk, seat), size=SMALL),
    ]
    if shown:
        shapes.append(Text(WORDS, top + 13.5 + LINE * SMALL, shown, size=SMALL, tone="quiet"))
    for place, (owner, kind) in enumerate(cards):
        left, down = WORDS + OWNED * (place % in_row), below + ROW * (place // in_row)
        shapes.append(mini(desk, kind, left, down))
        if owner != seat:
            shapes.append(Text(left + MINI + 1, down + 12, seat_letter(owner), size=TINY))
    tip = desk.tip(terms.CHALLENGE_NAMES[Challenge(int(desk.data["challenge"]))])
    column.add(Group(tuple(shapes), id=desk.ids.commitment(seat), tip=tip, tone="page"))
    if desk.data["caller"] == seat + 1:
        column.add(pointer(8, top + 10))
    column.y += high + GAP


def _role(desk: Desk, seat: int) -> str:
    data, told = desk.data, [desk.seat_word(seat)]
    if seat == desk.now.ruler(int(data["throne"])):
        told.append("rules")
    elif int(data["declared"]) >> seat & 1:
        told.append("challenges by a tile")
    elif int(data["revealed"]) >> seat & 1:
        told.append("challenges")
    if data["caller"] == seat + 1:
        told.append("is asked")
    return ", ".join(told)


def _shown(desk: Desk, seat: int) -> str:
    """Its total if that is open, and what it has left face down on the kingdom."""
    told = []
    if desk.data["challenge"] == Challenge.PEACEFUL and desk.data["influence"][seat]:
        told.append(f"total {total(desk.now, seat)}")
    left = int(desk.data["height"][seat][desk.data["throne"]] - desk.data["committed"][seat])
    if left:
        told.append(f"{plural(left, 'card')} left on the stack")
    return ", ".join(told)


def _before(desk: Desk, seat: int) -> Iterator[tuple[int, int]]:
    """The cards that lie before a seat: whose, and of what kind as far as the viewer knows."""
    data, throne = desk.data, int(desk.data["throne"])
    for owner in range(desk.now.seats):
        committed = int(data["committed"][owner])
        stack = desk.now.stack(owner, throne)
        if not committed:
            continue
        if data["challenge"] != Challenge.VIOLENT:
            before = [owner] * committed
        else:
            top = int(data["height"][:owner].sum() + data["height"][owner][: throne + 1].sum())
            before = [int(to) - 1 for to in data["pledged"][top - committed : top]]
        for kind, to in zip(stack[-committed:], before, strict=True):
            if to == seat:
                yield owner, kind
