"""What a seat can reach by its next few moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from eminence.engines import CHANCE, State
from eminence.play.table.choices import Choice
from eminence.play.table.trial_steps import TrialSteps, rolled

#: how many moves to look ahead, and how many positions to visit
AHEAD, POSITIONS = 3, 150


@dataclass(frozen=True)
class Node:
    """A position that the seat can reach by its own moves."""

    world: State
    way: tuple[int, ...]
    by_chance: bool
    """Was chance involved?"""

    @cached_property
    def actions(self) -> list[int]:
        return self.world.actions()

    def offers(self, choice: Choice) -> bool:
        return choice.action in self.actions and self.world.text(choice.action) == choice.text


class Lookahead:
    """What a seat can reach by its next few moves.

    Where a fixed number of things is chosen in ascending order, the rules first leave out choices
    that could not be completed: their turn comes after another choice of the same question.
    """

    def __init__(self, now: State, steps: TrialSteps):
        self.steps = steps
        self.root = Node(now, (), False)

    @cached_property
    def nodes(self) -> list[Node]:
        """Breadth first."""
        nodes = [self.root]
        for node in nodes:
            if len(node.way) < AHEAD:
                nodes += self._after(node)
            if len(nodes) > POSITIONS:
                break
        return nodes

    def _after(self, node: Node) -> list[Node]:
        found = []
        for action in node.actions[:POSITIONS]:
            after = node.world.copy()
            after.apply(action)
            by_chance = node.by_chance or after.player == CHANCE
            if rolled(after).player == self.steps.seat:
                found.append(Node(after, (*node.way, action), by_chance))
        return found

    def nodes_after(self, made: list[int]) -> Iterator[Node]:
        """The positions after these first moves, without chance."""
        for node in self.nodes:
            if not node.by_chance and [*node.way[: len(made)]] == made:
                yield node

    def offers(self, choice: Choice) -> bool:
        """Will the rules offer it soon?"""
        return any(node.offers(choice) for node in self.nodes)

    def is_ascending(self) -> bool:
        """Is each choice followed by later ones only, and are there earlier ones?"""
        first = min(self.root.actions)
        sure = [node for node in self._after(self.root) if not node.by_chance]
        return any(node.way[0] > first for node in sure) and all(
            min(node.actions) >= node.way[0] for node in sure
        )

    def is_one_question(self, node: Node, action: int) -> bool:
        """Is the action offered somewhere at once with each one on the way to it?"""
        choice = Choice(action, node.world.text(action))
        ways = {other.way[:1] for other in self.nodes if other.offers(choice)}
        return len(ways) > 1 and all(
            any(other.offers(before) and other.offers(choice) for other in self.nodes)
            for before in self._choices(node)
        )

    def _choices(self, node: Node) -> Iterator[Choice]:
        """The choices on the way to the node."""
        world = self.root.world
        for action in node.way:
            yield Choice(action, world.text(action))
            world = self.steps.after(world, action)
