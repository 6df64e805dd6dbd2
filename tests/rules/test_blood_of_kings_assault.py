"""Blood of Kings: assaults (R35), what conquest brings (R37), relief of a siege (R36.11)."""

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
    battle,
    count,
    crowns,
    forces,
    glory,
    over,
    play,
    siege,
    step_name,
    to,
)
from kings_builder import dice, held, kingdom

import engines

STAY = count(0)


def before(french: int = 4, where: str = "Dijon") -> Table:
    """French armies before an English region; there is no cathedral beside Dijon."""
    table = Table(6).armies("France", where, french)
    if where == "Dijon":
        table.hold("England", where)
    return table


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


@pytest.mark.rule("Q38", "R35.2")
def test_in_a_capitol_no_flag_lessens_the_levies() -> None:
    table = before(6, "London").flag("France", "London")
    assert levies(assault(table, "London")) == 3


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


@pytest.mark.rule("R35.9", "Q32")
def test_ransom_to_a_kingdom_in_chaos_goes_to_the_bank() -> None:
    table = before(2).ruler("England", None).crowns("France", 9)
    state = play(assault(table, "Dijon"), dice(1, 1), C.YES)
    assert (crowns(state, "France"), crowns(state, "England")) == (8, 0)


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
    table.armies("Italy", "Dijon", 1).crowns("France", 5).crowns("Italy", 0).crowns(
        "England", 0
    )
    state = play(assault(table, "Dijon"), dice(1, 1), C.YES)
    assert step_name(state) == "RANSOM_TO"
    play(state, C.KINGDOM + ITALY)
    assert (crowns(state, "Italy"), crowns(state, "England")) == (1, 0)


# --- conquest ---


@pytest.mark.rule("R37.5")
def test_an_independent_region_brings_glory_from_the_pool() -> None:
    state = play(assault(Table(6).armies("France", "Dijon", 6), "Dijon"), dice(6, 1))
    assert "Dijon" in held(state, "France")
    assert [glory(state, seat) for seat in range(6)] == [2, 2, 3, 2, 2, 2]


@pytest.mark.rule("R37.4")
def test_a_region_of_a_kingdom_in_chaos_brings_glory_from_the_pool() -> None:
    state = play(assault(before(6).ruler("England", None), "Dijon"), dice(6, 1))
    assert "Dijon" in held(state, "France")
    assert [glory(state, seat) for seat in range(6)] == [2, 2, 3, 2, 2, 2]


@pytest.mark.rule("R40.25", "R37.2", "Q28")
def test_example_of_no_flag() -> None:
    table = Table(6).armies("Byzantium", "Nicaea", 4).set(flags_left=[4, 0, 2, 3, 3, 2])
    state = play(assault(table, "Nicaea", "Byzantium"), dice(6, 1))
    assert "Nicaea" not in held(state, "Byzantium")
    assert glory(state, 1) == 2
    assert armies(state, "Byzantium", "Nicaea") == 4


@pytest.mark.rule("Q28")
def test_won_without_a_flag_the_garrison_is_gone_and_the_siege_over() -> None:
    table = before(6).armies("England", "Dijon", 2).siege("France", "Dijon")
    table.at("flags_left", kingdom("France"), 0)
    state = assault(table, "Dijon")
    play(state, dice(6, 1))
    assert armies(state, "England", "Dijon") == 0
    assert siege(state, "France") == set()
    assert "Dijon" in held(state, "England")
    assert (glory(state, FRANCE), glory(state, ENGLAND)) == (2, 2)


@pytest.mark.rule("R37.6", "Q38", "Q51")
def test_a_capitol_brings_its_kingdom() -> None:
    table = before(9, "London").glory(ENGLAND, 4).glory(FRANCE, 0).crowns("England", 7)
    table.armies("England", "London", 1).armies("England", "York", 2).fleets(
        "England", "Baltic Sea", 1
    )
    table.at("flags_left", kingdom("France"), 0)
    state = play(assault(table, "London"), dice(6, 1))
    assert int(state.data["ruler"][ENGLAND]) == FRANCE + 1
    assert (glory(state, FRANCE), glory(state, ENGLAND)) == (3, 1)
    assert not state.data["armies"][ENGLAND].any()
    assert not state.data["fleets"][ENGLAND].any()
    assert "London" in held(state, "England")
    assert crowns(state, "England") == 7, "its treasury fell to the winner: no ransom"
    assert over(state)


@pytest.mark.rule("R37.6", "Q51")
def test_the_fifth_glory_of_a_capitol_is_a_tile() -> None:
    table = before(9, "London").glory(FRANCE, 3).glory(ENGLAND, 3)
    state = play(assault(table, "London"), dice(6, 1))
    assert (step_name(state), state.player) == ("CLAIM_TILE", FRANCE)
    play(state, min(state.actions()))
    assert step_name(state) == "SHOW_TILE"
    play(state, state.outcomes()[0][0])
    assert (glory(state, FRANCE), glory(state, ENGLAND)) == (1, 0)
    assert over(state)


# --- relief of a siege ---


def besieged(inside: int, outside: int, english: int) -> Table:
    """Orleans, besieged by England, with more French in Paris beside it."""
    table = Table(6).armies("France", "Orleans", inside).armies("France", "Paris", outside)
    return table.armies("England", "Orleans", english).siege("England", "Orleans")


def relieve(table: Table, armies: int, garrison_first: bool) -> engines.State:
    moves = [to("Paris"), to("Orleans")]
    if int(table.record["armies"][FRANCE][to("Paris") - C.PLACE]) > 1:
        moves.append(count(armies))
    return battle(table, "Orleans", moves=moves, garrison_first=garrison_first)


@pytest.mark.rule("R36.11")
@pytest.mark.parametrize(("garrison_first", "fights"), [(True, 3), (False, 4)])
def test_one_force_waits_and_joins_for_the_second_clash(
    garrison_first: bool, fights: int
) -> None:
    state = relieve(besieged(3, 4, 4), 4, garrison_first)
    assert forces(state) == {"France": fights, "England": 4}
    play(state, dice(6, 2))
    assert forces(state) == {"France": fights - 1, "England": 3}
    play(state, STAY)
    assert (step_name(state), state.player) == ("WITHDRAW", FRANCE)
    assert forces(state) == {"France": 6, "England": 3}


@pytest.mark.rule("R36.11")
def test_a_relief_that_came_too_late_fights_its_own_battle() -> None:
    state = relieve(besieged(1, 5, 3).crowns("France", 9), 5, garrison_first=True)
    assert forces(state) == {"France": 1, "England": 3}
    play(state, dice(1, 1))
    assert (step_name(state), state.player) == ("RANSOM", FRANCE)
    play(state, C.YES)
    assert step_name(state) == "DICE"
    assert forces(state) == {"France": 5, "England": 3}
    play(state, dice(6, 1))
    assert armies(state, "England", "Orleans") == 0
    assert siege(state, "England") == set()


@pytest.mark.rule("R36.10", "R36.11")
def test_relief_retreats_over_land_and_the_garrison_fights_after_it() -> None:
    table = besieged(4, 5, 5).crowns("France", 9)
    state = play(relieve(table, 5, garrison_first=False), dice(2, 2))
    assert forces(state) == {"France": 4, "England": 4}
    play(state, count(4))
    assert (step_name(state), state.player) == ("RETREAT_TO", ENGLAND)
    play(state, to("Toulouse"), C.YES)
    assert armies(state, "France", "Toulouse") == 4
    assert forces(state) == {"France": 4, "England": 4}
    play(state, dice(2, 2))
    assert (step_name(state), state.player) == ("RETREAT", FRANCE)
    play(state, count(3), C.YES)
    assert armies(state, "France", "Orleans") == 3
    assert over(state)
