"""`solve` against brute force, its refusals, and which views it answers."""

from __future__ import annotations

import re

import pytest
from conformance.pocket import pocket
from oracles import EQUAL, endings, first_best, open_views
from royals_builder import EDITIONS, EVERY_GAME
from toys import kind_or_spiteful
from trees import Choice, End, Event, TreeNode, pay, played, tree_game, zero_sum

from eminence import engines, solver
from eminence.solver.exact.outlooks import essence_of

#: games from rulebooks; endings of Royals are tried apart
BOARD_GAMES = {"blood_of_kings", "bruges", "royals", "wallenstein"}
REFERENCE = [
    ("connect_four", {}),
    ("goofspiel", {"num_cards": 4}),
    ("goofspiel", {"players": 3, "num_cards": 4}),
    ("kuhn_poker", {}),
    ("kuhn_poker", {"players": 4}),
    ("leduc_poker", {}),
    ("phantom_ttt", {}),
    ("stacks", {"players": 2}),
    ("stacks", {"players": 3}),
    ("tic_tac_toe", {}),
]
#: Positions of each; 200 of Royals, most of them in the soak, and 200 of the others.
ENDINGS = 25
FEW_ENDINGS = 8
REFERENCE_ENDINGS = 20


def agree(game: engines.Game, count: int, most: int) -> None:
    """What the position and every move lead to, the move itself, and the lines."""
    for state, oracle in endings(game, count, most):
        found = solver.solve(state)
        assert found.told_apart
        are_alike(found.ends, oracle.ends(state), state)
        if state.player >= 0:
            expected = [oracle.after(state, action) for action in state.actions()]
            assert [move.action for move in found.moves] == state.actions()
            for move, ends in zip(found.moves, expected, strict=True):
                are_alike(move.ends, ends, state)
                leads_there(move, state)
            assert found.best == state.actions()[first_best(expected, state.player)]


def are_alike(found, expected, state: engines.State) -> None:
    for one, other in zip(found, expected, strict=True):
        assert tuple(one) == pytest.approx(tuple(other), abs=EQUAL), state.to_json()


def leads_there(move: solver.SolvedMove, state: engines.State) -> None:
    """Its line is legal to the end; where no event matters, it ends as predicted."""
    state = state.copy()
    assert move.line.texts[0] == f"seat {state.player}: {move.text}"
    for step, _ in move.line.steps:
        state.apply(step)
    assert state.over
    if move.line.is_certain:
        are_alike(state.returns(), move.ends, state)


def test_every_reference_game_is_tried() -> None:
    assert {name for name, _ in REFERENCE} == set(engines.names()) - BOARD_GAMES
    assert len(REFERENCE) * REFERENCE_ENDINGS == len(EVERY_GAME) * ENDINGS == 200


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), REFERENCE)
def test_solving_equals_brute_force_in_the_reference_games(name: str, options: dict) -> None:
    agree(engines.load(name, **options), REFERENCE_ENDINGS, most=1000)


@pytest.mark.slow
@pytest.mark.parametrize("count", [FEW_ENDINGS, pytest.param(ENDINGS, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("edition", "players"), EVERY_GAME)
def test_solving_equals_brute_force_in_royals(edition: str, players: int, count: int) -> None:
    agree(engines.load("royals", players=players, edition=edition), count, most=3000)


@pytest.mark.slow
def test_lines_that_cannot_matter_are_left_out() -> None:
    """Alpha-beta: fewer states than there are, in a game without chance."""
    looked = there = 0
    for state, oracle in endings(engines.load("connect_four"), 10, most=2000):
        before = len(oracle.known)
        oracle.known.clear()
        oracle.ends(state)
        looked += solver.solve(state).nodes
        there += len(oracle.known)
        assert before >= len(oracle.known)
    assert looked < there / 2


def test_outcomes_that_cannot_matter_are_left_out() -> None:
    """Star1: after a sure 0.6, an event is left once two of its four outcomes are losses."""

    def event(*wins: float) -> Event:
        ends = [Choice(0, {f"end {i}": zero_sum(2 * w - 1)}) for i, w in enumerate(wins)]
        return Event({f"outcome {i}": (1 / len(ends), end) for i, end in enumerate(ends)})

    root = Choice(0, {"first": Choice(0, {"sure": zero_sum(0.2), "risky": event(0, 0, 1, 1)})})
    other = Choice(0, {"first": Choice(0, {"sure": zero_sum(0.2), "risky": event(1, 0, 1, 1)})})
    looked = []
    for tree in (root, other):
        found = solver.solve(tree_game("star", tree, seats=2, reach=(-1, 1)).root())
        looked.append(found.nodes)
    assert found.values[0] == pytest.approx(0.75)
    # The position itself, the choice, the event, and its outcomes: two of four, and all.
    assert looked == [4, 6]


def test_seats_play_for_themselves_not_against_each_other() -> None:
    found = solver.solve(kind_or_spiteful().root())
    assert [move.text for move in found.moves if move.action == found.best] == ["left"]
    assert found.values == pytest.approx((0.8, 0.9, 0.0))


def test_the_first_of_equal_moves_counts() -> None:
    tree = Choice(0, {"a": zero_sum(0), "b": zero_sum(1), "c": zero_sum(1)})
    found = solver.solve(tree_game("equals", tree, seats=2, reach=(-1, 1)).root())
    texts = {move.action: move.text for move in found.moves}
    assert texts[found.best] == "b"
    assert [texts[action] for action in found.equals] == ["b", "c"]
    assert found.text == "solved: b, as good as 1 other, win shares 100.0 % 0.0 %"


def by_rank(name: str, root: Choice | Event, seats: int) -> engines.Game:
    """The highest payoff wins, and it is the score."""
    return tree_game(name, root, seats=seats)


def test_of_moves_that_win_as_much_rank_and_score_decide() -> None:
    """Lost for seat 0; second with 7 points is better than last, or than second with 6."""
    ends = {"last": pay(1, 5, 9), "six": pay(6, 5, 9), "a": pay(7, 5, 9), "b": pay(7, 4, 9)}
    found = solver.solve(by_rank("lost", Choice(0, ends), 3).root())
    assert [move.text for move in found.ranked] == ["a", "b", "six", "last"]
    assert found.best == found.ranked[0].action
    assert found.ends == ((0, 2, 7), (0, 3, 5), (1, 1, 9))
    assert (len(found.equals), len(found.alike)) == (4, 2)
    assert found.text == (
        "solved: a, as good as 1 other, by rank and score the best of 4 that win as much, "
        "win shares 0.0 % 0.0 % 100.0 %"
    )
    assert [move["text"] for move in found.to_dict()["moves"]] == ["a", "b", "six", "last"]


@pytest.mark.parametrize("seats", [2, 3])
def test_every_seat_looks_at_rank_and_score_where_it_wins_as_much(seats: int) -> None:
    """Seat 1 wins anyway and takes 9 rather than 8, which leaves seat 0 with 3."""
    rest = [0] * (seats - 2)
    generous = Choice(1, {"eight": pay(4, 8, *rest), "nine": pay(3, 9, *rest)})
    root = Choice(0, {"stop": pay(2, 9, *rest), "on": generous})
    found = solver.solve(by_rank(f"on of {seats}", root, seats).root())
    assert found.ranked[0].text == "on"
    assert [end.score for end in found.ends[:2]] == [3, 9]
    assert found.ranked[0].line.texts == ("seat 0: on", "seat 1: nine")


def test_a_line_tells_what_chance_may_decide_and_nothing_else() -> None:
    same = Choice(1, {"yes": pay(5, 3)})
    idle = Event({"sun": (0.5, same), "rain": (0.5, same)})
    toss = Event({"heads": (0.25, pay(2, 4)), "tails": (0.75, pay(8, 4))})
    found = solver.solve(by_rank("weather", Choice(0, {"idle": idle, "toss": toss}), 2).root())
    best, other = found.ranked
    assert best.line.texts == ("seat 0: idle", "seat 1: yes")
    assert best.line.is_certain
    assert other.line.texts == ("seat 0: toss", "chance: tails (75 %)")
    assert not other.line.is_certain
    assert other.ends == ((0.75, 1.25, 6.5), (0.25, 1.75, 4))
    assert "At its end:\n  seat 0: win share 100.0 %, rank 1, score 5\n" in found.why()
    alone = solver.solve(by_rank("toss", Choice(0, {"toss": toss, "lose": pay(0, 9)}), 2).root())
    assert "To expect, whatever chance brings:\n" in alone.why()
    assert "  seat 0: win share 75.0 %, rank 1.25, score 6.5\n" in alone.why()


def test_where_ranks_and_scores_are_too_many_to_compare_it_says_so() -> None:
    """Seat 0 wins everywhere, so one look at each level shows that; scores are many."""
    tree = pay(1, 0)
    for depth in range(7):
        parts = {f"{depth} by {i}": _richer(tree, i) for i in range(3)}
        tree = Choice(depth % 2, parts)
    game = by_rank("rich", tree, 2)
    whole = solver.solve(game.root())
    assert whole.told_apart
    assert whole.ends[0].score > 1
    short = solver.solve(game.root(), nodes=whole.nodes)
    assert not short.told_apart
    assert short.values == whole.values == (1, 0)
    assert short.best == short.moves[0].action, "the first that loses nothing"
    assert "too many to compare their ranks and scores" in short.why()
    assert "by rank and score" not in short.text
    leads_there(short.ranked[0], game.root())


def _richer(tree: TreeNode, by: int) -> TreeNode:
    """The same with more points for seat 0 at every end."""
    if isinstance(tree, End):
        return pay(tree.pay[0] + by, tree.pay[1])
    moves = {name: _richer(below, by) for name, below in tree.moves.items()}
    return Choice(tree.seat, moves)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_long_line_is_followed_to_its_end(seats: int) -> None:
    """Deeper than twice the room that a walk begins with."""
    tree = pay(1, *[0] * (seats - 1))
    for i in range(150):
        tree = Choice(i % seats, {"on": tree, "stop": pay(*[0.5] * seats)})
    game = tree_game(f"long line of {seats}", tree, seats=seats, reach=(0, 1))
    found = solver.solve(game.root())
    assert found.nodes == 149
    # Seat 0 makes the last choice and goes on; the seat before it should stop.
    assert found.values == pytest.approx([0.5] * seats)
    assert solver.Tree(game).n_nodes == 301


def test_a_finished_game_and_an_event_have_values_and_no_move() -> None:
    kuhn = engines.load("kuhn_poker").root()
    dealt = solver.solve(kuhn)
    assert (dealt.best, dealt.moves, dealt.equals) == (None, (), ())
    assert dealt.values == pytest.approx((0.5, 0.5))
    kuhn.resolve(engines.Chance(1))
    while not kuhn.over:
        kuhn.apply(0)
    assert solver.solve(kuhn).values == tuple(seat.win for seat in kuhn.returns())
    assert solver.solve(kuhn).text.startswith("solved: win shares")


def test_tic_tac_toe_is_a_draw_and_this_position_is_not(noughts) -> None:
    assert solver.solve(noughts()).values == (0.5, 0.5)
    won = solver.solve(noughts("x(0,0)", "o(0,1)"))
    assert won.values == (1.0, 0.0)


def test_what_is_too_large_is_refused_in_one_line() -> None:
    state = engines.load("connect_four").root()
    with pytest.raises(engines.Unsolved, match="more than 1000 states") as caught:
        solver.solve(state, nodes=1000)
    assert "\n" not in str(caught.value)
    assert solver.solved(state.view(0), nodes=1000) is None


def test_the_limit_is_exact(noughts) -> None:
    state = noughts("x(0,0)", "o(0,1)", "x(1,1)")
    needed = solver.solve(state).nodes
    assert solver.solve(state, nodes=needed).nodes == needed
    with pytest.raises(engines.Unsolved):
        solver.solve(state, nodes=needed - 1)


@pytest.mark.parametrize("nodes", [0, -1, True, 1.5, "many"])
def test_a_limit_that_makes_no_sense_is_refused(nodes, noughts) -> None:
    with pytest.raises(
        engines.BadOption,
        match=re.escape(f"nodes: expected a whole number from 1 up, got {nodes!r}"),
    ):
        solver.solve(noughts(), nodes=nodes)


def test_solving_leaves_the_position_as_it_was(noughts) -> None:
    state = noughts("x(0,0)")
    before = state.to_bytes()
    solver.solve(state)
    assert state.to_bytes() == before


# --- views ---


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", "goofspiel", "phantom_ttt"])
def test_a_view_with_secrets_is_refused(name: str) -> None:
    """Solving any one world would answer with cards that the seat cannot see."""
    state = engines.load(name).root()
    state.resolve(engines.Chance(1))
    with pytest.raises(engines.Unsolved, match="what is hidden from a seat may still matter"):
        solver.solve(state.view(state.player))
    assert solver.solved(state.view(state.player)) is None


def test_a_game_that_calls_hidden_things_open_is_not_believed() -> None:
    """Its views and worlds differ in what it says matters."""
    state = pocket("open essence").root()
    for step in (1, 2, 0, 1, 0, 0):
        state.apply(step if state.player == engines.CHANCE else state.actions()[step % 2])
    assert essence_of(state.view(state.player))[1]
    with pytest.raises(engines.Unsolved, match="what is hidden"):
        solver.solve(state.view(state.player))


def test_an_open_view_is_solved_like_its_state(noughts) -> None:
    state = noughts("x(0,0)", "o(0,1)")
    by_view, by_state = solver.solve(state.view(0)), solver.solve(state)
    assert (by_view.values, by_view.moves) == (by_state.values, by_state.moves)


def test_only_who_is_to_move_may_ask(noughts) -> None:
    with pytest.raises(engines.IllegalAction, match="seat 0 is to move"):
        solver.solve(noughts().view(1))


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_others_hold_never_changes_the_answer_to_a_view(edition, players) -> None:
    """Royals, the last turn: all worlds of the view are worth the same, move by move."""
    game = engines.load("royals", players=players, edition=edition)
    for view, answer in open_views(game, 5, last=10):
        for seed in range(5):
            assert solver.solve(view.sample(seed)).moves == answer.moves


def test_a_line_played_by_names_is_the_one_that_was_solved(noughts) -> None:
    found = solver.solve(kind_or_spiteful().root())
    left = played(kind_or_spiteful(), "left")
    assert solver.solve(left).values == found.values
