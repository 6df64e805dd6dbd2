"""Ray Tune plays the trials of a sweep, each in a process of its own.

The driver owns the search and the store. A trial gets its values and what is known of its
blocks, and reports the running share with every block that it has played since; so one process
writes the file, and a trial that is killed loses a second of play.
"""

from __future__ import annotations

import logging
import os
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from eminence.cython_ext.errors import EminenceError, error_line
from eminence.cython_ext.version import __version__
from eminence.experiments.games.job import networks_of
from eminence.experiments.running.ray_runner import RayRunner
from eminence.experiments.running.ray_worker import DEATHS, packed_agents, prepare_process
from eminence.experiments.running.runner import RunnerError
from eminence.experiments.sweeps.objective import Objective
from eminence.experiments.sweeps.search_settings import SearchSettings
from eminence.experiments.sweeps.trial_run import TrialRun, TrialStep
from eminence.experiments.sweeps.trial_search import TrialRecorder, TrialSearch
from eminence.search.network.parameter import keep_received

if TYPE_CHECKING:
    from ray.tune import Callback, Trainable
    from ray.tune.search import Searcher

#: Ctrl-C must end the command, as everywhere; Tune would return what it has. The rest concerns
#: output that nobody reads.
QUIET = {
    "TUNE_DISABLE_SIGINT_HANDLER": "1",
    "TUNE_DISABLE_AUTO_CALLBACK_LOGGERS": "1",
    "TUNE_PRINT_ALL_TRIAL_ERRORS": "0",
    "RAY_CHDIR_TO_TRIAL_DIR": "0",
    "RAY_AIR_NEW_OUTPUT": "0",
}


def search_on_ray(searching: TrialSearch, recorder: TrialRecorder, runner: RayRunner) -> None:
    """Play all trials, as many at a time as there are workers.

    A trial whose process died is played again, from the blocks that it had reported.
    """
    runner.start()
    errors: list[Exception] = []
    for _ in range(DEATHS):
        searching.begin()
        errors = _run(searching, recorder, runner)
        if not searching.left:
            return
        for error in errors:
            if not _is_death(error):
                raise RunnerError(f"a trial failed: {last_line(error)}")
    said = f": {last_line(errors[0])}" if errors else ""
    raise RunnerError(f"the workers of a trial died, {DEATHS} times{said}")


def _run(searching: TrialSearch, recorder: TrialRecorder, runner: RayRunner) -> list[Exception]:
    """One run of Tune over all trials that are left; what went wrong."""
    from ray import tune

    driver = _TuneDriver(searching, recorder)
    with TemporaryDirectory() as folder, _hushed():
        tuner = tune.Tuner(
            _trainable(searching.search, recorder.objective, runner.folder),
            tune_config=tune.TuneConfig(
                search_alg=_searcher(driver),
                scheduler=searching.scheduler(),
                num_samples=searching.left,
                max_concurrent_trials=runner.workers,
                reuse_actors=True,
                trial_name_creator=lambda trial: f"trial_{trial.trial_id}",
                trial_dirname_creator=lambda trial: f"trial_{trial.trial_id}",
            ),
            run_config=tune.RunConfig(
                name="sweep",
                storage_path=folder,
                callbacks=[_callback(driver)],
                checkpoint_config=tune.CheckpointConfig(checkpoint_at_end=False),
                verbose=0,
            ),
        )
        try:
            results = tuner.fit()
        except Exception:
            if driver.refused is not None:
                raise driver.refused from None
            raise
    if driver.refused is not None:
        raise driver.refused
    return list(results.errors)


class _TuneDriver:
    """The driver's side of a run of Tune."""

    def __init__(self, searching: TrialSearch, recorder: TrialRecorder):
        self.searching, self.recorder = searching, recorder
        self.numbers: dict[str, int] = {}
        self.refused: EminenceError | None = None
        """Why the driver cannot go on; a full disk, mostly."""

    def __getstate__(self) -> dict[str, Any]:
        """Nothing: Tune pickles its settings into a file that nobody reads."""
        return {}

    def suggest(self, trial_id: str) -> dict[str, Any] | None:
        trial = None if self.refused else self.searching.next()
        if trial is None:
            return None
        self.numbers[trial_id] = trial.number
        # Pairs: Tune would flatten a dict, entry by entry.
        known = tuple(self.recorder.known(trial.values).items())
        return {"number": trial.number, "values": trial.values, "known": known}

    def hear(self, trial_id: str, trial_step: TrialStep) -> None:
        try:
            self.recorder.receive(trial_step)
        except EminenceError as error:
            self.refused = error
            raise
        self.searching.hear(self.numbers[trial_id], trial_step.blocks, trial_step.share)

    def end(self, trial_id: str) -> None:
        if self.refused is None:
            self.searching.end(self.numbers[trial_id])


def _trainable(search: SearchSettings, objective: Objective, folder: str | None) -> type[Trainable]:
    """The class of a trial's process. Made here, so that Tune is imported only if needed."""
    from ray import tune

    agents, version = packed_agents(), __version__
    # Pickled here: the version is compared before anything is loaded.
    networks = [pickle.dumps(network) for network in networks_of(objective.agents()).values()]
    seeds, rungs = search.seeds, search.rungs

    class TrialProcess(tune.Trainable):
        def setup(self, config: dict[str, Any]) -> None:
            if version != __version__:
                raise RunnerError(
                    f"a worker has version {__version__} and the driver {version}: install "
                    "the same on all machines"
                )
            prepare_process(agents, folder)
            for pickled in networks:
                keep_received(pickle.loads(pickled))
            self.reset_config(config)

        def reset_config(self, new_config: dict[str, Any]) -> bool:
            known = dict(new_config["known"])
            self.trial_run = TrialRun(objective, new_config["values"], seeds, rungs, known)
            return True

        def step(self) -> dict[str, Any]:
            trial_step = self.trial_run.step()
            return {
                "blocks": trial_step.blocks,
                "share": trial_step.share,
                "trial_step": trial_step,
            }

    return TrialProcess


def _searcher(driver: _TuneDriver) -> Searcher:
    from ray.tune.search import Searcher

    class Proposing(Searcher):
        def suggest(self, trial_id: str) -> Any:
            return driver.suggest(trial_id) or Searcher.FINISHED

        def on_trial_complete(
            self, trial_id: str, result: dict[str, Any] | None = None, error: bool = False
        ) -> None:
            if not error:
                driver.end(trial_id)

        def save(self, checkpoint_path: str) -> None:
            """The notes in the store are all there is to save."""

    return Proposing(metric="share", mode="max")


def _callback(driver: _TuneDriver) -> Callback:
    from ray.tune import Callback

    class Receiving(Callback):
        def on_trial_result(
            self, iteration: int, trials: list[Any], trial: Any, result: dict[str, Any], **info: Any
        ) -> None:
            # Taken out: Tune keeps and writes the last result of each trial.
            driver.hear(trial.trial_id, result.pop("trial_step"))

    return Receiving()


@contextmanager
def _hushed() -> Iterator[None]:
    """Silence Tune: what goes wrong is told in one line at the end."""
    added = {name: value for name, value in QUIET.items() if name not in os.environ}
    logger = logging.getLogger("ray.tune")
    level = logger.level
    os.environ.update(added)
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(level)
        for name in added:
            os.environ.pop(name, None)


def _is_death(error: Exception) -> bool:
    from ray.exceptions import RayActorError

    return isinstance(error, RayActorError)


def last_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else error_line(error)
