"""What a training run found, generation by generation."""

from __future__ import annotations

from collections.abc import Mapping
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

    def written(self) -> dict[str, Any]:
        """As the file of the run notes it."""
        return asdict(self)

    @classmethod
    def read(cls, noted: Mapping[str, Any]) -> Generation:
        """From a note."""
        bins = tuple((row[0], row[1], row[2]) for row in noted["calibration"])
        return cls(**{**noted, "calibration": bins})


@dataclass(frozen=True)
class TrainingFindings(Findings):
    """All generations of a run so far."""

    generations: tuple[Generation, ...]

    @property
    def best(self) -> Generation | None:
        """The last generation that passed its gate; None: none did."""
        accepted = [each for each in self.generations if each.accepted]
        return accepted[-1] if accepted else None

    def tables(self) -> dict[str, Columns]:
        rows = [
            {
                "candidate": f"generation {each.number}",
                "generation": each.number,
                "network": each.digest,
                "lessons": each.lessons,
                **each.unseen,
                "verdict": each.verdict,
                "win": each.share,
                "win_low": each.share_low,
                "win_high": each.share_high,
                "fair": each.fair,
                "games": each.games,
            }
            for each in self.generations
        ]
        found: dict[str, Columns] = {"training": by_column(rows)}
        if self.generations:
            found["calibration"] = by_column(
                [
                    {"predicted": predicted, "won": won, "positions": count}
                    for predicted, won, count in self.generations[-1].calibration
                ]
            )
        return found
