"""What a sweep maximises: what a trial plays for one block seed, and the share it reaches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from eminence.cython_ext.game import Game
from eminence.experiments.games.block import Attempt, Block, try_block
from eminence.experiments.games.job import Job, jobs_of
from eminence.experiments.match import share_of
from eminence.experiments.storage.store import Store
from eminence.experiments.sweeps.space import Values, with_values


@dataclass(frozen=True)
class Round:
    """One block seed, played against every opponent."""

    share: float
    attempts: tuple[Attempt, ...] = ()
    """The blocks that had to be played for it."""


class Objective(ABC):
    """What a sweep maximises."""

    @abstractmethod
    def play(self, values: Values, seed: int, known: Mapping[str, float]) -> Round:
        """Try the values on one block seed; `known` has the shares of finished jobs by id."""

    def known(self, values: Values, seeds: Sequence[int], store: Store) -> dict[str, float]:
        """What the store has of these seeds, for `play`."""
        return {}

    def agents(self) -> tuple[str, ...]:
        """The specifications that `play` starts from; none if there is no game."""
        return ()

    def jobs_behind(self, attempts: Sequence[Attempt]) -> list[Job]:
        """The jobs of what `play` has played; none if there is no game."""
        return []


@dataclass(frozen=True)
class Function(Objective):
    """Any function of values and block seed, with no game behind it."""

    function: Callable[[Values, int], float]

    def play(self, values: Values, seed: int, known: Mapping[str, float]) -> Round:
        return Round(float(self.function(values, seed)))


@dataclass(frozen=True)
class PoolShare(Objective):
    """The mean win share of one against all, over the opponents of a pool."""

    game: Game
    template: str
    pool: tuple[str, ...]

    def jobs(self, values: Values, seeds: Iterable[int]) -> list[Job]:
        """Seed by seed one block per opponent."""
        spec, others = with_values(self.template, values, self.game), self.game.seats - 1
        seeds = list(seeds)
        columns = [jobs_of(self.game, (spec, *[name] * others), seeds) for name in self.pool]
        return [job for row in zip(*columns, strict=True) for job in row]

    def play(self, values: Values, seed: int, known: Mapping[str, float]) -> Round:
        shares, attempts = [], []
        for job in self.jobs(values, [seed]):
            if job.id in known:
                shares.append(known[job.id])
                continue
            attempt = try_block(job.game, job.lineup, job.seed)
            attempts.append(attempt)
            # An agent that fails has lost: otherwise failing would pay in lost games.
            shares.append(share_of(attempt) if isinstance(attempt, Block) else 0.0)
        return Round(float(np.mean(shares)), tuple(attempts))

    def known(self, values: Values, seeds: Sequence[int], store: Store) -> dict[str, float]:
        found = store.blocks(self.jobs(values, seeds))
        jobs = self.jobs_behind(found)
        return {job.id: share_of(block) for job, block in zip(jobs, found, strict=True)}

    def agents(self) -> tuple[str, ...]:
        return (self.template, *self.pool)

    def jobs_behind(self, attempts: Sequence[Attempt]) -> list[Job]:
        return [Job(self.game, attempt.lineup, attempt.seed) for attempt in attempts]
