"""The round: where the game is, the action cards, the player order and the events."""

from __future__ import annotations

import re
from collections.abc import Iterator

from eminence.cython_ext.pictures.lettering import LINE, paragraph, wrapped
from eminence.cython_ext.pictures.scene import TEXT, Anchor, Box, Group, Panel, Shape, Text
from eminence.engines.kit.drawing import winners
from eminence.engines.kit.masks import bits
from eminence.engines.kit.telling import capital
from eminence.engines.kit.wording import plural
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.explanations.effects import armies
from eminence.engines.wallenstein.explanations.looking import owner_of, seats
from eminence.engines.wallenstein.explanations.pieces import tile_name
from eminence.engines.wallenstein.names import ACTIONS, REMOVED_EVENT, SEASONS, TILES
from eminence.engines.wallenstein.picture.glance import Glance
from eminence.engines.wallenstein.picture.pieces import (
    WIDE,
    back,
    framed_box,
    of_seat,
    sign_row,
    text_card,
)
from eminence.engines.wallenstein.state import Battle, Phase

#: five cards in a row
STEP, CARD = 84.0, 80.0
ACTION_HEIGHT, TILE_HEIGHT, EVENT_HEIGHT = 46.0, 58.0, 72.0
#: the room that a frame needs at the edge of a panel
RIM = 3.0


def action_id(action: int) -> str:
    return f"action {ACTIONS[action]}"


def position_id(place: int) -> str:
    return f"position {place + 1}"


def event_id(glance: Glance, event: int) -> str:
    return f"event {glance.board.event_names[event]}"


# --- where the game is ---


def time_panel(glance: Glance) -> Panel:
    """The seasons of both years, and what happens now."""
    shapes: list[Shape] = []
    for year in range(state.YEARS):
        y = 24.0 * year
        shapes.append(Text(0, y + 15, f"year {year + 1}", tone="quiet"))
        shapes += [_season(glance, year, season, y) for season in range(len(SEASONS))]
    y = 24.0 * state.YEARS + 18
    for number, sentence in enumerate(now(glance)):
        lines = wrapped(sentence, WIDE, bold=not number)
        shapes += paragraph(lines, 0, y, bold=not number)
        y += LINE * TEXT * len(lines)
    return Panel("time", "Now", WIDE, y, tuple(shapes))


def _season(glance: Glance, year: int, season: int, y: float) -> Group:
    when, this = (year, season), (int(glance.data["year"]), int(glance.data["season"]))
    now = when == this and not glance.setting_up and not glance.view.over
    x = 52.0 + 92 * season
    frame = (framed_box(x, y + RIM, 86, 16),) if now else ()
    name = Text(x + 43, y + 15, SEASONS[season], 11, Anchor.MIDDLE, bold=now)
    past = when < this or glance.view.over
    return Group(
        (*frame, Box(x, y + RIM, 86, 16, tone="paper"), name),
        id=f"year {year + 1} {SEASONS[season]}",
        tip=glance.tip(capital(SEASONS[season])),
        tone="paper",
        faint=past,
    )


def now(glance: Glance) -> Iterator[str]:
    """The step of the game and who is to move, then what is fought about."""
    yield f"{capital(glance.words.time(glance.view))}."
    won = winners(glance.view)
    if won:
        yield f"Won by {seats(won)}."
    yield from _battle(glance)
    due, extra = int(glance.data["due"]), int(glance.data["extra"])
    if due:
        cards = plural(due, "more county card is", "more county cards are")
        yield f"{cards} drawn from the hand of seat {glance.performer}."
    if extra:
        yield f"Each of these revolts has {plural(extra, 'peasant')} more."


def _battle(glance: Glance) -> Iterator[str]:
    data, target = glance.data, glance.target
    if glance.phase != Phase.TOWER or target < 0:
        return
    name, owner = glance.board.names[target], owner_of(data, target)
    whose = f"held by seat {owner}" if owner is not None else "which is neutral"
    if data["battle"] == Battle.ATTACK:
        yield f"Seat {glance.performer} attacks {name}, {whose}."
    elif data["battle"] in (Battle.REVOLT, Battle.WINTER_REVOLT):
        yield f"The peasants of {name} revolt against seat {owner}."


# --- action cards ---


def actions_panel(glance: Glance) -> Panel:
    """The row of action cards in their order; those to come lie face down."""
    data = glance.data
    size = int(data["row_size"])
    shapes = []
    for place in range(state.BOXES):
        x, y = RIM + STEP * (place % 5), RIM + (ACTION_HEIGHT + 8) * (place // 5)
        if place < size:
            shapes.append(_action(glance, int(data["row"][place]) - 1, place, x, y))
        else:
            shapes.append(
                back(x, y, CARD, ACTION_HEIGHT, str(place + 1), id=f"action card {place + 1}")
            )
    return Panel("actions", "Action cards", WIDE + 2 * RIM, 2 * (ACTION_HEIGHT + 8), tuple(shapes))


def _action(glance: Glance, action: int, place: int, x: float, y: float) -> Group:
    cost = glance.board.cost[action]
    return text_card(
        x,
        y,
        CARD,
        ACTION_HEIGHT,
        f"{place + 1} {ACTIONS[action]}",
        [plural(cost, "Thaler")] if cost else [],
        framed=place == glance.data["step"],
        faint=place < int(glance.data["step"]),
        id=action_id(action),
        tip=glance.tip(ACTIONS[action]),
    )


# --- the player order ---


def order_panel(glance: Glance) -> Panel:
    """The positions with their bonus tiles, and who took them."""
    shapes = [_position(glance, place) for place in range(state.POSITIONS)]
    return Panel("order", "Player order", WIDE + 2 * RIM, TILE_HEIGHT + 2 * RIM, tuple(shapes))


def _position(glance: Glance, place: int) -> Group:
    data = glance.data
    tile, owner = int(data["tile"][place]) - 1, int(data["leader"][place]) - 1
    x = RIM + STEP * place
    acts = owner >= 0 and place == data["turn"] and glance.view.player == owner
    name = f"{place + 1} {TILES[tile]}" if tile >= 0 else str(place + 1)
    card = text_card(
        x, RIM, CARD, TILE_HEIGHT, name, [_bonus(glance, tile)] if tile >= 0 else [], framed=acts
    )
    signs = sign_row([of_seat(owner)], x + 5, RIM + TILE_HEIGHT - 18) if owner >= 0 else ()
    whose = f"Position {place + 1}: seat {owner}." if owner >= 0 else f"Position {place + 1}."
    return Group(
        (card, *signs),
        id=position_id(place),
        tip=glance.tip(tile_name(tile), whose) if tile >= 0 else whose,
        tone="paper",
    )


def _bonus(glance: Glance, tile: int) -> str:
    """Such as `+1 Thaler`."""
    n = glance.board.bonus[tile]
    return {
        state.TILE_TAXES: f"+{plural(n, 'Thaler')}",
        state.TILE_GRAIN: f"+{n} grain",
        state.TILE_DEPLOY: armies(n),
        state.TILE_ATTACK: f"+{armies(n)}",
        state.TILE_DEFEND: f"+{armies(n)}",
    }[tile]


# --- events ---


def events_panel(glance: Glance) -> Panel:
    """The event of the round, the open event cards and the deck."""
    shapes: list[Shape] = []
    event = int(glance.data["event"]) - 1
    if event >= 0:
        shapes.append(_round_event(glance, event, RIM))
    for card in bits(glance.data["open_events"]):
        shapes.append(_event(glance, card, "", _event_x(len(shapes))))
    left = int(glance.data["event_deck"]).bit_count()
    if left:
        x = _event_x(len(shapes))
        shapes.append(back(x, RIM, CARD, EVENT_HEIGHT, f"{left} to come", id="event deck"))
    return Panel("events", "Event cards", WIDE + 2 * RIM, EVENT_HEIGHT + 2 * RIM, tuple(shapes))


def _event_x(place: int) -> float:
    return RIM + STEP * place


def _round_event(glance: Glance, event: int, x: float) -> Group:
    if event == len(glance.board.event_names):
        return text_card(
            x,
            RIM,
            CARD,
            EVENT_HEIGHT,
            "this round",
            [REMOVED_EVENT],
            framed=True,
            id="event removed",
            tip="The event of this round was removed by a favor card.",
        )
    return _event(glance, event, "this round", x)


def _event(glance: Glance, event: int, heading: str, x: float) -> Group:
    name = glance.board.event_names[event]
    return text_card(
        x,
        RIM,
        CARD,
        EVENT_HEIGHT,
        heading,
        re.split(r" (?=\()", name),
        framed=bool(heading),
        id=event_id(glance, event),
        tip=glance.tip(name),
    )
