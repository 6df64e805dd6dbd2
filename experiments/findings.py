"""What an experiment found, as tables by columns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eminence.experiments.statistics.intervals import Estimate

#: A table by columns, as pandas and polars take it.
Columns = dict[str, list[Any]]


@dataclass(frozen=True)
class Findings(ABC):
    """What an experiment found. Results only; no run details."""

    about: dict[str, Any]
    """The experiment."""
    failed: int
    """Blocks that could not be played."""

    @abstractmethod
    def tables(self) -> dict[str, Columns]:
        """All figures, in tables by name; the first one is the short answer."""

    def columns(self) -> Columns:
        """The first table."""
        return next(iter(self.tables().values()))


def spread(name: str, estimate: Estimate) -> dict[str, float]:
    """An estimate in three columns."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def by_column(rows: Sequence[dict[str, Any]]) -> Columns:
    """Rows with the same names as columns."""
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}
