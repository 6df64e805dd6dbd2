"""What all experiments share: batches of jobs are played, stored and then judged.

An experiment is a plan: it names a batch of jobs, gets their finished blocks, and names the
next batch or returns its result. It gets a batch when all of it is finished, in the order of
its jobs. So neither the number of workers nor the order of arrival can change what it decides.
"""

from __future__ import annotations

import platform
from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Generic, TypeVar

from eminence.cython_ext.errors import BadData
from eminence.cython_ext.game import Game
from eminence.cython_ext.version import __version__
from eminence.experiments.findings import Findings
from eminence.experiments.games.block import Attempt, Block, Failure
from eminence.experiments.games.job import Job
from eminence.experiments.running.place import Place
from eminence.experiments.running.progress import Progress
from eminence.experiments.running.ray_process import ray_is_ours, run_apart
from eminence.experiments.running.runner import Runner
from eminence.experiments.storage.store import Store

R = TypeVar("R", bound=Findings)
#: Yields batches, is sent their finished blocks, returns the result.
Plan = Generator[list[Job], list[Block], R]


class CutShort(Exception):
    """Thrown into a plan instead of its blocks if there are no more.

    Only files of unfinished runs end like that. A plan that has a result after the batches so far
    catches this and returns the result; others let it pass.
    """


class Study(ABC, Generic[R]):
    """A question that games answer. `run` asks it."""

    in_order: ClassVar[bool] = False
    """Must blocks be judged in their order, so that none may be left out but failed ones?"""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """What the answer depends on, plain enough for JSON."""

    @abstractmethod
    def most_games(self) -> int:
        """How many games it takes at most."""

    @abstractmethod
    def answer(self, runner: Runner, store: Store, progress: Progress) -> R:
        """Play and store the missing games; return what all games say."""

    def run(self, place: Place | None = None, progress: Progress | None = None) -> R:
        """Play what is missing, here or on Ray, and judge it."""
        place, progress = place or Place(), progress or Progress()
        if place.local or ray_is_ours():
            return self.run_with(place.runner(), place, progress)
        return run_apart(self, place, progress)

    def run_with(self, runner: Runner, place: Place, progress: Progress) -> R:
        """Like `run`, but with this runner and in this process."""
        with ExitStack() as stack:
            kept = place.out or Path(stack.enter_context(TemporaryDirectory())) / "run.sqlite"
            # The file first: a wrong one is refused before a cluster is started.
            identity = {"version": __version__, **self.identity()}
            store = stack.enter_context(Store(kept, identity, origin(place.command)))
            stack.enter_context(runner)
            stack.enter_context(progress)
            return self.answer(runner, store, progress)


class Experiment(Study[R]):
    """A study that follows a plan, batch by batch."""

    @abstractmethod
    def plan(self) -> Plan[R]:
        """Batches of jobs until the result is there."""

    def estimate(self, blocks: Sequence[Block]) -> str:
        """What the blocks of this run say so far, in a few words; for people who wait."""
        return ""

    def answer(self, runner: Runner, store: Store, progress: Progress) -> R:
        return conduct(self, runner, store, progress)


def origin(command: str | None) -> dict[str, Any]:
    """What a file says about the run that created it, besides the experiment itself."""
    versions = {"eminence": __version__, "python": platform.python_version()}
    for package in ("numpy", "ray"):
        with suppress(metadata.PackageNotFoundError):
            versions[package] = metadata.version(package)
    return {"command": command, "versions": versions}


def conduct(experiment: Experiment[R], runner: Runner, store: Store, progress: Progress) -> R:
    """Play one batch after the other until the plan returns its result."""
    progress.begin(experiment.most_games())
    plan, arrived = experiment.plan(), list[Block]()

    def note(attempt: Attempt) -> None:
        if isinstance(attempt, Failure):
            progress.failed(attempt)
            return
        arrived.append(attempt)
        progress.played(len(attempt.games), lambda: experiment.estimate(arrived))

    step = next_step(plan, None)
    while isinstance(step, list):
        for block in store.blocks(step):
            note(block)
        for job, attempt in runner.run(store.missing(step)):
            store.add(job, attempt)
            note(attempt)
        finished = store.blocks(step)
        if step and not finished:
            raise BadData(f"no block could be finished: {store.failures()[0]}")
        step = next_step(plan, finished)
    return step.result


@dataclass(frozen=True)
class Ended(Generic[R]):
    """A plan has returned."""

    result: R


def next_step(plan: Plan[R], blocks: list[Block] | CutShort | None) -> list[Job] | Ended[R]:
    """The next batch or the result; `blocks` are those of the last batch, None at first."""
    try:
        if isinstance(blocks, CutShort):
            return plan.throw(blocks)
        return next(plan) if blocks is None else plan.send(blocks)
    except StopIteration as end:
        return Ended(end.value)


def described(game: Game) -> dict[str, Any]:
    """A game as an experiment's identity tells it."""
    return {"game": game.name, "options": dict(game.options), "fingerprint": game.fingerprint}
