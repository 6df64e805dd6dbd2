"""Who finishes ahead of whom."""

from itertools import product

import numpy as np
import pytest
from pools import duels, ranked

from eminence.experiments.statistics.pairwise import holm, pairwise, sign_flip


def enumerated(balances):
    sums = [abs(np.dot(signs, balances)) for signs in product((1, -1), repeat=len(balances))]
    return np.mean([s >= abs(np.sum(balances)) for s in sums])


@pytest.mark.parametrize("seed", range(8))
def test_the_sign_flip_test_is_the_enumerated_one(seed):
    rng = np.random.default_rng(seed)
    balances = rng.integers(-6, 7, size=rng.integers(1, 12)) * rng.integers(1, 4)
    assert sign_flip(balances) == pytest.approx(enumerated(balances), abs=1e-12)


def test_a_row_of_wins_is_as_unlikely_as_that_many_heads_or_tails():
    assert sign_flip(np.full(10, 2)) == pytest.approx(2 / 2**10, rel=1e-9)
    assert sign_flip(np.full(200, -3)) >= 2 / 2**200
    assert sign_flip(np.full(200, -3)) < 1e-12


def test_balance_and_nothing_are_no_evidence():
    assert sign_flip(np.array([1, -1, 2, -2])) == pytest.approx(1)
    assert sign_flip(np.zeros(5, dtype=int)) == 1
    assert sign_flip(np.zeros(0, dtype=int)) == 1


def test_many_seeds_are_near_the_normal_distribution():
    balances = np.array([2] * 5100 + [-2] * 4900 + [0] * 900)
    # 2 sigma and the continuity correction of a step of 2.
    assert sign_flip(balances) == pytest.approx(0.0466, abs=2e-4)


def test_the_games_of_a_block_are_not_taken_for_independent_ones():
    """Both games of a block end alike: half the evidence, and the level still holds."""
    rng = np.random.default_rng(3)
    balances = 2 * (2 * rng.integers(0, 2, size=(1000, 30)) - 1)
    alarms = np.mean([sign_flip(row) <= 0.05 for row in balances])
    as_games = np.mean([sign_flip(np.repeat(row, 2) // 2) <= 0.05 for row in balances])
    assert alarms <= 0.065
    assert as_games > 0.1


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1, 1]
    assert holm([]) == []


def test_shares_ties_and_the_matrix():
    pool = [
        ranked("ABC", [[[1, 2, 3], [1, 2.5, 2.5]], [[2, 1, 3], [1, 2, 3]]]),
        duels([1, 0], lineup="AD", seeds=[7]),
    ]
    found = pairwise(pool)
    assert (found.agents, found.correction) == (("A", "B", "C", "D"), "Holm")
    by_name = {(pair.first, pair.second): pair for pair in found.comparisons}
    assert list(by_name) == [("A", "B"), ("A", "C"), ("A", "D"), ("B", "C")]
    assert [pair.games for pair in found.comparisons] == [4, 4, 2, 4]
    assert by_name["A", "B"].ahead.value == 3 / 4
    assert by_name["B", "C"].ahead.value == (3 + 1 / 2) / 4
    assert by_name["A", "C"].ahead.value == 1
    assert by_name["A", "C"].p == pytest.approx(0.5)
    assert by_name["A", "C"].adjusted == 1
    assert by_name["A", "C"].ahead.low == pytest.approx(np.sqrt(0.025))
    half = by_name["A", "D"].ahead
    assert (half.value, half.low, half.high) == (0.5, 0.5 * 0.025, 1 - 0.5 * 0.025)
    matrix = found.matrix()
    assert matrix[0, 1] == 3 / 4
    assert matrix[1, 0] == 1 / 4
    assert np.isnan(matrix[3, 1])
    assert np.all(np.isnan(np.diag(matrix)))


def test_a_game_counts_once_however_many_seats_an_agent_has():
    pool = [ranked("ABB", [[[2, 1, 3], [1, 2, 3], [3, 1, 2]]]), duels([1, 1], seeds=[1])]
    (pair,) = pairwise(pool).comparisons
    assert pair.games == 5
    assert pair.ahead.value == pytest.approx((0.5 + 1 + 0 + 1 + 1) / 5)
    # Balances 0 and 2: one sign that matters.
    assert pair.p == 1


def test_copies_of_one_agent_are_no_pair():
    found = pairwise([duels([1, 0], lineup="AA")])
    assert (found.agents, found.comparisons) == (("A",), ())


def test_seeds_that_line_ups_share_count_once():
    wins = [[1, 1]] * 5
    shared = [ranked("ABC", [[[1, 2, 3]] * 2] * 5), duels(*wins)]
    own = [shared[0], duels(*wins, seeds=range(10, 15))]
    assert pairwise(shared).comparisons[0].p == pytest.approx(2 / 2**5)
    assert pairwise(own).comparisons[0].p == pytest.approx(2 / 2**10)
