"""Win shares and ranks from final strengths: rank = 1 + better + tied others / 2."""

from __future__ import annotations

import pytest
from compiled.core import ranked


@pytest.mark.parametrize(
    ("strengths", "expected"),
    [
        ([1], [(1, 1)]),
        ([2, 1], [(1, 1), (0, 2)]),
        ([1, 1], [(0.5, 1.5), (0.5, 1.5)]),
        ([3, 5, 4], [(0, 3), (1, 1), (0, 2)]),
        ([5, 5, 4], [(0.5, 1.5), (0.5, 1.5), (0, 3)]),
        ([5, 4, 4], [(1, 1), (0, 2.5), (0, 2.5)]),
        ([7, 7, 7], [(1 / 3, 2), (1 / 3, 2), (1 / 3, 2)]),
        ([-1, -2, -1, -3], [(0.5, 1.5), (0, 3), (0.5, 1.5), (0, 4)]),
        ([0, 0, 0, 0, 0, 1], [(0, 4)] * 5 + [(1, 1)]),
    ],
)
def test_equals_share_the_win_and_the_rank(strengths: list, expected: list) -> None:
    assert ranked(strengths) == [pytest.approx(pair) for pair in expected]
