"""`Scribe`: plays quickly, searches some positions in depth, and notes what it found there."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, TypeVar

from eminence.cython_ext.game import Game, View
from eminence.search.agents.greedy import Greedy
from eminence.search.agents.ismcts import ISMCTS
from eminence.search.agents.plan import PlanSearch
from eminence.search.api import Result
from eminence.search.network.lessons import Lessons
from eminence.search.parameters import SEED, Choice, Maybe, Parameter, Real, Whole
from eminence.search.rollouts.rewards import REWARDS
from eminence.search.rollouts.rollouts import POLICIES
from eminence.search.searcher import JUDGES, LIMITS, Budget, Searcher, by_game
from eminence.search.streams import pick, stream_seed

S = TypeVar("S", bound=Searcher)

#: random streams at a view: which search it gets, whether the move is random, and which one
DEPTH, NOISE, MOVE = 2**41, 2**42, 2**43
#: how fine the shares below are told apart
GRAINS = 1 << 20
#: worlds in which a quick decision is looked at
QUICK_WORLDS = 2
#: the rollouts that the game or the network asks for
OWN = "own"


class Scribe(Searcher):
    """Self-play for training: the game's usual search, with notes.

    Most decisions get `iterations`, a share `deep` of them gets `full`: only these are noted, with
    the values that the search gave to all moves (playout cap randomisation). Where games are long,
    `quick=greedy` looks only one move ahead in the decisions that are not noted. Where plans are
    searched as a whole, those that were compared are noted, once, where the plan begins; `plans` is
    the share of them that is searched in depth, if not `deep` of them as well. A share
    `noise` of the moves is drawn at random, so that positions occur that good players avoid. Deep
    searches may finish games in their own way (`rollout`, `cut_rounds`, `epsilon`): a long rollout
    sees farther, and many of them average its luck out. `reward` is what searches are after, and so
    what a network learns.
    """

    name = "scribe"
    parameters: ClassVar[dict[str, Parameter]] = {
        **LIMITS,
        "full": Whole(800, 1, 10**9),
        "deep": Real(0.2, 0, 1),
        "plans": Maybe(Real(0.2, 0, 1)),
        "noise": Real(0.1, 0, 1),
        "quick": Choice("search", ("search", "greedy")),
        "rollout": Choice(OWN, (OWN, *POLICIES)),
        **by_game("cut_rounds", "epsilon"),
        "reward": Choice("win", tuple(REWARDS)),
        **JUDGES,
        "seed": SEED,
    }
    full: int
    deep: float
    plans: float | None
    noise: float
    quick: str
    rollout: str
    cut_rounds: int | None
    epsilon: float | None
    reward: str

    @cached_property
    def _lessons(self) -> Lessons:
        return Lessons()

    @cached_property
    def _greedy(self) -> Greedy:
        return self._stopped_together(Greedy(**self._judging(), worlds=QUICK_WORLDS))

    def _stopped_together(self, inner: S) -> S:
        """Whoever cancels the scribe cancels the search that it is in."""
        inner._cancelled = self._cancelled
        return inner

    def _judging(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in (*JUDGES, "seed")}

    @cached_property
    def _searchers(self) -> dict[tuple[str, bool], Searcher]:
        """For each game, short and deep; they remember the plans that they are following."""
        return {}

    def _searcher(self, game: Game, deep: bool) -> Searcher:
        key = (game.fingerprint, deep)
        if key not in self._searchers:
            self._searchers[key] = self._stopped_together(self._usual(game, deep))
        return self._searchers[key]

    def _usual(self, game: Game, deep: bool) -> Searcher:
        """The game's usual searcher, judging as this agent does."""
        given = {**self._judging(), "reward": self.reward}
        if deep:
            given |= {"cut_rounds": self.cut_rounds, "epsilon": self.epsilon}
            given |= {} if self.rollout == OWN else {"rollout": self.rollout}
        if game.search.get("agent") == PlanSearch.name:
            return PlanSearch(**given)
        # Common worlds tell close moves apart.
        return ISMCTS(**given, root="halving")

    def explore(self, view: View, actions: list[int], budget: Budget) -> Result:
        # A plan is searched once, where it begins: its later decisions follow it.
        begin = view.rewound() or view
        deep = self._happens(begin, DEPTH, self._share_of_deep(begin))
        if deep:
            budget = budget.with_iterations(self.full)
        if deep or self.quick == "search":
            found = self._searcher(view.game, deep).go_on(view, actions, budget)
        else:
            found = self._greedy.look(view, actions, budget)
        if self._happens(view, NOISE, self.noise):
            drawn = pick(view, stream_seed(view, self.seed, MOVE), len(actions))
            found = found.playing(actions[drawn])
        if deep and begin == view:
            self._note(view, found, budget)
        return found

    def _share_of_deep(self, view: View) -> float:
        return self.deep if self.plans is None or not view.hidden() else self.plans

    def _note(self, view: View, found: Result, budget: Budget) -> None:
        searcher = self._searcher(view.game, deep=True)
        plans = searcher.compared(view, budget) if isinstance(searcher, PlanSearch) else None
        if plans is None:
            self._lessons.add(view, found)
        else:
            self._lessons.add_plans(view, plans, found)

    def _happens(self, view: View, stream: int, share: float) -> bool:
        drawn = pick(view, stream_seed(view, self.seed, stream), GRAINS)
        return drawn < share * GRAINS

    def notes(self) -> str:
        return self._lessons.packed()
