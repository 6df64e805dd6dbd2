"""`PlanSearch`: whole plans where a seat decides several times in secret, `ISMCTS` elsewhere.

`plans/planner.pyx` finds plans, `plans/world_pool.pyx` has the worlds that they are tried in.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, ClassVar

import numpy as np

from eminence.cython_ext.game import View
from eminence.search.agents.ismcts import ISMCTS
from eminence.search.api import Result
from eminence.search.parameters import SEED, Choice, Parameter, Real, Whole
from eminence.search.plans.chosen_plan import ChosenPlan, ComparedPlans
from eminence.search.plans.planner import Planner, plan_bytes
from eminence.search.plans.world_pool import GUESSES
from eminence.search.rollouts.rollouts import Finisher
from eminence.search.searcher import (
    CHUNK,
    JUDGES,
    LIMITS,
    ROLLOUT,
    UNLIMITED,
    Budget,
    Searcher,
    by_game,
)
from eminence.search.streams import pick_by_weight, stream_seed

#: plans that are kept if no other number is given
MOST_PLANS = 1 << 14
#: plans that are improved, and plans that join them in the finals
CHAMPIONS, FINALISTS = 4, 8
#: share of the remaining budget that the finals get
FINALS = 0.2
#: share of a round in which the others' replies learn
ANSWERS = 0.25
#: a plan this many standard errors behind the best may still be played
DOUBT = 2.0
#: plans that an agent remembers
MOST_CHOSEN = 16
#: random streams at a view: for the planner, and for the final draw
SEARCH, DRAW = 0, 1


class PlanSearch(Searcher):
    """Naive sampling and coordinate ascent over whole plans in a pool of common worlds."""

    name = "plan"
    parameters: ClassVar[dict[str, Parameter]] = {
        **LIMITS,
        **by_game(*ROLLOUT),
        "worlds": Whole(64, 1, 4096),
        "first": Whole(2, 1, 4096),
        "rounds": Whole(1, 1, 16),
        "guess": Choice("uniform", tuple(GUESSES)),
        "heat": Real(0.1, 1e-6, 1000),
        "sampling": Real(0.25, 0, 1),
        "e0": Real(0.4, 0, 1),
        "el": Real(0.3, 0, 1),
        "eg": Real(0.0, 0, 1),
        "final": Choice("auto", ("auto", "best")),
        "inner": Real(1.0, 1e-6, 1),
        **JUDGES,
        "seed": SEED,
    }
    worlds: int
    first: int
    rounds: int
    sampling: float
    final: str
    inner: float

    def __init__(self, **given: Any):
        super().__init__(**given)
        #: the plans chosen last, by where they begin; later decisions follow them
        self._chosen: dict[tuple, ChosenPlan] = {}

    def stopped(self, budget: Budget) -> bool:
        """Was the search cancelled, or is its time up?"""
        return bool(self._cancelled[0]) or budget.is_over()

    @cached_property
    def _tree(self) -> ISMCTS:
        """For decisions that need no plan. Cancelling this agent cancels it too."""
        shared = (*ROLLOUT, *JUDGES, "seed")
        tree = ISMCTS(**{name: getattr(self, name) for name in shared})
        tree._cancelled = self._cancelled
        return tree

    def answer(self, view: View, actions: list[int], budget: Budget) -> Result:
        """A player follows the plan that it made when this run began."""
        return self._follow(view, budget) or self.explore(view, actions, budget)

    def explore(self, view: View, actions: list[int], budget: Budget) -> Result:
        """Search from here with the whole limit, whatever was planned before."""
        chosen = self._search(view, actions, budget) if view.hidden() else None
        found = chosen and chosen.result(view, budget.seconds())
        return found or self._tree.look(view, actions, budget.part(self.inner))

    def _follow(self, view: View, budget: Budget) -> Result | None:
        """The answer of the plan that was made when this run of decisions began.

        None: the run begins here, the seat has left that plan, or the plan is forgotten. A plan
        with a limit of simulations can be made again. A clock would stop that search at another
        point, so the time is better spent on the rest of the run.
        """
        begin = view.rewound()
        if begin is None or begin == view:
            return None
        chosen = self._chosen.get(self._key(begin, budget))
        if chosen is None and budget.deadline < 0:
            chosen = self._search(begin, begin.actions(), budget)
        return None if chosen is None else chosen.result(view, budget.seconds())

    def compared(self, view: View, budget: Budget) -> ComparedPlans | None:
        """The plans that were compared where a run of decisions began; None: there was no plan."""
        chosen = self._chosen.get(self._key(view, budget))
        return None if chosen is None else chosen.compared

    def needs(self, view: View, budget: Budget) -> int:
        inner = self._tree.needs(view, budget.part(self.inner))
        return max(inner, plan_bytes(view, *self._sizes(budget))) if view.hidden() else inner

    def _sizes(self, budget: Budget) -> tuple[int, int]:
        """The largest number of worlds and of plans to keep."""
        most = UNLIMITED if budget.iterations is None else budget.iterations
        return min(self.worlds, most), min(budget.nodes or MOST_PLANS, most)

    def _key(self, view: View, budget: Budget) -> tuple:
        duration = budget.deadline - budget.begin if budget.deadline >= 0 else None
        return view.game.fingerprint, view.to_bytes(), budget.iterations, budget.nodes, duration

    def _search(self, view: View, actions: list[int], budget: Budget) -> ChosenPlan | None:
        """Choose a plan for the run that begins here; None: there is nothing to plan."""
        # A run that begins here will be followed; one that is under way is searched again.
        again = view.rewound() != view
        planner = self._planner(view, actions, budget, again)
        if not planner.has_run():
            return None
        Planning(self, planner, budget).run()
        draw = stream_seed(view, self.seed, DRAW)
        best = planner.book.leaders(1)[0]
        if self.final == "auto":
            best = pick_by_weight(draw, planner.book.mixture(DOUBT))
        chosen = ChosenPlan.of(planner, best, view, actions, draw, 1 if again else None)
        if actions == view.actions() and not self._cancelled[0]:
            self._keep(self._key(view, budget), chosen)
        return chosen

    def _keep(self, key: tuple, chosen: ChosenPlan) -> None:
        self._chosen[key] = chosen
        if len(self._chosen) > MOST_CHOSEN:
            del self._chosen[next(iter(self._chosen))]

    def _planner(self, view: View, actions: list[int], budget: Budget, again: bool) -> Planner:
        how, guidance = self.settings(view), self.guidance(view.game)
        return Planner(
            view,
            np.array(actions, np.int32),
            Finisher(view.game.table, how, guidance),
            {**how, "again": again},
            stream_seed(view, self.seed, SEARCH),
            *self._sizes(budget),
            self._cancelled,
        )


class Planning:
    """One search: rounds of sampling, halving and climbing; between them replies learn."""

    def __init__(self, agent: PlanSearch, planner: Planner, budget: Budget):
        self.agent = agent
        self.planner = planner
        self.budget = budget

    def run(self) -> None:
        self.planner.begin()
        rounds = self.agent.rounds if self.planner.has_replies() else 1
        for i in range(rounds):
            begin, end, last = i / rounds, (i + 1) / rounds, i == rounds - 1
            answers = 0 if last else ANSWERS / rounds
            self._find_plans(begin, end - answers)
            if not last:
                self._learn_replies(end, 1 / (i + 2))

    def _find_plans(self, begin: float, end: float) -> None:
        self._spend(self.planner.sample, begin + (end - begin) * self.agent.sampling)
        champions, before = self.planner.book.leaders(CHAMPIONS), -1
        while before < self.planner.done:
            before = self.planner.done
            champions = self._improve(champions, end)

    def _improve(self, champions: list[int], end: float) -> list[int]:
        """Improve plans with most of the remaining budget, then compare them."""
        climbers = np.array(champions, np.int32)
        gone = self.budget.gone(self.planner.done)
        climbed = gone + (end - gone) * (1 - FINALS)
        self._spend(partial(self.planner.climb, climbers), climbed)
        # If no plan can be improved, the rest of the budget goes into new plans.
        self._spend(self.planner.sample, climbed)
        others = self.planner.book.leaders(FINALISTS)
        return self._halve([*dict.fromkeys([*climbers.tolist(), *others])], end)

    def _halve(self, alive: list[int], end: float) -> list[int]:
        """Try the plans in twice as many worlds each time and keep the better half."""
        met = self.agent.first
        while met < self.planner.room:
            met = min(2 * met, self.planner.room)
            self._spend(partial(self.planner.extend, np.array(alive, np.int32), met), end)
            kept = max(CHAMPIONS, (len(alive) + 1) // 2)
            alive = self.planner.book.best_first(alive)[:kept]
        return alive[:CHAMPIONS]

    def _learn_replies(self, end: float, share: float) -> None:
        """Fictitious play: replies that paid off replace others in a share of the worlds."""
        self._spend(partial(self.planner.answer, self.planner.book.mixture(DOUBT)), end)
        self.planner.allow(0, self.budget.deadline, 0)
        self.planner.learn_replies(share)

    def _spend(self, step: Callable[[], bool], upto: float) -> None:
        """Go on until so much of the whole budget is spent, or there is nothing to do."""
        limit = self.budget.part(upto)
        most = UNLIMITED if limit.iterations is None else limit.iterations
        while self.planner.done < most and not self.agent.stopped(limit):
            self.planner.allow(most - self.planner.done, limit.deadline, CHUNK)
            if not step():
                return
