"""Each option of the searching agents changes something, and does what its formula says.

Formulas are checked at two values of each constant: through an agent where its answer shows the
formula's value exactly, else by calling the formula itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from toys import SIDES, guess, kind_or_spiteful, my_hidden_move
from trees import Choice, End, Event, TreeNode, by_name, pay, tree_game, zero_sum

from eminence import engines, search
from eminence.search.kernels.selectors import (
    learn_regret_door,
    regret_door,
    smooth_door,
    ucb_door,
    unvisited_door,
    widening_door,
)


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def moves_of(game: engines.Game, bot: search.Agent) -> dict[str, search.Move]:
    return by_name(bot.search(game.root().view(0)).moves)


# --- what an end is worth ---

SCORES = (5.0, 2.0, 1.0)


def shares(scores: Sequence[float], scale: float) -> list[float]:
    powers = [math.exp(score / scale) for score in scores]
    return [power / sum(powers) for power in powers]


def beyond_the_win(part: float, scale: float) -> list[float]:
    """The win, and with that part half rank and half points; each sums to 1 over three seats."""
    ranks = (2 / 3, 1 / 3, 0)
    points = shares(SCORES, scale)
    wins = (1, 0, 0)
    return [
        (1 - part) * win + part * (rank + point) / 2
        for win, rank, point in zip(wins, ranks, points, strict=True)
    ]


@pytest.fixture(scope="module")
def podium() -> engines.Game:
    """Three seats; `end` leaves them in order of their numbers."""
    return tree_game("podium", Choice(0, {"end": End(SCORES), "none": pay(0, 0, 0)}), seats=3)


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({"reward": "win"}, (1, 0, 0)),
        ({"reward": "win", "beyond": 0.2, "scale": 2}, beyond_the_win(0.2, 2)),
        ({"reward": "win", "beyond": 1, "scale": 4}, beyond_the_win(1, 4)),
        ({"reward": "rank"}, (1, 0.5, 0)),
        ({"reward": "mix"}, (1, 0.125, 0)),
        ({"reward": "score", "center": 2, "scale": 1}, tuple(logistic(x - 2) for x in SCORES)),
        (
            {"reward": "score", "center": 3, "scale": 4},
            tuple(logistic((x - 3) / 4) for x in SCORES),
        ),
        ({"reward": "lead", "scale": 1}, (logistic(3), logistic(-3), logistic(-4))),
        ({"reward": "lead", "scale": 2}, (logistic(1.5), logistic(-1.5), logistic(-2))),
        ({"reward": "points", "scale": 2}, tuple(shares(SCORES, 2))),
    ],
    ids=str,
)
@pytest.mark.parametrize("kind", [search.FlatMC, search.ISMCTS, search.PIMC])
def test_reward(
    podium: engines.Game, kind: type[search.Agent], how: dict, expected: Sequence[float]
) -> None:
    end = moves_of(podium, kind(iterations=40, **how))["end"]
    assert end.values == pytest.approx(expected)


#: every searching agent, with what it needs to tell close ends apart in a moment
SEARCHERS = {
    search.Greedy: {},
    search.FlatMC: {"scale": 4.0, "iterations": 60},
    search.ISMCTS: {"scale": 4.0, "iterations": 60, "c": 0.01},
    search.PIMC: {"scale": 4.0, "iterations": 60, "c": 0.01, "trees": 1},
    search.PlanSearch: {"scale": 4.0, "iterations": 60},
}


@pytest.mark.parametrize("kind", SEARCHERS)
@pytest.mark.parametrize(
    "ends",
    [
        # The others win whatever seat 0 does; then the second place counts, then the points.
        {"third": (3, 9, 8), "second": (3, 9, 2), "close": (5, 9, 2)},
        # Seat 0 wins whatever it does.
        {"narrow": (9, 8, 1), "wide": (9, 4, 1), "close": (9, 3, 1)},
    ],
    ids=["lost", "won"],
)
def test_rank_and_points_decide_where_the_win_does_not(
    kind: type[search.Agent], ends: dict[str, tuple[float, ...]]
) -> None:
    root = Choice(0, {name: End(scores) for name, scores in ends.items()})
    game = tree_game("decided", root, seats=3)
    found = kind(beyond=0.05, **SEARCHERS[kind]).search(game.root().view(0))
    assert game.root().text(found.best) == "close"
    alike = kind(beyond=0, **SEARCHERS[kind]).search(game.root().view(0))
    assert len({move.value for move in alike.moves}) == 1


# --- rollouts ---


def replies(payoffs: dict[str, float], priors: dict[str, float] | None = None) -> engines.Game:
    """Seat 1 replies to `go`; its payoffs as given, seat 2 counts replies called `best`."""
    ends = {name: pay(0, x, name == "best") for name, x in payoffs.items()}
    root = Choice(0, {"go": Choice(1, ends, priors=priors or {}), "stop": pay(0, 0, 0)})
    return tree_game("replies", root, seats=3, reach=(0, 1))


def share_of_best(game: engines.Game, **how: object) -> float:
    """How often a rollout after `go` plays `best`; flat search is nothing but rollouts."""
    return moves_of(game, search.FlatMC(iterations=40_000, seed=1, **how))["go"].values[2]


FOUR = {"best": 0.8, "b": 0.8, "c": 0.8, "d": 0.8}


def test_rollout_random_plays_all_replies_alike() -> None:
    assert share_of_best(replies(FOUR), rollout="random") == pytest.approx(0.25, abs=0.01)


@pytest.mark.parametrize("epsilon", [0.0, 0.2, 0.6, 1.0])
def test_rollout_priors_play_the_best_prior_but_for_epsilon(epsilon: float) -> None:
    game = replies(FOUR, {"best": 0.9, "b": 0.5, "c": 0.5, "d": 0.5})
    share = share_of_best(game, rollout="priors", epsilon=epsilon)
    assert share == pytest.approx(1 - epsilon + epsilon / 4, abs=0.01)


@pytest.mark.parametrize("tau", [0.2, 0.5, 2.0])
@pytest.mark.parametrize("epsilon", [0.0, 0.5])
def test_rollout_mast_is_a_softmax_of_mean_rewards(tau: float, epsilon: float) -> None:
    share = share_of_best(
        replies({"best": 0.8, "worse": 0.2}), rollout="mast", tau=tau, epsilon=epsilon
    )
    softmax = logistic((0.8 - 0.2) / tau)
    assert share == pytest.approx((1 - epsilon) * softmax + epsilon / 2, abs=0.01)


def corridor(seats: Sequence[int]) -> engines.Game:
    """A single path: forks that do not matter, each with a standing of its own."""

    def at(i: int) -> TreeNode:
        standing = (0.1 * i, 1 - 0.1 * i)
        if i == len(seats):
            return End((1, 0))
        below = at(i + 1)
        return Choice(seats[i], {"left": below, "right": below}, standing=standing)

    return tree_game("corridor", at(0), seats=2)


@pytest.mark.parametrize("rollout", ["random", "priors", "mast"])
@pytest.mark.parametrize(("cut", "stands"), [(1, 0.2), (3, 0.4), (5, 1.0), (0, 1.0)])
def test_cut_ends_a_rollout_after_so_many_decisions(rollout: str, cut: int, stands: float) -> None:
    """The standing is 0.1 after the first move and 0.2 one decision later; the end is a win."""
    game = corridor((0, 1, 0, 1, 0))
    moves = moves_of(game, search.FlatMC(iterations=40, rollout=rollout, cut=cut))
    assert moves["left"].value == pytest.approx(stands)
    assert moves["left"].values[1] == pytest.approx(1 - stands)


@pytest.mark.parametrize("rollout", ["random", "priors"])
@pytest.mark.parametrize(("rounds", "stands"), [(1, 0.2), (2, 0.4), (0, 1.0)])
def test_cut_rounds_ends_a_rollout_when_the_turn_has_come_round(
    rollout: str, rounds: int, stands: float
) -> None:
    game = corridor((0, 1, 0, 1, 0))
    moves = moves_of(game, search.FlatMC(iterations=40, rollout=rollout, cut_rounds=rounds))
    assert moves["left"].value == pytest.approx(stands)


@pytest.mark.parametrize("part", [0.2, 0.6])
def test_a_standing_says_what_rank_to_expect(part: float) -> None:
    """Half of the part is the rank, guessed from the chance to be ahead of each other seat."""
    standing = (0.6, 0.3, 0.1)
    ahead = [sum(own / (own + other) for other in standing if other != own) / 2 for own in standing]
    below = {"a": pay(1, 0, 0), "b": pay(0, 1, 0)}
    root = Choice(0, {"on": Choice(1, below, standing=standing), "stop": pay(0, 0, 0)})
    bot = search.FlatMC(iterations=4, rollout="none", beyond=part)
    expected = [
        (1 - part / 2) * own + part / 2 * 2 / 3 * rank
        for own, rank in zip(standing, ahead, strict=True)
    ]
    move = moves_of(tree_game("judged", root, seats=3), bot)["on"]
    assert move.values == pytest.approx(expected)
    assert sum(move.values) == pytest.approx(1)


@pytest.mark.parametrize(
    ("reward", "expected"), [("win", 0.2), ("rank", 0.2), ("mix", 0.2), ("score", 0.2)]
)
def test_a_cut_rollout_is_worth_its_standing(reward: str, expected: float) -> None:
    """Standings that sum to 1: the chance to be ahead of the one other seat is the same."""
    moves = moves_of(corridor((0, 1, 0)), search.FlatMC(iterations=40, cut=1, reward=reward))
    assert moves["left"].value == pytest.approx(expected)


# --- choosing among edges ---


@pytest.mark.parametrize("c", [0.7, 1.4])
@pytest.mark.parametrize(("bias", "prior"), [(0.0, 0.9), (0.25, 0.8), (1.0, 0.4)])
def test_c_and_bias(c: float, bias: float, prior: float) -> None:
    expected = 0.5 + c * math.sqrt(math.log(10) / 4) + bias * prior / 5
    assert ucb_door(0.5, 4, 10, c, bias, prior) == pytest.approx(expected)


@pytest.mark.parametrize("c", [0.7, 1.4])
@pytest.mark.parametrize("variance", [0.0, 0.01, 0.2])
def test_tuned(c: float, variance: float) -> None:
    """The exploration term shrinks with the variance, which is itself overestimated."""
    doubt = math.log(1000) / 500
    bound = min(0.25, variance + math.sqrt(2 * doubt))
    score = ucb_door(0.5, 500, 1000, c, variance=variance)
    assert score == pytest.approx(0.5 + c * math.sqrt(doubt * bound), abs=1e-6)


@pytest.mark.parametrize(("fpu", "bias"), [(0.0, 0.0), (0.1, 0.0), (-0.2, 0.5), (0.05, 1.0)])
def test_fpu_is_added_to_the_mean_of_the_node(fpu: float, bias: float) -> None:
    assert unvisited_door(0.6, 10, fpu, bias, 0.8) == pytest.approx(0.6 + fpu + bias * 0.8)
    assert unvisited_door(0.0, 0, fpu, bias, 0.8) == pytest.approx(0.5 + fpu + bias * 0.8)
    assert unvisited_door(0.6, 10, math.inf, bias, 0.8) > 1e5


@pytest.fixture(scope="module")
def two_arms() -> engines.Game:
    ends = {"half": zero_sum(0.0), "whole": zero_sum(1.0)}
    root = Choice(0, ends, priors={"half": 0.9, "whole": 0.1})
    return tree_game("two arms", root, seats=2, reach=(-1, 1))


@pytest.mark.parametrize(("fpu", "tried"), [(-0.1, 1), (0.1, 2), (math.inf, 2)])
def test_fpu_decides_whether_a_second_action_is_looked_at(
    two_arms: engines.Game, fpu: float, tried: int
) -> None:
    for seed in range(10):
        bot = search.ISMCTS(fpu=fpu, c=0.0, iterations=50, seed=seed)
        assert sum(m.visits > 0 for m in moves_of(two_arms, bot).values()) == tried


@pytest.mark.parametrize("fpu", [0.0, math.inf])
def test_bias_looks_at_what_priors_like_first(two_arms: engines.Game, fpu: float) -> None:
    for seed in range(10):
        bot = search.ISMCTS(bias=1.0, fpu=fpu, iterations=1, seed=seed)
        assert moves_of(two_arms, bot)["half"].visits == 1
    firsts = {
        moves_of(two_arms, search.ISMCTS(fpu=fpu, iterations=1, seed=seed))["half"].visits
        for seed in range(10)
    }
    assert firsts == {0, 1}


@pytest.fixture(scope="module")
def many_arms() -> engines.Game:
    """Twenty moves alike in all but their priors: the higher the number, the better."""
    ends = {f"m{i}": zero_sum(0) for i in range(20)}
    priors = {f"m{i}": i / 20 for i in range(20)}
    return tree_game("many arms", Choice(0, ends, priors=priors), seats=2, reach=(-1, 1))


@pytest.mark.parametrize(("widen", "power"), [(1.0, 0.3), (2.0, 0.3), (2.0, 0.5), (4.0, 0.0)])
def test_widen_lets_in_the_best_by_prior_one_after_the_other(
    many_arms: engines.Game, widen: float, power: float
) -> None:
    iterations = 40
    let_in = max(1, int(widen * iterations**power))
    assert widening_door(iterations - 1, 20, widen, power) == min(20, let_in)
    bot = search.ISMCTS(widen=widen, widen_power=power, iterations=iterations, seed=1)
    moves = moves_of(many_arms, bot)
    tried = {name for name, move in moves.items() if move.visits}
    assert tried == {f"m{i}" for i in range(20 - let_in, 20)}


def test_widen_zero_is_off(many_arms: engines.Game) -> None:
    moves = moves_of(many_arms, search.ISMCTS(widen=0.0, iterations=40, seed=1))
    assert all(move.visits for move in moves.values())


@pytest.mark.parametrize(
    ("gamma", "eta", "d"), [(0.1, 0.9, 0.01), (0.3, 0.9, 0.01), (0.1, 0.5, 0.01), (0.1, 0.9, 1)]
)
@pytest.mark.parametrize("visits", [0, 100, 10_000])
def test_smooth_mixing_plays_ucb_with_a_falling_share(
    gamma: float, eta: float, d: float, visits: int
) -> None:
    expected = max(gamma, eta / (1 + d * math.sqrt(visits)))
    assert smooth_door(visits, gamma, eta, d) == pytest.approx(expected)


@pytest.mark.parametrize(
    "changed", [{"smooth_gamma": 0.9}, {"smooth_eta": 0.3}, {"smooth_d": 1.0}], ids=str
)
def test_smooth_constants_change_the_search(changed: dict) -> None:
    how = {"selector": "smooth", "iterations": 500, "seed": 1}
    plain = moves_of(my_hidden_move(), search.ISMCTS(**how))
    assert plain != moves_of(my_hidden_move(), search.ISMCTS(**how, **changed))


@pytest.mark.parametrize("gamma", [0.1, 0.4])
def test_regret_matching_plays_by_positive_regrets(gamma: float) -> None:
    assert regret_door([3.0, 1.0, -5.0], gamma) == pytest.approx(
        [(1 - gamma) * share + gamma / 3 for share in (0.75, 0.25, 0)]
    )
    assert regret_door([-1.0, -2.0], gamma) == pytest.approx([0.5, 0.5])


def test_regrets_move_for_what_was_legal_only() -> None:
    """Actions 0 and 2 were legal, worth 0.5 each so far; 2 was played with chance 1/2 and won.

    Its worth is 0.5 + (1 - 0.5) / (1/2) = 1.5, the mix of both 1.0.
    """
    after = learn_regret_door([0, 9, 0], [0.5, 0.9, 0.5], [0, 2], 2, 0.5, 1.0, 0.0)
    assert after == pytest.approx([-0.5, 9, 0.5])


def test_selector_auto_mixes_where_moves_are_hidden_and_only_there() -> None:
    how = {"iterations": 500, "seed": 1, "mode": "mo", "final": "visits"}

    def found(game: engines.Game, selector: str) -> dict[str, search.Move]:
        return moves_of(game, search.ISMCTS(selector=selector, **how))

    hidden, public = my_hidden_move(), kind_or_spiteful()
    assert found(public, "auto") == found(public, "ucb") != found(public, "smooth")
    assert found(hidden, "auto") != found(hidden, "ucb")


# --- keys ---


@pytest.mark.parametrize(("loop", "worth"), [("closed", 1.0), ("open", 0.5)])
def test_loop_says_whether_a_tree_tells_outcomes_apart(loop: str, worth: float) -> None:
    tossed = Event({f"coin: {coin}": (0.5, guess(0, coin, 1)) for coin in SIDES})
    root = Choice(0, {"toss": tossed, "stop": zero_sum(-1)})
    game = tree_game("toss", root, seats=2, reach=(-1, 1))
    for mode in ("so", "mo", "is"):
        bot = search.ISMCTS(mode=mode, loop=loop, iterations=4000, seed=1)
        assert moves_of(game, bot)["toss"].value == pytest.approx(worth, abs=0.05)


@pytest.mark.parametrize(("mode", "worth"), [("mo", 0.5), ("is", 0.0)])
def test_mode_is_lets_others_know_their_own_secrets(mode: str, worth: float) -> None:
    """Seat 1 was shown the coin before the search began, and wins by naming it."""
    ask = {coin: Choice(0, {"go": guess(1, coin, -1), "stop": zero_sum(-1)}) for coin in SIDES}
    root = Event({f"coin: {coin}": (0.5, ask[coin]) for coin in SIDES}, shown=(1,))
    game = tree_game("their secret", root, seats=2, reach=(-1, 1))
    state = game.root()
    state.apply(0)
    bot = search.ISMCTS(mode=mode, iterations=4000, seed=1)
    assert by_name(bot.search(state.view(0)).moves)["go"].value == pytest.approx(worth, abs=0.06)


@pytest.mark.parametrize("share", [0.0, 0.4, 0.8])
def test_selfdet_redraws_the_searchers_own_secrets(share: float) -> None:
    """Every second redrawn coin shows the other side, which is no visit of the root."""
    ask = {coin: Choice(0, {"a": zero_sum(0), "b": zero_sum(0)}) for coin in SIDES}
    root = Event({f"coin: {coin}": (0.5, ask[coin]) for coin in SIDES}, shown=(0,))
    game = tree_game("my secret", root, seats=2, reach=(-1, 1))
    state = game.root()
    state.apply(0)
    result = search.ISMCTS(mode="is", selfdet=share, iterations=20_000, seed=1).search(
        state.view(0)
    )
    visits = sum(move.visits for move in result.moves)
    assert visits / result.iterations == pytest.approx(1 - share / 2, abs=0.015)


def test_selfdet_needs_information_sets() -> None:
    with pytest.raises(engines.BadOption, match="selfdet"):
        search.ISMCTS(mode="mo", selfdet=0.5).search(my_hidden_move().root().view(0))


# --- limits ---


@pytest.mark.parametrize("kind", [search.ISMCTS, search.FlatMC, search.PIMC])
def test_seed_and_iterations(kind: type[search.Agent]) -> None:
    view = engines.load("connect_four").root().view(0)
    answers = [kind(iterations=350, seed=seed).search(view) for seed in (1, 1, 2)]
    assert answers[0] == answers[1]
    assert answers[0].moves != answers[2].moves
    assert kind(iterations=700, seed=1).search(view).iterations > answers[0].iterations


@pytest.mark.parametrize("nodes", [1, 7, 200])
@pytest.mark.parametrize("name", ["connect_four", "stacks"])
def test_nodes_bound_the_tree_and_the_search_goes_on(nodes: int, name: str) -> None:
    state = engines.load(name).root()
    state.resolve(engines.Chance(1))
    result = search.ISMCTS(iterations=2000, nodes=nodes, seed=1).search(state.view(state.player))
    assert result.nodes == nodes
    assert result.iterations == 2000
    assert sum(move.visits for move in result.moves) == 2000


def test_early_stops_when_the_best_move_cannot_change() -> None:
    state = engines.load("tic_tac_toe").root()
    for move in ("x(0,0)", "o(1,1)", "x(0,1)"):
        state.apply(state.parse(move))
    late, early = (
        search.ISMCTS(iterations=4000, early=early, seed=1).search(state.view(1))
        for early in ("no", "yes")
    )
    assert late.iterations == 4000
    assert early.iterations < 4000
    assert early.best == late.best
    visits = sorted(move.visits for move in early.moves)
    assert visits[-1] - visits[-2] > 4000 - early.iterations


# --- determinized UCT ---


@pytest.mark.parametrize("trees", [5, 20])
def test_trees_are_worlds(trees: int) -> None:
    state = engines.load("leduc_poker").root()
    state.resolve(engines.Chance(1))
    result = search.PIMC(iterations=200, trees=trees, seed=1).search(state.view(0))
    assert result.worlds == trees
    assert result.iterations == 200


@pytest.mark.parametrize(("vote", "best"), [("visits", "y"), ("value", "y"), ("worlds", "x")])
def test_vote(vote: str, best: str) -> None:
    """x is a little better in two worlds of three, y is much better in the third."""
    little = Choice(0, {"x": zero_sum(0.2), "y": zero_sum(0.0)})
    much = Choice(0, {"x": zero_sum(-1), "y": zero_sum(1)})
    worlds = {"A": (1 / 3, little), "B": (1 / 3, little), "C": (1 / 3, much)}
    game = tree_game("vote", Event(worlds, shown=()), seats=2, reach=(-1, 1))
    state = game.root()
    state.apply(state.parse("A"))
    for seed in range(5):
        bot = search.PIMC(iterations=4000, trees=100, vote=vote, seed=seed)
        assert state.text(bot.search(state.view(0)).best) == best


@pytest.mark.parametrize(("depth", "stands"), [(1, 0.1), (2, 0.2), (4, 0.4), (5, 1.0), (9, 1.0)])
def test_maxn_looks_so_many_decisions_ahead(depth: int, stands: float) -> None:
    bot = search.PIMC(player="maxn", depth=depth, iterations=10_000, trees=3)
    moves = moves_of(corridor((0, 1, 0, 1, 0)), bot)
    assert moves["left"].value == pytest.approx(stands)
    assert moves["left"].values[1] == pytest.approx(1 - stands)


def test_maxn_lets_every_seat_play_for_itself() -> None:
    bot = search.PIMC(player="maxn", depth=2, iterations=1000)
    assert moves_of(kind_or_spiteful(), bot)["left"].values == pytest.approx((0.8, 0.9, 0))


@pytest.mark.parametrize("samples", [1, 4])
def test_maxn_averages_so_many_rolls_in_each_world(samples: int) -> None:
    tossed = Event({"win": (0.5, zero_sum(1)), "lose": (0.5, zero_sum(-1))})
    root = Choice(0, {"toss": tossed, "stop": zero_sum(-1)})
    game = tree_game("one toss", root, seats=2, reach=(-1, 1))

    def worth(trees: int, seed: int) -> float:
        bot = search.PIMC(
            player="maxn", samples=samples, trees=trees, iterations=100_000, seed=seed
        )
        return moves_of(game, bot)["toss"].value

    assert {worth(1, seed) for seed in range(100)} == {i / samples for i in range(samples + 1)}
    assert worth(1000, 1) == pytest.approx(0.5, abs=0.05)


def test_flat_search_halves_the_field() -> None:
    """Every round has the same budget, shared by half as many moves as the round before."""
    ends = {f"m{i}": zero_sum(i / 10) for i in range(8)}
    game = tree_game("eight arms", Choice(0, ends), seats=2, reach=(-1, 1))
    result = search.FlatMC(iterations=2400, seed=1).search(game.root().view(0))
    moves = by_name(result.moves)
    assert [moves[f"m{i}"].visits for i in range(8)] == [100] * 4 + [300] * 2 + [700] * 2
    assert result.best == moves["m7"].action


@pytest.mark.parametrize(("iterations", "tried"), [(1, 1), (5, 5), (8, 8), (9, 8), (20, 8)])
def test_flat_search_keeps_to_the_fewest_iterations(iterations: int, tried: int) -> None:
    ends = {f"m{i}": zero_sum(i / 10) for i in range(8)}
    game = tree_game("eight arms", Choice(0, ends), seats=2, reach=(-1, 1))
    result = search.FlatMC(iterations=iterations).search(game.root().view(0))
    assert sum(m.visits for m in result.moves) == result.iterations <= iterations
    visited = [m for m in result.moves if m.visits]
    assert len(visited) == tried
    assert result.best == max(visited, key=lambda m: m.value).action


def test_maxn_shares_its_states_among_the_actions() -> None:
    """With too few states for all, the last action is looked into as deep as the first."""

    def long(payoff: float) -> Choice:
        return Choice(0, {"on": Choice(0, {"end": zero_sum(payoff), "stop": zero_sum(-1)}),
                          "off": zero_sum(-1)}, standing=(0.5, 0.5))  # fmt: skip

    root = Choice(0, {"first": long(1), "second": long(1)})
    game = tree_game("two alike", root, seats=2, reach=(-1, 1))
    bot = search.PIMC(player="maxn", depth=9, iterations=10, trees=1)
    moves = moves_of(game, bot)
    assert moves["first"].value == moves["second"].value == 1.0
    bot = search.PIMC(player="maxn", depth=9, iterations=2, trees=1)
    moves = moves_of(game, bot)
    assert moves["first"].value == moves["second"].value == 0.5


def test_halving_at_the_root_halves_the_field() -> None:
    """The same visits as flat search, with a tree below."""
    ends = {f"m{i}": Choice(1, {"reply": zero_sum(i / 10), "slip": zero_sum(1)}) for i in range(8)}
    game = tree_game("eight arms", Choice(0, ends), seats=2, reach=(-1, 1))
    view = game.root().view(0)
    result = search.ISMCTS(root="halving", iterations=2400, seed=1).search(view)
    moves = by_name(result.moves)
    assert [moves[f"m{i}"].visits for i in range(8)] == [100] * 4 + [300] * 2 + [700] * 2
    assert all(move.available == result.iterations for move in result.moves)
    assert result.best == moves["m7"].action
    assert result.nodes == 9
    # The tree has found the reply that hurts.
    assert moves["m7"].value < 0.9


def test_halving_at_the_root_lets_actions_meet_the_same_luck() -> None:
    """Two actions that lead to equal tosses: in common worlds they win equally often."""

    def toss() -> Event:
        return Event({"win": (0.5, zero_sum(1)), "lose": (0.5, zero_sum(-1))})

    root = Choice(0, {"a": toss(), "b": toss()})
    game = tree_game("two tosses", root, seats=2, reach=(-1, 1))
    for seed in range(5):
        bot = search.ISMCTS(root="halving", iterations=101, seed=seed)
        moves = moves_of(game, bot)
        assert moves["a"].visits == moves["b"].visits == 50
        assert moves["a"].value == moves["b"].value
    assert 0.3 < moves["a"].value < 0.7


def test_hidden_roots_keep_their_selector() -> None:
    view = my_hidden_move().root().view(0)
    plain, halving = (
        search.ISMCTS(root=root, iterations=500, seed=3).search(view)
        for root in ("selector", "halving")
    )
    assert plain == halving


def test_halving_at_the_root_needs_the_true_secrets() -> None:
    bot = search.ISMCTS(mode="is", root="halving", selfdet=0.5)
    with pytest.raises(engines.BadOption, match="root=halving"):
        bot.search(engines.load("connect_four").root().view(0))
