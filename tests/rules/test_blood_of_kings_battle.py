"""Blood of Kings: battles of two kingdoms on land (R33, R40.22), and the tiles of battles."""

from __future__ import annotations

import pytest
from kings_battles import (
    ENGLAND,
    FRANCE,
    C,
    Table,
    armies,
    battle,
    count,
    crowns,
    forces,
    glory,
    options,
    over,
    play,
    siege,
    step_name,
    to,
)
from kings_builder import dice, held

import engines

STAY = count(0)


def rouen(french: int = 4, english: int = 3) -> Table:
    """An English castle beside Paris; Calais is English too."""
    table = Table(6).hold("England", "Rouen").hold("England", "Calais")
    return table.armies("France", "Rouen", french).armies("England", "Rouen", english)


def clash(
    state: engines.State, coloured: int, white: int, withdraw: int = STAY
) -> engines.State:
    """The English answer whether they withdraw, then the dice are rolled."""
    return play(state, withdraw, dice(coloured, white))


# --- the example of the rulebook ---


@pytest.mark.rule("R40.22", "R33.6", "R33.7", "R33.8", "R33.10", "R33.11", "Q31")
def test_example_of_a_battle() -> None:
    state = battle(rouen().crowns("France", 10).crowns("England", 0), "Rouen")
    assert (step_name(state), state.player) == ("WITHDRAW", ENGLAND)
    clash(state, 2, 3)
    assert forces(state) == {"France": 2, "England": 2}
    assert (step_name(state), state.player) == ("RETREAT", FRANCE)
    play(state, STAY)
    assert (step_name(state), state.player) == ("RETREAT", ENGLAND)
    play(state, STAY)
    assert (step_name(state), state.player) == ("WITHDRAW", ENGLAND)
    clash(state, 3, 1)
    assert armies(state, "France", "Rouen") == 0
    assert armies(state, "England", "Rouen") == 2
    assert (step_name(state), state.player) == ("RANSOM", FRANCE)
    play(state, C.YES)
    assert (crowns(state, "France"), crowns(state, "England")) == (6, 4)
    assert over(state)


@pytest.mark.rule("R40.22", "R33.12")
def test_example_of_a_battle_without_ransom() -> None:
    state = battle(rouen().crowns("France", 10).crowns("England", 0), "Rouen")
    clash(state, 2, 3)
    clash(play(state, STAY, STAY), 3, 1)
    play(state, C.NO)
    assert (crowns(state, "France"), crowns(state, "England")) == (10, 0)
    assert (glory(state, FRANCE), glory(state, ENGLAND)) == (1, 2)
    assert over(state)


# --- the dice ---


@pytest.mark.rule("R33.6")
@pytest.mark.parametrize(
    ("french", "english", "faces"),
    [(5, 4, "aadddd"), (4, 5, "aaaaad"), (4, 4, "aaaddd")],
)
def test_the_table_says_who_loses_first(french: int, english: int, faces: str) -> None:
    for coloured, loser in enumerate(faces, start=1):
        state = clash(battle(rouen(french, english), "Rouen"), coloured, 1)
        left = (french - 1, english) if loser == "a" else (french, english - 1)
        assert forces(state) == dict(zip(("France", "England"), left, strict=True))


@pytest.mark.rule("R33.7")
def test_casualties_by_turns_end_with_the_last_army_of_a_side() -> None:
    state = clash(battle(rouen(5, 5), "Rouen"), 2, 5)
    assert forces(state) == {"France": 2, "England": 3}
    state = clash(battle(rouen(5, 2), "Rouen"), 2, 6)
    assert armies(state, "France", "Rouen") == 3
    assert armies(state, "England", "Rouen") == 0


@pytest.mark.rule("R33.8")
def test_half_as_many_surrender_and_are_removed() -> None:
    state = clash(battle(rouen(5, 3).crowns("England", 9), "Rouen"), 6, 1)
    assert armies(state, "England", "Rouen") == 0
    assert armies(state, "France", "Rouen") == 5
    play(state, C.YES)
    assert crowns(state, "England") == 6


@pytest.mark.rule("R33.8")
def test_one_more_than_half_fights_on() -> None:
    state = clash(battle(rouen(5, 4), "Rouen"), 6, 1)
    assert forces(state) == {"France": 5, "England": 3}
    assert step_name(state) == "RETREAT"


@pytest.mark.rule("R33.8")
def test_nobody_surrenders_before_the_first_clash() -> None:
    state = play(battle(rouen(9, 1), "Rouen"), STAY)
    assert step_name(state) == "DICE"
    assert forces(state) == {"France": 9, "England": 1}


# --- withdrawing ---


@pytest.mark.rule("R33.4", "Q25")
def test_defenders_withdraw_and_the_battle_is_over() -> None:
    state = play(battle(rouen(), "Rouen"), count(3))
    assert over(state)
    assert armies(state, "England", "Rouen") == 3
    assert armies(state, "France", "Rouen") == 4


@pytest.mark.rule("R33.4")
def test_some_withdraw_and_the_others_fight() -> None:
    state = play(battle(rouen(4, 3), "Rouen"), count(1))
    assert step_name(state) == "DICE"
    assert forces(state) == {"France": 4, "England": 2}
    play(state, dice(2, 6))
    assert armies(state, "England", "Rouen") == 1
    assert armies(state, "France", "Rouen") == 2


@pytest.mark.rule("R33.4", "Q25", "Q31")
def test_they_may_withdraw_before_every_clash_and_then_have_lost() -> None:
    state = clash(battle(rouen(5, 4).crowns("England", 9).crowns("France", 0), "Rouen"), 6, 1)
    play(state, STAY, STAY)
    assert step_name(state) == "WITHDRAW"
    play(state, count(3))
    assert (step_name(state), state.player) == ("RANSOM", ENGLAND)
    play(state, C.YES)
    assert crowns(state, "France") == 1
    assert armies(state, "England", "Rouen") == 3


@pytest.mark.rule("R33.4")
def test_nobody_withdraws_in_a_region_that_is_no_friend() -> None:
    table = Table(6).armies("France", "Rouen", 3).armies("England", "Rouen", 3)
    assert step_name(battle(table, "Rouen")) == "DICE"


@pytest.mark.rule("R33.4")
def test_an_ally_withdraws_like_the_owner() -> None:
    table = Table(6).hold("Spain", "Rouen").alliance("England", "Spain")
    table.armies("France", "Rouen", 3).armies("England", "Rouen", 3)
    state = battle(table, "Rouen")
    assert (step_name(state), state.player) == ("WITHDRAW", ENGLAND)


@pytest.mark.rule("R33.5")
def test_attackers_withdraw_from_the_second_clash_on() -> None:
    table = Table(6).armies("France", "Orleans", 4).armies("England", "Orleans", 4)
    state = battle(table, "Orleans")
    assert step_name(state) == "DICE"
    play(state, dice(1, 2), STAY)
    assert (step_name(state), state.player) == ("WITHDRAW", FRANCE)
    play(state, count(2))
    assert step_name(state) == "DICE"
    assert forces(state) == {"France": 1, "England": 3}


@pytest.mark.rule("R33.5", "R33.10")
def test_attackers_who_all_withdraw_have_lost() -> None:
    table = Table(6).armies("France", "Orleans", 4).armies("England", "Orleans", 4)
    state = play(battle(table.crowns("France", 5), "Orleans"), dice(1, 2), STAY, count(3))
    assert (step_name(state), state.player) == ("RANSOM", FRANCE)
    play(state, C.YES)
    assert crowns(state, "France") == 4
    assert armies(state, "France", "Orleans") == 3


@pytest.mark.rule("R33.5", "Q24")
def test_nobody_withdraws_in_a_cathedral() -> None:
    table = Table(6).armies("France", "Lincoln", 3).armies("England", "Lincoln", 3)
    state = battle(table, "Lincoln")
    assert step_name(state) == "DICE"
    assert "Lincoln" in held(state, "England")


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


# --- tiles ---


@pytest.mark.rule("R24.3")
def test_deadly_archers_spare_the_defender_the_first_loss() -> None:
    for coloured in range(1, 7):
        table = rouen(4, 4).tiles(ENGLAND, "deadly_archers")
        assert forces(clash(battle(table, "Rouen"), coloured, 1)) == {"France": 3, "England": 4}
        table = rouen(4, 4).tiles(FRANCE, "deadly_archers")
        lost_first = forces(clash(battle(table, "Rouen"), coloured, 1))
        assert lost_first["France"] == (3 if coloured <= 3 else 4)


@pytest.mark.rule("R24.8")
def test_flower_of_chivalry_spares_the_attacker_the_first_loss() -> None:
    for coloured in range(1, 7):
        table = rouen(4, 4).tiles(FRANCE, "flower_of_chivalry")
        assert forces(clash(battle(table, "Rouen"), coloured, 1)) == {"France": 4, "England": 3}
        table = rouen(4, 4).tiles(ENGLAND, "flower_of_chivalry")
        lost_first = forces(clash(battle(table, "Rouen"), coloured, 1))
        assert lost_first["France"] == (3 if coloured <= 3 else 4)


@pytest.mark.rule("Q58")
def test_archers_and_chivalry_cancel_each_other() -> None:
    for coloured in range(1, 7):
        table = rouen(4, 4).tiles(FRANCE, "flower_of_chivalry").tiles(ENGLAND, "deadly_archers")
        state = clash(battle(table, "Rouen"), coloured, 1)
        assert forces(state)["France"] == (3 if coloured <= 3 else 4)
