"""What a sweep found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from eminence.experiments.findings import Columns, Findings, by_column, spread
from eminence.experiments.games.block import reproducible
from eminence.experiments.sequential_test import TestFindings
from eminence.experiments.statistics.intervals import Estimate
from eminence.experiments.sweeps.trial import Trial


@dataclass(frozen=True)
class Deviation:
    """The winner with one parameter put back to the incumbent's value."""

    parameter: str
    new: Any
    old: Any
    blocks: int
    """Seeds, each played against the whole pool by both."""
    gain: Estimate
    """Win share of the winner minus that of the winner with the old value."""


@dataclass(frozen=True)
class SweepFindings(Findings):
    """All trials, the best of them, and whether it passed the test."""

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
    """The ablation of an accepted winner; empty for any other."""

    @property
    def verdict(self) -> str:
        """The verdict of the gate (H1: accepted), or `incumbent`: nothing better was found."""
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
