"""The picture of Stacks: the table, and each seat's stack and hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from eminence.cython_ext.game import View
from eminence.cython_ext.pictures.lettering import LINE, paragraph, wrapped
from eminence.cython_ext.pictures.scene import (
    TEXT,
    Anchor,
    Box,
    Group,
    Panel,
    Scene,
    Shape,
    Text,
    token,
)
from eminence.cython_ext.words import Entry
from eminence.engines.kit.drawing import (
    CARD_HEIGHT,
    CARD_WIDTH,
    SMALL,
    Plate,
    card_back,
    decides,
    face,
    plate,
    plate_height,
    seat_label,
    to_move,
    winners,
)
from eminence.engines.kit.wording import plural
from eminence.engines.stacks import state
from eminence.engines.stacks.board_text import cards_in, known_among, situation
from eminence.engines.stacks.names import CARD_NAMES, KIND_NAMES, MOVES
from eminence.engines.stacks.state import FACE_UP, HEIGHT, KINDS, ONLOOKER, Phase, Use

NAME = "Stacks"
#: by kind
TONES = ("yellow", "brown", "grey", "blue")
STEP = CARD_WIDTH + 6
WIDTH = HEIGHT * STEP
GAP = 8.0
STACK_HEIGHT = 80.0
#: the upper part of a card in a stack: what it is said to be
CLAIM = 24.0


def picture(view: View, entries: Iterable[Entry]) -> Scene:
    """What a picture of a view shows: cards that the viewer does not know are backs."""
    kinds = {entry.name: entry.text for entry in entries}
    first = max(view.seat, 0)
    seats = [(first + side) % view.game.seats for side in range(view.game.seats)]
    panels = (_table(view, kinds), *(_seat(view, seat, kinds) for seat in seats))
    points = ", ".join(f"seat {seat} has {_points(view, seat)}" for seat in range(view.game.seats))
    turn = "" if view.over else f"turn {int(view.data['turn']) + 1}, "
    title = f"{NAME}: {turn}{situation(view, view.data)}. Points: {points}."
    return Scene(title, panels, _moves(view))


def _points(view: View, seat: int) -> int:
    return round(sum(view.sources()[seat].values()))


# --- the table ---


def _table(view: View, kinds: Mapping[str, str]) -> Panel:
    """What happens, the pile, the row, a card that is being placed, and the discards."""
    data = view.data
    lines = wrapped(_news(view), WIDTH, bold=True)
    shapes: list[Shape] = [*paragraph(lines, 0, TEXT, bold=True)]
    top = LINE * TEXT * len(lines) + GAP
    left = _pile(view)
    shapes += [_label(0, top, "Pile"), _label(STEP, top, "Row")]
    below = top + LINE * SMALL + 4
    tip = f"{plural(left, 'card')} that nobody has seen."
    shapes.append(card_back(0, below, str(left), id="pile", tip=tip))
    row = [kind for kind in range(KINDS) for _ in range(data["row"][kind])]
    names = _numbered("row", row)
    for place, (name, kind) in enumerate(zip(names, row, strict=True), 1):
        shapes.append(_open_card(STEP * place, below, kind, name, kinds))
    if data["use"] == Use.PLACE and data["phase"] == Phase.POLL:
        shapes += _limbo(view, STEP * 3, top, below, kinds)
    foot = below + CARD_HEIGHT + GAP + SMALL
    discards = wrapped(_discards(view), WIDTH, SMALL)
    shapes += paragraph(discards, 0, foot, size=SMALL, tone="quiet")
    height = foot + LINE * SMALL * (len(discards) - 1) + 4
    return Panel("table", "Table", WIDTH, height, tuple(shapes))


def _news(view: View) -> str:
    doing = situation(view, view.data)
    if view.over:
        return doing.capitalize()
    rounds = view.game.options["rounds"] * view.game.seats
    return f"Turn {int(view.data['turn']) + 1} of {rounds}: {doing}"


def _discards(view: View) -> str:
    if not view.data["discard"].any():
        return "Nothing is discarded."
    return f"Discarded: {cards_in(view.data['discard'])}"


def _pile(view: View) -> int:
    """Cards that lie nowhere else."""
    data, options = view.data, view.game.options
    in_limbo = data["use"] == Use.PLACE and data["phase"] == Phase.POLL
    elsewhere = sum(int(data[name].sum()) for name in ("row", "discard", "hand_size", "height"))
    return int(KINDS * options["copies"] * view.game.seats - elsewhere - in_limbo)


def _limbo(
    view: View, x: float, top: float, below: float, kinds: Mapping[str, str]
) -> tuple[Shape, Shape]:
    """The card that is being placed, while the others are asked about it."""
    card, claim = int(view.data["limbo"]), CARD_NAMES[view.data["claim"]]
    label = _label(x, top, f"Placed as {claim}")
    if card:
        return label, _open_card(x, below, card - 1, "card being placed", kinds)
    tip = f"Being placed as {claim}; you do not know it."
    return label, card_back(x, below, "?", id="card being placed", tip=tip)


def _open_card(x: float, y: float, kind: int, id: str, kinds: Mapping[str, str]) -> Group:
    name, tone = KIND_NAMES[kind], TONES[kind]
    tip = f"{name.capitalize()}. {kinds[name]}"
    return face(x, y, name, tone=tone, ink=f"on {tone}", id=id, tip=tip)


def _label(x: float, y: float, text: str) -> Text:
    return Text(x, y + SMALL, text, size=SMALL, tone="quiet")


def _numbered(place: str, cards: Sequence[int]) -> list[str]:
    """Ids of cards in a place: `row straw 1`, `row straw 2`, `row foil 1`."""
    return [
        f"{place} {KIND_NAMES[kind]} {cards[: number + 1].count(kind)}"
        for number, kind in enumerate(cards)
    ]


# --- a seat ---


def _seat(view: View, seat: int, kinds: Mapping[str, str]) -> Panel:
    """How a seat stands, its hand, its stack, and what is known of the stack as a whole."""
    told = Plate(seat, _facts(view, seat), _now(view, seat))
    y = plate_height(told) + GAP
    shapes: list[Shape] = [plate(0, 0, told, view.seat, width=WIDTH), _label(0, y, "Hand")]
    y += LINE * SMALL + 4
    shapes += _hand(view, seat, y, kinds)
    y += CARD_HEIGHT + GAP
    shapes.append(_label(0, y, "Stack, the lowest card first: what it is said to be, what it is"))
    y += LINE * SMALL + 4
    shapes += [_place(view, seat, slot, y, kinds) for slot in range(HEIGHT)]
    y += STACK_HEIGHT + GAP
    lines = [
        line
        for who, among in known_among(view.data, seat, view.game.seats)
        for line in wrapped(f"{who.capitalize()} among the lower cards: {among}", WIDTH, SMALL)
    ]
    shapes += paragraph(lines, 0, y + SMALL, size=SMALL, tone="quiet")
    title = seat_label(seat, view.seat).capitalize()
    height = y + LINE * SMALL * len(lines)
    return Panel(f"stack {seat}", title, WIDTH, height, tuple(shapes), seat)


def _facts(view: View, seat: int) -> list[str]:
    facts = [plural(_points(view, seat), "point")]
    if view.data["openly"][seat].any() and not view.over:
        facts.append(f"Taken openly: {cards_in(view.data['openly'][seat])}")
    return facts


def _now(view: View, seat: int) -> str:
    if view.over:
        return "has won" if seat in winners(view) else ""
    return to_move(view, seat, "may foil" if view.data["phase"] == Phase.POLL else "to move")


def _hand(view: View, seat: int, y: float, kinds: Mapping[str, str]) -> list[Shape]:
    """The cards that the viewer sees, and backs for the others."""
    size = int(view.data["hand_size"][seat])
    seen = _cards(view, seat)
    names = _numbered(f"hand {seat}", seen)
    shapes: list[Shape] = [
        _open_card(STEP * place, y, kind, name, kinds)
        for place, (name, kind) in enumerate(zip(names, seen, strict=True))
    ]
    for place in range(len(seen), size):
        tip = f"A card in the hand of seat {seat}; you do not see it."
        shapes.append(card_back(STEP * place, y, "?", id=f"hand {seat} back {place + 1}", tip=tip))
    return shapes or [Text(0, y + CARD_HEIGHT / 2, "no cards", tone="quiet")]


def _cards(view: View, seat: int) -> list[int]:
    """The kinds in a hand, as far as the viewer sees them."""
    return [kind for kind in range(KINDS) for _ in range(view.data["hand"][seat][kind])]


def _place(view: View, stack: int, slot: int, y: float, kinds: Mapping[str, str]) -> Group:
    """A card of a stack: above what it is said to be, below what it is; or an empty place."""
    data, x = view.data, STEP * slot
    if slot >= data["height"][stack]:
        tip = f"A free place of stack {stack}."
        box = Box(x, y, CARD_WIDTH, STACK_HEIGHT, tone="page")
        return Group((box,), id=_place_name(stack, slot), tip=tip, tone="page", faint=True)
    card, claim = (int(data[field][stack][slot]) for field in ("card", "claims"))
    known, tone = CARD_NAMES[card], TONES[card - 1] if card else "back"
    inside: list[Shape] = [
        Box(x, y, CARD_WIDTH, STACK_HEIGHT, tone=tone),
        face(x, y, CARD_NAMES[claim], height=CLAIM, tone="paper"),
        Text(
            x + CARD_WIDTH / 2,
            y + CLAIM + 20,
            known,
            size=1.15 * TEXT,
            anchor=Anchor.MIDDLE,
            bold=True,
            tone=f"on {tone}" if card else "white",
        ),
        *_knowers(view, stack, slot, x, y + STACK_HEIGHT - 14, f"on {tone}" if card else "white"),
    ]
    tip = _place_tip(view, stack, slot, kinds)
    return Group(tuple(inside), id=_place_name(stack, slot), tip=tip, tone=tone)


def _place_name(stack: int, slot: int) -> str:
    return f"card {slot + 1} of stack {stack}"


def _knowers(
    view: View, stack: int, slot: int, x: float, y: float, ink: str
) -> list[Text] | list[Group]:
    """Tokens of the seats that know a face-down card."""
    who = int(view.data["knows"][stack][slot])
    word = "face up" if who & FACE_UP else "all know" if who >> ONLOOKER & 1 else ""
    if word:
        middle = x + CARD_WIDTH / 2
        return [Text(middle, y + 4, word, size=SMALL, anchor=Anchor.MIDDLE, tone=ink)]
    seats = [seat for seat in range(view.game.seats) if who >> seat & 1]
    left = x + CARD_WIDTH / 2 - 8 * (len(seats) - 1)
    return [token(left + 16 * i, y, seat) for i, seat in enumerate(seats)]


def _place_tip(view: View, stack: int, slot: int, kinds: Mapping[str, str]) -> str:
    data = view.data
    card, claim = (CARD_NAMES[data[field][stack][slot]] for field in ("card", "claims"))
    who = int(data["knows"][stack][slot])
    knowing = [f"seat {seat}" for seat in range(view.game.seats) if who >> seat & 1]
    lies = "It lies face up." if who & FACE_UP else f"Known to {', '.join(knowing)}."
    what = f"It is {card}." if card in kinds else "You do not know it."
    return f"Card {slot + 1} of stack {stack}, said to be {claim}. {what} {lies}"


# --- moves ---


def _moves(view: View) -> dict[int, tuple[str, ...]]:
    """The shapes of each move; to pass belongs to none."""
    if not decides(view):
        return {}
    shapes = {action: _shapes_of(view, action) for action in view.actions()}
    return {action: found for action, found in shapes.items() if found}


def _shapes_of(view: View, action: int) -> tuple[str, ...]:
    """What a move is about."""
    block, number = MOVES.find(action)
    data, me = view.data, view.seat
    if block == state.DO_DRAW:
        return ("pile",)
    if block == state.DO_TAKE:
        return tuple(f"row {KIND_NAMES[number]} {i + 1}" for i in range(data["row"][number]))
    if block == state.DO_PLACE:
        return (_place_name(me, int(data["height"][me])),)
    if block in (state.DO_PEEK, state.DO_CHALLENGE):
        return (_place_name(*divmod(number, HEIGHT)),)
    if block == state.DO_REORDER:
        return tuple(_place_name(number, slot) for slot in _closed(view, number))
    if block == state.DO_FOIL:
        return (f"hand {me} {KIND_NAMES[state.FOIL]} 1",)
    if block == state.DO_CARD:
        return _card_shapes(view, number)
    return ()


def _card_shapes(view: View, kind: int) -> tuple[str, ...]:
    """Where a card of a kind may be taken from: the own hand, or a stack being put in order."""
    data = view.data
    if data["phase"] != Phase.ORDER:
        count = int(data["hand"][view.seat][kind])
        return tuple(f"hand {view.seat} {KIND_NAMES[kind]} {i + 1}" for i in range(count))
    stack = int(data["target"])
    loose = _closed(view, stack)[int(data["slot"]) :]
    return tuple(
        _place_name(stack, slot) for slot in loose if data["card"][stack][slot] == kind + 1
    )


def _closed(view: View, stack: int) -> list[int]:
    """The face-down cards of a stack, from the bottom up."""
    data = view.data
    return [s for s in range(data["height"][stack]) if not int(data["knows"][stack][s]) & FACE_UP]
