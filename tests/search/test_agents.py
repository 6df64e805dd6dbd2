"""What every agent promises."""

import pickle

import pytest

from eminence import engines, search

SPECS = [
    "random",
    "random:seed=3",
    "greedy",
    "greedy:worlds=3,seed=2",
    "plan:iterations=80",
    "plan:iterations=80,seed=3",
    "scribe:iterations=20,full=80,deep=0.5",
]


@pytest.mark.parametrize("spec", SPECS)
def test_the_same_view_gets_the_same_answer_however_often_and_whoever_asks(spec, kuhn):
    view = kuhn.view(0)
    bot = search.make(spec)
    first = bot.search(view)
    bot.search(engines.load("tic_tac_toe").root().view(0))
    assert bot.search(view) == first
    assert search.make(spec).search(pickle.loads(pickle.dumps(view))) == first
    assert pickle.loads(pickle.dumps(bot)).search(view) == first


@pytest.mark.parametrize("spec", SPECS)
def test_what_the_seat_cannot_see_changes_nothing(spec):
    """Two deals that differ in the others' cards look alike to seat 0."""
    game = engines.load("kuhn_poker", players=3)
    answers = []
    for cards in ([1, 0, 2], [1, 3, 0]):
        state = game.root()
        for card in cards:
            state.apply(card)
        answers.append(search.make(spec).search(state.view(0)))
    assert answers[0] == answers[1]


@pytest.mark.parametrize("spec", SPECS)
def test_the_answer_lists_every_legal_action_in_order(spec, kuhn):
    result = search.make(spec).search(kuhn.view(0))
    assert [move.action for move in result.moves] == kuhn.actions()
    assert [move.text for move in result.moves] == ["pass", "bet"]
    assert result.best in kuhn.actions()


@pytest.mark.parametrize("spec", SPECS)
def test_a_forced_move_is_played_without_a_look(spec, noughts):
    state = noughts("x(0,0)", "o(0,1)", "x(0,2)", "o(1,1)", "x(1,0)", "o(1,2)", "x(2,1)", "o(2,0)")
    result = search.make(spec).search(state.view(0))
    assert result.best == 8
    assert result.moves == (search.Move(state.view(0), 8),)


@pytest.mark.parametrize("spec", SPECS)
def test_searching_leaves_the_view_as_it_was(spec, kuhn):
    view = kuhn.view(0)
    search.make(spec).search(view)
    assert view == kuhn.view(0)


@pytest.mark.parametrize("spec", SPECS)
def test_an_agent_refuses_what_it_must_not_see_or_cannot_answer(spec, kuhn, noughts):
    bot = search.make(spec)
    with pytest.raises(TypeError, match="never a State"):
        bot.search(kuhn)
    with pytest.raises(TypeError, match="gets a View, not str"):
        bot.search("kuhn_poker")
    with pytest.raises(engines.IllegalAction, match=r"seat 0 is to move, .* view of seat 1"):
        bot.search(kuhn.view(1))
    with pytest.raises(engines.IllegalAction, match="view of an onlooker"):
        bot.search(kuhn.view(engines.PUBLIC))
    with pytest.raises(engines.IllegalAction, match="chance event is pending"):
        bot.search(kuhn.game.root().view(0))
    over = noughts("x(0,0)", "o(1,0)", "x(0,1)", "o(1,1)", "x(0,2)")
    with pytest.raises(engines.IllegalAction, match="the game is over"):
        bot.search(over.view(0))


@pytest.mark.parametrize("bot", [search.Random, search.Greedy])
def test_the_seed_decides_among_equals_and_every_one_comes_up(bot, noughts):
    """Neither agent has a reason to prefer any cell of an empty board."""
    view = noughts().view(0)
    counts = [0] * 9
    for seed in range(900):
        counts[bot(seed=seed).search(view).best] += 1
    assert min(counts) > 60, counts


def test_random_plays_different_positions_by_unrelated_draws(noughts):
    """One seed must not lead to the same column in the whole game."""
    bot = search.Random(seed=5)
    opening = {bot.search(noughts(f"x({r},{c})").view(1)).best for r in range(3) for c in range(3)}
    assert len(opening) > 3
