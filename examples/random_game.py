"""Play one random game and print how it ended.

`python examples/random_game.py kuhn_poker 3` plays Kuhn poker with seed 3.
"""

from __future__ import annotations

import sys

import eminence
from eminence.experiments.games.driver import play_game


def random_game(name: str, seed: int) -> list[eminence.Return]:
    """The results of a game in which every seat plays at random."""
    game = eminence.load(name)
    players = [eminence.Random(seed=seed + seat) for seat in range(game.seats)]
    return list(play_game(game, players, seed).returns)


def main(name: str = "kuhn_poker", seed: str = "0") -> None:
    for seat, end in enumerate(random_game(name, int(seed))):
        print(f"seat {seat}: rank {end.rank:g}, score {end.score:g}")


if __name__ == "__main__":
    main(*sys.argv[1:])
