"""Trials: their values, their rungs, their notes, on functions instead of games."""

from __future__ import annotations

import numpy as np
import pytest

from eminence import engines
from eminence.experiments.games.seeds import block_seeds
from eminence.experiments.running.progress import Progress
from eminence.experiments.storage.store import Store
from eminence.experiments.sweeps.objective import Function
from eminence.experiments.sweeps.search_settings import SearchSettings
from eminence.experiments.sweeps.space import read_space
from eminence.experiments.sweeps.trial import Trial, best_of
from eminence.experiments.sweeps.trial_search import TrialRecorder, TrialSearch, search_here

OPTIMUM = 2.0


@pytest.fixture(scope="module")
def space():
    written = {
        "weights.card": {"low": 0.1, "high": 10.0, "log": True},
        "worlds": {"low": 1, "high": 32},
    }
    return read_space(written, "greedy", engines.load("royals", players=2))


def noisy(values, seed):
    """Wins most often at the optimum; `worlds` is of no use."""
    chance = 0.9 - 0.27 * abs(np.log(values["weights.card"] / OPTIMUM))
    drawn = np.random.default_rng([seed, round(1000 * values["weights.card"])]).random()
    return float(drawn < chance)


def searched(search, function, path, how=search_here):
    with Store(path, {}) as store:
        searching = TrialSearch.resumed(search, store)
        how(searching, TrialRecorder(search, Function(function), store, Progress()))
        return searching.ended


def test_rungs_end_at_the_last_block(space):
    assert SearchSettings(space, blocks=10, max_blocks=90).rungs == [10, 30, 90]
    assert SearchSettings(space, blocks=10, max_blocks=100).rungs == [10, 30, 90, 100]
    assert SearchSettings(space, blocks=7, max_blocks=7).rungs == [7]
    assert SearchSettings(space, blocks=1, max_blocks=8, reduction=2).rungs == [1, 2, 4, 8]


def test_a_noisy_function_gives_up_its_optimum(space, tmp_path):
    search = SearchSettings(space, trials=30, blocks=20, max_blocks=180, seed=1)
    trials = searched(search, noisy, tmp_path / "a.sqlite")
    best = best_of(trials).values["weights.card"]
    assert OPTIMUM / 1.5 < best < OPTIMUM * 1.5


@pytest.mark.slow
def test_tpe_learns_from_the_trials_that_have_ended(space):
    drawn, history = SearchSettings(space, "random", seed=1), []
    for number in range(60):
        values = drawn.propose(number, ())
        share = 0.9 - 0.27 * abs(np.log(values["weights.card"] / OPTIMUM))
        history.append(Trial(number, values, ((10, share),), True))

    def distance(search):
        proposed = [search.propose(number, history) for number in range(60, 100)]
        return np.median([abs(np.log(v["weights.card"] / OPTIMUM)) for v in proposed])

    assert distance(SearchSettings(space, "tpe", seed=1)) < 0.6 * distance(drawn)


def test_few_trials_climb_to_the_top(space, tmp_path):
    search = SearchSettings(space, "random", trials=27, blocks=30, max_blocks=270)
    trials = searched(search, noisy, tmp_path / "a.sqlite")
    blocks = [trial.blocks for trial in trials]
    assert set(blocks) == {30, 90, 270}
    assert blocks.count(30) >= 9
    assert sum(blocks) < 0.75 * 27 * 270
    stopped = [t.share for t in trials if t.blocks == 30]
    climbed = [t.rungs[0][1] for t in trials if t.blocks > 30]
    assert np.mean(stopped) < np.mean(climbed)


def test_all_trials_play_the_same_seeds(space, tmp_path):
    met: dict[float, list[int]] = {}

    def function(values, seed):
        met.setdefault(values["weights.card"], []).append(seed)
        return noisy(values, seed)

    search = SearchSettings(space, "random", trials=5, blocks=4, max_blocks=12, seed=3)
    searched(search, function, tmp_path / "a.sqlite")
    seeds = block_seeds(3, 0, 12)
    assert len(met) == 5
    assert all(played == seeds[: len(played)] for played in met.values())


def test_the_best_is_among_those_that_got_furthest():
    lucky = Trial(0, {"c": 1}, ((10, 0.9),), True)
    proven = Trial(1, {"c": 2}, ((10, 0.7), (30, 0.6)), True)
    weaker = Trial(2, {"c": 3}, ((10, 0.8), (30, 0.5)), True)
    assert best_of([lucky, proven, weaker]) == proven


def test_the_first_trial_is_the_incumbent_where_the_space_holds_it(space):
    inside = {"weights.card": 1.6, "worlds": 8}
    assert SearchSettings(space, start=inside).propose(0, ()) == inside
    outside = {"weights.card": 1.6, "worlds": 99}
    assert SearchSettings(space, start=outside).propose(0, ())["worlds"] <= 32


@pytest.mark.parametrize("method", ["tpe", "random"])
def test_a_trial_follows_from_seed_number_and_history_alone(space, method):
    history = [
        Trial(n, SearchSettings(space, "random", seed=9).propose(n, ()), ((10, share),), True)
        for n, share in enumerate(np.linspace(0.3, 0.7, 14))
    ]
    search = SearchSettings(space, method, seed=2)
    values = search.propose(14, history)
    assert values == SearchSettings(space, method, seed=2).propose(14, history[::-1])
    assert values != search.propose(15, history)
    assert values != SearchSettings(space, method, seed=3).propose(14, history)
    assert (values == search.propose(14, history[:12])) == (method == "random")


def test_a_grid_is_tried_whole(tmp_path):
    game = engines.load("royals", players=2)
    space = read_space({"worlds": {"low": 1, "high": 9, "step": 2}}, "greedy", game)
    search = SearchSettings(space, "grid", blocks=3, max_blocks=3)
    trials = searched(search, lambda values, seed: values["worlds"] / 10, tmp_path / "a.sqlite")
    assert [trial.values["worlds"] for trial in trials] == [1, 3, 5, 7, 9]
    assert [trial.share for trial in trials] == pytest.approx([0.1, 0.3, 0.5, 0.7, 0.9])
    assert best_of(trials).number == 4


@pytest.mark.parametrize("stop", [1, 17, 40, 75])
def test_a_search_that_was_stopped_ends_as_if_it_had_not_been(space, tmp_path, stop):
    search = SearchSettings(space, trials=14, blocks=4, max_blocks=12, seed=5)
    whole = searched(search, noisy, tmp_path / "whole.sqlite")
    calls = 0

    def stopping(values, seed):
        nonlocal calls
        calls += 1
        if calls == stop:
            raise KeyboardInterrupt
        return noisy(values, seed)

    with pytest.raises(KeyboardInterrupt):
        searched(search, stopping, tmp_path / "a.sqlite")
    assert searched(search, noisy, tmp_path / "a.sqlite") == whole


def test_a_search_that_has_ended_plays_nothing(space, tmp_path):
    search = SearchSettings(space, "random", trials=4, blocks=2, max_blocks=6)
    first = searched(search, noisy, tmp_path / "a.sqlite")

    def never(values, seed):
        raise AssertionError

    assert searched(search, never, tmp_path / "a.sqlite") == first


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"method": "ntbea"}, "search='ntbea': choose tpe, random or grid"),
        ({"trials": 0}, "trials: expected a whole number from 1 up, got 0"),
        ({"blocks": 0}, "blocks: expected a whole number from 1 up, got 0"),
        ({"blocks": 9, "max_blocks": 8}, "max_blocks: expected a whole number from 9 up, got 8"),
        ({"reduction": 1}, "reduction: expected a whole number from 2 up, got 1"),
        ({"seed": -1}, "seed: expected a whole number from 0 up, got -1"),
    ],
)
def test_mistakes_are_named(space, given, message):
    with pytest.raises(engines.BadOption, match=message):
        SearchSettings(space, **given)


def test_a_grid_knows_its_number_of_trials():
    game = engines.load("royals", players=2)
    space = read_space({"worlds": {"low": 1, "high": 5}}, "greedy", game)
    assert SearchSettings(space, "grid").count == 5
    with pytest.raises(engines.BadOption, match="trials=4: the grid has 5 points: leave trial"):
        SearchSettings(space, "grid", trials=4)
