"""`PlanSearch`: how whole plans are found, compared, mixed and answered."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest
from orders import orders_game, planned, worth
from plan_toys import (
    BEST,
    LETTERS,
    THROWS,
    answered,
    double_throw,
    first_moves,
    planner_at,
    ten_boxes,
    trap,
    trap_pays,
    twins,
)
from trees import by_name, played

from eminence import search

# --- finding plans ---


def test_the_best_plan_is_found_where_slot_by_slot_fails() -> None:
    assert max(permutations(LETTERS, 3), key=trap_pays) == BEST
    slot_by_slot = first_moves(trap(), "flat:iterations=2000", 20)
    assert slot_by_slot == {"a": 20}
    assert first_moves(trap(), "plan:iterations=2000,worlds=16", 20) == {"c": 20}


def test_the_line_of_a_move_is_the_best_plan_that_begins_with_it() -> None:
    result = search.make("plan:iterations=2000,worlds=16").search(trap().root().view(0))
    assert by_name(result.moves)["c"].line == ("seat 0: c", "seat 0: a", "seat 0: d")


@pytest.mark.parametrize("seed", range(3))
def test_ten_slots_come_close_to_the_optimum(seed: int) -> None:
    """About 6.7e11 plans; the optimum is an assignment's."""
    game, fit, optimum = ten_boxes(seed)
    cards = planned(game, search.PlanSearch(iterations=8000, seed=seed))
    assert len(set(cards)) == 10
    assert worth(fit, np.zeros((20, 20)), cards) > 0.97 * optimum


def test_with_as_many_simulations_a_tree_of_slots_does_not() -> None:
    scores = {}
    for spec in ("plan:iterations=4000", "ismcts:iterations=400"):
        scores[spec] = 0.0
        for seed in range(6):
            game, fit, optimum = ten_boxes(seed)
            cards = planned(game, search.make(f"{spec},seed={seed}"))
            scores[spec] += worth(fit, np.zeros((20, 20)), cards) / optimum / 6
    assert scores["plan:iterations=4000"] > scores["ismcts:iterations=400"] + 0.1


def test_climbing_exchanges_cards_that_are_used_up() -> None:
    """Card i fits box i; a plan with two of them exchanged is one change away."""
    game = orders_game(np.eye(4, 5), how={"reward": "lead"})
    for seed in range(5):
        bot = search.PlanSearch(iterations=600, sampling=0.05, worlds=8, seed=seed)
        assert planned(game, bot) == [0, 1, 2, 3]


# --- common random numbers ---


def test_plans_alike_in_all_but_name_get_the_same_in_every_world() -> None:
    view = played(twins(), "luck 2").view(0)
    planner = planner_at(view, worlds=64)
    planner.allow(10**6, -1, 10**6)
    assert not planner.sample(), "nine plans in 64 worlds, and no more to try"
    assert planner.done == 9 * 64
    got = {
        tuple(view.text(action) for action in planner.book.actions(i)): planner.book.got(i)
        for i in range(planner.book.n)
    }
    assert set(got) == set(product(("left", "right", "low"), repeat=2))
    for plan in product(("left", "right"), repeat=2):
        np.testing.assert_array_equal(got[plan], got["left", "left"])
    # Worlds differ by their luck, but two plans by the same in all of them.
    assert got["left", "left"].std() > 0.08
    better = got["left", "left"] - got["left", "low"]
    assert better == pytest.approx(np.full(64, 1 / 40))


def test_what_is_a_little_better_in_every_world_is_not_missed() -> None:
    """A difference of 1/40 would drown in luck of 1/10 if every plan had worlds of its own."""
    view = played(twins(), "luck 2").view(0)
    found = Counter(
        view.text(search.PlanSearch(iterations=600, seed=seed).search(view).best)
        for seed in range(40)
    )
    assert set(found) == {"left", "right"}


# --- mixing ---


def test_a_mixture_spreads_where_plans_are_too_close_to_tell_apart() -> None:
    found = first_moves(double_throw(), "plan:iterations=2000", 120)
    assert min(found[throw] for throw in THROWS) > 20


def test_a_mixture_leaves_out_what_is_clearly_worse() -> None:
    assert first_moves(double_throw("rock"), "plan:iterations=2000", 40) == {"paper": 40}


def test_the_mixture_is_by_looks_among_those_within_two_standard_errors() -> None:
    planner = planner_at(double_throw("rock").root().view(0), worlds=48)
    planner.allow(10**6, -1, 10**6)
    planner.sample()
    book = planner.book
    best, *_ = book.leaders(1)
    kept = book.mixture(2.0)
    assert 0 < np.count_nonzero(kept) < book.n
    for i in range(book.n):
        more = book.got(best) - book.got(i)
        close = more.mean() <= 2 * more.std(ddof=1) / np.sqrt(len(more))
        assert kept[i] == (48 if close else 0)
    assert np.count_nonzero(book.mixture(100.0)) == book.n
    assert np.flatnonzero(book.mixture(0.0)).tolist() == [best]


def test_final_best_plays_no_mixture() -> None:
    view = double_throw().root().view(0)
    mixed, pure = (
        search.PlanSearch(iterations=700, seed=1, final=final).search(view)
        for final in ("auto", "best")
    )
    assert mixed.moves == pure.moves
    found = {
        search.PlanSearch(iterations=700, seed=seed, final="best").search(view).best
        for seed in range(20)
    }
    assert len(found) > 1, "the best one in each pool of worlds, whichever that is"
    assert max(pure.moves, key=lambda move: move.value or 0).action == pure.best


# --- what the others do ---

TWO = {"best": 0.7, "other": 0.5}


@pytest.mark.parametrize("heat", [0.1, 0.4])
@pytest.mark.parametrize("epsilon", [0.0, 0.5])
def test_replies_are_a_softmax_of_priors_but_for_epsilon(heat: float, epsilon: float) -> None:
    bot = search.PlanSearch(
        iterations=40_000, worlds=4096, heat=heat, epsilon=epsilon, sampling=1.0
    )
    result = bot.search(answered(TWO).root().view(0))
    softmax = 1 / (1 + np.exp(-(0.7 - 0.5) / heat))
    expected = (1 - epsilon) * softmax + epsilon / 2
    for move in result.moves:
        assert move.value == pytest.approx(expected, abs=0.03)


@pytest.mark.slow
def test_replies_learn_what_pays_from_round_to_round() -> None:
    """Against a seat that always throws rock, paper wins until that seat has learned."""
    first, later = (first_moves(double_throw("rock"), f"plan:rounds={n}", 60) for n in (1, 6))
    assert first["paper"] == 60
    assert later["paper"] < 50
    assert later["rock"] > 10


def test_rounds_change_nothing_where_nobody_replies() -> None:
    view = trap().root().view(0)
    one, three = (search.PlanSearch(iterations=500, rounds=n).search(view) for n in (1, 3))
    assert one == three


@pytest.mark.parametrize(("guess", "best"), [("uniform", 0), ("priors", 3)])
def test_guess_says_how_plans_made_before_are_imagined(guess: str, best: int) -> None:
    """Seat 0 has planned. Card 0 fits best, 3 almost as well, and clashes cost 1.

    If seat 0 took any card with equal chance, card 0 is worth the risk of 1 in 6; if it took what
    fits, the clash is almost certain.
    """
    fit = np.zeros((3, 6))
    fit[0, 0], fit[0, 3] = 3.0, 2.5
    game = orders_game(fit, fine=1.0, in_turn=True, how={"reward": "score"})
    state = game.root()
    for card in (0, 1, 2):
        state.apply(card)
    bot = search.PlanSearch(guess=guess, iterations=8000, worlds=256)
    assert bot.search(state.view(1)).best == best
