"""`PlanSearch`: whole plans where a seat decides several times in secret, `ISMCTS` elsewhere.

How plans are found is in `planner.pyx`, the worlds they are tried in are in `bank.pyx`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import ClassVar

import numpy as np

from cython_ext.game import View
from search.api import Result
from search.bank import GUESSES
from search.parameters import SEED, Choice, Parameter, Real, WeightsParameter, Whole
from search.planner import Planner
from search.rollouts import Finisher
from search.searcher import (
    CHUNK,
    LIMITS,
    ROLLOUT,
    UNLIMITED,
    Budget,
    Searcher,
    Steps,
    by_game,
    moves_of,
)
from search.streams import pick_by_weight, stream_seed
from search.tree_search import ISMCTS

#: plans that are kept if no other number is given
MOST_PLANS = 1 << 14
#: plans that go from sampling to halving, and the fewest that end it
FINALISTS, CHAMPIONS = 16, 4
#: share of a round that the others' replies may learn in
ANSWERS = 0.25
#: standard errors that a plan may lie behind the best and still be played
DOUBT = 2.0
#: streams of the view: what the planner draws by, and what the final draw does
SEARCH, DRAW = 0, 1


class PlanSearch(Searcher):
    """Naive sampling and coordinate ascent over whole plans in a bank of common worlds."""

    name = "plan"
    parameters: ClassVar[dict[str, Parameter]] = {
        **LIMITS,
        **by_game(*ROLLOUT),
        "worlds": Whole(64, 1, 4096),
        "first": Whole(4, 1, 4096),
        "rounds": Whole(1, 1, 16),
        "guess": Choice("uniform", tuple(GUESSES)),
        "heat": Real(0.1, 1e-6, 1000),
        "sampling": Real(0.5, 0, 1),
        "e0": Real(0.4, 0, 1),
        "el": Real(0.3, 0, 1),
        "eg": Real(0.0, 0, 1),
        "final": Choice("auto", ("auto", "best")),
        "inner": Real(1.0, 1e-6, 1),
        "weights": WeightsParameter(),
        "seed": SEED,
    }
    worlds: int
    first: int
    rounds: int
    sampling: float
    final: str
    inner: float

    def stopped(self, budget: Budget) -> bool:
        """Was the search cancelled, or is its time up?"""
        return bool(self._cancelled[0]) or budget.is_over()

    @cached_property
    def _tree(self) -> ISMCTS:
        """For decisions that are no plan; who cancels this agent cancels it as well."""
        shared = (*ROLLOUT, "weights", "seed")
        tree = ISMCTS(**{name: getattr(self, name) for name in shared})
        tree._cancelled = self._cancelled
        return tree

    def look(self, view: View, actions: list[int], budget: Budget) -> Result:
        planner = self._planner(view, actions, budget) if view.hidden() else None
        if planner is None or not planner.has_run():
            return self._tree.look(view, actions, budget.part(self.inner))
        Planning(self, planner, budget).run()
        return self._result(view, actions, planner, budget)

    def _planner(self, view: View, actions: list[int], budget: Budget) -> Planner:
        how, weights = self.settings(view), self.weights.over(view.game)
        most = UNLIMITED if budget.iterations is None else budget.iterations
        return Planner(
            view,
            np.array(actions, np.int32),
            Finisher(view.game.table, how, weights),
            how,
            stream_seed(view, self.seed, SEARCH),
            min(self.worlds, most),
            min(budget.nodes or MOST_PLANS, most),
            self._cancelled,
        )

    def _result(
        self, view: View, actions: list[int], planner: Planner, budget: Budget
    ) -> Result:
        draw = stream_seed(view, self.seed, DRAW)
        best = planner.leaders(1)[0]
        if self.final == "auto":
            best = pick_by_weight(draw, planner.mixture(DOUBT))
        return Result(
            planner.plan(best)[0],
            moves_of(planner.tally, view, actions, self._lines(planner, actions, draw), draw),
            planner.done,
            planner.worlds,
            planner.plans,
            planner.memory,
            budget.seconds(),
        )

    def _lines(self, planner: Planner, actions: list[int], seed: int) -> list[Steps]:
        """The best plan that begins with each action, as far as it was looked at."""
        best: dict[int, int] = {}
        for plan in planner.leaders(planner.plans):
            best.setdefault(planner.plan(plan)[0], plan)
        return [
            tuple((step, True) for step in planner.line(best[action], seed))
            if action in best
            else ()
            for action in actions
        ]


class Planning:
    """One search: rounds of sampling, halving and climbing; between them replies learn."""

    def __init__(self, agent: PlanSearch, planner: Planner, budget: Budget):
        self.agent = agent
        self.planner = planner
        self.budget = budget

    def run(self) -> None:
        # However short the search, there is one plan that was tried once.
        self.planner.allow(1, -1, 1)
        self.planner.sample()
        rounds = self.agent.rounds if self.planner.has_replies() else 1
        for i in range(rounds):
            begin, end, last = i / rounds, (i + 1) / rounds, i == rounds - 1
            answers = 0 if last else ANSWERS / rounds
            self._find_plans(begin, end - answers)
            if not last:
                self._learn_replies(end, 1 / (i + 2))

    def _find_plans(self, begin: float, end: float) -> None:
        self._spend(self.planner.sample, begin + (end - begin) * self.agent.sampling)
        champions = np.array(self._halve(end), np.int32)
        self._spend(partial(self.planner.climb, champions), end)

    def _halve(self, end: float) -> list[int]:
        """Let the leaders meet twice as many worlds each time, and the better half go on."""
        alive, met = self.planner.leaders(FINALISTS), self.agent.first
        while met < self.planner.room:
            met = min(2 * met, self.planner.room)
            self._spend(partial(self.planner.extend, np.array(alive, np.int32), met), end)
            kept = max(CHAMPIONS, (len(alive) + 1) // 2)
            alive = self.planner.best_first(alive)[:kept]
        return alive[:CHAMPIONS]

    def _learn_replies(self, end: float, share: float) -> None:
        """Fictitious play: what the others found to pay enters in its share of the worlds."""
        self._spend(partial(self.planner.answer, self.planner.mixture(DOUBT)), end)
        self.planner.learn_replies(share)

    def _spend(self, step: Callable[[], bool], upto: float) -> None:
        """Go on until so much of the whole budget is spent, or there is nothing to do."""
        limit = self.budget.part(upto)
        most = UNLIMITED if limit.iterations is None else limit.iterations
        while self.planner.done < most and not self.agent.stopped(limit):
            self.planner.allow(most - self.planner.done, limit.deadline, CHUNK)
            if not step():
                return
