"""`analyse` and `stream`: the moves of a view, ranked, with how sure that is and why.

A search proposes the leading moves. Rollouts by a fixed policy then compare them in the same
sampled worlds. The agent's choice comes first unless one of them is better for sure; the others
follow by the win share that a reader sees, those that were hardly tried at the end.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

import search
from cython_ext.errors import BadOption
from cython_ext.game import View
from cython_ext.results import Return
from search.api import Agent, Move, Result, refuse_unless_mover
from search.ismcts import clock_ns
from search.searcher import DEFAULT_ITERATIONS, UNLIMITED, Budget, Searcher
from solver import text
from solver.confidence import Lead, Verdict
from solver.evidence import ROLLS, Evidence, Found, Sample
from solver.reasons import Reasons, explain

#: moves that rollouts compare after the search
LEADERS = 4
#: worlds in which all moves are tried, and their share of rollouts and of the time
SURVEY, SURVEY_ROLLOUTS, SURVEY_TIME = 32, 1 / 4, 1 / 8
#: when the search ends, as a share of the time; sooner if certainty is what is asked for
SEARCH_TIME, SEARCH_TIME_SEPARATING = 1 / 2, 1 / 4
#: worlds per batch: the first, and no more than
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


@dataclass(frozen=True)
class RankedMove:
    """What is known of one move."""

    action: int
    text: str
    visits: int
    """Simulations of the search that tried it."""
    values: tuple[Return, ...]
    """Per seat the win share, rank and score to expect, by rollouts; empty before the first."""
    error: float | None
    """Standard error of the mover's win share."""
    best_share: float | None
    """Share of the worlds in which it did best; equals share a world. A leading move: best of
    these, where all of them were tried. Others: best of all moves in the first worlds."""
    worlds: int
    """In so many worlds it was played out."""
    leading: bool
    """Was it compared with the other leading moves?"""
    behind: Lead | None
    """What the best move wins more, in the same worlds; None for itself and where they were not
    compared."""
    why_below: str | None
    """Why it stands below a move with a lower win share; None where it does not."""
    searched: Move = field(repr=False, compare=False)

    @property
    def note(self) -> str:
        """What the game says of the move besides, such as the odds of a battle."""
        view = self.searched.view
        return view.game.words.note(view, self.action)

    @cached_property
    def line(self) -> tuple[str, ...]:
        """The move and the expected replies, in one world that fits the view."""
        return self.searched.line or (f"seat {self.searched.view.seat}: {self.text}",)


@dataclass(frozen=True)
class Analysis:
    """An answer: what to play, how sure that is, and why."""

    view: View = field(repr=False)
    agent: str
    moves: tuple[RankedMove, ...]
    """The one to play first, then the other leading ones, then the rest, each by win share."""
    verdict: Verdict
    iterations: int
    """Simulations of the search."""
    worlds: int
    """Worlds that moves were played out in."""
    rollouts: int
    seconds: float = field(compare=False)
    sample: Sample | None = field(repr=False, compare=False)

    @property
    def best(self) -> RankedMove:
        """The move to play."""
        return self.moves[0]

    @cached_property
    def reasons(self) -> Reasons | None:
        """The best move against its rival; None before both were compared."""
        if self.sample is None or len(self.moves) < 2 or not self.moves[1].leading:
            return None
        best, rival = self.moves[:2]
        words = self.view.game.words
        texts = (best.text, rival.text)
        return explain(
            self.sample, best.action, rival.action, texts, words.sources, words.facts
        )

    def to_text(self, rows: int = 10) -> str:
        """A table of the first moves and what there is to say, 100 columns wide at most."""
        return text.to_text(self, rows)

    def summary(self, rows: int = 10) -> str:
        """The first part of `to_text`: the verdict and the table."""
        return text.summary(self, rows)

    def why(self) -> str:
        """The rest of `to_text`: the line to expect and the reasons."""
        return text.why(self)

    def to_dict(self) -> dict[str, Any]:
        """Everything, as JSON has it."""
        return text.to_dict(self)

    def to_json(self) -> str:
        """Everything, as one line of JSON."""
        return text.to_json(self)

    def to_png(self, rows: int = 10) -> bytes:
        """The win shares of the first moves as a bar chart."""
        # Here, because the library that draws takes longer to load than most hints take.
        from solver.picture import Bar, draw

        seat = self.view.seat
        bars = [
            Bar(
                move.text,
                move.values[seat].win,
                move.error or 0.0,
                move.leading or self.sample is None,
                text.mark_of(move),
            )
            for move in self.moves[:rows]
            if move.values
        ]
        return draw(self.verdict.text, seat, bars, text.notes_on(self.moves[:rows]))

    def __str__(self) -> str:
        return self.to_text()


def analyse(
    view: View,
    limit: search.Limit | None = None,
    agent: Agent | str | None = None,
    moves: Sequence[int | str] | None = None,
) -> Analysis:
    """Rank the moves of a view whose seat is to move.

    `agent` searches (the game's usual one if none is given); its seed and rollout policy
    are those of the rollouts too. `moves` are the only ones to look at, by id or text;
    `all_but` lists the others. Without `seconds` in the limit, the same arguments give the same
    analysis.
    """
    running = Stream(view, limit, agent, moves)
    return running.finish()


def stream(
    view: View,
    limit: search.Limit | None = None,
    agent: Agent | str | None = None,
    moves: Sequence[int | str] | None = None,
) -> Stream:
    """Like `analyse`, and show every step on the way: iterate over it, `cancel` it at will."""
    return Stream(view, limit, agent, moves, FIRST_LOOKS)


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
    ):
        refuse_unless_mover(view)
        self.view = view
        agent = search.make(agent) if isinstance(agent, str) else agent
        self.agent = agent or search.usual(view.game)
        self.limit = Limit.of(limit, self.agent)
        self.actions = view.actions() if moves is None else _ids(view, moves)
        if not self.actions:
            raise BadOption("moves: none is allowed, name one at least")
        self._cancelled = np.zeros(1, np.uint8)
        self._looking: Agent = self.agent
        self._evidence = Evidence(view, self.actions, self.agent, self._cancelled)
        self._result = Result(self.actions[0], tuple(Move(view, a) for a in self.actions))
        self._begin = clock_ns()
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
        """Run to the end without looking; the last analysis."""
        for _ in self._steps:
            pass
        return self._analysis()

    # --- how it runs ---

    def _run(self, first_looks: Sequence[float]) -> Iterator[None]:
        """Stops wherever there is something new to show."""
        self._begin = clock_ns()
        self._evidence.survey(self._survey_worlds(), self._deadline(SURVEY_TIME))
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
        self._evidence.lead(self._by_search()[:LEADERS])
        yield
        yield from self._compare()

    def _compare(self) -> Iterator[None]:
        """Batches of worlds for the leading moves."""
        batch = FIRST_BATCH
        while len(self.actions) > 1 and not self._is_done():
            worlds = min(batch, self._worlds_left())
            self._evidence.go_on(worlds, self._deadline(1))
            batch = min(2 * batch, LAST_BATCH)
            yield

    def _is_done(self) -> bool:
        late = self.limit.seconds is not None and clock_ns() >= self._deadline(1)
        settled = self.limit.separated and self._verdict().separated
        return bool(self._cancelled[0]) or late or settled or self._worlds_left() <= 0

    def _deadline(self, share: float) -> int:
        """When this share of the time is over; -1: never."""
        if self.limit.seconds is None:
            return -1
        return self._begin + int(1e9 * self.limit.seconds * share)

    def _rollouts(self) -> int:
        """How many there may be."""
        limit = self.limit
        if limit.rollouts is not None:
            return limit.rollouts
        if limit.iterations is not None:
            return limit.iterations
        return UNLIMITED if limit.seconds is not None else DEFAULT_ITERATIONS

    def _survey_worlds(self) -> int:
        """Two at least: one has no spread."""
        share = int(SURVEY_ROLLOUTS * self._rollouts())
        return max(2, min(SURVEY, share // (ROLLS * len(self.actions))))

    def _worlds_left(self) -> int:
        left = self._rollouts() - self._evidence.rollouts
        contest = self._evidence.contest
        assert contest is not None
        return left // (ROLLS * len(contest.open_rivals()))

    def _look(self, share: float) -> Result:
        """Search with this share of the search's budget."""
        if not isinstance(self.agent, Searcher):
            found = self.agent.search(self.view)
            kept = tuple(move for move in found.moves if move.action in self.actions)
            return Result(found.best, kept, found.iterations, found.worlds)
        # An agent of its own: a cancel from elsewhere, or trees kept there, are not ours.
        mine = copy.copy(self.agent)
        self._looking = mine
        if self._cancelled[0]:
            mine.cancel()
        return mine.look(self.view, self.actions, Budget.of(self._search_limit(share)))

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
        moves, evidence = self._result.moves, self._evidence
        # Who did not look at any move has chosen blindly.
        looked = any(
            move.visits or move.value is not None or move.share is not None for move in moves
        )

        def rank(i: int) -> tuple:
            value = moves[i].value
            return (
                looked and moves[i].action != self._result.best,
                -moves[i].visits,
                -(value if value is not None else 0),
                -evidence.mean(i),
                i,
            )

        return sorted(range(len(moves)), key=rank)

    def _order(self) -> list[int]:
        """The moves' indices as a reader gets them."""
        evidence, by_search = self._evidence, self._by_search()
        leaders, contest = evidence.leaders, evidence.contest
        first = by_search[0] if contest is None else leaders[contest.order()[0]]
        others = [i for i in by_search if i != first]
        return [first, *sorted(others, key=lambda i: (i not in leaders, -self._share(i)))]

    def _share(self, i: int) -> float:
        """The win share that a reader sees, without what rounding made of it."""
        return round(self._evidence.mean(i), 9)

    def _verdict(self) -> Verdict:
        evidence, order = self._evidence, self._order()
        if len(self.actions) == 1:
            return Verdict("best", (self.view.text(self.actions[0]),), 1.0)
        if evidence.contest is None:
            return Verdict("open", tuple(self.view.text(self.actions[i]) for i in order[:2]))
        leaders = evidence.leaders
        names = [self.view.text(self.actions[i]) for i in leaders]
        ranked = [leaders.index(i) for i in order if i in leaders]
        all_compared = len(leaders) == len(self.view.actions())
        return evidence.contest.verdict(names, ranked, None if all_compared else len(leaders))

    def _analysis(self) -> Analysis:
        evidence, result = self._evidence, self._result
        order = self._order()
        shares = [self._share(i) for i in order]
        below = [share > min(shares[:k], default=1.0) for k, share in enumerate(shares)]
        return Analysis(
            view=self.view,
            agent=str(self.agent),
            moves=tuple(
                self._ranked(i, order[0], evidence.found(i), is_below)
                for i, is_below in zip(order, below, strict=True)
            ),
            verdict=self._verdict(),
            iterations=result.iterations,
            worlds=evidence.worlds,
            rollouts=evidence.rollouts,
            seconds=(clock_ns() - self._begin) / 1e9,
            sample=evidence.sample(),
        )

    def _ranked(self, i: int, best: int, found: Found, is_below: bool) -> RankedMove:
        move, leaders, contest = (
            self._result.moves[i],
            self._evidence.leaders,
            self._evidence.contest,
        )
        behind = None
        if contest is not None and i in leaders and i != best:
            behind = contest.lead(leaders.index(best), leaders.index(i))
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
            searched=move,
        )


def _why_below(behind: Lead | None) -> str:
    """Why a move stands below one with a lower win share, by what that one wins more."""
    if behind is None:
        return text.TOO_FEW
    return text.OTHER_WORLDS if behind.mean > 0 else text.UNSURE
