"""The searching agents: what they are called, their parameters, and how results are made.

The loops are in `ismcts.pyx` and `flat.pyx`; docs/agents.md has the formulas. A parameter that
is left open takes the game's own default (`Game.search`), else the one written here.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cython_ext.game import State, View
from search.api import Agent, Limit, Move, Result, refuse_unless_mover
from search.flat import sample_worlds
from search.ismcts import MODES, SELECTORS, Kernel, clock_ns
from search.maxn import action_values
from search.parameters import (
    SEED,
    Choice,
    Maybe,
    Parameter,
    Real,
    Weights,
    WeightsParameter,
    Whole,
)
from search.rollouts import POLICIES, REWARDS, Finisher
from search.streams import pick_by_weight, stream_seed

DEFAULT_ITERATIONS = 2000
#: nodes of a search that only the clock limits
DEFAULT_NODES = 1_000_000
#: iterations between two looks for signals such as Ctrl-C
CHUNK = 512
UNLIMITED = 2**62
#: how many searches' nodes a tree that is reused can hold
REUSE_ROOM = 4
#: the first of the streams that max^n throws its dice by, one per world
DICE_STREAMS = 2**32

#: What a game may decide, with the value where neither agent nor game does.
BY_GAME: dict[str, tuple[Parameter, Any]] = {
    "mode": (Choice("mo", tuple(MODES)), "mo"),
    "loop": (Choice("closed", ("closed", "open")), "closed"),
    "reward": (Choice("win", tuple(REWARDS)), "win"),
    "rollout": (Choice("random", tuple(POLICIES)), "random"),
    "cut": (Whole(0, 0, 1_000_000), 0),
    "cut_rounds": (Whole(0, 0, 1_000_000), 0),
    "c": (Real(0.7, 0, 1000), 0.7),
    "epsilon": (Real(0.2, 0, 1), 0.2),
    "tau": (Real(0.1, 1e-6, 1000), 0.1),
    "center": (Real(0.0, -1e9, 1e9), 0.0),
    "scale": (Real(1.0, 1e-9, 1e9), 1.0),
    "fpu": (Real(math.inf, -1000, math.inf), math.inf),
    "bias": (Real(0.0, 0, 1000), 0.0),
    "widen": (Real(0.0, 0, 1e6), 0.0),
    "widen_power": (Real(0.3, 0, 1), 0.3),
}

LIMITS: dict[str, Parameter] = {
    "iterations": Maybe(Whole(DEFAULT_ITERATIONS, 1, 10**12)),
    "seconds": Maybe(Real(1.0, 1e-6, 1e9)),
    "nodes": Maybe(Whole(DEFAULT_NODES, 1, 2**30)),
}

ROLLOUT = ("reward", "rollout", "cut", "cut_rounds", "epsilon", "tau", "center", "scale")


def _by_game(*names: str) -> dict[str, Parameter]:
    return {name: Maybe(BY_GAME[name][0]) for name in names}


#: What the kernel wants to know and an agent without that parameter leaves as it is.
PLAIN = {
    "selector": "ucb",
    "backup": "maxn",
    "selfdet": 0.0,
    "reuse": "no",
    "smooth_gamma": 0.1,
    "smooth_eta": 0.9,
    "smooth_d": 0.01,
    "regret_gamma": 0.1,
}


class Searcher(Agent):
    """What the searching agents share: limits, seeds, and a flag to stop them."""

    weights: Weights
    seed: int
    iterations: int | None
    seconds: float | None
    nodes: int | None

    def __init__(self, **given: Any):
        super().__init__(**given)
        self._cancelled = np.zeros(1, np.uint8)
        self._settings: dict[str, dict[str, Any]] = {}

    def __reduce__(self) -> tuple:
        """Pickled as its parameters: trees and the flag belong to one process."""
        return type(self), (), {k: getattr(self, k) for k in self.parameters}

    def cancel(self) -> None:
        """End the running search soon; it returns what it has. Safe from any thread."""
        self._cancelled[0] = 1

    def search(self, view: View, limit: Limit | None = None) -> Result:
        """Choose among the legal actions; `limit` replaces the agent's own limits."""
        refuse_unless_mover(view)
        self._cancelled[0] = 0
        actions = view.actions()
        if len(actions) == 1:
            return Result(actions[0], (Move(view, actions[0]),))
        if limit is None:
            limit = Limit(self.iterations, self.seconds, self.nodes)
        if limit.iterations is None and limit.seconds is None:
            limit = Limit(DEFAULT_ITERATIONS, None, limit.nodes)
        begin = clock_ns()
        deadline = -1 if limit.seconds is None else begin + int(limit.seconds * 1e9)
        found = self.look(view, actions, limit, deadline)
        return Result(
            found.best, found.moves, found.iterations, found.worlds, found.nodes, found.memory,
            (clock_ns() - begin) / 1e9,
        )  # fmt: skip

    def choose(self, view: View, actions: list[int]) -> Result:
        return self.search(view)

    @abstractmethod
    def look(self, view: View, actions: list[int], limit: Limit, deadline: int) -> Result:
        """Search among two or more actions."""

    def settings(self, view: View) -> dict[str, Any]:
        """Every parameter of the kernel: the agent's, else the game's, else the plain one."""
        known = self._settings.get(view.game.fingerprint)
        if known is not None:
            return known
        chosen = dict(PLAIN)
        for name, (parameter, fallback) in BY_GAME.items():
            value = view.game.search.get(name, fallback)
            chosen[name] = parameter.checked(f"{view.game.name}: {name}", value)
        for name in self.parameters:
            value = getattr(self, name)
            if value is not None:
                chosen[name] = value
        self._settings[view.game.fingerprint] = chosen
        return chosen


class Tally:
    """What is known of each root action: visits, sightings, rewards per seat, squares."""

    def __init__(self, n: int, seats: int):
        self.visits = np.zeros(n, np.int64)
        self.available = np.zeros(n, np.int64)
        self.sums = np.zeros((n, seats))
        self.squares = np.zeros(n)

    def add(self, kernel: Kernel) -> None:
        visits, available, sums, squares = kernel.root()
        self.visits += visits
        self.available += available
        self.sums += sums
        self.squares += squares

    def means(self) -> NDArray[np.float64]:
        """Per action and seat; zero where nothing was tried."""
        return self.sums / np.maximum(self.visits, 1)[:, None]

    def errors(self, seat: int) -> NDArray[np.float64]:
        """Standard errors of the seat's means."""
        n = np.maximum(self.visits, 1)
        variance = np.maximum(self.squares / n - self.means()[:, seat] ** 2, 0)
        return np.sqrt(variance / n)

    def moves(self, view: View, actions: list[int]) -> list[dict[str, Any]]:
        """The fields of each `Move`."""
        means, errors = self.means(), self.errors(view.seat)
        return [
            {
                "view": view,
                "action": action,
                "value": float(means[i, view.seat]) if self.visits[i] else None,
                "visits": int(self.visits[i]),
                "available": int(self.available[i]),
                "values": tuple(float(x) for x in means[i]),
                "error": float(errors[i]) if self.visits[i] else None,
            }
            for i, action in enumerate(actions)
        ]


def most_visited(tally: Tally, seat: int) -> int:
    """The index with the most visits; equals by mean reward, then the first."""
    return int(np.lexsort((tally.means()[:, seat], tally.visits))[-1])


class ISMCTS(Searcher):
    """Information-set Monte Carlo tree search, one keyed code path for all variants."""

    name = "ismcts"
    parameters: ClassVar[dict[str, Parameter]] = {
        **LIMITS,
        **_by_game("mode", "loop", "c", "fpu", "bias", "widen", "widen_power", *ROLLOUT),
        "selector": Choice("auto", tuple(SELECTORS)),
        "backup": Choice("maxn", ("maxn", "paranoid")),
        "selfdet": Real(0.0, 0, 1),
        "smooth_gamma": Real(0.1, 0, 1),
        "smooth_eta": Real(0.9, 0, 1),
        "smooth_d": Real(0.01, 0, 1000),
        "regret_gamma": Real(0.1, 0, 1),
        "final": Choice("auto", ("auto", "visits")),
        "early": Choice("no", ("no", "yes")),
        "reuse": Choice("no", ("no", "yes")),
        "threads": Whole(1, 1, 256),
        "weights": WeightsParameter(),
        "seed": SEED,
    }
    final: str
    early: str
    reuse: str
    threads: int

    def __init__(self, **given: Any):
        super().__init__(**given)
        #: trees of the last search, by game and seat; only kept for reuse
        self._trees: dict[tuple[str, int], list[Kernel]] = {}

    def _kernels(self, view: View, shares: list[int], limit: Limit) -> list[Kernel]:
        """New trees, or those of the last search that know this view."""
        how, weights = self.settings(view), self.weights.over(view.game)
        room = REUSE_ROOM if self.reuse == "yes" else 1
        kept = self._trees.get((view.game.fingerprint, view.seat), [None] * len(shares))
        kernels = []
        for i, (share, kernel) in enumerate(zip(shares, kept, strict=True)):
            seed = stream_seed(view, self.seed, i)
            if kernel is None or not kernel.move_on(view, seed):
                kernel = Kernel(view, how, seed, weights, room * _room(limit, share))
            kernels.append(kernel)
        if self.reuse == "yes":
            self._trees = {(view.game.fingerprint, view.seat): kernels}
        return kernels

    def look(self, view: View, actions: list[int], limit: Limit, deadline: int) -> Result:
        shares = _shares(limit.iterations, self.threads)
        kernels = self._kernels(view, shares, limit)
        self._run(kernels, shares, deadline)
        tally = Tally(len(actions), view.game.seats)
        for kernel in kernels:
            tally.add(kernel)
        line_seed = stream_seed(view, self.seed, len(kernels))
        moves = tuple(
            Move(
                **fields,
                steps=tuple(kernels[0].line(fields["action"], line_seed)),
                line_seed=line_seed,
            )
            for fields in tally.moves(view, actions)
        )
        return Result(
            actions[self._decide(view, tally, line_seed)],
            moves,
            sum(k.iterations for k in kernels),
            sum(k.worlds for k in kernels),
            sum(k.nodes for k in kernels),
            sum(k.memory for k in kernels),
        )

    def _run(self, kernels: list[Kernel], shares: list[int], deadline: int) -> None:
        if len(kernels) == 1:
            self._run_one(kernels[0], shares[0], deadline)
            return
        with ThreadPoolExecutor(len(kernels)) as pool:
            jobs = [
                pool.submit(self._run_one, kernel, share, deadline)
                for kernel, share in zip(kernels, shares, strict=True)
            ]
            try:
                for job in jobs:
                    job.result()
            except BaseException:
                self.cancel()
                raise

    def _run_one(self, kernel: Kernel, iterations: int, deadline: int) -> None:
        """In chunks, so that signals get through."""
        while iterations > 0:
            chunk = min(iterations, CHUNK)
            iterations -= chunk
            later = iterations if self.early == "yes" and iterations < UNLIMITED / 2 else -1
            if not kernel.run(chunk, deadline, self._cancelled, later):
                return

    def _decide(self, view: View, tally: Tally, seed: int) -> int:
        """Most visits; where moves are hidden, mixed among those too close to tell apart."""
        best = most_visited(tally, view.seat)
        if self.final == "visits" or not view.hidden():
            return best
        means, errors = tally.means()[:, view.seat], tally.errors(view.seat)
        doubt = 2 * np.sqrt(errors**2 + errors[best] ** 2)
        close = (means[best] - means < doubt) & (tally.visits > 0)
        close[best] = True
        return pick_by_weight(seed, np.where(close, tally.visits, 0).astype(np.float64))


class PIMC(Searcher):
    """Determinized search: a player with perfect information in each of several worlds."""

    name = "pimc"
    parameters: ClassVar[dict[str, Parameter]] = {
        **LIMITS,
        **_by_game("c", "fpu", "bias", *ROLLOUT),
        "trees": Whole(40, 1, 100_000),
        "vote": Choice("visits", ("visits", "value", "worlds")),
        "player": Choice("uct", ("uct", "maxn")),
        "depth": Whole(2, 1, 100),
        "samples": Whole(2, 1, 10_000),
        "backup": Choice("maxn", ("maxn", "paranoid")),
        "weights": WeightsParameter(),
        "seed": SEED,
    }
    trees: int
    vote: str
    player: str
    depth: int
    samples: int

    def look(self, view: View, actions: list[int], limit: Limit, deadline: int) -> Result:
        shares = [s for s in _shares(limit.iterations, self.trees) if s > 0]
        player = (UctPlayer if self.player == "uct" else MaxnPlayer)(
            self, view, limit, shares[0]
        )
        ballot = Ballot(len(actions), view)
        begin = clock_ns()
        for i, share in enumerate(shares):
            world = view.sample(stream_seed(view, self.seed, 1 + i))
            until = -1 if deadline < 0 else begin + (deadline - begin) * (i + 1) // len(shares)
            ballot.add(player.judge(world, share, until, self._cancelled))
            if self._cancelled[0] or (0 <= deadline <= clock_ns()):
                break
        moves = tuple(Move(**fields) for fields in ballot.total.moves(view, actions))
        return Result(
            actions[ballot.winner(self.vote)],
            moves,
            player.iterations,
            ballot.worlds,
            player.nodes,
            player.memory,
        )


class Ballot:
    """What the worlds' players say of the root actions, put together."""

    def __init__(self, n: int, view: View):
        self.seat = view.seat
        self.total = Tally(n, view.game.seats)
        self.votes = np.zeros(n)
        self.values = np.zeros(n)
        self.worlds = 0

    def add(self, world: Tally) -> None:
        self.total.visits += world.visits
        self.total.available += world.available
        self.total.sums += world.sums
        self.total.squares += world.squares
        self.votes[most_visited(world, self.seat)] += 1
        self.values += world.means()[:, self.seat]
        self.worlds += 1

    def winner(self, vote: str) -> int:
        """By summed visits, by the mean value over worlds, or by the worlds' own choices."""
        scores = {"visits": self.total.visits, "value": self.values, "worlds": self.votes}
        means = self.total.means()[:, self.seat]
        return int(np.lexsort((means, self.total.visits, scores[vote]))[-1])


class UctPlayer:
    """UCT in one world after the other, with one kernel's memory."""

    def __init__(self, agent: PIMC, view: View, limit: Limit, iterations: int):
        how = {**agent.settings(view), "mode": "so", "loop": "closed"}
        weights = agent.weights.over(view.game)
        seed = stream_seed(view, agent.seed, 0)
        self.kernel = Kernel(view, how, seed, weights, _room(limit, iterations))
        self.n = len(view.actions())
        self.seats = view.game.seats
        self.nodes = self.memory = 0

    @property
    def iterations(self) -> int:
        return self.kernel.iterations

    def judge(
        self, world: State, iterations: int, deadline: int, cancelled: NDArray[np.uint8]
    ) -> Tally:
        kernel = self.kernel
        kernel.fix_world(world)
        while iterations > 0 and kernel.run(min(iterations, CHUNK), deadline, cancelled):
            iterations -= CHUNK
        self.nodes += kernel.nodes
        self.memory = max(self.memory, kernel.memory)
        tally = Tally(self.n, self.seats)
        tally.add(kernel)
        return tally


class MaxnPlayer:
    """Depth-limited max^n: every action looked at once in each world."""

    def __init__(self, agent: PIMC, view: View, limit: Limit, iterations: int):
        self.agent = agent
        self.finisher = Finisher(
            view.game.table, agent.settings(view), agent.weights.over(view.game)
        )
        self.view = view
        self.judged = 0
        self.n = len(view.actions())
        self.seat = view.seat
        self.seats = view.game.seats
        self.iterations = self.nodes = self.memory = 0

    def judge(
        self, world: State, iterations: int, deadline: int, cancelled: NDArray[np.uint8]
    ) -> Tally:
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
        tally = Tally(self.n, self.seats)
        tally.visits += 1
        tally.available += 1
        tally.sums += values
        tally.squares += values[:, self.seat] ** 2
        return tally


class FlatMC(Searcher):
    """Flat Monte Carlo with sequential halving: the better half of the actions goes on."""

    name = "flat"
    parameters: ClassVar[dict[str, Parameter]] = {
        **LIMITS,
        **_by_game(*ROLLOUT),
        "weights": WeightsParameter(),
        "seed": SEED,
    }

    def look(self, view: View, actions: list[int], limit: Limit, deadline: int) -> Result:
        trials = Trials(view, actions, self, self._cancelled)
        alive = list(range(len(actions)))
        rounds = math.ceil(math.log2(len(actions)))
        iterations = limit.iterations or UNLIMITED
        begin = clock_ns()
        for i in range(rounds):
            until = -1 if deadline < 0 else begin + (deadline - begin) * (i + 1) // rounds
            trials.run(alive, max(1, iterations // rounds // len(alive)), until)
            if self._cancelled[0]:
                break
            means = trials.tally.means()[:, view.seat]
            alive = sorted(sorted(alive, key=lambda a: (-means[a], a))[: (len(alive) + 1) // 2])
        tally = trials.tally
        means = tally.means()[:, view.seat]
        best = max(alive, key=lambda a: (tally.visits[a], means[a], -a))
        moves = tuple(Move(**fields) for fields in tally.moves(view, actions))
        return Result(actions[best], moves, int(tally.visits.sum()), trials.worlds)


class Trials:
    """The actions of a view, tried in one world after the other."""

    def __init__(
        self, view: View, actions: list[int], agent: Searcher, cancelled: NDArray[np.uint8]
    ):
        weights = agent.weights.over(view.game)
        self.view = view
        self.actions = np.array(actions, np.int32)
        self.finisher = Finisher(view.game.table, agent.settings(view), weights)
        self.seed = stream_seed(view, agent.seed, 0)
        self.cancelled = cancelled
        self.tally = Tally(len(actions), view.game.seats)
        self.worlds = 0

    def run(self, alive: list[int], count: int, deadline: int) -> None:
        """Try the actions with these indices in the next `count` worlds, all in the same."""
        ids = self.actions[alive]
        sums = np.zeros((len(alive), self.view.game.seats))
        squares = np.zeros(len(alive))
        done = 0
        while done < count:
            chunk = min(count - done, max(1, CHUNK // len(alive)))
            ran = sample_worlds(
                self.view, self.finisher, ids, self.seed, self.worlds + done, chunk, deadline,
                self.cancelled, sums, squares,
            )  # fmt: skip
            done += ran
            if self.cancelled[0] or (0 <= deadline <= clock_ns()):
                break
        self.worlds += done
        self.tally.visits[alive] += done
        self.tally.available[alive] += done
        self.tally.sums[alive] += sums
        self.tally.squares[alive] += squares


def _shares(iterations: int | None, parts: int) -> list[int]:
    """Iterations for each thread or tree, as even as can be."""
    if iterations is None:
        return [UNLIMITED] * parts
    return [iterations // parts + (i < iterations % parts) for i in range(parts)]


def _room(limit: Limit, iterations: int) -> int:
    """Nodes to reserve: an iteration makes one at most."""
    if limit.nodes is not None:
        return min(limit.nodes, iterations + 1)
    return min(iterations + 1, DEFAULT_NODES)
