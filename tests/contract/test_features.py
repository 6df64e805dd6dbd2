"""Features and traits: what a network sees is what the seat may know, all of it and no more.

That the numbers stay the same from build to build is in test_golden.py.
"""

from __future__ import annotations

import pytest
from conformance import sight
from conformance.cases import cases_of
from conformance.sizes import Sizes
from conformance.walks import sampled

from eminence import engines

SEEDS = range(3)


@pytest.fixture
def seen(game: engines.Game) -> engines.Game:
    """The game, if networks can play it: features are optional."""
    if not sight.has_features(game):
        pytest.skip(f"{game.name} has no features")
    return game


def test_a_seat_sees_the_same_in_its_view_the_truth_and_its_worlds(seen: engines.Game) -> None:
    for seed in range(2):
        for state in sampled(seen, seed, 30):
            sight.features_follow_view(state, SEEDS)


def test_features_are_numbers_of_ordinary_size(seen: engines.Game) -> None:
    for seed in range(4):
        for state in sampled(seen, seed, 60):
            sight.features_are_ordinary(state)


def test_all_seats_at_once_see_what_each_sees_alone(seen: engines.Game) -> None:
    for seed in range(4):
        for state in sampled(seen, seed, 60):
            sight.all_at_once_is_each_alone(state)


def test_lean_copies_see_the_same(seen: engines.Game, sizes: Sizes) -> None:
    for seed in range(sizes.of(2)):
        sight.lean_copies_see_the_same(seen, seed)


def test_features_tell_the_own_secrets(seen: engines.Game) -> None:
    sight.features_tell_secrets(seen, range(4), 40)


def test_every_action_has_traits_that_exist(seen: engines.Game) -> None:
    for seed in range(4):
        for state in sampled(seen, seed, 60):
            sight.traits_are_sound(state)


def test_traits_follow_from_what_the_mover_sees(seen: engines.Game) -> None:
    for seed in range(2):
        for state in sampled(seen, seed, 30):
            sight.traits_follow_view(state, SEEDS)


@pytest.mark.parametrize("name", engines.names())
def test_one_network_serves_all_options(name: str) -> None:
    sight.one_layout(case.load() for case in cases_of(name))
