"""How a space is searched: which values are tried next, and for how many blocks.

Trial n's values follow from the seed, n and the trials that have ended: nothing else is
remembered between two of them. Random and grid searches do not even depend on the trials that
have ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.whole_numbers import whole
from eminence.engines.kit.options import listed
from eminence.experiments.games.seeds import block_seeds, seed_for
from eminence.experiments.sweeps.space import Space
from eminence.experiments.sweeps.trial import Trial

METHODS = ("tpe", "random", "grid")
TRIALS = 30


@dataclass(frozen=True)
class SearchSettings:
    """How a space is searched; plain settings."""

    space: Space
    method: str = "tpe"
    trials: int | None = None
    """None: every point of a grid, else TRIALS."""
    blocks: int = 10
    """Blocks of the first rung."""
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
        """How many trials there are."""
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
        """The seeds of the blocks, the same for all trials."""
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

        seed = seed_for(self.seed, f"trial {number}") % 2**32
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
