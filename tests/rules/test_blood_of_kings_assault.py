"""Blood of Kings: assaults (R35, R40.23), and the tiles that touch them."""

from __future__ import annotations

import pytest
from kings_battles import (
    ENGLAND,
    FRANCE,
    ITALY,
    C,
    Table,
    armies,
    assault,
    before,
    crowns,
    forces,
    glory,
    over,
    play,
    step_name,
)
from kings_builder import dice, held

from eminence import engines


def levies(state: engines.State) -> int:
    return int(state.data["levies"])


# --- the example of the rulebook ---


@pytest.mark.rule("R40.23", "R35.2", "R35.4", "R35.6", "R35.7", "R35.9", "R37.4")
def test_example_of_an_assault() -> None:
    table = before().level("England", C.MILITARY, 3).crowns("England", 9)
    state = assault(table, "Dijon")
    assert levies(state) == 4
    assert step_name(state) == "DICE"
    play(state, dice(5, 3))
    assert (forces(state), levies(state)) == ({"France": 3}, 2)
    assert (step_name(state), state.player) == ("RETREAT", FRANCE)
    assert state.actions() == [C.NO, C.YES]
    play(state, C.NO)
    assert step_name(state) == "DICE"
    play(state, dice(2, 6))
    assert armies(state, "France", "Dijon") == 1
    assert "Dijon" in held(state, "France")
    assert (glory(state, FRANCE), glory(state, ENGLAND)) == (3, 1)
    assert crowns(state, "England") == 9
    assert over(state)


# --- levies ---


@pytest.mark.rule("R35.2")
@pytest.mark.parametrize(
    ("where", "number"),
    [("Calais", 1), ("Dijon", 2), ("London", 3), ("Gloucester", 2), ("Bristol", 1)],
)
def test_levies_by_kind_of_region(where: str, number: int) -> None:
    assert levies(assault(Table(6).armies("France", where, 5), where)) == number


@pytest.mark.rule("R35.2")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_fortifications_of_the_kingdom_in_control(level: int) -> None:
    table = before(7).level("England", C.MILITARY, level).level("France", C.MILITARY, 4)
    assert levies(assault(table, "Dijon")) == 2 + level - 1


@pytest.mark.rule("R35.2")
def test_an_independent_region_has_no_fortification() -> None:
    table = Table(6).armies("France", "Dijon", 5).level("England", C.MILITARY, 4)
    assert levies(assault(table, "Dijon")) == 2


@pytest.mark.rule("R35.2")
def test_one_levy_less_where_the_attackers_flag_lies() -> None:
    table = before().level("England", C.MILITARY, 3).flag("France", "Dijon")
    assert levies(assault(table, "Dijon")) == 3


@pytest.mark.rule("R35.2", "R35.7")
def test_a_town_retaken_without_any_defender_falls_without_dice() -> None:
    table = Table(6).hold("England", "Calais").flag("France", "Calais")
    state = assault(table.armies("France", "Calais", 1), "Calais")
    assert "Calais" in held(state, "France")
    assert glory(state, FRANCE) == 3


@pytest.mark.rule("R24.18")
@pytest.mark.parametrize(("where", "number"), [("Dijon", 3), ("London", 4), ("Bristol", 2)])
def test_mighty_castles_add_a_levy(where: str, number: int) -> None:
    table = before(7, where).tiles(ENGLAND, "mighty_castles")
    assert levies(assault(table, where)) == number
    table = before(7, where).tiles(FRANCE, "mighty_castles")
    assert levies(assault(table, where)) == number - 1


@pytest.mark.rule("R24.18")
def test_mighty_castles_stack_with_the_military() -> None:
    table = before(9).tiles(ENGLAND, "mighty_castles").level("England", C.MILITARY, 3)
    assert levies(assault(table, "Dijon")) == 5


@pytest.mark.rule("R24.25")
@pytest.mark.parametrize(("where", "number"), [("Dijon", 1), ("London", 2), ("Bristol", 1)])
def test_siege_engines_take_a_levy_but_not_the_last(where: str, number: int) -> None:
    table = before(7, where).tiles(FRANCE, "siege_engines")
    assert levies(assault(table, where)) == number


@pytest.mark.rule("R24.25")
def test_siege_engines_bring_no_levy_back_where_the_attackers_flag_lies() -> None:
    """One in a town, none with the flag: with the engines a town has no more than without."""
    table = Table(6).tiles(FRANCE, "siege_engines").hold("England", "Calais")
    table.flag("France", "Calais").armies("France", "Calais", 1)
    state = assault(table, "Calais")
    assert "Calais" in held(state, "France"), "nobody defends it"


@pytest.mark.rule("R24.25")
def test_siege_engines_and_an_own_flag_leave_one_levy_of_three() -> None:
    table = before(7).tiles(FRANCE, "siege_engines").level("England", C.MILITARY, 2)
    assert levies(assault(table.flag("France", "Dijon"), "Dijon")) == 1


# --- who defends ---


@pytest.mark.rule("R35.3", "Q33")
def test_armies_friendly_to_the_region_defend() -> None:
    table = before(6).armies("England", "Dijon", 1).alliance("Italy", "England")
    state = assault(table.armies("Italy", "Dijon", 1), "Dijon")
    assert forces(state) == {"France": 6, "England": 1, "Italy": 1}
    assert levies(state) == 2


@pytest.mark.rule("Q33")
def test_allies_of_the_attacker_take_no_part() -> None:
    table = before(3).alliance("Italy", "France").armies("Italy", "Dijon", 3)
    state = assault(table, "Dijon")
    assert forces(state) == {"France": 3}
    play(state, dice(2, 6))
    assert armies(state, "Italy", "Dijon") == 3


@pytest.mark.rule("R35.5", "R34.3")
def test_levies_are_lost_after_all_armies_whose_order_the_attacker_chooses() -> None:
    table = before(9).armies("England", "Dijon", 1).alliance("Italy", "England")
    table.armies("Italy", "Dijon", 1).level("England", C.MILITARY, 4)
    state = play(assault(table, "Dijon"), dice(6, 5))
    assert (step_name(state), state.player) == ("CASUALTY", FRANCE)
    play(state, C.KINGDOM + ITALY)
    assert (forces(state), levies(state)) == ({"France": 7}, 4)


@pytest.mark.rule("R35.4")
def test_defenders_of_a_region_neither_withdraw_nor_retreat() -> None:
    table = before(5).armies("England", "Dijon", 2).hold("England", "Marseille")
    state = play(assault(table, "Dijon"), dice(6, 1))
    assert (step_name(state), state.player) == ("RETREAT", FRANCE)
    play(state, C.NO)
    assert step_name(state) == "DICE"
    assert armies(state, "England", "Dijon") == 1


@pytest.mark.rule("R24.3")
def test_deadly_archers_shoot_from_the_walls() -> None:
    for coloured in range(1, 7):
        table = before(4).tiles(ENGLAND, "deadly_archers").level("England", C.MILITARY, 3)
        state = play(assault(table, "Dijon"), dice(coloured, 1))
        assert (forces(state), levies(state)) == ({"France": 3}, 4)


@pytest.mark.rule("R24.8")
def test_flower_of_chivalry_does_not_help_against_walls() -> None:
    table = before(4).tiles(FRANCE, "flower_of_chivalry").level("England", C.MILITARY, 3)
    state = play(assault(table, "Dijon"), dice(1, 1))
    assert (forces(state), levies(state)) == ({"France": 3}, 4)


# --- how it ends ---


@pytest.mark.rule("R35.6", "R35.9", "Q31")
def test_calling_it_off_costs_ransom_for_the_fallen() -> None:
    table = before(4).level("England", C.MILITARY, 3).crowns("France", 9).crowns("England", 0)
    state = play(assault(table, "Dijon"), dice(1, 2), C.YES)
    assert (step_name(state), state.player) == ("RANSOM", FRANCE)
    play(state, C.YES)
    assert (crowns(state, "France"), crowns(state, "England")) == (8, 1)
    assert armies(state, "France", "Dijon") == 3
    assert over(state)


@pytest.mark.rule("R35.8", "Q31")
def test_an_attacker_who_is_outnumbered_only_stops() -> None:
    table = before(3).level("England", C.MILITARY, 3).crowns("France", 9).crowns("England", 0)
    state = play(assault(table, "Dijon"), dice(1, 1))
    assert (step_name(state), state.player) == ("RANSOM", FRANCE)
    play(state, C.YES)
    assert (crowns(state, "France"), crowns(state, "England")) == (8, 1)
    assert armies(state, "France", "Dijon") == 2
    assert "Dijon" in held(state, "England")


@pytest.mark.rule("R35.9", "Q32")
def test_ransom_to_an_independent_region_goes_to_the_bank() -> None:
    table = Table(6).armies("France", "Dijon", 2).crowns("France", 9)
    state = play(assault(table, "Dijon"), dice(1, 1), C.YES)
    assert crowns(state, "France") == 8
    assert sum(map(int, state.data["crowns"])) == sum(map(int, table.record["crowns"])) - 1


@pytest.mark.rule("R35.9", "Q32", "Q74")
def test_ransom_to_a_kingdom_in_chaos_goes_to_its_treasury() -> None:
    table = before(2).ruler("England", None).crowns("France", 9).set(turn=1)
    state = play(assault(table, "Dijon"), dice(1, 1), C.YES)
    assert (crowns(state, "France"), crowns(state, "England")) == (8, 1)


@pytest.mark.rule("R35.7", "R35.9")
def test_defending_armies_that_surrender_are_removed_and_ransomed() -> None:
    table = before(6).armies("England", "Dijon", 2).crowns("England", 5).crowns("France", 0)
    state = play(assault(table, "Dijon"), dice(6, 1))
    assert armies(state, "England", "Dijon") == 0
    assert "Dijon" in held(state, "France")
    assert (step_name(state), state.player) == ("RANSOM", ENGLAND)
    play(state, C.YES)
    assert (crowns(state, "France"), crowns(state, "England")) == (2, 3)


@pytest.mark.rule("R35.9", "R34.4")
def test_the_attacker_chooses_whom_of_the_defenders_to_pay() -> None:
    table = before(3).armies("England", "Dijon", 1).alliance("Italy", "England")
    table.armies("Italy", "Dijon", 1).crowns("France", 5).crowns("Italy", 0).crowns("England", 0)
    state = play(assault(table, "Dijon"), dice(1, 1), C.YES)
    assert step_name(state) == "RANSOM_TO"
    play(state, C.KINGDOM + ITALY)
    assert (crowns(state, "Italy"), crowns(state, "England")) == (1, 0)
