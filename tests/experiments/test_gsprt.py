"""The sequential test: it stops, and its error rates are as promised."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize
from side_by_side import verdicts

from eminence import engines
from eminence.experiments.statistics.gsprt import (
    FIRST_LOOK,
    GSPRT,
    log_likelihood_ratio,
    parse_shares,
)

MATCHES = 400
LIMIT = 600


def block_wins(rng, players, share, correlation, blocks=LIMIT):
    """(matches, blocks): games won of a block, each with the chance `share`.

    Positive correlation: the luck of a block moves the chance of all its games. Negative: in
    most blocks the wins are spread over the seats as evenly as they can be.
    """
    games = (MATCHES, blocks, players)
    chance = np.full((MATCHES, blocks, 1), share)
    if correlation > 0:
        room = min(share, 1 - share)
        chance = chance + 0.8 * room * rng.uniform(-1, 1, size=chance.shape)
    luck = rng.random(games)
    if correlation < 0:
        even = (rng.random((MATCHES, blocks, 1)) + np.arange(players) / players) % 1
        luck = np.where(rng.random((MATCHES, blocks, 1)) < 0.5, even, luck)
    return (luck < chance).sum(axis=2)


@pytest.mark.slow
@pytest.mark.parametrize("correlation", [1, -1])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_v1_errors_of_both_kinds_are_as_rare_as_promised(players, correlation):
    """400 matches each at alpha = beta = 0.05: at most 6 % may go wrong, undecided ones too."""
    rng = np.random.default_rng(100 * players + correlation)
    low, high = 1 / players, 1.3 / players
    equal, _ = verdicts(block_wins(rng, players, low, correlation), players, low, high)
    better, _ = verdicts(block_wins(rng, players, high, correlation), players, low, high)
    assert np.mean(equal != -1) <= 0.06
    assert np.mean(better != 1) <= 0.06


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_class_decides_as_the_matches_side_by_side_do(players):
    rng = np.random.default_rng(players)
    low, high = 1 / players, 1.3 / players
    wins = block_wins(rng, players, low, 1, blocks=200)[:25]
    verdict, taken = verdicts(wins, players, low, high)
    names = {1: "H1", -1: "H0", 0: "undecided"}
    for row, side, blocks in zip(wins, verdict, taken, strict=True):
        test = GSPRT(low, high)
        assert test.add(row / players) == names[side]
        assert test.blocks == blocks


@pytest.mark.slow
def test_a_larger_difference_takes_fewer_blocks():
    rng = np.random.default_rng(1)
    wins = block_wins(rng, 4, 0.25, 1)
    taken = [verdicts(wins, 4, 0.25, high)[1].mean() for high in (0.3, 0.35, 0.4)]
    assert taken[0] > 1.5 * taken[1] > 1.5 * taken[2]


def test_the_ratio_is_that_of_the_greatest_likelihoods():
    values = np.array([0, 0.25, 0.5, 1])
    counts = np.array([[3.0, 9, 4, 1]])

    def greatest(mean):
        held = [
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p: p @ values - mean},
        ]
        start = np.full(4, 0.25)
        found = minimize(
            lambda p: -counts[0] @ np.log(p),
            start,
            bounds=[(1e-9, 1)] * 4,
            constraints=held,
            options={"ftol": 1e-14, "maxiter": 500},
        )
        return -found.fun

    (ratio,) = log_likelihood_ratio(values, counts, 0.25, 0.4)
    assert ratio == pytest.approx(greatest(0.4) - greatest(0.25), abs=1e-6)


def test_single_games_are_walds_own_test():
    """Games won or lost: the ratio is that of Bernoulli trials, without the imaginary ones."""
    counts = np.array([[30.0, 50.0]])
    (ratio,) = log_likelihood_ratio(np.array([0.0, 1.0]), counts, 0.5, 0.6)
    assert ratio == pytest.approx(50 * math.log(0.6 / 0.5) + 30 * math.log(0.4 / 0.5))


def test_it_approaches_the_second_order_form():
    means = np.random.default_rng(4).binomial(4, 0.26, size=4000) / 4
    test = GSPRT(0.25, 0.26, alpha=1e-9, beta=1e-9)
    test.add(means)
    approximate = 4000 * 0.01 * (2 * means.mean() - 0.51) / (2 * means.var())
    assert test.llr == pytest.approx(approximate, rel=0.03)


@pytest.mark.parametrize(("value", "state"), [(1.0, "H1"), (0.0, "H0"), (0.25, "H0")])
def test_it_ends_where_all_blocks_are_alike(value, state):
    """One side always wins, or equals share each block: no variance, and yet a verdict."""
    test = GSPRT(0.25, 0.30)
    test.add(np.full(200, value))
    assert test.state == state
    assert FIRST_LOOK <= test.blocks <= 60
    assert np.all(np.isfinite(test.history))
    # Every block moves the ratio on.
    assert np.all(np.diff(test.history) * (1 if state == "H1" else -1) > 0)


def test_bounds_are_walds():
    test = GSPRT(0.5, 0.55, alpha=0.01, beta=0.2)
    assert test.lower == pytest.approx(math.log(0.2 / 0.99))
    assert test.upper == pytest.approx(math.log(0.8 / 0.01))


def test_no_verdict_before_the_first_look():
    test = GSPRT(0.25, 0.30, first_look=80)
    assert test.add(np.ones(79)) == "undecided"
    assert test.llr > test.upper
    assert test.add(1.0) == "H1"
    assert test.blocks == 80


@pytest.mark.parametrize("size", [1, 7, 50, 1000])
def test_the_verdict_does_not_depend_on_the_size_of_batches(size):
    means = np.random.default_rng(9).binomial(3, 0.4, size=300) / 3
    whole, parts = GSPRT(1 / 3, 0.4), GSPRT(1 / 3, 0.4)
    whole.add(means)
    for start in range(0, 300, size):
        parts.add(means[start : start + size])
    assert parts.state == whole.state == "H1"
    assert parts.blocks == whole.blocks < 300
    assert parts.history == pytest.approx(whole.history, abs=1e-9)
    assert len(parts.history) == parts.blocks


def test_later_blocks_change_nothing():
    test = GSPRT(0.25, 0.30)
    test.add(np.ones(40))
    before = (test.state, test.blocks, test.llr)
    assert test.add(np.zeros(500)) == "H1"
    assert (test.state, test.blocks, test.llr) == before


def test_it_starts_undecided():
    test = GSPRT(0.25, 0.30)
    assert (test.state, test.blocks, test.llr, len(test.history)) == ("undecided", 0, 0, 0)
    assert test.add([]) == "undecided"


def test_shares_as_the_command_line_has_them():
    assert parse_shares("0.25:0.30") == (0.25, 0.3)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0.30:0.25", "shares 0.3:0.25: write the lower first, here 0.25:0.3"),
        ("0.3:0.3", "shares 0.3:0.3: write the lower first, as in 0.25:0.30"),
        ("25:30", "shares 25:30: both lie between 0 and 1, as in 0.25:0.30"),
        ("0:0.5", "shares 0:0.5: both lie between 0 and 1, as in 0.25:0.30"),
        ("nan:0.5", "shares nan:0.5: both lie between 0 and 1, as in 0.25:0.30"),
        ("0.25", "shares '0.25': write two win shares, the lower first: 0.25:0.30"),
        ("a:b", "shares 'a:b': write two win shares, the lower first: 0.25:0.30"),
        ("1:2:3", "shares '1:2:3': write two win shares, the lower first: 0.25:0.30"),
    ],
)
def test_shares_that_are_none_are_refused_with_the_right_form(text, complaint):
    with pytest.raises(engines.BadOption) as error:
        parse_shares(text)
    assert str(error.value) == complaint


def test_other_mistakes_are_named():
    with pytest.raises(engines.BadOption, match="write the lower first, here"):
        GSPRT(0.3, 0.25)
    with pytest.raises(engines.BadOption, match="alpha=0: choose an error rate"):
        GSPRT(0.25, 0.3, alpha=0)
    with pytest.raises(engines.BadOption, match=r"beta=0.5: choose an error rate"):
        GSPRT(0.25, 0.3, beta=0.5)
    with pytest.raises(
        engines.BadOption, match="first_look: expected a whole number from 1 up, got 0"
    ):
        GSPRT(0.25, 0.3, first_look=0)
    for wrong in ([0.5, 1.5], [np.nan], [[0.5, 0.5]]):
        with pytest.raises(engines.BadOption, match="block means: expected a row"):
            GSPRT(0.25, 0.3).add(wrong)
