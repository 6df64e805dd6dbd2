"""Sequential tests: when they stop, and what they accept."""

from __future__ import annotations

import pytest

from eminence import engines, experiments

LOCAL = experiments.Place(local=True)


@pytest.fixture(scope="module")
def ttt() -> engines.Game:
    return engines.load("tic_tac_toe")


def test_a_test_stops_when_it_knows(ttt):
    found = experiments.SequentialTest(
        ttt, "flat:iterations=100", "random", (0.5, 0.6), max_blocks=500
    ).run(LOCAL)
    assert found.verdict == "H1"
    assert found.summary.blocks < 500
    assert found.tables()["test"]["accepted"] == [0.6]
    assert found.test.blocks <= found.summary.blocks


def test_a_test_accepts_the_lower_share(ttt):
    found = experiments.SequentialTest(
        ttt, "random", "flat:iterations=100", (0.4, 0.6), max_blocks=500
    ).run(LOCAL)
    assert found.verdict == "H0"


def test_a_test_ends_undecided_at_its_last_block(ttt):
    found = experiments.SequentialTest(
        ttt, "random", "random", (0.5, 0.501), batch=7, max_blocks=40
    ).run(LOCAL)
    assert (found.verdict, found.summary.blocks) == ("undecided", 40)


@pytest.mark.parametrize("batch", [1, 10, 64])
def test_the_verdict_does_not_depend_on_the_batch(ttt, batch):
    found = experiments.SequentialTest(
        ttt, "flat:iterations=30", "random", (0.5, 0.7), batch=batch
    ).run(LOCAL)
    assert (found.verdict, found.test.blocks) == ("H1", 30)


@pytest.mark.parametrize(
    "make",
    [
        lambda n, ttt: experiments.Gate(max_blocks=n),
        lambda n, ttt: experiments.SequentialTest(
            ttt, "random", "random", (0.5, 0.6), max_blocks=n
        ),
    ],
)
def test_a_test_that_would_end_before_its_first_look_is_refused(make, ttt):
    make(30, ttt)
    with pytest.raises(engines.BadOption, match="max_blocks=29: the first look is after 30 blocks"):
        make(29, ttt)
