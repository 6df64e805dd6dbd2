"""`PIMC`: a player with perfect information in each of several worlds, and their vote."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import State, View
from eminence.search.api import Result
from eminence.search.kernels.ismcts import Kernel, tree_bytes
from eminence.search.kernels.maxn import action_values
from eminence.search.kernels.root_counts import RootCounts
from eminence.search.parameters import SEED, Choice, Parameter, Whole
from eminence.search.rollouts.rollouts import Finisher
from eminence.search.searcher import (
    CHUNK,
    JUDGES,
    LIMITS,
    ROLLOUT,
    Budget,
    Searcher,
    by_game,
    moves_of,
)
from eminence.search.streams import stream_seed

#: the first of the random streams for max^n's dice, one per world
DICE_STREAMS = 2**32


class PIMC(Searcher):
    """Determinized search: a player with perfect information in each of several worlds."""

    name = "pimc"
    parameters: ClassVar[dict[str, Parameter]] = {
        **LIMITS,
        **by_game("c", "fpu", "bias", *ROLLOUT),
        "trees": Whole(40, 1, 100_000),
        "vote": Choice("visits", ("visits", "value", "worlds")),
        "player": Choice("uct", ("uct", "maxn")),
        "depth": Whole(2, 1, 100),
        "samples": Whole(2, 1, 10_000),
        "backup": Choice("maxn", ("maxn", "paranoid")),
        **JUDGES,
        "seed": SEED,
    }
    trees: int
    vote: str
    player: str
    depth: int
    samples: int

    def explore(self, view: View, actions: list[int], budget: Budget) -> Result:
        shares = [share for share in budget.shares(self.trees) if share > 0]
        player = (UctPlayer if self.player == "uct" else MaxnPlayer)(
            self, view, actions, budget.room(shares[0])
        )
        ballot = Ballot(len(actions), view)
        for i, share in enumerate(shares):
            world = view.sample(stream_seed(view, self.seed, 1 + i))
            until = budget.until(i + 1, len(shares))
            ballot.add(player.judge(world, share, until, self._cancelled))
            if self._cancelled[0] or budget.is_over():
                break
        return Result(
            actions[ballot.winner(self.vote)],
            moves_of(ballot.total, view, actions),
            player.iterations,
            ballot.worlds,
            player.nodes,
            player.memory,
            budget.seconds(),
        )

    def needs(self, view: View, budget: Budget) -> int:
        if self.player == "maxn":
            return 0
        return tree_bytes(view, budget.room(budget.shares(self.trees)[0]))


class Ballot:
    """The results of all worlds for the root's actions."""

    def __init__(self, n: int, view: View):
        self.seat = view.seat
        self.total = RootCounts(n, view.game.seats)
        self.votes = [0] * n
        self.values = [0.0] * n
        self.worlds = 0

    def add(self, world: RootCounts) -> None:
        """Add the result of one world."""
        self.total.merge(world)
        self.votes[world.most_visited(self.seat)] += 1
        for i in range(world.n):
            self.values[i] += world.mean(i, self.seat)
        self.worlds += 1

    def winner(self, vote: str) -> int:
        """The best action by summed visits, by mean value over worlds, or by one vote per world.

        Equals by visits, then by mean reward, then the first.
        """
        visits, n = self.total.visits(), self.total.n
        scores: dict[str, Sequence[float]] = {
            "visits": visits,
            "value": self.values,
            "worlds": self.votes,
        }
        score = scores[vote]
        return max(range(n), key=lambda i: (score[i], visits[i], self.total.mean(i, self.seat), -i))


class UctPlayer:
    """UCT in one world after the other, with one kernel's memory."""

    def __init__(self, agent: PIMC, view: View, actions: list[int], max_nodes: int):
        how = {**agent.settings(view), "mode": "so", "loop": "closed"}
        if how["selector"] == "auto":
            # Nothing is hidden in a fixed world: no move needs to be mixed.
            how["selector"] = "ucb"
        seed = stream_seed(view, agent.seed, 0)
        self.kernel = Kernel(view, how, seed, agent.guidance(view.game), max_nodes)
        self.n = len(actions)
        if self.n < len(view.actions()):
            self.kernel.restrict(np.array(actions, np.int32))
        self.seats = view.game.seats
        self.nodes = self.memory = 0

    @property
    def iterations(self) -> int:
        return self.kernel.iterations

    def judge(
        self, world: State, iterations: int, deadline: int, cancelled: NDArray[np.uint8]
    ) -> RootCounts:
        kernel = self.kernel
        kernel.fix_world(world)
        while iterations > 0 and kernel.run(min(iterations, CHUNK), deadline, cancelled):
            iterations -= CHUNK
        self.nodes += kernel.nodes
        self.memory = max(self.memory, kernel.memory)
        counts = RootCounts(self.n, self.seats)
        kernel.add_to(counts)
        return counts


class MaxnPlayer:
    """Depth-limited max^n: looks at every action once in each world."""

    def __init__(self, agent: PIMC, view: View, actions: list[int], max_nodes: int):
        self.agent = agent
        self.finisher = Finisher(view.game.table, agent.settings(view), agent.guidance(view.game))
        self.view = view
        self.judged = 0
        legal = view.actions()
        self.n = len(legal)
        self.rows = [legal.index(action) for action in actions]
        self.seat = view.seat
        self.seats = view.game.seats
        self.iterations = self.nodes = self.memory = 0

    def judge(
        self, world: State, iterations: int, deadline: int, cancelled: NDArray[np.uint8]
    ) -> RootCounts:
        # Streams 1, 2, ... are those of the worlds themselves.
        seed = stream_seed(self.view, self.agent.seed, DICE_STREAMS + self.judged)
        values = np.zeros((self.n, self.seats))
        visited = action_values(
            world, self.finisher, self.agent.depth, self.agent.samples, iterations, seed,
            deadline, cancelled, values,
        )  # fmt: skip
        self.judged += 1
        self.iterations += visited
        self.nodes += visited
        counts = RootCounts(len(self.rows), self.seats)
        for i, rewards in enumerate(values[self.rows]):
            counts.add(i, 1, rewards, rewards[self.seat] ** 2)
        return counts
