"""The lessons of many games as arrays, and the batches that a network is fitted to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import Game
from eminence.experiments.games.block import Block
from eminence.search.network.afterstates import afterstates, roots
from eminence.search.network.lessons import Lesson, unpacked

#: moves of a position that a value is fitted to: half of them the best, the others drawn
MOVES = 12
#: moves of a position that the policy is fitted to
POLICY_MOVES = 48
#: worlds in which each move is tried, drawn anew for every batch
WORLDS = 2


@dataclass(frozen=True)
class Example:
    """A lesson with how its game ended."""

    lesson: Lesson
    game: int
    """The number of its game: games are never divided between fitting and testing."""
    wins: NDArray[np.float32]
    margins: NDArray[np.float32]
    """How far each seat was ahead of the best other one, in points."""


@dataclass(frozen=True)
class Batch:
    """What a network is fitted to at once; the first axis is the position."""

    features: NDArray[np.float32]
    """(positions, moves, worlds, seats, features) after each move."""
    ends: NDArray[np.float32]
    """(positions, moves, worlds, seats): win shares where a move ends the game, else -1."""
    values: NDArray[np.float32]
    """(positions, moves, seats): what the search found."""
    weight: NDArray[np.float32]
    """(positions, moves): how much the search looked at it; 0: no such move."""
    mover: NDArray[np.int32]
    played: NDArray[np.float32]
    """(positions, moves): 1 for the move that was made."""
    wins: NDArray[np.float32]
    margins: NDArray[np.float32]
    seen: NDArray[np.float32]
    """(positions, features) of the mover before its move."""
    traits: NDArray[np.int16]
    """(positions, policy moves, traits)"""
    targets: NDArray[np.float32]
    """(positions, policy moves): the policy to learn; 0 where there is no move."""


def examples_of(blocks: Iterable[Block], first_game: int = 0) -> Iterator[Example]:
    """All lessons of these blocks; games are numbered in their order."""
    number = first_game
    for block in blocks:
        for turn, game in enumerate(block.games):
            seats = len(game.wins)
            wins = np.array([game.wins[(s - turn) % seats] for s in range(seats)], np.float32)
            scores = [game.scores[(s - turn) % seats] for s in range(seats)]
            for note in game.notes:
                for lesson in unpacked(note):
                    yield Example(lesson, number, wins, margins_of(scores))
            number += 1


def margins_of(scores: Sequence[float]) -> NDArray[np.float32]:
    """How far each seat is ahead of the best other one."""
    points = np.array(scores, np.float32)
    others = [np.delete(points, seat).max() for seat in range(len(points))]
    return points - np.array(others, np.float32)


def batch_of(
    game: Game, examples: Sequence[Example], rng: np.random.Generator, temperature: float
) -> Batch:
    """Positions of one game as the network's inputs and targets."""
    n, seats = len(examples), game.seats
    actions = np.full((n, MOVES), -1, np.int32)
    values = np.zeros((n, MOVES, seats), np.float32)
    weight = np.zeros((n, MOVES), np.float32)
    played = np.zeros((n, MOVES), np.float32)
    listed = np.full((n, POLICY_MOVES), -1, np.int32)
    targets = np.zeros((n, POLICY_MOVES), np.float32)
    mover = np.zeros(n, np.int32)
    for i, example in enumerate(examples):
        lesson = example.lesson
        mover[i] = lesson.view[0]
        tried = np.flatnonzero(lesson.visits > 0)
        own = lesson.values[:, mover[i]]
        chosen = _some(tried, own, MOVES, rng)
        actions[i, : len(chosen)] = lesson.actions[chosen]
        values[i, : len(chosen)] = lesson.values[chosen]
        weight[i, : len(chosen)] = lesson.visits[chosen] / (lesson.visits[chosen] + 16.0)
        played[i, : len(chosen)] = lesson.actions[chosen] == lesson.played
        shown = np.sort(_some(tried, own, POLICY_MOVES, rng))
        listed[i, : len(shown)] = lesson.actions[shown]
        heat = np.exp((own[shown] - own[shown].max()) / temperature)
        targets[i, : len(shown)] = heat / heat.sum()
    views = np.stack([np.frombuffer(e.lesson.view, np.uint8) for e in examples])
    seeds = rng.integers(2**63, size=n, dtype=np.uint64)
    features, ends = afterstates(game, views, actions, seeds, WORLDS)
    seen, traits = roots(game, views, listed)
    return Batch(
        features, ends, values, weight, mover, played,
        np.stack([e.wins for e in examples]), np.stack([e.margins for e in examples]),
        seen, traits, targets,
    )  # fmt: skip


def _some(
    tried: NDArray[np.int64], own: NDArray[np.float32], most: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """The better half of so many moves by value, and others at random."""
    if len(tried) <= most:
        return tried
    order = tried[np.argsort(-own[tried], kind="stable")]
    half = most // 2
    return np.concatenate([order[:half], rng.choice(order[half:], most - half, replace=False)])
