"""Poker as a picture: each seat's card, what it did and paid, and the pot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from eminence.cython_ext.pictures.lettering import LINE, paragraph, shortened, text_width
from eminence.cython_ext.pictures.scene import TEXT, Anchor, Box, Group, Panel, Shape, Text, token
from eminence.engines.kit.drawing import SMALL, card_back, counter, face, frame, seat_label
from eminence.engines.kit.wording import plural

CARD_WIDTH, CARD_HEIGHT = 46.0, 62.0
#: a seat's row
ROW_WIDTH, ROW_HEIGHT = 340.0, 78.0
ROW_GAP = 6.0
POT_WIDTH, POT_HEIGHT = 150.0, 104.0
_INSET = 8.0
#: where the words of a row begin and end
_LEFT, _RIGHT = CARD_WIDTH + 2.5 * _INSET, ROW_WIDTH - 70.0


@dataclass(frozen=True)
class Hand:
    """What is to be seen of one seat."""

    seat: int
    card: str | None
    """What the viewer knows it to be; "" for a hidden card, None for none."""
    paid: int
    """Its chips in the pot."""
    did: Sequence[str] = ()
    """What it did, in at most two lines."""
    now: str = ""
    """Such as "to move" or "has won": such a seat gets a frame."""
    out: bool = False
    """It has given up."""


def table_panel(hands: Sequence[Hand], you: int) -> Panel:
    """A row for each seat."""
    step = ROW_HEIGHT + ROW_GAP
    rows = tuple(_row(step * number, hand, you) for number, hand in enumerate(hands))
    return Panel("table", "Table", ROW_WIDTH, step * len(hands) - ROW_GAP, rows)


def pot_panel(hands: Sequence[Hand], common: Group | None = None) -> Panel:
    """All chips, and beside them a common card."""
    chips = sum(hand.paid for hand in hands)
    tip = f"{plural(chips, 'chip')} in the pot."
    x, y = POT_WIDTH / 2, POT_HEIGHT / 2
    shapes: list[Shape] = [] if common is None else [common]
    if common is not None:
        x = POT_WIDTH - 42
    shapes.append(_chips(x, y - 8, chips, radius=26.0, id="pot", tip=tip))
    return Panel("pot", "Pot", POT_WIDTH, POT_HEIGHT, tuple(shapes))


def card_name(seat: int) -> str:
    """The id of a seat's card."""
    return f"card of seat {seat}"


def playing_card(
    x: float, y: float, card: str | None, *, id: str, tip: str, faint: bool = False
) -> Group:
    """A card, its back, or the place where one will lie."""
    if card == "":
        back = card_back(x, y, "?", width=CARD_WIDTH, height=CARD_HEIGHT, id=id, tip=tip)
        return replace(back, faint=faint)
    if card is None:
        return Group(
            (Box(x, y, CARD_WIDTH, CARD_HEIGHT, tone="page"),), id=id, tip=tip, tone="page"
        )
    return face(
        x,
        y,
        card,
        CARD_WIDTH,
        CARD_HEIGHT,
        tone="white",
        ink="on white",
        id=id,
        tip=tip,
        faint=faint,
    )


def common_card(card: str | None, tip: str) -> Group:
    """The card in the middle, for the panel with the pot."""
    x, y = _INSET, _INSET + 4
    below = Text(
        x + CARD_WIDTH / 2,
        y + CARD_HEIGHT + 1.4 * SMALL,
        "common",
        size=SMALL,
        anchor=Anchor.MIDDLE,
        tone="quiet",
    )
    shown = playing_card(x, y, card, id="", tip="")
    return Group((shown, below), id="common card", tip=tip, tone="paper")


def _row(y: float, hand: Hand, you: int) -> Group:
    name = seat_label(hand.seat, you)
    shapes: list[Shape] = [Box(0, y, ROW_WIDTH, ROW_HEIGHT, tone="paper")]
    shapes.append(
        playing_card(
            _INSET,
            y + _INSET,
            hand.card,
            id=card_name(hand.seat),
            tip=_card_tip(hand, you),
            faint=hand.out,
        )
    )
    shapes.append(token(_LEFT + 8, y + _INSET + 9, hand.seat, radius=8.0))
    shapes += _words(y, hand, name)
    tip = f"{plural(hand.paid, 'chip')} of seat {hand.seat} in the pot."
    x = (_RIGHT + ROW_WIDTH) / 2
    shapes.append(
        _chips(x, y + ROW_HEIGHT / 2 - 8, hand.paid, id=f"chips of seat {hand.seat}", tip=tip)
    )
    if hand.now:
        shapes.append(frame(1, y + 1, ROW_WIDTH - 2, ROW_HEIGHT - 2))
    return Group(tuple(shapes), id=f"seat {hand.seat}", tip=f"{name}.")


def _words(y: float, hand: Hand, name: str) -> list[Text]:
    left, foot = _LEFT + 22, y + _INSET + 13
    words = [Text(left, foot, name, bold=True)]
    said = hand.now or ("out" if hand.out else "")
    if said:
        room = _RIGHT - left - text_width(name, bold=True) - TEXT / 2
        said = shortened(said, room, SMALL, bold=True)
        place = Text(_RIGHT, foot, said, size=SMALL, anchor=Anchor.END, bold=True, tone="accent")
        words.append(place)
    lines = [shortened(line, _RIGHT - _LEFT, SMALL) for line in hand.did]
    return [*words, *paragraph(lines, _LEFT, foot + 1.5 * LINE * SMALL, size=SMALL)]


def _card_tip(hand: Hand, you: int) -> str:
    whose = "Your card" if hand.seat == you else f"The card of seat {hand.seat}"
    if hand.card is None:
        return f"{whose} is not dealt yet."
    return f"{whose}: {hand.card}." if hand.card else f"{whose}, which you do not see."


def _chips(
    x: float, y: float, number: int, *, radius: float = 15.0, id: str = "", tip: str = ""
) -> Group:
    """A round piece with a number, and what it counts below it."""
    size = max(SMALL, 0.45 * radius)
    below = Text(
        x,
        y + radius + 1.3 * size,
        "chip" if number == 1 else "chips",
        size=size,
        anchor=Anchor.MIDDLE,
        tone="quiet",
    )
    piece = counter(x, y, str(number), tone="gold", ink="on gold", radius=radius)
    return Group((piece, below), id=id, tip=tip, tone="gold")
