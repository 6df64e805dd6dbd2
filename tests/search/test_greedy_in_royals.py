"""Greedy in a real game: stronger than chance, and each seat by its own weights."""

from __future__ import annotations

import pytest

from eminence import engines, search
from eminence.experiments.games.driver import play_game

pytestmark = pytest.mark.slow

EDITIONS = ("abacusspiele", "arcane_wonders")
BLOCKS = 30

#: Cards in hand are everything: a player who never parts with them.
HOARDER = """
[weights]
card = 40.0
set = 5.0
"""


def share_of_wins(game: engines.Game, one: str, other: str, blocks: int) -> float:
    """The win share of `one` over both seats of each seed."""
    won = 0.0
    for seed in range(blocks):
        bots = [search.make(f"{one}:seed={seed}"), search.make(f"{other}:seed={seed}")]
        won += play_game(game, bots, seed).returns[0].win
        won += play_game(game, bots[::-1], seed).returns[1].win
    return won / (2 * blocks)


@pytest.mark.parametrize("edition", EDITIONS)
def test_greedy_beats_random_in_over_95_percent_of_two_player_games(edition: str) -> None:
    game = engines.load("royals", players=2, edition=edition)
    assert share_of_wins(game, "greedy", "random", BLOCKS) > 0.95


@pytest.fixture
def hoarder(tmp_path) -> str:
    file = tmp_path / "mine.toml"
    file.write_text(HOARDER)
    return f"greedy:weights={file}"


def test_two_seats_of_one_game_may_use_different_weights(hoarder: str) -> None:
    """Each seat plays exactly what its own weights say, whoever sits beside it."""
    game = engines.load("royals", players=2)
    plain = search.make("greedy")
    mine = search.make(hoarder)
    asked = differing = 0

    def watch(state: engines.State, action: int, result: search.Result | None) -> None:
        nonlocal asked, differing
        if result is None:
            return
        view = state.view(state.player)
        own, other = (mine, plain) if state.player == 0 else (plain, mine)
        assert result == own.search(view)
        asked += 1
        differing += result.best != other.search(view).best

    played = play_game(game, [mine, plain], seed=5, on_step=watch)
    assert differing > asked / 20
    assert played.returns[1].score > played.returns[0].score


def test_weights_change_the_evaluation_they_name() -> None:
    state = engines.load("royals", players=2).root()
    state.resolve(engines.Chance(1))
    while state.data["round"] < 3:
        state.apply(state.actions()[0])
        state.resolve(engines.Chance(1))
    even = state.evaluate({"spread": 1e9})
    assert even == pytest.approx([0.5, 0.5], abs=1e-6)
    assert state.evaluate() != state.evaluate({"card": 40.0})
    assert sum(state.evaluate()) == pytest.approx(1)
