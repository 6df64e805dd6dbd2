"""Which line-ups of a pool to play next: those that say most about the uncertain ranks.

Full round robin spends most games on pairs whose order is long settled. Here every block goes
where it is expected to cut the most from the loss of ranking by the estimated strengths. For
two agents whose strengths differ by d, known with standard error s, that loss is the expected
difference if the order is wrong, s phi(d/s) - |d| Phi(-|d|/s), the figure that expected
improvement is made of. It falls with the variance s^2 at the rate phi(d/s) / (2 s): fast for
close agents, not at all for settled pairs.

What a block of a line-up adds to the information is its expected value at the present
strengths (Plackett-Luce, see `ratings`), divided by its games. Blocks of a batch are given out
one by one, each as if the ones before had been played. It is all computed, nothing drawn: the
same blocks and line-ups give the same batch.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.whole_numbers import whole
from eminence.experiments.statistics.lineup_blocks import Floats, LineupBlocks, agents_of
from eminence.experiments.statistics.ratings import PRIOR, choices, likelihood, seats_of, subsets

Lineup = tuple[str, ...]


def allocate(
    pool: Sequence[LineupBlocks], lineups: Sequence[Lineup], blocks: int, prior: float = PRIOR
) -> list[int]:
    """How many of the next blocks each line-up gets.

    The pool may be empty or lack some agents: unknown ones are the most uncertain.
    """
    _check(lineups, blocks, prior)
    names = {name for lineup in lineups for name in lineup} | set(agents_of(pool))
    agents = tuple(sorted(names))
    strengths, known = _known(pool, agents, prior)
    gains = np.stack([expected_information(lineup, agents, strengths) for lineup in lineups])
    per_game = gains / np.array([len(lineup) for lineup in lineups])[:, None, None]
    apart = strengths[:, None] - strengths[None, :]
    given = [0] * len(lineups)
    for _ in range(blocks):
        covariance = np.linalg.inv(known).astype(np.float64)
        pull = covariance @ _urgency(apart, covariance) @ covariance
        best = int(np.argmax(np.einsum("lij,ij->l", per_game, pull)))
        given[best] += 1
        known = known + gains[best]
    return given


def _check(lineups: Sequence[Lineup], blocks: int, prior: float) -> None:
    if not lineups:
        raise BadOption("no line-ups to choose from: name one at least")
    whole("blocks", blocks, 0)
    if not prior > 0:
        raise BadOption(f"prior={prior}: choose more than 0 games")


def _known(
    pool: Sequence[LineupBlocks], agents: tuple[str, ...], prior: float
) -> tuple[Floats, Floats]:
    """Log strengths and their information so far, the prior's included."""
    strengths = np.zeros(len(agents))
    known = np.eye(len(agents)) * prior / 4
    if pool:
        counted = choices(pool)
        row = likelihood(counted, prior)
        found = row.maximum(np.zeros((1, len(counted.agents))))
        at = [agents.index(agent) for agent in counted.agents]
        strengths[at] = found[0]
        known[np.ix_(at, at)] = row.derivatives(found)[1][0]
    return strengths, known


def _urgency(apart: Floats, covariance: Floats) -> Floats:
    """How much the loss falls with the variance of each difference, as a quadratic form."""
    own = np.diag(covariance)
    variance = own[:, None] + own[None, :] - 2 * covariance
    np.fill_diagonal(variance, 1)
    weights = np.exp(-(apart**2) / variance / 2) / np.sqrt(variance)
    np.fill_diagonal(weights, 0)
    return np.diag(weights.sum(axis=1)) - weights


def expected_information(lineup: Lineup, agents: tuple[str, ...], strengths: Floats) -> Floats:
    """(agents, agents): what one block of a line-up says about log strengths.

    The chance that just this subset of positions is left to choose from comes from the larger
    ones: from each, one position more leaves with a chance proportional to its strength.
    """
    seats = seats_of(lineup, agents)
    powers = np.exp(seats @ (strengths - strengths.max()))
    inside = subsets(len(lineup))
    weights = inside * powers
    chances = weights / weights.sum(axis=1, keepdims=True)
    reached = np.zeros(len(inside))
    reached[-1] = 1
    # Row r holds the subset with the binary number r + 1.
    for row in range(len(inside) - 1, -1, -1):
        for leaver in np.flatnonzero(inside[row]):
            rest = row - (1 << int(leaver))
            if rest >= 0:
                reached[rest] += reached[row] * chances[row, leaver]
    by_agent = chances @ seats
    spread = np.diag(reached @ by_agent) - (by_agent * reached[:, None]).T @ by_agent
    return spread * len(lineup)
