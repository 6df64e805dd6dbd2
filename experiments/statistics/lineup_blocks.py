"""Finished blocks as numpy arrays: what all statistics work on.

Statistics know nothing of games, Ray or files: they see the line-up, the seeds, and how each game
ended. Blocks are in the order of their seeds, whatever order they arrived in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.whole_numbers import whole

Floats = NDArray[np.float64]

#: How far sums of shares may be off: they are thirds and sevenths of one.
ROUNDING = 1e-9

RESULTS = ("wins", "ranks", "scores")


class PlayedGame(Protocol):
    """One game of a block; each field by line-up position."""

    @property
    def wins(self) -> Sequence[float]: ...
    @property
    def ranks(self) -> Sequence[float]: ...
    @property
    def scores(self) -> Sequence[float]: ...


class PlayedBlock(Protocol):
    """One seed, played in all seat rotations of a line-up."""

    @property
    def lineup(self) -> tuple[str, ...]: ...
    @property
    def seed(self) -> int: ...
    @property
    def games(self) -> Sequence[PlayedGame]: ...


@dataclass(frozen=True, eq=False)
class LineupBlocks:
    """The finished blocks of one line-up.

    Games of one seed share their luck, so they are not independent samples; blocks are.
    """

    lineup: tuple[str, ...]
    """One agent per position; an agent may sit at several."""
    seeds: NDArray[np.uint64]
    """(blocks,), ascending"""
    wins: Floats
    """(blocks, rotations, positions), as are the next two; win shares of a game sum to 1"""
    ranks: Floats
    """1 + better + tied others / 2"""
    scores: Floats

    def __post_init__(self) -> None:
        put = object.__setattr__
        seeds = np.asarray(self.seeds, dtype=np.uint64)
        order = np.argsort(seeds, kind="stable")
        put(self, "lineup", tuple(self.lineup))
        put(self, "seeds", seeds[order])
        for name in RESULTS:
            put(self, name, np.asarray(getattr(self, name), dtype=np.float64))
        self._check()
        for name in RESULTS:
            put(self, name, getattr(self, name)[order])

    @classmethod
    def of(cls, blocks: Iterable[PlayedBlock]) -> LineupBlocks:
        """The blocks of one line-up, in any order."""
        listed = list(blocks)
        if not listed:
            raise BadOption("no blocks: statistics need one at least")
        lineup = listed[0].lineup
        for block in listed:
            if block.lineup != lineup:
                raise BadOption(f"blocks of {lineup} and of {block.lineup}: gather them first")

        def array(name: str) -> Floats:
            return np.array([[getattr(g, name) for g in b.games] for b in listed], dtype=float)

        seeds = np.array([block.seed for block in listed], dtype=np.uint64)
        return cls(lineup, seeds, array("wins"), array("ranks"), array("scores"))

    def _check(self) -> None:
        seats = len(self.lineup)
        if seats < 2:
            raise BadOption(f"lineup {self.lineup}: a line-up has two positions at least")
        if not len(self.seeds):
            raise BadOption("no blocks: statistics need one at least")
        if np.any(self.seeds[1:] == self.seeds[:-1]):
            twice = self.seeds[1:][self.seeds[1:] == self.seeds[:-1]][0]
            raise BadOption(f"seed {twice} of {self.lineup} is there twice")
        for name in RESULTS:
            shape = getattr(self, name).shape
            if len(shape) != 3 or shape[0] != len(self.seeds) or shape[2] != seats:
                right = f"({len(self.seeds)}, rotations, {seats})"
                raise BadOption(f"{name} has shape {shape}: expected {right}")
            if not np.all(np.isfinite(getattr(self, name))):
                raise BadOption(f"{name} of {self.lineup}: expected finite numbers")
        if not self.wins.shape == self.ranks.shape == self.scores.shape or not self.games:
            raise BadOption(f"wins, ranks and scores of {self.lineup} differ in their games")
        if np.any(np.abs(self.wins.sum(axis=2) - 1) > ROUNDING) or np.any(self.wins < 0):
            raise BadOption(f"wins of {self.lineup}: the shares of a game sum to 1")
        if np.any(np.abs(self.ranks.sum(axis=2) - seats * (seats + 1) / 2) > ROUNDING):
            raise BadOption(f"ranks of {self.lineup}: tied positions share their mean rank")

    @property
    def blocks(self) -> int:
        return len(self.seeds)

    @property
    def games(self) -> int:
        return self.wins.shape[0] * self.wins.shape[1]

    @property
    def seats(self) -> int:
        return len(self.lineup)

    @property
    def margins(self) -> Floats:
        """Per position: its score minus the best other one."""
        if self.seats == 2:
            return self.scores - self.scores[:, :, ::-1]
        ordered = np.sort(self.scores, axis=2)
        best, second = ordered[:, :, -1:], ordered[:, :, -2:-1]
        return self.scores - np.where(self.scores == best, second, best)

    def positions(self, agent: str) -> list[int]:
        """Where an agent stands in the line-up."""
        return [k for k, name in enumerate(self.lineup) if name == agent]

    def win_shares(self, position: int = 0) -> Floats:
        """Per block the mean win share of a position, in the order of seeds."""
        return self.wins[:, :, checked_position(self, position)].mean(axis=1)


def checked_position(played: LineupBlocks, position: int) -> int:
    """The position; refused if the line-up does not have it."""
    return whole("position", position, 0, played.seats - 1)


def gather(blocks: Iterable[PlayedBlock]) -> list[LineupBlocks]:
    """The blocks of a pool by line-up, sorted: the order of arrival leaves no trace."""
    by_lineup: dict[tuple[str, ...], list[PlayedBlock]] = {}
    for block in blocks:
        by_lineup.setdefault(block.lineup, []).append(block)
    return [LineupBlocks.of(by_lineup[lineup]) for lineup in sorted(by_lineup)]


def agents_of(pool: Sequence[LineupBlocks]) -> tuple[str, ...]:
    """All agents of a pool, each once, in the order of their names."""
    return tuple(sorted({name for played in pool for name in played.lineup}))


@dataclass(frozen=True)
class Seeds:
    """Which blocks of a pool share a seed.

    Blocks of one seed meet the same luck whatever their line-up, so a bootstrap over a pool draws
    seeds, not blocks.
    """

    count: int
    rows: tuple[NDArray[np.intp], ...]
    """Per LineupBlocks of the pool and block: the number of its seed."""

    @classmethod
    def of(cls, pool: Sequence[LineupBlocks]) -> Seeds:
        if not pool:
            raise BadOption("no blocks: statistics need one at least")
        seeds, rows = np.unique(np.concatenate([o.seeds for o in pool]), return_inverse=True)
        ends = np.cumsum([o.blocks for o in pool])[:-1]
        return cls(len(seeds), tuple(np.split(rows.ravel(), ends)))

    def sums(self, per_block: Sequence[NDArray[Any]]) -> Floats:
        """Add up what each block gives, (blocks, ...) per LineupBlocks, by seed."""
        total = np.zeros((self.count, *per_block[0].shape[1:]))
        for rows, values in zip(self.rows, per_block, strict=True):
            np.add.at(total, rows, values)
        return total
