"""The workers of a Ray cluster play the blocks.

Experiments run this in a process of its own (`ray_process.py`), since Ray cannot be started
again in the same process.
"""

from __future__ import annotations

import logging
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir
from tempfile import TemporaryDirectory
from typing import Any

from eminence.cython_ext.errors import error_line
from eminence.cython_ext.whole_numbers import whole
from eminence.experiments.games.job import Job
from eminence.experiments.running.ray_dispatch import Dispatch
from eminence.experiments.running.ray_servers import Server, servers_of, try_connection
from eminence.experiments.running.ray_worker import Member, NodeProcess, Worker, packed_agents
from eminence.experiments.running.runner import ClusterLost, Runner, RunnerError, Tried, never

#: Bytes of Ray's store of large objects. Our objects are small, and so may be /dev/shm.
OBJECT_STORE_BYTES = 100 * 2**20
#: Set before Ray is imported, for a cluster of this machine alone. Its name speaks of other
#: systems, but on Linux too it makes all servers listen at 127.0.0.1 only.
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
#: What Ray says if the cluster's token is missing or wrong.
NO_TOKEN = re.compile("InvalidAuthToken|AuthenticationError|Unauthenticated")


class RayRunner(Runner):
    """Workers of a Ray cluster play: one started here, which ends with this runner, or another.

    `address` is that of an existing cluster ("auto": the one of this machine). There is one
    worker per processor unless `workers` says otherwise. A process that has called `ray.init`
    keeps its cluster. A user's own agents, entered in `search.AGENTS`, are sent to the workers.
    """

    def __init__(self, workers: int | None = None, address: str | None = None):
        if workers is not None:
            whole("workers", workers, 1)
        self.workers = workers
        self.address = address
        self.played: Counter[NodeProcess] = Counter()
        """How many blocks each process played."""
        self.members: list[Member] = []
        self.servers: list[Server] = []
        """The servers that this process depends on, once there is a cluster."""
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
        self.servers = servers_of(self.address)
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
            # Otherwise a cluster named in the environment would be used.
            "address": "local",
        }
        given = local if self.address is None else {"address": self.address}
        try:
            try_connection(self.address)
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
        return f"a Ray cluster is needed, {where}: {error_line(error)}"

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

    def run(self, jobs: Sequence[Job], stop: Callable[[], bool] = never) -> Iterator[Tried]:
        if not jobs or stop():
            return
        self.start()
        try:
            yield from Dispatch(self, jobs, stop).attempts()
        except RunnerError:
            self.dismiss(self.members)
            raise
        finally:
            # Nobody needs their answers any more.
            self.dismiss([member for member in self.members if member.jobs])

    @property
    def own_cluster(self) -> bool:
        """Was the cluster started here, to end with this runner?"""
        return self._owner and self.address is None

    @property
    def folder(self) -> str | None:
        """The folder for workers on this machine; None: wherever their cluster puts them."""
        return os.getcwd() if self.own_cluster else None

    def hire(self) -> Member:
        """A new worker."""
        import ray

        # Ray must not restart a worker: only this process knows which jobs it had.
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


def _chain(error: BaseException | None) -> str:
    """The messages of an error and of all errors that caused it."""
    said = []
    while error is not None:
        said.append(f"{type(error).__name__}: {error}")
        error = error.__cause__ or error.__context__
    return "\n".join(said)
