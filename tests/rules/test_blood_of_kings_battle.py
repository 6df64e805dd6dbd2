"""Blood of Kings: battles of two kingdoms on land (R33, R40.22), and the tiles of battles."""

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
    over,
    play,
    rouen,
    step_name,
)
from kings_builder import dice, held

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
    ("french", "english", "faces"), [(5, 4, "aadddd"), (4, 5, "aaaaad"), (4, 4, "aaaddd")]
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


@pytest.mark.rule("Q67", "R33.4", "Q25", "Q31")
def test_they_may_withdraw_before_every_clash_and_nobody_pays() -> None:
    state = clash(battle(rouen(5, 4).crowns("England", 9).crowns("France", 5), "Rouen"), 6, 1)
    play(state, STAY, STAY)
    assert step_name(state) == "WITHDRAW"
    play(state, count(3))
    assert over(state)
    assert (crowns(state, "England"), crowns(state, "France")) == (9, 5)
    assert (armies(state, "England", "Rouen"), armies(state, "France", "Rouen")) == (3, 5)


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


@pytest.mark.rule("Q67", "R33.5", "R33.10")
def test_attackers_who_all_withdraw_pay_nothing() -> None:
    table = Table(6).armies("France", "Orleans", 4).armies("England", "Orleans", 4)
    state = play(battle(table.crowns("France", 5), "Orleans"), dice(1, 2), STAY, count(3))
    assert over(state)
    assert crowns(state, "France") == 5
    assert (armies(state, "France", "Orleans"), armies(state, "England", "Orleans")) == (3, 3)


@pytest.mark.rule("R33.5", "Q24")
def test_nobody_withdraws_in_a_cathedral() -> None:
    table = Table(6).armies("France", "Lincoln", 3).armies("England", "Lincoln", 3)
    state = battle(table, "Lincoln")
    assert step_name(state) == "DICE"
    assert "Lincoln" in held(state, "England")


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
