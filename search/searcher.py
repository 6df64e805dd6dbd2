"""What the searching agents share: parameters, limits, and how results are made.

The agents are in `search/agents`, their loops in `search/kernels` and `search/plans`;
docs/agents.md has the formulas. A parameter that is left open takes the game's own default
(`Game.search`), else the one written here.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game import Game, View
from eminence.search.api import Agent, Limit, Move, Result, refuse_other_record, refuse_unless_mover
from eminence.search.beliefs.belief import Belief
from eminence.search.beliefs.record import Record
from eminence.search.kernels.ismcts import MODES, clock_ns
from eminence.search.kernels.root_counts import RootCounts
from eminence.search.kernels.selectors import SELECTORS
from eminence.search.memory import MODEST, free_memory, in_words
from eminence.search.network.guide import Guidance
from eminence.search.network.network_file import NetworkFile
from eminence.search.network.parameter import NONE, Chosen, NetworkParameter, chosen_network
from eminence.search.parameters import (
    Choice,
    Maybe,
    Parameter,
    Real,
    Weights,
    WeightsParameter,
    Whole,
)
from eminence.search.rollouts.rewards import REWARDS
from eminence.search.rollouts.rollouts import POLICIES
from eminence.search.streams import stream_seed

DEFAULT_ITERATIONS = 2000
#: nodes of a search that only the clock limits
DEFAULT_NODES = 1_000_000
#: iterations between two checks for signals such as Ctrl-C
CHUNK = 512
UNLIMITED = 2**62

#: how the root's actions share the iterations
ROOTS = ("selector", "halving")

#: What a game may decide, with the value where neither agent nor game does.
BY_GAME: dict[str, tuple[Parameter, Any]] = {
    "mode": (Choice("mo", tuple(MODES)), "mo"),
    "loop": (Choice("closed", ("closed", "open")), "closed"),
    "root": (Choice("selector", ROOTS), "selector"),
    "selector": (Choice("auto", tuple(SELECTORS)), "auto"),
    "reward": (Choice("win", tuple(REWARDS)), "win"),
    "beyond": (Real(0.0, 0, 1), 0.0),
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
    "belief": (Choice("no", ("no", "yes")), "no"),
}

#: worlds in which a network is asked before any search, and the first of their random streams
RAW_WORLDS, RAW_STREAMS = 8, 2**44

#: how much rank and points count beside the win, where a game has points worth playing for
BEYOND = 0.05

#: bytes that a search may take without checking how much memory is free
LITTLE = 10**7

NODES = Whole(DEFAULT_NODES, 1, 2**30)

LIMITS: dict[str, Parameter] = {
    "iterations": Maybe(Whole(DEFAULT_ITERATIONS, 1, 10**12)),
    "seconds": Maybe(Real(1.0, 1e-6, 1e9)),
    "nodes": Maybe(NODES),
}

#: what judges positions and moves: the game's own network if neither is given
JUDGES: dict[str, Parameter] = {"network": NetworkParameter(), "weights": WeightsParameter()}

ROLLOUT = ("reward", "beyond", "rollout", "cut", "cut_rounds", "epsilon", "tau", "center", "scale")


def by_game(*names: str) -> dict[str, Parameter]:
    """Parameters that stay open until the game is known."""
    return {name: Maybe(BY_GAME[name][0]) for name in names}


def game_settings(game: Game) -> dict[str, Any]:
    """What a game says of searches in it.

    A game that knows how many points make a clear lead has points worth playing for.
    """
    spread = game.weights.get("spread")
    said = {**({} if spread is None else {"scale": spread}), **game.search}
    return {"beyond": BEYOND, **said} if "scale" in said else said


@lru_cache(maxsize=256)
def by_the_game(name: str, given: tuple[tuple[str, Any], ...]) -> dict[str, Any]:
    """What a game decides, checked, with the plain values for the rest.

    Kept, because every new agent asks: checking takes a tenth of a short search.
    """
    values = dict(given)
    return {
        key: parameter.checked(f"{name}: {key}", values.get(key, fallback))
        for key, (parameter, fallback) in BY_GAME.items()
    }


#: What the kernel needs and an agent without such a parameter leaves at this value.
PLAIN = {
    "backup": "maxn",
    "selfdet": 0.0,
    "reuse": "no",
    "smooth_gamma": 0.1,
    "smooth_eta": 0.9,
    "smooth_d": 0.01,
    "regret_gamma": 0.1,
}


@dataclass(frozen=True)
class Budget:
    """A `Limit` once the search has begun."""

    iterations: int | None
    nodes: int | None
    begin: int
    """On the clock of `clock_ns`."""
    deadline: int
    """On the same clock; -1: none."""

    @classmethod
    def of(cls, limit: Limit) -> Budget:
        """Starting now. Without a limit of work or time: the usual number of iterations."""
        begin, iterations = clock_ns(), limit.iterations
        if iterations is None and limit.seconds is None:
            iterations = DEFAULT_ITERATIONS
        deadline = -1 if limit.seconds is None else begin + int(limit.seconds * 1e9)
        return cls(iterations, limit.nodes, begin, deadline)

    def part(self, share: float) -> Budget:
        """The first share of it, in iterations and in time."""
        iterations, deadline = self.iterations, self.deadline
        if iterations is not None:
            iterations = max(1, int(iterations * share))
        if deadline >= 0:
            deadline = self.begin + int((deadline - self.begin) * share)
        return replace(self, iterations=iterations, deadline=deadline)

    def with_iterations(self, iterations: int) -> Budget:
        """The same with another number of iterations."""
        return replace(self, iterations=iterations)

    def shares(self, parts: int) -> list[int]:
        """Iterations for each thread or tree, as evenly as possible."""
        if self.iterations is None:
            return [UNLIMITED] * parts
        each, over = divmod(self.iterations, parts)
        return [each + (i < over) for i in range(parts)]

    def until(self, part: int, parts: int) -> int:
        """When the first few of equal parts of the time are over; -1: never."""
        if self.deadline < 0:
            return -1
        return self.begin + (self.deadline - self.begin) * part // parts

    def turn(self, part: int, parts: int) -> Budget:
        """One of equal parts of the time, starting now."""
        if parts == 1:
            return self
        return replace(self, begin=clock_ns(), deadline=self.until(part + 1, parts))

    def gone(self, iterations: int) -> float:
        """The share that is spent after so many iterations, by number or by time."""
        by_number = iterations / self.iterations if self.iterations else 0.0
        if self.deadline < 0:
            return by_number
        time = max(self.deadline - self.begin, 1)
        return max(by_number, (clock_ns() - self.begin) / time)

    def is_over(self) -> bool:
        """Is the time up?"""
        return 0 <= self.deadline <= clock_ns()

    def room(self, iterations: int) -> int:
        """Nodes to reserve: an iteration makes one at most."""
        return min(iterations + 1, self.nodes or DEFAULT_NODES)

    def seconds(self) -> float:
        """Seconds since the search began."""
        return (clock_ns() - self.begin) / 1e9


class Searcher(Agent):
    """What the searching agents share: limits, seeds, and a flag to stop them."""

    network: Chosen
    weights: Weights
    seed: int
    iterations: int | None
    seconds: float | None
    nodes: int | None

    def __init__(self, **given: Any):
        super().__init__(**given)
        if self.network is not None and self.network != NONE and self.weights:
            raise BadOption("network and weights: a network reads no weights, choose one of them")
        self._cancelled = np.zeros(1, np.uint8)
        self._believed: Belief | None = None
        self._settings: dict[str, dict[str, Any]] = {}

    def __reduce__(self) -> tuple:
        """Pickled as its parameters: trees and the flag belong to one process."""
        return type(self), (), {k: getattr(self, k) for k in self.parameters}

    def cancel(self) -> None:
        """End the running search soon; it returns what it has. Safe from any thread."""
        self._cancelled[0] = 1

    def search(
        self, view: View, limit: Limit | None = None, record: Record | None = None
    ) -> Result:
        """Choose among the legal actions; `limit` replaces the agent's own limits."""
        refuse_unless_mover(view)
        refuse_other_record(view, record)
        self._cancelled[0] = 0
        actions = view.actions()
        if len(actions) == 1:
            return Result(actions[0], (Move(view, actions[0]),))
        if limit is None:
            limit = _limit(self.iterations, self.seconds, self.nodes)
        budget = Budget.of(limit)
        self.draw_from(self.belief_of(record))
        return self._in_memory(self.answer, view, actions, budget)

    def belief_of(self, record: Record | None) -> Belief | None:
        """What the agent makes of a record; None: nothing, or too little to be of use."""
        return None

    def draw_from(self, belief: Belief | None) -> None:
        """Draw the worlds of the next search from a belief; None: all that fit are alike."""
        self._believed = belief

    def _belief_at(self, view: View) -> Belief | None:
        """The belief to draw from, if it is about this view."""
        belief = self._believed
        return belief if belief is not None and belief.view == view else None

    def look(self, view: View, actions: list[int], budget: Budget) -> Result:
        """Search among two or more of the legal actions, ascending."""
        return self._in_memory(self.explore, view, actions, budget)

    def go_on(self, view: View, actions: list[int], budget: Budget) -> Result:
        """The same as in a game: what was planned before is followed."""
        return self._in_memory(self.answer, view, actions, budget)

    def answer(self, view: View, actions: list[int], budget: Budget) -> Result:
        """The answer in a game, where earlier answers may matter; most agents just explore."""
        return self.explore(view, actions, budget)

    def choose(self, view: View, actions: list[int]) -> Result:
        return self.search(view)

    @abstractmethod
    def explore(self, view: View, actions: list[int], budget: Budget) -> Result:
        """What `look` does once it is known that there is memory for it."""

    def needs(self, view: View, budget: Budget) -> int:
        """Bytes that a search reserves; 0: too few to matter."""
        return 0

    def nodes_within(self, view: View, budget: Budget, memory: int) -> int:
        """How many nodes a search may have if it is to reserve at most this many bytes."""
        low, high = 0, NODES.high
        while low < high:
            nodes = (low + high + 1) // 2
            fits = self.needs(view, replace(budget, nodes=nodes)) <= memory
            low, high = (nodes, high) if fits else (low, nodes - 1)
        return low

    def fitted(self, view: View, budget: Budget, memory: int) -> Budget:
        """The budget, if there is memory for it.

        Where the clock ends a search and nobody says how many nodes, as many as there is room
        for: its answer depends on the machine anyway.
        """
        need = self.needs(view, budget)
        modest = int(MODEST * memory)
        if budget.nodes is None and budget.deadline >= 0 and need > modest:
            budget = replace(budget, nodes=self.nodes_within(view, budget, modest) or 1)
            need = self.needs(view, budget)
        if need > memory:
            raise BadOption(self._too_large(view, budget, memory))
        return budget

    def _too_large(self, view: View, budget: Budget, memory: int) -> str:
        need, most = self.needs(view, budget), self.nodes_within(view, budget, memory)
        choose = f"nodes={most} at most" if most else "fewer threads or worlds"
        wanted = "its nodes" if budget.nodes is None else f"nodes={budget.nodes}"
        return (
            f"{self}: {wanted} would take {in_words(need)} of memory, there are "
            f"{in_words(memory)}: choose {choose}"
        )

    def _in_memory(
        self,
        think: Callable[[View, list[int], Budget], Result],
        view: View,
        actions: list[int],
        budget: Budget,
    ) -> Result:
        if self.needs(view, budget) > LITTLE:
            budget = self.fitted(view, budget, free_memory())
        try:
            return think(view, actions, budget)
        except MemoryError:
            # Others took memory in the meantime: try with half of what was free.
            memory = min(free_memory(), self.needs(view, budget)) // 2
            raise BadOption(self._too_large(view, budget, memory)) from None

    def network_for(self, game: Game) -> NetworkFile | None:
        """The network that judges this game for the agent; None: the game's own guidance does.

        Weights speak for the game's guidance: tuning them must not tune what nobody reads.
        """
        return chosen_network(NONE if self.weights else self.network, game)

    def guidance(self, game: Game) -> Guidance:
        """What judges positions and moves, with memory for one thread."""
        found = self.network_for(game)
        net = None if found is None else found.net_for(game)
        return Guidance(game.table, self.weights.over(game), net)

    def raw(self, view: View) -> tuple[float, ...]:
        """Every seat's win share by the network alone, before any search; empty without one.

        The mean over a few worlds: what the others see is not known. No search draws from their
        random streams, and none pays for them.
        """
        if self.network_for(view.game) is None:
            return ()
        guidance = self.guidance(view.game)
        seeds = (stream_seed(view, self.seed, RAW_STREAMS + i) for i in range(RAW_WORLDS))
        judged = [guidance.standings(view.sample(seed)) for seed in seeds]
        return tuple(float(share) for share in np.mean(judged, axis=0))

    def has_policy(self, game: Game) -> bool:
        """Whether a network scores moves for this agent."""
        network = self.network_for(game)
        return network is not None and network.net_for(game).knows_moves

    def policy(self, view: View) -> dict[int, float]:
        """The network's share of each legal action, all together 1; empty without a policy."""
        if not self.has_policy(view.game):
            return {}
        return dict(zip(view.actions(), self.guidance(view.game).scores(view), strict=True))

    def settings(self, view: View) -> dict[str, Any]:
        """Every parameter of the kernel in the view's game."""
        return self.settings_in(view.game)

    def settings_in(self, game: Game) -> dict[str, Any]:
        """Every parameter of the kernel: the agent's, the network's, the game's, or the plain one.

        A network brings the settings that it was trained and tested with.
        """
        known = self._settings.get(game.fingerprint)
        if known is not None:
            return known
        network = self.network_for(game)
        given = {**game_settings(game), **(network.search if network else {})}
        chosen = {**PLAIN, **by_the_game(game.name, tuple(given.items()))}
        for name in self.parameters:
            value = getattr(self, name)
            if value is not None:
                chosen[name] = value
        self._settings[game.fingerprint] = chosen
        return chosen


@lru_cache(maxsize=256)
def _limit(iterations: int | None, seconds: float | None, nodes: int | None) -> Limit:
    """Cached, because a short search takes less time than checking three numbers."""
    return Limit(iterations, seconds, nodes)


Steps = tuple[tuple[int, bool], ...]


def moves_of(
    counts: RootCounts,
    view: View,
    actions: list[int],
    lines: Iterable[Steps] = (),
    line_seed: int = 0,
) -> tuple[Move, ...]:
    """One `Move` per action; `lines` has their principal lines, in order, or is empty."""
    steps = list(lines) or [()] * len(actions)
    visits, available, seat = counts.visits(), counts.available(), view.seat
    return tuple(
        Move(
            view,
            action,
            value=counts.mean(i, seat) if visits[i] else None,
            visits=visits[i],
            available=available[i],
            values=counts.means(i),
            error=counts.error(i, seat) if visits[i] else None,
            steps=steps[i],
            line_seed=line_seed,
        )
        for i, action in enumerate(actions)
    )
