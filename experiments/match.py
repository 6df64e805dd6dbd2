"""One agent against another, so many blocks.

The candidate plays every seat once per block, its opponent's agent all other seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from eminence.cython_ext.game import Game
from eminence.cython_ext.whole_numbers import whole
from eminence.experiments.experiment import Experiment, Plan, described
from eminence.experiments.findings import Columns, Findings, spread
from eminence.experiments.games.block import Block, reproducible
from eminence.experiments.games.job import Job, canonical, jobs_of
from eminence.experiments.games.seeds import block_seeds
from eminence.experiments.statistics.intervals import quick_mean
from eminence.experiments.statistics.lineup_blocks import LineupBlocks
from eminence.experiments.statistics.summary import Summary, summarise

if TYPE_CHECKING:
    from eminence.experiments.sequential_test import SequentialTest


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
        write_sides(self)

    def identity(self) -> dict[str, Any]:
        return {"kind": "match", **sides_of(self), "blocks": self.blocks}

    def most_games(self) -> int:
        return self.blocks * self.game.seats

    def plan(self) -> Plan[MatchFindings]:
        jobs = against(self.game, self.candidate, self.opponents, self.seed, 0, self.blocks)
        blocks = yield jobs
        summary = summarise(LineupBlocks.of(blocks), seed=self.seed)
        return MatchFindings(self.identity(), len(jobs) - len(blocks), summary)

    def estimate(self, blocks: Sequence[Block]) -> str:
        return quick_share(blocks)


@dataclass(frozen=True)
class MatchFindings(Findings):
    """How the candidate did."""

    summary: Summary

    def tables(self) -> dict[str, Columns]:
        return {"match": match_columns(self.about, self.summary)}


def against(
    game: Game, candidate: str, opponents: str, seed: int, first: int, count: int
) -> list[Job]:
    """Blocks of one against all, by number."""
    lineup = (candidate, *[opponents] * (game.seats - 1))
    return jobs_of(game, lineup, block_seeds(seed, first, count))


def match_columns(about: dict[str, Any], summary: Summary) -> Columns:
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


def quick_share(blocks: Sequence[Block]) -> str:
    """The candidate's win share so far, for the progress bar only."""
    return f"win % {quick_mean([100 * share_of(block) for block in blocks])}"


def share_of(block: Block) -> float:
    """The candidate's mean win share in a block."""
    return float(np.mean([game.wins[0] for game in block.games]))


def write_sides(experiment: Match | SequentialTest) -> None:
    """Specifications as their agents write them, so that equal experiments look equal."""
    for side in ("candidate", "opponents"):
        object.__setattr__(experiment, side, canonical(getattr(experiment, side), experiment.game))


def sides_of(experiment: Match | SequentialTest) -> dict[str, Any]:
    return {
        **described(experiment.game),
        "candidate": experiment.candidate,
        "opponents": experiment.opponents,
        "seed": experiment.seed,
    }
