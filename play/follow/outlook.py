"""What a seat may see next, found in worlds that fit its view.

Steps that show the seat nothing, such as others' secret choices, are played on the way. Whatever
can be seen is filed by the view that it leaves the seat with: this view depends on what the seat
can see and not on the world, so every world in which something can happen will do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from eminence.engines import CHANCE, Sink, State, View
from eminence.play.follow.phrases import BEGINNING, Phrase
from eminence.play.table.news import NOTHING, StepText, common_text, event_text

#: the most steps in a row that show the seat nothing
MOST_UNSEEN = 400
#: steps tried altogether
TRIES = 200_000
#: what a step is: whose, and its number
Key = tuple[int, int]


@dataclass
class Sight:
    """Something that a seat may see next, and the view that it has then."""

    after: View
    shown: bool = False
    """Is the seat shown anything? Otherwise it follows without a word."""
    steps: dict[StepText, None] = field(default_factory=dict)
    """The steps that may have been it, in the order in which they were found."""
    before: dict[StepText, None] = field(default_factory=dict)
    """What others may have chosen in secret on the way."""
    keys: set[Key] = field(default_factory=set)

    @property
    def text(self) -> str:
        """What the seat sees, in words; "" for nothing."""
        return common_text([*self.steps]) if self.shown else ""


class Outlook:
    """All that may be seen next, as far as worlds have been looked at."""

    def __init__(self, view: View, said: Sequence[Phrase] = ()):
        self.view = view
        self.said = said
        """What is known of secret choices on the way: they are looked for."""
        self.sights: dict[View, Sight] = {}
        self.worlds = 0
        self.tries = TRIES

    def widen(self, worlds: int, only: set[Key] | None = None) -> None:
        """Look at so many worlds in all; `only` at some steps, if it is known which."""
        for seed in range(self.worlds, worlds):
            if self.tries <= 0:
                break
            self.look_in(self.view.sample(seed), seed, only)
            self.worlds = seed + 1

    def add(self, sights: Iterable[Sight]) -> None:
        """Also file what was found in other worlds."""
        for sight in sights:
            self.sights.setdefault(sight.after, sight)

    def sole(self, worlds: int) -> Sight | None:
        """The only thing that may be seen next; None: there is more than one."""
        for seed in range(worlds):
            self.look_in(self.view.sample(seed), seed, stop=lambda: len(self.sights) > 1)
            if len(self.sights) > 1:
                return None
        return next(iter(self.sights.values()), None)

    def look_in(
        self,
        world: State,
        seed: int,
        only: set[Key] | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> None:
        """File what may be seen next in this world."""
        rng = random.Random(seed)
        secret: list[StepText] = []
        for _ in range(MOST_UNSEEN):
            if world.over or (secret and world.player == self.view.seat):
                return
            unseen = self._look(world, secret, only, stop)
            if not unseen or stop():
                return
            choice = self._secret_choice(world, unseen, rng)
            secret.append(_text(world, choice))
            world.apply(choice)

    def _look(
        self, world: State, secret: list[StepText], only: set[Key] | None, stop: Callable[[], bool]
    ) -> list[int]:
        """File the steps that show something; the others."""
        unseen = []
        for step in _steps_of(world):
            if stop():
                break
            self.tries -= 1
            after, sink = world.copy(), Sink()
            after.apply(step, sink)
            shown = sink.keys[self.view.seat] != NOTHING
            view = after.view(self.view.seat)
            if not shown and view == self.view:
                unseen.append(step)
            elif only is None or (world.player, step) in only:
                self._file(world, step, view, shown, secret)
        return unseen

    def _file(
        self, world: State, step: int, view: View, shown: bool, secret: list[StepText]
    ) -> None:
        sight = self.sights.setdefault(view, Sight(view))
        sight.shown |= shown
        sight.steps[_text(world, step)] = None
        sight.before.update(dict.fromkeys(secret))
        sight.keys.add((world.player, step))

    def _secret_choice(self, world: State, unseen: list[int], rng: random.Random) -> int:
        """A secret choice of another: one that is spoken of, otherwise any."""
        spoken: list[tuple[int, int]] = []
        for phrase in self.said:
            fits = ((phrase.fit(_text(world, step)), step) for step in unseen)
            spoken += [(fit, step) for fit, step in fits if fit is not None and fit <= BEGINNING]
        return min(spoken)[1] if spoken else rng.choice(unseen)


def pending(view: View) -> str:
    """Who or what comes next, as far as the seat knows."""
    if view.over:
        return "the game is over"
    if view.player == CHANCE:
        return event_text(view.sample(0))
    return "you" if view.player == view.seat else f"seat {view.player}"


def _text(world: State, step: int) -> StepText:
    who = event_text(world) if world.player == CHANCE else f"seat {world.player}"
    return StepText(who, world.text(step))


def _steps_of(world: State) -> list[int]:
    if world.player == CHANCE:
        return [outcome for outcome, _ in world.outcomes()]
    return world.actions()
