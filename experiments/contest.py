"""One agent against another: a match of so many blocks, or a test that ends when it knows.

The candidate plays every seat once per block, its opponent's agent all other seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cython_ext.game import Game
from experiments.experiment import (
    Columns,
    CutShort,
    Experiment,
    Findings,
    Plan,
    block_seeds,
    described,
    whole,
)
from experiments.intervals import Estimate
from experiments.jobs import Job, canonical, jobs_of
from experiments.match import Block, reproducible
from experiments.outcomes import Outcomes
from experiments.sequential import GSPRT
from experiments.summary import Summary, summarise


@dataclass(frozen=True)
class Match(Experiment["MatchFindings"]):
    """How often the candidate wins against the opponents' agent."""

    game: Game
    candidate: str
    opponents: str
    blocks: int = 100
    seed: int = 0

    def __post_init__(self) -> None:
        whole("blocks", self.blocks, 1)
        whole("seed", self.seed, 0)
        _write_sides(self)

    def identity(self) -> dict[str, Any]:
        return {"kind": "match", **_sides(self), "blocks": self.blocks}

    def most_games(self) -> int:
        return self.blocks * self.game.seats

    def plan(self) -> Plan[MatchFindings]:
        jobs = against(self.game, self.candidate, self.opponents, self.seed, 0, self.blocks)
        blocks = yield jobs
        summary = summarise(Outcomes.of(blocks), seed=self.seed)
        return MatchFindings(self.identity(), len(jobs) - len(blocks), summary)

    def estimate(self, blocks: Sequence[Block]) -> str:
        return quick_share(blocks)


@dataclass(frozen=True)
class MatchFindings(Findings):
    """How the candidate did."""

    summary: Summary

    def tables(self) -> dict[str, Columns]:
        return {"match": contest_columns(self.about, self.summary)}


@dataclass(frozen=True)
class SequentialTest(Experiment["TestFindings"]):
    """Is the candidate's win share the lower or the higher of two? Ends as soon as it knows.

    Looks at whole batches in block order; ends undecided after `max_blocks`.
    """

    game: Game
    candidate: str
    opponents: str
    shares: tuple[float, float]
    alpha: float = 0.05
    beta: float = 0.05
    batch: int = 10
    max_blocks: int = 1000
    seed: int = 0

    in_order: ClassVar[bool] = True

    def __post_init__(self) -> None:
        whole("batch", self.batch, 1)
        whole("max_blocks", self.max_blocks, 1)
        whole("seed", self.seed, 0)
        object.__setattr__(self, "shares", tuple(self.shares))
        self._test()
        _write_sides(self)

    def identity(self) -> dict[str, Any]:
        own = {
            "shares": list(self.shares),
            "alpha": self.alpha,
            "beta": self.beta,
            "batch": self.batch,
            "max_blocks": self.max_blocks,
        }
        return {"kind": "test", **_sides(self), **own}

    def most_games(self) -> int:
        return self.max_blocks * self.game.seats

    def _test(self) -> GSPRT:
        return GSPRT(*self.shares, self.alpha, self.beta)

    def plan(self) -> Plan[TestFindings]:
        test, blocks, first = self._test(), list[Block](), 0
        try:
            while test.state == "undecided" and first < self.max_blocks:
                count = min(self.batch, self.max_blocks - first)
                sides = (self.game, self.candidate, self.opponents)
                fresh = yield against(*sides, self.seed, first, count)
                first += count
                test.add([share_of(block) for block in fresh])
                blocks += fresh
        except CutShort:
            if not blocks:
                raise
        # Blocks behind the one that decided were played for nothing, yet they were played.
        summary = summarise(Outcomes.of(blocks), seed=self.seed)
        failed = first - len(blocks)
        return TestFindings(self.identity(), failed, summary, test)

    def estimate(self, blocks: Sequence[Block]) -> str:
        return quick_share(blocks)


@dataclass(frozen=True)
class TestFindings(Findings):
    """The verdict, and how the candidate did in all blocks that were played."""

    # Not a test class, whatever pytest makes of its name.
    __test__ = False

    summary: Summary
    test: GSPRT

    @property
    def verdict(self) -> str:
        """H0: the lower share; H1: the higher one; or undecided."""
        return self.test.state

    def tables(self) -> dict[str, Columns]:
        low, high = self.test.low, self.test.high
        row = {
            "verdict": self.verdict,
            "accepted": {"H0": low, "H1": high}.get(self.verdict),
            "h0": low,
            "h1": high,
            "llr": self.test.llr,
            "lower": self.test.lower,
            "upper": self.test.upper,
            "decided_after": self.test.blocks,
        }
        played = contest_columns(self.about, self.summary)
        return {"test": {name: [value] for name, value in row.items()}, "match": played}


def against(
    game: Game, candidate: str, opponents: str, seed: int, first: int, count: int
) -> list[Job]:
    """Blocks of one against all, by number."""
    lineup = (candidate, *[opponents] * (game.seats - 1))
    return jobs_of(game, lineup, block_seeds(seed, first, count))


def contest_columns(about: dict[str, Any], summary: Summary) -> Columns:
    """A table of one row."""
    sides = (about["candidate"], about["opponents"])
    row: dict[str, Any] = {
        "candidate": sides[0],
        "opponents": sides[1],
        "blocks": summary.blocks,
        "games": summary.games,
        "fair": summary.fair,
        **spread("win", summary.win),
        **spread("ratio", summary.ratio),
        **spread("rank", summary.rank),
        **spread("margin", summary.margin),
        "reproducible": all(map(reproducible, sides)),
    }
    return {name: [value] for name, value in row.items()}


def spread(name: str, estimate: Estimate) -> dict[str, float]:
    """An estimate in three columns."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def quick_share(blocks: Sequence[Block]) -> str:
    """The candidate's win share so far, for the eye only."""
    return f"win % {quick_mean([100 * share_of(block) for block in blocks])}"


def quick_mean(values: Sequence[float]) -> str:
    """A mean with its normal 95 % interval, which is quick."""
    mean = f"{np.mean(values):.1f}"
    if len(values) < 2:
        return mean
    return f"{mean} ±{1.96 * np.std(values, ddof=1) / np.sqrt(len(values)):.1f}"


def share_of(block: Block) -> float:
    """The candidate's mean win share in a block."""
    return float(np.mean([game.wins[0] for game in block.games]))


def _write_sides(contest: Match | SequentialTest) -> None:
    """Specifications as their agents write them, so that equal experiments look equal."""
    for side in ("candidate", "opponents"):
        object.__setattr__(contest, side, canonical(getattr(contest, side), contest.game))


def _sides(contest: Match | SequentialTest) -> dict[str, Any]:
    return {
        **described(contest.game),
        "candidate": contest.candidate,
        "opponents": contest.opponents,
        "seed": contest.seed,
    }
