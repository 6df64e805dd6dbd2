"""The next blocks go where the ranking is least certain."""

from itertools import combinations, permutations

import numpy as np
import pytest
from pools import duels

from eminence import engines
from eminence.experiments.statistics.allocation import allocate, expected_information
from eminence.experiments.statistics.ratings import choices, likelihood
from eminence.experiments.statistics.simulated_pools import (
    Budget,
    compare,
    joined,
    round_robin,
    run,
    share_needed,
    simulated,
)

PAIRS = list(combinations("ABCD", 2))


def played(truth, blocks=40, seed=0):
    rng = np.random.default_rng(seed)
    return [
        simulated(pair, truth, range(100 * i, 100 * i + blocks), rng)
        for i, pair in enumerate(PAIRS)
    ]


def test_close_agents_get_the_blocks():
    truth = {"A": 3.0, "B": 0.05, "C": -0.05, "D": -3.0}
    given = dict(zip(PAIRS, allocate(played(truth), PAIRS, 20), strict=True))
    assert sum(given.values()) == 20
    assert given["B", "C"] >= 15


def test_the_agent_nobody_knows_comes_first():
    known = duels(*[[1, 0]] * 200)
    lineups = [("A", "B"), ("A", "C")]
    assert allocate([known], lineups, 6) == [0, 6]


def test_nothing_known_gives_everybody_a_turn():
    given = allocate([], PAIRS, 6)
    assert sum(given) == 6
    tables = [pair for pair, blocks in zip(PAIRS, given, strict=True) if blocks]
    assert {agent for pair in tables for agent in pair} == set("ABCD")


def test_the_same_games_give_the_same_batch_in_any_order():
    pool = played({"A": 0.6, "B": 0.2, "C": 0.0, "D": -0.5})
    given = allocate(pool, PAIRS, 15)
    assert given == allocate(pool[::-1], PAIRS, 15)
    backwards = dict(zip(PAIRS[::-1], allocate(pool, PAIRS[::-1], 15), strict=True))
    assert given == [backwards[pair] for pair in PAIRS]


def test_a_batch_is_given_out_as_if_played_one_by_one():
    """Not all blocks go to the one pair that was worst at first."""
    pool = played({"A": 0.1, "B": 0.0, "C": 0.0, "D": -0.1}, blocks=10)
    given = allocate(pool, PAIRS, 60)
    assert sum(blocks > 0 for blocks in given) >= 4


def test_a_block_must_be_worth_its_games():
    """The larger table says more per block and less per game, which is what it costs."""
    close = duels(*[[1, 0]] * 27)
    closer = duels(*[[1, 0]] * 40, lineup="CD", seeds=range(100, 140))
    assert allocate([close, closer], [("A", "B"), ("C", "C", "D")], 1) == [1, 0]


def test_copies_among_themselves_get_nothing():
    assert allocate([duels([1, 0])], [("A", "A", "A"), ("A", "B")], 3) == [0, 3]


def order_chance(order, powers):
    left, chance = list(order), 1.0
    for k in order:
        chance *= powers[k] / sum(powers[i] for i in left)
        left.remove(k)
    return chance


@pytest.mark.parametrize("lineup", ["AB", "ABC", "ABBC", "DCBA"])
def test_expected_information_is_the_mean_over_all_orders(lineup):
    agents, theta = tuple("ABCD"), np.array([0.7, -0.2, 0.1, -1.1])
    powers = [float(np.exp(theta[agents.index(name)])) for name in lineup]
    total = np.zeros((4, 4))
    for order in permutations(range(len(lineup))):
        for i in range(len(order)):
            left = np.zeros(4)
            for k in order[i:]:
                left[agents.index(lineup[k])] += powers[k]
            share = left / left.sum()
            total += order_chance(order, powers) * (np.diag(share) - np.outer(share, share))
    found = expected_information(tuple(lineup), agents, theta)
    assert found == pytest.approx(len(lineup) * total)


def test_expected_information_is_what_blocks_bring_in_the_mean():
    truth = {"A": 0.8, "B": 0.0, "C": -0.8}
    played = simulated(tuple("ABC"), truth, range(4000), np.random.default_rng(0))
    row = likelihood(choices([played]), prior=0)
    theta = np.array(list(truth.values()))
    measured = row.derivatives(theta[None])[1][0] / 4000
    expected = expected_information(tuple("ABC"), tuple("ABC"), theta)
    assert measured == pytest.approx(expected, rel=0.03)


def test_mistakes_are_named():
    with pytest.raises(engines.BadOption, match="no line-ups to choose from"):
        allocate([], [], 3)
    with pytest.raises(
        engines.BadOption, match="blocks: expected a whole number from 0 up, got -1"
    ):
        allocate([], PAIRS, -1)
    with pytest.raises(engines.BadOption, match="prior=0: choose more than 0 games"):
        allocate([], PAIRS, 1, prior=0)
    assert allocate([], PAIRS, 0) == [0] * 6


@pytest.mark.slow
def test_a_pool_of_eight_needs_fewer_games_than_round_robin():
    """The benchmark in small; round robin against itself would need them all."""
    lineups = list(combinations("ABCDEFGH", 2))
    budget = Budget(pools=6, runs=3, batches=10, batch=28)
    saved = [compare(lineups, budget, seed) for seed in range(budget.pools)]
    assert np.median([pool.share for pool in saved]) <= 0.75
    itself = [compare(lineups, budget, seed, round_robin) for seed in range(budget.pools)]
    assert np.median([pool.share for pool in itself]) > 0.85


def test_round_robin_is_fair_and_runs_are_repeatable():
    assert round_robin([], PAIRS, 8) == [2, 2, 1, 1, 1, 1]
    truth = dict(zip("ABCD", [1.0, 0.5, 0.0, -0.5], strict=True))
    budget = Budget(pools=1, runs=1, batches=3, batch=6)
    first, again = (run(allocate, PAIRS, truth, budget, seed=1) for _ in range(2))
    assert first.tolist() == again.tolist()
    one = simulated(("A", "B"), truth, [4, 5], np.random.default_rng(0))
    assert joined(one, simulated(("A", "B"), truth, [2], np.random.default_rng(1))).blocks == 3


def test_the_share_of_games_counts_from_where_the_error_stays_low():
    errors = np.array([0.4, 0.1, 0.3, 0.1, 0.1])
    assert share_needed(errors, 0.2) == pytest.approx((3 + 0.5) / 5)
    assert share_needed(errors, 0.05) == 1
    assert share_needed(errors, 0.5) == pytest.approx(1 / 5)
