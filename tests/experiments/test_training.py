"""Training: recipes, lessons, the fit, and the whole loop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from networks import arrays_for, give_network

import eminence
from eminence.cython_ext.errors import BadData, BadOption
from eminence.cython_ext.version import __version__
from eminence.experiments.games.block import play_block
from eminence.experiments.match import Match
from eminence.experiments.reports.report import write_report
from eminence.experiments.reports.restored import restore
from eminence.experiments.running.place import Place
from eminence.experiments.running.progress import Progress
from eminence.experiments.running.runner import LocalRunner
from eminence.experiments.storage.record import Record
from eminence.experiments.storage.store import Store
from eminence.experiments.sweeps.gate import Gate
from eminence.experiments.training import export as export_module
from eminence.experiments.training import final_gate
from eminence.experiments.training import rates as rates_module
from eminence.experiments.training.dataset import (
    Choice,
    Example,
    after,
    batch_of,
    examples_of,
    finisher_for,
    margins_of,
    outlooks,
)
from eminence.experiments.training.export import PAGE, export, rows_of
from eminence.experiments.training.final_gate import FinalGate, read_final
from eminence.experiments.training.rates import rates, recorded_positions
from eminence.experiments.training.recipe import (
    Fit,
    Recipe,
    SelfPlay,
    read_recipe,
    recipe_from,
    recipe_of,
)
from eminence.experiments.training.shipping import ship
from eminence.experiments.training.smoke import smoke_recipe
from eminence.experiments.training.training import Training, network_path, read_generation
from eminence.experiments.training.training_findings import Generation, TrainingFindings
from eminence.search.network.lessons import Lesson, unpacked
from eminence.search.network.network_file import NetworkFile, read_network

#: Royals plays its rollouts by priors unless told otherwise.
ROLLOUTS = ("own", "priors", "none")
SCRIBES = [f"scribe:iterations=10,full=40,deep=0.5,seed={i}" for i in range(2)]


@pytest.fixture(scope="module")
def ttt():
    return eminence.load("tic_tac_toe")


def first_view(name: str):
    state = eminence.load(name).root()
    state.resolve(eminence.Chance(seed=1))
    return state.view(state.player)


def lessons_of(name: str, seed: int = 3, **options):
    game = eminence.load(name, **options)
    return game, list(examples_of([play_block(game, SCRIBES, seed)]))


def at_once(game: eminence.Game) -> Recipe:
    """A recipe whose searches ask the network without any rollout."""
    return Recipe([game], search={"rollout": "none"})


# --- lessons ---


def test_a_scribe_notes_the_views_that_it_searched_in_depth():
    game = eminence.load("leduc_poker")
    block = play_block(game, SCRIBES, 3)
    notes = [note for rotation in block.games for note in rotation.notes]
    lessons = [lesson for note in notes for lesson in unpacked(note)]
    assert lessons
    for lesson in lessons:
        view = game.view_from_bytes(lesson.view)
        assert lesson.actions[:, 0].tolist() == view.actions()
        assert 0 <= lesson.played < len(view.actions())
        assert not lesson.is_plan
        assert lesson.visits.sum() == 40
        assert lesson.values.sum(axis=1)[lesson.visits > 0] == pytest.approx(1)


PLANNERS = [
    f"scribe:iterations=20,full=80,deep=1,noise=0,cut_rounds=1,epsilon=0,seed={i}" for i in range(3)
]


def plan_lessons() -> tuple[eminence.Game, list[Example]]:
    """Lessons of a block of Wallenstein, where plans are searched as a whole."""
    game = eminence.load("wallenstein", players=3)
    return game, list(examples_of([play_block(game, PLANNERS, 2)]))


@pytest.mark.slow
def test_a_scribe_notes_whole_plans_once_and_follows_the_chosen_one():
    game, examples = plan_lessons()
    plans = [example.lesson for example in examples if example.lesson.is_plan]
    assert plans
    for lesson in plans[::7]:
        view = game.view_from_bytes(lesson.view)
        assert view.rewound() == view
        assert lesson.played == 0
        assert lesson.values.sum(axis=1) == pytest.approx(1)
        for plan in lesson.actions:
            world = view.sample(1)
            for action in plan[plan >= 0]:
                assert world.player == view.seat
                world.apply(int(action))
            assert world.player != view.seat or not world.view(view.seat).hidden()


def test_plans_may_have_their_own_share_of_deep_searches():
    game = eminence.load("wallenstein", players=3)
    shares = {"plans=0,deep=1": False, "plans=1,deep=0": True}
    for given, planned in shares.items():
        scribes = [f"scribe:iterations=4,full=8,noise=0,{given},seed={i}" for i in range(3)]
        lessons = [example.lesson for example in examples_of([play_block(game, scribes, 2)])]
        assert lessons
        assert all(lesson.is_plan == planned for lesson in lessons)


@pytest.mark.slow
def test_networks_see_plans_carried_out_to_where_searches_judge_them():
    game, examples = plan_lessons()
    some = [example for example in examples if example.lesson.is_plan][:4]
    others = [example for example in examples if not example.lesson.is_plan][:4]
    lessons = [example.lesson for example in (*some, *others)]
    steps = max(lesson.actions.shape[1] for lesson in lessons)
    actions = np.full((len(lessons), 2, steps), -1, np.int32)
    for i, lesson in enumerate(lessons):
        actions[i, :2, : lesson.actions.shape[1]] = lesson.actions[:2]
    seeds = np.arange(len(lessons), dtype=np.uint64)
    features, ends, _ = after(game, lessons, actions, seeds, 2, finisher_for(game, at_once(game)))
    assert (ends == -1).all()
    planned = [i for i, name in enumerate(game.words.features) if name.startswith("planned")]
    assert planned
    # Nobody is planning any more, and different plans look different to who made them.
    assert (features[: len(some), ..., planned] == 0).all()
    for i, lesson in enumerate(lessons[: len(some)]):
        assert (features[i, 0, :, lesson.seat] != features[i, 1, :, lesson.seat]).any()
    again = after(game, lessons, actions, seeds, 2, finisher_for(game, at_once(game)))
    assert (again[0] == features).all()


def test_the_rotations_of_a_block_of_scribes_are_different_games():
    block = play_block(eminence.load("royals", players=2), SCRIBES, 3)
    assert block.games[0].moves != block.games[1].moves


def test_scribes_without_deep_searches_note_nothing():
    block = play_block(eminence.load("leduc_poker"), ["scribe:iterations=5,deep=0"] * 2, 1)
    assert all(game.notes == () for game in block.games)


def test_a_quick_scribe_without_noise_plays_as_greedy_does():
    view = first_view("royals")
    quick = eminence.make("scribe:deep=0,noise=0,quick=greedy,seed=3").search(view)
    assert quick.best == eminence.make("greedy:worlds=2,seed=3").search(view).best
    assert {move.visits for move in quick.moves} == {2}


def test_only_deep_searches_finish_games_in_their_own_way():
    view = first_view("royals")
    short = "scribe:iterations=60,deep=0,noise=0,network=none"
    plain, own_way = (
        eminence.make(f"{short}{more}").search(view) for more in ("", ",cut_rounds=1")
    )
    assert plain == own_way
    deep = "scribe:full=60,deep=1,noise=0,network=none"
    plain, own_way = (eminence.make(f"{deep}{more}").search(view) for more in ("", ",cut_rounds=1"))
    assert plain != own_way


def test_a_scribe_searches_with_the_rollout_that_it_is_given():
    view = first_view("royals")
    scribes = [f"scribe:full=60,deep=1,noise=0,network=none,rollout={text}" for text in ROLLOUTS]
    own, priors, none = (eminence.make(scribe).search(view).columns() for scribe in scribes)
    assert (own["value"] == priors["value"]).all()
    assert (own["value"] != none["value"]).any()


def test_each_set_of_options_gets_its_games_in_whole_blocks():
    assert [SelfPlay(games=100).blocks(seats) for seats in (2, 3, 4)] == [50, 34, 25]


def test_games_are_numbered_and_ends_belong_to_seats():
    game = eminence.load("leduc_poker")
    block = play_block(game, SCRIBES, 5)
    for example in examples_of([block]):
        rotation = block.games[example.game]
        assert example.wins.tolist() == [rotation.wins[(s - example.game) % 2] for s in range(2)]


def test_outlooks_fade_from_the_next_search_to_the_end_of_the_game():
    end = np.array([1.0, 0.0], np.float32)
    values = [np.array([[0.0, 1.0], [share, 1 - share]], np.float32) for share in (0.5, 0.75, 0.25)]
    lessons = [
        Lesson(b"", np.arange(2, dtype=np.int32), np.array([1, 3], np.int32), each, 0)
        for each in values
    ]
    assert [each.tolist() for each in outlooks(lessons, end, 1.0)] == [[1, 0]] * 3
    assert [each[0] for each in outlooks(lessons, end, 0.0)] == [0.75, 0.25, 1.0]
    last = 0.5 * 0.25 + 0.5 * 1.0
    assert [each[0] for each in outlooks(lessons, end, 0.5)] == [0.5 * 0.75 + 0.5 * last, last, 1.0]
    assert outlooks([], end, 0.5) == []


def test_margins_are_leads_over_the_best_other_seat():
    assert margins_of([7, 10, 4]).tolist() == [-3, 3, -6]


def test_a_batch_has_a_row_per_move_and_the_policy_sums_to_one():
    game, examples = lessons_of("leduc_poker")
    batch = batch_of(
        game, examples, np.random.default_rng(1), 0.05, finisher_for(game, at_once(game))
    )
    assert batch.targets.sum(axis=1) == pytest.approx(1)
    assert batch.features.shape[:1] + batch.features.shape[3:] == (
        len(examples),
        2,
        game.table.sizes["n_features"],
    )
    for row, example in zip(batch.traits, examples, strict=True):
        view = game.view_from_bytes(example.lesson.view)
        assert row[: len(view.actions())].tolist() == view.traits().tolist()


def test_features_of_a_batch_are_those_of_the_seat_after_the_move():
    game, examples = lessons_of("tic_tac_toe")
    batch = batch_of(
        game, examples, np.random.default_rng(1), 0.05, finisher_for(game, at_once(game))
    )
    for i, example in enumerate(examples):
        state = game.view_from_bytes(example.lesson.view).sample(0)
        tried = example.lesson.actions[example.lesson.visits > 0, 0]
        state.apply(tried[0])
        if state.over:
            assert batch.ends[i, 0, 0].tolist() == [r.win for r in state.returns()]
        else:
            assert batch.features[i, 0, 0, 1].tolist() == state.features(1).tolist()


# --- the loss ---


def test_worlds_that_differ_are_no_error_as_long_as_their_mean_is_right():
    import jax.numpy as jnp

    from eminence.experiments.training.fit import square_of_mean

    off = jnp.array([[[[0.3], [-0.2]]], [[[0.1], [0.1]]]])
    assert square_of_mean(off).ravel().tolist() == pytest.approx([-0.06, 0.01])
    # Without bias: over all pairs of worlds the mean is that of all worlds, squared.
    worlds = np.random.default_rng(1).normal(0.2, 1, 40)
    pairs = [(a, b) for i, a in enumerate(worlds) for j, b in enumerate(worlds) if i != j]
    found = square_of_mean(jnp.array(pairs)[:, None, :, None])
    spread = (worlds.sum() ** 2 - (worlds**2).sum()) / (40 * 39)
    assert float(found.mean()) == pytest.approx(spread, abs=1e-5)


@pytest.mark.slow
def test_a_new_network_first_learns_what_the_games_own_guidance_says():
    from eminence.experiments.training.fit import Fitter, first_params, imitation

    game, examples = lessons_of("royals", players=2)
    finisher = finisher_for(game, at_once(game))
    batch = batch_of(game, examples[:64], np.random.default_rng(1), 0.05, finisher)
    goes_on = batch.ends[..., 0] < 0
    tried = np.arange(batch.weight.shape[1]) < (batch.weight > 0).sum(axis=1)[:, None]
    shares = np.exp(batch.guessed[goes_on & tried[:, :, None]])
    assert shares.sum(axis=-1) == pytest.approx(1)
    sizes, fit = game.table.sizes, Fit(widths=(16, 8), rate=0.01)
    params = first_params(sizes["n_features"], sizes["n_traits"], fit, np.random.default_rng(1))
    fitter = Fitter(params, fit, 10.0, 60, imitation)
    before = float(imitation(fitter.params, vars(batch), 10.0)["difference"])
    for _ in range(60):
        fitter.step(batch)
    assert float(imitation(fitter.params, vars(batch), 10.0)["difference"]) < 0.5 * before


def test_a_guided_network_begins_as_the_games_own_guidance():
    from eminence.experiments.training.fit import first_params, predicted

    game, examples = lessons_of("royals", players=2)
    batch = batch_of(
        game, examples[:8], np.random.default_rng(1), 0.05, finisher_for(game, at_once(game))
    )
    sizes, fit = game.table.sizes, Fit(guided=True)
    params = first_params(sizes["n_features"], sizes["n_traits"], fit, np.random.default_rng(1))
    there, on = batch.weight > 0, (batch.ends[..., 0] < 0).all(axis=2)
    own = np.exp(batch.guessed).mean(axis=2)
    assert (there & on).any()
    assert predicted(params, vars(batch))[there & on] == pytest.approx(own[there & on], abs=1e-5)


def test_values_from_few_visits_hardly_count_in_the_policy():
    values = np.array([[0.6, 0.4], [0.5, 0.5], [0.9, 0.1]], np.float32)
    visits = np.array([200, 200, 1], np.int32)
    lesson = Lesson(b"\0", np.arange(3, dtype=np.int32)[:, None], visits, values, 0)
    choice = Choice.none_yet(1, 2, 1)
    choice.fit_policy(0, lesson, np.arange(3), 0.05)
    first, second, hardly_tried = choice.targets[0, :3]
    assert first > hardly_tried > second


def test_a_network_that_learns_no_moves_keeps_the_games_priors():
    from eminence.experiments.training.fit import Fitter, first_params

    game, examples = lessons_of("royals", players=2)
    batch = batch_of(
        game, examples[:64], np.random.default_rng(1), 0.05, finisher_for(game, at_once(game))
    )
    sizes, fit = game.table.sizes, Fit(widths=(16, 8), guided=True, moves=False)
    params = first_params(sizes["n_features"], sizes["n_traits"], fit, np.random.default_rng(1))
    fitter = Fitter(params, fit, 10.0, 5)
    for _ in range(5):
        fitter.step(batch)
    found = fitter.arrays()
    assert not found["traits"].any()
    assert not found["trait_bias"].any()
    assert found["heads"][:, 0].any()


def test_an_end_may_be_worth_its_points():
    game = eminence.load("royals", players=2)
    block = play_block(game, SCRIBES, 3)
    by_wins, by_points = (list(examples_of([block], 1.0, points)) for points in (None, 10.0))
    for won, scored in zip(by_wins, by_points, strict=True):
        lead = scored.margins[0] / 10
        assert won.outlook.tolist() == won.wins.tolist()
        assert scored.outlook == pytest.approx([1 / (1 + np.exp(-lead)), 1 / (1 + np.exp(lead))])


# --- recipes ---


def test_the_recipes_that_ship_are_read():
    folder = Path(__file__).parents[2] / "examples/train"
    for file in sorted(folder.glob("*.toml")):
        assert read_recipe(file).games


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"games": []}, "games: 0 different ones: a network is for one game"),
        (
            {"games": [{"name": "tic_tac_toe"}], "blocks": 3},
            "unknown field 'blocks': choose games, search, selfplay, fit, gate, generations, "
            "gate_iterations, final_iterations, seed or begin",
        ),
        (
            {"games": [{"name": "tic_tac_toe"}], "fit": {"widths": []}},
            "fit: widths=[]: choose one to four, as in [64, 32]",
        ),
        (
            {"games": [{"name": "tic_tac_toe"}], "selfplay": {"deep": 2}},
            "selfplay: deep=2: choose a number from 0 to 1",
        ),
        (
            {"games": [{"name": "tic_tac_toe"}], "generations": 0},
            "generations: expected a whole number from 1 to 10000, got 0",
        ),
        (
            {"games": [{"name": "tic_tac_toe"}], "final_iterations": -1},
            "final_iterations: expected a whole number from 0 up",
        ),
        ({"games": [{"name": "tic_tac_toe"}], "fit": 3}, "fit=3: write [fit] and its entries"),
        ({"games": [{"name": "tic_tac_toe"}], "begin": "no.npz"}, "no.npz: No such file"),
        ({"games": [{"name": "tic_tac_toe"}], "begin": 3}, "begin=3: choose none or a file"),
        (
            {"games": [{"name": "tic_tac_toe"}], "fit": {"guided": 1}},
            "fit: guided=1: choose true or false",
        ),
        (
            {"games": [{"name": "tic_tac_toe"}], "fit": {"guided": True, "imitate": 9}},
            "fit: imitate: a guided network begins as the game's guidance, leave it out",
        ),
        (
            {"games": [{"name": "tic_tac_toe"}], "fit": {"moves": False}},
            "fit: moves=False: only a guided network has other priors, set guided=true",
        ),
        (
            {"games": [{"name": "tic_tac_toe"}], "search": {"reward": "lead"}},
            "reward=lead: a network learns win or points",
        ),
        (
            {"games": [{"name": "tic_tac_toe"}], "begin": "own"},
            "begin=own: tic_tac_toe has no network of its own",
        ),
    ],
)
def test_bad_recipes_are_refused_in_one_line(written, said):
    with pytest.raises(BadData) as caught:
        recipe_from(written, "file.toml")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_recipe_needs_one_game():
    games = [eminence.load("tic_tac_toe"), eminence.load("kuhn_poker")]
    with pytest.raises(BadOption, match="a network is for one game"):
        Recipe(games)


def test_a_fit_without_warmth_is_refused():
    with pytest.raises(BadOption, match="temperature"):
        Fit(temperature=0)


def test_a_recipe_without_a_final_gate_is_what_it_was_before_there_was_one(ttt):
    assert "final_iterations" not in Recipe([ttt]).identity()
    for recipe in (Recipe([ttt]), Recipe([ttt], final_iterations=7)):
        assert recipe_of(recipe.identity(), [ttt]).final_iterations == recipe.final_iterations


def test_a_recipe_says_which_network_it_begins_with(ttt, tmp_path):
    network, path = NetworkFile.of(ttt, arrays_for(ttt)), str(tmp_path / "first.npz")
    network.write(path)
    recipe = Recipe([ttt], begin=path, fit=Fit(widths=network.widths))
    assert recipe.first_incumbent == Recipe([ttt]).first_incumbent == "none"
    assert recipe.identity() == Recipe([ttt], fit=recipe.fit).identity() | {"begin": network.digest}
    with pytest.raises(BadOption, match=r"with widths \[.*\], but \[fit\] asks for \[7\]"):
        Recipe([ttt], begin=path, fit=Fit(widths=(7,)))
    with pytest.raises(BadOption, match=r"one that is not guided, but .* has guided=True"):
        Recipe([ttt], begin=path, fit=Fit(widths=network.widths, guided=True))
    with pytest.raises(BadOption, match="a network for tic_tac_toe, but the game is kuhn_poker"):
        Recipe([eminence.load("kuhn_poker")], begin=path)


def test_a_recipe_may_begin_with_the_games_own_network(ttt, tmp_path, monkeypatch):
    give_network(monkeypatch, ttt, tmp_path / "own.npz")
    recipe = Recipe([eminence.load("tic_tac_toe")], begin="own", fit=Fit(widths=(12, 5)))
    assert recipe.first_guidance == recipe.first_incumbent == str(tmp_path / "own.npz")
    assert recipe.identity()["begin"] == read_network(tmp_path / "own.npz").digest


# --- rates and the final gate ---


def test_positions_for_rates_are_the_same_every_time_and_have_a_choice(ttt):
    for game, count in ((ttt, 25), (eminence.load("kuhn_poker"), 30)):
        views = recorded_positions(game, count)
        assert len(views) == count
        assert all(len(view.actions()) > 1 and view.seat == view.player for view in views)
        again = recorded_positions(game, count)
        assert [view.to_bytes() for view in views] == [view.to_bytes() for view in again]
        assert len({view.to_bytes() for view in views}) > 5


def test_rates_are_those_of_the_median_round(ttt, monkeypatch):
    # The first one is only to warm up.
    rounds = iter([[1.0, 7.0], [8.0, 2.0], [4.0, 2.0], [4.0, 1.0], [99.0, 1.0], [4.0, 2.0]])
    monkeypatch.setattr(rates_module, "_round", lambda agents, views, backwards: next(rounds))
    specs = ["flat:iterations=10", "flat:iterations=30,seed=1"]
    found = rates(ttt, specs, positions=20)
    # Ratios of the seconds: 4, 2, 4, 99, 2.
    assert found == {specs[0]: 10 * 20 / 4, specs[1]: 30 * 20 / 4 * 4}


def test_rates_are_measured(ttt):
    found = rates(ttt, ["flat:iterations=5", "ismcts:iterations=9,network=none"], positions=12)
    assert all(rate > 0 for rate in found.values())


@pytest.mark.parametrize(
    "spec", ["random", "ismcts", "ismcts:seconds=1", "flat:iterations=5,seconds=2"]
)
def test_a_rate_needs_iterations(ttt, spec):
    with pytest.raises(BadOption, match="needs a search that only iterations="):
        rates(ttt, [spec], positions=5)


class OnlySome(LocalRunner):
    """Dies after so many blocks."""

    def __init__(self, blocks):
        self.left = blocks

    def run(self, jobs, stop=lambda: False):
        for tried in super().run(jobs, stop):
            if not self.left:
                raise KeyboardInterrupt
            self.left -= 1
            yield tried


def best_generation(digest):
    figures = {"lessons": 0, "unseen": {}, "calibration": ()}
    gate = dict.fromkeys(["share", "share_low", "share_high", "fair"], 0.5)
    return Generation(number=3, digest=digest, verdict="H1", **figures, **gate, games=2)


def test_a_final_gate_goes_on_with_the_iterations_that_were_noted(ttt, tmp_path, monkeypatch):
    network, path = NetworkFile.of(ttt, arrays_for(ttt)), tmp_path / "best.npz"
    network.write(path)
    gate = Gate(shares=(0.01, 0.02), batch=10, max_blocks=40)
    recipe = Recipe([ttt], gate=gate, final_iterations=10)
    final = FinalGate(recipe, best_generation(network.digest), str(path))
    measured = [dict(zip("ab", (300.0, 120.0), strict=True))]
    monkeypatch.setattr(final_gate, "rates", lambda game, specs: measured.pop())
    with Store(tmp_path / "run.sqlite", recipe.identity()) as store:
        with pytest.raises(KeyboardInterrupt):
            final.answer(OnlySome(0), store, Progress())
        assert store.notes()["final pace"]["iterations"] == 4
        assert read_final(store) is None
        with pytest.raises(KeyboardInterrupt):
            final.answer(OnlySome(7), store, Progress())
        found = final.answer(LocalRunner(), store, Progress())
        assert found == read_final(store)
        assert found == final.answer(OnlySome(0), store, Progress())
        played = {lineup for _, block in store.every_block() for lineup in block.lineup}
    assert not measured
    sides = {"ismcts:iterations=4", "ismcts:iterations=10"}
    assert {spec.split(",")[0] for spec in played} == sides
    assert (found.iterations, found.iterations_without, found.rate, found.rate_without) == (
        4,
        10,
        120,
        300,
    )
    assert (found.verdict, found.generation, found.fair) == ("H1", 3, 0.5)
    shown = TrainingFindings({}, 0, (), found).tables()["final"]
    assert (shown["win"], shown["games"]) == ([found.share], [found.games])


# --- what is exported ---


def test_training_plays_the_rollout_before_the_network_looks():
    game, examples = lessons_of("tic_tac_toe")
    ends = {
        text: batch_of(
            game,
            examples,
            np.random.default_rng(1),
            0.05,
            finisher_for(game, Recipe([game], search={"rollout": text})),
        ).ends
        for text in ("none", "random")
    }
    moves = np.array([(e.lesson.visits > 0).sum() for e in examples])
    # Random rollouts without a cut go to the end; without rollouts only the last moves do.
    assert ((ends["random"] >= 0).all(axis=(2, 3)).sum(axis=1) == np.minimum(moves, 12)).all()
    assert (ends["none"] >= 0).sum() < (ends["random"] >= 0).sum()


def test_exported_rows_are_the_moves_that_lessons_have(monkeypatch):
    game, examples = lessons_of("leduc_poker")
    found = rows_of(game, finisher_for(game, at_once(game)), examples, 7)
    moves = sum(len(example.lesson.actions) for example in examples)
    sizes = game.table.sizes
    assert found["features"].shape == (moves, 2, sizes["n_features"])
    assert found["seen"].shape == (len(examples), sizes["n_features"])
    assert found["traits"].shape[0] == len(found["ends"]) == len(found["visits"]) == moves
    assert np.bincount(found["position"], found["played"]).tolist() == [1.0] * len(examples)
    for i, example in enumerate(examples):
        own, lesson = found["position"] == i, example.lesson
        assert found["values"][own].tolist() == lesson.values.tolist()
        assert np.flatnonzero(found["played"][own]).tolist() == [lesson.played]
        view = game.view_from_bytes(lesson.view)
        assert found["seen"][i].tolist() == view.features().tolist()
        assert found["traits"][own].tolist() == view.traits().tolist()
        assert (found["mover"][i], found["game"][i]) == (view.seat, example.game)
    # The rows do not depend on how many positions are worked through at once but for their worlds.
    monkeypatch.setattr(export_module, "CHUNK", 2)
    again = rows_of(game, finisher_for(game, at_once(game)), examples, 7)
    for name in found.keys() - {"features", "ends"}:
        assert found[name].tolist() == again[name].tolist()


def test_a_wrong_run_is_not_exported(ttt, tmp_path):
    training, run, out = Training(smoke_recipe()), tmp_path / "run.sqlite", tmp_path / "out"
    with pytest.raises(BadData, match=r"run\.sqlite: No such file"):
        export(training, run, out)
    Match(ttt, "random", "random", blocks=1).run(Place(local=True, out=run))
    with pytest.raises(BadData, match=r"run\.sqlite: another experiment \(.*kind "):
        export(training, run, out)
    run.unlink()
    with Store(run, {"version": __version__, **replace(training.recipe, seed=1).identity()}):
        pass
    with pytest.raises(BadData, match=r"another experiment \(seed 1 instead of 0\)"):
        export(training, run, out)
    assert not out.exists()


# --- the whole loop ---


def smoke(*more: str) -> list[str]:
    # One name in all folders: the agents' specifications name the networks' files.
    return [
        *(sys.executable, "-m", "eminence", "train", "--smoke", "--local", "--quiet"),
        *("--out", "run.sqlite", *more),
    ]


@pytest.fixture(scope="module")
def compiled_once(tmp_path_factory) -> dict[str, str]:
    """An environment in which JAX keeps what it has compiled: most of the time of a run."""
    kept = {
        "JAX_COMPILATION_CACHE_DIR": str(tmp_path_factory.mktemp("jax")),
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
    }
    return {**os.environ, **kept}


@pytest.fixture(scope="module")
def finished(tmp_path_factory, compiled_once) -> Path:
    """The folder of a run that was not disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    subprocess.run(smoke(), cwd=folder, check=True, timeout=300, env=compiled_once)
    return folder


@pytest.mark.slow
def test_the_whole_loop_goes_on_after_a_kill_and_ends_with_the_same_networks(
    finished, tmp_path, compiled_once
):
    begun = time.monotonic()
    process = subprocess.Popen(smoke(), cwd=tmp_path, env=compiled_once)
    while not (tmp_path / "run-01.npz").exists() and time.monotonic() < begun + 120:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    ended = subprocess.run(
        smoke(), cwd=tmp_path, check=True, timeout=300, capture_output=True, env=compiled_once
    )
    assert b"generation 2" in ended.stdout
    assert b"iterations_without" in ended.stdout
    for number in (1, 2):
        name = f"run-{number:02d}.npz"
        assert (finished / name).read_bytes() == (tmp_path / name).read_bytes()
    assert read_network(finished / "run-02.npz").about["game"] == "tic_tac_toe"


@pytest.mark.slow
def test_a_run_goes_on_from_the_network_of_another(finished, tmp_path):
    first = str(finished / "run-02.npz")
    tiny = replace(smoke_recipe(), generations=1, final_iterations=0, begin=first)
    run, few = tmp_path / "run.sqlite", SelfPlay(games=1, iterations=5, full=20, deep=0.1)
    with pytest.raises(BadOption, match="to fit, less than one batch=32: choose more games"):
        Training(replace(tiny, selfplay=few)).run(Place(local=True, out=tmp_path / "few.sqlite"))
    tiny = replace(tiny, selfplay=SelfPlay(games=30, iterations=5, full=20, deep=1.0))
    Training(tiny).run(Place(local=True, out=run))
    with Store(run, {"version": __version__, **tiny.identity()}) as store:
        lineups = {spec for _, block in store.every_block() for spec in block.lineup}
    # Self-play has nothing else; the gate is against what the game plays with until now.
    assert all(first in spec for spec in lineups if spec.startswith("scribe"))
    assert sum("network=none" in spec for spec in lineups if not spec.startswith("scribe")) == 1
    old, new = read_network(first).arrays, read_network(network_path(run, 1)).arrays
    # A few lessons change little.
    assert 0 < np.abs(old["weights0"] - new["weights0"]).max() < 0.1


@pytest.mark.slow
def test_a_report_of_a_run_has_its_generations_and_pictures(finished, tmp_path):
    run = finished / "run.sqlite"
    with Record(run) as record:
        generations = [read_generation(record, number) for number in (1, 2)]
        assert read_generation(record, 3) is None
        final = read_final(record)
        replayed = restore(record)
    assert replayed.finished
    assert replayed.findings.generations == tuple(generations)
    assert replayed.findings.final == final is not None
    assert final.generation == replayed.findings.best.number
    for each in generations:
        assert each.digest == read_network(network_path(run, each.number)).digest
        assert -1 <= each.unseen["correlation"] <= 1
    write_report(run, tmp_path / "page.html", tmp_path / "png")
    assert {file.stem for file in (tmp_path / "png").iterdir()} == {
        "predicting-unseen-games",
        "calibration-on-unseen-games",
        "win-shares",
    }
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "Finished: " in page
    for table in ("training", "unseen", "final", "calibration"):
        assert f"<h2>{table}</h2>" in page


@pytest.mark.slow
def test_a_run_is_exported(finished, tmp_path):
    training = Training(smoke_recipe())
    said = export(training, finished / "run.sqlite", tmp_path / "new" / "out")
    files = {file.name for file in (tmp_path / "new" / "out").iterdir()}
    assert files == {"README.md", "lessons-00.npz", "names.npz"}
    with np.load(tmp_path / "new" / "out" / "lessons-00.npz") as found:
        positions = len(found["mover"])
        assert said.startswith(f"{positions} positions in ")
        # Every deep search of both generations has noted its position.
        assert positions > 400
        described = {name for name in found.files if f"| `{name}` |" in PAGE}
        assert described == set(found.files)
        assert found["position"].max() == positions - 1
    with np.load(tmp_path / "new" / "out" / "names.npz") as names:
        assert tuple(names["features"]) == tuple(training.recipe.games[0].words.features)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadData, match="file/out: Not a directory"):
        export(training, finished / "run.sqlite", tmp_path / "file" / "out")


@pytest.mark.slow
def test_the_best_network_of_a_run_is_shipped_with_its_card(finished, tmp_path):
    training, run, out = Training(smoke_recipe()), finished / "run.sqlite", tmp_path / "new"
    with Record(run) as record:
        best = restore(record).findings.best
    assert ship(training, run, out).startswith(f"generation {best.number} in ")
    assert read_network(out / "network.npz").digest == best.digest
    card = (out / "network.md").read_text("utf-8")
    assert best.digest in card
    for title in ("# The network of tic_tac_toe", "## Recipe", "## Gates"):
        assert f"{title}\n" in card


def test_a_run_that_has_not_ended_ships_nothing(ttt, tmp_path):
    training, run = Training(smoke_recipe()), tmp_path / "run.sqlite"
    with Store(run, {"version": __version__, **training.identity()}):
        pass
    with pytest.raises(BadOption, match="not finished"):
        ship(training, run, tmp_path / "out")
    assert not (tmp_path / "out").exists()
