"""Watch a game from one seat: what it knows, and worlds that fit that, move by move.

`python examples/watch_a_view.py kuhn_poker 0 3` watches seat 0 of the game with seed 3.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import eminence


def views(name: str, seat: int, seed: int) -> Iterator[eminence.View]:
    """The views of one seat of a random game, from the first decision to the end."""
    game = eminence.load(name)
    chance = eminence.Chance(seed)
    player = eminence.Random(seed)
    state = game.root()
    state.resolve(chance)
    while not state.over:
        yield state.view(seat)
        state.apply(player.search(state.view(state.player)).best)
        state.resolve(chance)
    yield state.view(seat)


def main(name: str = "kuhn_poker", seat: str = "0", seed: str = "0") -> None:
    for step, view in enumerate(views(name, int(seat), int(seed))):
        print(f"--- step {step}: what seat {seat} knows\n{view}")
        print(f"one world that fits it:\n{view.sample(seed=step)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
