"""What the greedy agent looks at, and in which order."""

import pytest

from eminence import engines, search

RED, BLUE, DIE, OTHER_DIE = range(4)


def test_takes_the_winning_cell(noughts):
    state = noughts("x(0,0)", "o(1,1)", "x(0,1)", "o(2,2)")
    result = search.Greedy().search(state.view(0))
    assert state.text(result.best) == "x(0,2)"
    assert [move.value for move in result.moves] == [1.0, 0.5, 0.5, 0.5, 0.5]
    assert {move.visits for move in result.moves} == {8}


def test_stands_where_evaluate_says(pebbles):
    result = search.Greedy(worlds=3).search(pebbles.root().view(0))
    assert result.best == RED
    assert [move.value for move in result.moves] == pytest.approx([0.02, 0.01, 0, 0])
    assert [move.prior for move in result.moves] == [0, 1, 0, 0]


def test_looks_at_its_own_standing_from_the_second_seat_too(pebbles):
    state = pebbles.root()
    state.apply(BLUE)
    assert search.Greedy().search(state.view(1)).best == RED


def test_own_weights_go_over_the_games_own(pebbles):
    view = pebbles.root().view(0)
    assert search.Greedy(weights={"blue": 3}).search(view).best == BLUE
    assert search.Greedy(weights={"red": 0.5}).search(view).best == BLUE
    assert search.Greedy().search(view).best == RED


def test_two_agents_of_one_game_may_use_different_weights(pebbles, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("blue = 3\n")
    state = pebbles.root()
    for spec, expected in ((f"greedy:weights={file}", BLUE), ("greedy", RED)):
        action = search.make(spec).search(state.view(state.player)).best
        assert action == expected
        state.apply(action)


def test_priors_decide_between_equals(pebbles):
    view = pebbles.root().view(0)
    level = {"red": 1.0, "blue": 1.0}
    assert search.Greedy(weights={**level, "favourite": 0}).search(view).best == RED
    assert search.Greedy(weights={**level, "favourite": 1}).search(view).best == BLUE


def test_priors_decide_when_evaluate_says_nothing(pebbles):
    view = pebbles.root().view(0)
    blind = {"red": 0, "blue": 0, "pips": 0}
    for favourite in range(4):
        bot = search.Greedy(weights={**blind, "favourite": favourite})
        assert bot.search(view).best == favourite


def test_every_action_meets_the_same_dice(pebbles):
    """Two ways of throwing one die get exactly the same mean, and it is a die's mean."""
    view = pebbles.root().view(0)
    means = []
    for seed in range(40):
        moves = search.Greedy(worlds=5, weights={"pips": 1}, seed=seed).search(view).moves
        assert moves[DIE].value == moves[OTHER_DIE].value
        means.append(moves[DIE].value)
    assert len(set(means)) > 5
    assert sum(means) / len(means) == pytest.approx(0.035, abs=0.004)


def test_the_end_counts_as_win_share_and_not_by_evaluate(pebbles):
    state = pebbles.root()
    for step in (DIE, 1, RED, RED):
        state.apply(step)
    moves = search.Greedy(worlds=60).search(state.view(1)).moves
    assert moves[RED].value == 0.0
    assert 0.5 < moves[DIE].value < 1.0


def test_means_run_over_different_worlds(kuhn):
    """The last seat, facing a bet, wins a call in some of the deals it can imagine."""
    game = kuhn.game
    state = game.root()
    for card in (0, 3, 2):
        state.apply(card)
    for move in ("bet", "pass"):
        state.apply(state.parse(move))
    fold, call = search.Greedy(worlds=200, beyond=0).search(state.view(2)).moves
    assert fold.value == 0.0
    # Seat 0 bet with card 0, 1 or 3, all alike to seat 2, which holds card 2.
    assert call.value == pytest.approx(2 / 3, abs=0.1)


def test_a_game_without_weights_says_so(kuhn):
    with pytest.raises(
        engines.BadOption, match=r"weights: red: no weight of kuhn_poker; it has none"
    ):
        search.Greedy(weights={"red": 1}).search(kuhn.view(0))
