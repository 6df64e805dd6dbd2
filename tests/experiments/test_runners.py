"""Blocks are the same on every runner, and every job is answered once."""

import os
import signal
import sqlite3
import time
from collections import Counter
from shutil import copytree

import psutil
import pytest
import ray
from networks import arrays_for

import eminence.engines.royals
from eminence import engines, search
from eminence.experiments.games.block import Block, Failure
from eminence.experiments.games.job import jobs_of, networks_of
from eminence.experiments.running import ray_dispatch
from eminence.experiments.running.ray_runner import RayRunner
from eminence.experiments.running.runner import LocalRunner, RunnerError
from eminence.experiments.storage.store import Store
from eminence.search.network.network_file import NetworkFile

pytestmark = pytest.mark.ray


def own_agents():
    """Agents that a user might write; made in a function, so that Ray sends them along."""

    class Raising(search.Random):
        name = "raising"

        def choose(self, view, actions):
            if self.seed % 3 == 0:
                raise RuntimeError("not today")
            return super().choose(view, actions)

    class Killing(search.Random):
        name = "killing"

        def choose(self, view, actions):
            os.kill(os.getpid(), signal.SIGKILL)

    class Slow(search.Random):
        name = "slow"

        def choose(self, view, actions):
            time.sleep(0.01)
            return super().choose(view, actions)

    return {agent.name: agent for agent in (Raising, Killing, Slow)}


@pytest.fixture(scope="module")
def cluster():
    """A cluster that runners find and leave running: starting one takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        for name, agent in own_agents().items():
            patch.setitem(search.AGENTS, name, agent)
        ray.init(
            address="local",
            num_cpus=4,
            include_dashboard=False,
            log_to_driver=False,
            logging_level="ERROR",
            object_store_memory=100 * 2**20,
        )
        yield
        ray.shutdown()


@pytest.fixture(scope="module")
def pair(cluster):
    """Two workers that are ready."""
    with RayRunner(2) as runner:
        warm(runner)
        yield runner


def warm(runner):
    """Let all workers of a runner get ready: small runs end before the last ones are ready."""
    jobs = jobs_of(engines.load("tic_tac_toe"), ["random"] * 2, range(2 * runner.workers))
    runner.played.clear()
    end = time.monotonic() + 60
    while len(runner.played) < runner.workers:
        assert time.monotonic() < end
        list(runner.run(jobs))
        # The one that is ready would else take the processor from those that are starting.
        time.sleep(0.1)
    runner.played.clear()


@pytest.fixture(scope="module")
def jobs():
    """Three games, and line-ups of one against all and of a pool."""
    kuhn = engines.load("kuhn_poker", players=3)
    return [
        *jobs_of(kuhn, ("greedy", "random", "random"), range(30)),
        *jobs_of(kuhn, ("greedy", "random", "flat:iterations=20"), range(30)),
        *jobs_of(engines.load("leduc_poker"), ("flat:iterations=50", "random"), range(30)),
        *jobs_of(engines.load("goofspiel"), ("random", "random:seed=1"), range(10)),
    ]


@pytest.fixture(scope="module")
def tic_tac_toe():
    return engines.load("tic_tac_toe")


def table(path, jobs, runner):
    """All that a run leaves in its file."""
    with Store(path, {"kind": "test"}) as store:
        for job, attempt in runner.run(store.missing(jobs)):
            store.add(job, attempt)
    db = sqlite3.connect(path)
    try:
        return [
            db.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall()
            for name in ("about", "blocks", "failures")
        ]
    finally:
        db.close()


def split(attempts):
    """Blocks and failures by seed; every job answered once."""
    assert not [n for n in Counter(job.id for job, _ in attempts).values() if n > 1]
    blocks = {job.seed: found for job, found in attempts if isinstance(found, Block)}
    failures = {job.seed: found for job, found in attempts if isinstance(found, Failure)}
    return blocks, failures


def locally(jobs):
    return list(LocalRunner().run(jobs))


@pytest.mark.parametrize("workers", [1, 2, pytest.param(4, marks=pytest.mark.soak)])
def test_the_table_does_not_depend_on_who_plays(workers, tmp_path, jobs, cluster):
    alone = table(tmp_path / "local", jobs, LocalRunner())
    assert len(alone[1]) == len(jobs)
    with RayRunner(workers) as runner:
        runner.start()
        warm(runner)
        assert table(tmp_path / str(workers), jobs, runner) == alone
        processes = {pid for _, pid in runner.played}
        assert sum(runner.played.values()) == len(jobs)
        assert os.getpid() not in processes
        # On a busy machine a worker may be ready too late to get a job.
        assert min(workers, 2) <= len(processes) <= workers


def test_workers_stay_from_run_to_run_and_learn_new_games(pair):
    warm(pair)
    kuhn = jobs_of(engines.load("kuhn_poker", players=4), ["random"] * 4, range(8))
    phantom = jobs_of(engines.load("phantom_ttt"), ["random"] * 2, range(8))
    for batch in (kuhn[:4], kuhn[4:], phantom):
        assert dict(pair.run(batch)) == dict(locally(batch))
    assert len({pid for _, pid in pair.played}) == 2


@pytest.mark.parametrize("workers", [None, 1])
def test_nothing_to_do_starts_nothing(jobs, workers):
    runner = RayRunner(workers, address="nowhere:1")
    assert list(runner.run([])) == []
    assert list(runner.run(jobs, stop=lambda: True)) == []
    assert list(LocalRunner().run([])) == []


def test_a_runner_that_is_told_to_stop_starts_no_more(jobs, pair):
    for runner in (LocalRunner(), pair):
        found = []
        for attempt in runner.run(jobs, stop=lambda found=found: bool(found)):
            found.append(attempt)
        assert 0 < len(found) < len(jobs)
        assert all(isinstance(attempt, Block) for _, attempt in found)


def test_a_failing_agent_does_not_stop_the_other_blocks(pair):
    jobs = jobs_of(engines.load("kuhn_poker", players=2), ("raising", "random"), range(24))
    blocks, failures = split(locally(jobs))
    assert len(blocks) + len(failures) == 24
    assert blocks
    assert failures
    for seed, failure in failures.items():
        assert (failure.agent, failure.seed) == ("raising", seed)
        assert failure.error == "RuntimeError: not today"
    assert split(list(pair.run(jobs))) == (blocks, failures)


def test_a_block_that_kills_its_worker_three_times_is_a_failure(tic_tac_toe, pair):
    warm(pair)
    innocent = jobs_of(tic_tac_toe, ("random", "random"), range(100, 120))
    (killer,) = jobs_of(tic_tac_toe, ("killing", "random"), [7])
    blocks, failures = split(list(pair.run([*innocent[:10], killer, *innocent[10:]])))
    assert blocks == split(locally(innocent))[0]
    assert list(failures) == [7]
    assert str(failures[7]) == "seed 7 of killing - random: the worker died, 3 times"


def test_a_killed_worker_loses_and_doubles_nothing(tic_tac_toe, pair):
    warm(pair)
    jobs = jobs_of(tic_tac_toe, ("slow", "random"), range(20))
    attempts, killed = [], None
    for attempt in pair.run(jobs):
        attempts.append(attempt)
        if killed is None:
            killed = next(member for member in pair.members if member.jobs)
            lost = {job.id for job in killed.jobs}
            os.kill(killed.process[1], signal.SIGKILL)
    assert lost
    assert lost <= {job.id for job, _ in attempts}
    assert killed not in pair.members
    assert split(attempts) == split(locally(jobs))


def test_whoever_wants_no_more_ends_the_workers(tic_tac_toe, pair):
    warm(pair)
    running = pair.run(jobs_of(tic_tac_toe, ("slow", "random"), range(50)))
    next(running)
    running.close()
    assert pair.members == []
    quick = jobs_of(tic_tac_toe, ("random", "random"), range(4))
    assert dict(pair.run(quick)) == dict(locally(quick))


def test_a_closed_runner_ends_its_workers_and_leaves_a_cluster_that_was_there(tic_tac_toe, cluster):
    with RayRunner(1) as runner:
        list(runner.run(jobs_of(tic_tac_toe, ("random", "random"), range(2))))
        ((_, pid),) = runner.played
        worker = psutil.Process(pid)
    worker.wait(10)
    assert ray.is_initialized()


def test_a_worker_with_another_version_is_refused(jobs, cluster, monkeypatch):
    monkeypatch.setattr(ray_dispatch, "__version__", "0.0.7")
    with (
        RayRunner(1) as runner,
        pytest.raises(RunnerError, match=r"a worker has version .* and this is 0\.0\.7"),
    ):
        list(runner.run(jobs[:1]))


def other_royals(folder):
    """Changes what the game's fingerprint covers; a worker may read the file at any moment."""
    guidance, changed = folder / "guidance.toml", folder / "changed"
    changed.write_text(guidance.read_text().replace("[weights]", "[weights] # mine", 1))
    changed.replace(guidance)


def test_a_data_folder_of_ones_own_must_be_the_same_for_the_workers(tmp_path, pair):
    folder = copytree(eminence.engines.royals.DATA, tmp_path / "mine")
    other_royals(folder)
    mine = engines.load("royals", players=2, data=folder)
    assert mine != engines.load("royals", players=2)
    jobs = jobs_of(mine, ("greedy", "random"), range(2))
    assert dict(pair.run(jobs)) == dict(locally(jobs))
    other_royals(folder)
    third = engines.load("royals", players=2, data=folder)
    other_royals(folder)
    with pytest.raises(RunnerError, match="a worker has another game: royals: its rules"):
        list(pair.run(jobs_of(third, ("random", "random"), range(1))))


def test_workers_are_sent_the_networks_that_they_lack(tmp_path, tic_tac_toe, pair, monkeypatch):
    warm(pair)
    # The workers stay in the folder of their cluster.
    monkeypatch.chdir(tmp_path)
    NetworkFile.of(tic_tac_toe, arrays_for(tic_tac_toe)).write("mine.npz")
    jobs = jobs_of(tic_tac_toe, ("ismcts:iterations=9,network=mine.npz", "random"), range(8))
    assert dict(pair.run(jobs)) == dict(locally(jobs))
    (digest,) = networks_of(jobs[0].lineup)
    assert all(digest in member.known for member in pair.members)
    assert dict(pair.run(jobs)) == dict(locally(jobs))


def test_more_workers_than_processors_are_refused(jobs, cluster):
    with pytest.raises(RunnerError, match="workers=5: the cluster has 4 processors"):
        list(RayRunner(5).run(jobs))


@pytest.mark.parametrize("workers", [0, -1])
def test_a_runner_needs_a_worker(workers):
    with pytest.raises(engines.BadOption, match="expected a whole number from 1 up"):
        RayRunner(workers)
