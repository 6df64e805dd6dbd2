"""Gate and ablation: what is played after the search of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from eminence.experiments.experiment import CutShort, Experiment, Plan
from eminence.experiments.games.seeds import block_seeds, seed_for
from eminence.experiments.match import share_of
from eminence.experiments.sequential_test import SequentialTest
from eminence.experiments.statistics.intervals import Estimate, estimates
from eminence.experiments.statistics.lineup_blocks import Floats
from eminence.experiments.sweeps.space import Values, with_values
from eminence.experiments.sweeps.sweep_findings import Deviation, SweepFindings
from eminence.experiments.sweeps.trial import Trial, best_of

if TYPE_CHECKING:
    from eminence.experiments.sweeps.sweep import Sweep


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
            pass  # the file of an unfinished run: report what is there
        return findings

    def _ablation(self, new: Values) -> Plan[tuple[Deviation, ...]]:  # type: ignore[type-var]
        """Put each parameter back, one at a time, and compare on common blocks."""
        sweep = self.sweep
        count = int(sweep.ablation_blocks or 0)
        seeds = block_seeds(seed_for(sweep.seed, "ablation"), 0, count)
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
        sides = (with_values(sweep.confirm, new, game), with_values(sweep.confirm, sweep.old, game))
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
        seed=seed_for(sweep.seed, "gate"),
    )


def _gain(differences: Floats, seed: int) -> Estimate:
    """The mean difference per seed, with its interval."""
    counts = np.ones((len(differences), 1))
    (gain,) = estimates(differences[:, None], counts, [(-1.0, 1.0)], seed)
    return gain
