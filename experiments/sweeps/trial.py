"""One trial of a sweep: the values, and how far they got."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


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
        """The mean win share against the pool; for the best trial, an overestimate."""
        return self.rungs[-1][1] if self.rungs else 0.0


def best_of(trials: Iterable[Trial]) -> Trial:
    """The highest share among those that got furthest: few blocks are mostly luck."""
    return max(trials, key=lambda trial: (trial.blocks, trial.share, -trial.number))


def read_trial(written: dict[str, Any]) -> Trial:
    rungs = tuple((int(blocks), float(share)) for blocks, share in written["rungs"])
    return Trial(written["number"], written["values"], rungs, written["ended"])
