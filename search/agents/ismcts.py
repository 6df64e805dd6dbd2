"""`ISMCTS`: parameters, threads and the final choice. `kernels/ismcts.pyx` has the search."""

from __future__ import annotations

import math
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game import Game, View
from eminence.search.agents.halving import halve
from eminence.search.api import Result
from eminence.search.beliefs.belief import Belief
from eminence.search.beliefs.believer import Believer, without_record, worth_using
from eminence.search.beliefs.record import Record
from eminence.search.kernels.ismcts import Kernel, clock_ns, tree_bytes
from eminence.search.kernels.root_counts import RootCounts
from eminence.search.parameters import SEED, Choice, Parameter, Real, Whole
from eminence.search.searcher import (
    CHUNK,
    JUDGES,
    LIMITS,
    ROLLOUT,
    UNLIMITED,
    Budget,
    Searcher,
    by_game,
    moves_of,
)
from eminence.search.streams import pick_by_weight, stream_seed

#: how many searches' nodes a tree that is reused can hold
REUSE_ROOM = 4


class ISMCTS(Searcher):
    """Information-set Monte Carlo tree search, one keyed code path for all variants."""

    name = "ismcts"
    parameters: ClassVar[dict[str, Parameter]] = {
        **LIMITS,
        **by_game(
            "mode",
            "loop",
            "root",
            "selector",
            "c",
            "fpu",
            "bias",
            "widen",
            "widen_power",
            "belief",
            *ROLLOUT,
        ),
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
        **JUDGES,
        "seed": SEED,
    }
    root: str | None
    final: str
    early: str
    reuse: str
    threads: int

    def __init__(self, **given: Any):
        super().__init__(**given)
        #: trees of the last search by thread, and its game and seat; only kept for reuse
        self._trees: dict[int, Kernel] = {}
        self._trees_of: tuple[str, int] | None = None
        self._believer = Believer()

    def remembers(self, game: Game) -> bool:
        return self.settings_in(game)["belief"] == "yes"

    def belief_of(self, record: Record | None) -> Belief | None:
        """The worlds that fit the record, weighted by how the others have played."""
        if record is None or not self.remembers(record.last.game):
            return None
        guidance = self.guidance(record.last.game)
        belief = self._believer.about(record, guidance, self.seed)
        alike = without_record(belief, guidance, self.seed)
        return belief if worth_using(belief, alike) else None

    def explore(self, view: View, actions: list[int], budget: Budget) -> Result:
        kernels = self._run(view, actions, budget)
        counts = RootCounts(len(actions), view.game.seats)
        for kernel in kernels:
            kernel.add_to(counts)
        line_seed = stream_seed(view, self.seed, self.threads)
        lines = [tuple(kernels[0].line(action, line_seed)) for action in actions]
        return Result(
            actions[self._decide(view, counts, line_seed)],
            moves_of(counts, view, actions, lines, line_seed),
            sum(k.iterations for k in kernels),
            sum(k.worlds for k in kernels),
            sum(k.nodes for k in kernels),
            sum(k.memory for k in kernels),
            budget.seconds(),
            None if (belief := self._belief_at(view)) is None else belief.effective(),
        )

    def needs(self, view: View, budget: Budget) -> int:
        shares = budget.shares(self.threads)
        return sum(tree_bytes(view, self._room(share, budget)) for share in shares)

    def _room(self, iterations: int, budget: Budget) -> int:
        return budget.room(iterations) * (REUSE_ROOM if self.reuse == "yes" else 1)

    def _kernel(
        self, view: View, actions: list[int], thread: int, iterations: int, budget: Budget
    ) -> Kernel:
        """The thread's tree: a new one, or that of the last search if it knows this view."""
        how, guidance = self.settings(view), self.guidance(view.game)
        seed, room = stream_seed(view, self.seed, thread), self._room(iterations, budget)
        if len(actions) < len(view.actions()):
            kernel = Kernel(view, how, seed, guidance, room)
            kernel.restrict(np.array(actions, np.int32))
            return kernel
        if self.reuse == "no":
            return Kernel(view, how, seed, guidance, room)
        kept = self._trees.get(thread)
        if kept is None or not kept.move_on(view, seed):
            kept = self._trees[thread] = Kernel(view, how, seed, guidance, room)
        return kept

    def _open(
        self, view: View, actions: list[int], thread: int, iterations: int, budget: Budget
    ) -> Kernel:
        """The thread's tree, with the worlds that it is to draw from."""
        kernel = self._kernel(view, actions, thread, iterations, budget)
        kernel.believe(self._belief_at(view))
        return kernel

    def _halves(self, view: View) -> bool:
        """Sequential halving ends with one action; hidden moves must be mixed."""
        how = self.settings(view)
        if how["selfdet"] > 0:
            # If the searcher's own secrets are redrawn, it is not at the root.
            if self.root == "halving":
                raise BadOption("root=halving: needs selfdet=0")
            return False
        return how["root"] == "halving" and not view.hidden()

    def _run(self, view: View, actions: list[int], budget: Budget) -> list[Kernel]:
        """The trees, searched in no more threads than there are processors."""
        halves = self._halves(view)
        if self._trees_of != (view.game.fingerprint, view.seat):
            self._trees, self._trees_of = {}, (view.game.fingerprint, view.seat)

        def run_in_turn(trees: list[tuple[int, int]]) -> dict[int, Kernel]:
            """Even shares of the time; no search starts once the time is up."""
            run_one = self._halve_one if halves else self._run_one
            kernels: dict[int, Kernel] = {}
            for i, (thread, iterations) in enumerate(trees):
                if thread and (self._cancelled[0] or budget.is_over()):
                    break
                kernels[thread] = self._open(view, actions, thread, iterations, budget)
                run_one(kernels[thread], iterations, budget.turn(i, len(trees)))
            return kernels

        trees = list(enumerate(budget.shares(self.threads)))
        if len(trees) == 1:
            return [*run_in_turn(trees).values()]
        hands = min(len(trees), len(os.sched_getaffinity(0)))
        mine, *others = (trees[hand::hands] for hand in range(hands))
        with ThreadPoolExecutor(max(1, len(others))) as pool:
            jobs = [pool.submit(run_in_turn, each) for each in others]
            try:
                kernels = run_in_turn(mine)
                for job in jobs:
                    kernels |= job.result()
            except BaseException:
                self.cancel()
                raise
        # The sums must not depend on which thread searched which tree.
        return [kernels[thread] for thread in sorted(kernels)]

    def _run_one(self, kernel: Kernel, iterations: int, budget: Budget) -> None:
        """Search in chunks, so that signals get through."""
        while iterations > 0:
            chunk = min(iterations, CHUNK)
            iterations -= chunk
            later = iterations if self.early == "yes" and iterations < UNLIMITED / 2 else -1
            if not kernel.run(chunk, budget.deadline, self._cancelled, later):
                return

    def _halve_one(self, kernel: Kernel, iterations: int, budget: Budget) -> None:
        """Halve the root's actions again and again; below them the tree grows as usual."""
        trials = Subtrees(kernel, self._cancelled)
        halve(
            trials,
            kernel.actions,
            iterations,
            budget.until,
            lambda: bool(self._cancelled[0]) or budget.is_over(),
        )

    def _decide(self, view: View, counts: RootCounts, seed: int) -> int:
        """Most visits; where moves are hidden, mixed among those too close to tell apart."""
        seat = view.seat
        best = counts.most_visited(seat)
        if self.final == "visits" or not view.hidden():
            return best
        top, top_error = counts.mean(best, seat), counts.error(best, seat)
        weights = np.zeros(counts.n)
        for i, visits in enumerate(counts.visits()):
            doubt = 2 * math.hypot(counts.error(i, seat), top_error)
            if i == best or (visits and top - counts.mean(i, seat) < doubt):
                weights[i] = visits
        return pick_by_weight(seed, weights)


class Subtrees:
    """The root's actions of one tree, tried in one world after the other."""

    def __init__(self, kernel: Kernel, cancelled: NDArray[np.uint8]):
        self.kernel = kernel
        self.cancelled = cancelled
        self.worlds = 0
        self.done = 0

    def run(self, alive: list[int], worlds: int, deadline: int) -> None:
        """Follow the actions with these indices in the next worlds, the same worlds for all."""
        indices = np.array(alive, np.int32)
        while worlds > 0:
            chunk = min(worlds, max(1, CHUNK // len(alive)))
            met = self.kernel.run_actions(indices, self.worlds, chunk, deadline, self.cancelled)
            worlds -= met
            self.worlds += met
            self.done += met * len(alive)
            if self.cancelled[0] or (0 <= deadline <= clock_ns()):
                return

    def best_first(self, alive: list[int]) -> list[int]:
        """The actions with these indices by their mean reward; ties keep their order."""
        counts = RootCounts(self.kernel.actions, self.kernel.seats)
        self.kernel.add_to(counts)
        return sorted(alive, key=lambda i: (-counts.mean(i, self.kernel.seat), i))
