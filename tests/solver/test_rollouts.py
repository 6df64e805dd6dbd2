"""Paired rollouts to the end: same worlds, same dice, honest means."""

import numpy as np
import pytest

from eminence import engines, search
from eminence.search.network.guide import Guidance
from eminence.search.rollouts.rollouts import Finisher
from eminence.solver.analysis.rollout_statistics import fixed_policy
from eminence.solver.analysis.rollouts import FIGURES, roll_out


def run(view, actions, first=0, count=8, rolls=2, seed=5, agent=None, cancelled=0):
    """ends, gains, facts and how many worlds."""
    game = view.game
    seats, sources = game.seats, len(game.words.sources)
    ends = np.zeros((count, len(actions), seats, FIGURES))
    gains = np.zeros((count, len(actions), seats * sources + 1))
    facts = np.zeros((count, len(game.words.facts) + 1))
    done = roll_out(
        view, fixed_policy(view, agent or search.ISMCTS()), np.array(actions, np.int32), seed,
        first, count, rolls, -1, np.full(1, cancelled, np.uint8), ends, gains, facts,
    )  # fmt: skip
    return ends, gains, facts, done


def midgame(name, seed=3, moves=8, **options):
    """The mover's view after some random moves."""
    state, chance = engines.load(name, **options).root(), engines.Chance(seed)
    state.resolve(chance)
    for i in range(moves):
        state.apply(search.Random(seed=seed + i).search(state.view(state.player)).best)
        state.resolve(chance)
    return state.view(state.player)


def random_play(state):
    """Seat 0's expected win share if everybody plays any move."""
    if state.over:
        return state.returns()[0].win
    total, actions = 0.0, state.actions()
    for action in actions:
        after = state.copy()
        after.apply(action)
        total += random_play(after)
    return total / len(actions)


def test_means_are_those_of_the_whole_tree():
    state = engines.load("tic_tac_toe").root()
    for move in ("x(0,0)", "o(1,1)", "x(0,1)", "o(2,2)"):
        state.apply(state.parse(move))
    actions = state.actions()
    ends, *_ = run(state.view(0), actions, count=2000, rolls=4)
    for i, action in enumerate(actions):
        after = state.copy()
        after.apply(action)
        wins = ends[:, i, 0, 0]
        error = max(wins.std() / np.sqrt(len(wins)), 1e-9)
        assert abs(wins.mean() - random_play(after)) < 4 * error


def test_worlds_do_not_hang_on_batches_or_on_the_other_moves():
    view = midgame("royals", players=3)
    actions = view.actions()
    ends, gains, facts, done = run(view, actions)
    assert done == 8
    later_ends, later_gains, later_facts, _ = run(view, actions[-1:], first=3, count=5)
    assert np.array_equal(later_ends[:, 0], ends[3:, -1])
    assert np.array_equal(later_gains[:, 0], gains[3:, -1])
    assert np.array_equal(later_facts, facts[3:])
    assert not np.array_equal(run(view, actions, seed=6)[0], ends)


def test_returns_are_means_of_finished_games(game):
    state = game.root()
    state.resolve(engines.Chance(1))
    view = state.view(state.player)
    ends, *_ = run(view, view.actions(), count=4)
    assert ends[..., 0].sum(axis=2) == pytest.approx(1)
    assert ends[..., 1].sum(axis=2) == pytest.approx(game.seats * (game.seats + 1) / 2)


def test_points_to_come_are_the_score_less_the_points_so_far():
    view = midgame("royals", players=3, moves=40)
    ends, gains, *_ = run(view, view.actions())
    so_far = np.array([sum(points.values()) for points in view.sources()])
    to_come = gains[..., :-1].reshape(*gains.shape[:2], 3, -1).sum(axis=3)
    assert np.allclose(ends[..., 2], so_far + to_come)


def test_facts_are_those_of_worlds_that_fit_the_view():
    view = midgame("royals", players=3, moves=40)
    names = view.game.words.facts
    _, _, facts, _ = run(view, view.actions()[:1], count=50)
    truth = [list(view.sample(seed).facts(view.seat).values()) for seed in range(50)]
    own = [i for i, name in enumerate(names) if name.startswith(f"seat {view.seat}:")]
    assert not facts[:, own].any()
    assert facts[:, :-1].std(axis=0).sum() > 0
    assert set(facts[:, :-1].sum(axis=1)) == set(np.sum(truth, axis=1)), "hands have their sizes"


def test_a_cancelled_world_does_not_count():
    view = midgame("royals", players=2)
    assert run(view, view.actions(), cancelled=1)[3] == 0


def test_a_policy_that_learns_or_stops_early_is_refused():
    view = midgame("royals", players=2)
    settings = search.ISMCTS().settings(view)
    room = np.zeros((1, 1, 2, FIGURES)), np.zeros((1, 1, 11)), np.zeros((1, 100))
    for change in ({"rollout": "mast"}, {"cut_rounds": 2}, {"cut": 5}):
        how = {**settings, "cut": 0, "cut_rounds": 0, **change}
        finisher = Finisher(
            view.game.table, how, Guidance(view.game.table, view.game.weight_vector())
        )
        with pytest.raises(ValueError, match="not fixed"):
            roll_out(
                view, finisher, np.array(view.actions()[:1], np.int32), 1, 0, 1, 1, -1,
                np.zeros(1, np.uint8), *room,
            )  # fmt: skip


def test_learning_rollouts_become_rollouts_by_priors():
    view = midgame("royals", players=2)
    by_mast, *_ = run(view, view.actions(), agent=search.ISMCTS(rollout="mast", network="none"))
    by_priors, *_ = run(view, view.actions(), agent=search.ISMCTS(rollout="priors", network="none"))
    by_chance, *_ = run(view, view.actions(), agent=search.ISMCTS(rollout="random", network="none"))
    assert np.array_equal(by_mast, by_priors)
    assert not np.array_equal(by_mast, by_chance)
