"""How sure a comparison of moves is, however often somebody looks at it.

A *confidence sequence* is an interval for every sample size that holds the truth at all of them
at once with the promised chance. So one may look after every batch and stop at will, which
makes an ordinary confidence interval lie. Here: the empirical-Bernstein sequence with
predictable plug-in weights for means of bounded numbers (I. Waudby-Smith and A. Ramdas,
"Estimating means of bounded random variables by betting", 2023, theorem 2). Its width follows
the spread of the numbers, and paired rollouts have little. Their weights suit all sample sizes
alike and none well; weights tuned to some sizes run beside them, each with its share of alpha.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: the chance that any verdict on a position is ever wrong
ALPHA = 0.05
#: moves whose win shares differ by less are equal to a player
EQUAL_WITHIN = 0.005
#: no number weighs more, so that the first ones do not decide too much
HIGHEST_WEIGHT = 0.75
#: sample sizes that the weights are tuned to, besides the schedule that is tuned to none
TUNED_TO = (50, 200, 800, 3200, 12_800, 51_200, 204_800)
#: Samples never prove anything.
MOST_SURE = 0.9999
#: the doubt at which a rival is out of the race
CLEAR = 0.001


class Difference:
    """The mean of numbers in [-1, 1], known better with every number."""

    def __init__(self, alpha: float):
        self.count = 0
        self.low, self.high = -1.0, 1.0
        #: how the numbers are weighted: several ways at once, which share alpha
        self._ways = 1 + len(TUNED_TO)
        self._log_odds = math.log(2 * self._ways / alpha)
        self._sum = self._squares = 0.0
        self._weights, self._weighted, self._slack = np.zeros((3, self._ways))
        self._for_more = self._for_less = 0.0

    @property
    def mean(self) -> float:
        """The plain mean; 0 before anything is known."""
        return 2 * self._sum / self.count - 1 if self.count else 0.0

    @property
    def doubt_of_more(self) -> float:
        """The least alpha at which the mean is above 0; for one comparison, two-sided."""
        return min(1.0, 2 * self._ways * math.exp(-self._for_more))

    @property
    def doubt_of_less(self) -> float:
        """The least alpha at which the mean is below 0; for one comparison, two-sided."""
        return min(1.0, 2 * self._ways * math.exp(-self._for_less))

    def add(self, differences: Floats) -> None:
        """More of the numbers, in their order; the cuts between batches do not matter."""
        if not len(differences):
            return
        x = (differences + 1) / 2
        t = self.count + np.arange(1, len(x) + 1)
        sums = self._sum + np.cumsum(x)
        means = (0.5 + sums) / (t + 1)
        squares = self._squares + np.cumsum((x - means) ** 2)
        # A weight may know what came before its number, never the number itself.
        known_mean = np.concatenate([[(0.5 + self._sum) / t[0]], means[:-1]])
        known_squares = np.concatenate([[self._squares], squares[:-1]])
        weight = self._weights_of(t, (0.25 + known_squares) / t)
        weights = self._weights + np.cumsum(weight, axis=0)
        weighted = self._weighted + np.cumsum(weight * x[:, None], axis=0)
        surprise = (x - known_mean)[:, None] ** 2 * (-np.log1p(-weight) - weight)
        slack = self._slack + np.cumsum(surprise, axis=0)
        self._narrow(2 * weighted / weights - 1, 2 * (self._log_odds + slack) / weights)
        lead = weighted - weights / 2
        self._for_more = max(self._for_more, float((lead - slack).max()))
        self._for_less = max(self._for_less, float((-lead - slack).max()))
        self.count += len(x)
        self._sum, self._squares = float(sums[-1]), float(squares[-1])
        self._weights, self._weighted, self._slack = weights[-1], weighted[-1], slack[-1]

    def _weights_of(self, t: NDArray[np.int64], spread: Floats) -> Floats:
        """(numbers, ways): the weight of the numbers at these places, given their spread."""
        sizes = np.empty((len(t), self._ways))
        sizes[:, 0] = t * np.log1p(t)
        sizes[:, 1:] = TUNED_TO
        return np.minimum(np.sqrt(2 * self._log_odds / (spread[:, None] * sizes)), HIGHEST_WEIGHT)

    def _narrow(self, centre: Floats, reach: Floats) -> None:
        """All intervals hold the truth at once, so their intersection does."""
        low = max(self.low, float((centre - reach).max()))
        high = min(self.high, float((centre + reach).min()))
        if low > high:
            # One of them was wrong, as alpha allows: believe the latest.
            low, high = float(centre[-1, 0] - reach[-1, 0]), float(centre[-1, 0] + reach[-1, 0])
        self.low, self.high = max(-1.0, low), min(1.0, high)


class Lead(NamedTuple):
    """How much more one move wins than another, in the same worlds."""

    mean: float
    low: float
    high: float
    """Lower and upper bounds that hold for all leads at once, whenever one looks."""


@dataclass(frozen=True)
class Verdict:
    """What can be said of the leading moves, in words that hold with 1 - alpha."""

    kind: str
    """best, equal or open."""
    moves: tuple[str, ...]
    """Best: the one. Equal: all of them, the leader first. Open: the leader and its rival."""
    confidence: float | None = None
    """Best: how sure that is."""
    compared: int | None = None
    """Best: of how many moves; None: of all there are."""

    @property
    def separated(self) -> bool:
        """Is there nothing left to find out?"""
        return self.kind != "open"

    @property
    def text(self) -> str:
        """One sentence."""
        if self.kind == "best":
            of = "" if self.compared is None else f" of the {self.compared} moves examined"
            return f"{self.moves[0]} is best{of} (confidence {percent(self.confidence or 0)})"
        if self.kind == "equal":
            names = f"{', '.join(self.moves[:-1])} and {self.moves[-1]}"
            points = f"{100 * EQUAL_WITHIN:g} percentage points of win share"
            return f"{names} are equal within {points}"
        return f"{self.moves[0]} so far, not separated from {self.moves[1]} yet"


def percent(confidence: float) -> str:
    """Rounded down, so that nothing uncertain becomes 100 %."""
    if confidence >= 1:
        return "100 %"
    whole = math.floor(100 * confidence)
    return f"{whole} %" if whole < 99 else f"{min(99.9, math.floor(1000 * confidence) / 10):g} %"


class Comparison:
    """Some moves, compared with each other in the same worlds.

    Each pair has a confidence sequence; alpha is shared among them, so that all are right at
    once and any verdict that follows from them is.
    """

    def __init__(self, moves: int, alpha: float = ALPHA):
        self.moves = moves
        self.alpha = alpha
        pairs = list(combinations(range(moves), 2))
        self.pairs = {pair: Difference(alpha / len(pairs)) for pair in pairs}

    def add(self, wins: Floats, tried: Sequence[int] | None = None) -> None:
        """The mover's win shares, (worlds, moves); only columns of moves that were tried."""
        for pair in combinations(range(self.moves) if tried is None else sorted(tried), 2):
            i, j = pair
            self.pairs[pair].add(wins[:, i] - wins[:, j])

    def lead(self, i: int, j: int) -> Lead:
        """How much more move i wins than move j."""
        if i < j:
            found = self.pairs[i, j]
            return Lead(found.mean, found.low, found.high)
        found = self.pairs[j, i]
        return Lead(-found.mean, -found.high, -found.low)

    def beats(self, i: int, j: int) -> bool:
        """Is move i better for sure?"""
        return self.lead(i, j).low > 0

    def is_beaten(self, i: int) -> bool:
        """Is any move better for sure?"""
        return any(self.beats(j, i) for j in range(self.moves) if j != i)

    def doubt(self, i: int, j: int) -> float:
        """The least alpha of the whole comparison at which move i is better than move j."""
        each = self.pairs[i, j].doubt_of_more if i < j else self.pairs[j, i].doubt_of_less
        return min(1.0, len(self.pairs) * each)

    def order(self) -> list[int]:
        """The moves as they were given, but none before one that beats it."""
        left, ranked = list(range(self.moves)), []
        while left:
            free = [i for i in left if not any(self.beats(j, i) for j in left if j != i)]
            ranked.append(free[0] if free else left[0])
            left.remove(ranked[-1])
        return ranked

    def open_rivals(self) -> list[int]:
        """The first of `order` and those it does not beat clearly, or else the next of them.

        A sequence may end whenever one likes, so the others need not be tried any more.
        """
        first, *rivals = self.order()
        rest = [j for j in rivals if self.doubt(first, j) > CLEAR]
        return sorted([first, *(rest or rivals[:1])])

    def is_close(self, i: int, j: int) -> bool:
        """Is it certain that the choice between the two makes no difference to a player?"""
        lead = self.lead(i, j)
        return max(-lead.low, lead.high) <= EQUAL_WITHIN

    def verdict(
        self, names: Sequence[str], ranked: Sequence[int] = (), compared: int | None = None
    ) -> Verdict:
        """On the first of `order`; `ranked` has its rivals in another order behind it.

        A lead that no player would notice does not count, however sure it is.
        """
        first, *rivals = ranked or self.order()
        close = [j for j in rivals if self.is_close(first, j)]
        rest = [j for j in rivals if j not in close and not self.beats(first, j)]
        if rest:
            return Verdict("open", (names[first], names[rest[0]]))
        if close:
            return Verdict("equal", (names[first], *(names[j] for j in close)))
        doubt = max((self.doubt(first, j) for j in rivals), default=0.0)
        sure = min(1 - doubt, MOST_SURE) if rivals else 1.0
        return Verdict("best", (names[first],), sure, compared)
