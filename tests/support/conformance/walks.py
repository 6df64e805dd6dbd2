"""Seeded random games, whole or as a sample of their positions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TypeVar

from eminence import engines

#: A chance event or a decision: who (a seat or CHANCE) and what was played.
Ply = tuple[int, int]

T = TypeVar("T")


def pick(rng: random.Random, options: Sequence[T]) -> T:
    """A uniform choice by `random()` alone, whose stream is the same in every Python."""
    return options[int(rng.random() * len(options))]


def viewers(game: engines.Game) -> list[int]:
    """Every seat, then the onlooker."""
    return [*range(game.seats), engines.PUBLIC]


class Walk:
    """A random game, one ply at a time; the same seed plays the same game."""

    def __init__(self, game: engines.Game, seed: int, state: engines.State | None = None) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.chance = engines.Chance(seed)
        self.state = game.root() if state is None else state.copy()
        self.sink = engines.Sink()
        self.decisions = 0
        self.plies: list[Ply] = []

    def choose(self) -> int:
        """The next action or outcome; draws from the stream, changes nothing else."""
        if self.state.player == engines.CHANCE:
            return self.state.roll(self.chance)
        return pick(self.rng, self.state.actions())

    def play(self, choice: int) -> None:
        player = self.state.player
        self.decisions += player != engines.CHANCE
        self.plies.append((player, choice))
        self.state.apply(choice, self.sink)

    def __iter__(self) -> Iterator[engines.State]:
        """Each state up to the end, itself: copy what you keep."""
        yield self.state
        while not self.state.over:
            self.play(self.choose())
            yield self.state


def whole_game(game: engines.Game, seed: int) -> Walk:
    """A game played to its end, within the decisions that it promises."""
    walk = Walk(game, seed)
    limit = game.table.sizes["max_plies"]
    for _ in walk:
        assert walk.decisions <= limit, f"{game!r} seed {seed}: over {limit} decisions"
    return walk


def replay(game: engines.Game, plies: Sequence[Ply]) -> engines.State:
    state = game.root()
    for _, choice in plies:
        state.apply(choice)
    return state


def sampled(game: engines.Game, seed: int, most: int) -> list[engines.State]:
    """States of one random game: all if they are few, else a sample with both ends."""
    states = [state.copy() for state in Walk(game, seed)]
    if len(states) <= most:
        return states
    inner = random.Random(seed).sample(range(1, len(states) - 1), most - 2)
    return [states[i] for i in (0, *sorted(inner), len(states) - 1)]
