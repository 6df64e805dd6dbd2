"""Plans: the own one with all its boxes and the cards for it, others' as far as they are known."""

from __future__ import annotations

import re
from collections.abc import Iterator

from eminence.cython_ext.pictures.lettering import paragraph, text_width, wrapped
from eminence.cython_ext.pictures.scene import Anchor, Box, Group, Panel, Shape, Text
from eminence.engines.kit.masks import bits
from eminence.engines.kit.wording import plural
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.explanations.effects import armies
from eminence.engines.wallenstein.explanations.looking import open_sites
from eminence.engines.wallenstein.names import DICE_TOWER_CARD, FACE_DOWN, MONEY_CARD, NOTHING
from eminence.engines.wallenstein.picture.glance import Glance, is_county, region_tone
from eminence.engines.wallenstein.picture.pieces import SMALL, WIDE, back, framed_box, text_card
from eminence.engines.wallenstein.state import Card

#: boxes of the own plan: five in a row
STEP, BOX, HEIGHT = 84.0, 80.0, 46.0
IN_ROW = 5
#: beside the bid
ASKED_LINES = 4
RIM = 3.0
#: cards of the hand: four in a row
HAND_STEP, HAND_CARD, HAND_HEIGHT = 105.0, 101.0, 46.0
HAND_ROW = 4


def box_id(glance: Glance, place: int) -> str:
    """A place of the viewer's plan; 0 is the bid."""
    return f"box {glance.words.places[place]}"


def card_id(glance: Glance, card: int) -> str:
    """A card of the viewer's hand, as a move of the plan names it."""
    if is_county(card):
        return f"card {glance.board.names[card - 1]}"
    if card == Card.TOWER_CARD:
        return f"card {DICE_TOWER_CARD}"
    if card >= Card.MONEY:
        return f"card {thalers(card)}" if glance.asked == 0 else f"card {MONEY_CARD}"
    return f"card {NOTHING}"


def thalers(card: int) -> str:
    """The amount on a money card."""
    return plural(card - Card.MONEY, "Thaler")


# --- the own plan ---


def plan_panel(glance: Glance) -> Panel:
    """The bid and the boxes of the viewer in the order of the mat, and of the extra board."""
    cards = [*glance.laid(glance.viewer)]
    shapes: list[Shape] = [
        _box(glance, place, card, *_corner(place)) for place, card in enumerate(cards)
    ]
    shapes += _asked_for(glance)
    rows = -(-(len(cards) - 1) // IN_ROW) + 1
    return Panel(
        "plan",
        "Your plan",
        WIDE + 2 * RIM,
        RIM + rows * (HEIGHT + 7),
        tuple(shapes),
        seat=glance.viewer,
    )


def _asked_for(glance: Glance) -> tuple[Text, ...]:
    """Beside the bid: what the place is for that is decided now."""
    if glance.asked < 0:
        said = "Your plan is made; others still plan." if glance.planning else ""
        return paragraph([said] if said else [], RIM + STEP + 4, RIM + 14, size=SMALL)
    name = glance.words.places[glance.asked]
    lines: list[str] = []
    for sentence in re.split(r"(?<=\.) ", f"Decided now: {name}. {glance.names.texts[name]}"):
        longer = wrapped(" ".join([*lines, sentence]), WIDE - STEP - 8, SMALL)
        lines = longer if len(longer) <= ASKED_LINES else lines
    return paragraph(lines, RIM + STEP + 4, RIM + 8, size=SMALL)


def _corner(place: int) -> tuple[float, float]:
    """The bid in a row of its own, then five boxes in a row."""
    row, column = divmod(place - 1, IN_ROW) if place else (-1, 0)
    return RIM + STEP * column, RIM + (HEIGHT + 7) * (row + 1)


def _box(glance: Glance, place: int, card: int, x: float, y: float) -> Group:
    name = glance.words.places[place]
    asked = place == glance.asked
    frame = (framed_box(x, y, BOX, HEIGHT),) if asked else ()
    inside = tuple(_lying(glance, place, card, x + 3, y + 16, BOX - 6, HEIGHT - 19))
    said = f"In it: {card_name(glance, place, card)}." if card else ""
    return Group(
        (
            *frame,
            Box(x, y, BOX, HEIGHT, tone="paper"),
            Text(x + 4, y + 11.5, name, SMALL, bold=asked, tone="ink" if asked else "quiet"),
            *inside,
        ),
        id=box_id(glance, place),
        tip=glance.tip(name, "This place is decided now." if asked else said),
        tone="paper",
    )


def card_name(glance: Glance, place: int, card: int) -> str:
    """A card in words."""
    if Card.MONEY <= card < Card.FACE_DOWN:
        return thalers(card) if place == 0 else MONEY_CARD
    if is_county(card):
        return str(glance.board.names[card - 1])
    return {Card.TOWER_CARD: DICE_TOWER_CARD, Card.FACE_DOWN: FACE_DOWN}.get(Card(card), NOTHING)


def _lying(
    glance: Glance, place: int, card: int, x: float, y: float, width: float, height: float
) -> Iterator[Shape]:
    """The card in a place: a county, money, a back; nothing for an empty place."""
    if card == Card.NOTHING:
        return
    if card == Card.FACE_DOWN:
        yield back(x, y, width, height, "?")
        return
    tone, ink = "gold", "on gold"
    if is_county(card):
        tone, ink = region_tone(glance.board, card - 1), "ink"
        text = glance.names.county(card - 1, width - 4, SMALL)
    else:
        said = (card_name(glance, place, card), glance.words.card(glance.words.places[place], card))
        text = next((each for each in said if text_width(each, SMALL, True) <= width - 4), said[-1])
    if card == Card.TOWER_CARD:
        tone, ink = "silver", "on silver"
    yield Box(x, y, width, height, tone=tone)
    yield Text(
        x + width / 2,
        y + height / 2 + 0.36 * SMALL,
        text,
        SMALL,
        Anchor.MIDDLE,
        bold=True,
        tone=ink,
    )


# --- the hand ---


def hand_panel(glance: Glance) -> Panel:
    """While the viewer plans: the cards that are not in the plan yet."""
    cards = [*_hand(glance)]
    shapes = [
        _card(glance, card, RIM + HAND_STEP * (n % HAND_ROW), (HAND_HEIGHT + 5) * (n // HAND_ROW))
        for n, card in enumerate(cards)
    ]
    rows = max(1, -(-len(cards) // HAND_ROW))
    return Panel(
        "hand",
        "Your cards",
        WIDE + 2 * RIM,
        rows * (HAND_HEIGHT + 5),
        tuple(shapes),
        seat=glance.viewer,
    )


def _hand(glance: Glance) -> Iterator[int]:
    """County cards, money cards (one for all of them once the bid is laid), dice tower cards."""
    laid = [*glance.laid(glance.viewer)]
    owned = bits(glance.data["owned"][glance.viewer])
    yield from (county + 1 for county in owned if county + 1 not in laid)
    if glance.data["planned"][glance.viewer] == 0:
        yield from (Card.MONEY + n for n in range(state.MONEY_CARDS))
    elif _money_left(laid):
        yield Card.MONEY
    if glance.has("court") and laid.count(Card.TOWER_CARD) < state.TOWER_CARDS:
        yield Card.TOWER_CARD


def _money_left(laid: list[int]) -> int:
    return state.MONEY_CARDS - sum(Card.MONEY <= card < Card.FACE_DOWN for card in laid)


def _card(glance: Glance, card: int, x: float, y: float) -> Group:
    if is_county(card):
        return _county_card(glance, card - 1, x, y)
    if card == Card.TOWER_CARD:
        left = state.TOWER_CARDS - [*glance.laid(glance.viewer)].count(Card.TOWER_CARD)
        name, tone = DICE_TOWER_CARD, "silver"
    elif glance.data["planned"][glance.viewer]:
        left, name, tone = _money_left([*glance.laid(glance.viewer)]), MONEY_CARD, "gold"
    else:
        left, name, tone = 1, MONEY_CARD, "gold"
    heading = thalers(card) if glance.asked == 0 and tone == "gold" else name
    return text_card(
        x,
        y,
        HAND_CARD,
        HAND_HEIGHT,
        heading,
        [f"{left} left"] if left > 1 else [],
        tone=tone,
        ink=f"on {tone}",
        id=card_id(glance, card),
        tip=glance.tip(name),
    )


def _county_card(glance: Glance, county: int, x: float, y: float) -> Group:
    board = glance.board
    name, _, tax, grain, *_ = board.counties[county]
    sites = plural(open_sites(board, glance.data, county), "site")
    there = armies(int(glance.data["armies"][county]))
    return text_card(
        x,
        y,
        HAND_CARD,
        HAND_HEIGHT,
        glance.names.county(county, HAND_CARD - 10, SMALL),
        [f"tax {tax}, grain {grain}", f"{there}, {sites}"],
        tone=region_tone(board, county),
        id=card_id(glance, county + 1),
        tip=glance.tip(name),
    )


# --- plans in small ---

SMALL_STEP, SMALL_BOX, SMALL_HEIGHT = 60.0, 58.0, 31.0


def small_plan(glance: Glance, seat: int, y: float) -> tuple[list[Shape], float]:
    """The plan of another seat: backs, cards that were turned up, empty places; and its height."""
    shapes: list[Shape] = []
    for place, card in enumerate(glance.laid(seat)):
        row, column = divmod(place, IN_ROW)
        x, top = SMALL_STEP * column, y + (SMALL_HEIGHT + 3) * row
        name = glance.words.places[place]
        shapes.append(
            Group(
                (
                    Box(x, top, SMALL_BOX, SMALL_HEIGHT, tone="paper"),
                    Text(x + 3, top + 9.5, name, 8.5, tone="quiet"),
                    *_lying(glance, place, card, x + 2, top + 12.5, SMALL_BOX - 4, 16.5),
                ),
                id=f"seat {seat} box {name}",
                tip=f"Seat {seat}, {name}: {card_name(glance, place, card)}.",
            )
        )
    rows = -(-(glance.places + 1) // IN_ROW)
    return shapes, rows * (SMALL_HEIGHT + 3)
