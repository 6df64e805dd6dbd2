"""Moves that a person may make in any order, though the rules ask for them in a fixed one.

The rules ask for several free choices in one order only, so that searches meet each set once. A
person may ignore that order: the decisions since anything was last shown to the person are taken
back, the new one is inserted, and all are played again in the rules' order. All of this is tried in
worlds of the person's own view, so the offers reveal nothing that the view does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from eminence.engines import Chance, State, View
from eminence.play.table.choices import Choice, Late
from eminence.play.table.lookahead import AHEAD, Lookahead
from eminence.play.table.trial_steps import OutOfSteps, TrialSteps, differing, rolled

#: worlds in which an order must be possible to be offered
TRIED = 8
#: decisions that can be taken back
MOST_MADE = 24
#: how many ways to a move whose turn has not come are tried
WAYS = 6
#: steps of others, played until the seat decides again, to see what is lost by then
AWAY = 60


def _as_far_as_found(moves: Iterable[Late]) -> list[Late]:
    found = []
    try:
        for late in moves:
            found.append(late)
    except OutOfSteps:
        pass
    return found


class FreeOrder:
    """One seat's decisions since anything was shown to it, and what else fits among them.

    `base` is the seat's view before the first of them; none of them showed it anything.
    """

    def __init__(self, base: View, made: Sequence[int] = ()):
        self.base = base
        self.seat = base.seat
        self.worlds = [base.sample(0)]
        """One world before each decision, and as it is now."""
        self.made: list[Choice] = []
        for action in made:
            world = self.worlds[-1].copy()
            self.made.append(Choice(action, world.text(action)))
            world.apply(action)
            self.worlds.append(world)
        self._steps = TrialSteps(self.seat)
        self._endings: dict[Choice, NDArray[np.bool_]] = {}

    @property
    def now(self) -> State:
        return self.worlds[-1]

    def _begin(self) -> None:
        self._steps = TrialSteps(self.seat)

    # --- what is offered ---

    @cached_property
    def late(self) -> list[Late]:
        """All moves that are possible though the rules do not offer them now."""
        self._begin()
        found = _as_far_as_found(self._fitting_in([]))
        ahead = Lookahead(self.now, self._steps)
        lost = [late for late in found if not ahead.offers(late.choice)]
        self._begin()
        return lost + _as_far_as_found(self._waiting(found))

    def given_up(self, action: int) -> list[Late]:
        """Moves that fit in before a move that ends the seat's turn, and are lost by it.

        Empty, if the move is the one that says "no more".
        """
        self._begin()
        return _as_far_as_found(self._giving_up(Choice(action, self.now.text(action))))

    def _giving_up(self, last: Choice) -> Iterator[Late]:
        leaves = self._steps.after(self.now, last.action).player != self.seat
        for late in self._fitting_in([last]) if leaves else ():
            if self._does_more_than_a_stop(late) and self._is_lost(late.choice, last):
                yield late

    def _does_more_than_a_stop(self, late: Late) -> bool:
        """Can a smaller move than the last one end the question, before or after the new one?"""
        *before, last = late.order
        world = self.base.sample(0)
        for action in before:
            world = rolled(self._steps.after(world, action))
        return any(self._steps.does_more_than_a_stop(asked, last) for asked in (self.now, world))

    def _is_lost(self, choice: Choice, last: Choice) -> bool:
        """Was it offered along with the last move, and is it gone at the seat's next decision?"""
        together = any(choice.is_open(w) and last.is_open(w) for w in self.worlds)
        return together and not any(
            choice.is_open(self._back(seed, last.action)) for seed in range(TRIED)
        )

    def _back(self, seed: int, action: int) -> State:
        """The seat's next decision after an action in one world; others do anything."""
        world, chance = self.base.sample(seed), Chance(seed)
        for made in (*(choice.action for choice in self.made), action):
            world.apply(made)
        for turn in range(AWAY):
            world.resolve(chance)
            if world.player == self.seat or world.over:
                break
            actions = world.actions()
            world.apply(actions[(seed + turn) % len(actions)])
        return world

    def leaves_room(self, waiting: Sequence[Choice], *actions: int) -> bool:
        """Can all that waits for its turn still come after these moves?"""
        self._begin()
        try:
            return all(self._have_room(seed, waiting, actions) for seed in range(TRIED))
        except OutOfSteps:
            return False

    def _have_room(self, seed: int, waiting: Sequence[Choice], actions: Sequence[int]) -> bool:
        world, chance = self.base.sample(seed), Chance(seed)
        for action in (*(choice.action for choice in self.made), *actions):
            world.apply(action)
            world.resolve(chance)
        return self._come(world, tuple(waiting), AHEAD)

    def _come(self, world: State, waiting: tuple[Choice, ...], further: int) -> bool:
        """Is there a way to make all these choices, with so many others before them?"""
        if not waiting:
            return True
        if world.player != self.seat:
            return False
        ready = [choice for choice in waiting if choice.is_open(world)]
        for choice in ready[:1]:
            rest = tuple(other for other in waiting if other is not choice)
            if self._come(rolled(self._steps.after(world, choice.action)), rest, further):
                return True
        return further > 0 and any(
            self._come(rolled(self._steps.after(world, action)), waiting, further - 1)
            for action in world.actions()
        )

    # --- putting a move in among those made ---

    def _fitting_in(self, last: list[Choice]) -> Iterator[Late]:
        """Moves that fit in before some decision, the latest place first."""
        known = set() if last else {Choice(a, self.now.text(a)) for a in self.now.actions()}
        for place in reversed(range(self._first_place(), len(self.made) + len(last))):
            world = self.worlds[place]
            for action in world.actions():
                order = self._put_in(place, action, last)
                choice = Choice(action, world.text(action))
                if order and choice not in known and self.can_play(order):
                    known.add(choice)
                    yield Late(choice, order, self._note(world, action))

    def _note(self, world: State, action: int) -> str:
        """Made from the seat's view there, to which nothing has been shown since."""
        return world.game.words.note(world.view(self.seat), action)

    def _first_place(self) -> int:
        """After the last decision that said: no more."""
        stops = [
            place + 1
            for place, choice in enumerate(self.made)
            if self._steps.is_stop(self.worlds[place], choice.action)
        ]
        return max(stops, default=0)

    def _put_in(self, place: int, action: int, last: list[Choice]) -> tuple[int, ...]:
        """All decisions in the rules' order, this one before that at `place`; () if impossible."""
        before = self.worlds[place]
        world = rolled(self._steps.after(before, action))
        changed = differing(before, world)
        order = [*(choice.action for choice in self.made[:place]), action]
        for at, choice in enumerate((*self.made[place:], *last), place):
            world, forced = self._forced_up_to(choice, world)
            if choice.is_open(world):
                order += [*forced, choice.action]
                before, world = world, self._steps.after(world, choice.action)
            elif len(self.worlds[at].actions()) > 1:
                return ()
        kept = self._is_all_kept(before, world, changed, [*self.made, *last][-1])
        return tuple(order) if kept else ()

    def _forced_up_to(self, choice: Choice, world: State) -> tuple[State, list[int]]:
        """Play what the rules leave no choice about, if the choice comes after it."""
        start, forced = world, list[int]()
        while world.player == self.seat and not choice.is_open(world):
            actions = world.actions()
            if len(actions) > 1:
                break
            forced += actions
            world = self._steps.after(world, actions[0])
        return (world, forced) if choice.is_open(world) else (start, [])

    def _is_all_kept(
        self, before: State, after: State, changed: NDArray[np.bool_], last: Choice
    ) -> bool:
        """Did the last decision do the same as without the new move?

        All that the new move did not touch must be the same. But the new move may have used up the
        last of something: then the changes at the end of the question may differ as well.
        """
        past = self.worlds if self.made[-1:] != [last] else self.worlds[:-1]
        without = self._steps.after(past[-1], last.action)
        if after == without:
            return False
        if (differing(after, without) <= changed).all():
            return True
        if not (differing(before, past[-1]) <= changed).all():
            return False
        mine = differing(before, after) != differing(past[-1], without)
        return bool((mine <= (changed | self._ending(last, past[-1], without))).all())

    def _ending(self, last: Choice, before: State, world: State) -> NDArray[np.bool_]:
        """What changes when the question ends, in the world that the choice led to."""
        if last not in self._endings:
            left = world.player != self.seat
            self._endings[last] = differing(before, world) if left else self._closing(world)
        return self._endings[last]

    def _closing(self, world: State) -> NDArray[np.bool_]:
        """What the last remaining choices change."""
        touched = differing(world, world)
        for _ in range(AHEAD):
            actions = world.actions() if world.player == self.seat else []
            ends = [action for action in actions if self._steps.ends(world, action)]
            if not ends:
                break
            for action in ends:
                touched |= self._steps.touched(world, action)
            world = self._steps.after(world, ends[-1])
        return touched

    def can_play(self, order: Sequence[int], worlds: int = TRIED) -> bool:
        """Can it be played in other worlds, too, whatever chance brings?"""
        return all(self._is_playable(seed, order) for seed in range(worlds))

    def _is_playable(self, seed: int, order: Sequence[int]) -> bool:
        world, chance = self.base.sample(seed), Chance(seed)
        for action in order:
            world.resolve(chance)
            if world.player != self.seat or action not in world.actions():
                return False
            world.apply(action)
        return True

    # --- moves that wait for their turn ---

    def _waiting(self, found: list[Late]) -> Iterator[Late]:
        """Searched from the last position that offered a choice."""
        at = max((i for i, w in enumerate(self.worlds) if len(w.actions()) > 1), default=0)
        made = [choice.action for choice in self.made]
        ahead = Lookahead(self.worlds[at], self._steps)
        done = {late.choice.action for late in found} | {*self.now.actions()}
        tries: Counter[int] = Counter()
        for node in ahead.nodes_after(made[at:]) if ahead.is_ascending() else ():
            for action in node.actions:
                if action in done or tries[action] == WAYS:
                    continue
                tries[action] += 1
                order = [*made[:at], *node.way, action]
                if ahead.is_one_question(node, action) and self.can_play(order):
                    done.add(action)
                    choice = Choice(action, node.world.text(action))
                    yield Late(choice, (), self._note(node.world, action))
