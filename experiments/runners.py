"""Who plays the blocks: this process, or the workers of a Ray cluster.

Both runners take jobs and give back what came of each, in any order and each exactly once. What
a block is does not depend on who played it; so results are the same for every runner.

What Ray leaves behind when its driver is killed with -9, as found with Ray 2.60 on Linux: the
servers of the cluster die with the driver and the workers within seconds, but two helpers of
the node wait a minute for a server that is gone before they give up. So a worker that sees its
node die ends those helpers too, if the cluster is this driver's own. An existing cluster ends
the workers of a dead driver by itself and lives on.

A driver of Ray does not notice when the servers that it talks to die: it waits for ever, or is
ended by Ray after a minute. So this one knocks at their doors. Experiments run it in a process
of its own (`experiments/apart.py`), since Ray cannot be started anew in the same one.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import socket
import threading
import time
from abc import abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, suppress
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import Any

import search
from cython_ext.errors import BadOption, EminenceError
from cython_ext.game import Game
from cython_ext.version import __version__
from experiments.closing import Closing
from experiments.imports import packed
from experiments.jobs import Job
from experiments.match import Block, Failure, one_line, try_block
from search import Agent

Outcome = tuple[Job, Block | Failure]

#: A worker starts no further block of a call that has taken that long. Ray needs about two
#: milliseconds per call.
CALL_SECONDS = 0.6
KNOCK_SECONDS = 10
#: between two looks at the servers while nothing else happens
LOOK_SECONDS = 1.0
#: A server that does not answer so many times in a row is lost.
SILENCES = 2
#: A block that has taken so many workers with it is not tried again.
DEATHS = 3
#: Of Ray's store of large objects. Ours are small, and /dev/shm may be.
OBJECT_STORE_BYTES = 100 * 2**20
#: For a cluster of this machine alone, before Ray is imported: its name is about other systems,
#: but on Linux too it lets all servers listen at 127.0.0.1 only.
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
#: What Ray says where the cluster's token is missing, or another one.
NO_TOKEN = re.compile("InvalidAuthToken|AuthenticationError|Unauthenticated")


#: the servers that a driver depends on
HEAD, NODE = "head (GCS)", "node (raylet)"


class RunnerError(EminenceError):
    """Workers that cannot be started, or that would play something else than this process."""


class ClusterLost(RunnerError):
    """The servers of the cluster are gone. Nothing that is finished is lost with them."""


def never() -> bool:
    """Do not stop before all is played."""
    return False


class Runner(Closing):
    """Plays jobs. A context manager: what it has started ends with it."""

    @abstractmethod
    def run(self, jobs: Sequence[Job], stop: Callable[[], bool] = never) -> Iterator[Outcome]:
        """What came of each job, in any order.

        Once `stop` says so, nothing more is started; what is being played is still finished.
        """

    @abstractmethod
    def close(self) -> None:
        """End what was started."""


class LocalRunner(Runner):
    """This process plays, without Ray."""

    def run(self, jobs: Sequence[Job], stop: Callable[[], bool] = never) -> Iterator[Outcome]:
        for job in jobs:
            if stop():
                return
            yield job, try_block(job.game, job.lineup, job.seed)

    def close(self) -> None:
        pass


#: fingerprint of the game, line-up, seed
Task = tuple[str, tuple[str, ...], int]
#: node and number of a process
Place = tuple[str, int]


class Worker:
    """An actor: it holds the loaded games and plays whole blocks of them, many per call."""

    def __init__(self, agents: bytes, folder: str | None):
        settle(agents, folder)
        self._games: dict[str, Game] = {}

    def prepare(self, games: dict[str, bytes]) -> tuple[Place, str, list[str]]:
        """Load pickled games; where this is, its version, and which games differ here."""
        differing = []
        for fingerprint, pickled in games.items():
            try:
                self._games[fingerprint] = pickle.loads(pickled)
            except EminenceError as error:
                differing.append(str(error))
        return _place(), __version__, differing

    def play(self, tasks: list[Task]) -> list[Block | Failure]:
        """The outcomes of the first tasks: as many as there is time for, one at least."""
        end = time.monotonic() + CALL_SECONDS
        outcomes: list[Block | Failure] = []
        for fingerprint, lineup, seed in tasks:
            outcomes.append(try_block(self._games[fingerprint], lineup, seed))
            if time.monotonic() >= end:
                break
        return outcomes


def settle(agents: bytes, folder: str | None) -> None:
    """Make a process of Ray ready to play: it knows the agents, and ends with its node.

    `folder` is the current one of a driver that has started the cluster; None: it has not.
    """
    search.AGENTS.update(pickle.loads(agents))
    if folder is not None:
        # Where files that agents name are looked for.
        os.chdir(folder)
        threading.Thread(target=_end_with_node, daemon=True).start()


def own_agents() -> dict[str, type[Agent]]:
    """Agents that are not this project's: other processes must be told of them."""
    return {
        name: kind
        for name, kind in search.AGENTS.items()
        if not kind.__module__.startswith("search.")
    }


def packed_agents() -> bytes:
    """Those agents, for other processes."""
    agents = own_agents()
    return packed(agents, agents.values()) if agents else pickle.dumps(agents)


def _place() -> Place:
    import ray

    return ray.get_runtime_context().get_node_id(), os.getpid()


def _end_with_node() -> None:
    """Wait for the death of the node's server; then end its other children and this process."""
    # Ray brings its own copy of it.
    import psutil

    node = psutil.Process().parent()
    others = [child for child in node.children() if child.pid != os.getpid()]
    while os.getppid() == node.pid:
        time.sleep(0.2)
    for child in others:
        # Refused for a process that has got the number of a dead one.
        with suppress(psutil.Error):
            child.kill()
    os._exit(1)


@dataclass(eq=False)
class Member:
    """A worker as the driver sees it."""

    actor: Any
    place: Place = ("", 0)
    """Known once it is ready."""
    known: set[str] = field(default_factory=set)
    """Fingerprints of the games it has loaded or was asked to."""
    preparing: set[Any] = field(default_factory=set)
    """Calls that load games; they outlive a run that ends without this worker."""
    jobs: list[Job] = field(default_factory=list)
    """What it is playing."""
    hand: int = 1
    """How many jobs it gets next: twice what it managed in one call."""


class RayRunner(Runner):
    """Workers of a Ray cluster play: one started here, which ends with this runner, or another.

    `address` is that of an existing cluster ("auto": the one of this machine). There is one
    worker per processor unless `workers` says otherwise. A process that has called `ray.init`
    keeps its cluster. Agents of one's own, entered in `search.AGENTS`, are sent to the workers.
    """

    def __init__(self, workers: int | None = None, address: str | None = None):
        if workers is not None and workers < 1:
            raise BadOption(f"workers={workers}: choose 1 or more")
        self.workers = workers
        self.address = address
        self.played: Counter[Place] = Counter()
        """How many blocks each process played."""
        self.members: list[Member] = []
        self.servers: list[Server] = []
        """Whom this process talks to, once there is a cluster."""
        self._started = False
        self._owner = False
        self._lost = False

    def start(self) -> None:
        """Start or find the cluster; `run` does so when it is first needed."""
        if self._started:
            return
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        if self.address is None:
            os.environ.update(LOOPBACK)
        import ray

        self._owner = not ray.is_initialized()
        if self._owner:
            # Ray has all workers import from the folder that its driver starts it in.
            self._empty = TemporaryDirectory()
            self._init()
        self._started = True
        self.servers = _servers(self.address)
        processors = int(ray.cluster_resources().get("CPU", 0))
        if (self.workers or 1) > processors:
            self.close()
            raise RunnerError(
                f"workers={self.workers or 1}: the cluster has {processors} processors; "
                "choose no more than these"
            )
        self.workers = self.workers or processors

    def _init(self) -> None:
        import ray

        local: dict[str, Any] = {
            "num_cpus": self.workers or len(os.sched_getaffinity(0)),
            "include_dashboard": False,
            "object_store_memory": OBJECT_STORE_BYTES,
            # Else a cluster named in the environment would be taken.
            "address": "local",
        }
        given = local if self.address is None else {"address": self.address}
        try:
            _knock(self.address)
            with chdir(self._empty.name):
                ray.init(**given, log_to_driver=False, logging_level=logging.ERROR)
        except Exception as error:
            self._empty.cleanup()
            raise RunnerError(self._refusal(error)) from None

    def _refusal(self, error: Exception) -> str:
        """Why there is no cluster, and what would help."""
        if self.address is not None and NO_TOKEN.search(_chain(error)):
            return (
                f"the Ray cluster at {self.address} asks for its token: set "
                "RAY_AUTH_MODE=token and bring its ~/.ray/auth_token here, or start it with "
                "RAY_AUTH_MODE=disabled (see docs/experiments.md)"
            )
        where = "no local cluster" if self.address is None else f"none at {self.address}"
        return f"a Ray cluster is needed, {where}: {one_line(error)}"

    def close(self) -> None:
        if not self._started:
            return
        import ray

        self.dismiss(self.members)
        if self._owner:
            if not self._lost:
                ray.shutdown()
            self._empty.cleanup()
        self._started = False
        self.servers = []

    def look(self) -> None:
        """Raise an error if the cluster is gone: Ray itself would wait for ever."""
        for server in self.servers:
            if not server.answers():
                self._lost = True
                raise ClusterLost(f"the Ray cluster is lost: its {server.name} is gone")

    def run(self, jobs: Sequence[Job], stop: Callable[[], bool] = never) -> Iterator[Outcome]:
        if not jobs or stop():
            return
        self.start()
        try:
            yield from _Run(self, jobs, stop).outcomes()
        except RunnerError:
            self.dismiss(self.members)
            raise
        finally:
            # Nobody wants what these would still answer.
            self.dismiss([member for member in self.members if member.jobs])

    @property
    def own_cluster(self) -> bool:
        """Was the cluster started here, to end with this runner?"""
        return self._owner and self.address is None

    @property
    def folder(self) -> str | None:
        """Where workers on this machine are to be; None: wherever their cluster has them."""
        return os.getcwd() if self.own_cluster else None

    def hire(self) -> Member:
        """A new worker."""
        import ray

        # Ray starts no worker anew: which jobs it had is known here alone.
        options = {"num_cpus": 1, "max_restarts": 0, "max_task_retries": 0}
        worker = ray.remote(Worker).options(**options)
        member = Member(worker.remote(packed_agents(), self.folder))
        self.members.append(member)
        return member

    def dismiss(self, members: Sequence[Member]) -> None:
        """End these workers, whatever they are doing."""
        import ray

        for member in members:
            if not self._lost:
                ray.kill(member.actor)
        self.members = [member for member in self.members if member not in members]


@dataclass
class Server:
    """A server of the cluster, and how often it has not answered."""

    name: str
    host: str
    port: int
    silent: int = 0

    def answers(self) -> bool:
        """Is it there? A server of another machine may be out of reach for a moment."""
        try:
            socket.create_connection((self.host, self.port), KNOCK_SECONDS).close()
        except OSError:
            self.silent += 1
        else:
            self.silent = 0
        return self.silent < SILENCES


def _servers(address: str | None) -> list[Server]:
    """Those that this process depends on: the head's, and that of its own node."""
    import ray

    if (address or "").startswith("ray://"):
        return [Server("client server", *_host_and_port(address))]
    context = ray.get_runtime_context()
    here = context.get_node_id()
    return [
        Server(HEAD, *_host_and_port(context.gcs_address)),
        *(
            Server(NODE, node["NodeManagerAddress"], node["NodeManagerPort"])
            for node in ray.nodes()
            if node["NodeID"] == here
        ),
    ]


def _host_and_port(address: str | None) -> tuple[str, int]:
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    return host.strip("[]"), int(port) if port.isdigit() else 0


def _knock(address: str | None) -> None:
    """Ray tries for minutes to reach a cluster that is not there; this takes seconds."""
    host, port = _host_and_port(address)
    if host and port:
        socket.create_connection((host, port), KNOCK_SECONDS).close()


class _Run:
    """The jobs of one call of `RayRunner.run` on their way through the workers."""

    def __init__(self, runner: RayRunner, jobs: Sequence[Job], stop: Callable[[], bool]):
        self.runner = runner
        self.stop = stop
        self.waiting = deque(jobs)
        self.suspects: deque[Job] = deque()
        """Were with a worker when it died: played one by one, to find the one that kills."""
        self.deaths: Counter[str] = Counter()
        """Workers that died over a job, by its id."""
        self.stillborn = 0
        """Workers that died before they were ready, in a row."""
        self.calls: dict[Any, Member] = {
            call: member for member in runner.members for call in member.preparing
        }
        """Who was asked in each call in flight."""
        self.games = {job.game.fingerprint: job.game for job in jobs}
        self.team = min(runner.workers or 1, len(jobs))

    def outcomes(self) -> Iterator[Outcome]:
        import ray

        for _ in range(self.team - len(self.runner.members)):
            self.runner.hire()
        for member in self.runner.members:
            self._prepare(member)
        while True:
            self._hand_out()
            if not any(member.jobs for member in self.calls.values()) and self._finished():
                return
            while not ray.wait([*self.calls], num_returns=1, timeout=LOOK_SECONDS)[0]:
                self.runner.look()
            answered, _ = ray.wait([*self.calls], num_returns=len(self.calls), timeout=0)
            found = [outcome for call in answered for outcome in self._answer(call)]
            # The workers go on before the caller looks at what they found.
            self._hand_out()
            yield from found

    def _finished(self) -> bool:
        return self.stop() or not (self.waiting or self.suspects)

    def _prepare(self, member: Member) -> None:
        new = {key: game for key, game in self.games.items() if key not in member.known}
        if new:
            pickled = {key: pickle.dumps(game) for key, game in new.items()}
            call = member.actor.prepare.remote(pickled)
            member.known.update(new)
            member.preparing.add(call)
            self.calls[call] = member

    def _hand_out(self) -> None:
        busy = {id(member) for member in self.calls.values()}
        for member in self.runner.members:
            if id(member) in busy:
                continue
            if self._finished():
                return
            member.jobs = self._hand(member)
            tasks = [(job.game.fingerprint, job.lineup, job.seed) for job in member.jobs]
            self.calls[member.actor.play.remote(tasks)] = member

    def _hand(self, member: Member) -> list[Job]:
        """Never more than half of a fair share of the rest, so that all end together."""
        if self.suspects:
            return [self.suspects.popleft()]
        share = -(-len(self.waiting) // (2 * self.team))
        return [self.waiting.popleft() for _ in range(min(member.hand, share))]

    def _answer(self, call: Any) -> list[Outcome]:
        import ray

        member = self.calls.pop(call)
        preparing = call in member.preparing
        member.preparing.discard(call)
        try:
            answer = ray.get(call)
        except ray.exceptions.RayActorError as error:
            return self._bury(member, error)
        except ray.exceptions.RayError as error:
            raise RunnerError(f"a worker failed: {_last_line(error)}") from None
        if preparing:
            self._welcome(member, *answer)
            return []
        return self._collect(member, answer)

    def _welcome(
        self, member: Member, place: Place, version: str, differing: list[str]
    ) -> None:
        """A worker is ready, if it would play the same as this process."""
        if version != __version__:
            raise RunnerError(
                f"a worker has version {version} and this is {__version__}: install the same "
                "on all machines"
            )
        if differing:
            raise RunnerError(f"a worker has another game: {differing[0]}")
        self.stillborn = 0
        member.place = place

    def _collect(self, member: Member, outcomes: list[Block | Failure]) -> list[Outcome]:
        jobs, member.jobs = member.jobs, []
        self.waiting.extendleft(reversed(jobs[len(outcomes) :]))
        member.hand = 2 * len(outcomes)
        self.runner.played[member.place] += len(outcomes)
        return list(zip(jobs, outcomes, strict=False))

    def _bury(self, member: Member, error: Exception) -> list[Outcome]:
        """A worker died: another one takes its place, and others its jobs."""
        if member not in self.runner.members:
            return []  # known from another call
        # Ray also says so of workers that it cannot reach at the moment.
        self.runner.dismiss([member])
        if not member.jobs:
            self.stillborn += 1
            if self.stillborn == DEATHS:
                raise RunnerError(f"workers die while they start: {_last_line(error)}")
        given_up: list[Outcome] = []
        for job in member.jobs:
            self.deaths[job.id] += 1
            if self.deaths[job.id] < DEATHS:
                self.suspects.append(job)
            else:
                text = f"the worker died, {DEATHS} times"
                given_up.append((job, Failure(job.lineup, job.seed, text)))
        self._prepare(self.runner.hire())
        return given_up


def _chain(error: BaseException | None) -> str:
    """What an error says, with all that have led to it."""
    said = []
    while error is not None:
        said.append(f"{type(error).__name__}: {error}")
        error = error.__cause__ or error.__context__
    return "\n".join(said)


def _last_line(error: Exception) -> str:
    """Of a remote traceback: what was raised there."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
