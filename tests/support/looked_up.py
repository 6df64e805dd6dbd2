"""What a person may look up of a game, and random games in which some moves are liked better."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from eminence import engines
from eminence.play.table.explanations import find_entry

#: of the legal actions of a state those that random players like
Liking = Callable[[engines.State, Sequence[int]], Sequence[int]]


def entry(game: engines.Game, name: str) -> str:
    """The text of what has this name."""
    return find_entry(game.words, name).text


def stands(state: engines.State, name: str, viewer: int = 0) -> str:
    """How things stand there, as a seat sees it."""
    return state.game.words.stands(state.view(viewer), name)


def note(state: engines.State, text: str) -> str:
    """The note on the move with this text, for the mover."""
    view = state.view(state.player)
    return state.game.words.note(view, view.parse(text))


def decisions(
    game: engines.Game, seed: int, liked: Liking | None = None, share: float = 0.0
) -> Iterator[engines.State]:
    """The decisions of a random game; with this share one of the liked moves is played."""
    state, chance, choice = game.root(), engines.Chance(seed), random.Random(seed)
    while True:
        state.resolve(chance)
        if state.over:
            return
        yield state
        options = state.actions()
        keen = liked(state, options) if liked else []
        is_keen = bool(keen) and choice.random() < share
        state.apply(choice.choice(keen if is_keen else options))
