"""`Scribe`: plays quickly, searches some positions in depth, and notes what it found there."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, TypeVar

from eminence.cython_ext.game import Game, View
from eminence.search.agents.greedy import Greedy
from eminence.search.agents.ismcts import ISMCTS
from eminence.search.agents.plan import PlanSearch
from eminence.search.api import Result
from eminence.search.kernels.rollouts import POLICIES, REWARDS
from eminence.search.network.lessons import Lessons
from eminence.search.parameters import SEED, Choice, Parameter, Real, Whole
from eminence.search.searcher import JUDGES, LIMITS, Budget, Searcher
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
    `quick=greedy` looks only one move ahead in the decisions that are not noted. A share `noise` of
    the moves is drawn at random, so that positions occur that good players avoid. `rollout` is that
    of the searches, if not the game's or the network's own; `reward` is what they are after, and
    so what a network learns.
    """

    name = "scribe"
    parameters: ClassVar[dict[str, Parameter]] = {
        **LIMITS,
        "full": Whole(800, 1, 10**9),
        "deep": Real(0.2, 0, 1),
        "noise": Real(0.1, 0, 1),
        "quick": Choice("search", ("search", "greedy")),
        "rollout": Choice(OWN, (OWN, *POLICIES)),
        "reward": Choice("win", tuple(REWARDS)),
        **JUDGES,
        "seed": SEED,
    }
    full: int
    deep: float
    noise: float
    quick: str
    rollout: str
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

    def _inner(self, game: Game) -> Searcher:
        """The game's usual searcher, judging as this agent does."""
        given = {**self._judging(), "reward": self.reward}
        if self.rollout != OWN:
            given["rollout"] = self.rollout
        if game.search.get("agent") == PlanSearch.name:
            return self._stopped_together(PlanSearch(**given))
        # Common worlds tell close moves apart.
        return self._stopped_together(ISMCTS(**given, root="halving"))

    def explore(self, view: View, actions: list[int], budget: Budget) -> Result:
        deep = self._happens(view, DEPTH, self.deep)
        if deep:
            found = self._inner(view.game).look(view, actions, budget.with_iterations(self.full))
        elif self.quick == "greedy":
            found = self._greedy.look(view, actions, budget)
        else:
            found = self._inner(view.game).look(view, actions, budget)
        if self._happens(view, NOISE, self.noise):
            drawn = pick(view, stream_seed(view, self.seed, MOVE), len(actions))
            found = found.playing(actions[drawn])
        if deep:
            self._lessons.add(view, found)
        return found

    def _happens(self, view: View, stream: int, share: float) -> bool:
        drawn = pick(view, stream_seed(view, self.seed, stream), GRAINS)
        return drawn < share * GRAINS

    def notes(self) -> str:
        return self._lessons.packed()
