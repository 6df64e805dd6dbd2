"""What the others may hold, going by how they have played: where that says more than the view."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from eminence.search.beliefs.belief import Belief
from eminence.search.beliefs.believer import Believer, foretold, without_record
from eminence.search.beliefs.record import Record
from eminence.search.searcher import Searcher
from eminence.solver.analysis.confidence import Floats
from eminence.solver.analysis.reasons import bounded

#: worlds and views that are looked at for a hint, which must not take long
WORLDS, VIEWS = 512, 150
#: a chance that differs by less from that of the cards alone is not told
LEAST_SHIFT = 0.15
#: the most that are told
MOST = 5


@dataclass(frozen=True)
class Suspicion:
    """A hidden fact that the others' play makes more likely, or less."""

    fact: str
    at_least: bool
    """Of so many or more; else of so many at most."""
    bound: float
    share: float
    """The chance that it holds, by the view and how the others have played."""
    alike: float
    """The chance by the view alone."""

    @property
    def text(self) -> str:
        """The fact and its bound."""
        return bounded(self.fact, self.at_least, self.bound)

    @property
    def shift(self) -> float:
        """By how much the others' play has moved it."""
        return self.share - self.alike


def suspicions_of(
    record: Record | None, searcher: Searcher, belief: Belief | None
) -> tuple[Suspicion, ...]:
    """The clearest ones of a seat with this record, one for each fact.

    `belief` is what the searcher has made of the record already, if it has.
    """
    if record is None or not record.last.game.words.play_tells:
        return ()
    guidance = searcher.guidance(record.last.game)
    if belief is None:
        belief = Believer(WORLDS).about(record.latest(VIEWS), guidance, searcher.seed)
    alike = without_record(belief, guidance, searcher.seed)
    (held, shares), plain = foretold(belief, alike), alike.facts()
    found = (
        _clearest(name, held[:, i], shares, plain[:, i])
        for i, name in enumerate(record.last.game.words.facts)
    )
    told = [each for each in found if each is not None and abs(each.shift) >= LEAST_SHIFT]
    return tuple(sorted(told, key=lambda each: (-abs(each.shift), each.fact))[:MOST])


def _clearest(fact: str, held: Floats, shares: Floats, alike: Floats) -> Suspicion | None:
    """The bound at which the two chances differ most, told from its likelier side."""
    found = [*_by_bound(fact, held, shares, alike)]
    return max(found, key=lambda each: (abs(each.shift), -each.bound), default=None)


def _by_bound(fact: str, held: Floats, shares: Floats, alike: Floats) -> Iterator[Suspicion]:
    for bound in np.unique(np.concatenate([held, alike]))[1:]:
        share, plain = float(shares[held >= bound].sum()), float((alike >= bound).mean())
        if share >= plain:
            yield Suspicion(fact, True, float(bound), share, plain)
        else:
            yield Suspicion(fact, False, float(bound - 1), 1 - share, 1 - plain)
