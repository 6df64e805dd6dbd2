"""Confidence that survives looking early: false verdicts are as rare as promised."""

import math

import numpy as np
import pytest

from eminence.solver.analysis.confidence import (
    ALPHA,
    EQUAL_WITHIN,
    Comparison,
    Difference,
    Verdict,
    percent,
)

RUNS = 250
WORLDS = 1500
BATCH = 50
NAMES = ("A", "B", "C", "D")

#: differences with mean 0 in [-1, 1], as rollouts may have them
EVEN = {
    "a coin": lambda rng, n: rng.choice([-1.0, 1.0], n),
    "mostly ties": lambda rng, n: rng.choice([-1.0, 0.0, 1.0], n, p=[0.02, 0.96, 0.02]),
    "rare great wins": lambda rng, n: rng.choice([1.0, -1 / 19], n, p=[0.05, 0.95]),
    "quarters": lambda rng, n: (rng.binomial(4, 0.4, n) - rng.binomial(4, 0.4, n)) / 4,
    "shares of a win": lambda rng, n: rng.uniform(-1, 1, n),
}


def allowed(runs, alpha):
    """The number of false alarms that alpha explains in all but one case of a thousand."""
    return alpha * runs + 3.1 * math.sqrt(alpha * (1 - alpha) * runs)


def peeks(differences):
    """The interval after every batch."""
    found = Difference(ALPHA)
    for start in range(0, len(differences), BATCH):
        found.add(differences[start : start + BATCH])
        yield found


@pytest.mark.slow
@pytest.mark.parametrize("name", EVEN)
def test_equal_moves_are_told_apart_at_most_as_often_as_alpha_says(name):
    rng = np.random.default_rng(1)
    wrong = sum(
        any(found.low > 0 or found.high < 0 for found in peeks(EVEN[name](rng, WORLDS)))
        for _ in range(RUNS)
    )
    assert wrong <= allowed(RUNS, ALPHA)


def test_an_ordinary_interval_would_fail_the_same_test():
    rng = np.random.default_rng(1)
    wrong = 0
    for _ in range(RUNS):
        x = EVEN["a coin"](rng, WORLDS)
        n = np.arange(1, WORLDS + 1)[BATCH - 1 :: BATCH]
        wrong += bool((np.abs(np.cumsum(x)[n - 1]) > 1.96 * np.sqrt(n)).any())
    assert wrong > 2 * allowed(RUNS, ALPHA)


@pytest.mark.slow
@pytest.mark.parametrize("mean", [-0.9, -0.3, 0.02, 0.5])
def test_the_truth_is_inside_at_every_look(mean):
    rng = np.random.default_rng(2)
    p = (1 + mean) / 2
    outside = sum(
        any(
            not found.low <= mean <= found.high
            for found in peeks(rng.choice([1.0, -1.0], WORLDS, p=[p, 1 - p]))
        )
        for _ in range(RUNS)
    )
    assert outside <= allowed(RUNS, ALPHA)


def test_an_interval_narrows_to_the_truth():
    rng = np.random.default_rng(3)
    found = Difference(ALPHA)
    found.add(rng.choice([-1.0, 0.0, 1.0], 200_000, p=[0.1, 0.75, 0.15]))
    assert 0.04 < found.low < found.mean < found.high < 0.06
    assert found.mean == pytest.approx(0.05, abs=0.005)


def test_little_spread_gives_narrow_intervals():
    rng = np.random.default_rng(4)
    loud, quiet = Difference(ALPHA), Difference(ALPHA)
    loud.add(rng.choice([-1.0, 1.0], 5000))
    quiet.add(rng.choice([-1.0, 0.0, 1.0], 5000, p=[0.005, 0.99, 0.005]))
    assert (quiet.high - quiet.low) < 0.3 * (loud.high - loud.low)


def test_batches_do_not_matter():
    x = np.random.default_rng(5).uniform(-1, 1, 333)
    whole, parts = Difference(0.05), Difference(0.05)
    whole.add(x)
    for part in np.split(x, [0, 1, 2, 40, 41, 300]):
        parts.add(part)
    for name in ("count", "mean", "low", "high", "doubt_of_more", "doubt_of_less"):
        assert getattr(parts, name) == pytest.approx(getattr(whole, name), rel=1e-9)


def comparisons_of(wins, batch=BATCH):
    """Verdicts after every batch."""
    comparison = Comparison(wins.shape[1])
    for start in range(0, len(wins), batch):
        comparison.add(wins[start : start + batch])
        yield comparison


@pytest.mark.slow
def test_among_equal_moves_none_is_called_best_more_often_than_alpha_says():
    rng = np.random.default_rng(6)
    runs = 200
    wrong = sum(
        any(
            comparison.verdict(NAMES).kind == "best"
            for comparison in comparisons_of(rng.binomial(4, 0.3, (1000, 4)) / 4)
        )
        for _ in range(runs)
    )
    assert wrong <= allowed(runs, ALPHA)


@pytest.mark.slow
def test_the_second_best_is_hardly_ever_called_best_and_the_best_is_found():
    rng = np.random.default_rng(7)
    runs, wrong, right = 100, 0, 0
    for _ in range(runs):
        wins = rng.binomial(4, [0.30, 0.36, 0.30, 0.25], (6000, 4)) / 4
        verdicts = [comparison.verdict(NAMES) for comparison in comparisons_of(wins, 500)]
        wrong += any(v.kind != "open" and v.moves != ("B",) for v in verdicts)
        right += verdicts[-1].kind == "best" and verdicts[-1].moves == ("B",)
    assert wrong <= allowed(runs, ALPHA)
    assert right > 0.9 * runs


def test_the_confidence_is_the_level_at_which_the_verdict_still_holds():
    rng = np.random.default_rng(8)
    for comparison in comparisons_of(rng.binomial(4, [0.3, 0.4, 0.2], (2000, 3)) / 4):
        for i, j in [(0, 1), (1, 0), (0, 2), (2, 1)]:
            assert comparison.beats(i, j) == (comparison.doubt(i, j) < comparison.alpha)
        verdict = comparison.verdict(NAMES)
        if verdict.kind == "best":
            assert 1 - ALPHA < verdict.confidence <= 1


def test_a_best_move_is_named_with_its_confidence():
    comparison = Comparison(2)
    comparison.add(np.tile([0.0, 1.0], (18, 1)))
    verdict = comparison.verdict(NAMES)
    assert verdict.kind == "best"
    assert verdict.moves == ("B",)
    assert verdict.text == f"B is best (confidence {percent(verdict.confidence)})"
    assert Verdict("best", ("A",), 0.9749).text == "A is best (confidence 97 %)"
    some = comparison.verdict(NAMES, compared=2)
    assert some.text.startswith("B is best of the 2 moves examined (confidence ")


def test_moves_that_always_win_alike_are_equal():
    comparison = Comparison(3)
    same = np.random.default_rng(9).binomial(1, 0.5, 4000).astype(float)
    comparison.add(np.stack([same, same, np.zeros(4000)], axis=1))
    verdict = comparison.verdict(NAMES)
    assert verdict.text == "A and B are equal within 0.5 percentage points of win share"
    assert verdict.separated
    lead = comparison.lead(1, 0)
    assert -EQUAL_WITHIN <= lead.low <= lead.mean <= lead.high <= EQUAL_WITHIN


def test_before_there_is_evidence_nothing_is_separated():
    verdict = Comparison(3).verdict(NAMES)
    assert (verdict.kind, verdict.separated) == ("open", False)
    assert verdict.text == "A so far, not separated from B yet"
    assert verdict.moves == ("A", "B")
    assert Comparison(3).verdict(NAMES, ranked=[0, 2, 1]).moves == ("A", "C")


def test_a_lead_that_no_player_would_notice_makes_no_move_best():
    """0.1 % against 0.0 %: better for sure, and almost lost either way."""
    rng = np.random.default_rng(13)
    wins = np.zeros((200_000, 2))
    wins[:, 0] = rng.binomial(4, 0.001, len(wins)) / 4
    comparison = Comparison(2)
    comparison.add(wins)
    assert comparison.beats(0, 1)
    verdict = comparison.verdict(NAMES)
    assert verdict.text == "A and B are equal within 0.5 percentage points of win share"


def test_a_move_goes_behind_those_that_beat_it_and_else_stays():
    rng = np.random.default_rng(10)
    comparison = Comparison(4)
    comparison.add(rng.binomial(4, [0.2, 0.5, 0.21, 0.5], (3000, 4)) / 4)
    assert comparison.order()[:2] == [1, 3]
    assert Comparison(4).order() == [0, 1, 2, 3]


def test_a_beaten_move_need_not_be_tried_any_more():
    rng = np.random.default_rng(11)
    comparison = Comparison(3)
    assert comparison.open_rivals() == [0, 1, 2]
    comparison.add(rng.binomial(4, [0.2, 0.5, 0.5], (2000, 3)) / 4)
    assert comparison.open_rivals() == [1, 2]
    before = comparison.lead(0, 1)
    comparison.add(rng.binomial(4, [0.9, 0.9, 0.2], (2000, 3)) / 4, [1, 2])
    assert comparison.lead(0, 1) == before
    assert comparison.lead(1, 2).low > 0
    assert comparison.open_rivals() == [1, 2], "somebody to compare with is always left"


def test_leads_are_the_same_from_both_sides():
    comparison = Comparison(2)
    comparison.add(np.random.default_rng(12).binomial(4, [0.3, 0.4], (500, 2)) / 4)
    one, other = comparison.lead(0, 1), comparison.lead(1, 0)
    assert one == (-other.mean, -other.high, -other.low)


def test_no_sample_makes_certain():
    comparison = Comparison(2)
    comparison.add(np.tile([1.0, 0.0], (1000, 1)))
    assert comparison.verdict(NAMES).text == "A is best (confidence 99.9 %)"


def test_confidence_is_rounded_down():
    shown = [percent(c) for c in (0.95, 0.9799, 0.9912, 0.99999, 1.0)]
    assert shown == ["95 %", "97 %", "99.1 %", "99.9 %", "100 %"]
