"""Ray in a process of its own, beside the one that a person started.

Ray takes signals for itself, writes to standard output, waits for ever for servers that have
died, may crash when it is interrupted while it starts, and cannot be started twice. So the
person's process does not start Ray. It starts a second process in a session of its own, is told by
it how far the study has got, and ends that session whatever happens. If Ray is lost, a new process
goes on from the file of finished blocks.

The second process watches Ray's servers and the first process. If the first is gone, however it
died, the second ends everything that it has started, and itself.
"""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING, Any, TypeVar

from eminence import search
from eminence.cython_ext.errors import EminenceError, error_line
from eminence.experiments.games.block import Failure
from eminence.experiments.running import sessions
from eminence.experiments.running.imports import import_path, importable, packed
from eminence.experiments.running.progress import ESTIMATE_EVERY, Progress
from eminence.experiments.running.ray_runner import RayRunner
from eminence.experiments.running.ray_servers import HEAD, LOOK_SECONDS, NODE
from eminence.experiments.running.ray_worker import DEATHS, own_agents, packed_agents
from eminence.experiments.running.runner import ClusterLost, RunnerError
from eminence.experiments.running.signals import ended_by_sigterm, signals_held_back

if TYPE_CHECKING:
    from eminence.experiments.experiment import Study
    from eminence.experiments.findings import Findings
    from eminence.experiments.running.place import Place

R = TypeVar("R", bound="Findings")

SERVE = (
    "import sys; from eminence.experiments.running.ray_process import serve; "
    "serve(int(sys.argv[1]), sys.argv[2])"
)
#: How the servers of a cluster are called, by the names of their processes.
SERVERS = {"gcs_server": HEAD, "raylet": NODE}
#: Paths of sockets have 107 characters at most; Ray adds 70 to its folder, which adds 12.
MOST_PATH = 25


def ray_is_ours() -> bool:
    """Has this process started Ray by itself? Then it keeps its cluster, and studies use it."""
    ray = sys.modules.get("ray")
    return ray is not None and bool(ray.is_initialized())


def run_apart(study: Study[R], place: Place, progress: Progress) -> R:
    """What a study finds on Ray; if Ray is lost, a fresh one is started."""
    place.runner()  # refuses impossible numbers of workers at once
    losses = 0
    short = None if len(gettempdir()) <= MOST_PATH else "/tmp"
    with ended_by_sigterm(), TemporaryDirectory(dir=short) as folder, progress:
        kept = replace(place, out=place.out or Path(folder) / "run.sqlite")
        while True:
            other = _Other(study, kept, progress, folder)
            try:
                return other.answer()
            except ClusterLost as lost:
                losses = 1 if other.played else losses + 1
                if place.address is not None or losses == DEATHS:
                    raise ClusterLost(f"{lost}; {_way_on(place)}") from None
                progress.told(f"{lost}; starting Ray anew, going on from what is finished")


def _way_on(place: Place) -> str:
    start = "start" if place.address is None else "start the cluster, then"
    if place.out is None:
        return f"{start} the same command again, with --out FILE to keep what is finished"
    return f"{place.out} keeps what is finished: {start} the same command again to go on"


@dataclass(frozen=True)
class Errand:
    """What the second process is asked to do."""

    study: Study[Any]
    place: Place
    watched: bool
    """Does anybody look at estimates?"""
    agents: bytes


class _Other:
    """The second process, as the first one sees it."""

    def __init__(self, study: Study[Any], place: Place, progress: Progress, folder: str):
        self.played = False
        """Has it finished anything?"""
        self._place, self._progress, self._folder = place, progress, folder
        watched = type(progress) is not Progress
        errand = Errand(study, place, watched, packed_agents())
        self._errand = _pickled(errand, type(study))
        self._log = Path(folder) / "log"

    def answer(self) -> Any:
        """Start it, take all that it reports, and end it."""
        ours, theirs = Pipe()
        with ours:
            with theirs, self._log.open("wb") as log:
                process = self._start(theirs.fileno(), log.fileno())
            try:
                for what, *said in self._messages(ours, process):
                    if what == "found":
                        return pickle.loads(said[0])
                    self._hear(what, *said)
            finally:
                with signals_held_back():
                    sessions.end(process.pid)
                    process.wait()

    def _messages(
        self, ours: Connection, process: subprocess.Popen[bytes]
    ) -> Iterator[tuple[Any, ...]]:
        """Its messages, until the last one or its death."""
        try:
            ours.send_bytes(self._errand)
            while True:
                said = ours.recv_bytes()
                yield pickle.loads(said)
        except (EOFError, ConnectionError):
            died = self._last_words(process)
            raise ClusterLost(f"the Ray cluster is lost: its driver died{died}") from None

    def _start(self, connection: int, log: int) -> subprocess.Popen[bytes]:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(import_path()),
            "PYTHONSAFEPATH": "1",
        }
        if self._place.address is None:
            # So that Ray's files are removed with this run.
            environment |= {"TMPDIR": self._folder, "RAY_TMPDIR": self._folder}
        return subprocess.Popen(
            [sys.executable, "-P", "-c", SERVE, str(connection), self._folder],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=[connection],
            start_new_session=True,
            env=environment,
        )

    def _hear(self, what: str, *said: Any) -> None:
        if what == "begin":
            self._progress.begin(*said)
        elif what == "played":
            games, estimate = said
            self.played = True
            self._progress.played(games, lambda: str(estimate))
        elif what == "failed":
            self._progress.failed(*said)
        elif what == "told":
            self._progress.told(*said)
        else:
            raise said[0]

    def _last_words(self, process: subprocess.Popen[bytes]) -> str:
        """How it died, as far as that is known."""
        with suppress(subprocess.TimeoutExpired):
            if process.wait(LOOK_SECONDS) < 0:
                return f" ({signal.Signals(-process.returncode).name})"
            lines = self._log.read_text(errors="replace").splitlines()
            said = [line.strip() for line in lines if line.strip()]
            return f" ({said[-1][:200]})" if said else ""
        return ""


def _pickled(thing: Any, kind: type) -> bytes:
    """A pickle for the other process, which may lack the classes of a user's own study."""
    if importable(kind):
        return pickle.dumps(thing)
    return packed(thing, [kind, *own_agents().values()])


# --- in the second process ---


def serve(number: int, folder: str) -> None:
    """Run the study that comes over this connection; say what it found."""
    os.set_inheritable(number, False)
    first = _First(Connection(number))
    try:
        errand = pickle.loads(first.connection.recv_bytes())
    except (EOFError, ConnectionError):
        return
    runner = _Runner(errand.place.workers, errand.place.address)
    watching = threading.Thread(target=_watch, args=(first, runner, folder), daemon=True)
    watching.start()
    try:
        search.AGENTS.update(pickle.loads(errand.agents))
        progress = RemoteProgress(first.say, errand.watched)
        found = errand.study.run_with(runner, errand.place, progress)
        first.say("found", _pickled(found, type(found)))
    except Exception as error:
        with suppress(OSError):
            first.say("raised", _portable(error))
    finally:
        if first.gone(0):
            watching.join()  # it ends everything that was started here, then this process
        # Without Ray's own farewell, which takes a second: the first process ends the session.
        os._exit(0)


class _Runner(RayRunner):
    """Its own cluster ends with the session; an existing one is left in an orderly way."""

    def close(self) -> None:
        if not self.own_cluster:
            super().close()


def _portable(error: Exception) -> Exception:
    """An error that another process can load; with its trace unless bad input caused it."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = RunnerError(error_line(error))
    if not isinstance(error, EminenceError):
        error.add_note("".join(traceback.format_exception(error)))
    return error


class _First:
    """The first process, as the second one sees it."""

    def __init__(self, connection: Connection):
        self.connection = connection
        self._speaking = threading.Lock()

    def say(self, what: str, *said: Any) -> None:
        with self._speaking:
            self.connection.send_bytes(pickle.dumps((what, *said)))

    def gone(self, seconds: float) -> bool:
        """Has it ended? It sends nothing more, so anything that can be read is its end."""
        return self.connection.poll(seconds)


def _watch(first: _First, runner: RayRunner, folder: str) -> None:
    """End everything here once the first process is gone, or Ray."""
    while not first.gone(LOOK_SECONDS):
        try:
            _look_at_processes()
            runner.look()
        except ClusterLost as lost:
            with suppress(OSError):
                first.say("raised", lost)
            os._exit(1)
    sessions.end(os.getpid(), spare=os.getpid())
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(1)


def _look_at_processes() -> None:
    """Notice if a server dies that was started here, also while the others still start."""
    for process in sessions.members(os.getpid()):
        if process.dead and process.name in SERVERS:
            raise ClusterLost(f"the Ray cluster is lost: its {SERVERS[process.name]} is gone")


class RemoteProgress(Progress):
    """Progress that another process shows."""

    def __init__(self, say: Callable[..., None], watched: bool = True):
        self._say, self._watched = say, watched
        self._estimate, self._next = "", 0.0

    def begin(self, most_games: int) -> None:
        self._say("begin", most_games)
        self._next = 0.0

    def played(self, games: int, estimate: Callable[[], str]) -> None:
        if self._watched and time.monotonic() >= self._next:
            self._estimate = estimate()
            self._next = time.monotonic() + ESTIMATE_EVERY
        self._say("played", games, self._estimate)

    def failed(self, failure: Failure) -> None:
        self._say("failed", failure)

    def told(self, text: str) -> None:
        self._say("told", text)
