"""The lines of the table: each level against the one below it, as a sequential test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise
from typing import Literal

from benchmarks.ladder import tables
from benchmarks.strength import Pairing
from eminence import engines
from eminence.experiments.games.block import Block
from eminence.experiments.games.job import Job
from eminence.experiments.match import against, share_of
from eminence.experiments.statistics.gsprt import GSPRT
from eminence.experiments.statistics.lineup_blocks import LineupBlocks
from eminence.experiments.statistics.summary import Summary, summarise
from eminence.experiments.storage.store import Store
from eminence.play.table.levels import levels_of

#: What a line tests: does the level win its fair share among bots of the level below, or so many?
BETTER = 1.25
MOST_BLOCKS = 150

#: undecided: all blocks are played; open: some of them are still to come
Verdict = Literal["H0", "H1", "undecided", "open"]


@dataclass(frozen=True)
class Line:
    """A level against the one below it, at one table."""

    table: Pairing
    """Of it only the game, the options and the number of players count."""
    level: str
    below: str
    candidate: str
    others: str

    @property
    def title(self) -> str:
        return f"{self.table.title}: {self.level}"

    @property
    def game(self) -> engines.Game:
        return loaded(self.table)


@cache
def loaded(table: Pairing) -> engines.Game:
    """The game of a table; many lines ask for it."""
    return table.load()


def every_table() -> list[Pairing]:
    """All games, with every number of players; Royals in all editions, Wallenstein with all."""
    return tables(engines.names(), None, MOST_BLOCKS)


def lines_at(table: Pairing) -> list[Line]:
    """The lines of one table, the lowest level first."""
    levels = levels_of(loaded(table))
    return [
        Line(table, level, below, candidate, others)
        for (below, others), (level, candidate) in pairwise(levels.items())
    ]


class Trial:
    """The test of one line, as far as its blocks are in the file.

    It looks at blocks in their order and at none behind the one that decides, so neither the
    number of processes nor where a run was stopped changes what it says.
    """

    most_blocks = MOST_BLOCKS

    def __init__(self, line: Line, seed: int, store: Store) -> None:
        self.line = line
        self.fair = 1 / line.game.seats
        self.store = store
        self.seed = seed
        self.test = GSPRT(self.fair, BETTER * self.fair)
        self.has_failed = False
        """Whether a block of this line could not be played; then it waits for the next run."""
        self._judged: list[Block] = []
        self.look()

    @cached_property
    def jobs(self) -> list[Job]:
        """All blocks of the line, in their order."""
        line = self.line
        return against(line.game, line.candidate, line.others, self.seed, 0, self.most_blocks)

    def look(self) -> None:
        """Judge the blocks that have come into the file."""
        fresh: list[Block] = []
        for job in self.jobs[len(self._judged) :]:
            found = [] if self.test.state != "undecided" else self.store.blocks([job])
            if not found:
                break
            fresh.append(without_moves(found[0]))
            self.test.add([share_of(found[0])])
        self._judged += fresh

    @property
    def verdict(self) -> Verdict:
        if self.test.state != "undecided":
            return self.test.state
        return "undecided" if self.blocks == self.most_blocks else "open"

    @property
    def is_open(self) -> bool:
        return self.verdict == "open"

    def finish(self) -> None:
        """Do what is left to do once all blocks are there: nothing, where games decide."""

    @property
    def blocks(self) -> int:
        """How many blocks the verdict rests on."""
        return len(self._judged)

    def next_jobs(self, count: int) -> list[Job]:
        """The next blocks that are not in the file, so many at most."""
        ahead = self.jobs[self.blocks : self.blocks + count]
        return self.store.missing(ahead)

    @cached_property
    def _summaries(self) -> dict[int, Summary]:
        return {}

    @property
    def summary(self) -> Summary | None:
        """How the level did in these blocks; None before the first."""
        if not self._judged:
            return None
        known = self._summaries
        if self.blocks not in known:
            known[self.blocks] = summarise(LineupBlocks.of(self._judged), seed=self.seed)
        return known[self.blocks]


def without_moves(block: Block) -> Block:
    """The block with nothing but its results: all lines' moves together fill a memory."""
    return replace(block, games=tuple(replace(game, moves=(), notes=()) for game in block.games))


def in_turn(lines: Sequence[Line]) -> list[Line]:
    """All lines in the order in which a game plays them: lower levels are quicker."""
    height: dict[str, int] = {}
    for line in lines:
        height.setdefault(line.level, len(height))
    return sorted(lines, key=lambda line: height[line.level])
