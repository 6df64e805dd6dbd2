"""`essence`: all worlds of a view have one essence, and one end."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.checks import where
from conformance.walks import Walk, pick
from eminence import engines
from eminence.solver.exact.outlooks import essence_of


def is_truthful(state: engines.State, seeds: Iterable[int]) -> bool:
    """At a decision: whether the game says that all can see the essence; then it must be true.

    The promise is about all worlds; some are drawn and played on beside the true state.
    """
    known, in_sight = essence_of(state)
    assert len(known) == state.game.table.sizes["play_size"]
    if in_sight:
        view = state.view(state.player)
        assert essence_of(view) == (known, True), f"not in sight: {where(state)}"
        for seed in seeds:
            world = view.sample(seed)
            assert essence_of(world) == (known, True), f"not in sight: {where(state)}"
            _ends_alike(state, world)
    return in_sight


def _ends_alike(state: engines.State, world: engines.State) -> None:
    """Play both on with the same choices; chance may differ. They stay alike to the end."""
    walk, other = Walk(state.game, 1, state), Walk(state.game, 2, world)
    while not walk.state.over:
        if walk.state.player == engines.CHANCE:
            walk.play(walk.choose())
        elif other.state.player == engines.CHANCE:
            other.play(other.choose())
        else:
            found = essence_of(walk.state)
            assert found[1], f"not in sight any more: {where(state)}"
            assert found == essence_of(other.state), f"they part: {where(state)}"
            # The mover is the same and knows its own cards, so it may do the same.
            assert walk.state.actions() == other.state.actions(), f"they part: {where(state)}"
            choice = pick(walk.rng, walk.state.actions())
            walk.play(choice)
            other.play(choice)
    for _ in other:
        pass
    assert walk.state.returns() == other.state.returns(), f"ends differ: {where(state)}"
