"""A worker of Ray: an actor that plays blocks, and what the driver knows of it.

What Ray leaves behind when its driver is killed with -9, as found with Ray 2.60 on Linux: the
servers of the cluster die with the driver and the workers within seconds, but two helpers of
the node wait a minute for a server that is gone before they give up. So a worker that sees its
node die ends those helpers too, if the cluster is this driver's own. An existing cluster ends
the workers of a dead driver by itself and lives on.
"""

from __future__ import annotations

import os
import pickle
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from eminence import search
from eminence.cython_ext.errors import EminenceError
from eminence.cython_ext.game import Game
from eminence.cython_ext.version import __version__
from eminence.experiments.games.block import Attempt, try_block
from eminence.experiments.games.job import Job
from eminence.experiments.running.imports import packed
from eminence.search import Agent
from eminence.search.network.parameter import keep_received

#: A worker starts no further block of a call that has taken that long. Ray needs about two
#: milliseconds per call.
CALL_SECONDS = 0.6
#: A block that has killed so many workers is not tried again.
DEATHS = 3
#: fingerprint of the game, line-up, seed
Task = tuple[str, tuple[str, ...], int]
#: node and number of a process
NodeProcess = tuple[str, int]


class Worker:
    """An actor: it holds the loaded games and plays whole blocks of them, many per call."""

    def __init__(self, agents: bytes, folder: str | None):
        prepare_process(agents, folder)
        self._games: dict[str, Game] = {}

    def prepare(
        self, games: dict[str, bytes], networks: Sequence[bytes]
    ) -> tuple[NodeProcess, str, list[str]]:
        """Load pickled games and networks.

        Returns node and process, version, and which games differ here.
        """
        for pickled in networks:
            keep_received(pickle.loads(pickled))
        differing = []
        for fingerprint, pickled in games.items():
            try:
                self._games[fingerprint] = pickle.loads(pickled)
            except EminenceError as error:
                differing.append(str(error))
        return _here(), __version__, differing

    def play(self, tasks: list[Task]) -> list[Attempt]:
        """The outcomes of the first tasks: as many as there is time for, at least one."""
        end = time.monotonic() + CALL_SECONDS
        attempts: list[Attempt] = []
        for fingerprint, lineup, seed in tasks:
            attempts.append(try_block(self._games[fingerprint], lineup, seed))
            if time.monotonic() >= end:
                break
        return attempts


def prepare_process(agents: bytes, folder: str | None) -> None:
    """Make a process of Ray ready to play: it knows the agents, and ends with its node.

    `folder` is the current one of a driver that has started the cluster; None: it has not.
    """
    search.AGENTS.update(pickle.loads(agents))
    if folder is not None:
        # Files that agents name are looked for here.
        os.chdir(folder)
        threading.Thread(target=_end_with_node, daemon=True).start()


def own_agents() -> dict[str, type[Agent]]:
    """Agents that are not part of this project: other processes must be sent them."""
    return {
        name: kind
        for name, kind in search.AGENTS.items()
        if not kind.__module__.startswith("eminence.search.")
    }


def packed_agents() -> bytes:
    """The `own_agents`, packed for other processes."""
    agents = own_agents()
    return packed(agents, agents.values()) if agents else pickle.dumps(agents)


def _here() -> NodeProcess:
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
        # Refused if another process has got the number of a dead one.
        with suppress(psutil.Error):
            child.kill()
    os._exit(1)


@dataclass(eq=False)
class Member:
    """A worker as the driver sees it."""

    actor: Any
    process: NodeProcess = ("", 0)
    """Known once it is ready."""
    known: set[str] = field(default_factory=set)
    """Fingerprints of games and digests of networks that it has loaded or was asked to."""
    preparing: set[Any] = field(default_factory=set)
    """Calls that load them; they outlive a run that ends without this worker."""
    jobs: list[Job] = field(default_factory=list)
    """What it is playing."""
    hand: int = 1
    """How many jobs it gets next: twice what it managed in one call."""


def last_line(error: Exception) -> str:
    """The last line of a remote traceback: what was raised there."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
