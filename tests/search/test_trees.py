"""The toy games keep the contract, so that results with them hold for real games."""

from __future__ import annotations

import numpy as np
import pytest
from conformance import checks
from conformance.forks import run_forks
from conformance.walks import sampled, viewers
from conformance.worlds import (
    choose_sets,
    drawing_commutes,
    information_sets,
    rolls_match_outcomes,
    same_shown_same_view,
    sampler_covers,
    sampler_matches_posterior,
    unseen_by,
)
from orders import orders_game
from toys import TOYS, fusion, my_hidden_move, non_locality
from trees import Choice, Event, pay, played, tree_game

from eminence import engines


@pytest.fixture(params=TOYS)
def toy(request: pytest.FixtureRequest) -> engines.Game:
    return TOYS[request.param]()


@pytest.fixture(params=[False, True], ids=["together", "in turn"])
def orders(request: pytest.FixtureRequest) -> engines.Game:
    fit = np.random.default_rng(1).random((3, 5))
    return orders_game(fit, seats=3, pips=2, guide=1.0, in_turn=request.param)


def test_every_state_of_a_toy_keeps_the_contract(toy: engines.Game) -> None:
    keeps_the_contract(toy)


@pytest.mark.slow
def test_every_state_of_a_game_of_plans_keeps_the_contract(orders: engines.Game) -> None:
    keeps_the_contract(orders)
    for seed in range(10):
        checks.runs_rewind(orders, seed)


def keeps_the_contract(toy: engines.Game) -> None:
    for seed in range(10):
        for state in sampled(toy, seed, 20):
            if state.player >= 0:
                checks.options_are_sound(state)
            elif not state.over:
                checks.outcomes_are_sound(state)
                rolls_match_outcomes(state, seed)
            checks.illegal_is_refused(state)
            checks.sink_changes_nothing(state)
            checks.round_trips(state)
            checks.views_are_sound(state)
            checks.worlds_fit(state, range(3))
            checks.mover_agrees(state, range(3))
            checks.outsider_is_refused(state)
            checks.private_keys_agree(state, range(3))
            checks.hidden_is_truthful(state)
            checks.guidance_is_sound(state)


@pytest.mark.slow
def test_worlds_of_a_toy_come_by_the_deal(toy: engines.Game) -> None:
    """Choices are no evidence, and that is how information_sets weighs them too."""
    for info in choose_sets(information_sets(toy), 30, seed=1):
        sampler_covers(info, 40 * len(info.worlds) + 100)
        sampler_matches_posterior(info, 40 * len(info.worlds) + 1000)


def test_in_a_toy_shown_histories_are_views(toy: engines.Game) -> None:
    same_shown_same_view(toy)
    run_forks(toy, fewest=20, most=20, most_plies=10, seed=1)


def test_in_a_toy_drawing_and_imagining_change_places(toy: engines.Game) -> None:
    for state in sampled(toy, 0, 10):
        for viewer in viewers(toy):
            if state.player == engines.CHANCE and unseen_by(state, viewer):
                drawing_commutes(state, viewer, 500, 1)


def test_a_tree_without_reach_has_winners_and_one_with_reach_has_payoffs() -> None:
    ends = Choice(0, {"a": pay(3, 1, 1), "b": pay(2, 2, 0), "c": pay(0, 0, 0)})
    plain = tree_game("plain", ends, seats=3)
    for name in "abc":
        checks.returns_are_sound(played(plain, name))
    assert [r.win for r in played(plain, "b").returns()] == [0.5, 0.5, 0]
    assert [r.rank for r in played(plain, "b").returns()] == [1.5, 1.5, 3]
    scaled = tree_game("scaled", ends, seats=3, reach=(-1, 3))
    assert [r.win for r in played(scaled, "b").returns()] == [0.75, 0.75, 0.25]
    assert [r.score for r in played(scaled, "b").returns()] == [2, 2, 0]


def test_information_sets_follow_from_what_is_shown() -> None:
    heads = played(fusion(), "coin: heads")
    tails = played(fusion(), "coin: tails")
    assert heads != tails
    assert heads.view(0) == tails.view(0)
    hidden = [played(my_hidden_move(), f"hide {coin}") for coin in ("heads", "tails")]
    assert hidden[0].view(1) == hidden[1].view(1)
    assert hidden[0].view(0) != hidden[1].view(0)
    known = [played(non_locality(), world, "go on") for world in "AB"]
    assert known[0].view(0) == known[1].view(0)
    assert known[0].view(1) != known[1].view(1)


def test_a_mover_that_cannot_know_its_turn_or_options_is_refused() -> None:
    turn = Event({"x": (0.5, Choice(0, {"a": pay(1)})), "y": (0.5, pay(0))}, shown=())
    with pytest.raises(AssertionError, match="cannot tell who is to move"):
        tree_game("bad turn", turn, seats=1)
    options = Event(
        {"x": (0.5, Choice(0, {"a": pay(1)})), "y": (0.5, Choice(0, {"b": pay(1)}))}, shown=()
    )
    with pytest.raises(AssertionError, match="options differ"):
        tree_game("bad options", options, seats=1)
