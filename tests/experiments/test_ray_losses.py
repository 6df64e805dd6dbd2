"""Real clusters, started and killed: of this driver's own, and of two nodes."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

import psutil
import pytest
import ray
from ray.cluster_utils import Cluster

from eminence import engines, experiments
from eminence.experiments.games.job import jobs_of
from eminence.experiments.running.ray_runner import RayRunner
from eminence.experiments.running.runner import LocalRunner, RunnerError
from eminence.experiments.storage.store import Store

pytestmark = pytest.mark.ray

LINEUP = ("flat:iterations=20000", "greedy")
BLOCKS = 60
#: enough to leave something to play when the node dies, however fast the machine is
SLOW = ("ismcts:iterations=100000", "greedy")

DRIVER = f"""
import sys
from eminence import engines
from eminence.experiments.games.job import jobs_of
from eminence.experiments.running.ray_runner import RayRunner
from eminence.experiments.storage.store import Store

jobs = jobs_of(engines.load("leduc_poker"), {LINEUP!r}, range({BLOCKS}))
with Store(sys.argv[1], {{"kind": "test"}}) as store, RayRunner(2) as runner:
    for job, attempt in runner.run(store.missing(jobs)):
        store.add(job, attempt)
        print(job.seed, flush=True)
"""


@pytest.fixture(scope="module")
def jobs():
    return jobs_of(engines.load("leduc_poker"), LINEUP, range(BLOCKS))


def stored(path):
    db = sqlite3.connect(path)
    try:
        return db.execute("SELECT * FROM blocks ORDER BY id").fetchall()
    finally:
        db.close()


def store_all(path, jobs, runner):
    with Store(path, {"kind": "test"}) as store:
        for job, attempt in runner.run(store.missing(jobs)):
            store.add(job, attempt)
    return stored(path)


def started(path):
    """The driver in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", DRIVER, str(path)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_lost_ray_is_started_anew_with_nothing_from_the_current_folder(tmp_path):
    for name in ("search", "play", "experiments", "pandas", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    path = tmp_path / "run.sqlite"
    match = ["match", "leduc_poker", *SLOW, "--blocks", str(BLOCKS), "--json"]
    script = "import sys; from eminence.play.main import main; sys.exit(main())"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    with subprocess.Popen(
        [sys.executable, "-P", "-c", script, *match, "--workers", "2", "--out", str(path)],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as driver:
        try:
            wait_for_blocks(path, 4)
            family = psutil.Process(driver.pid).children(recursive=True)
            doors = [
                door.laddr.ip
                for process in family
                for door in process.net_connections()
                if door.status == psutil.CONN_LISTEN
            ]
            named(family, "ray::Worker").kill()
            wait_for_blocks(path, 8)
            named(family, "raylet").kill()
            out, err = driver.communicate(timeout=300)
        finally:
            driver.kill()
    assert driver.returncode == 0, err
    assert "its node (raylet) is gone; starting Ray anew" in err
    assert len(doors) >= 5
    assert {door.removeprefix("::ffff:") for door in doors} == {"127.0.0.1"}
    assert not (tmp_path / "ran").exists()
    assert ended(family)
    here = experiments.Match(engines.load("leduc_poker"), *SLOW, BLOCKS)
    assert json.loads(out)["match"] == here.run(experiments.Place(local=True)).columns()


def wait_for_blocks(path, count):
    """Until so many of them are in the file."""
    end = time.monotonic() + 240
    while not path.exists() or path.stat().st_size == 0 or len(stored(path)) < count:
        assert time.monotonic() < end
        time.sleep(0.05)


def with_both_workers(driver, seconds=60):
    """The driver's processes, once both workers are among them: one may be ten blocks ahead."""
    end = time.monotonic() + seconds
    while True:
        family = psutil.Process(driver.pid).children(recursive=True)
        if sum(name_of(process).startswith("ray::Worker") for process in family) == 2:
            return family
        assert time.monotonic() < end
        time.sleep(0.05)


def name_of(process):
    """Of a process that may have ended by now."""
    try:
        return process.name()
    except psutil.NoSuchProcess:
        return ""


def named(family, name):
    """One of these processes, by the beginning of its name."""
    return next(process for process in family if process.name().startswith(name))


def ended(processes, seconds=120):
    """Are all of them gone soon? Ray's own helpers look for their parent only now and then."""
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    return [process.name() for process in alive] == []


# Ray's own helpers take a minute to notice. `test_ray_process.py` has the same without Ray.
@pytest.mark.soak
def test_a_killed_driver_leaves_nothing_behind_and_the_same_command_finishes(tmp_path, jobs):
    path = tmp_path / "run.sqlite"
    with started(path) as driver:
        said = [int(driver.stdout.readline()) for _ in range(10)]
        family = with_both_workers(driver)
        driver.send_signal(signal.SIGKILL)
    assert ended(family)
    assert {path.name, path.name + "-wal"} <= {file.name for file in tmp_path.iterdir()}

    with started(path) as driver:
        again = [int(driver.stdout.readline())]
        family = psutil.Process(driver.pid).children(recursive=True)
        again += map(int, driver.stdout)
        complaints = driver.stderr.read()
    assert (driver.returncode, complaints) == (0, "")
    assert ended(family)

    assert len(set(again)) == len(again) <= BLOCKS - len(said)
    assert not {*said} & {*again}
    assert stored(path) == store_all(tmp_path / "local", jobs, LocalRunner())
    assert len(stored(path)) == BLOCKS


@pytest.fixture
def two_nodes(monkeypatch):
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    quick = {
        "health_check_initial_delay_ms": 0,
        "health_check_period_ms": 300,
        "health_check_failure_threshold": 3,
    }
    head = {
        "num_cpus": 1,
        "include_dashboard": False,
        "object_store_memory": 100 * 2**20,
        "_system_config": quick,
    }
    cluster = Cluster(initialize_head=True, head_node_args=head)
    second = cluster.add_node(num_cpus=1, object_store_memory=100 * 2**20)
    cluster.wait_for_nodes()
    yield cluster, second
    ray.shutdown()
    cluster.shutdown()


def test_a_killed_node_loses_and_doubles_nothing(tmp_path, jobs, two_nodes):
    cluster, second = two_nodes
    (server,) = second.all_processes["raylet"]
    node = psutil.Process(server.process.pid)
    path = tmp_path / "run.sqlite"
    lost = []
    with RayRunner(address=cluster.address) as runner, Store(path, {"kind": "test"}) as store:
        for job, attempt in runner.run(jobs):
            store.add(job, attempt)
            there = [m for m in runner.members if m.process[0] == second.node_id]
            if not lost and any(member.jobs for member in there):
                lost = [job.id for member in there for job in member.jobs]
                for process in [node, *node.children(recursive=True)]:
                    process.kill()
        assert runner.workers == 2
    assert lost
    assert {*lost} <= {id_ for id_, *_ in stored(path)}
    assert stored(path) == store_all(tmp_path / "local", jobs, LocalRunner())
    assert len(stored(path)) == BLOCKS


def test_no_cluster_where_one_was_said_to_be(jobs):
    with pytest.raises(RunnerError, match=r"none at 127\.0\.0\.1:1: ConnectionRefused"):
        list(RayRunner(address="127.0.0.1:1").run(jobs))
