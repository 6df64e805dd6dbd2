"""Plain UCT for games without hidden information or chance, as a reference for comparisons.

It draws from the same stream in the order that search/kernels/iteration.pxd defines: in an
iteration first the selector, only where it must choose among equals, then the playout.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from compiled.core import Stream

from eminence import engines


@dataclass
class Arm:
    n: int = 0
    w: float = 0.0


def select(arms: dict[int, Arm], visits: int, c: float, stream: Stream) -> int:
    """The action with the highest score; the k-th of equals replaces them with chance 1/k."""
    best, best_score, tied = -1, -math.inf, 0
    for action, arm in arms.items():
        score = math.inf
        if arm.n:
            score = arm.w / arm.n + c * math.sqrt(math.log(visits) / arm.n)
        if score > best_score:
            best, best_score, tied = action, score, 1
        elif score == best_score:
            tied += 1
            if stream.below(tied) == 0:
                best = action
    return best


def uct(root: engines.State, iterations: int, c: float, stream: Stream) -> dict[int, Arm]:
    """The arms of the root after so many iterations."""
    tree: dict[tuple[int, ...], dict[int, Arm]] = {}
    for _ in range(iterations):
        state, played, path = root.copy(), (), []
        while not state.over:
            options = state.actions()
            if len(options) == 1 and path:
                played += (options[0],)
                state.apply(options[0])
                continue
            arms = tree.setdefault(played, {a: Arm() for a in options})
            visits = sum(arm.n for arm in arms.values()) + 1
            action = select(arms, visits, c, stream)
            path.append((state.player, arms[action]))
            played += (action,)
            state.apply(action)
            if arms[action].n == 0:
                break
        while not state.over:
            options = state.actions()
            state.apply(options[stream.below(len(options))])
        rewards = [end.win for end in state.returns()]
        for seat, arm in path:
            arm.n += 1
            arm.w += rewards[seat]
    return tree[()]
