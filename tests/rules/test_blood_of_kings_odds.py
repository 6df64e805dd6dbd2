"""Blood of Kings: the odds of battles against the rules themselves."""

from __future__ import annotations

from functools import cache

import pytest
from kings_battles import C, Table, assault, before
from kings_builder import held, loaded, step_name

from eminence import engines
from eminence.cython_ext.errors import BadOption
from eminence.engines.blood_of_kings import estimates


@cache
def chance_to_conquer(state: engines.State) -> float:
    """By playing every roll of the dice; the assault is never called off."""
    if "Dijon" in held(state, "France"):
        return 1.0
    if step_name(state) == "RETREAT":
        return chance_to_conquer(after(state, C.NO))
    if step_name(state) != "DICE" or not state.data["battle"]:
        return 0.0
    return sum(p * chance_to_conquer(after(state, roll)) for roll, p in state.outcomes())


def after(state: engines.State, action: int) -> engines.State:
    copy = state.copy()
    copy.apply(action)
    return copy


@pytest.mark.parametrize(("armies", "level"), [(2, 1), (3, 1), (3, 2), (4, 3), (5, 2), (2, 3)])
def test_odds_are_those_of_the_rules(armies: int, level: int) -> None:
    table: Table = before(armies).level("England", C.MILITARY, level)
    state = assault(table.crowns("France", 0), "Dijon")
    levies = int(state.data["levies"])
    expected = chance_to_conquer(state)
    assert estimates.chance_of_fight(state.game, armies, levies) == pytest.approx(expected)


def test_more_attackers_never_win_less() -> None:
    for defenders in range(40):
        chances = [
            estimates.chance_of_fight(loaded(4), attackers, defenders) for attackers in range(25)
        ]
        assert chances[0] == 0
        assert all(0 <= chance <= 1 for chance in chances)
        assert chances[2] <= chances[8] <= chances[20]


def test_units_below_zero_are_refused() -> None:
    with pytest.raises(BadOption, match="units: -1 against 3"):
        estimates.chance_of_fight(loaded(4), -1, 3)
