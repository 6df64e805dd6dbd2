"""Trees, CFR, best replies and what they refuse."""

from __future__ import annotations

import pickle
import re

import numpy as np
import pytest
import trees
from conformance.pocket import pocket
from toys import biased_rps, kind_or_spiteful, my_hidden_move
from trees import Choice, End, Event, pay, tree_game, zero_sum

from eminence import engines, search, solver
from eminence.solver.equilibria.equilibrium import looks


@pytest.mark.parametrize(
    ("name", "options", "nodes", "infos"),
    [
        ("kuhn_poker", {}, 58, 12),
        ("kuhn_poker", {"players": 3}, 617, 48),
        ("leduc_poker", {}, 9457, 936),
        ("tic_tac_toe", {}, 549946, 294778),
    ],
)
def test_a_tree_has_every_history_once(name, options, nodes, infos) -> None:
    """The counts are those of the perft files and of the literature."""
    game = engines.load(name, **options)
    tree = solver.Tree(game)
    assert (tree.n_nodes, tree.n_infos) == (nodes, infos)
    if nodes < 100_000:
        assert sum(engines.perft(game.root(), 100)) == nodes


def test_a_tree_is_pickled_as_its_game(tmp_path) -> None:
    tree = solver.Tree(engines.load("kuhn_poker"), "win")
    again = pickle.loads(pickle.dumps(tree))
    assert (again.n_nodes, again.utility, again.game) == (58, "win", tree.game)


def test_seats_want_the_score_where_it_is_zero_sum_and_the_win_elsewhere() -> None:
    assert solver.Tree(engines.load("leduc_poker")).utility == "score"
    assert solver.Tree(engines.load("leduc_poker"), "win").utility == "win"
    assert solver.Tree(kind_or_spiteful()).utility == "win"
    tree = solver.Tree(kind_or_spiteful(), "score")
    assert (tree.utility, tree.zero_sum) == ("score", False)


def test_the_equilibrium_of_biased_rock_paper_scissors() -> None:
    """1/4, 1/2, 1/4 for both, and the value 0."""
    learned = solver.cfr(biased_rps(), 3000, "plus", utility="score")
    for seat in range(2):
        state = biased_rps().root()
        if seat:
            state.apply(0)
        chances = learned.policy.at(state.view(seat))
        assert list(chances.values()) == pytest.approx([0.25, 0.5, 0.25], abs=0.01)
    assert learned.value == pytest.approx(0, abs=1e-3)


def test_the_value_of_a_hidden_coin() -> None:
    """Hiding is worth 0 to a seat that mixes; it does not pay 0.2."""
    game = my_hidden_move()
    learned = solver.cfr(game, 2000, "plus", utility="score")
    assert learned.value == pytest.approx(0, abs=1e-2)
    chances = learned.policy.at(game.root().view(0))
    state = game.root()
    assert {state.text(a): round(p, 1) for a, p in chances.items()} == {
        "out": 0,
        "hide heads": 0.5,
        "hide tails": 0.5,
    }


@pytest.mark.parametrize("players", [3, 4])
def test_more_seats_run_and_promise_nothing(players: int) -> None:
    game = engines.load("kuhn_poker", players=players)
    first = solver.cfr(game, 10)
    later = solver.cfr(game, 1000)
    assert "no equilibrium is promised" in later.proof
    assert solver.nash_conv(game, later.policy) < solver.nash_conv(game, first.policy)
    assert solver.exploitability(game, later.policy) == pytest.approx(
        solver.nash_conv(game, later.policy) / players
    )
    assert "two seats and zero sum" in solver.cfr(engines.load("kuhn_poker"), 1).proof


def test_a_best_reply_is_no_worse_than_any_other_policy() -> None:
    """In three games of two and three seats, against random policies."""
    for game in (
        engines.load("kuhn_poker", players=3),
        engines.load("leduc_poker"),
        engines.load("goofspiel", num_cards=3),
    ):
        policy = solver.random_policy(game, seed=1)
        for seat in range(game.seats):
            reply = solver.best_response(game, policy, seat)
            assert solver.seat_values(reply.policy)[seat] == pytest.approx(reply.value)
            for seed in range(2, 6):
                pair = [policy] * game.seats
                pair[seat] = solver.random_policy(game, seed)
                other = solver.seat_values(solver.combine(pair))[seat]
                assert other <= reply.value + 1e-12


def test_a_best_reply_weighs_worlds_by_how_likely_the_others_make_them() -> None:
    """Seat 0 mostly bets with a king, so a queen should fold; against even bets it would call."""
    game = engines.load("kuhn_poker")
    policy = solver.uniform_policy(game)
    chances = policy.chances.copy()
    for card, bet in ((0, 0.01), (2, 0.99)):
        state = game.root()
        state.apply(card)
        state.apply(1)
        (info,) = policy.sharing[state.view(0).to_bytes()]
        chances[policy.slots(info)] = [1 - bet, bet]
    state = game.root()
    for step in (2, 1, 1):
        state.apply(step)
    for believed, call in ((policy, 1), (solver.Policy(policy.tree, chances), 0)):
        reply = solver.best_response(game, believed, 1)
        assert reply.policy.at(state.view(1))[1] == call


def test_an_equilibrium_cannot_be_exploited_and_an_open_game_is_played_right() -> None:
    """Tic-tac-toe: a seat that plays the proven moves loses to nobody."""
    tree = Choice(0, {"a": Choice(1, {"x": zero_sum(1), "y": zero_sum(-1)}), "b": zero_sum(0)})
    game = tree_game("open", tree, seats=2, reach=(-1, 1))
    learned = solver.cfr(game, 200, "plus", utility="score")
    assert solver.exploitability(game, learned.policy) < 1e-3
    assert learned.value == pytest.approx(solver.solve(game.root()).values[0] * 2 - 1, abs=1e-2)


@pytest.mark.parametrize("variant", ["vanilla", "plus", "external"])
def test_the_same_arguments_give_the_same_policy(variant: str) -> None:
    game = engines.load("leduc_poker")
    one, two = (solver.cfr(game, 50, variant, seed=7).policy.chances for _ in range(2))
    assert (one == two).all()
    other = solver.cfr(game, 50, variant, seed=8).policy.chances
    assert (one == other).all() == (variant != "external")


def test_looking_on_the_way_changes_nothing() -> None:
    game, seen = engines.load("kuhn_poker"), []
    watched = solver.cfr(game, 300, watch=lambda done, policy: seen.append((done, policy)))
    assert (watched.policy.chances == solver.cfr(game, 300).policy.chances).all()
    assert [done for done, _ in seen] == looks(300)
    assert {1, 10, 100, 300} <= set(looks(300))
    assert solver.exploitability(game, seen[0][1]) > solver.exploitability(game, seen[-1][1])


# --- refusals ---


def test_a_seat_that_forgets_what_it_did_is_refused(monkeypatch) -> None:
    """A toy whose mover, unlike in all others, is not shown its own move."""
    monkeypatch.setattr(trees, "_mask", lambda shown, mover: 0)
    again = {m: Choice(0, {"left": zero_sum(1), "right": zero_sum(-1)}) for m in "ab"}
    game = tree_game("forgetful", Choice(0, again), seats=2)
    with pytest.raises(engines.Unsolved, match="forgetful: seat 0 forgets what it did or saw"):
        solver.cfr(game, 1)


@pytest.mark.parametrize(
    ("flaw", "message"),
    [
        ("view keeps card", "seat 0 was shown the same in two histories, yet its views differ"),
        ("peeking actions", "seat 1 was shown the same in two histories, yet may do different"),
    ],
)
def test_a_game_that_breaks_its_promises_is_refused(flaw: str, message: str) -> None:
    with pytest.raises(engines.Unsolved, match=message):
        solver.Tree(pocket(flaw))
    assert solver.Tree(pocket("sound")).n_infos > 0


@pytest.mark.slow
def test_a_tree_that_is_too_large_is_refused_at_once() -> None:
    message = "royals: its tree has more than 4000000 nodes"
    with pytest.raises(engines.Unsolved, match=message):
        solver.cfr(engines.load("royals"), 1)
    with pytest.raises(engines.Unsolved, match="more than 57 nodes"):
        solver.Tree(engines.load("kuhn_poker"), nodes=57)
    assert solver.Tree(engines.load("kuhn_poker"), nodes=58).n_nodes == 58


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"variant": "magic"}, "variant='magic': choose vanilla, plus or external"),
        ({"iterations": 0}, "iterations: expected a whole number from 1 up, got 0"),
        ({"iterations": 1.5}, "iterations: expected a whole number from 1 up, got 1.5"),
        ({"utility": "fame"}, "utility='fame': choose score or win, or None"),
        ({"variant": "external", "seed": -1}, "seed"),
    ],
)
def test_bad_arguments_are_one_line(arguments: dict, message: str) -> None:
    with pytest.raises(engines.EminenceError, match=re.escape(message)) as caught:
        solver.cfr(engines.load("kuhn_poker"), **{"iterations": 1, **arguments})
    assert "\n" not in str(caught.value)


def test_a_policy_of_another_game_is_refused() -> None:
    kuhn, leduc = engines.load("kuhn_poker"), engines.load("leduc_poker")
    policy = solver.uniform_policy(kuhn)
    for ask in (solver.nash_conv, solver.exploitability):
        with pytest.raises(engines.BadOption, match=r"policy: for engines\.load"):
            ask(leduc, policy)
    with pytest.raises(engines.BadOption, match=r"expected a solver\.Policy, got str"):
        solver.nash_conv(kuhn, "uniform")
    for seat in (-1, 2, True, "0"):
        with pytest.raises(engines.BadOption, match="expected a whole number from 0 to 1"):
            solver.best_response(kuhn, policy, seat)
    with pytest.raises(engines.BadOption, match="expected 2"):
        solver.combine([policy])


@pytest.mark.parametrize("change", [-0.1, 0.1, np.nan])
def test_chances_that_are_none_are_refused(change: float) -> None:
    policy = solver.uniform_policy(engines.load("kuhn_poker"))
    chances = policy.chances.copy()
    chances[0] += change
    with pytest.raises(engines.BadOption, match="must sum to 1"):
        solver.Policy(policy.tree, chances)


def test_a_policy_asked_of_an_agent_says_what_it_needs() -> None:
    kuhn = engines.load("kuhn_poker")
    with pytest.raises(engines.BadOption, match="how='often': choose best, visits or share"):
        solver.policy_of(search.Random(), kuhn, "often")
    with pytest.raises(engines.BadOption, match="random does not tell that"):
        solver.policy_of(search.Random(), kuhn, "visits")


def test_ends_need_not_be_alike() -> None:
    """A tree with an event after which nothing is left to decide."""
    root = Event({"a": (0.25, End((1.0, 0.0))), "b": (0.75, Choice(0, {"x": pay(0, 1)}))})
    tree = solver.Tree(tree_game("short", root, seats=2), "score")
    assert solver.seat_values(solver.uniform_policy(tree)) == (0.25, 0.75)
