"""Blood of Kings: retreats, ransom and sallies (R33.9 to R33.12, R36.10)."""

from __future__ import annotations

import pytest
from kings_battles import (
    ENGLAND,
    FRANCE,
    STAY,
    C,
    Table,
    armies,
    battle,
    clash,
    count,
    crowns,
    forces,
    glory,
    options,
    over,
    play,
    rouen,
    siege,
    step_name,
    to,
)
from kings_builder import dice

# --- retreats ---


@pytest.mark.rule("R33.9")
def test_attackers_retreat_where_the_defender_sends_them() -> None:
    state = clash(battle(rouen(5, 4).hold("France", "Angers"), "Rouen"), 6, 1)
    play(state, count(5))
    assert (step_name(state), state.player) == ("RETREAT_TO", ENGLAND)
    assert options(state) == {"Paris", "Angers"}
    play(state, to("Angers"))
    assert armies(state, "France", "Angers") == 5
    assert armies(state, "France", "Rouen") == 0


@pytest.mark.rule("R33.9")
def test_defenders_are_asked_after_the_attackers_and_sent_by_them() -> None:
    state = clash(battle(rouen(5, 4).hold("England", "Angers"), "Rouen"), 6, 1)
    play(state, STAY)
    assert (step_name(state), state.player) == ("RETREAT", ENGLAND)
    play(state, count(3))
    assert (step_name(state), state.player) == ("RETREAT_TO", FRANCE)
    play(state, to("Calais"))
    assert armies(state, "England", "Calais") == 3


@pytest.mark.rule("R33.9")
def test_some_retreat_and_the_battle_goes_on() -> None:
    state = clash(battle(rouen(5, 4), "Rouen"), 6, 1)
    play(state, count(2))
    assert armies(state, "France", "Paris") == 2
    assert step_name(state) == "RETREAT"
    play(state, STAY)
    assert forces(state) == {"France": 3, "England": 3}
    assert step_name(state) == "WITHDRAW"


@pytest.mark.rule("R33.9", "R33.10")
def test_when_all_attackers_are_gone_the_defenders_are_not_asked() -> None:
    state = clash(battle(rouen(5, 4), "Rouen"), 6, 1)
    assert over(play(state, count(5)))
    assert armies(state, "France", "Paris") == 5


@pytest.mark.rule("R33.9")
def test_without_a_friendly_neighbour_nobody_retreats() -> None:
    table = Table(6).hold("England", "Rouen")
    table.armies("France", "Rouen", 5).armies("England", "Rouen", 4)
    state = play(clash(battle(table, "Rouen"), 6, 1), STAY)
    assert (step_name(state), state.player) == ("WITHDRAW", ENGLAND)


@pytest.mark.rule("R33.9")
def test_an_allys_region_is_a_refuge_too() -> None:
    table = rouen(5, 4).hold("Italy", "Angers").alliance("Italy", "France")
    state = play(clash(battle(table, "Rouen"), 6, 1), count(5))
    assert options(state) == {"Paris", "Angers"}


@pytest.mark.rule("R33.9", "Q8")
@pytest.mark.parametrize("fleets", [0, 1])
def test_a_retreat_over_a_strait_needs_a_friendly_fleet(fleets: int) -> None:
    table = Table(6).hold("England", "Calais").fleets("England", "North Sea", fleets)
    table.armies("France", "Calais", 5).armies("England", "Calais", 4)
    state = play(clash(battle(table.hold("France", "Rouen"), "Calais"), 6, 1), STAY)
    assert step_name(state) == ("RETREAT" if fleets else "WITHDRAW")
    if fleets:
        assert armies(play(state, count(3)), "England", "London") == 3


@pytest.mark.rule("R33.11", "Q31")
def test_those_who_retreat_cost_no_ransom_but_the_fallen_do() -> None:
    state = clash(battle(rouen(5, 5).crowns("France", 9).crowns("England", 0), "Rouen"), 2, 2)
    play(state, count(4), C.YES)
    assert (crowns(state, "France"), crowns(state, "England")) == (8, 1)


@pytest.mark.rule("R33.11", "Q31")
def test_winners_pay_nothing_for_their_own_fallen() -> None:
    state = clash(battle(rouen(5, 2).crowns("England", 9).crowns("France", 9), "Rouen"), 2, 6)
    assert (step_name(state), state.player) == ("RANSOM", ENGLAND)
    play(state, C.YES)
    assert (crowns(state, "France"), crowns(state, "England")) == (11, 7)
    assert over(state)


@pytest.mark.rule("R33.12")
def test_who_cannot_pay_all_pays_nothing_and_loses_glory() -> None:
    state = clash(battle(rouen(5, 2).crowns("England", 1).crowns("France", 0), "Rouen"), 2, 6)
    assert (crowns(state, "France"), crowns(state, "England")) == (0, 1)
    assert glory(state, ENGLAND) == 1
    assert over(state)


@pytest.mark.rule("R33.12", "Q32")
def test_without_tokens_a_tile_is_broken_for_the_ransom() -> None:
    table = rouen(5, 2).crowns("England", 0).glory(ENGLAND, 0).tiles(ENGLAND, "free_riders")
    state = clash(battle(table, "Rouen"), 2, 6)
    assert int(state.data["tiles"][ENGLAND]) == 0
    assert glory(state, ENGLAND) == 4
    assert glory(state, FRANCE) == 2


@pytest.mark.rule("Q32")
def test_without_tokens_and_tiles_there_is_no_penalty() -> None:
    state = clash(battle(rouen(5, 2).crowns("England", 0).glory(ENGLAND, 0), "Rouen"), 2, 6)
    assert glory(state, ENGLAND) == 0
    assert over(state)


# --- sieges and sallies ---


@pytest.mark.rule("R36.6", "R36.10")
def test_a_sally_that_wins_ends_the_siege() -> None:
    table = Table(6).armies("France", "Orleans", 4).armies("England", "Orleans", 2)
    state = battle(table.siege("England", "Orleans"), "Orleans")
    assert step_name(state) == "DICE"
    play(state, dice(6, 1))
    assert armies(state, "England", "Orleans") == 0
    assert siege(state, "England") == set()


@pytest.mark.rule("R36.10")
def test_a_sally_retreats_into_the_fortifications() -> None:
    table = Table(6).armies("France", "Orleans", 3).armies("England", "Orleans", 4)
    state = play(battle(table.siege("England", "Orleans"), "Orleans"), dice(6, 2))
    assert (step_name(state), state.player) == ("RETREAT", FRANCE)
    assert over(play(state, count(2), C.YES))
    assert armies(state, "France", "Orleans") == 2
    assert armies(state, "England", "Orleans") == 3
    assert siege(state, "England") == {"Orleans"}
