"""Means with intervals that cover the truth as often as promised."""

import numpy as np
import pytest
from pools import duels, ranked

from eminence import engines
from eminence.experiments.statistics.intervals import DRAWN, RESAMPLES, estimates
from eminence.experiments.statistics.summary import standings, summarise


def test_a_summary_counts_games_and_averages_them():
    summary = summarise(duels([1, 0, 1], [1, 1, 1]))
    assert (summary.agent, summary.blocks, summary.games) == ("A", 2, 6)
    assert summary.fair == 0.5
    assert summary.win.value == pytest.approx(5 / 6)
    assert (summary.win.low, summary.win.high) == (pytest.approx(2 / 3), 1)
    assert summary.ratio.value == pytest.approx(5 / 3)
    assert (summary.ratio.low, summary.ratio.high) == (pytest.approx(4 / 3), 2)
    assert summary.rank.value == pytest.approx(2 - 5 / 6)
    assert (summary.rank.low, summary.rank.high) == (1, pytest.approx(4 / 3))
    assert summary.margin.value == pytest.approx(4 / 6)
    assert (summary.margin.low, summary.margin.high) == (pytest.approx(1 / 3), 1)


def test_any_position_can_be_asked_for():
    played = ranked("ABC", [[[1, 2, 3], [1, 3, 2]], [[3, 1, 2], [1, 2, 3]]])
    second = summarise(played, position=1)
    assert (second.agent, second.fair) == ("B", pytest.approx(1 / 3))
    assert second.win.value == 1 / 4
    assert second.rank.value == 2
    with pytest.raises(
        engines.BadOption, match="position: expected a whole number from 0 to 2, got 3"
    ):
        summarise(played, position=3)


@pytest.mark.slow
def test_the_interval_holds_the_truth_as_often_as_it_says():
    rng = np.random.default_rng(7)
    held = 0
    for trial in range(200):
        wins = rng.binomial(2, 0.6, size=(50, 1)) / 1.0
        (win,) = estimates(wins, np.full((50, 1), 2.0), [(0, 1)], seed=trial)
        held += win.low <= 0.6 <= win.high
    assert 0.89 * 200 <= held <= 0.99 * 200


def test_blocks_not_games_are_drawn():
    """Seats that win and lose together leave fewer independent results than there are games."""
    apart = summarise(duels(*([1, 0] if i % 4 < 2 else [i % 2] * 2 for i in range(40)))).win
    together = summarise(duels(*([i % 2] * 2 for i in range(40)))).win
    assert apart.value == together.value == 0.5
    assert together.high - together.low == pytest.approx(4 * 0.5 / np.sqrt(40), rel=0.15)
    assert apart.high - apart.low == pytest.approx(4 * np.sqrt(1 / 8) / np.sqrt(40), rel=0.15)


def test_a_clean_sweep_is_not_reported_as_certain():
    won = summarise(duels(*[[1, 1]] * 50))
    unseen = 1 - 0.025 ** (1 / 50)
    assert (won.win.low, won.win.high) == (pytest.approx(1 - unseen), 1)
    assert (won.rank.low, won.rank.high) == (1, pytest.approx(1 + unseen))
    assert (won.ratio.low, won.ratio.high) == (pytest.approx(2 - 2 * unseen), 2)
    lost = summarise(duels(*[[0, 0]] * 50)).win
    assert (lost.low, lost.high) == (0, pytest.approx(unseen))


def test_nor_is_any_other_row_of_equal_blocks():
    """What was not met in n blocks may be a block lost throughout, or won throughout."""
    split = summarise(duels(*[[1, 0]] * 50)).win
    unseen = 1 - 0.025 ** (1 / 50)
    assert split.value == 0.5
    assert split.low == pytest.approx(0.5 - 0.5 * unseen)
    assert split.high == pytest.approx(0.5 + 0.5 * unseen)


def test_three_thirds_and_one_are_alike():
    shared = ranked("ABC", [[[2, 2, 2]] * 3, [[1, 2, 3], [3, 1, 2], [2, 3, 1]]])
    unseen = 1 - 0.025 ** (1 / 2)
    assert summarise(shared).win.high == pytest.approx(1 / 3 + 2 / 3 * unseen)


def test_a_margin_has_no_bounds_and_stays_as_it_is():
    margin = summarise(duels(*[[1, 1]] * 5)).margin
    assert (margin.low, margin.high) == (margin.value, margin.value) == (1, 1)


def test_standings_join_all_line_ups_of_an_agent():
    pool = [
        duels([1, 1], [1, 0], seeds=[0, 1]),
        ranked("ABB", [[[1, 2, 3], [3, 1, 2], [1, 2, 3]]], seeds=[2]),
    ]
    first, second = standings(pool)
    assert [(s.agent, s.blocks, s.games) for s in (first, second)] == [("A", 3, 7), ("B", 3, 7)]
    assert first.win.value == pytest.approx(5 / 7)
    assert first.fair == pytest.approx((4 / 2 + 3 / 3) / 7)
    assert first.ratio.value == pytest.approx(5 / 3)
    # B sits at ten seats: four of duels and twice three.
    assert second.win.value == pytest.approx(2 / 10)
    assert second.fair == pytest.approx((4 / 2 + 6 / 3) / 10)
    assert second.rank.value == pytest.approx((2 + 2 + 2 + 1 + 5 + 3 + 5) / 10)


def test_seeds_are_drawn_across_line_ups():
    """The luck of a seed that two line-ups share counts once, not twice."""
    wins = [[i % 2] * 2 for i in range(40)]
    shared = [duels(*wins), duels(*wins, lineup="AC")]
    own = [duels(*wins), duels(*wins, lineup="AC", seeds=np.arange(40) + 100)]
    width = [s.high - s.low for s in (standings(pool)[0].win for pool in (shared, own))]
    assert width[0] / width[1] == pytest.approx(np.sqrt(2), rel=0.1)


@pytest.mark.slow
def test_many_seeds_are_drawn_in_parts_and_repeatably():
    seeds = 1000
    assert RESAMPLES * seeds > 4 * DRAWN
    totals = np.random.default_rng(1).random((seeds, 1))
    (found,) = estimates(totals, np.ones((seeds, 1)), [(0, 1)], seed=0)
    assert estimates(totals, np.ones((seeds, 1)), [(0, 1)], seed=0) == [found]
    assert estimates(totals, np.ones((seeds, 1)), [(0, 1)], seed=1) != [found]
    error = totals.std() / np.sqrt(seeds)
    assert found.low == pytest.approx(found.value - 1.96 * error, abs=0.1 * error)
    assert found.high == pytest.approx(found.value + 1.96 * error, abs=0.1 * error)


def test_a_seed_without_a_part_in_a_column_leaves_it_alone():
    totals = np.array([[1.0], [0.0], [0.0]])
    counts = np.array([[1.0], [0.0], [1.0]])
    (found,) = estimates(totals, counts, [(0, 1)], seed=0)
    assert (found.value, found.low, found.high) == (0.5, 0, 1)
