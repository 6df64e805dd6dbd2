"""Dynasty cards that lie open, and the viewer's own hand."""

from __future__ import annotations

from eminence.cython_ext.pictures.lettering import paragraph, shortened
from eminence.cython_ext.pictures.scene import TEXT, Anchor, Box, Group, Panel, Shape, Text
from eminence.engines.blood_of_kings.explanations import term_entries as terms
from eminence.engines.blood_of_kings.explanations.card_entries import dynasty_name
from eminence.engines.blood_of_kings.names import DYNASTY
from eminence.engines.blood_of_kings.picture.desk import Desk
from eminence.engines.blood_of_kings.picture.ids import DECK, DISCARDS
from eminence.engines.blood_of_kings.picture.pieces import (
    GAP,
    MINI_HIGH,
    SMALL,
    TINY,
    WIDTH,
    Column,
    counted_minis,
    shield,
    shields_of,
)
from eminence.engines.blood_of_kings.tables import Permit
from eminence.engines.kit.drawing import INSET, card_back, in_rows

HAND = "hand"
CARD_WIDTH, CARD_HIGH = 90.0, 62.0
BADGE = 15.0
SETS_IN_ROW = 2


# --- the own hand ---


def hand_panel(desk: Desk) -> Panel:
    """Each kind once, with how many there are, and where it may be played this turn."""
    column = Column()
    hand = desk.data["hand"][desk.viewer]
    kinds = [kind for kind, n in enumerate(hand) if n]
    if not kinds:
        column.text("No card in hand.")

    def draw(kind: int, x: float, y: float) -> Shape:
        return hand_card(desk, kind, int(hand[kind]), x, y)

    step = (CARD_WIDTH + 7, CARD_HIGH + 7)
    shapes, height = in_rows(kinds, draw, y=column.y, step=step, room=WIDTH + 7)
    column.add(*shapes, height=height)
    number = int(desk.data["hand_count"][desk.viewer])
    return column.panel(HAND, f"Your hand: {number}", desk.viewer)


def hand_card(desk: Desk, kind: int, n: int, x: float, y: float) -> Group:
    card = desk.on.deck[kind]
    shapes: list[Shape] = [Box(x, y, CARD_WIDTH, CARD_HIGH, tone="paper")]
    if card.shields:
        shapes += _influence(desk, kind, x, y)
    else:
        name = dynasty_name(desk.on, kind)
        shapes.append(Text(x + INSET, y + 17, name, size=TEXT, bold=True))
    permitted = desk.now.permitting(Permit(1 << card.type))
    if permitted:
        told = f"on {' '.join(desk.letters[k] for k in permitted)}"
        told = shortened(told, CARD_WIDTH - 2 * INSET, TINY)
        shapes.append(Text(x + INSET, y + CARD_HIGH - 5, told, size=TINY, tone="accent"))
    if n > 1:
        right = x + CARD_WIDTH - INSET
        shapes.append(
            Text(right, y + 2.4 * BADGE, f"x{n}", size=TEXT, anchor=Anchor.END, bold=True)
        )
    tip = desk.tip(dynasty_name(desk.on, kind))
    return Group(tuple(shapes), id=desk.ids.card(kind), tip=tip, tone="paper")


def _influence(desk: Desk, kind: int, x: float, y: float) -> list[Shape]:
    """The value, the shields, and whose they are."""
    shields = shields_of(desk, kind)
    shapes: list[Shape] = [
        Text(x + INSET, y + 19, str(desk.on.deck[kind].value), size=17, bold=True)
    ]
    for place, kingdom in enumerate(reversed(shields)):
        left = x + CARD_WIDTH - INSET - (BADGE + 2) * (place + 1) + 2
        shapes += shield(desk, kingdom, left, y + INSET, BADGE)
    names = [desk.now.name(k) for k in shields] or [DYNASTY[0]]
    shapes += paragraph(names, x + INSET, y + 32, size=TINY)
    return shapes


# --- the sets, the deck, the discards ---


def sets_panel(desk: Desk) -> Panel:
    column = Column()
    for first in range(0, desk.on.sets, SETS_IN_ROW):
        numbers = range(first, min(first + SETS_IN_ROW, desk.on.sets))
        _row_of_sets(desk, column, numbers)
    _deck(desk, column)
    return column.panel("sets", "Sets of Dynasty cards")


def _row_of_sets(desk: Desk, column: Column, numbers: range) -> None:
    """Sets side by side, all as high as the highest."""
    step, top = WIDTH / SETS_IN_ROW, column.y
    drawn = []
    for place, number in enumerate(numbers):
        left = step * place
        room = step - 24
        cards = desk.data["sets"][number]
        drawn.append((number, left, counted_minis(desk, cards, left + 20, top + 3, room)))
    high = max(max(height for _, _, (_, height) in drawn), MINI_HIGH + 3) + 3
    for number, left, (cards, _) in drawn:
        name = Text(left + 5, top + 15, str(number + 1), size=SMALL, bold=True, tone="quiet")
        frame = Box(left, top, step - GAP, high, tone="page")
        tip = f"Set {number + 1}. {desk.told[terms.SETS]}"
        id = desk.ids.set(number)
        column.add(Group((frame, name, *cards), id=id, tip=tip, tone="page"))
    column.y += high + GAP


def _deck(desk: Desk, column: Column) -> None:
    """The deck as a back with its count, and the discards by kind."""
    top = column.y + GAP
    count = int(desk.data["deck_size"])
    back = card_back(0, top, str(count), width=40, height=30, id=DECK, tip=desk.tip(terms.DECK))
    left = 52.0
    counts = desk.data["discards"]
    cards, height = counted_minis(desk, counts, left, top + 17, WIDTH - left)
    total = int(counts.sum())
    told = Text(left, top + 11, f"Discards: {total or 'none'}", size=SMALL, tone="quiet")
    column.add(back)
    column.add(Group((told, *cards), id=DISCARDS, tip=desk.told[terms.DISCARDS]))
    column.y = top + max(32, 19 + height)
