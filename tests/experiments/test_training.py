"""Training: recipes, lessons, the fit, and the whole loop."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import eminence
from eminence.cython_ext.errors import BadData, BadOption
from eminence.experiments.games.block import play_block
from eminence.experiments.training.dataset import batch_of, examples_of, margins_of
from eminence.experiments.training.recipe import Fit, Recipe, read_recipe, recipe_from
from eminence.search.network.lessons import unpacked
from eminence.search.network.network_file import read_network

SCRIBES = [f"scribe:iterations=10,full=40,deep=0.5,seed={i}" for i in range(2)]


def lessons_of(name: str, seed: int = 3):
    game = eminence.load(name)
    return game, list(examples_of([play_block(game, SCRIBES, seed)]))


# --- lessons ---


def test_a_scribe_notes_the_views_that_it_searched_in_depth():
    game = eminence.load("leduc_poker")
    block = play_block(game, SCRIBES, 3)
    notes = [note for rotation in block.games for note in rotation.notes]
    lessons = [lesson for note in notes for lesson in unpacked(note)]
    assert lessons
    for lesson in lessons:
        view = game.view_from_bytes(lesson.view)
        assert lesson.actions.tolist() == view.actions()
        assert lesson.played in view.actions()
        assert lesson.visits.sum() == 40
        assert lesson.values.sum(axis=1)[lesson.visits > 0] == pytest.approx(1)


def test_the_rotations_of_a_block_of_scribes_are_different_games():
    block = play_block(eminence.load("royals"), SCRIBES, 3)
    assert block.games[0].moves != block.games[1].moves


def test_scribes_without_deep_searches_note_nothing():
    block = play_block(eminence.load("leduc_poker"), ["scribe:iterations=5,deep=0"] * 2, 1)
    assert all(game.notes == () for game in block.games)


def test_games_are_numbered_and_ends_belong_to_seats():
    game = eminence.load("leduc_poker")
    block = play_block(game, SCRIBES, 5)
    for example in examples_of([block]):
        rotation = block.games[example.game]
        assert example.wins.tolist() == [rotation.wins[(s - example.game) % 2] for s in range(2)]


def test_margins_are_leads_over_the_best_other_seat():
    assert margins_of([7, 10, 4]).tolist() == [-3, 3, -6]


def test_a_batch_has_a_row_per_move_and_the_policy_sums_to_one():
    game, examples = lessons_of("leduc_poker")
    batch = batch_of(game, examples, np.random.default_rng(1), 0.05)
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
    batch = batch_of(game, examples, np.random.default_rng(1), 0.05)
    for i, example in enumerate(examples):
        state = game.view_from_bytes(example.lesson.view).sample(0)
        tried = example.lesson.actions[example.lesson.visits > 0]
        state.apply(tried[0])
        if state.over:
            assert batch.ends[i, 0, 0].tolist() == [r.win for r in state.returns()]
        else:
            assert batch.features[i, 0, 0, 1].tolist() == state.features(1).tolist()


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
            "gate_iterations or seed",
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
            "generations=0: choose a whole number from 1 to 10000",
        ),
        ({"games": [{"name": "tic_tac_toe"}], "fit": 3}, "fit=3: write [fit] and its entries"),
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


# --- the whole loop ---


def smoke(out: Path, *more: str) -> list[str]:
    return [
        *(sys.executable, "-m", "eminence", "train", "--smoke", "--local", "--quiet"),
        *("--out", str(out), *more),
    ]


@pytest.mark.slow
def test_the_whole_loop_goes_on_after_a_kill_and_ends_with_the_same_networks(tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    whole.mkdir()
    killed.mkdir()
    # One name in both folders: the agents' specifications name the networks' files.
    subprocess.run(smoke(Path("run.sqlite")), cwd=whole, check=True, timeout=300)
    begun = time.monotonic()
    process = subprocess.Popen(smoke(Path("run.sqlite")), cwd=killed)
    while not (killed / "run-01.npz").exists() and time.monotonic() < begun + 120:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    ended = subprocess.run(
        smoke(Path("run.sqlite")), cwd=killed, check=True, timeout=300, capture_output=True
    )
    assert b"generation 2" in ended.stdout
    for number in (1, 2):
        name = f"run-{number:02d}.npz"
        assert (whole / name).read_bytes() == (killed / name).read_bytes()
    assert read_network(whole / "run-02.npz").about["game"] == "tic_tac_toe"
