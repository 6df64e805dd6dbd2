"""The whole turn: what a seat would do after its first move, until the turn passes on.

The move is played in worlds of the seat's own view. As long as the seat is still to move and all
worlds look alike to it, nothing was revealed, and what it sees there is the next decision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from eminence.cython_ext.chance import Chance
from eminence.cython_ext.game import CHANCE_PLAYER, State, View
from eminence.search.api import Move
from eminence.solver.text_layout import indented, wrapped

#: worlds in which a move is tried: if it reveals anything, they look different
WORLDS = 8
#: decisions that are told at most
MOST_STEPS = 16
#: why a turn is not told any further
BY_CHANCE = "Chance decides what comes next: ask again then."
REVEALED = "You will be shown something: ask again then."
GOES_ON = "There is more to decide in this turn."


@dataclass(frozen=True)
class Step:
    """One more decision of the same turn."""

    text: str
    note: str
    """What the game says of the move where it is made."""


@dataclass(frozen=True)
class Turn:
    """What follows a first move."""

    steps: tuple[Step, ...]
    stop: str
    """Why it is not told any further; "" if the turn passes on."""
    is_plan: bool
    """Whether the decisions are secret: a plan that is carried out later."""
    is_begun: bool
    """Whether the first move goes on with a plan."""

    def lines(self, first: Step) -> list[str]:
        """The rest of the turn in one sentence; of a plan every move with its reason."""
        if self.is_plan and self.steps:
            return self._plan(first)
        told = [_times(text, len([*same])) for text, same in groupby(s.text for s in self.steps)]
        then = f"Then: {'; '.join(told)}." if told else ""
        return wrapped(" ".join(part for part in (then, self.stop) if part))

    def _plan(self, first: Step) -> list[str]:
        lines = ["The rest of the plan:" if self.is_begun else "The whole plan:"]
        for step in (first, *self.steps):
            reason = f" ({step.note})" if step.note else ""
            lines += indented(f"{step.text}{reason}")
        return [*lines, *wrapped(self.stop)]


def whole_turn(first: Move, choose: Callable[[View], Move | None]) -> Turn:
    """What comes after the first move; `choose` decides, None ends it.

    Secret decisions follow the line of the move before: it was searched as a whole.
    """
    steps: list[Step] = []
    move, line, is_secret = first, _line(first), first.view.hidden()
    while True:
        after, stop = _after(move.view, move.action)
        if after is None:
            break
        following = _on_the_line(after, line)
        is_planned = following is not None
        following = following or choose(after)
        if following is None or len(steps) == MOST_STEPS:
            stop = GOES_ON
            break
        move, line = following, line[1:] if is_planned else _line(following)
        is_secret = is_secret and after.hidden()
        steps.append(Step(move.text, after.game.words.note(after, move.action)))
    is_begun = first.view.rewound() not in (None, first.view)
    return Turn(tuple(steps), stop, is_secret, is_begun)


def _line(move: Move) -> list[int]:
    """What comes after the move in its line."""
    return [action for action, chosen in move.steps[1:] if chosen]


def _on_the_line(view: View, line: list[int]) -> Move | None:
    """The next decision of the line, where it is secret and legal."""
    if line and view.hidden() and line[0] in view.actions():
        return Move(view, line[0])
    return None


def _after(view: View, action: int) -> tuple[View | None, str]:
    """What the seat sees after its move; None and why, if that is no decision of its own."""
    worlds = [_played(view.sample(seed), action) for seed in range(WORLDS)]
    if any(world.player == CHANCE_PLAYER for world in worlds):
        ends = [_settled(world, seed) for seed, world in enumerate(worlds)]
        return None, BY_CHANCE if any(end.player == view.seat for end in ends) else ""
    if all(world.player != view.seat for world in worlds):
        return None, ""
    seen = [world.view(view.seat) for world in worlds]
    if any(other.to_bytes() != seen[0].to_bytes() for other in seen):
        return None, REVEALED
    return seen[0], ""


def _played(world: State, action: int) -> State:
    """The world after the move, and after events that can end in one way only."""
    world.apply(action)
    while world.player == CHANCE_PLAYER and len(outcomes := world.outcomes()) == 1:
        world.apply(outcomes[0][0])
    return world


def _settled(world: State, seed: int) -> State:
    world.resolve(Chance(seed))
    return world


def _times(text: str, times: int) -> str:
    return text if times == 1 else f"{text} ({times} times)"
