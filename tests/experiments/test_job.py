"""What a block is before it is played: equal blocks have equal ids, others do not."""

import hashlib
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest
from networks import arrays_for

import eminence.engines.royals
from eminence import engines
from eminence.experiments.games import job as job_module
from eminence.experiments.games.block import play_block
from eminence.experiments.games.job import Job, jobs_of, networks_of
from eminence.experiments.running import ray_worker
from eminence.search.network import parameter
from eminence.search.network.network_file import NetworkFile


@pytest.fixture(scope="module")
def kuhn():
    return engines.load("kuhn_poker", players=3)


LINEUP = ("greedy", "random", "random")


def test_the_id_is_the_hash_of_all_that_the_result_depends_on(kuhn):
    job = Job.of(kuhn, LINEUP, 7)
    assert job.identity() == {
        "game": "kuhn_poker",
        "options": {"players": 3},
        "fingerprint": kuhn.fingerprint,
        "lineup": ["greedy", "random", "random"],
        "seed": 7,
        "version": job_module.__version__,
    }
    text = json.dumps(job.identity(), sort_keys=True, separators=(",", ":"))
    assert job.id == hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.slow
def test_the_id_is_the_same_in_another_process(kuhn):
    code = (
        "from eminence import engines; from eminence.experiments.games.job import Job;"
        "game = engines.load('kuhn_poker', players=3);"
        f"print(Job.of(game, {LINEUP}, 7).id)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "5", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.strip() == Job.of(kuhn, LINEUP, 7).id


def test_everything_that_differs_makes_another_id(kuhn, monkeypatch):
    others = [
        Job.of(kuhn, LINEUP, 8),
        Job.of(kuhn, ("random", "greedy", "random"), 7),
        Job.of(kuhn, ("greedy:worlds=9", "random", "random"), 7),
        Job.of(engines.load("kuhn_poker", players=2), ("greedy", "random"), 7),
        Job.of(engines.load("goofspiel", players=3), LINEUP, 7),
    ]
    ids = {job.id for job in [Job.of(kuhn, LINEUP, 7), *others]}
    assert len(ids) == 6
    monkeypatch.setattr(job_module, "__version__", "0.0.1")
    assert Job.of(kuhn, LINEUP, 7).id not in ids


def test_changed_data_is_another_game_and_a_copied_folder_is_not(tmp_path):
    folder = copytree(eminence.engines.royals.DATA, tmp_path / "mine")
    ours, copied = engines.load("royals"), engines.load("royals", data=folder)
    lineup = ["random"] * ours.seats
    assert Job.of(ours, lineup, 0).id == Job.of(copied, lineup, 0).id
    guidance = folder / "guidance.toml"
    text = guidance.read_text()
    guidance.write_text(text.replace("[weights]", "[weights] # mine", 1))
    changed = engines.load("royals", data=folder)
    assert Job.of(ours, lineup, 0).id != Job.of(changed, lineup, 0).id


def test_specifications_are_compared_as_the_agents_write_them(kuhn):
    written = Job.of(kuhn, ("greedy:worlds=8", "random:seed=0", " random"), 7)
    assert written == Job.of(kuhn, LINEUP, 7)
    assert written.id == Job.of(kuhn, LINEUP, 7).id


@pytest.fixture(scope="module")
def royals():
    return engines.load("royals", players=2)


def test_weights_from_a_file_are_written_out(royals, tmp_path):
    name, other = list(royals.weights)[:2]
    file = tmp_path / "mine.toml"
    file.write_text(f"{name} = 2.5\n{other} = 1\n")
    job = Job.of(royals, (f"greedy:weights={file}", "random"), 1)
    inline = Job.of(royals, (f"greedy:weights={{{other}:1;{name}:2.5}}", "random"), 1)
    assert str(file) not in job.lineup[0]
    assert job.id == inline.id
    by_file = play_block(royals, (f"greedy:weights={file}", "random"), 1)
    file.write_text(f"{name} = 3.5\n{other} = 1\n")
    assert Job.of(royals, (f"greedy:weights={file}", "random"), 1).id != job.id
    assert play_block(royals, job.lineup, 1).games == by_file.games


@pytest.mark.parametrize(
    ("lineup", "seed", "complaint"),
    [
        (("greedy", "random"), 0, "a line-up of 2 agents: kuhn_poker is loaded for 3 seats"),
        (("gready", "random", "random"), 0, "unknown agent 'gready'"),
        (("greedy:weights={nose:1}", "random", "random"), 0, "nose: no weight of kuhn_poker"),
        (LINEUP, -1, "seed: expected a whole number"),
        (LINEUP, 2**64, "seed: expected a whole number from 0 to .* got a huge number"),
    ],
)
def test_what_could_not_be_played_is_refused_before_it_is(kuhn, lineup, seed, complaint):
    with pytest.raises(engines.BadOption, match=complaint):
        Job.of(kuhn, lineup, seed)


def test_jobs_of_a_line_up_differ_in_their_seed(kuhn):
    assert jobs_of(kuhn, LINEUP, range(3)) == [Job.of(kuhn, LINEUP, seed) for seed in range(3)]


@pytest.mark.slow
def test_experiments_do_not_import_ray_before_they_need_it():
    code = (
        "import sys, eminence.experiments.running.ray_runner, eminence.play.main; "
        "sys.exit('ray' in sys.modules)"
    )
    path = os.pathsep.join([str(Path(eminence.__file__).parents[1]), *sys.path])
    env = {**os.environ, "PYTHONPATH": path}
    subprocess.run([sys.executable, "-c", code], env=env, check=True)


def network_jobs(game, folder, monkeypatch):
    """Jobs whose agents name a network in this folder, which is the current one now."""
    monkeypatch.chdir(folder)
    NetworkFile.of(game, arrays_for(game)).write("mine.npz")
    agent = "ismcts:iterations=5,network="
    return jobs_of(game, [f"{agent}mine.npz", "random", f"{agent}none"], range(2))


def agents_of(jobs):
    return [spec for job in jobs for spec in job.lineup]


def test_the_networks_of_jobs_are_listed_once(kuhn, tmp_path, monkeypatch):
    jobs = network_jobs(kuhn, tmp_path, monkeypatch)
    ((digest, network),) = networks_of(agents_of(jobs)).items()
    assert digest == network.digest
    assert jobs[0].lineup[0].endswith(f"network=mine.npz@{digest}")
    assert networks_of(LINEUP) == {}


def test_a_worker_plays_with_a_network_that_it_was_sent(kuhn, tmp_path, monkeypatch):
    jobs = network_jobs(kuhn, tmp_path, monkeypatch)
    expected = [play_block(kuhn, job.lineup, job.seed) for job in jobs]
    sent = [pickle.dumps(network) for network in networks_of(agents_of(jobs)).values()]
    # As in a process on another machine: no file, and nothing that was read before.
    (tmp_path / "mine.npz").unlink()
    monkeypatch.setattr(parameter, "_received", {})
    parameter._pinned.cache_clear()
    monkeypatch.setattr(ray_worker, "_here", lambda: ("here", 1))
    worker = ray_worker.Worker(ray_worker.packed_agents(), None)
    tasks = [(kuhn.fingerprint, job.lineup, job.seed) for job in jobs]
    worker.prepare({kuhn.fingerprint: pickle.dumps(kuhn)}, [])
    with pytest.raises(engines.BadOption, match=r"mine\.npz: No such file"):
        worker.play(tasks)
    worker.prepare({}, sent)
    assert worker.play(tasks) == expected
