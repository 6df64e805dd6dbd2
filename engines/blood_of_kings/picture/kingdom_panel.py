"""A kingdom: its ruler, treasury, unrest, institutions, cards, and what lies face down on it."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.cython_ext.pictures.scene import (
    Anchor,
    Box,
    Group,
    Panel,
    Shape,
    Text,
    seat_tone,
    token,
)
from eminence.engines.blood_of_kings import estimates
from eminence.engines.blood_of_kings.explanations import term_entries as terms
from eminence.engines.blood_of_kings.explanations.card_entries import card_name, institution_name
from eminence.engines.blood_of_kings.names import CARDS, INSTITUTIONS
from eminence.engines.blood_of_kings.picture.desk import Desk
from eminence.engines.blood_of_kings.picture.pieces import (
    GAP,
    MINI,
    MINI_HIGH,
    SMALL,
    TINY,
    WIDTH,
    Chip,
    Column,
    kingdom_chip,
    mini,
)
from eminence.engines.blood_of_kings.picture.turn_panel import is_acting
from eminence.engines.blood_of_kings.tables import LEVELS, UNKNOWN
from eminence.engines.kit.drawing import card_back, counter
from eminence.engines.kit.wording import plural

BANNER = 24.0
#: where tracks begin, behind their names
TRACK = 66.0
LEVEL_HIGH = 14.0
BEFORE_STACK, FACE_DOWN_WIDTH = 22.0, 116.0


def kingdom_panel(desk: Desk, kingdom: int) -> Panel:
    column = Column()
    _banner(desk, column, kingdom)
    _treasury(desk, column, kingdom)
    _unrest(desk, column, kingdom)
    for institution in range(len(INSTITUTIONS)):
        _institution(desk, column, kingdom, institution)
    _kingdom_cards(desk, column, kingdom)
    if desk.agreed.alliances:
        _tokens(desk, column, kingdom)
    _stacks(desk, column, kingdom)
    return column.panel(desk.ids.kingdom(kingdom), desk.now.name(kingdom))


def _banner(desk: Desk, column: Column, kingdom: int) -> None:
    """Its name, and the seat that rules it."""
    ink, ruler = desk.ink(kingdom), desk.now.ruler(kingdom)
    word = desk.seat_word(ruler) if ruler >= 0 else terms.CHAOS
    name = f"{desk.letters[kingdom]}  {desk.now.name(kingdom)}"
    if is_acting(desk, kingdom):
        name += " acts"
    shapes: list[Shape] = [
        Box(0, 0, WIDTH, BANNER, tone=desk.tone(kingdom)),
        Text(8, 16.5, name, bold=True, tone=ink),
        Text(WIDTH - 26, 16, word, size=SMALL + 1, anchor=Anchor.END, tone=ink),
    ]
    if ruler >= 0:
        shapes.append(token(WIDTH - 13, BANNER / 2, ruler, radius=9))
    tip = desk.tip(desk.now.name(kingdom))
    group = Group(tuple(shapes), id=desk.ids.kingdom(kingdom), tip=tip, tone=desk.tone(kingdom))
    column.add(group, height=BANNER + GAP)


def _treasury(desk: Desk, column: Column, kingdom: int) -> None:
    """Crowns and income, flags and siege tokens that are not on the map."""
    crowns, top = int(desk.data["crowns"][kingdom]), column.y
    income = estimates.income_of(desk.view, kingdom)
    sieges = estimates.siege_tokens_of(desk.view, kingdom)
    coin = counter(14, top + 11, str(crowns), tone="gold", ink="on gold", radius=11)
    told = Text(30, top + 15, f"Crowns, income {income}", size=SMALL + 1)
    column.add(
        Group((coin, told), id=desk.ids.treasury(kingdom), tip=desk.tip(terms.INCOME), tone="gold")
    )
    flags = plural(int(desk.data["flags_left"][kingdom]), "flag")
    tokens = f"{flags}, {plural(sieges, 'siege token')}"
    told = Text(WIDTH, top + 15, tokens, size=SMALL, anchor=Anchor.END)
    column.add(Group((told,), tip=desk.tip(terms.SIEGE_TOKEN)), height=24)


def _unrest(desk: Desk, column: Column, kingdom: int) -> None:
    """As many boxes as its stability, and how many of them unrest has filled."""
    unrest, top = int(desk.data["unrest"][kingdom]), column.y
    calm = estimates.stability_of(desk.view, kingdom)
    boxes = max(unrest, calm, 1)
    room = WIDTH - TRACK - 44
    step = min(18.0, room / boxes)
    shapes: list[Shape] = [Text(0, top + 11, "unrest", size=SMALL)]
    for place in range(boxes):
        tone = "orange" if place < unrest else "paper"
        shapes.append(Box(TRACK + step * place, top + 1, step - 2, LEVEL_HIGH - 2, tone=tone))
    told = desk.now.unrest_word(kingdom)
    shapes.append(Text(TRACK + step * boxes + GAP, top + 11, told, size=SMALL))
    tip = desk.tip(terms.UNREST_LEVEL)
    column.add(Group(tuple(shapes), id=desk.ids.unrest(kingdom), tip=tip), height=LEVEL_HIGH + 3)


def _institution(desk: Desk, column: Column, kingdom: int, institution: int) -> None:
    """A track of four levels: those reached are filled, the next one has its price."""
    reached, top = desk.now.level(kingdom, institution), column.y
    step = (WIDTH - TRACK) / LEVELS
    shapes: list[Shape] = [Text(0, top + 11, INSTITUTIONS[institution], size=SMALL)]
    for level in range(LEVELS):
        left = TRACK + step * level
        tone = desk.tone(kingdom) if level <= reached else "paper"
        shapes.append(Box(left, top, step - 3, LEVEL_HIGH, tone=tone))
        if written := _level_word(desk, kingdom, institution, level):
            ink = desk.ink(kingdom) if level <= reached else "quiet"
            middle = left + (step - 3) / 2
            shapes.append(
                Text(middle, top + 10.5, written, size=TINY, anchor=Anchor.MIDDLE, tone=ink)
            )
    tip = desk.tip(institution_name(institution))
    id = desk.ids.institution(kingdom, institution)
    column.add(Group(tuple(shapes), id=id, tip=tip), height=LEVEL_HIGH + 3)


def _level_word(desk: Desk, kingdom: int, institution: int, level: int) -> str:
    """The number of the level reached, and the price of the next one."""
    reached = desk.now.level(kingdom, institution)
    if level == reached:
        return str(level + 1)
    if level == reached + 1:
        return f"for {estimates.development_price_of(desk.view, kingdom, institution)}"
    return ""


def _kingdom_cards(desk: Desk, column: Column, kingdom: int) -> None:
    """Those in hand, those on the stack, and that of this turn."""
    played = int(desk.data["played"][kingdom]) - 1
    in_hand = [
        _card_chip(desk, card, int(n), desk.ids.in_hand(kingdom, card))
        for card, n in enumerate(desk.data["in_hand"][kingdom])
        if n
    ]
    on_stack = [
        _card_chip(desk, card, int(n), desk.ids.on_stack(kingdom, card), card == played)
        for card, n in enumerate(desk.data["on_mat"][kingdom])
        if n
    ]
    for word, chips in (("hand", in_hand), ("stack", on_stack)):
        if chips:
            column.y += 2
            column.add(Text(0, column.y + 11, word, size=SMALL, tone="quiet"))
            column.chips(chips, x=32)


def _card_chip(desk: Desk, card: int, n: int, id: str, played: bool = False) -> Chip:
    text = f"{n} {CARDS[card]}" if n > 1 else CARDS[card]
    tone = "land 5" if played else "paper"
    return Chip(text, tone, id=id, tip=desk.tip(card_name(card)), bold=played)


def _tokens(desk: Desk, column: Column, kingdom: int) -> None:
    """Its own Alliance token if that is at home, and those in its treasury."""
    chips = []
    if not desk.data["alliance"][kingdom]:
        chips.append(_token(desk, kingdom, "own"))
    for guest, host in enumerate(desk.data["alliance"]):
        if host == kingdom + 1:
            chips.append(_token(desk, guest, desk.now.name(guest)))
    if chips:
        column.y += 2
        column.add(Text(0, column.y + 11, "Alliance tokens", size=SMALL, tone="quiet"))
        column.chips(chips, x=92)


def _token(desk: Desk, kingdom: int, word: str) -> Chip:
    """An Alliance token, with what it brings its host."""
    worth = desk.on.trade[int(desk.data["flipped"]) >> kingdom & 1]
    text = word if word == "own" else f"{word} {worth}"
    return kingdom_chip(
        desk, kingdom, text, desk.ids.token(kingdom), desk.tip(terms.ALLIANCE_TOKEN)
    )


# --- what lies face down ---


def _stacks(desk: Desk, column: Column, kingdom: int) -> None:
    """For each seat its stack, the bottom card first; unknown cards are backs."""
    for seat in range(desk.now.seats):
        stack = desk.now.stack(seat, kingdom)
        if stack:
            column.add(_stack(desk, seat, kingdom, stack, column.y), height=_height(stack) + GAP)


def _height(stack: Sequence[int]) -> float:
    return (MINI_HIGH + 2) * _rows(stack)


def _rows(stack: Sequence[int]) -> int:
    return 1 if {*stack} == {UNKNOWN} else -(-len(stack) // _in_row())


def _in_row() -> int:
    return int((WIDTH - BEFORE_STACK) / (MINI + 2))


def _stack(desk: Desk, seat: int, kingdom: int, stack: Sequence[int], top: float) -> Group:
    shapes: list[Shape] = [token(9, top + MINI_HIGH / 2, seat)]
    if {*stack} == {UNKNOWN}:
        told = f"{len(stack)} face down"
        shapes.append(card_back(BEFORE_STACK, top, told, width=FACE_DOWN_WIDTH, height=MINI_HIGH))
    else:
        for place, kind in enumerate(stack):
            row, in_row = divmod(place, _in_row())
            left = BEFORE_STACK + (MINI + 2) * in_row
            shapes.append(mini(desk, kind, left, top + (MINI_HIGH + 2) * row))
    id = desk.ids.stack(seat, kingdom)[0]
    tip = f"{desk.seat_word(seat)}: the bottom card first. {desk.tip(terms.INFLUENCE)}"
    return Group(tuple(shapes), id=id, tip=tip, tone=seat_tone(seat))
