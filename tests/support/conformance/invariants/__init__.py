"""What a game's own rules promise about every state and every step.

A game that has such promises beyond its `check` gives them in a module of its name here, with
one or both of

    broken_by_state(state) -> Iterator[str]
    broken_by_step(before, after) -> Iterator[str]

which yield one phrase for each promise that does not hold. Real games are checked with them, and so
is play from broken positions that were accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from eminence import engines


@cache
def _module(game: str) -> ModuleType | None:
    name = f"{__name__}.{game}"
    return None if find_spec(name) is None else import_module(name)


def _named(game: str, name: str) -> Callable[..., Iterator[str]]:
    return getattr(_module(game), name, lambda *_: iter(()))


def broken_by_state(state: engines.State) -> Iterator[str]:
    """The promises that a state breaks."""
    yield from _named(state.game.name, "broken_by_state")(state)


def broken_by_step(before: engines.State, after: engines.State) -> Iterator[str]:
    """The promises that a step from one state to the next breaks."""
    yield from _named(after.game.name, "broken_by_step")(before, after)


def uneven_sums(state: engines.State) -> Iterator[str]:
    """For games whose sources of points add up to the score: where they do not."""
    if not state.over:
        return
    for seat, (final, points) in enumerate(zip(state.returns(), state.sources(), strict=True)):
        total = sum(points.values())
        if abs(total - final.score) > 1e-9:
            yield f"the points of seat {seat} add up to {total}, its score is {final.score}"
