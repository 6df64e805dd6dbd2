"""`PlanSearch` as an agent: plans that are followed, other decisions, options and limits."""

from __future__ import annotations

import pickle
import threading
import time

import numpy as np
import pytest
from orders import orders_game, planned, worth
from plan_toys import planner_at, ten_boxes, trap
from trees import Choice, End, TreeNode, by_name, tree_game

from eminence import engines, search, solver
from eminence.experiments.games.driver import play_game
from eminence.search.agents.ismcts import ISMCTS
from eminence.search.searcher import Budget

# --- following a plan ---


@pytest.mark.parametrize("seed", range(4))
def test_an_agent_without_memory_plays_the_same_plan(seed: int) -> None:
    game, _, _ = ten_boxes(seed)
    spec = f"plan:iterations=300,seed={seed}"
    one, state, slots = search.make(spec), game.root(), 0
    while state.player == 0:
        view = state.view(0)
        answer = one.search(view)
        assert search.make(spec).search(view) == answer
        assert pickle.loads(pickle.dumps(one)).search(view) == answer
        state.apply(answer.best)
        slots += 1
    assert slots == 10


def test_a_plan_is_followed_without_another_search() -> None:
    game, _, _ = ten_boxes(1)
    bot, state = search.PlanSearch(iterations=500), game.root()
    first = bot.search(state.view(0))
    line = [action for action, _ in by_name(first.moves)[state.text(first.best)].steps]
    assert len(line) == 10
    for card in line:
        result = bot.search(state.view(0))
        assert result.iterations == first.iterations
        assert result.best == card
        state.apply(card)


def test_a_seat_that_left_the_plan_gets_a_new_one_for_the_rest() -> None:
    game, fit, _ = ten_boxes(2)
    bot, state = search.PlanSearch(iterations=2000), game.root()
    planned_first = bot.search(state.view(0)).best
    state.apply(next(card for card in state.actions() if card != planned_first))
    result = bot.search(state.view(0))
    assert [move.action for move in result.moves] == state.actions()
    assert fit[1, result.best] > np.median(fit[1])


def test_where_a_game_cannot_rewind_the_rest_is_searched_again() -> None:
    game, fit, optimum = ten_boxes(1, rewinds=False)
    assert game.root().view(0).rewound() is None
    cards = planned(game, search.PlanSearch(iterations=2000, seed=1))
    assert worth(fit, np.zeros((20, 20)), cards) > 0.95 * optimum


# --- plans against the clock ---


def off_every_plan(game: engines.Game, decisions: int) -> engines.View:
    """The first seat's view after decisions that differ from the agents' plan."""
    state = game.root()
    state.resolve(engines.Chance(3))
    for _ in range(decisions):
        plan = search.PlanSearch(iterations=200).search(state.view(0))
        others = [move for move in plan.moves if move.action != plan.best]
        state.apply(others[-1].action)
    return state.view(0)


@pytest.mark.slow
@pytest.mark.parametrize("decisions", [1, 4, 8])
@pytest.mark.parametrize("name", ["wallenstein", "ten boxes"])
def test_a_seat_that_left_the_plan_has_all_of_the_time(name: str, decisions: int) -> None:
    """A player, whether or not it remembers a plan of its own, and an analysis."""
    game = ten_boxes(1)[0] if name == "ten boxes" else engines.load(name)
    begin, here = off_every_plan(game, 0), off_every_plan(game, decisions)
    limit = search.Limit(seconds=0.3)

    def enough() -> bool:
        bot = search.PlanSearch()
        usual = bot.search(begin, limit)
        found = [bot.search(here, limit), search.PlanSearch().search(here, limit)]
        # The search has half of the time of an analysis, after a survey.
        told = solver.analyse(here, solver.Limit(seconds=0.6), search.PlanSearch())
        return told.iterations > found[0].iterations / 4 and all(
            result.iterations / result.seconds > usual.iterations / usual.seconds / 2
            for result in found
        )

    # Other programs may take a core for a while.
    assert any(enough() for _ in range(5))


def test_an_analysis_looks_at_what_is_left_of_a_plan_only() -> None:
    """Even where the seat is on the plan that the agent would have made."""
    state, bot = ten_boxes(1)[0].root(), search.PlanSearch(iterations=400)
    for _ in range(3):
        state.apply(bot.search(state.view(0)).best)
    view = state.view(0)
    advice = solver.analyse(view, solver.Limit(iterations=400), bot)
    assert sum(move.visits for move in advice.moves) == advice.iterations == 400
    followed = bot.search(view)
    assert sum(move.visits for move in followed.moves) < followed.iterations == 400


def test_a_plan_made_by_the_clock_is_followed_if_it_is_remembered() -> None:
    state, bot = ten_boxes(1)[0].root(), search.PlanSearch(seconds=0.2, final="best")
    first = bot.search(state.view(0))
    line = next(move.steps for move in first.moves if move.action == first.best)
    state.apply(first.best)
    for action, _ in line[1:]:
        followed = bot.search(state.view(0))
        assert (followed.best, followed.iterations) == (action, first.iterations)
        state.apply(action)


# --- what is not a plan ---


@pytest.mark.parametrize("name", ["phantom_ttt", "goofspiel", "tic_tac_toe"])
def test_single_decisions_are_left_to_the_tree_search(name: str) -> None:
    """In phantom tic-tac-toe a seat moves again after it has learned something: no plan."""
    state, chance = engines.load(name).root(), engines.Chance(1)
    for _ in range(4):
        state.resolve(chance)
        view = state.view(state.player)
        answer = search.PlanSearch(iterations=300, seed=4).search(view)
        assert answer == ISMCTS(iterations=300, seed=4).search(view)
        state.apply(answer.best)


@pytest.mark.parametrize(("inner", "iterations"), [(1.0, 400), (0.25, 100), (1e-6, 1)])
def test_inner_is_the_share_of_other_decisions(inner: float, iterations: int) -> None:
    view = engines.load("tic_tac_toe").root().view(0)
    bot = search.PlanSearch(iterations=400, inner=inner)
    assert bot.search(view).iterations == iterations


# --- options, limits and errors ---


@pytest.mark.parametrize(
    "changed",
    [
        {"worlds": 20},
        {"first": 5},
        {"rounds": 3},
        {"heat": 0.5},
        {"sampling": 0.8},
        {"e0": 0.9},
        {"el": 0.9},
        {"eg": 0.9},
        {"epsilon": 0.9},
        {"seed": 1},
    ],
    ids=str,
)
def test_every_option_changes_the_search(changed: dict) -> None:
    fit = np.random.default_rng(3).random((4, 8))
    view = orders_game(fit, fine=0.5, guide=1.0, how={"reward": "lead"}).root().view(0)
    plain = search.PlanSearch(iterations=1500).search(view)
    assert search.PlanSearch(**{"iterations": 1500, **changed}).search(view) != plain


def test_worlds_is_the_size_of_the_pool() -> None:
    game, _, _ = ten_boxes(1)
    for worlds in (1, 10, 64):
        result = search.PlanSearch(iterations=4000, worlds=worlds).search(game.root().view(0))
        assert result.worlds == worlds


@pytest.mark.parametrize("first", [1, 6])
def test_first_is_the_number_of_worlds_in_a_first_look(first: int) -> None:
    planner = planner_at(ten_boxes(1)[0].root().view(0), first=first, e0=1.0, el=1.0)
    planner.allow(60, -1, 60)
    planner.sample()
    seen = [np.count_nonzero(~np.isnan(planner.book.got(i))) for i in range(planner.book.n)]
    assert seen == [first] * (60 // first)


def test_e0_proposes_and_otherwise_the_best_plan_is_looked_at() -> None:
    plans = []
    for e0 in (0.0, 0.5, 1.0):
        planner = planner_at(ten_boxes(1)[0].root().view(0), e0=e0, el=1.0)
        planner.allow(200, -1, 200)
        planner.sample()
        plans.append(planner.book.n)
    assert plans[0] < plans[1] < plans[2] == 100


def test_the_first_plan_is_that_of_the_priors() -> None:
    fit = np.random.default_rng(1).random((3, 6))
    game = orders_game(fit, guide=1.0, how={"reward": "score"})
    planner = planner_at(game.root().view(0))
    planner.allow(1, -1, 1)
    planner.sample()
    left, greedy = set(range(6)), []
    for fits in fit:
        greedy.append(max(left, key=fits.__getitem__))
        left.remove(greedy[-1])
    assert planner.book.actions(0) == tuple(greedy)


def test_el_draws_by_priors_and_otherwise_the_best_known_action_is_taken() -> None:
    """Priors are even: a search that only draws by them never improves."""
    grown = {}
    for el in (0.3, 1.0):
        view = ten_boxes(1)[0].root().view(0)
        planner = planner_at(view, el=el, e0=1.0, first=1, worlds=1)
        planner.allow(400, -1, 400)
        planner.sample()
        got = np.array([planner.book.got(i)[0] for i in range(planner.book.n)])
        grown[el] = (got[-50:].mean() - got[:50].mean()) / got[:50].std()
    assert grown[0.3] > 1
    assert abs(grown[1.0]) < 0.5


def test_nodes_limits_the_plans_that_are_kept() -> None:
    view = ten_boxes(1)[0].root().view(0)
    assert search.PlanSearch(iterations=2000, nodes=30).search(view).nodes == 30


def test_visits_are_the_simulations_of_plans_that_begin_so() -> None:
    result = search.PlanSearch(iterations=700).search(ten_boxes(1)[0].root().view(0))
    assert sum(move.visits for move in result.moves) == result.iterations == 700
    assert all(move.available == 700 for move in result.moves)
    tried = [move for move in result.moves if move.visits > 1]
    assert all(0 < (move.value or 0) < 1 and move.error is not None for move in tried)


def test_only_the_given_first_moves_are_planned() -> None:
    view = trap().root().view(0)
    allowed = [view.parse(name) for name in ("b", "d")]
    budget = Budget.of(search.Limit(iterations=300))
    result = search.PlanSearch().look(view, allowed, budget)
    assert [move.action for move in result.moves] == allowed
    assert view.text(result.best) == "b"


def test_a_small_world_of_plans_ends_the_search_early() -> None:
    result = search.PlanSearch(iterations=10**9, worlds=8).search(trap().root().view(0))
    assert 20 <= result.nodes <= 24
    assert result.iterations == 8 * result.nodes


@pytest.mark.parametrize("limit", [search.Limit(iterations=1), search.Limit(seconds=1e-6)])
def test_the_shortest_search_has_a_plan(limit: search.Limit) -> None:
    result = search.PlanSearch().search(ten_boxes(1)[0].root().view(0), limit)
    assert result.iterations == 1
    assert [move.visits for move in result.moves if move.action == result.best] == [1]


def test_seconds_and_cancel_end_a_search() -> None:
    view = ten_boxes(1)[0].root().view(0)
    result = search.PlanSearch().search(view, search.Limit(seconds=0.05))
    assert 0.04 < result.seconds < 1
    bot, results = search.PlanSearch(), []
    thread = threading.Thread(
        target=lambda: results.append(bot.search(view, search.Limit(seconds=60)))
    )
    thread.start()
    time.sleep(0.1)
    bot.cancel()
    thread.join(timeout=20)
    assert results[0].best in view.actions()
    assert results[0].seconds < 30


@pytest.mark.slow
def test_a_cancelled_plan_is_not_followed() -> None:
    game, _, _ = ten_boxes(1)
    state, limit = game.root(), search.Limit(iterations=60_000)
    bot, fresh = search.PlanSearch(), search.PlanSearch()
    thread = threading.Thread(target=lambda: bot.search(state.view(0), limit))
    thread.start()
    time.sleep(0.05)
    bot.cancel()
    thread.join(timeout=20)
    after = state.copy()
    after.apply(fresh.search(state.view(0), limit).best)
    assert bot.search(after.view(0), limit) == fresh.search(after.view(0), limit)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("plan:worlds=0", "worlds: expected a whole number from 1 to 4096, got 0"),
        ("plan:guess=sure", "guess=sure: choose uniform or priors"),
        ("plan:e0=2", "e0=2.0: choose a number from 0 to 1"),
        ("plan:inner=0", "inner=0.0: choose a number from 1e-06 to 1"),
        ("plan:threads=2", "unknown option 'threads=2'"),
    ],
)
def test_bad_options_are_refused(spec: str, message: str) -> None:
    with pytest.raises(engines.BadOption, match=message):
        search.make(spec)


@pytest.mark.parametrize("in_turn", [False, True])
def test_it_plays_whole_games(in_turn: bool) -> None:
    game, _, _ = ten_boxes(1, in_turn=in_turn, fine=0.5, guide=1.0)
    bots = [search.PlanSearch(iterations=60, seed=seat) for seat in range(3)]
    for seed in range(3):
        assert play_game(game, bots, seed).decisions == 30


def test_rewards_of_every_seat_are_told() -> None:
    def slot(i: int) -> TreeNode:
        return End((3, 2, 1)) if i == 2 else Choice(0, dict.fromkeys("xy", slot(i + 1)), ())

    game = tree_game("podium plan", slot(0), seats=3)
    result = search.PlanSearch(iterations=50, reward="rank").search(game.root().view(0))
    assert result.moves[0].values == pytest.approx((1, 0.5, 0))
    assert result.columns()["values"].shape == (2, 3)
