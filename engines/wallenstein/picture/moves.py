"""Which shapes belong to a legal move: counties, boxes, cards, positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from eminence.engines.kit.masks import bits
from eminence.engines.kit.wording import Blocks
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.picture.county_map import county_id
from eminence.engines.wallenstein.picture.court_panel import favor_id
from eminence.engines.wallenstein.picture.draft_panels import (
    DECK,
    group_id,
    groups_left,
    open_card_id,
)
from eminence.engines.wallenstein.picture.glance import Glance, is_county
from eminence.engines.wallenstein.picture.march import amount_id
from eminence.engines.wallenstein.picture.plans import box_id, card_id
from eminence.engines.wallenstein.picture.round_panels import event_id, position_id
from eminence.engines.wallenstein.picture.seats import benefit_id, kept_id
from eminence.engines.wallenstein.state import Card, Move

#: the ids of the shapes of a move, by its number in its block
Lit: TypeAlias = Callable[[Glance, int], tuple[str, ...]]


def moves_of(glance: Glance, blocks: Blocks) -> dict[int, tuple[str, ...]]:
    """For each legal move of the viewer that names things of the picture: their ids."""
    if not glance.answers:
        return {}
    lit = {action: _shapes(glance, blocks, action) for action in glance.view.actions()}
    return {action: ids for action, ids in lit.items() if ids}


def _shapes(glance: Glance, blocks: Blocks, action: int) -> tuple[str, ...]:
    if glance.planning:
        return _order(glance, action)
    block, number = blocks.find(action)
    return LIT[block](glance, number) if block in LIT else ()


def _order(glance: Glance, card: int) -> tuple[str, ...]:
    """The box that is decided, the card, and the county of the card."""
    ids = [box_id(glance, glance.asked)]
    if card != Card.NOTHING:
        ids.append(card_id(glance, card))
    if is_county(card):
        ids.append(_county_id(glance, card - 1))
    return tuple(ids)


def _county_id(glance: Glance, county: int) -> str:
    return county_id(glance.board.names[county])


def _county(glance: Glance, county: int) -> tuple[str, ...]:
    return (_county_id(glance, county),)


def _stay(glance: Glance, _: int) -> tuple[str, ...]:
    """The county where the armies stay."""
    return _county(glance, glance.origin)


def _position(glance: Glance, place: int) -> tuple[str, ...]:
    return (position_id(place),)


def _amount(glance: Glance, armies: int) -> tuple[str, ...]:
    return amount_id(armies), _county_id(glance, glance.target)


# --- the draft ---


def _deck(glance: Glance, _: int) -> tuple[str, ...]:
    return (DECK,)


def _swap(glance: Glance, _: int) -> tuple[str, ...]:
    return tuple(open_card_id(glance, int(card) - 1) for card in glance.data["display"])


def _take(glance: Glance, county: int) -> tuple[str, ...]:
    return open_card_id(glance, county), _county_id(glance, county)


def _group(glance: Glance, size: int) -> tuple[str, ...]:
    """All groups of a size are alike: the first of them, and the county they go to."""
    seat = glance.view.player
    place = groups_left(glance, seat).index(size)
    return group_id(seat, place), _county_id(glance, int(glance.data["picked"]) - 1)


# --- the expansions ---


def _favor(glance: Glance, number: int) -> tuple[str, ...]:
    return (favor_id(number),) if number else ()


def _use_on(glance: Glance, county: int) -> tuple[str, ...]:
    return favor_id(int(glance.data["used"])), _county_id(glance, county)


def _event(glance: Glance, _: int) -> tuple[str, ...]:
    return (event_id(glance, int(glance.data["event"]) - 1),)


def _marker(glance: Glance, _: int) -> tuple[str, ...]:
    return _county(glance, glance.origin)


def _parry(glance: Glance, _: int) -> tuple[str, ...]:
    """The county, and the card that is used up: the lowest that parries."""
    effects = glance.board.court.favors
    kept = bits(glance.data["kept"][glance.view.player])
    parries = next(card for card in kept if effects[card].effect == state.FavorEffect.CALM)
    return kept_id(parries + 1), _county_id(glance, glance.origin)


def _benefit(glance: Glance, kind: int) -> tuple[str, ...]:
    return (benefit_id(glance.view.player, kind),)


LIT: dict[int, Lit] = {
    Move.TAKE_POSITION: _position,
    Move.STAY: _stay,
    Move.MOVE_TO: _county,
    Move.ARMIES: _amount,
    Move.FROM_DECK: _deck,
    Move.SWAP: _swap,
    Move.TAKE_CARD: _take,
    Move.GROUP: _group,
    Move.REVOLT_FIRST: _county,
    Move.TAKE_FAVOR: _favor,
    Move.USE_ON: _use_on,
    Move.KEEP_EVENT: _event,
    Move.REMOVE_EVENT: _event,
    Move.TAKE_MARKER: _marker,
    Move.PARRY_MARKER: _parry,
    Move.LEAD_TO: _county,
    Move.LEAD_PLAINLY: _county,
    Move.GROUP_LED: _group,
    Move.TAKE_BENEFIT: _benefit,
}
