"""Exact values by brute force, slow and simple, and endings of games to try them on."""

from __future__ import annotations

import random
from collections.abc import Iterator

from conformance.walks import Walk

from eminence import engines, solver
from eminence.solver.exact.outlooks import essence_of

#: as in the solver: smaller differences are rounding
EQUAL = 1e-9

#: win share, rank and score of every seat
Ends = tuple[engines.Return, ...]


class TooMany(Exception):
    """More states than a plain loop should look at."""


class Brute:
    """Max^n with averaged chance, once per state: nothing is pruned or wiped."""

    def __init__(self, most: int):
        self.most = most
        self.known: dict[bytes, Ends] = {}

    def ends(self, state: engines.State) -> Ends:
        if state.over:
            return tuple(state.returns())
        data = state.to_bytes()
        if data not in self.known:
            if len(self.known) >= self.most:
                raise TooMany
            # Counted before it is known, so that deep lines count as well.
            self.known[data] = ()
            self.known[data] = self._below(state)
        return self.known[data]

    def _below(self, state: engines.State) -> Ends:
        if state.player == engines.CHANCE:
            parts = [(p, self.after(state, o)) for o, p in state.outcomes()]
            return tuple(
                engines.Return(*(sum(p * ends[seat][k] for p, ends in parts) for k in range(3)))
                for seat in range(state.game.seats)
            )
        options = [self.after(state, action) for action in state.actions()]
        return options[first_best(options, state.player)]

    def after(self, state: engines.State, choice: int) -> Ends:
        child = state.copy()
        child.apply(choice)
        return self.ends(child)


def first_best(options: list[Ends], seat: int) -> int:
    """The first option that no other beats, found as a reader of a list would."""
    best = 0
    for i, ends in enumerate(options):
        if is_better(ends[seat], options[best][seat]):
            best = i
    return best


def is_better(one: engines.Return, other: engines.Return) -> bool:
    """More wins; else the better rank; else more points."""
    if abs(one.win - other.win) > EQUAL:
        return one.win > other.win
    if abs(one.rank - other.rank) > EQUAL:
        return one.rank < other.rank
    return one.score > other.score + EQUAL


def endings(
    game: engines.Game, count: int, most: int, seed: int = 0
) -> Iterator[tuple[engines.State, Brute]]:
    """Positions late in random games, one of each, with at most so many states below them."""
    rng, number = random.Random(seed), seed
    while count:
        oracle, small = Brute(most), []
        try:
            for state in reversed([state.copy() for state in Walk(game, number)][:-1]):
                oracle.ends(state)
                small.append(state)
        except TooMany:
            pass
        number += 1
        # A random game may end while much could still have happened.
        if small:
            count -= 1
            yield rng.choice(small[len(small) // 2 :]), oracle


def open_views(
    game: engines.Game, count: int, last: int, seed: int = 0
) -> list[tuple[engines.View, solver.Solved]]:
    """Solved views in which nothing hidden matters, and whose moves differ in value.

    Each is of another random game, among its last so many decisions.
    """
    rng, number, found = random.Random(seed), seed, []
    while len(found) < count:
        states = [state.copy() for state in Walk(game, number) if state.player >= 0][-last:]
        number += 1
        answers = [solver.solved(s.view(s.player), nodes=5_000) for s in states if essence_of(s)[1]]
        telling = [a for a in answers if a is not None and len(a.equals) < len(a.moves)]
        if telling:
            answer = rng.choice(telling)
            found.append((answer.position, answer))
    return found
