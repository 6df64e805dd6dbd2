"""A chosen plan: what to play slot by slot, and what is known about each slot."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import State, View
from eminence.search.api import Result
from eminence.search.kernels.root_counts import RootCounts
from eminence.search.plans.planner import Planner
from eminence.search.searcher import Steps, moves_of

#: plans that principal lines are taken from
LINES = 16
#: plans that are told to who learns from the search
COMPARED = 24


@dataclass(frozen=True)
class Slot:
    """One decision of the plan."""

    best: int
    actions: list[int]
    counts: RootCounts
    lines: list[Steps]


@dataclass(frozen=True)
class ComparedPlans:
    """The chosen plan and others that were tried often, the chosen one first."""

    actions: NDArray[np.int32]
    """(plans, slots), filled up with -1."""
    looks: NDArray[np.int32]
    values: NDArray[np.float32]
    """(plans, seats)"""


@dataclass(frozen=True)
class ChosenPlan:
    """The slots of a plan by the views in which they come up."""

    slots: dict[bytes, Slot]
    seed: int
    """The seed of the worlds in which the lines are played."""
    iterations: int
    worlds: int
    plans: int
    memory: int
    compared: ComparedPlans

    @classmethod
    def of(
        cls,
        planner: Planner,
        plan: int,
        view: View,
        actions: list[int],
        seed: int,
        most: int | None,
    ) -> ChosenPlan:
        """A plan for this view; only its first slots if the rest will be searched again."""
        slots: dict[bytes, Slot] = {}
        book, world = planner.book, view.sample(seed)
        chosen = book.actions(plan)
        leaders = [book.actions(leader) for leader in book.leaders(LINES)]
        for i, best in enumerate(chosen[:most]):
            if not can_play(world, view.seat, best):
                break
            here, legal = world.view(view.seat), world.actions() if i else actions
            rests = [other[i:] for other in leaders if other[:i] == chosen[:i]]
            slots[here.to_bytes()] = Slot(
                best,
                legal,
                book.counts(plan, i, np.array(legal, np.int32)),
                [line_of(here, action, rests, seed) for action in legal],
            )
            world.apply(best)
        compared = ComparedPlans(*book.compared(plan, COMPARED))
        return cls(slots, seed, planner.done, planner.worlds, book.n, planner.memory, compared)

    def result(self, view: View, seconds: float) -> Result | None:
        """What to play in this view; None: the plan does not lead here."""
        slot = self.slots.get(view.to_bytes())
        if slot is None:
            return None
        return Result(
            slot.best,
            moves_of(slot.counts, view, slot.actions, slot.lines, self.seed),
            self.iterations,
            self.worlds,
            self.plans,
            self.memory,
            seconds,
        )


def can_play(world: State, seat: int, action: int) -> bool:
    """Is it this seat's turn, and the action legal?"""
    return world.player == seat and action in world.actions()


def line_of(view: View, action: int, plans: list[tuple[int, ...]], seed: int) -> Steps:
    """The first plan that begins with the action, as far as it is legal in the seed's world."""
    steps: list[tuple[int, bool]] = []
    world = view.sample(seed)
    for step in next((plan for plan in plans if plan[:1] == (action,)), ()):
        if not can_play(world, view.seat, step):
            break
        steps.append((step, True))
        world.apply(step)
    return tuple(steps)
