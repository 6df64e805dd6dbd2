"""The jobs of one run on their way through the workers of Ray."""

from __future__ import annotations

import pickle
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from eminence.cython_ext.version import __version__
from eminence.experiments.games.block import Attempt, Failure
from eminence.experiments.games.job import Job, networks_of
from eminence.experiments.running.ray_servers import LOOK_SECONDS
from eminence.experiments.running.ray_worker import DEATHS, Member, NodeProcess, last_line
from eminence.experiments.running.runner import RunnerError, Tried

if TYPE_CHECKING:
    from eminence.experiments.running.ray_runner import RayRunner


class Dispatch:
    """The jobs of one call of `RayRunner.run` on their way through the workers."""

    def __init__(self, runner: RayRunner, jobs: Sequence[Job], stop: Callable[[], bool]):
        self.runner = runner
        self.stop = stop
        self.waiting = deque(jobs)
        self.suspects: deque[Job] = deque()
        """Jobs of workers that died: played one by one, to find the one that kills."""
        self.deaths: Counter[str] = Counter()
        """Workers that died over a job, by its id."""
        self.stillborn = 0
        """Workers that died before they were ready, in a row."""
        self.calls: dict[Any, Member] = {
            call: member for member in runner.members for call in member.preparing
        }
        """The worker of each call in flight."""
        self.games = {job.game.fingerprint: job.game for job in jobs}
        self.networks = networks_of(spec for job in jobs for spec in job.lineup)
        """Workers on other machines lack their files."""
        self.team = min(runner.workers or 1, len(jobs))

    def attempts(self) -> Iterator[Tried]:
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
            found = [attempt for call in answered for attempt in self._answer(call)]
            # The workers go on before the caller looks at what they found.
            self._hand_out()
            yield from found

    def _finished(self) -> bool:
        return self.stop() or not (self.waiting or self.suspects)

    def _prepare(self, member: Member) -> None:
        known = member.known
        games = {key: pickle.dumps(it) for key, it in self.games.items() if key not in known}
        networks = {key: pickle.dumps(it) for key, it in self.networks.items() if key not in known}
        if games or networks:
            call = member.actor.prepare.remote(games, [*networks.values()])
            member.known.update(games, networks)
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

    def _answer(self, call: Any) -> list[Tried]:
        import ray

        member = self.calls.pop(call)
        preparing = call in member.preparing
        member.preparing.discard(call)
        try:
            answer = ray.get(call)
        except ray.exceptions.RayActorError as error:
            return self._bury(member, error)
        except ray.exceptions.RayError as error:
            raise RunnerError(f"a worker failed: {last_line(error)}") from None
        if preparing:
            self._welcome(member, *answer)
            return []
        return self._collect(member, answer)

    def _welcome(
        self, member: Member, process: NodeProcess, version: str, differing: list[str]
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
        member.process = process

    def _collect(self, member: Member, attempts: list[Attempt]) -> list[Tried]:
        jobs, member.jobs = member.jobs, []
        self.waiting.extendleft(reversed(jobs[len(attempts) :]))
        member.hand = 2 * len(attempts)
        self.runner.played[member.process] += len(attempts)
        return list(zip(jobs, attempts, strict=False))

    def _bury(self, member: Member, error: Exception) -> list[Tried]:
        """A worker died: a new one replaces it, and others take its jobs."""
        if member not in self.runner.members:
            return []  # known from another call
        # Ray also says so of workers that it cannot reach at the moment.
        self.runner.dismiss([member])
        if not member.jobs:
            self.stillborn += 1
            if self.stillborn == DEATHS:
                raise RunnerError(f"workers die while they start: {last_line(error)}")
        given_up: list[Tried] = []
        for job in member.jobs:
            self.deaths[job.id] += 1
            if self.deaths[job.id] < DEATHS:
                self.suspects.append(job)
            else:
                text = f"the worker died, {DEATHS} times"
                given_up.append((job, Failure(job.lineup, job.seed, text)))
        self._prepare(self.runner.hire())
        return given_up
