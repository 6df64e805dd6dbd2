"""Bruges: cards are in one place, houses keep theirs, and what is won stays won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from conformance.invariants import uneven_sums
from eminence import engines
from eminence.engines.bruges.numbers import Card
from eminence.engines.bruges.state import Step

#: what no step lowers
LASTING = ("reputation", "majority", "statue", "statues_taken", "round", "extra_in")


def _cards(state: engines.State, masks: np.ndarray) -> list[Card]:
    return [c for c in state.game.words.on.cards if int(masks[c.colour]) >> c.bit & 1]


def _homes(state: engines.State, seat: int) -> dict[str, Card]:
    """The card below each person of a seat."""
    cards = state.game.words.on.cards
    homes = state.data["home"].tolist()
    return {
        card.name: cards[homes[cards.index(card)] - 1]
        for card in _cards(state, state.data["people"][seat])
    }


def _seats(state: engines.State) -> range:
    return range(state.game.seats)


def broken_by_state(state: engines.State) -> Iterator[str]:
    data, board = state.data, state.game.words.on
    sets = [data["pool"], data["discards"]]
    sets += [data[field][seat] for field in ("hand", "down", "people") for seat in _seats(state)]
    found = Counter(card.name for masks in sets for card in _cards(state, masks))
    lying = {board.by_id[int(data[f]) - 1].name for f in ("aside", "use_card") if data[f]}
    found.update(lying)
    if found != Counter(card.name for card in board.cards):
        yield "a card is nowhere or twice"
    for seat in _seats(state):
        homes = _homes(state, seat)
        houses = _cards(state, data["down"][seat])
        if len({*homes.values()}) < len(homes) or not {*homes.values()} <= {*houses}:
            yield f"people of seat {seat} share a house, or live in none of its own"
        empty = Counter(card.colour for card in houses if card not in homes.values())
        choosing = data["step"] == Step.PICK_DOWN and state.player == seat
        if sum(empty.values()) != data["empty"][seat].sum() + choosing:
            yield f"the empty houses of seat {seat} are not those below nobody"
    yield from uneven_sums(state)


def broken_by_step(before: engines.State, after: engines.State) -> Iterator[str]:
    for field in LASTING:
        if (after.data[field] < before.data[field]).any():
            yield f"{field} went down"
    if after.data["pile_size"].sum() > before.data["pile_size"].sum():
        yield "the piles grew"
    if (before.data["discards"] & ~after.data["discards"]).any():
        yield "a card came back from the discards"
    for seat in _seats(after):
        old, new = _homes(before, seat), _homes(after, seat)
        if any(new[name] != old[name] for name in old if name in new):
            yield f"the card below a person of seat {seat} is another one"
