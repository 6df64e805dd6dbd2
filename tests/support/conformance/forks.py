"""The history test: equal shown histories give equal views.

At some step a viewer's world is imagined beside the true state. The true game goes on at
random; the world is driven after it, with other hidden choices and draws wherever that shows
the viewer the same. Every position met on either side is filed under the viewer's key; two that
share a key must share the view. This finds leaks inside the facts, which swapping hidden pieces
cannot find. Positions with a pending event are skipped: nobody is asked anything there, and what an
event shows is filed with the decision that follows.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass
from typing import TypeVar

from conformance.checks import where
from conformance.walks import Walk, pick, viewers
from eminence import engines

ONLOOKER_KEY = 6
#: A state and what was played in it.
Step = tuple[engines.State, int]
#: How far and how wide the world is searched for a way to show the viewer the same.
DEPTH = 12
WIDTH = 16
BUDGET = 200
#: Forks in which the world followed the truth and yet differed from it.
ENOUGH = 10


@dataclass
class Tally:
    """How much the forks of a game have compared."""

    forks: int = 0
    followed: int = 0  # forks in which the world could follow at least once
    telling: int = 0  # ... while its hidden part differed from the truth
    positions: int = 0


class Fork:
    """A true game and one of the viewer's worlds that follows it."""

    def __init__(self, state: engines.State, viewer: int, seed: int) -> None:
        self.viewer = viewer
        self.rng = random.Random(seed)
        self.walk = Walk(state.game, seed, state)
        self.world = state.view(viewer).sample(seed)
        self.sink = engines.Sink()
        self.filed: dict[int, tuple[engines.View, engines.State]] = {}
        self.start = state.copy()
        self.syncs = 0
        self.telling = self._differs()
        self._forget_script()
        self._file(self.walk.state, self.walk.sink)
        self._file(self.world, self.sink)

    def _key(self, sink: engines.Sink) -> int:
        return sink.keys[ONLOOKER_KEY if self.viewer == engines.PUBLIC else self.viewer]

    def _is_own(self, state: engines.State) -> bool:
        """Is the viewer to move? An onlooker has the number of chance."""
        return state.player == self.viewer >= 0

    def _differs(self) -> bool:
        size = self.world.game.table.sizes["play_size"]
        return self.world.to_bytes()[:size] != self.walk.state.to_bytes()[:size]

    def _file(self, state: engines.State, sink: engines.Sink) -> None:
        """Compare with what was filed under the viewer's key before."""
        if state.player == engines.CHANCE:
            return
        view = state.view(self.viewer)
        known, first = self.filed.setdefault(self._key(sink), (view, state.copy()))
        assert view == known, (
            f"viewer {self.viewer} was shown the same, yet its views differ\n"
            f"{known.to_json()}\n{view.to_json()}\n"
            f"in the states\n{first.to_json()}\n{state.to_json()}\n"
            f"both after {where(self.start)}"
        )

    def _forget_script(self) -> None:
        """What was played in the true game since the world last caught up."""
        self.own: list[int] = []
        self.others: dict[object, set[int]] = defaultdict(set)
        self.trail: set[int] = set()  # keys that the viewer had meanwhile
        self.since: list[Step] = []

    def _step_truth(self) -> None:
        state, choice = self.walk.state, self.walk.choose()
        if self._is_own(state):
            self.own.append(choice)
        elif state.player == engines.CHANCE:
            self.others[state.event()].add(choice)
        else:
            self.others[state.player].add(choice)
        self.since.append((state.copy(), choice))
        self.walk.play(choice)
        self.trail.add(self._key(self.walk.sink))
        self._file(self.walk.state, self.walk.sink)

    def _tries(self, world: engines.State, used: int) -> list[int]:
        """What to try next in the world, likeliest first; the viewer repeats its own moves."""
        if self._is_own(world):
            wanted = self.own[used : used + 1]
            return [a for a in wanted if a in world.actions()]
        if world.player == engines.CHANCE:
            options, likely = [o for o, _ in world.outcomes()], self.others[world.event()]
        else:
            options, likely = world.actions(), self.others[world.player]
        self.rng.shuffle(options)
        if self.rng.random() < 0.5:
            options.sort(key=lambda a: a not in likely)
        return options[:WIDTH]

    def _search(
        self, world: engines.State, sink: engines.Sink, target: int, depth: int, used: int
    ) -> list[Step] | None:
        """Depth first for a way on that brings the viewer's key to the target."""
        if world.over or depth == 0:
            return None
        own = self._is_own(world)
        for choice in self._tries(world, used):
            if self.budget == 0:
                return None
            self.budget -= 1
            next_world, next_sink = world.copy(), sink.copy()
            next_world.apply(choice, next_sink)
            self._file(next_world, next_sink)
            key = self._key(next_sink)
            if key == target and next_world.player != engines.CHANCE:
                self.world, self.sink = next_world, next_sink
                return [(world, choice)]
            # Only its own move may show the viewer something that was not the whole of it:
            # in a simultaneous phase, what follows it in the world came before it in truth.
            on_trail = key == self._key(sink) or key in self.trail
            if on_trail or own:
                rest = self._search(next_world, next_sink, target, depth - 1, used + own)
                if rest is not None:
                    return [(world, choice), *rest]
        return None

    def caught_up(self, truth: list[Step], world: list[Step]) -> None:
        """Called with what was played on either side; both showed the viewer the same."""

    def run(self, most_plies: int, patience: int = 3) -> None:
        """Play on until the end, or until the world cannot follow any more."""
        missed = 0
        for _ in range(most_plies):
            if self.walk.state.over or missed == patience:
                return
            self._step_truth()
            target = self._key(self.walk.sink)
            if self.walk.state.player == engines.CHANCE or target == self._key(self.sink):
                continue
            self.budget = BUDGET
            way = self._search(self.world, self.sink, target, DEPTH, 0)
            if way is not None:
                self.caught_up(self.since, way)
                self.syncs += 1
                missed = 0
                self.telling |= self._differs()
                self._forget_script()
            else:
                missed += 1


ForkKind = TypeVar("ForkKind", bound=Fork)


def fork_of(game: engines.Game, seed: int, at_root: bool, kind: type[ForkKind] = Fork) -> ForkKind:
    """Fork a random game for a random viewer.

    At the root nothing is hidden yet, so that what a view keeps of the deal differs as well.
    Otherwise at a random step, early ones preferred, and if possible with a differing world.
    """
    rng = random.Random(seed)
    if at_root:
        return kind(game.root(), pick(rng, viewers(game)), seed)
    states = [state.copy() for state in Walk(game, seed)]
    for attempt in range(8):
        at = states[int(len(states) * rng.random() ** 2)]
        fork = kind(at, pick(rng, viewers(game)), seed + attempt)
        if fork.telling:
            break
    return fork


def run_forks(game: engines.Game, fewest: int, most: int, most_plies: int, seed: int) -> Tally:
    """Run forks until enough of them had differing worlds; every third one starts at the root."""
    tally = Tally()
    while tally.forks < fewest or (tally.telling < ENOUGH and tally.forks < most):
        fork = fork_of(game, seed * 10_000 + 10 * tally.forks, tally.forks % 3 == 0)
        fork.run(most_plies)
        tally.forks += 1
        tally.followed += fork.syncs > 0
        tally.telling += fork.syncs > 0 and fork.telling
        tally.positions += len(fork.filed)
    return tally
