"""What a training run found, generation by generation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from eminence.experiments.findings import Columns, Findings, by_column
from eminence.experiments.sequential_test import TestFindings


@dataclass(frozen=True)
class Generation:
    """One network: how well it predicts games that it was not fitted to, and how it plays."""

    number: int
    digest: str
    """Of the network's file."""
    lessons: int
    unseen: dict[str, float]
    """Figures on unseen games."""
    calibration: tuple[tuple[float, float, int], ...]
    """Predicted and actual win share, and how many positions, by classes of the prediction."""
    verdict: str
    share: float
    share_low: float
    share_high: float
    fair: float
    games: int
    """Of the gate."""

    @classmethod
    def of(
        cls, number: int, digest: str, figures: Mapping[str, Any], test: TestFindings
    ) -> Generation:
        """From what the fit tells and what the gate found."""
        win = test.summary.win
        return cls(
            number,
            digest,
            figures["lessons"],
            dict(figures["unseen"]),
            tuple(figures["calibration"]),
            test.verdict,
            win.value,
            win.low,
            win.high,
            test.summary.fair,
            test.summary.games,
        )

    @property
    def accepted(self) -> bool:
        """Did it take over?"""
        return self.verdict == "H1"

    def calibration_table(self) -> Columns:
        """What it predicted for unseen games, and how often the seat then won."""
        return by_column(
            [
                {"predicted": predicted, "won": won, "positions": count}
                for predicted, won, count in self.calibration
            ]
        )

    def written(self) -> dict[str, Any]:
        """As the file of the run notes it."""
        return asdict(self)

    @classmethod
    def read(cls, noted: Mapping[str, Any]) -> Generation:
        """From a note."""
        bins = tuple((row[0], row[1], row[2]) for row in noted["calibration"])
        return cls(**{**noted, "calibration": bins})


@dataclass(frozen=True)
class Pace:
    """How many iterations two sides get so that both take the same time."""

    network: str
    """The digest of the network that one side has."""
    iterations: int
    iterations_without: int
    """Of the other side, which has the game's own guidance."""
    rate: float
    """Iterations per second, as measured."""
    rate_without: float


@dataclass(frozen=True)
class Final(Pace):
    """How the best network plays with equal time."""

    generation: int
    verdict: str
    share: float
    share_low: float
    share_high: float
    fair: float
    games: int

    @classmethod
    def of(cls, best: Generation, pace: Pace, test: TestFindings) -> Final:
        """From what was measured and what the test found."""
        win, summary = test.summary.win, test.summary
        return cls(
            **asdict(pace),
            generation=best.number,
            verdict=test.verdict,
            share=win.value,
            share_low=win.low,
            share_high=win.high,
            fair=summary.fair,
            games=summary.games,
        )

    def written(self) -> dict[str, Any]:
        """As the file of the run notes it."""
        return asdict(self)

    @classmethod
    def read(cls, noted: Mapping[str, Any]) -> Final:
        """From a note."""
        return cls(**noted)

    def columns(self) -> Columns:
        """As a table with one row."""
        row = {
            "generation": self.generation,
            "verdict": self.verdict,
            "win": self.share,
            "win_low": self.share_low,
            "win_high": self.share_high,
            "fair": self.fair,
            "games": self.games,
            "iterations": self.iterations,
            "iterations_without": self.iterations_without,
            "rate": self.rate,
            "rate_without": self.rate_without,
        }
        return by_column([row])


@dataclass(frozen=True)
class TrainingFindings(Findings):
    """All generations of a run so far."""

    generations: tuple[Generation, ...]
    final: Final | None = None
    """None: not asked for, or not played yet."""

    @property
    def best(self) -> Generation | None:
        """The last generation that passed its gate; None: none did."""
        return best_of(self.generations)

    def tables(self) -> dict[str, Columns]:
        # A generation may have had too few unseen games for any figure.
        figures = dict.fromkeys(name for each in self.generations for name in each.unseen)
        gates = [
            {
                "candidate": f"generation {each.number}",
                "network": each.digest,
                "verdict": each.verdict,
                "win": each.share,
                "win_low": each.share_low,
                "win_high": each.share_high,
                "fair": each.fair,
                "games": each.games,
            }
            for each in self.generations
        ]
        unseen = [
            {"generation": each.number, "lessons": each.lessons, **figures, **each.unseen}
            for each in self.generations
        ]
        found: dict[str, Columns] = {"training": by_column(gates), "unseen": by_column(unseen)}
        if self.final is not None:
            found["final"] = self.final.columns()
        if self.generations:
            found["calibration"] = self.generations[-1].calibration_table()
        return found


def best_of(generations: Sequence[Generation]) -> Generation | None:
    """The last one that passed its gate; None: none did."""
    return next((each for each in reversed(generations) if each.accepted), None)
