"""One trial as it is played, here or in a process of Ray."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from eminence.experiments.games.block import Attempt
from eminence.experiments.running.ray_worker import CALL_SECONDS
from eminence.experiments.sweeps.objective import Objective
from eminence.experiments.sweeps.space import Values


@dataclass(frozen=True)
class TrialStep:
    """How far a trial has got."""

    blocks: int
    share: float
    attempts: tuple[Attempt, ...]


class TrialRun:
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

    def step(self) -> TrialStep:
        """Play up to the end of the rung, or as long as one call may take."""
        end = time.monotonic() + CALL_SECONDS
        goal = next(rung for rung in self._rungs if rung > len(self._shares))
        attempts: list[Attempt] = []
        while len(self._shares) < goal:
            seed = self._seeds[len(self._shares)]
            played = self._objective.play(self._values, seed, self._known)
            self._shares.append(played.share)
            attempts += played.attempts
            if time.monotonic() >= end:
                break
        return TrialStep(len(self._shares), float(np.mean(self._shares)), tuple(attempts))
