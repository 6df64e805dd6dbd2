"""A plan: a run of a seat's secret decisions, one box after another, seen and edited as a whole.

The rules ask for box after box. A person fills them in any order and changes them until it says so:
the boxes up to the first empty one are played, the others wait. The last one always waits, because
playing it ends the run. All of this is tried in a world of the person's own view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from eminence.engines import BadOption, State, View
from eminence.engines.kit.options import listed
from eminence.play.table.choices import Choice, plain
from eminence.play.table.trial_steps import OutOfSteps, TrialSteps

#: between a box and what is put into it, in the words of a move
BETWEEN = ": "
EMPTY = "-"
#: steps tried to fill the empty boxes; what nothing needs comes first, so few ways are enough
STEPS = 400


@dataclass(frozen=True)
class Box:
    """A place of the plan."""

    name: str
    choices: tuple[Choice, ...]
    """All that can ever be put there."""


@dataclass(frozen=True)
class Filled:
    """How a plan is kept: what is played in the rules' order, and what waits."""

    order: tuple[int, ...]
    waiting: tuple[Choice, ...]


def box_of(choice: Choice) -> str:
    return choice.text.partition(BETWEEN)[0]


def thing_of(choice: Choice) -> str:
    """What is put into a box."""
    return choice.text.partition(BETWEEN)[2]


class Plan:
    """The boxes of a run, and what the person has put into them."""

    def __init__(
        self, base: View, before: Sequence[int], made: Sequence[int], waiting: Sequence[Choice]
    ):
        self.base = base
        self.before = tuple(before)
        """What the seat has decided before the run, without being shown anything since."""
        self.world = base.sample(0)
        """Before the first box."""
        self.boxes = _boxes(self.world, base)
        self.filled: dict[str, Choice] = {}
        world = self.world.copy()
        for action in made:
            self._put(Choice(action, world.text(action)))
            world.apply(action)
        for choice in waiting:
            self._put(choice)

    @classmethod
    def of(cls, view: View, made: Sequence[int], waiting: Sequence[Choice]) -> Plan | None:
        """The plan that the view belongs to; None: its decision stands alone.

        made: what the seat has decided since it was last shown anything.
        """
        base = view.rewound()
        if base is None:
            return None
        for begun in range(len(made) + 1):
            world = base.sample(0)
            if _leads_to(world, made[begun:], view):
                plan = cls(base, made[:begun], made[begun:], waiting)
                return plan if len(plan.boxes) > 1 else None
        return None

    def _put(self, choice: Choice) -> None:
        self.filled[box_of(choice)] = choice

    # --- what is possible ---

    @property
    def is_full(self) -> bool:
        return len(self.filled) == len(self.boxes)

    def box(self, name: str) -> Box:
        """The box with this name, or the only one whose name begins so."""
        found = [box for box in self.boxes if plain(box.name) == plain(name)]
        found = found or [box for box in self.boxes if plain(box.name).startswith(plain(name))]
        if len(found) != 1:
            raise BadOption(f"plan {name}: choose {listed([box.name for box in self.boxes])}")
        return found[0]

    @cached_property
    def choices(self) -> list[Choice]:
        """All that can be put into any box, now or by moving something else."""
        return [choice for box in self.boxes for choice in box.choices]

    def fits(self, choice: Choice) -> bool:
        """Does it go with all that is in the other boxes?"""
        return self._can_be({**self.filled, box_of(choice): choice})

    def _can_be(self, filled: Mapping[str, Choice]) -> bool:
        """Can the empty boxes be filled, too?"""
        try:
            return self._can_go_on(self.world, filled, TrialSteps(self.base.seat, STEPS))
        except OutOfSteps:
            return False

    def _can_go_on(self, world: State, filled: Mapping[str, Choice], steps: TrialSteps) -> bool:
        open_ones = _open(world, self.base)
        if not open_ones:
            return True
        wanted = filled.get(box_of(open_ones[0]))
        if wanted is not None:
            open_ones = [choice for choice in open_ones if choice == wanted]
        # What no other box needs comes first, and then what few boxes can take.
        needed = {thing_of(choice) for choice in filled.values()}
        open_ones.sort(key=lambda c: (thing_of(c) in needed, self._homes[thing_of(c)]))
        return any(
            self._can_go_on(steps.after(world, choice.action), filled, steps)
            for choice in open_ones
        )

    @cached_property
    def _homes(self) -> Counter[str]:
        """How many boxes can take each thing."""
        return Counter(thing_of(choice) for choice in self.choices)

    # --- filling ---

    def with_choice(self, choice: Choice) -> Filled:
        """The plan with this in its box, taken out of another one if there is only one of it."""
        filled = {**self.filled, box_of(choice): choice}
        if not self._can_be(filled):
            thing = thing_of(choice)
            filled = {n: c for n, c in filled.items() if c == choice or thing_of(c) != thing}
        if not self._can_be(filled):
            raise BadOption(f"{choice.text}: it does not go with the rest of the plan")
        return self._kept(self._without_a_choice(filled))

    def _without_a_choice(self, filled: dict[str, Choice]) -> dict[str, Choice]:
        """The same with the last empty box, if only one thing can be put there."""
        empty = [box for box in self.boxes if box.name not in filled]
        if len(empty) != 1:
            return filled
        name = empty[0].name
        last = [choice for choice in empty[0].choices if self._can_be({**filled, name: choice})]
        return {**filled, name: last[0]} if len(last) == 1 else filled

    def _kept(self, filled: dict[str, Choice]) -> Filled:
        """As many boxes as possible are played in the rules' order; the last one waits."""
        order = [*self.before]
        for box in self.boxes[:-1]:
            if box.name not in filled:
                break
            order.append(filled.pop(box.name).action)
        return Filled(tuple(order), tuple(filled.values()))

    # --- what it looks like ---

    def lines(self) -> Iterator[str]:
        """Each box with what is in it, and what is in none."""
        width = max(len(box.name) for box in self.boxes)
        for box in self.boxes:
            put = self.filled.get(box.name)
            yield f"  {box.name:<{width}}  {thing_of(put) if put else EMPTY}"

    def view_at(self, choice: Choice) -> View:
        """The seat's view when the rules ask for its box; empty ones before it hold anything."""
        world = self.world.copy()
        needed = {thing_of(each) for each in (*self.filled.values(), choice)}
        while (open_ones := _open(world, self.base)) and box_of(open_ones[0]) != box_of(choice):
            put = self.filled.get(box_of(open_ones[0]))
            free = [each for each in open_ones if thing_of(each) not in needed]
            world.apply((put if put in open_ones else (free or open_ones)[0]).action)
        return world.view(self.base.seat)

    def unused(self) -> list[str]:
        """What can go into an empty box and is in none."""
        used = {thing_of(choice) for choice in self.filled.values()}
        empty = (box for box in self.boxes if box.name not in self.filled)
        things = (thing_of(choice) for box in empty for choice in box.choices)
        return [*dict.fromkeys(thing for thing in things if thing not in used)]


def _leads_to(world: State, made: Sequence[int], view: View) -> bool:
    for action in made:
        if world.player != view.seat or action not in world.actions():
            return False
        world.apply(action)
    return world.player == view.seat and world.view(view.seat) == view


def _open(world: State, base: View) -> list[Choice]:
    """What can be put into the next box; nothing after the last one."""
    if world.player != base.seat or world.view(base.seat).rewound() != base:
        return []
    choices = [Choice(action, world.text(action)) for action in world.actions()]
    # A run without boxes is no plan.
    return choices if len({box_of(choice) for choice in choices}) == 1 else []


def _boxes(world: State, base: View) -> list[Box]:
    """All boxes; each thing is kept back once, so that it is seen wherever it can be put."""
    found: dict[str, set[Choice]] = {}
    kept, to_keep = set[str](), [""]
    while to_keep:
        keep = to_keep.pop()
        kept.add(keep)
        for choices in _walk(world, base, keep):
            found.setdefault(box_of(choices[0]), set()).update(choices)
            to_keep += {*map(thing_of, choices)} - kept - {*to_keep}
    return [Box(name, tuple(sorted(all_, key=_by_action))) for name, all_ in found.items()]


def _by_action(choice: Choice) -> int:
    return choice.action


def _walk(world: State, base: View, keep: str) -> Iterator[list[Choice]]:
    """The choices at each box, if this is put nowhere as long as there is anything else."""
    world = world.copy()
    while choices := _open(world, base):
        yield choices
        others = [choice for choice in choices if thing_of(choice) != keep]
        world.apply((others or choices)[0].action)
