"""Blood of Kings: what an assault brings (R37), and the relief of a siege (R36.11)."""

from __future__ import annotations

import pytest
from kings_battles import (
    ENGLAND,
    FRANCE,
    STAY,
    C,
    Table,
    armies,
    assault,
    battle,
    before,
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
from kings_builder import dice, held, kingdom, numbers

from eminence import engines

# --- conquest ---


@pytest.mark.rule("R37.5")
def test_an_independent_region_brings_glory_from_the_pool() -> None:
    state = play(assault(Table(6).armies("France", "Dijon", 6), "Dijon"), dice(6, 1))
    assert "Dijon" in held(state, "France")
    assert [glory(state, seat) for seat in range(6)] == [2, 2, 3, 2, 2, 2]


def spend_flags(table: Table, of: str) -> Table:
    """All flags that are left are raised in seas."""
    for name in numbers().sea_names[: int(table.record["flags_left"][kingdom(of)])]:
        table.hold(of, name)
    return table


def flags(state: engines.State, of: str, where: str) -> int:
    """Flags of a kingdom in a region, on top or beneath."""
    return int(state.data["flags"][kingdom(of)]) >> (to(where) - C.PLACE) & 1


@pytest.mark.rule("R37.1", "R37.3")
def test_flags_stay_and_none_is_placed_twice() -> None:
    state = play(assault(before(6), "Dijon"), dice(6, 1))
    assert (flags(state, "England", "Dijon"), flags(state, "France", "Dijon")) == (1, 1)
    assert int(state.data["flags_left"][FRANCE]) == 1
    table = before(6).flag("France", "Dijon")
    left = int(table.record["flags_left"][FRANCE])
    state = play(assault(table, "Dijon"), dice(6, 1))
    assert "Dijon" in held(state, "France")
    assert int(state.data["flags_left"][FRANCE]) == left


@pytest.mark.rule("R37.4")
def test_a_region_of_a_kingdom_in_chaos_brings_glory_from_the_pool() -> None:
    state = play(assault(before(6).ruler("England", None), "Dijon"), dice(6, 1))
    assert "Dijon" in held(state, "France")
    assert [glory(state, seat) for seat in range(6)] == [2, 2, 3, 2, 2, 2]


@pytest.mark.rule("R40.25", "R37.2", "Q28")
def test_example_of_no_flag() -> None:
    table = spend_flags(Table(6).armies("Byzantium", "Nicaea", 4), "Byzantium")
    state = play(assault(table, "Nicaea", "Byzantium"), dice(6, 1))
    assert "Nicaea" not in held(state, "Byzantium")
    assert glory(state, 1) == 2
    assert armies(state, "Byzantium", "Nicaea") == 4


@pytest.mark.rule("Q28")
def test_won_without_a_flag_the_garrison_is_gone_and_the_siege_over() -> None:
    table = before(6).armies("England", "Dijon", 2).siege("France", "Dijon")
    spend_flags(table, "France")
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
    spend_flags(table, "France")
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
def test_one_force_waits_and_joins_for_the_second_clash(garrison_first: bool, fights: int) -> None:
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
