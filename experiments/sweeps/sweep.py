"""A sweep: search for better parameters, and accept them if they win a separate test.

Three steps, each on blocks of its own. Trials against a pool of opponents find the best values:
the best of many looks better than it is. So the gate, a sequential test of winner against
incumbent, decides on blocks that the search never saw. Then an ablation puts each parameter
back, one at a time, and shows what it was good for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game import Game
from eminence.cython_ext.whole_numbers import whole
from eminence.experiments.experiment import Study, conduct, described
from eminence.experiments.experiment_file import read_toml
from eminence.experiments.games.job import Job, canonical
from eminence.experiments.running.progress import Progress
from eminence.experiments.running.ray_runner import RayRunner
from eminence.experiments.running.runner import Runner
from eminence.experiments.storage.store import Store
from eminence.experiments.sweeps.gate import Gate
from eminence.experiments.sweeps.judgement import Judgement
from eminence.experiments.sweeps.objective import PoolShare
from eminence.experiments.sweeps.search_settings import SearchSettings
from eminence.experiments.sweeps.space import Space, read_space, values_of
from eminence.experiments.sweeps.sweep_findings import SweepFindings
from eminence.experiments.sweeps.trial import Trial
from eminence.experiments.sweeps.trial_search import TrialRecorder, TrialSearch, search_here
from eminence.search import make


@dataclass(frozen=True)
class Sweep(Study["SweepFindings"]):
    """Search a space around an agent, gate the best against the incumbent, ablate it.

    The objective is the mean win share of one against all, over the opponents in `pool`.
    """

    game: Game
    agent: str
    """The template: whatever the space does not name stays as it is."""
    space: Mapping[str, Any]
    """Per parameter {"low", "high", "log", "step"} or {"choices"}."""
    pool: Sequence[str]
    search: str = "tpe"
    trials: int | None = None
    blocks: int = 10
    max_blocks: int = 90
    reduction: int = 3
    incumbent: str | None = None
    """None: the template is the incumbent."""
    confirm: str | None = None
    """Another agent that plays the gate, with the values of winner and incumbent."""
    gate: Gate = field(default_factory=Gate)
    ablation_blocks: int | None = None
    """None: `max_blocks`; 0: no ablation."""
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("agent", "incumbent", "confirm"):
            spec = getattr(self, name)
            if spec is not None:
                self._write(name, canonical(spec, self.game))
        if self.incumbent is None:
            self._write("incumbent", self.agent)
        if isinstance(self.pool, str) or not self.pool:
            raise BadOption('pool: write a list of opponents, such as ["greedy"]')
        pool = tuple(canonical(spec, self.game) for spec in self.pool)
        if len({*pool}) < len(pool):
            raise BadOption(f"pool: the same opponent twice in {list(pool)}")
        self._write("pool", pool)
        if self.ablation_blocks is None:
            self._write("ablation_blocks", self.max_blocks)
        whole("ablation_blocks", self.ablation_blocks, 0)
        self._check_sides()
        self.settings  # noqa: B018  refuses a search that makes no sense
        self.gate.test(self.game.seats)

    def _write(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def _check_sides(self) -> None:
        agents = (make(self.agent), make(self.incumbent or self.agent))
        if type(agents[0]) is not type(agents[1]):
            raise BadOption(
                f"incumbent={self.incumbent}: choose another {agents[0].name}: the ablation "
                "puts its values into the winner"
            )
        if self.confirm is not None:
            try:
                values_of(self.confirm, self.dimensions.names, self.game)
            except BadOption as error:
                raise BadOption(f"confirm={self.confirm}: {error}") from None

    @cached_property
    def dimensions(self) -> Space:
        """The space as it was read."""
        return read_space(self.space, self.agent, self.game)

    @cached_property
    def old(self) -> dict[str, Any]:
        """The incumbent's values."""
        return values_of(self.incumbent or self.agent, self.dimensions.names, self.game)

    @cached_property
    def settings(self) -> SearchSettings:
        """How the space is searched."""
        return SearchSettings(
            self.dimensions,
            self.search,
            self.trials,
            self.blocks,
            self.max_blocks,
            self.reduction,
            self.seed,
            start=self.old,
        )

    @cached_property
    def objective(self) -> PoolShare:
        """What the sweep maximises."""
        return PoolShare(self.game, self.agent, tuple(self.pool))

    def jobs_of(self, trial: Trial) -> list[Job]:
        """The blocks of the search that a trial rests on."""
        return self.objective.jobs(trial.values, self.settings.seeds[: trial.blocks])

    def identity(self) -> dict[str, Any]:
        gate = {
            "shares": list(self.gate.shares_for(self.game.seats)),
            "alpha": self.gate.alpha,
            "beta": self.gate.beta,
            "batch": self.gate.batch,
            "max_blocks": self.gate.max_blocks,
        }
        return {
            "kind": "sweep",
            **described(self.game),
            "agent": self.agent,
            "space": self.dimensions.written(),
            "pool": list(self.pool),
            "search": self.search,
            "trials": self.settings.count,
            "blocks": self.blocks,
            "max_blocks": self.max_blocks,
            "reduction": self.reduction,
            "incumbent": self.incumbent,
            "confirm": self.confirm,
            "gate": gate,
            "ablation_blocks": self.ablation_blocks,
            "seed": self.seed,
        }

    def most_games(self) -> int:
        return self.most_search_games() + self.most_judging_games()

    def most_search_games(self) -> int:
        """Games of the trials, if none were stopped."""
        return self.settings.count * self.max_blocks * len(self.pool) * self.game.seats

    def most_judging_games(self) -> int:
        """Games of gate and ablation."""
        variants = 1 + len(self.dimensions.names)
        ablation = variants * int(self.ablation_blocks or 0) * len(self.pool)
        return (self.gate.max_blocks + ablation) * self.game.seats

    def answer(self, runner: Runner, store: Store, progress: Progress) -> SweepFindings:
        searching = TrialSearch.resumed(self.settings, store)
        if searching.left:
            require_extra()
            progress.begin(self.most_search_games())
            recorder = TrialRecorder(self.settings, self.objective, store, progress)
            if isinstance(runner, RayRunner):
                from eminence.experiments.sweeps.ray_tune import search_on_ray

                search_on_ray(searching, recorder, runner)
            else:
                search_here(searching, recorder)
        found = conduct(Judgement(self, searching.ended), runner, store, progress)
        return replace(found, failed=len(store.failures()))

    @classmethod
    def from_toml(cls, path: str | Path) -> Sweep:
        """A sweep from a file like examples/royals_sweep.toml; errors name file and field."""
        # Not imported above: that file needs this class.
        from eminence.experiments.sweeps.sweep_file import sweep_from

        return sweep_from(read_toml(path), str(path))


def require_extra() -> None:
    """Ray Tune and Optuna are not installed with everything else."""
    try:
        import optuna  # noqa: F401
        import ray.tune  # noqa: F401
    except ImportError as error:
        raise BadOption(
            f"a sweep needs Ray Tune and Optuna: pip install 'eminence[sweep]' ({error})"
        ) from None
