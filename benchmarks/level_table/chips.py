"""Lines of games for chips: what a level wins a hand, worked out over all deals.

Who wins a hand of poker is mostly in the cards, and good play is about how much. So where a game
plays for its score and is small enough to be solved, no test of win shares could tell its levels
apart. Both agents are asked at every information set, and the whole tree says what one of them
wins among the other. Searches draw, so they are asked with several seeds; the interval is theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

import numpy as np

from benchmarks.level_table.lines import Line, Trial, Verdict
from eminence import engines, solver
from eminence.experiments.games.driver import seated
from eminence.experiments.storage.store import Store
from eminence.search import Tabular, make

SEEDS = 32
#: Student's t for 95 % and one degree of freedom less than seeds
T_95 = 2.040
#: blocks that are played to see how long a move takes
BLOCKS = 8


def is_for_chips(game: engines.Game) -> bool:
    """Does this game play for its score, and is it solved?"""
    return game.policy is not None and game.search.get("reward") == "score"


@dataclass(frozen=True)
class Edge:
    """The chips that one agent wins a hand, alone among another; 0 is fair."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, edges: Sequence[float]) -> Edge:
        mean = float(np.mean(edges))
        half = T_95 * float(np.std(edges, ddof=1)) / len(edges) ** 0.5
        return cls(mean, mean - half, mean + half)

    @property
    def verdict(self) -> Verdict:
        """H1: more than 0; H0: not more than 0; undecided: the interval holds 0."""
        if self.low > 0:
            return "H1"
        return "undecided" if self.high > 0 else "H0"


class ChipTrial(Trial):
    """A line that is worked out; its few games are for the clock."""

    most_blocks = BLOCKS

    def __init__(self, line: Line, seed: int, store: Store, notes: dict[str, Any]) -> None:
        super().__init__(line, seed, store)
        self._key = f"chips {line.title} {line.candidate} {line.others}"
        noted = notes.get(self._key)
        self.edge = None if noted is None else Edge(**noted)

    @property
    def verdict(self) -> Verdict:
        return "open" if self.edge is None or self.blocks < BLOCKS else self.edge.verdict

    def finish(self) -> None:
        if self.edge is None:
            line = self.line
            self.edge = edge_of(line.game, line.candidate, line.others, self.seed)
            self.store.note(self._key, asdict(self.edge))


def edge_of(game: engines.Game, candidate: str, others: str, seed: int = 0) -> Edge:
    """What the candidate wins a hand, on average over all seats, deals and seeds."""
    tree = _tree(game)
    mine, theirs = (_policies(game, spec, seed) for spec in (candidate, others))
    return Edge.of([_edge(tree, mine, theirs, number) for number in range(SEEDS)])


def _edge(
    tree: solver.Tree, mine: Sequence[solver.Policy], theirs: Sequence[solver.Policy], number: int
) -> float:
    """With these seeds; no two seats share one."""
    seats = range(tree.seats)
    worth = []
    for seat in seats:
        table = [theirs[(number + 1 + other) % SEEDS] for other in seats]
        table[seat] = mine[number]
        worth.append(solver.seat_values(solver.combine(table))[seat])
    return float(np.mean(worth))


@cache
def _tree(game: engines.Game) -> solver.Tree:
    return solver.Tree(game, "score")


@cache
def _policies(game: engines.Game, spec: str, seed: int) -> list[solver.Policy]:
    """What an agent plays, by seed; a policy draws with chances that it names itself."""
    tree, agent = _tree(game), make(spec)
    if isinstance(agent, Tabular):
        return [solver.policy_of(agent, tree, "share")] * SEEDS
    return [solver.policy_of(seated(agent, seed, number), tree) for number in range(SEEDS)]
