"""Steps of random games, and what games tell of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from conformance.walks import Walk

from eminence import engines


class Step(NamedTuple):
    """A step as somebody sees it: the positions before and after it, and the sentences."""

    before: engines.State
    after: engines.State
    sentences: list[str]


def steps(game: engines.Game, seed: int, viewer: int, most: int = 100_000) -> Iterator[Step]:
    """The steps of a random game, with what the viewer is told of each."""
    walk = Walk(game, seed)
    for _ in range(most):
        if walk.state.over:
            return
        before = walk.state.copy()
        walk.play(walk.choose())
        after = walk.state.copy()
        happened = game.words.happened(before.view(viewer), after.view(viewer))
        yield Step(before, after, happened)
