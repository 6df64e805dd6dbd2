"""One agent against another until the difference is clear, or the blocks are used up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from eminence.cython_ext.game import Game
from eminence.cython_ext.whole_numbers import whole
from eminence.experiments.experiment import CutShort, Experiment, Plan
from eminence.experiments.findings import Columns, Findings
from eminence.experiments.games.block import Block
from eminence.experiments.match import (
    against,
    match_columns,
    quick_share,
    share_of,
    sides_of,
    write_sides,
)
from eminence.experiments.statistics.gsprt import GSPRT, refuse_too_few
from eminence.experiments.statistics.lineup_blocks import LineupBlocks
from eminence.experiments.statistics.summary import Summary, summarise


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
        refuse_too_few(self.max_blocks)
        whole("seed", self.seed, 0)
        object.__setattr__(self, "shares", tuple(self.shares))
        self._test()
        write_sides(self)

    def identity(self) -> dict[str, Any]:
        own = {
            "shares": list(self.shares),
            "alpha": self.alpha,
            "beta": self.beta,
            "batch": self.batch,
            "max_blocks": self.max_blocks,
        }
        return {"kind": "test", **sides_of(self), **own}

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
        summary = summarise(LineupBlocks.of(blocks), seed=self.seed)
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
        played = match_columns(self.about, self.summary)
        return {"test": {name: [value] for name, value in row.items()}, "match": played}
