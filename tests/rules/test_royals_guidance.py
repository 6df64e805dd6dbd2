"""Royals: `evaluate` gives shares of 1, whatever weights an agent brings."""

from __future__ import annotations

import pytest
from royals_builder import Table


@pytest.mark.parametrize(
    "weights",
    [
        {},
        {"spread": 0.0},
        {"spread": -5.0},
        {"spread": 1e-300},
        {"card": -1e6},
        {"card": 1e6, "intrigue": -1e6},
    ],
)
def test_standings_are_shares_for_any_weights(weights: dict[str, float]) -> None:
    table = Table()
    for seat, cards in enumerate((4, 2, 3)):
        table.hand(seat, France=cards)
    standing = table.state().evaluate(weights)
    assert all(0 <= share <= 1 for share in standing)
    assert sum(standing) == pytest.approx(1)


def test_without_a_spread_the_leader_takes_all() -> None:
    table = Table()
    for seat, cards in enumerate((2, 6, 3)):
        table.hand(seat, France=cards)
    assert table.state().evaluate({"spread": 0.0}) == [0, 1, 0]
