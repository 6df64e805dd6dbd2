"""A sweep: search for better parameters, and believe them if they win a test of their own.

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

import numpy as np

from cython_ext.errors import BadData, BadOption
from cython_ext.game import Game
from experiments.contest import SequentialTest, TestFindings, share_of, spread
from experiments.experiment import (
    Columns,
    CutShort,
    Experiment,
    Findings,
    Plan,
    Study,
    block_seeds,
    conduct,
    described,
    whole,
)
from experiments.intervals import Estimate, estimates
from experiments.jobs import Job, canonical
from experiments.match import reproducible
from experiments.outcomes import Floats
from experiments.progress import Progress
from experiments.runners import RayRunner, Runner
from experiments.sequential import GSPRT
from experiments.space import Space, Values, read_space, values_of, with_values
from experiments.store import Store
from experiments.tournament import by_column, games_from, read_toml, refuse_unknown
from experiments.trials import (
    Desk,
    PoolShare,
    Search,
    Searching,
    Trial,
    best_of,
    search_here,
    stream,
)
from search import make

#: The higher share of a gate, in units of the fair one.
WORTHWHILE = 1.15


@dataclass(frozen=True)
class Gate:
    """The test that a winner must pass: head to head with the incumbent."""

    shares: tuple[float, float] | None = None
    """Win shares to tell apart; None: the fair one, and 1.15 times that."""
    alpha: float = 0.05
    """How often a winner that is no better may pass."""
    beta: float = 0.05
    batch: int = 20
    max_blocks: int = 1000

    def __post_init__(self) -> None:
        if self.shares is not None:
            object.__setattr__(self, "shares", tuple(self.shares))
        whole("batch", self.batch, 1)
        whole("max_blocks", self.max_blocks, 1)

    def shares_for(self, seats: int) -> tuple[float, float]:
        """What is told apart with so many players."""
        return self.shares or (1 / seats, WORTHWHILE / seats)

    def test(self, seats: int) -> GSPRT:
        """A fresh test."""
        return GSPRT(*self.shares_for(seats), self.alpha, self.beta)


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
    """None: the template."""
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
    def settings(self) -> Search:
        """How the space is searched."""
        return Search(
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
        """What is made large."""
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
        """Of the trials, if none were stopped."""
        return self.settings.count * self.max_blocks * len(self.pool) * self.game.seats

    def most_judging_games(self) -> int:
        """Of gate and ablation."""
        variants = 1 + len(self.dimensions.names)
        ablation = variants * int(self.ablation_blocks or 0) * len(self.pool)
        return (self.gate.max_blocks + ablation) * self.game.seats

    def answer(self, runner: Runner, store: Store, progress: Progress) -> SweepFindings:
        searching = Searching.resumed(self.settings, store)
        if searching.left:
            require_extra()
            progress.begin(self.most_search_games())
            desk = Desk(self.settings, self.objective, store, progress)
            if isinstance(runner, RayRunner):
                from experiments.tuning import search_on_ray

                search_on_ray(searching, desk, runner)
            else:
                search_here(searching, desk)
        found = conduct(Judgement(self, searching.ended), runner, store, progress)
        return replace(found, failed=len(store.failures()))

    @classmethod
    def from_toml(cls, path: str | Path) -> Sweep:
        """From a file like examples/royals_sweep.toml; errors name file and field."""
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


# --- after the search ---


@dataclass(frozen=True)
class Judgement(Experiment["SweepFindings"]):
    """Gate and ablation of the best trial."""

    in_order = True
    sweep: Sweep
    trials: Sequence[Trial]

    def identity(self) -> dict[str, Any]:
        return self.sweep.identity()

    def most_games(self) -> int:
        return self.sweep.most_judging_games()

    def plan(self) -> Plan[SweepFindings]:
        sweep, best = self.sweep, best_of(self.trials)
        findings = SweepFindings(
            about=sweep.identity(),
            failed=0,
            trials=tuple(self.trials),
            best=best,
            winner=with_values(sweep.agent, best.values, sweep.game),
            incumbent=str(sweep.incumbent),
            fair=1 / sweep.game.seats,
        )
        gate = gate_of(sweep, best.values)
        if gate is None:
            return replace(findings, changed=False)
        try:
            findings = replace(findings, gate=(yield from gate.plan()))
            if findings.accepted and sweep.ablation_blocks:
                deviations = yield from self._ablation(best.values)
                findings = replace(findings, ablation=deviations)
        except CutShort:
            pass  # the file of an unfinished run: what is there can be told
        return findings

    def _ablation(self, new: Values) -> Plan[tuple[Deviation, ...]]:  # type: ignore[type-var]
        """Put each parameter back, one at a time, on common blocks."""
        sweep = self.sweep
        count = int(sweep.ablation_blocks or 0)
        seeds = block_seeds(stream(sweep.seed, "ablation"), 0, count)
        changed = [name for name in new if new[name] != sweep.old[name]]
        variants = [new, *({**new, name: sweep.old[name]} for name in changed)]
        jobs = [sweep.objective.jobs(values, seeds) for values in variants]
        blocks = yield [job for variant in jobs for job in variant]
        shares = {(block.lineup, block.seed): share_of(block) for block in blocks}
        width = len(sweep.pool)
        means: list[Floats] = []
        for variant in jobs:
            row = [shares.get((job.lineup, job.seed), np.nan) for job in variant]
            means.append(np.array(row).reshape(count, width).mean(axis=1))
        found = []
        for name, mean in zip(changed, means[1:], strict=True):
            both = np.isfinite(means[0] - mean)  # seeds that both could play
            if both.any():
                gain = _gain((means[0] - mean)[both], sweep.seed)
                found.append(Deviation(name, new[name], sweep.old[name], int(both.sum()), gain))
        return tuple(found)


def gate_of(sweep: Sweep, new: Values) -> SequentialTest | None:
    """The test of these values on fresh blocks; None if they are the incumbent's."""
    game, gate = sweep.game, sweep.gate
    if sweep.confirm is None:
        sides = (with_values(sweep.agent, new, game), str(sweep.incumbent))
        if with_values(sides[1], sweep.old, game) == sides[0]:
            return None
    else:
        sides = (
            with_values(sweep.confirm, new, game),
            with_values(sweep.confirm, sweep.old, game),
        )
        if sides[0] == sides[1]:
            return None
    return SequentialTest(
        game,
        *sides,
        shares=gate.shares_for(game.seats),
        alpha=gate.alpha,
        beta=gate.beta,
        batch=gate.batch,
        max_blocks=gate.max_blocks,
        seed=stream(sweep.seed, "gate"),
    )


def _gain(differences: Floats, seed: int) -> Estimate:
    """The mean difference per seed, with its interval."""
    counts = np.ones((len(differences), 1))
    (gain,) = estimates(differences[:, None], counts, [(-1.0, 1.0)], seed)
    return gain


@dataclass(frozen=True)
class Deviation:
    """The winner with one parameter put back to the incumbent's value."""

    parameter: str
    new: Any
    old: Any
    blocks: int
    """Seeds, each played against the whole pool by both."""
    gain: Estimate
    """Win share of the winner less that of the winner with the old value."""


@dataclass(frozen=True)
class SweepFindings(Findings):
    """All trials, the best of them, and whether it may be believed."""

    trials: tuple[Trial, ...]
    best: Trial
    winner: str
    """The specification of the best trial."""
    incumbent: str
    fair: float
    changed: bool = True
    """Are the best values other than the incumbent's?"""
    gate: TestFindings | None = None
    """None: it was not played, or not yet."""
    ablation: tuple[Deviation, ...] = ()
    """Of an accepted winner."""

    @property
    def verdict(self) -> str:
        """That of the gate (H1: accepted), or `incumbent`: nothing better was found."""
        if not self.changed:
            return "incumbent"
        return "undecided" if self.gate is None else self.gate.verdict

    @property
    def accepted(self) -> bool:
        """Did the winner pass the gate?"""
        return self.verdict == "H1"

    def tables(self) -> dict[str, Columns]:
        row = {
            "accepted": self.accepted,
            "verdict": self.verdict,
            "winner": self.winner,
            "incumbent": self.incumbent,
            "trial": self.best.number,
            "blocks": self.best.blocks,
            "fair": self.fair,
            "share": self.best.share,
            "reproducible": all(map(reproducible, (self.winner, *self.about["pool"]))),
        }
        found: dict[str, Columns] = {"sweep": by_column([row])}
        if self.gate is not None:
            tables = self.gate.tables()
            found |= {"gate": tables["test"], "duel": tables["match"]}
        if self.ablation:
            found["ablation"] = by_column([_deviation_row(each) for each in self.ablation])
        found["trials"] = by_column([_trial_row(trial) for trial in self.trials])
        return found


def _deviation_row(deviation: Deviation) -> dict[str, Any]:
    return {
        "parameter": deviation.parameter,
        "winner": deviation.new,
        "incumbent": deviation.old,
        "blocks": deviation.blocks,
        **spread("gain", deviation.gain),
    }


def _trial_row(trial: Trial) -> dict[str, Any]:
    own = {"trial": trial.number, "blocks": trial.blocks, "share": trial.share}
    return {**own, **trial.values}


# --- from a file ---

FIELDS = (
    "game",
    "agent",
    "space",
    "pool",
    "search",
    "trials",
    "blocks",
    "max_blocks",
    "reduction",
    "incumbent",
    "confirm",
    "gate",
    "ablation_blocks",
    "seed",
)
#: What other fields are, they say themselves when they are wrong.
KINDS: dict[str, tuple[type, str]] = {
    "agent": (str, 'a specification, such as "greedy"'),
    "incumbent": (str, 'a specification, such as "greedy"'),
    "confirm": (str, 'a specification, such as "ismcts:iterations=200"'),
    "space": (dict, "a table of parameters"),
    "pool": (list, "a list of specifications"),
    "gate": (dict, "a table"),
}
GATE_FIELDS = ("shares", "alpha", "beta", "batch", "max_blocks")


def sweep_from(written: dict[str, Any], where: str) -> Sweep:
    """A sweep as its file describes it."""
    refuse_unknown(written, FIELDS, where)
    game = written.get("game")
    if not isinstance(game, dict):
        raise BadData(f'{where}: game: write [game] with name = "royals" and its options')
    if isinstance(game.get("players"), list):
        raise BadData(f"{where}: game: players={game['players']}: a sweep has one number")
    (loaded,) = games_from([game], where)
    for name, (kind, word) in KINDS.items():
        if name in ("agent", "space", "pool") and name not in written:
            raise BadData(f"{where}: {name} is missing: write {word}")
        if name in written and not isinstance(written[name], kind):
            raise BadData(f"{where}: {name}={written[name]!r}: write {word}")
    if not all(isinstance(spec, str) for spec in written["pool"]):
        raise BadData(f"{where}: pool: write a list of specifications")
    given = {key: value for key, value in written.items() if key not in ("game", "gate")}
    try:
        return Sweep(loaded, **given, gate=_gate_from(written.get("gate", {}), where))
    except BadOption as error:
        raise BadData(f"{where}: {error}") from None


def _gate_from(written: dict[str, Any], where: str) -> Gate:
    refuse_unknown(written, GATE_FIELDS, f"{where}: gate")
    shares = written.get("shares")
    numbers = isinstance(shares, list) and all(isinstance(s, int | float) for s in shares)
    if shares is not None and not (numbers and len(shares) == 2):
        raise BadData(f"{where}: gate: shares={shares!r}: write two, as in [0.25, 0.30]")
    for name in ("alpha", "beta"):
        if not isinstance(written.get(name, 0.05), float):
            raise BadData(f"{where}: gate: {name}={written[name]!r}: write a number like 0.05")
    try:
        return Gate(**written)
    except BadOption as error:
        raise BadData(f"{where}: gate: {error}") from None
