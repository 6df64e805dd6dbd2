"""Many positions searched from one call, on all processors."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from eminence.cython_ext.game import View
from eminence.cython_ext.whole_numbers import whole
from eminence.search.api import Agent, Limit, Result, refuse_unless_mover


def many(
    views: Sequence[View], agent: Agent, limit: Limit | None = None, workers: int | None = None
) -> list[Result]:
    """What the agent answers to each view, in their order.

    The answers are those of `agent.search`, whoever works on them. Searches run in threads: they
    hold no lock while they search. An agent written in Python gains nothing by that.
    """
    for view in views:
        refuse_unless_mover(view)
    hands = whole("workers", _processors() if workers is None else workers, 1)

    def work(hand: int) -> list[Result]:
        # What an agent remembers of its last search is not for two threads at once.
        own = agent.with_seed(getattr(agent, "seed", 0))
        return [own.search(view, limit) for view in views[hand::hands]]

    found: list[Result | None] = [None] * len(views)
    with ThreadPoolExecutor(hands) as pool:
        for hand, results in enumerate(pool.map(work, range(hands))):
            found[hand::hands] = results
    return [result for result in found if result is not None]


def _processors() -> int:
    return len(os.sched_getaffinity(0))
