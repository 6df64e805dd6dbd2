"""Steps that are tried in copies, to find out what a move does to a question."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from eminence.engines import Chance, State

#: steps played to find what is possible at one decision
STEPS = 3_000


class OutOfSteps(Exception):
    """So many steps were tried that a person would notice the delay."""


class TrialSteps:
    """Plays steps in copies, and no more than a person has patience for."""

    def __init__(self, seat: int, steps: int | None = None):
        self.seat = seat
        self.left = STEPS if steps is None else steps

    def after(self, world: State, action: int) -> State:
        if self.left == 0:
            raise OutOfSteps
        self.left -= 1
        world = world.copy()
        world.apply(action)
        return world

    # --- what a move does to a question ---

    def ends(self, world: State, action: int) -> bool:
        """Can nothing else of what is offered be chosen after it?"""
        after = self.after(world, action)
        if after.player != self.seat:
            return True
        offered = set(after.actions())
        return not any(
            other != action and other in offered and after.text(other) == world.text(other)
            for other in world.actions()
        )

    def is_stop(self, world: State, action: int) -> bool:
        """Does the move only say: no more?

        All games list it first. It ends the question, and no other move that does changes less; if
        all moves end the question, every other one changes more.
        """
        first, *others = world.actions()
        if action != first or not others or not self.ends(world, action):
            return False
        if not all(self.ends(world, other) for other in others):
            return not self.does_more_than_a_stop(world, action)
        mine = self.touched(world, action)
        return all(_is_less(mine, self.touched(world, other)) for other in others)

    def does_more_than_a_stop(self, world: State, action: int) -> bool:
        """Is there another way to end the question that does less?"""
        mine = self.touched(world, action)
        return any(
            other != action
            and _is_less(self.touched(world, other), mine)
            and self.ends(world, other)
            for other in world.actions()
        )

    def touched(self, world: State, action: int) -> NDArray[np.bool_]:
        """Which bytes a move changes."""
        return differing(world, self.after(world, action))


def differing(one: State, other: State) -> NDArray[np.bool_]:
    return np.not_equal(*(np.frombuffer(state.to_bytes(), np.uint8) for state in (one, other)))


def _is_less(some: NDArray[np.bool_], more: NDArray[np.bool_]) -> bool:
    """Is it a part of the other, and smaller?"""
    return bool((some <= more).all() and (some < more).any())


def rolled(world: State) -> State:
    """After the chance events that are next."""
    world.resolve(Chance(0))
    return world
