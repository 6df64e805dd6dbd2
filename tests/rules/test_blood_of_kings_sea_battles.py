"""Blood of Kings: battles at sea (R39.3, R39.4, R40.27)."""

from __future__ import annotations

import pytest
from kings_battles import (
    BYZANTIUM,
    ENGLAND,
    FRANCE,
    Table,
    armies,
    battle,
    count,
    crowns,
    fleets,
    forces,
    options,
    over,
    play,
    step_name,
    to,
)
from kings_builder import dice

NORTH = "North Sea"


def at_sea(french: int = 3, english: int = 4) -> Table:
    table = Table(6).fleets("France", NORTH, french)
    return table.fleets("England", NORTH, english)


@pytest.mark.rule("R39.3")
def test_at_sea_nobody_withdraws_and_no_ransom_is_paid() -> None:
    state = battle(at_sea(3, 3).crowns("England", 9), NORTH)
    assert step_name(state) == "DICE"
    play(state, dice(6, 3))
    assert over(state)
    assert (fleets(state, "France", NORTH), fleets(state, "England", NORTH)) == (2, 0)
    assert crowns(state, "England") == 9


@pytest.mark.rule("R39.3")
def test_fleets_retreat_to_a_sea_that_the_others_choose() -> None:
    state = play(battle(at_sea(3, 4), NORTH), dice(6, 1), count(3))
    assert (step_name(state), state.player) == ("RETREAT_TO", ENGLAND)
    assert options(state) == {"Baltic Sea", "Atlantic Ocean"}
    play(state, to("Baltic Sea"))
    assert fleets(state, "France", "Baltic Sea") == 3
    assert fleets(state, "France", NORTH) == 0
    assert over(state)


@pytest.mark.rule("R40.27", "R39.4", "Q35")
@pytest.mark.parametrize(("aboard", "loses"), [(5, "England"), (1, "France"), (2, "England")])
def test_example_of_size_at_sea(aboard: int, loses: str) -> None:
    """Two fleets with five armies count four, as many as four fleets: a tie by the table."""
    table = at_sea(2, 4).armies("France", NORTH, aboard)
    state = play(battle(table, NORTH), dice(5, 1))
    left = {"France": 2, "England": 4}
    left[loses] -= 1
    surrendered = left["France"] * 2 <= left["England"]
    assert fleets(state, "England", NORTH) == left["England"]
    assert fleets(state, "France", NORTH) == (0 if surrendered else left["France"])


@pytest.mark.rule("Q35", "R39.4")
def test_armies_aboard_do_not_count_for_the_surrender() -> None:
    table = at_sea(2, 5).armies("France", NORTH, 9)
    state = play(battle(table, NORTH), dice(6, 1))
    assert fleets(state, "France", NORTH) == 0


@pytest.mark.rule("R39.4", "Q11")
def test_armies_drown_with_their_last_fleet() -> None:
    table = at_sea(2, 4).armies("France", NORTH, 3).crowns("France", 9)
    state = play(battle(table, NORTH), dice(1, 1))
    assert over(state)
    assert fleets(state, "France", NORTH) == 0
    assert armies(state, "France", NORTH) == 0
    assert crowns(state, "France") == 9


@pytest.mark.rule("Q11")
def test_armies_go_along_when_all_fleets_retreat() -> None:
    table = at_sea(3, 4).armies("France", NORTH, 2)
    state = play(battle(table, NORTH), dice(6, 1), count(3), to("Baltic Sea"))
    assert armies(state, "France", "Baltic Sea") == 2
    assert over(state)


@pytest.mark.rule("Q11")
def test_armies_may_go_with_some_of_the_fleets() -> None:
    table = at_sea(4, 4).armies("France", NORTH, 2)
    state = play(battle(table, NORTH), dice(6, 1), count(1), to("Baltic Sea"))
    assert (step_name(state), state.player) == ("RETREAT", FRANCE)
    assert state.actions() == [count(0), count(1), count(2)]
    play(state, count(1))
    assert armies(state, "France", "Baltic Sea") == 1
    assert armies(state, "France", NORTH) == 1
    assert (step_name(state), state.player) == ("RETREAT", ENGLAND)
    assert forces(state) == {"France": 3, "England": 3}


@pytest.mark.rule("R24.3", "R24.8")
def test_archers_and_chivalry_do_nothing_at_sea() -> None:
    for coloured in range(1, 7):
        table = at_sea(4, 4).tiles(ENGLAND, "deadly_archers")
        state = play(battle(table, NORTH), dice(coloured, 1))
        assert forces(state)["France"] == (3 if coloured <= 3 else 4)
        table = at_sea(4, 4).tiles(FRANCE, "flower_of_chivalry")
        state = play(battle(table, NORTH), dice(coloured, 1))
        assert forces(state)["France"] == (3 if coloured <= 3 else 4)


@pytest.mark.rule("R39.4")
def test_armies_of_allies_aboard_count_for_their_side() -> None:
    table = at_sea(4, 5).alliance("Byzantium", "France").armies("Byzantium", NORTH, 2)
    state = play(battle(table, NORTH), dice(5, 1))
    assert forces(state) == {"France": 4, "England": 4}
    assert state.data["ruler"][BYZANTIUM] == BYZANTIUM + 1
