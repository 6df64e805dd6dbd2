"""Wallenstein: a plan reveals nothing before its cards are turned up (R43).

The history test of the contract seldom gets past a planning phase with another plan. Here two
face-down cards of one seat change places, and both games go on with the same choices: until
one of the two cards is turned up or taken away, nobody else may see a difference.
"""

from __future__ import annotations

import json
import random

import pytest
from conformance.walks import Walk, pick, viewers
from wallenstein_builder import loaded

from eminence import engines
from eminence.engines.wallenstein.numbers import EXPANSIONS
from eminence.engines.wallenstein.state import Card

GAMES = 6


def swapped(state: engines.State, seat: int, first: int, second: int) -> engines.State:
    """The same state with two boxes of a seat exchanged."""
    document = json.loads(state.to_json())
    box = document["position"]["box"][seat]
    places = state.game.words.places[1:]
    one, other = box[places[first]], box[places[second]]
    box[places[first]], box[places[second]] = other, one
    return state.game.from_json(json.dumps(document))


def hidden_boxes(state: engines.State, seat: int) -> list[int]:
    """The seat's boxes that an onlooker cannot see."""
    boxes = state.view(engines.PUBLIC).data["box"][seat]
    return [i for i, card in enumerate(boxes) if card == Card.FACE_DOWN]


def different_pair(state: engines.State, rng: random.Random) -> tuple[int, int, int] | None:
    """A seat and two of its hidden boxes with different cards."""
    seat = int(rng.random() * state.game.seats)
    hidden = hidden_boxes(state, seat)
    rng.shuffle(hidden)
    for other in hidden[1:]:
        if state.data["box"][seat][hidden[0]] != state.data["box"][seat][other]:
            return seat, hidden[0], other
    return None


def compare_games(state: engines.State, seed: int) -> int:
    """Steps that two games went together with exchanged cards; views and keys stay equal."""
    rng = random.Random(seed)
    found = different_pair(state, rng)
    if found is None:
        return 0
    seat, *boxes = found
    twin = swapped(state, seat, *boxes)
    assert twin != state
    walk, sink, steps = Walk(state.game, seed, state), engines.Sink(), 0
    others = [viewer for viewer in viewers(state.game) if viewer != seat]
    while set(boxes) <= set(hidden_boxes(walk.state, seat)):
        for viewer in others:
            assert twin.view(viewer) == walk.state.view(viewer)
            key = 6 if viewer == engines.PUBLIC else viewer
            assert sink.keys[key] == walk.sink.keys[key]
        choice = walk.choose()
        walk.play(choice)
        twin.apply(choice, sink)
        steps += 1
    return steps


@pytest.mark.slow
@pytest.mark.rule("R43", "C14")
@pytest.mark.parametrize(("players", "expansions"), [(3, ()), (5, ()), (4, EXPANSIONS)])
def test_exchanged_cards_show_nobody_anything_before_they_are_turned_up(
    players: int, expansions: tuple[str, ...]
) -> None:
    game = loaded(players, expansions=expansions)[0]
    steps = 0
    for seed in range(GAMES):
        states = [s.copy() for s in Walk(game, seed) if hidden_boxes(s, 0)]
        rng = random.Random(seed)
        steps += sum(compare_games(pick(rng, states), seed + i) for i in range(12))
    assert steps > 100
