"""Tree reuse: the next search begins with what the last one learned about its root."""

from __future__ import annotations

import pytest

from eminence import engines, search

MODES = ("so", "mo", "is")


def played_on(name: str, spec: str) -> tuple[search.Agent, engines.State]:
    """An agent that has searched, and the state when it is to move again."""
    game = engines.load(name)
    state, chance, bot = game.root(), engines.Chance(3), search.make(spec)
    state.resolve(chance)
    seat = state.player
    first = bot.search(state.view(seat))
    while True:
        view = state.view(state.player)
        state.apply(first.best if state.player == seat else search.make("greedy").search(view).best)
        state.resolve(chance)
        if state.player == seat:
            return bot, state


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_the_next_root_keeps_its_visits(name: str, mode: str) -> None:
    bot, state = played_on(name, f"ismcts:iterations=2000,mode={mode},reuse=yes")
    again = bot.search(state.view(state.player))
    assert again.iterations == 2000
    assert sum(m.visits for m in again.moves) > 2000
    fresh = search.make(f"ismcts:iterations=2000,mode={mode}").search(state.view(state.player))
    assert sum(m.visits for m in fresh.moves) == 2000


def test_values_stay_means_of_all_visits() -> None:
    bot, state = played_on("tic_tac_toe", "ismcts:iterations=500,reuse=yes")
    for move in bot.search(state.view(state.player)).moves:
        assert move.visits == 0 or 0 <= move.values[state.player] <= 1
        assert move.visits == 0 or move.value == move.values[state.player]


def test_off_by_default_and_then_the_past_does_not_matter() -> None:
    bot, state = played_on("connect_four", "ismcts:iterations=300")
    view = state.view(state.player)
    assert bot.search(view) == search.make("ismcts:iterations=300").search(view)


def test_a_view_that_was_never_met_gets_a_new_tree() -> None:
    bot = search.make("ismcts:iterations=100,reuse=yes")
    state = engines.load("connect_four").root()
    bot.search(state.view(0))
    for action in (0, 0, 1, 1, 6, 6, 5, 5):
        state.apply(action)
    result = bot.search(state.view(0))
    assert sum(m.visits for m in result.moves) == 100


def test_a_game_with_hidden_cards_can_be_played_with_reuse() -> None:
    game = engines.load("royals", players=2)
    bots = [search.make("ismcts:iterations=60,reuse=yes"), search.make("greedy")]
    state, chance, kept = game.root(), engines.Chance(1), 0
    state.resolve(chance)
    while not state.over and state.data["round"] < 6:
        result = bots[state.player].search(state.view(state.player))
        if state.player == 0 and len(result.moves) > 1:
            kept += sum(m.visits for m in result.moves) > 60
        state.apply(result.best)
        state.resolve(chance)
    assert kept > 3
