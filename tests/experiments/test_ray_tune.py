"""Ray Tune plays the trials: the same ones, each block once, whatever process dies."""

from __future__ import annotations

import os
import signal
import sqlite3
from pathlib import Path

import numpy as np
import pytest
import ray
from networks import arrays_for

from eminence import engines, experiments
from eminence import search as agents
from eminence.experiments.running.progress import Progress
from eminence.experiments.running.ray_runner import RayRunner
from eminence.experiments.running.runner import RunnerError
from eminence.experiments.storage.run_file import StoreError
from eminence.experiments.storage.store import Store
from eminence.experiments.sweeps.gate import Gate
from eminence.experiments.sweeps.objective import Function
from eminence.experiments.sweeps.ray_tune import search_on_ray
from eminence.experiments.sweeps.search_settings import SearchSettings
from eminence.experiments.sweeps.space import read_space
from eminence.experiments.sweeps.trial import best_of
from eminence.experiments.sweeps.trial_search import TrialRecorder, TrialSearch, search_here
from eminence.search.network.network_file import NetworkFile

pytestmark = pytest.mark.ray


@pytest.fixture(scope="module", autouse=True)
def fuse(tmp_path_factory):
    """A cluster that runners find and leave running; the file that makes `fragile` break."""
    fuse = tmp_path_factory.mktemp("fragile") / "fuse"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("FRAGILE", str(fuse))
        patch.setitem(agents.AGENTS, "fragile", fragile())
        ray.init(
            address="local",
            num_cpus=2,
            include_dashboard=False,
            log_to_driver=False,
            logging_level="ERROR",
            object_store_memory=100 * 2**20,
        )
        yield fuse
        ray.shutdown()


def fragile():
    """An agent that kills its process, once; made in a function, so that Ray sends it along."""

    class Fragile(agents.FlatMC):
        name = "fragile"

        def explore(self, view, actions, budget):
            fuse = Path(os.environ["FRAGILE"])
            if self.iterations == 30 and fuse.exists():
                fuse.unlink()
                os.kill(os.getpid(), signal.SIGKILL)
            return super().explore(view, actions, budget)

    return Fragile


def noisy(peak):
    """A function with its highest win chance at 2, or with none at all."""

    def function(values, seed):
        chance = 0.5 + peak * (0.3 - 0.2 * abs(np.log(values["weights.card"] / 2)))
        return float(
            np.random.default_rng([seed, round(1000 * values["weights.card"])]).random() < chance
        )

    return function


@pytest.fixture(scope="module")
def space():
    written = {"weights.card": {"low": 0.2, "high": 20.0, "log": True}}
    return read_space(written, "greedy", engines.load("royals", players=2))


def searched(search, function, path, how):
    with Store(path, {}) as store:
        searching = TrialSearch.resumed(search, store)
        how(searching, TrialRecorder(search, Function(function), store, Progress()))
        return searching.ended


def on_ray(workers):
    def how(searching, recorder):
        with RayRunner(workers) as runner:
            search_on_ray(searching, recorder, runner)

    return how


def test_one_worker_tries_what_this_process_tries(space, tmp_path):
    search = SearchSettings(space, trials=12, blocks=4, max_blocks=36, seed=1)
    here = searched(search, noisy(1), tmp_path / "here.sqlite", search_here)
    there = searched(search, noisy(1), tmp_path / "there.sqlite", on_ray(1))
    assert there == here
    assert len({trial.blocks for trial in here}) > 1


@pytest.mark.soak
def test_pure_noise_on_two_workers_is_not_accepted(space, tmp_path):
    search = SearchSettings(space, "random", trials=4, blocks=10, max_blocks=30, seed=3)
    noise = noisy(0)
    best = best_of(searched(search, noise, tmp_path / "a.sqlite", on_ray(2)))
    test = Gate().test(2)
    rng = np.random.default_rng(5)
    while test.state == "undecided" and test.blocks < Gate().max_blocks:
        test.add([noise(best.values, seed) for seed in rng.integers(2**62, size=20)])
    assert test.state == "H0"


@pytest.mark.soak
def test_what_goes_wrong_is_told_in_one_line(space, tmp_path):
    search = SearchSettings(space, "random", trials=2, blocks=2, max_blocks=2)

    def broken(values, seed):
        raise ZeroDivisionError("not today")

    with pytest.raises(RunnerError, match=r"^a trial failed: .*not today$"):
        searched(search, broken, tmp_path / "a.sqlite", on_ray(1))


def test_a_store_that_refuses_ends_the_search(space, tmp_path, monkeypatch):
    search = SearchSettings(space, "random", trials=4, blocks=2, max_blocks=2)

    def full(recorder, report):
        raise StoreError("the disk is full")

    monkeypatch.setattr(TrialRecorder, "receive", full)
    with pytest.raises(StoreError, match="the disk is full"):
        searched(search, noisy(0), tmp_path / "a.sqlite", on_ray(1))


def test_a_killed_trial_is_played_again_and_a_second_run_plays_nothing(fuse, tmp_path, monkeypatch):
    """A grid with one rung does not depend on who is first."""
    sweep = experiments.Sweep(
        engines.load("tic_tac_toe"),
        "fragile:iterations=9",
        {"iterations": {"choices": [9, 30, 200]}},
        ["random", "fragile:iterations=50"],
        search="grid",
        blocks=6,
        max_blocks=6,
        gate=Gate(shares=(0.5, 0.6), max_blocks=60),
        ablation_blocks=6,
    )
    here = sweep.run(experiments.Place(local=True))
    fuse.touch()
    place = experiments.Place(workers=2, out=tmp_path / "run.sqlite")
    there = sweep.run(place)
    assert not fuse.exists()
    assert there.tables() == here.tables()

    with sqlite3.connect(place.out) as db:
        blocks = db.execute("SELECT count(*) FROM blocks").fetchone()
    db.close()

    def start(runner):
        raise AssertionError("nothing is left to be played")

    monkeypatch.setattr(RayRunner, "start", start)
    assert sweep.run(place).tables() == here.tables()
    with sqlite3.connect(place.out) as db:
        assert db.execute("SELECT count(*) FROM blocks").fetchone() == blocks
    db.close()


def test_trials_are_sent_the_networks_that_they_lack(tmp_path, monkeypatch):
    game = engines.load("tic_tac_toe")
    # The processes of trials stay in the folder of their cluster.
    monkeypatch.chdir(tmp_path)
    NetworkFile.of(game, arrays_for(game)).write("mine.npz")
    sweep = experiments.Sweep(
        game,
        "ismcts:iterations=5,network=mine.npz",
        {"iterations": {"choices": [5, 20]}},
        ["random"],
        search="grid",
        blocks=3,
        max_blocks=3,
        gate=Gate(shares=(0.5, 0.6), max_blocks=30),
        ablation_blocks=0,
    )
    here = sweep.run(experiments.Place(local=True))
    assert sweep.run(experiments.Place(workers=1)).tables() == here.tables()
