"""A query for an analysis while it is alive: its order, its memory and its answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from time import monotonic

from eminence import solver
from eminence.engines import BadOption
from eminence.play.service import answers
from eminence.play.service.queries import Analyse, BadQuery
from eminence.search.memory import MODEST
from eminence.search.searcher import Budget, Searcher

#: iterations before the first report, at the least
FIRST_LOOK = 500


class LiveQuery:
    """A query for an analysis while it is alive."""

    def __init__(self, query: Analyse, number: int, memory: int):
        self.query = query
        self.memory = memory
        """Bytes that it may take."""
        self.stream = solver.Stream(
            query.view, query.limit, query.agent, query.moves, looks(query), record=query.record
        )
        self.terminated = False
        self._order = (-query.priority, number)

    def __lt__(self, other: LiveQuery) -> bool:
        """Is it run first?"""
        return self._order < other._order

    def run(self, say: Callable[[str], None]) -> str:
        """The last answer; earlier ones are sent on the way."""
        id, every = self.query.id, self.query.report_every
        if every is not None:
            due = monotonic() + every
            for analysis in self.stream:
                if monotonic() >= due:
                    say(answers.analysed(id, analysis, final=False))
                    due = monotonic() + every
        last = self.stream.finish()
        return answers.analysed(id, last, final=True, terminated=self.terminated)


def looks(query: Analyse) -> list[float]:
    """The shares of the search after which to report, each four times the one before.

    Every look searches from the beginning, so the last one is the same without the others.
    """
    if query.report_every is None:
        return []
    iterations, seconds = query.limit.iterations or inf, query.limit.seconds or inf
    shares: list[float] = []
    share = 1 / 4
    while share * iterations >= FIRST_LOOK and share * seconds >= query.report_every:
        shares.insert(0, share)
        share /= 4
    return shares


def within_memory(query: Analyse, memory: int, threads: int) -> tuple[Analyse, int]:
    """The query, and how many bytes it takes of those that all queries have together. A query with
    a time limit but no limit of nodes takes at most one thread's share, so such queries never wait
    for each other.
    """
    agent, limit, budget = query.agent, query.limit, Budget.of(query.limit)
    if not isinstance(agent, Searcher):
        return query, 0
    try:
        if limit.nodes is None and limit.seconds is not None:
            # Half of this is what a search takes where nobody says how many nodes.
            budget = agent.fitted(query.view, budget, int(memory / threads / MODEST))
            query = replace(query, limit=replace(limit, nodes=budget.nodes))
        else:
            agent.fitted(query.view, budget, memory)
    except BadOption as error:
        raise BadQuery(query.id, "limits.nodes", str(error)) from None
    return query, agent.needs(query.view, budget)
