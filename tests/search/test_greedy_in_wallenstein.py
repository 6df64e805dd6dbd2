"""Greedy in Wallenstein: stronger than chance, planning included."""

from __future__ import annotations

import pytest

from eminence import engines
from eminence.experiments.games.block import play_block

pytestmark = pytest.mark.slow

SEEDS = range(12)


@pytest.mark.parametrize("setup", ["default", "draft"])
def test_greedy_beats_two_random_players_in_over_90_percent_of_games(setup: str) -> None:
    game = engines.load("wallenstein", players=3, setup=setup)
    blocks = [
        play_block(game, [f"greedy:seed={seed}", "random:seed=1", "random:seed=2"], seed)
        for seed in SEEDS
    ]
    wins = [g.wins[0] for block in blocks for g in block.games]
    assert sum(wins) / len(wins) > 0.9


def test_greedy_plans_better_than_it_would_by_chance() -> None:
    """With random plans and greedy moves it would not build: points come from the plan."""
    game = engines.load("wallenstein", players=3)
    scores = [0.0, 0.0]
    for seed in SEEDS:
        for played in play_block(game, ["greedy", "random:seed=1", "random:seed=2"], seed).games:
            scores[0] += played.scores[0]
            scores[1] += max(played.scores[1:])
    assert scores[0] > 1.5 * scores[1]
