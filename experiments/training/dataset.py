"""The lessons of many games as arrays, and the batches that a network is fitted to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.game import Game
from eminence.experiments.games.block import Block
from eminence.experiments.training.recipe import Recipe
from eminence.search.agents.plan import PlanSearch
from eminence.search.network.afterstates import afterstates, plan_afterstates, roots
from eminence.search.network.guide import Guidance
from eminence.search.network.lessons import Lesson, unpacked
from eminence.search.rollouts.rollouts import Finisher

#: moves of a position that a value is fitted to: half of them the best, the others drawn
MOVES = 12
#: moves of a position that the policy is fitted to
POLICY_MOVES = 48
#: visits that give a searched value half of the weight that it can have
HALF_TRUSTED = 16.0
#: worlds in which each move is tried, drawn anew for every batch
WORLDS = 2


@dataclass(frozen=True)
class Example:
    """A lesson with how its game ended."""

    lesson: Lesson
    game: int
    """The number of its game."""
    seed: int
    """That of its block. Games of one seed share their luck: all are fitted to, or none."""
    wins: NDArray[np.float32]
    margins: NDArray[np.float32]
    """How far each seat was ahead of the best other one, in points."""
    outlook: NDArray[np.float32]
    """The shares that later searches of the same seat and the end of the game suggest."""


@dataclass(frozen=True)
class Batch:
    """What a network is fitted to at once; the first axis is the position."""

    features: NDArray[np.float32]
    """(positions, moves, worlds, seats, features) after each move."""
    ends: NDArray[np.float32]
    """(positions, moves, worlds, seats): rewards where a move ends the game, else -1."""
    guessed: NDArray[np.float32]
    """(positions, moves, worlds, seats): logits by the game's own guidance, 0 if it is over."""
    values: NDArray[np.float32]
    """(positions, moves, seats): what the search found."""
    weight: NDArray[np.float32]
    """(positions, moves): how much the search looked at it; 0: no such move."""
    mover: NDArray[np.int32]
    played: NDArray[np.float32]
    """(positions, moves): 1 for the move that was made."""
    wins: NDArray[np.float32]
    margins: NDArray[np.float32]
    outlook: NDArray[np.float32]
    seen: NDArray[np.float32]
    """(positions, features) of the mover before its move."""
    traits: NDArray[np.int16]
    """(positions, policy moves, traits)"""
    priors: NDArray[np.float32]
    """(positions, policy moves): by the game's own guidance."""
    targets: NDArray[np.float32]
    """(positions, policy moves): the policy to learn; 0 where there is no move."""


def examples_of(
    blocks: Iterable[Block], trace: float = 1.0, points: float | None = None
) -> Iterator[Example]:
    """All lessons of these blocks; games are numbered in their order.

    `trace` is how much an outlook trusts what comes later: 1 for nothing but the end of the game, 0
    for nothing but the seat's next search. The end is worth the softmax of scores over `points`, as
    in `reward=points`; without, a win.
    """
    number = 0
    for block in blocks:
        for turn, game in enumerate(block.games):
            seats = len(game.wins)
            wins = np.array([game.wins[(s - turn) % seats] for s in range(seats)], np.float32)
            scores = [game.scores[(s - turn) % seats] for s in range(seats)]
            end = wins if points is None else points_shares(scores, points)
            for note in game.notes:
                lessons = unpacked(note)
                ahead = outlooks(lessons, end, trace)
                for lesson, outlook in zip(lessons, ahead, strict=True):
                    yield Example(lesson, number, block.seed, wins, margins_of(scores), outlook)
            number += 1


def points_shares(scores: Sequence[float], points: float) -> NDArray[np.float32]:
    """What final scores are worth by `reward=points`."""
    powers = np.exp((np.array(scores) - max(scores)) / points)
    return (powers / powers.sum()).astype(np.float32)


def outlooks(
    lessons: Sequence[Lesson], end: NDArray[np.float32], trace: float
) -> list[NDArray[np.float32]]:
    """What follows each lesson of one seat in one game: a mean that fades with distance.

    The end of a game is true but noisy, the next search is calm but knows no more than the
    network that it asked: TD(lambda) is between the two.
    """
    found, ahead = [], end
    for lesson in reversed(lessons):
        found.append(ahead)
        searched = lesson.values[lesson.visits.argmax()]
        ahead = (1 - trace) * searched + trace * ahead
    return found[::-1]


def margins_of(scores: Sequence[float]) -> NDArray[np.float32]:
    """How far each seat is ahead of the best other one."""
    points = np.array(scores, np.float32)
    others = [np.delete(points, seat).max() for seat in range(len(points))]
    return points - np.array(others, np.float32)


@dataclass(frozen=True)
class Choice:
    """Which moves of some positions a batch has, and what the search says of them."""

    actions: NDArray[np.int32]
    values: NDArray[np.float32]
    weight: NDArray[np.float32]
    played: NDArray[np.float32]
    listed: NDArray[np.int32]
    targets: NDArray[np.float32]

    @classmethod
    def none_yet(cls, n: int, seats: int, steps: int) -> Choice:
        """Room for the moves of n positions, of so many steps each."""
        return cls(
            actions=np.full((n, MOVES, steps), -1, np.int32),
            values=np.zeros((n, MOVES, seats), np.float32),
            weight=np.zeros((n, MOVES), np.float32),
            played=np.zeros((n, MOVES), np.float32),
            listed=np.full((n, POLICY_MOVES), -1, np.int32),
            targets=np.zeros((n, POLICY_MOVES), np.float32),
        )

    def fit_values(self, i: int, lesson: Lesson, moves: NDArray[np.int64]) -> None:
        """Take moves of position i that the value is fitted to."""
        part, visits = np.s_[i, : len(moves)], lesson.visits[moves]
        self.actions[i, : len(moves), : lesson.actions.shape[1]] = lesson.actions[moves]
        self.values[part] = lesson.values[moves]
        self.weight[part] = visits / (visits + HALF_TRUSTED)
        self.played[part] = moves == lesson.played

    def fit_policy(
        self, i: int, lesson: Lesson, moves: NDArray[np.int64], temperature: float
    ) -> None:
        """Take moves of position i that the policy is fitted to: the softmax of their values.

        A value from few visits is mostly noise: it is drawn towards the mean. Plans teach no
        policy: most of their first steps were never compared.
        """
        if lesson.is_plan:
            return
        part, visits = np.s_[i, : len(moves)], lesson.visits[moves]
        own, trust = lesson.values[moves, lesson.seat], visits / (visits + HALF_TRUSTED)
        mean = np.average(own, weights=visits)
        own = mean + trust * (own - mean)
        powers = np.exp((own - own.max()) / temperature)
        self.listed[part] = lesson.actions[moves, 0]
        self.targets[part] = powers / powers.sum()


def finisher_for(game: Game, recipe: Recipe) -> Finisher:
    """How games are played on to where a search with a recipe's settings asks its network."""
    return Finisher(game.table, recipe.settings(game), Guidance(game.table, game.weight_vector()))


def batch_of(
    game: Game,
    examples: Sequence[Example],
    rng: np.random.Generator,
    temperature: float,
    finisher: Finisher,
) -> Batch:
    """Positions of one game as the network's inputs and targets."""
    steps = max(example.lesson.actions.shape[1] for example in examples)
    choice = Choice.none_yet(len(examples), game.seats, steps)
    for i, example in enumerate(examples):
        lesson = example.lesson
        choice.fit_values(i, lesson, _some(lesson, MOVES, rng))
        choice.fit_policy(i, lesson, np.sort(_some(lesson, POLICY_MOVES, rng)), temperature)
    views = np.stack([np.frombuffer(e.lesson.view, np.uint8) for e in examples])
    seeds = rng.integers(2**63, size=len(examples), dtype=np.uint64)
    lessons = [example.lesson for example in examples]
    features, ends, guessed = after(game, lessons, choice.actions, seeds, WORLDS, finisher)
    seen, traits, priors = roots(game, views, choice.listed)
    return Batch(
        features=features,
        ends=ends,
        guessed=guessed,
        values=choice.values,
        weight=choice.weight,
        mover=np.array([example.lesson.seat for example in examples], np.int32),
        played=choice.played,
        wins=np.stack([example.wins for example in examples]),
        margins=np.stack([example.margins for example in examples]),
        outlook=np.stack([example.outlook for example in examples]),
        seen=seen,
        traits=traits,
        priors=priors,
        targets=choice.targets,
    )


def after(
    game: Game,
    lessons: Sequence[Lesson],
    actions: NDArray[np.int32],
    seeds: NDArray[np.uint64],
    worlds: int,
    finisher: Finisher,
) -> tuple[NDArray[np.float32], ...]:
    """(features, ends, guessed) after these moves and plans of the lessons.

    A move is one step, a plan is all of its steps and the others' replies.
    """
    views = np.stack([np.frombuffer(lesson.view, np.uint8) for lesson in lessons])
    found = afterstates(game, views, actions[:, :, 0].copy(), seeds, worlds, finisher)
    plans = [i for i, lesson in enumerate(lessons) if lesson.is_plan]
    if plans:
        begun = [game.view_from_bytes(lessons[i].view) for i in plans]
        how = {name: PlanSearch.parameters[name].default for name in ("guess", "heat")}
        planned = plan_afterstates(game, begun, actions[plans], seeds[plans], worlds, finisher, how)
        for whole, part in zip(found, planned, strict=True):
            whole[plans] = part
    return found


def _some(lesson: Lesson, most: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Moves that were tried, at most so many: the better half by value, others at random."""
    tried = np.flatnonzero(lesson.visits > 0)
    if len(tried) <= most:
        return tried
    order = tried[np.argsort(-lesson.values[tried, lesson.seat], kind="stable")]
    half = most // 2
    return np.concatenate([order[:half], rng.choice(order[half:], most - half, replace=False)])
