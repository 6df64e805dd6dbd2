"""Small games told move by move, for the tests of their rules."""

from __future__ import annotations

import json

from eminence import engines


def play(name: str, *moves: int | str, **options: int) -> engines.State:
    """A game after some moves: ids, or texts as a person says them."""
    state = engines.load(name, **options).root()
    for move in moves:
        state.apply(state.parse(move) if isinstance(move, str) else move)
    return state


def scores(state: engines.State) -> list[float]:
    return [r.score for r in state.returns()]


def wins(state: engines.State) -> list[float]:
    return [r.win for r in state.returns()]


def edited(state: engines.State, **position: object) -> str:
    """The JSON of a state with some fields of its position replaced."""
    written = json.loads(state.to_json())
    written["position"] |= position
    return json.dumps(written)
