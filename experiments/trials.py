"""The trials of a sweep: which values are tried next, for how many blocks, and what came of it.

Trial n's values follow from the seed, n and the trials that have ended: nothing else is
remembered between two of them. So a sweep can stop anywhere and go on from its notes. Random
and grid searches do not even depend on the trials that have ended.

All trials play the same block seeds in the same order. After each rung of blocks successive
halving decides who goes on (Ray Tune's `ASHAScheduler`, also where Ray itself does not run).
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from cython_ext.errors import BadOption
from cython_ext.game import Game
from engines.options import listed
from experiments.contest import share_of
from experiments.experiment import block_seeds, whole
from experiments.jobs import Job, jobs_of
from experiments.match import Block, Failure, seed_of, try_block
from experiments.progress import Progress
from experiments.runners import CALL_SECONDS
from experiments.space import Space, Values, with_values
from experiments.store import Held, Store

if TYPE_CHECKING:
    from ray.tune.schedulers import ASHAScheduler

METHODS = ("tpe", "random", "grid")
TRIALS = 30


@dataclass(frozen=True)
class Trial:
    """Values that are tried."""

    number: int
    values: dict[str, Any]
    rungs: tuple[tuple[int, float], ...] = ()
    """Blocks and mean share at the end of each rung."""
    ended: bool = False

    @property
    def blocks(self) -> int:
        return self.rungs[-1][0] if self.rungs else 0

    @property
    def share(self) -> float:
        """The mean win share against the pool; that of the best trial flatters it."""
        return self.rungs[-1][1] if self.rungs else 0.0


def best_of(trials: Iterable[Trial]) -> Trial:
    """The highest share among those that got furthest: few blocks are mostly luck."""
    return max(trials, key=lambda trial: (trial.blocks, trial.share, -trial.number))


# --- what a trial plays ---


@dataclass(frozen=True)
class Round:
    """One block seed, played against every opponent."""

    share: float
    outcomes: tuple[Block | Failure, ...] = ()
    """What had to be played for it."""


class Objective(ABC):
    """What is to be made large."""

    @abstractmethod
    def play(self, values: Values, seed: int, known: Mapping[str, float]) -> Round:
        """Try the values on one block seed; `known` has the shares of finished jobs by id."""

    def known(self, values: Values, seeds: Sequence[int], store: Store) -> dict[str, float]:
        """What the store has of these seeds, for `play`."""
        return {}

    def jobs_behind(self, outcomes: Sequence[Block | Failure]) -> list[Job]:
        """The jobs of what `play` had to play; without a game there are none."""
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
        shares, outcomes = [], []
        for job in self.jobs(values, [seed]):
            if job.id in known:
                shares.append(known[job.id])
                continue
            outcome = try_block(job.game, job.lineup, job.seed)
            outcomes.append(outcome)
            # Whoever fails has lost: else it would pay to fail where one would lose.
            shares.append(share_of(outcome) if isinstance(outcome, Block) else 0.0)
        return Round(float(np.mean(shares)), tuple(outcomes))

    def known(self, values: Values, seeds: Sequence[int], store: Store) -> dict[str, float]:
        found = store.blocks(self.jobs(values, seeds))
        jobs = self.jobs_behind(found)
        return {job.id: share_of(block) for job, block in zip(jobs, found, strict=True)}

    def jobs_behind(self, outcomes: Sequence[Block | Failure]) -> list[Job]:
        return [Job(self.game, outcome.lineup, outcome.seed) for outcome in outcomes]


@dataclass(frozen=True)
class Report:
    """How far a trial has got."""

    blocks: int
    share: float
    outcomes: tuple[Block | Failure, ...]


class Tryout:
    """One trial being played, here or in a process of Ray."""

    def __init__(
        self,
        objective: Objective,
        values: Values,
        seeds: Sequence[int],
        rungs: Sequence[int],
        known: Mapping[str, float],
    ):
        self._objective, self._values, self._known = objective, values, known
        self._seeds, self._rungs = seeds, rungs
        self._shares: list[float] = []

    def step(self) -> Report:
        """Play up to the end of the rung, or as long as one call may take."""
        end = time.monotonic() + CALL_SECONDS
        goal = next(rung for rung in self._rungs if rung > len(self._shares))
        outcomes: list[Block | Failure] = []
        while len(self._shares) < goal:
            seed = self._seeds[len(self._shares)]
            played = self._objective.play(self._values, seed, self._known)
            self._shares.append(played.share)
            outcomes += played.outcomes
            if time.monotonic() >= end:
                break
        return Report(len(self._shares), float(np.mean(self._shares)), tuple(outcomes))


# --- which trials there are ---


@dataclass(frozen=True)
class Search:
    """How a space is searched; plain settings."""

    space: Space
    method: str = "tpe"
    trials: int | None = None
    """None: every point of a grid, else TRIALS."""
    blocks: int = 10
    """Of the first rung."""
    max_blocks: int = 90
    reduction: int = 3
    """One trial in so many goes on to the next rung, which has so many times the blocks."""
    seed: int = 0
    start: dict[str, Any] | None = None
    """Values of the first trial, where the space holds them; a grid has them or not."""

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise BadOption(f"search={self.method!r}: choose {listed(METHODS)}")
        whole("blocks", self.blocks, 1)
        whole("max_blocks", self.max_blocks, self.blocks)
        whole("reduction", self.reduction, 2)
        whole("seed", self.seed, 0)
        if self.method == "grid":
            points = len(self.space.grid())
            if self.trials not in (None, points):
                raise BadOption(
                    f"trials={self.trials}: the grid has {points} points: leave trials out"
                )
        whole("trials", self.count, 1)

    @cached_property
    def count(self) -> int:
        """Of the trials."""
        if self.trials is not None:
            return self.trials
        return len(self.space.grid()) if self.method == "grid" else TRIALS

    @cached_property
    def rungs(self) -> list[int]:
        """Blocks at the end of each rung."""
        rungs = [self.blocks]
        while rungs[-1] * self.reduction < self.max_blocks:
            rungs.append(rungs[-1] * self.reduction)
        return sorted({*rungs, self.max_blocks})

    @cached_property
    def seeds(self) -> list[int]:
        """Of the blocks, the same for all trials."""
        return block_seeds(self.seed, 0, self.max_blocks)

    def propose(self, number: int, ended: Sequence[Trial]) -> dict[str, Any]:
        """The values of a trial, given those that have ended."""
        if self.method == "grid":
            return self.space.grid()[number]
        if number == 0 and self.start is not None and self.space.encode(self.start) is not None:
            return {name: self.start[name] for name in self.space.names}
        return self.space.decode(self._ask(number, ended))

    def _ask(self, number: int, ended: Sequence[Trial]) -> dict[str, Any]:
        import optuna

        seed = stream(self.seed, f"trial {number}") % 2**32
        sampler: optuna.samplers.BaseSampler
        if self.method == "random":
            sampler, ended = optuna.samplers.RandomSampler(seed), ()
        else:
            sampler = optuna.samplers.TPESampler(seed=seed)
        distributions = {d.name: d.distribution() for d in self.space.dimensions}
        spoken = optuna.logging.get_verbosity()
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        try:
            study = optuna.create_study(direction="maximize", sampler=sampler)
            for trial in sorted(ended, key=lambda trial: trial.number):
                codes = self.space.encode(trial.values)
                study.add_trial(
                    optuna.create_trial(
                        params=codes, distributions=distributions, value=trial.share
                    )
                )
            return study.ask(distributions).params
        finally:
            optuna.logging.set_verbosity(spoken)


def stream(seed: int, name: str) -> int:
    """A seed for one purpose of an experiment: its blocks are in no other purpose's."""
    return seed_of(f"{seed} {name}")


@dataclass
class Searching:
    """A search under way: the driver's own, whoever plays."""

    search: Search
    trials: dict[int, Trial] = field(default_factory=dict)
    """By number."""
    store: Store | None = None
    """Where trials are noted."""

    @classmethod
    def resumed(cls, search: Search, held: Held) -> Searching:
        """From what a file has noted; notes go on only if it is open for writing."""
        noted = [_read_trial(v) for k, v in held.notes().items() if k.startswith("trial ")]
        store = held if isinstance(held, Store) else None
        return cls(search, {trial.number: trial for trial in noted}, store)

    def __post_init__(self) -> None:
        self.begin()

    @property
    def ended(self) -> list[Trial]:
        """In the order of their numbers."""
        return [trial for _, trial in sorted(self.trials.items()) if trial.ended]

    @property
    def left(self) -> int:
        """Trials still to be played to their ends."""
        return self.search.count - len(self.ended)

    def begin(self) -> None:
        """Whoever was given a trial that has not ended is gone; it may be given again."""
        self._given = {trial.number for trial in self.ended}

    def next(self) -> Trial | None:
        """A trial to play: one that was begun before, or a new one."""
        for number in range(self.search.count):
            if number in self._given:
                continue
            if number not in self.trials:
                self._note(Trial(number, self.search.propose(number, self.ended)))
            self._given.add(number)
            return self.trials[number]
        return None

    def hear(self, number: int, blocks: int, share: float) -> None:
        """A trial has got so far."""
        if blocks in self.search.rungs:
            trial = self.trials[number]
            climbed = tuple(rung for rung in trial.rungs if rung[0] < blocks)
            self.trials[number] = replace(trial, rungs=(*climbed, (blocks, share)))

    def end(self, number: int) -> None:
        """A trial was stopped, or has played all its blocks."""
        self._note(replace(self.trials[number], ended=True))

    def _note(self, trial: Trial) -> None:
        self.trials[trial.number] = trial
        if self.store is not None:
            self.store.note(f"trial {trial.number:06d}", asdict(trial))

    def scheduler(self) -> ASHAScheduler:
        """Who goes on; knows all trials that have ended."""
        from ray.tune.schedulers import ASHAScheduler

        search = self.search
        made = ASHAScheduler(
            time_attr="blocks",
            metric="share",
            mode="max",
            max_t=search.max_blocks,
            grace_period=search.blocks,
            reduction_factor=search.reduction,
        )
        for trial in self.ended:
            climb = Climb(made, trial.number)
            for blocks, share in trial.rungs:
                climb.goes_on(blocks, share)
            climb.end()
        return made


class Climb:
    """A trial's way up the rungs where no Tune run tells the scheduler of it."""

    def __init__(self, scheduler: Any, number: int):
        # An ASHAScheduler asks nothing of a trial but its id, and nothing of Tune's controller.
        self._scheduler = scheduler
        self._trial = SimpleNamespace(trial_id=f"trial {number}")
        self._last: dict[str, float] = {}
        self._scheduler.on_trial_add(None, self._trial)

    def goes_on(self, blocks: int, share: float) -> bool:
        """Tell of the end of a rung; may it climb further?"""
        self._last = {"blocks": blocks, "share": share}
        said = self._scheduler.on_trial_result(None, self._trial, self._last)
        return bool(said == self._scheduler.CONTINUE)

    def end(self) -> None:
        self._scheduler.on_trial_complete(None, self._trial, self._last)


class Desk:
    """Where the blocks of all trials are handed in: the one place that writes them down."""

    def __init__(self, search: Search, objective: Objective, store: Store, progress: Progress):
        self.search, self.objective = search, objective
        self._store, self._progress = store, progress
        self._best = 0.0

    def known(self, values: Values) -> dict[str, float]:
        """What need not be played again."""
        return self.objective.known(values, self.search.seeds, self._store)

    def receive(self, report: Report) -> None:
        """Write down what a trial has played."""
        if report.blocks >= self.search.blocks:
            self._best = max(self._best, report.share)
        jobs = self.objective.jobs_behind(report.outcomes)
        for job, outcome in zip(jobs, report.outcomes, strict=True):
            # Two trials with the same values may have played it at the same time.
            if not self._store.missing([job]):
                continue
            self._store.add(job, outcome)
            if isinstance(outcome, Failure):
                self._progress.failed(outcome)
            else:
                self._progress.played(len(outcome.games), self._said)

    def _said(self) -> str:
        return f"best {100 * self._best:.1f} %"


def search_here(searching: Searching, desk: Desk) -> None:
    """Play all trials in this process, one after the other."""
    scheduler = searching.scheduler()
    searching.begin()
    search = searching.search
    while (trial := searching.next()) is not None:
        known = desk.known(trial.values)
        tryout = Tryout(desk.objective, trial.values, search.seeds, search.rungs, known)
        climb, going = Climb(scheduler, trial.number), True
        while going:
            report = tryout.step()
            desk.receive(report)
            searching.hear(trial.number, report.blocks, report.share)
            if report.blocks in search.rungs:
                going = climb.goes_on(report.blocks, report.share)
        climb.end()
        searching.end(trial.number)


def _read_trial(written: dict[str, Any]) -> Trial:
    rungs = tuple((int(blocks), float(share)) for blocks, share in written["rungs"])
    return Trial(written["number"], written["values"], rungs, written["ended"])
