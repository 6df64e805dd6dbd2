"""Whether a move is a blunder: rollouts with the move forced in, never a bot's own opinion.

The moves are played in the same worlds, drawn from the mover's view, and with the same dice. After
them all seats play on to the end of the game by a quick fixed policy. A quick look finds what may
be a blunder. A look a hundred times as long then chooses the better move in its first worlds and
measures the loss in later ones, so that luck in the choice does not count as a loss. It ends early
where the move proves good enough, so some blunders are missed.

A policy that misplays what follows makes a good move look bad. So two policies judge, and a move
is a blunder only if it loses with both: `priors` plays what the game's priors prefer, but for some
random moves, and `policy` draws by the priors, so that no knife edge between two moves decides.
Both are weak players and share the priors, so what they agree on can still be wrong: in
tic-tac-toe, where the priors say nothing, an opening at the side is called a blunder.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eminence import search
from eminence.cython_ext.game import View
from eminence.search.streams import stream_seed
from eminence.solver.analysis.rollout_statistics import fixed_policy
from eminence.solver.analysis.rollouts import FIGURES, roll_out

Floats = NDArray[np.float64]

#: who plays on after the move
POLICIES = ("priors", "policy")
#: how many times as many worlds the long look has
LONGER = 100
#: rollouts of a move in one world: another world tells more than another roll of the dice
ROLLS = 1
#: the share of the long look that chooses the better move
CHOOSING = 0.1
#: alternatives that the long look begins with: the best of the quick look
LEADERS = 4
#: standard errors by which a loss must be above the limit
SURE = 2.0
#: the same for the other moves that are listed as bad: many are tried, so luck has more chances
SURE_OF_MANY = 3.0
#: standard errors below the limit that end the choice, and the measurement
DOUBTFUL, REFUTED = 1.0, 3.0
#: worlds between two tests whether the loss is clearly below the limit, which bounds the memory too
BATCH = 128
#: the first random stream of the judge; those of searches and hints lie below
STREAMS = 2**48


@dataclass(frozen=True)
class Effort:
    """How a move is judged."""

    loss: float = 0.1
    """What a blunder loses at least, as a share of the win."""
    worlds: int = 32
    """Of the quick look."""

    @property
    def long_worlds(self) -> int:
        """Of the long look, all parts together."""
        return LONGER * self.worlds

    @property
    def choosing_worlds(self) -> int:
        return int(CHOOSING * self.long_worlds)

    @property
    def measuring_worlds(self) -> int:
        """For each policy."""
        return (self.long_worlds - self.choosing_worlds) // len(POLICIES)


@dataclass(frozen=True)
class Loss:
    """By how much one move wins less than another, world by world."""

    mean: float
    error: float

    @classmethod
    def of(cls, differences: Floats) -> Loss:
        error = differences.std(ddof=1) / np.sqrt(len(differences))
        return cls(float(differences.mean()), float(error))

    def is_above(self, limit: float, errors: float) -> bool:
        return self.mean - errors * self.error > limit

    def is_below(self, limit: float, errors: float) -> bool:
        return self.mean + errors * self.error < limit


@dataclass(frozen=True)
class Verdict:
    """A blunder."""

    better: int
    """A better move."""
    also_bad: tuple[int, ...]
    """Other moves that lose as clearly."""
    loss: Loss
    """Against the better move, by the policy that finds the smaller one."""


class Rollouts:
    """Plays moves in one world after another by one policy; no world comes twice."""

    def __init__(self, view: View, policy: str, seed: int) -> None:
        player = search.make(f"ismcts:rollout={policy},network=none")
        self._view = view
        self._finisher = fixed_policy(view, player)
        self._seed = stream_seed(view, seed, STREAMS + POLICIES.index(policy))
        self._tried = 0

    def wins(self, actions: list[int], worlds: int) -> Floats:
        """The mover's win shares in the next worlds, (worlds, actions)."""
        sizes = [min(BATCH, worlds - done) for done in range(0, worlds, BATCH)]
        return np.concatenate([self._batch(actions, size) for size in sizes])

    def _batch(self, actions: list[int], worlds: int) -> Floats:
        game, n = self._view.game, len(actions)
        ends = np.zeros((worlds, n, game.seats, FIGURES))
        # Points by source and hidden facts are not asked for, but need their room.
        gains = np.zeros((worlds, n, game.seats * len(game.words.sources) + 1))
        facts = np.zeros((worlds, len(game.words.facts) + 1))
        roll_out(
            self._view, self._finisher, np.array(actions, np.int32), self._seed, self._tried,
            worlds, ROLLS, -1, np.zeros(1, np.uint8), ends, gains, facts,
        )  # fmt: skip
        self._tried += worlds
        return ends[:, :, self._view.seat, 0]


def judge(view: View, played: int, effort: Effort, seed: int) -> Verdict | None:
    """What is wrong with a move; None: it is no blunder, or not for sure."""
    rollouts = [Rollouts(view, policy, seed) for policy in POLICIES]
    better = better_move(rollouts[0], view.actions(), played, effort)
    if better is None:
        return None
    losses = []
    for one in rollouts:
        loss = sure_loss(one, played, better, effort)
        if loss is None:
            return None
        losses.append(loss)
    others = [action for action in view.actions() if action not in (played, better)]
    also_bad = clearly_worse(rollouts, others, better, effort)
    return Verdict(better, also_bad, min(losses, key=lambda loss: loss.mean))


def better_move(rollouts: Rollouts, actions: list[int], played: int, effort: Effort) -> int | None:
    """The best alternative; None as soon as none seems to win so much more.

    The quick look comes first. After it the better half of the alternatives goes on each time.
    """
    rivals = [action for action in actions if action != played]
    rivals, ahead = by_wins(rollouts, rivals, played, effort.worlds)
    if ahead.mean <= effort.loss:
        return None
    kept, worlds = LEADERS, effort.choosing_worlds // 3
    while kept > 1:
        rivals, ahead = by_wins(rollouts, rivals[:kept], played, worlds)
        if ahead.is_below(effort.loss, DOUBTFUL):
            return None
        kept, worlds = kept // 2, 2 * worlds
    return rivals[0]


def by_wins(
    rollouts: Rollouts, rivals: list[int], played: int, worlds: int
) -> tuple[list[int], Loss]:
    """The rivals, the best of these worlds first, and what the played move loses to that one."""
    wins = rollouts.wins([played, *rivals], worlds)
    order = (-wins[:, 1:].mean(axis=0)).argsort(kind="stable")
    return [rivals[i] for i in order], Loss.of(wins[:, 1 + order[0]] - wins[:, 0])


def sure_loss(rollouts: Rollouts, played: int, better: int, effort: Effort) -> Loss | None:
    """What the played move loses; None as soon as it is clear that this is not enough."""
    differences = np.empty(0)
    while (left := effort.measuring_worlds - len(differences)) > 0:
        wins = rollouts.wins([better, played], min(BATCH, left))
        differences = np.append(differences, wins[:, 0] - wins[:, 1])
        loss = Loss.of(differences)
        if loss.is_below(effort.loss, REFUTED):
            return None
    return loss if loss.is_above(effort.loss, SURE) else None


def clearly_worse(
    rollouts: list[Rollouts], actions: list[int], better: int, effort: Effort
) -> tuple[int, ...]:
    """Those that each policy is sure of."""
    left = actions
    for one in rollouts:
        wins = one.wins([better, *left], effort.measuring_worlds)
        losses = [Loss.of(wins[:, 0] - wins[:, i]) for i in range(1, wins.shape[1])]
        left = [
            action
            for action, loss in zip(left, losses, strict=True)
            if loss.is_above(effort.loss, SURE_OF_MANY)
        ]
    return tuple(left)
