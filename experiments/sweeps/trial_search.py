"""The trials of a sweep under way: which is played next, who goes on, and what is written down.

All trials play the same block seeds in the same order. After each rung of blocks successive
halving decides who goes on (Ray Tune's `ASHAScheduler`, also where Ray itself does not run).
What a file has noted of its trials is enough to go on from.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from eminence.experiments.games.block import Failure
from eminence.experiments.running.progress import Progress
from eminence.experiments.storage.run_file import RunFile
from eminence.experiments.storage.store import Store
from eminence.experiments.sweeps.objective import Objective
from eminence.experiments.sweeps.search_settings import SearchSettings
from eminence.experiments.sweeps.space import Values
from eminence.experiments.sweeps.trial import Trial, read_trial
from eminence.experiments.sweeps.trial_run import TrialRun, TrialStep

if TYPE_CHECKING:
    from ray.tune.schedulers import ASHAScheduler


@dataclass
class TrialSearch:
    """A search under way, kept by the driver, whoever plays the trials."""

    search: SearchSettings
    trials: dict[int, Trial] = field(default_factory=dict)
    """All trials so far, by number."""
    store: Store | None = None
    """Where trials are noted."""

    @classmethod
    def resumed(cls, search: SearchSettings, held: RunFile) -> TrialSearch:
        """Resume from the notes of a file; new notes are made only if it is open for writing."""
        noted = [read_trial(v) for k, v in held.notes().items() if k.startswith("trial ")]
        store = held if isinstance(held, Store) else None
        return cls(search, {trial.number: trial for trial in noted}, store)

    def __post_init__(self) -> None:
        self.begin()

    @property
    def ended(self) -> list[Trial]:
        """The trials that have ended, in the order of their numbers."""
        return [trial for _, trial in sorted(self.trials.items()) if trial.ended]

    @property
    def left(self) -> int:
        """Trials still to be played to their ends."""
        return self.search.count - len(self.ended)

    def begin(self) -> None:
        """Start a run: unfinished trials of an earlier run may be given out again."""
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
        """The scheduler that decides who goes on; it knows all trials that have ended."""
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
    """Tells the scheduler of a trial's rungs where Tune itself does not run."""

    def __init__(self, scheduler: Any, number: int):
        # An ASHAScheduler asks nothing of a trial but its id, and nothing of Tune's controller.
        self._scheduler = scheduler
        self._trial = SimpleNamespace(trial_id=f"trial {number}")
        self._last: dict[str, float] = {}
        self._scheduler.on_trial_add(None, self._trial)

    def goes_on(self, blocks: int, share: float) -> bool:
        """Report the end of a rung; may the trial climb further?"""
        self._last = {"blocks": blocks, "share": share}
        said = self._scheduler.on_trial_result(None, self._trial, self._last)
        return bool(said == self._scheduler.CONTINUE)

    def end(self) -> None:
        self._scheduler.on_trial_complete(None, self._trial, self._last)


class TrialRecorder:
    """Stores the blocks of all trials; nothing else writes them."""

    def __init__(
        self, search: SearchSettings, objective: Objective, store: Store, progress: Progress
    ):
        self.search, self.objective = search, objective
        self._store, self._progress = store, progress
        self._best = 0.0

    def known(self, values: Values) -> dict[str, float]:
        """The shares of finished jobs, which need not be played again."""
        return self.objective.known(values, self.search.seeds, self._store)

    def receive(self, trial_step: TrialStep) -> None:
        """Write down what a trial has played."""
        if trial_step.blocks >= self.search.blocks:
            self._best = max(self._best, trial_step.share)
        jobs = self.objective.jobs_behind(trial_step.attempts)
        for job, attempt in zip(jobs, trial_step.attempts, strict=True):
            # Two trials with the same values may have played it at the same time.
            if not self._store.missing([job]):
                continue
            self._store.add(job, attempt)
            if isinstance(attempt, Failure):
                self._progress.failed(attempt)
            else:
                self._progress.played(len(attempt.games), self._said)

    def _said(self) -> str:
        return f"best {100 * self._best:.1f} %"


def search_here(searching: TrialSearch, recorder: TrialRecorder) -> None:
    """Play all trials in this process, one after the other."""
    scheduler = searching.scheduler()
    searching.begin()
    search = searching.search
    while (trial := searching.next()) is not None:
        known = recorder.known(trial.values)
        trial_run = TrialRun(recorder.objective, trial.values, search.seeds, search.rungs, known)
        climb, going = Climb(scheduler, trial.number), True
        while going:
            trial_step = trial_run.step()
            recorder.receive(trial_step)
            searching.hear(trial.number, trial_step.blocks, trial_step.share)
            if trial_step.blocks in search.rungs:
                going = climb.goes_on(trial_step.blocks, trial_step.share)
        climb.end()
        searching.end(trial.number)
