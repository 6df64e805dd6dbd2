"""Equilibria of small games by CFR, and how far any policy is from one.

Everything here works on the whole tree of a game, so games that are too large are refused. What
seats want is the tree's `utility`: the score where it is zero-sum, else the win share.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game import Game
from eminence.cython_ext.whole_numbers import whole
from eminence.solver.equilibria.cfr import VARIANTS, Learner
from eminence.solver.equilibria.policy import Policy, tree_of
from eminence.solver.equilibria.response import policy_values, reply
from eminence.solver.equilibria.tree import Tree

#: looks at the policy per factor of ten in iterations
LOOKS_PER_DECADE = 20
#: nodes between two looks for signals
PIECE = 10_000_000


@dataclass(frozen=True)
class Learned:
    """What CFR found."""

    policy: Policy
    """The average over all iterations: the one that converges."""
    values: tuple[float, ...]
    """What each seat can expect when all play the policy."""
    iterations: int
    variant: str

    @property
    def value(self) -> float:
        """What the first seat can expect."""
        return self.values[0]

    @property
    def proof(self) -> str:
        """What CFR promises about such a policy."""
        return what_it_proves(self.policy.tree)


@dataclass(frozen=True)
class Reply:
    """The best that one seat can do against the others' policies."""

    value: float
    policy: Policy
    """The given one with the seat's best answers put in."""


def cfr(
    game: Game | Tree,
    iterations: int = 1000,
    variant: str = "vanilla",
    *,
    seed: int = 0,
    utility: str | None = None,
    watch: Callable[[int, Policy | None], None] | None = None,
) -> Learned:
    """Let all seats learn from regret; `variant` is vanilla, plus or external.

    `seed` draws the samples of `external`. `watch` is called with the iterations done and the
    average policy, which is None except at `looks`. Pass a `Tree` instead of the game to use it
    again, or for another limit of nodes.
    """
    if variant not in VARIANTS:
        raise BadOption(f"variant={variant!r}: choose {', '.join(VARIANTS[:-1])} or external")
    whole("iterations", iterations, 1)
    tree = tree_of(game, utility)
    learner, shown = Learner(tree, variant, seed), set(looks(iterations))
    # In pieces, so that signals such as Ctrl-C get through.
    piece = max(1, PIECE // tree.n_nodes)
    for stop in sorted({*shown, *range(piece, iterations, piece)}):
        learner.run(stop - learner.iterations)
        if watch is not None:
            watch(stop, Policy(tree, learner.average()) if stop in shown else None)
    policy = Policy(tree, learner.average())
    return Learned(policy, seat_values(policy), iterations, variant)


def looks(iterations: int) -> list[int]:
    """When to look at what is learned: evenly on a scale of powers of ten, and at the end."""
    most = int(LOOKS_PER_DECADE * np.log10(iterations))
    grid = np.round(10 ** (np.arange(most + 1) / LOOKS_PER_DECADE)).astype(int)
    return sorted({*grid.tolist(), iterations})


def seat_values(policy: Policy) -> tuple[float, ...]:
    """What each seat can expect when all play the policy."""
    return tuple(policy_values(policy.tree, policy.chances).tolist())


def best_response(game: Game | Tree, policy: Policy, seat: int) -> Reply:
    """The most that a seat can expect while the others play the policy, and how to get it."""
    _refuse_unless_for(game, policy)
    tree = policy.tree
    whole("seat", seat, 0, tree.seats - 1)
    value, chosen = reply(tree, policy.chances, seat)
    seats, firsts, _ = tree.info_arrays()
    chances = policy.chances.copy()
    chances[np.repeat(seats, np.diff(firsts)) == seat] = 0
    chances[chosen] = 1
    return Reply(value, Policy(tree, chances))


def nash_conv(game: Game | Tree, policy: Policy) -> float:
    """What all seats together could gain, each by leaving the policy alone; 0: equilibrium."""
    _refuse_unless_for(game, policy)
    tree = policy.tree
    best = [reply(tree, policy.chances, seat)[0] for seat in range(tree.seats)]
    return float(sum(best) - sum(seat_values(policy)))


def exploitability(game: Game | Tree, policy: Policy) -> float:
    """NashConv per seat: with two seats and zero sum, what a perfect opponent wins on average
    over both seats, beyond the game's value."""
    return nash_conv(game, policy) / policy.tree.seats


def _refuse_unless_for(game: Game | Tree, policy: Policy) -> None:
    wanted = game.game if isinstance(game, Tree) else game
    if not isinstance(policy, Policy):
        raise BadOption(f"policy: expected a solver.Policy, got {type(policy).__name__}")
    if policy.game != wanted:
        raise BadOption(f"policy: for {policy.game!r}, but the game is {wanted!r}")


def what_it_proves(tree: Tree) -> str:
    """One sentence on what CFR promises in this game."""
    if tree.seats == 2 and tree.zero_sum:
        return (
            "two seats and zero sum: the average policy approaches an equilibrium, and its "
            "exploitability bounds what any opponent can win beyond the game's value"
        )
    return (
        f"{tree.seats} seats{'' if tree.zero_sum else ' and no zero sum'}: no equilibrium is "
        "promised; the exploitability only says what a seat gains by leaving the policy alone"
    )
