"""Who plays the blocks: this process, or workers elsewhere.

A runner takes jobs and returns the outcome of each, in any order and each exactly once. A block
does not depend on who played it, so results are the same for every runner.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence

from eminence.cython_ext.errors import EminenceError
from eminence.experiments.games.block import Attempt, try_block
from eminence.experiments.games.job import Job
from eminence.experiments.running.closeable import Closeable

#: a job and its outcome
Tried = tuple[Job, Attempt]


class RunnerError(EminenceError):
    """Workers cannot be started, or would play something else than this process."""


class ClusterLost(RunnerError):
    """The servers of the cluster are gone. Finished blocks are not lost."""


def never() -> bool:
    """Never stop before everything is played."""
    return False


class Runner(Closeable):
    """Plays jobs. A context manager: what it has started ends with it."""

    @abstractmethod
    def run(self, jobs: Sequence[Job], stop: Callable[[], bool] = never) -> Iterator[Tried]:
        """The outcome of each job, in any order.

        Once `stop` says so, nothing more is started; what is being played is still finished.
        """

    @abstractmethod
    def close(self) -> None:
        """End what was started."""


class LocalRunner(Runner):
    """This process plays, without Ray."""

    def run(self, jobs: Sequence[Job], stop: Callable[[], bool] = never) -> Iterator[Tried]:
        for job in jobs:
            if stop():
                return
            yield job, try_block(job.game, job.lineup, job.seed)

    def close(self) -> None:
        pass
