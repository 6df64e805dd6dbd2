"""Your own agent in a few lines: it looks at priors and nothing else.

python examples/own_agent.py
"""

from __future__ import annotations

from typing import ClassVar

import eminence
from eminence.experiments.games.driver import play_game


class Impulsive(eminence.Agent):
    """Plays the action with the highest prior."""

    name = "impulsive"
    parameters: ClassVar[dict] = {}

    def choose(self, view: eminence.View, actions: list[int]) -> eminence.Result:
        scores = view.priors()
        moves = tuple(
            eminence.Move(view, action, prior=score)
            for action, score in zip(actions, scores, strict=True)
        )
        return eminence.Result(actions[scores.index(max(scores))], moves)


def main() -> None:
    game = eminence.load("royals", players=2)
    won = 0.0
    for seed in range(10):
        bots = [Impulsive(), eminence.Random(seed=seed)]
        won += play_game(game, bots, seed).returns[0].win
    print(f"impulsive won {won:g} of 10 games against random")


if __name__ == "__main__":
    main()
