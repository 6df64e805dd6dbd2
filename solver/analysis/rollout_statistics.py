"""What rollouts by a fixed policy say about the moves of a view, world by world."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import Game, View
from eminence.cython_ext.results import Return
from eminence.search import ISMCTS, Agent
from eminence.search.parameters import Weights
from eminence.search.rollouts.rollouts import Finisher
from eminence.search.searcher import Searcher
from eminence.search.streams import stream_seed
from eminence.solver.analysis.confidence import Comparison, Floats
from eminence.solver.analysis.rollouts import FIGURES, REWARD, roll_out

#: rollouts of each move in one world, with dice of their own: is it good there?
ROLLS = 4
#: the stream of the sampled worlds; searches take the first ones
STREAM = 2**40
#: worlds whose hidden facts are kept, which bounds the memory and the time that reasons take
FACT_WORLDS = 2**14
#: the least win share of a position that is won; what is left is that of a lost one
WON = 0.99
#: A move is as good as another one in a world if only rounding tells them apart.
ALIKE = 1e-9


def fixed_policy(view: View, agent: Agent) -> Finisher:
    """The agent's rollouts, played to the end; where it has none or they learn, by priors."""
    searcher = searcher_of(agent)
    how: dict[str, Any] = dict(searcher.settings(view))
    if how["rollout"] in ("mast", "none"):
        how["rollout"] = "policy" if searcher.has_policy(view.game) else "priors"
    whole = {**how, "cut": 0, "cut_rounds": 0, "reward": what_counts(view.game)}
    return Finisher(view.game.table, whole, searcher.guidance(view.game))


def what_counts(game: Game) -> str:
    """The reward that moves are ranked by: the win, or in games for chips the score."""
    return "score" if game.search.get("reward") == "score" else "win"


def decided(game: Game, wins: Sequence[float]) -> str:
    """`won` or `lost` if moves with these win shares all are; "" if the choice matters."""
    if what_counts(game) == "score" or not wins:
        return ""
    return "won" if min(wins) >= WON else "lost" if max(wins) <= 1 - WON else ""


def searcher_of(agent: Agent) -> Searcher:
    """The agent, or a searching one that judges by the same weights."""
    if isinstance(agent, Searcher):
        return agent
    weights = getattr(agent, "weights", None)
    return ISMCTS(weights=weights if isinstance(weights, Weights) else None)


@dataclass(frozen=True)
class MoveStatistics:
    """What is known of one move; means over `worlds` worlds."""

    worlds: int = 0
    values: tuple[Return, ...] = ()
    error: float | None = None
    best_share: float | None = None


@dataclass(frozen=True)
class Gains:
    """Points still to come after each of two moves, in the worlds where both were tried."""

    means: Floats
    """(2, seats, sources)."""
    errors: Floats
    """Standard errors of the difference, (seats, sources)."""


class GainSums:
    """What `Gains` are made of."""

    def __init__(self, seats: int, sources: int):
        self.worlds = 0
        self.sums = np.zeros((2, seats, sources))
        self.squares = np.zeros((seats, sources))

    def add(self, one: Floats, other: Floats) -> None:
        """Add the points of both moves, (worlds, seats, sources)."""
        self.worlds += len(one)
        self.sums += [one.sum(axis=0), other.sum(axis=0)]
        self.squares += ((one - other) ** 2).sum(axis=0)

    def gains(self) -> Gains:
        """The means and errors; at least two worlds must have been added."""
        n, means = self.worlds, self.sums / self.worlds
        spread = np.maximum(self.squares / n - (means[0] - means[1]) ** 2, 0.0)
        return Gains(means, np.sqrt(spread / (n - 1)))


@dataclass(frozen=True)
class Sample:
    """The leading moves in the worlds so far: what reasons are made of."""

    leaders: tuple[int, ...]
    """Their action ids."""
    gains: dict[tuple[int, int], Gains] = field(repr=False)
    """The gains of two moves, by their indices, the lower first."""
    worths: tuple[Floats, ...] = field(repr=False)
    """What the mover gets in batches, (worlds, leaders); not a number where not tried."""
    facts: tuple[Floats, ...] = field(repr=False)
    """What the mover cannot see in the first worlds, in batches, (worlds, facts)."""


class RolloutStatistics:
    """Grows with every batch of worlds. First all moves, later the leading ones only."""

    def __init__(self, view: View, actions: list[int], agent: Agent, cancelled: NDArray[np.uint8]):
        self.view = view
        self.actions = actions
        self.cancelled = cancelled
        self.rollouts = 0
        self.worlds = 0
        self.leaders: list[int] = []
        self.comparison: Comparison | None = None
        self._finisher = fixed_policy(view, agent)
        self._seed = stream_seed(view, getattr(agent, "seed", 0), STREAM)
        n, seats = len(actions), view.game.seats
        self._counts = np.zeros(n)
        self._ends = np.zeros((n, seats, FIGURES))
        self._squares = np.zeros(n)
        self._credit = np.zeros(n)
        self._compared = np.zeros(n)
        self._surveyed: list[tuple[Floats, Floats, Floats]] = []
        self._worths: list[Floats] = []
        self._facts: list[Floats] = []

    def survey(self, worlds: int, deadline: int) -> None:
        """Try all moves in the next worlds."""
        self._surveyed.append(self._try(list(range(len(self.actions))), worlds, deadline))

    def lead(self, leaders: list[int]) -> None:
        """From now on compare the moves with these indices, in this order."""
        self.leaders = leaders
        self.comparison = Comparison(len(leaders))
        seats, names = self.view.game.seats, self.view.game.words.sources
        pairs = combinations(range(len(leaders)), 2)
        self._gains = {pair: GainSums(seats, len(names)) for pair in pairs}
        for worths, gains, facts in self._surveyed:
            everybody = list(range(len(leaders)))
            self._compare(everybody, worths[:, leaders], gains[:, leaders], facts)

    def go_on(self, worlds: int, deadline: int) -> None:
        """Try the leading moves in the next worlds, as far as they are not beaten yet."""
        assert self.comparison is not None
        tried = self.comparison.open_rivals()
        self._compare(tried, *self._try([self.leaders[i] for i in tried], worlds, deadline))

    def _try(self, indices: list[int], worlds: int, deadline: int) -> tuple[Floats, Floats, Floats]:
        """What the mover gets, everybody's gains and the hidden facts in the next worlds."""
        view, n = self.view, len(indices)
        seats, sources = view.game.seats, len(view.game.words.sources)
        ends = np.zeros((worlds, n, seats, FIGURES))
        gains = np.zeros((worlds, n, seats * sources + 1))
        facts = np.zeros((worlds, len(view.game.words.facts) + 1))
        done = roll_out(
            view, self._finisher, np.array([self.actions[i] for i in indices], np.int32),
            self._seed, self.worlds, worlds, ROLLS, deadline, self.cancelled,
            ends, gains, facts,
        )  # fmt: skip
        self.worlds += done
        self.rollouts += done * n * ROLLS
        wins, worths = ends[:done, :, view.seat, 0], ends[:done, :, view.seat, REWARD]
        self._counts[indices] += done
        self._ends[indices] += ends[:done].sum(axis=0)
        self._squares[indices] += (wins**2).sum(axis=0)
        if n >= len(self.leaders):
            # Where a move is left out, no move can be the best of all.
            top = worths >= worths.max(axis=1, keepdims=True, initial=0) - ALIKE
            self._credit[indices] += (top / top.sum(axis=1, keepdims=True)).sum(axis=0)
            self._compared[indices] += done
        return worths, gains[:done, :, :-1].reshape(done, n, seats, sources), facts[:done, :-1]

    def _compare(self, tried: list[int], worths: Floats, gains: Floats, facts: Floats) -> None:
        """Take in worlds in which these of the leading moves were tried, one column each."""
        assert self.comparison is not None
        known = np.full((len(worths), len(self.leaders)), np.nan)
        known[:, tried] = worths
        self.comparison.add(known, tried)
        for (a, i), (b, j) in combinations(enumerate(tried), 2):
            self._gains[i, j].add(gains[:, a], gains[:, b])
        if sum(map(len, self._facts)) < FACT_WORLDS:
            self._worths.append(known)
            self._facts.append(facts)

    def mean(self, i: int) -> float:
        """What the mover gets with the move of index i: what moves are ranked by."""
        return float(self._ends[i, self.view.seat, REWARD] / max(self._counts[i], 1))

    def decided(self) -> bool:
        """Do all leading moves win, or lose? Then only place and points are left to play for."""
        if self.comparison is None or not self._counts[self.leaders].all():
            return False
        wins = self._ends[self.leaders, self.view.seat, 0] / self._counts[self.leaders]
        return bool(decided(self.view.game, wins.tolist()))

    def standing(self, i: int) -> tuple[float, ...]:
        """What a reader sees of the move of index i, the higher the better.

        Win share, rank and score; in games for chips the score alone. Without what rounding
        made of it.
        """
        means = self._ends[i, self.view.seat] / max(self._counts[i], 1)
        win, rank, score = (round(float(mean), 9) for mean in means[:REWARD])
        return (score,) if what_counts(self.view.game) == "score" else (win, -rank, score)

    def found(self, i: int) -> MoveStatistics:
        """All that is known of the move of index i."""
        n = self._counts[i]
        if n == 0:
            return MoveStatistics()
        values = tuple(Return(*map(float, seat[:REWARD])) for seat in self._ends[i] / n)
        error = None
        if n > 1:
            spread = self._squares[i] / n - values[self.view.seat].win ** 2
            error = float(np.sqrt(max(spread, 0.0) / (n - 1)))
        return MoveStatistics(int(n), values, error, float(self._credit[i] / self._compared[i]))

    def sample(self) -> Sample | None:
        """A copy of what the leading moves have shown; None before there are any."""
        if not self.leaders or self.worlds < 2:
            return None
        gains = {pair: sums.gains() for pair, sums in self._gains.items()}
        ids = tuple(self.actions[i] for i in self.leaders)
        return Sample(ids, gains, tuple(self._worths), tuple(self._facts))
