"""Beliefs of one seat, kept up to date from decision to decision."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from eminence.search.beliefs.belief import Belief
from eminence.search.beliefs.record import Record
from eminence.search.network.guide import Guidance
from eminence.search.streams import stream_seed

#: worlds of a belief
WORLDS = 1024
#: the random stream that a belief begins with; searches take the first ones
STREAM = 2**45
#: a belief that is worth fewer worlds is not used, unless the view leaves hardly more
FEWEST = 8
#: a belief that is worth so many worlds counts as much as the view alone where it is told
CAUTION = 10


class Believer:
    """Makes the belief of a record, and goes on from the last one where that is its beginning.

    The belief depends on the record, the guidance and the seed, not on what was asked before.
    """

    def __init__(self, worlds: int = WORLDS) -> None:
        self.worlds = worlds
        self._record: Record | None = None
        self._belief: Belief | None = None

    def about(self, record: Record, guidance: Guidance, seed: int) -> Belief:
        """What the seat may believe after all that it saw."""
        belief, known = self._belief, self._record
        if belief is None or known is None or not record.goes_on(known):
            first = record.views[0]
            belief = Belief(first, guidance, stream_seed(first, seed, STREAM), self.worlds)
            new = record.views[1:]
        else:
            new = record.views[len(known.views) :]
        for view in new:
            belief.see(view)
        self._record, self._belief = record, belief
        return belief


def worth_using(belief: Belief, alike: Belief) -> bool:
    """Is it worth enough worlds? `alike` is the belief of one who knows the last view alone."""
    return belief.effective() >= min(FEWEST, alike.effective() / 2)


def foretold(belief: Belief, alike: Belief) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The hidden numbers of worlds, (worlds, facts), and the worlds' shares.

    The fewer worlds a belief is worth, the more counts the view alone: few worlds sound too sure.
    """
    trust = belief.effective() / (belief.effective() + CAUTION)
    shares = np.concatenate([trust * belief.shares(), (1 - trust) * alike.shares()])
    return np.concatenate([belief.facts(), alike.facts()]), shares


def without_record(belief: Belief, guidance: Guidance, seed: int) -> Belief:
    """Worlds that fit the same view, all alike: what it would be worth to know no record."""
    return Belief(belief.view, guidance, stream_seed(belief.view, seed, STREAM), belief.size)
