"""Ray's own process: its messages, its death, and who ends whom. Ray is not started here."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from errands import Asked, die, die_at_once, divide, refuse, tell

import eminence
from eminence import experiments
from eminence.cython_ext.errors import BadOption
from eminence.experiments.running import imports, ray_process, sessions
from eminence.experiments.running.progress import Progress
from eminence.experiments.running.ray_runner import RayRunner
from eminence.experiments.running.ray_servers import SILENCES, Server
from eminence.experiments.running.runner import ClusterLost, RunnerError

pytestmark = pytest.mark.slow


def until(true):
    """Wait for something that must come."""
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


class Heard(Progress):
    def __init__(self):
        self.begun, self.games, self.estimates, self.said = 0, 0, [], []

    def begin(self, most_games):
        self.begun = most_games

    def played(self, games, estimate):
        self.games += games
        self.estimates.append(estimate())

    def told(self, text):
        self.said.append(text)


def test_what_is_found_and_how_far_it_has_got_comes_back_and_nothing_else(capfd):
    heard = Heard()
    found = Asked(tell).run(experiments.Place(), heard)
    assert found["process"] == found["session"] != os.getpid()
    assert (heard.begun, heard.games, heard.estimates) == (10, 2, ["half"])
    assert heard.said == ["a word"]
    assert capfd.readouterr() == ("", "")


def test_bad_input_is_the_same_error_and_a_mistake_keeps_its_trace():
    with pytest.raises(BadOption, match=r"^choose another$"):
        Asked(refuse).run(experiments.Place())
    with pytest.raises(ZeroDivisionError) as error:
        Asked(divide).run(experiments.Place())
    assert "in divide" in "".join(error.value.__notes__)


def test_a_dead_driver_is_replaced_and_what_was_written_stays(tmp_path):
    heard = Heard()
    place = experiments.Place(out=tmp_path / "run.sqlite")
    # More often than is allowed in a row: something was finished in between.
    notes = Asked(die, (4,)).run(place, heard)
    assert len({*notes.values()}) == 5
    told = "the Ray cluster is lost: its driver died (SIGKILL); starting Ray anew, "
    assert heard.said == [told + "going on from what is finished"] * 4


@pytest.mark.parametrize(
    ("place", "tries", "way_on"),
    [
        ({"out": "run.sqlite"}, 3, "run.sqlite keeps what is finished: start the same command"),
        ({}, 3, "start the same command again, with --out FILE"),
        ({"address": "far:1", "out": "a.sqlite"}, 1, "start the cluster, then the same command"),
    ],
)
def test_a_driver_that_only_dies_is_given_up_with_a_way_to_go_on(
    place, tries, way_on, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    heard = Heard()
    with pytest.raises(ClusterLost, match=way_on):
        Asked(die_at_once).run(experiments.Place(**place), heard)
    assert len(heard.said) == tries - 1


def test_what_the_first_process_cannot_write_is_its_own_affair():
    class Broken(Heard):
        def told(self, text):
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        Asked(tell).run(experiments.Place(), Broken())


def test_a_driver_that_cannot_begin_says_why(monkeypatch):
    monkeypatch.setattr(ray_process, "SERVE", "raise ImportError('no module here')")
    with pytest.raises(ClusterLost, match=r"its driver died .*no module here"):
        Asked(die_at_once).run(experiments.Place())


def test_workers_are_counted_before_anything_is_started():
    with pytest.raises(BadOption, match="expected a whole number from 1 up"):
        Asked(die_at_once).run(experiments.Place(workers=0))


# --- signals ---

WAITING = """
import sys
from pathlib import Path
import eminence
from eminence import experiments
from errands import Asked, wait

try:
    Asked(wait, (Path(sys.argv[1]),)).run(experiments.Place())
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)]
)
def test_however_the_first_process_ends_all_others_do(number, code, tmp_path):
    notes = tmp_path / "notes"
    command = [sys.executable, "-c", WAITING, str(notes)]
    path = os.pathsep.join(entry for entry in sys.path if entry)
    with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": path}) as first:
        try:
            until(lambda: notes.exists() or first.poll() is not None)
            others = [psutil.Process(int(word)) for word in notes.read_text().split()]
            folder = Path(others[1].environ()["RAY_TMPDIR"])
            first.send_signal(number)
            assert first.wait(60) == code
        finally:
            first.kill()
    assert psutil.wait_procs(others, timeout=60)[1] == []
    assert len(others) == 2
    until(lambda: not folder.exists())


def test_a_session_is_ended_with_those_whose_parent_is_gone():
    leader = subprocess.Popen(
        ["sh", "-c", "(sleep 600 & sleep 600 &) ; exec sleep 600"], start_new_session=True
    )
    until(lambda: [each.name for each in alive(leader.pid)] == ["sleep"] * 3)
    sessions.end(leader.pid, spare=leader.pid)
    assert [each.number for each in alive(leader.pid)] == [leader.pid]
    sessions.end(leader.pid)
    assert alive(leader.pid) == []
    # Dead, and still listed: nobody has asked for its exit code.
    assert sessions.members(leader.pid)[0].dead
    assert leader.wait(10) == -signal.SIGKILL


def alive(session):
    return [each for each in sessions.members(session) if not each.dead]


# --- servers ---


def test_a_server_that_is_silent_twice_is_lost():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = Server("head", *listening.getsockname())
        assert all(server.answers() for _ in range(3))
    assert [server.answers() for _ in range(SILENCES)] == [True, False]
    runner = RayRunner(1)
    runner.servers = [server]
    with pytest.raises(ClusterLost, match="the Ray cluster is lost: its head is gone"):
        runner.look()


def test_a_refused_token_is_named(monkeypatch):
    import ray

    def refuse(**_):
        try:
            raise ray.exceptions.AuthenticationError("InvalidAuthToken")
        except Exception as error:
            raise ConnectionError("Failed to connect to Ray cluster") from error

    monkeypatch.setattr(ray, "init", refuse)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(RunnerError, match=rf"{address} asks for its token: set RAY_AUTH_"):
            RayRunner(address=address).start()


# --- imports ---


def path_of(arguments, cwd, script=None, **environment):
    """What `import_path` says in another process."""
    code = "import eminence.experiments.running.imports as i; print(*i.import_path(), sep='\\n')"
    if script is not None:
        script.write_text(code)
    done = subprocess.run(
        [sys.executable, *(arguments or ["-c", code])],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_the_current_folder_is_no_place_to_import_from_unless_it_is_named(tmp_path):
    here = str(tmp_path)
    ours = str(Path(eminence.__file__).parents[1])
    assert here not in path_of([], tmp_path)
    assert ours in path_of([], tmp_path)
    assert here in path_of([], tmp_path, PYTHONPATH=here)
    script = tmp_path / "script.py"
    assert path_of([str(script)], tmp_path, script)[-1] == here


def test_agents_beside_a_script_go_as_values(tmp_path, monkeypatch):
    (tmp_path / "bots_of_mine.py").write_text(
        "import tools_of_mine; from eminence import search\n"
        "class Mine(search.Random):\n"
        "    name = 'mine'\n"
        "    def answer(self):\n"
        "        return tools_of_mine.answer()\n"
    )
    (tmp_path / "tools_of_mine.py").write_text("def answer():\n    return 42\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import bots_of_mine

    pickled = imports.packed(bots_of_mine.Mine, [bots_of_mine.Mine])
    for name in ("bots_of_mine", "tools_of_mine"):
        monkeypatch.delitem(sys.modules, name)
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer)().answer())"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], input=pickled, capture_output=True, check=False
    )
    assert (done.stdout, done.stderr) == (b"42\n", b"")
