"""What the measurements share: figures with a spread, tables, and bars that are met or not."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

#: seed of everything that is drawn
SEED = 2026


@dataclass(frozen=True)
class Figure:
    """A measured number: the median of the repeats and how far they lie apart."""

    median: float
    spread: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        median = statistics.median(values)
        return cls(median, 50 * (max(values) - min(values)) / median)

    def text(self, scale: float = 1, digits: int = 1) -> str:
        return f"{self.median / scale:.{digits}f} ±{self.spread:.0f}%"


def interleaved(repeats: int, runs: Sequence[Callable[[int], float]]) -> list[tuple[float, ...]]:
    """What each run returns; the runs take turns, so a slow moment of the machine hits all alike.

    A run gets the number of the repeat, to draw its seed from. Every other turn goes
    backwards, so that none of them always runs right after the same other one.
    """
    turns = []
    for repeat in range(repeats):
        order = range(len(runs)) if repeat % 2 == 0 else range(len(runs) - 1, -1, -1)
        found = {i: runs[i](repeat) for i in order}
        turns.append(tuple(found[i] for i in range(len(runs))))
    return turns


def ratio(turns: Sequence[Sequence[float]], over: int, under: int) -> Figure:
    """The median of the quotients taken turn by turn."""
    return Figure.of([turn[over] / turn[under] for turn in turns])


def rounds_for(seconds: float, run: Callable[[int], float]) -> int:
    """How many rounds take about that long; `run` takes rounds and returns seconds."""
    rounds = 16
    while True:
        taken = run(rounds)
        if taken > seconds / 20:
            return max(16, int(rounds * seconds / taken))
        rounds *= 4


def line(cells: Sequence[str], columns: Sequence[tuple[str, int]]) -> str:
    """One line of a table that is written while it is measured; columns are (name, width)."""
    first, *rest = zip(cells, columns, strict=True)
    return f"{first[0]:<{first[1][1]}}" + "".join(f"{c:>{w}}" for c, (_, w) in rest)


def header(columns: Sequence[tuple[str, int]]) -> str:
    return line([name for name, _ in columns], columns)


def verdict(what: str, measured: str, met: bool) -> str:
    """A bar (a target), the figure measured for it, and how they compare."""
    return f"  {'met   ' if met else 'MISSED'}  {what}: {measured}"
