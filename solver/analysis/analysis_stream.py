"""`analyse` and `stream`: how an analysis grows.

A search proposes the leading moves. Rollouts by a fixed policy then compare them in the same
sampled worlds. The agent's choice comes first unless one of them is better for sure; the others
follow by the win share that a reader sees, those that were hardly tried at the end.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from eminence import search
from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game import View
from eminence.search.api import Agent, Move, Result, refuse_other_record, refuse_unless_mover
from eminence.search.beliefs.record import Record
from eminence.search.kernels.ismcts import clock_ns
from eminence.search.searcher import DEFAULT_ITERATIONS, UNLIMITED, Budget, Searcher
from eminence.solver.analysis import analysis_text
from eminence.solver.analysis.analysis import Analysis, RankedMove
from eminence.solver.analysis.confidence import Lead, Verdict
from eminence.solver.analysis.rollout_statistics import (
    ROLLS,
    MoveStatistics,
    RolloutStatistics,
    searcher_of,
)
from eminence.solver.analysis.suspicions import suspicions_of
from eminence.solver.analysis.turn import Turn, whole_turn

#: moves that rollouts compare after the search
LEADERS = 4
#: worlds in which all moves are tried, and their share of rollouts and of the time
SURVEY, SURVEY_ROLLOUTS, SURVEY_TIME = 32, 1 / 4, 1 / 8
#: when the search ends, as a share of the time; sooner if the limit asks for certainty
SEARCH_TIME, SEARCH_TIME_SEPARATING = 1 / 2, 1 / 4
#: the share of the time that is kept for the rest of the turn, and how much of what is left of it,
#: or of the iterations, a decision gets
TURN_TIME, TURN_STEP = 1 / 8, 1 / 4
#: worlds per batch: in the first, and at most
FIRST_BATCH, LAST_BATCH = 16, 256
#: shares of the search that a stream shows before the whole
FIRST_LOOKS = (1 / 16, 1 / 4)


@dataclass(frozen=True)
class Limit(search.Limit):
    """When an analysis ends: whatever comes first.

    `iterations` limits the search; the rollouts after it are as many, or `rollouts`.
    """

    rollouts: int | None = None
    separated: bool = False
    """End as soon as there is a verdict."""

    def __post_init__(self) -> None:
        super().__post_init__()
        value = self.rollouts
        if value is not None and (isinstance(value, bool) or not value > 0):
            raise BadOption(f"rollouts={value!r}: choose a number above 0, or None")

    @classmethod
    def of(cls, limit: search.Limit | None, agent: Agent) -> Limit:
        """Any limit as one of these; None: the agent's own."""
        if isinstance(limit, cls):
            return limit
        if limit is not None and not isinstance(limit, search.Limit):
            raise BadOption(f"limit={limit!r}: pass solver.Limit(seconds=...) or the like")
        if limit is None and isinstance(agent, Searcher):
            return cls(agent.iterations, agent.seconds, agent.nodes)
        return cls() if limit is None else cls(limit.iterations, limit.seconds, limit.nodes)


def analyse(
    view: View,
    limit: search.Limit | None = None,
    agent: Agent | str | None = None,
    moves: Sequence[int | str] | None = None,
    record: Record | None = None,
) -> Analysis:
    """Rank the moves of a view whose seat is to move.

    `agent` searches (the game's usual one if none is given); its seed and rollout policy
    are those of the rollouts too. `moves` are the only ones to look at, by id or text;
    `all_but` lists the others. `record` is what the seat has seen of the game up to here: then the
    analysis also tells what the others may hold, going by how they have played. Without
    `seconds` in the limit, the same arguments give the same analysis.
    """
    running = Stream(view, limit, agent, moves, record=record)
    return running.finish()


def stream(
    view: View,
    limit: search.Limit | None = None,
    agent: Agent | str | None = None,
    moves: Sequence[int | str] | None = None,
    turn: bool = False,
    record: Record | None = None,
) -> Stream:
    """Like `analyse`, and show every step on the way: iterate over it, `cancel` it at will.

    With `turn` it also finds what the seat would do after the first move, until its turn passes on.
    """
    return Stream(view, limit, agent, moves, FIRST_LOOKS, turn, record)


def all_but(view: View, moves: Sequence[int | str]) -> list[int]:
    """The legal moves without these, for `moves=`."""
    forbidden = _ids(view, moves)
    left = [action for action in view.actions() if action not in forbidden]
    if not left:
        raise BadOption("moves: all legal moves are forbidden, leave one at least")
    return left


def _ids(view: View, moves: Sequence[int | str]) -> list[int]:
    """Legal action ids from ids or texts, ascending."""
    if isinstance(moves, str):
        raise BadOption(f"moves={moves!r}: expected a list of ids or texts")
    legal, found = view.actions(), set()
    for move in moves:
        action = view.parse(move) if isinstance(move, str) else move
        if action not in legal:
            view.text(action)  # refuses, and says what would be right
        found.add(int(action))
    return sorted(found)


class Stream:
    """An analysis that is growing. Iterating runs it; each item is a whole `Analysis`."""

    def __init__(
        self,
        view: View,
        limit: search.Limit | None = None,
        agent: Agent | str | None = None,
        moves: Sequence[int | str] | None = None,
        first_looks: Sequence[float] = (),
        turn: bool = False,
        record: Record | None = None,
    ):
        refuse_unless_mover(view)
        refuse_other_record(view, record)
        begun = clock_ns()
        self.view = view
        agent = search.make(agent) if isinstance(agent, str) else agent
        self.agent = agent or search.usual(view.game)
        self.limit = Limit.of(limit, self.agent)
        self.actions = view.actions() if moves is None else _ids(view, moves)
        if not self.actions:
            raise BadOption("moves: none is allowed, name one at least")
        self._wants_turn = turn
        self._turn: tuple[int, Turn] | None = None
        """What follows a move, and the move's id."""
        self._cancelled = np.zeros(1, np.uint8)
        self._looking: Agent = self.agent
        self._statistics = RolloutStatistics(view, self.actions, self.agent, self._cancelled)
        self._result = Result(self.actions[0], tuple(Move(view, a) for a in self.actions))
        self._raw = self.agent.raw(view) if isinstance(self.agent, Searcher) else ()
        self._policy = self.agent.policy(view) if isinstance(self.agent, Searcher) else {}
        searcher = searcher_of(self.agent)
        self._belief = searcher.belief_of(record)
        self._suspicions = suspicions_of(record, searcher, self._belief)
        self._begin = begun
        self._prepared = clock_ns() - begun
        """What loading a network and the belief took, which belongs to the time that it has."""
        self._steps = self._run(first_looks)

    def cancel(self) -> None:
        """End soon; the last analysis shows what there is. Safe from any thread."""
        self._cancelled[0] = 1
        if isinstance(self._looking, Searcher):
            self._looking.cancel()

    def __iter__(self) -> Iterator[Analysis]:
        return self

    def __next__(self) -> Analysis:
        next(self._steps)
        return self._analysis()

    def finish(self) -> Analysis:
        """Run to the end and return the last analysis."""
        for _ in self._steps:
            pass
        return self._analysis()

    # --- how it runs ---

    def _run(self, first_looks: Sequence[float]) -> Iterator[None]:
        """Stops wherever there is something new to show."""
        self._begin = clock_ns() - self._prepared
        self._statistics.survey(self._survey_worlds(), self._deadline(SURVEY_TIME))
        yield
        if len(self.actions) > 1:
            for share in (*first_looks, 1):
                if self._cancelled[0]:
                    return
                found = self._look(share)
                # A look that was cut short may know less than the one before.
                if not self._cancelled[0] or found.iterations >= self._result.iterations:
                    self._result = found
                if share < 1:
                    yield
        self._statistics.lead(self._by_search()[:LEADERS])
        yield
        if self._wants_turn:
            yield from self._compare(self._deadline(1 - TURN_TIME))
            self._look_ahead()
            yield
        # Most turns leave some of their time.
        yield from self._compare(self._deadline(1))

    def _compare(self, deadline: int) -> Iterator[None]:
        """Batches of worlds for the leading moves."""
        batch = FIRST_BATCH
        while len(self.actions) > 1 and not self._is_done(deadline):
            worlds = min(batch, self._worlds_left())
            self._statistics.go_on(worlds, deadline)
            batch = min(2 * batch, LAST_BATCH)
            yield

    def _look_ahead(self) -> None:
        """Find what the seat would do after the first move."""
        first = self._order()[0]
        found = whole_turn(self._result.moves[first], self._next_choice)
        self._turn = self.actions[first], found

    def _next_choice(self, view: View) -> Move | None:
        """A decision later in the turn; None if there is no time for it."""
        actions, limit = view.actions(), self._limit_of_step()
        if len(actions) == 1:
            return Move(view, actions[0])
        if self._cancelled[0] or limit is None:
            return None
        found = self._searched(view, actions, limit)
        return next(move for move in found.moves if move.action == found.best)

    def _limit_of_step(self) -> search.Limit | None:
        """What a later decision of the turn may cost; None: the time is up."""
        limit, seconds, iterations = self.limit, None, self.limit.iterations
        if limit.seconds is not None:
            seconds = TURN_STEP * (self._deadline(1) - clock_ns()) / 1e9
            if seconds <= 0:
                return None
        elif iterations is None:
            iterations = DEFAULT_ITERATIONS
        if iterations is not None:
            iterations = max(1, int(TURN_STEP * iterations))
        return search.Limit(iterations, seconds, limit.nodes)

    def _is_done(self, deadline: int) -> bool:
        late = 0 <= deadline <= clock_ns()
        settled = self.limit.separated and self._verdict().separated
        return bool(self._cancelled[0]) or late or settled or self._worlds_left() <= 0

    def _deadline(self, share: float) -> int:
        """When this share of the time is over; -1: never."""
        if self.limit.seconds is None:
            return -1
        return self._begin + int(1e9 * self.limit.seconds * share)

    def _rollouts(self) -> int:
        """How many rollouts there may be."""
        limit = self.limit
        if limit.rollouts is not None:
            return limit.rollouts
        if limit.iterations is not None:
            return limit.iterations
        return UNLIMITED if limit.seconds is not None else DEFAULT_ITERATIONS

    def _survey_worlds(self) -> int:
        """At least two worlds: one has no spread."""
        share = int(SURVEY_ROLLOUTS * self._rollouts())
        return max(2, min(SURVEY, share // (ROLLS * len(self.actions))))

    def _worlds_left(self) -> int:
        left = self._rollouts() - self._statistics.rollouts
        comparison = self._statistics.comparison
        assert comparison is not None
        return left // (ROLLS * len(comparison.open_rivals()))

    def _look(self, share: float) -> Result:
        """Search with this share of the search's budget."""
        return self._searched(self.view, self.actions, self._search_limit(share))

    def _searched(self, view: View, actions: list[int], limit: search.Limit) -> Result:
        """What the agent thinks of these moves."""
        if not isinstance(self.agent, Searcher):
            found = self.agent.search(view)
            kept = tuple(move for move in found.moves if move.action in actions)
            return Result(found.best, kept, found.iterations, found.worlds)
        # A copy: cancelling the original, and the trees it keeps, must not affect this search.
        mine = copy.copy(self.agent)
        mine.draw_from(self._belief)
        self._looking = mine
        if self._cancelled[0]:
            mine.cancel()
        return mine.look(view, actions, Budget.of(limit))

    def _search_limit(self, share: float) -> search.Limit:
        limit, seconds, iterations = self.limit, None, self.limit.iterations
        if limit.seconds is not None:
            part = SEARCH_TIME_SEPARATING if limit.separated else SEARCH_TIME
            whole = self._deadline(part) - self._begin
            left = self._deadline(part) - clock_ns()
            seconds = max(1e-3, min(left, share * whole) / 1e9)
        elif iterations is None:
            iterations = DEFAULT_ITERATIONS
        if iterations is not None:
            iterations = max(1, int(share * iterations))
        return search.Limit(iterations, seconds, limit.nodes)

    # --- what it found ---

    def _by_search(self) -> list[int]:
        """The moves' indices: what the agent would play, then by visits and by worth."""
        moves, statistics = self._result.moves, self._statistics
        # An agent that did not look at any move has chosen blindly.
        looked = any(
            move.visits or move.value is not None or move.share is not None for move in moves
        )

        def rank(i: int) -> tuple:
            value = moves[i].value
            return (
                looked and moves[i].action != self._result.best,
                -moves[i].visits,
                -(value if value is not None else 0),
                -statistics.mean(i),
                i,
            )

        return sorted(range(len(moves)), key=rank)

    def _order(self) -> list[int]:
        """The moves' indices in the order that a reader sees."""
        statistics, by_search = self._statistics, self._by_search()
        leaders, comparison = statistics.leaders, statistics.comparison
        first = by_search[0] if comparison is None else leaders[comparison.order()[0]]
        if comparison is not None and statistics.decided():
            # The search has not looked for what is left to play for.
            free = [move for i, move in enumerate(leaders) if not comparison.is_beaten(i)]
            first = max(free, key=statistics.mean, default=first)
        others = [i for i in by_search if i != first]

        def height(i: int) -> tuple:
            return i in leaders, statistics.standing(i)

        return [first, *sorted(others, key=height, reverse=True)]

    def _verdict(self) -> Verdict:
        statistics, order = self._statistics, self._order()
        if len(self.actions) == 1:
            return Verdict("best", (self.view.text(self.actions[0]),), 1.0)
        if statistics.comparison is None:
            return Verdict("open", tuple(self.view.text(self.actions[i]) for i in order[:2]))
        leaders = statistics.leaders
        names = [self.view.text(self.actions[i]) for i in leaders]
        ranked = [leaders.index(i) for i in order if i in leaders]
        all_compared = len(leaders) == len(self.view.actions())
        return statistics.comparison.verdict(names, ranked, None if all_compared else len(leaders))

    def _analysis(self) -> Analysis:
        statistics, result = self._statistics, self._result
        order = self._order()
        standings = [statistics.standing(i) for i in order]
        below = [own > min(standings[:k], default=own) for k, own in enumerate(standings)]
        return Analysis(
            view=self.view,
            agent=str(self.agent),
            moves=tuple(
                self._ranked(i, order[0], statistics.found(i), is_below)
                for i, is_below in zip(order, below, strict=True)
            ),
            verdict=self._verdict(),
            iterations=result.iterations,
            worlds=statistics.worlds,
            rollouts=statistics.rollouts,
            raw=self._raw,
            believed=result.believed,
            wanted_belief=self.agent.remembers(self.view.game),
            suspicions=self._suspicions,
            seconds=(clock_ns() - self._begin) / 1e9,
            sample=statistics.sample(),
            turn=self._turn[1] if self._turn and self._turn[0] == self.actions[order[0]] else None,
        )

    def _ranked(self, i: int, best: int, found: MoveStatistics, is_below: bool) -> RankedMove:
        move, leaders, comparison = (
            self._result.moves[i],
            self._statistics.leaders,
            self._statistics.comparison,
        )
        behind = None
        if comparison is not None and i in leaders and i != best:
            behind = comparison.lead(leaders.index(best), leaders.index(i))
        return RankedMove(
            action=move.action,
            text=move.text,
            visits=move.visits,
            values=found.values,
            error=found.error,
            best_share=found.best_share,
            worlds=found.worlds,
            leading=i in leaders,
            behind=behind,
            why_below=_why_below(behind) if is_below else None,
            policy=self._policy.get(move.action),
            searched=move,
        )


def _why_below(behind: Lead | None) -> str:
    """Why a move stands below one with a lower win share, given how much more that one wins."""
    if behind is None:
        return analysis_text.TOO_FEW
    return analysis_text.OTHER_WORLDS if behind.mean > 0 else analysis_text.UNSURE
