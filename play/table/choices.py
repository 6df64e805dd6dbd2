"""A choice of a person, and whether it has shown the person anything."""

from __future__ import annotations

from dataclasses import dataclass

from eminence.engines import State, View

#: worlds that must agree before a step counts as one that shows its seat nothing
WORLDS = 64


@dataclass(frozen=True)
class Choice:
    """A decision: its number and its text, because one number may stand for several things."""

    action: int
    text: str

    def is_open(self, world: State) -> bool:
        """Is this choice among those to be made now?"""
        return (
            world.player >= 0
            and self.action in world.actions()
            and world.text(self.action) == self.text
        )


@dataclass(frozen=True)
class Late:
    """A possible move that the rules do not ask for now."""

    choice: Choice
    order: tuple[int, ...]
    """All decisions of the seat in the rules' order, including this one. Empty: the move must wait
    for its turn, which comes after another choice."""
    note: str = ""
    """What the game says about it where the rules ask for it."""

    @property
    def waits(self) -> bool:
        return not self.order


def plain(text: str) -> str:
    """The words of a move, without differences in blanks and capitals."""
    return " ".join(text.lower().split())


def spoken(text: str) -> str:
    """The same without colons, which nobody says."""
    return plain(text.replace(":", " "))


def shows_nothing(view: View, action: int) -> bool:
    """Does the seat decide again at once, and has it learnt nothing by its own move?"""
    seen: set[View] = set()
    for seed in range(WORLDS):
        world = view.sample(seed)
        world.apply(action)
        if world.player != view.seat:
            return False
        seen.add(world.view(view.seat))
        if len(seen) > 1:
            return False
    return True
