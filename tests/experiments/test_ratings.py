"""Plackett-Luce ratings."""

import math
from itertools import combinations, pairwise, permutations

import numpy as np
import pytest
from pools import duels, ranked
from scipy.optimize import minimize
from scipy.stats import rankdata

from eminence import engines
from eminence.experiments.statistics.ratings import (
    ELO,
    Likelihood,
    choices,
    likelihood,
    rate,
    strengths,
)
from eminence.experiments.statistics.simulated_pools import simulated


def elo_apart(pool, prior):
    first, second = strengths(choices(pool), prior)
    return ELO * (first - second)


def test_three_to_one_is_400_log_3_points():
    assert elo_apart([duels([1, 1], [1, 0])], prior=0) == pytest.approx(400 * math.log10(3))


def test_a_tie_is_half_a_win():
    tied = [duels([0.5, 0.5], [1, 1])]
    assert elo_apart(tied, prior=0) == pytest.approx(400 * math.log10(3))


def test_three_players_by_hand():
    """A 2, B 1, C 1 would be chosen first with 1/2, 1/4, 1/4; then A against B with 2/3.

    Orders in proportion to their chances (out of 12) give back these strengths.
    """
    often = {"ABC": 3, "ACB": 3, "BAC": 2, "BCA": 1, "CAB": 2, "CBA": 1}
    ranks = [[order.index(a) + 1 for a in "ABC"] for order, n in often.items() for _ in range(n)]
    found = np.exp(strengths(choices([ranked("ABC", [ranks])]), prior=0))
    assert found / found[1] == pytest.approx([2, 1, 1])


def test_a_copy_shares_the_strength():
    """A against two B: A is first in 1 of 4, so B is 1.5 A. The copies' order does not matter."""
    first, second, third = [1, 2, 3], [2, 1, 3], [3, 1, 2]
    # After a B, A beats the other one in 2 of 5.
    games = [first] * 5 + [second] * 3 + [second[:1] + second[:0:-1]] * 3
    games += [third] * 5 + [third[:1] + third[:0:-1]] * 4
    a, b = np.exp(strengths(choices([ranked("ABB", [games])]), prior=0))
    assert b / a == pytest.approx(1.5)
    swapped = [[game[0], game[2], game[1]] for game in games]
    again = np.exp(strengths(choices([ranked("ABB", [swapped])]), prior=0))
    assert again == pytest.approx([a, b])


def test_copies_among_themselves_say_nothing():
    counted = choices([duels([1, 1], [1, 0]), duels([1, 1], lineup="AA", seeds=[5])])
    assert strengths(counted, prior=0) == pytest.approx(
        strengths(choices([duels([1, 1], [1, 0])]), prior=0)
    )


def log_chance(order, theta):
    return sum(theta[a] - np.logaddexp.reduce(theta[order[i:]]) for i, a in enumerate(order))


def written_out(theta, games, prior):
    """The log likelihood by its definition; a tie is the mean over its orders."""
    total = 0.0
    for who, ranks in games:
        fitting = [
            [who[k] for k in order]
            for order in permutations(range(len(who)))
            if all(ranks[a] <= ranks[b] for a, b in pairwise(order))
        ]
        total += np.mean([log_chance(np.array(order), theta) for order in fitting])
    return total + prior * np.sum(theta / 2 - np.logaddexp(0, theta))


@pytest.mark.slow
@pytest.mark.parametrize("prior", [0, 1])
def test_the_maximum_is_that_of_the_likelihood_written_out(prior):
    rng = np.random.default_rng(11)
    names, pool, games = "ABCDE", [], []
    for number, lineup in enumerate(["ABCD", "BBEA", "CDE", "EC", "DDDA", "AE"]):
        ranks = rankdata(rng.integers(0, 4, size=(3, len(lineup), len(lineup))), axis=2)
        pool.append(ranked(lineup, ranks, seeds=np.arange(3) + 10 * number))
        who = [names.index(name) for name in lineup]
        games += [(who, game) for game in ranks.reshape(-1, len(lineup))]
    found = strengths(choices(pool), prior)
    best = minimize(lambda t: -written_out(t, games, prior), np.zeros(5), tol=1e-10)
    assert found == pytest.approx(best.x - best.x.mean(), abs=1e-5)
    assert found.mean() == pytest.approx(0, abs=1e-12)


def test_v1_the_constants_of_an_online_rating_follow_from_the_derivatives():
    """Weng-Lin with Plackett-Luce makes one step from the same gradient and curvature.

    Two teams of two, all at mu 25 and sigma 25/3, with beta 25/6 and tau 25/300, which is added
    to sigma before a game: openskill says 26.964 and 8.178 for the winners. A team is one
    contender on the scale of c.
    """
    sigma, beta = math.hypot(25 / 3, 25 / 300), 25 / 6
    team = 2 * sigma**2
    c = math.sqrt(2 * team + 2 * beta**2)
    none = np.zeros((1, 2))
    contenders = np.array([[1.0, 1.0], [0.0, 1.0]])
    game = Likelihood(contenders, np.ones((1, 2)), np.ones((1, 2)), none, none)
    gradient, curvature = game.derivatives(np.full((1, 2), 25 / c))
    mu = 25 + sigma**2 / team * (team / c) * gradient[0, 0]
    shrink = (math.sqrt(team) / c) * (team / c**2) * curvature[0, 0, 0]
    assert mu == pytest.approx(26.964294621803063, abs=1e-12)
    assert sigma * math.sqrt(1 - sigma**2 / team * shrink) == pytest.approx(
        8.177962604389991, abs=1e-12
    )


def test_who_always_wins_has_a_finite_rating_and_no_sure_one():
    (best, worst) = rate([duels(*[[1, 1]] * 50)])
    assert (best.agent, worst.agent, best.games) == ("A", "B", 100)
    # At t and -t: what 100 games ask for, 100 * lost(2 t), is what the prior allows.
    t = best.strength
    assert 100 / (1 + math.exp(2 * t)) == pytest.approx(1 / (1 + math.exp(-t)) - 0.5)
    assert best.elo.value == pytest.approx(-worst.elo.value)
    assert best.elo.low < best.elo.value - 50
    assert best.elo.high > best.elo.value + 300


def test_without_a_prior_everybody_must_have_lost_to_somebody():
    ring = [duels([1], lineup=pair, seeds=[i]) for i, pair in enumerate(["AB", "BC", "CA"])]
    assert strengths(choices(ring), prior=0) == pytest.approx([0, 0, 0])
    row = [duels([1], lineup=pair, seeds=[i]) for i, pair in enumerate(["AB", "BC"])]
    with pytest.raises(engines.BadOption, match="prior=0: some agents never lost"):
        rate(row, prior=0)
    with pytest.raises(engines.BadOption, match="prior=-1: choose 0 or more games"):
        likelihood(choices(ring), prior=-1)


def test_ratings_are_repeatable_and_ordered():
    rng = np.random.default_rng(2)
    truth = {"A": -1.0, "B": 0.0, "C": 1.0}
    pool = [simulated(tuple("ABC"), truth, range(60), rng)]
    rated = rate(pool, seed=4)
    assert [rating.agent for rating in rated] == ["C", "B", "A"]
    assert rated == rate(pool, seed=4)
    assert rated != rate(pool, seed=5)
    assert sum(rating.elo.value for rating in rated) == pytest.approx(0, abs=1e-9)
    assert all(r.elo.low < r.elo.value < r.elo.high for r in rated)
    assert all(r.elo.value == pytest.approx(ELO * r.strength) for r in rated)


@pytest.mark.slow
def test_intervals_hold_the_truth_as_often_as_they_say(monkeypatch):
    monkeypatch.setattr("eminence.experiments.statistics.ratings.RESAMPLES", 400)
    rng = np.random.default_rng(5)
    truth = dict(zip("ABCD", [0.9, 0.3, -0.2, -1.0], strict=True))
    held = []
    for trial in range(80):
        pool = [
            simulated(pair, truth, range(20 * i, 20 * i + 20), rng)
            for i, pair in enumerate(combinations("ABCD", 3))
        ]
        held += [r.elo.low <= ELO * truth[r.agent] <= r.elo.high for r in rate(pool, seed=trial)]
    assert 0.90 <= np.mean(held) <= 0.985


def test_seeds_not_games_carry_the_weight():
    """The same games four times over in each block: no tighter than once."""
    wins = np.random.default_rng(8).binomial(1, 0.7, size=(60, 1))
    once, often = rate([duels(*wins)]), rate([duels(*np.repeat(wins, 4, axis=1))])
    width = [r[0].elo.high - r[0].elo.low for r in (once, often)]
    assert width[0] == pytest.approx(width[1], rel=0.1)


def test_large_pools_are_resampled_in_parts(monkeypatch):
    pool = [duels(*np.random.default_rng(1).binomial(1, 0.6, size=(30, 2)))]
    whole = rate(pool)
    monkeypatch.setattr("eminence.experiments.statistics.ratings.NUMBERS", 30 * 7)
    parts = rate(pool)
    assert parts[0].elo.value == whole[0].elo.value
    assert parts[0].elo.low == pytest.approx(whole[0].elo.low, abs=10)
