"""Blood of Kings: which battles follow from moves, their order, sides, sallies and relief."""

from __future__ import annotations

import pytest
from kings_builder import C, Table, dice, kingdom, place, play, step_name
from kings_marches import against, armies, at, besieges, expand, fleets, n, over, prepare, ships

from eminence import engines


def mask(*names: str) -> int:
    return sum(1 << kingdom(name) for name in names)


def sides(state: engines.State) -> tuple[int, int]:
    return int(state.data["attackers"]), int(state.data["defenders"])


def force(state: engines.State, name: str) -> int:
    return int(state.data["force"][kingdom(name)])


def fought_at(state: engines.State) -> int:
    """The place of the battle under way."""
    assert state.data["battle"], "no battle"
    return int(state.data["place"])


# --- which battles must be fought ---


@pytest.mark.rule("R33.1", "R15.1")
def test_an_invasion_meets_the_enemies_there_and_its_kingdom_attacks() -> None:
    table = Table(players=6).armies("France", "Paris", 4).armies("England", "Rouen", 3)
    state = play(expand(table, "France"), at("Paris"), at("Rouen"), n(4))
    assert fought_at(state) == place("Rouen")
    assert sides(state) == (mask("France"), mask("England"))
    assert (force(state, "France"), force(state, "England")) == (4, 3)


@pytest.mark.rule("R33.1")
def test_battles_wait_until_all_have_moved() -> None:
    table = Table(players=6).armies("France", "Paris", 2).armies("England", "Rouen", 3)
    state = play(expand(table, "France"), at("Paris"), at("Rouen"), n(1))
    assert step_name(state) == "MOVE_FROM"
    play(state, C.NO)
    assert fought_at(state) == place("Rouen")


@pytest.mark.rule("R33.1", "Q26")
def test_in_an_enemy_region_armies_that_stayed_must_fight() -> None:
    """Besiegers whose siege goes on meet the garrison again, which may withdraw."""
    table = Table(players=6).armies("France", "York", 2).siege("France", "York")
    state = play(expand(table.armies("England", "York", 1), "France"), C.NO, C.NO)
    assert fought_at(state) == place("York")
    assert (step_name(state), state.player) == ("WITHDRAW", kingdom("England"))
    play(state, n(1))
    assert step_name(state) == "ASSAULT"
    assert besieges(state, "France", "York")


@pytest.mark.rule("R33.2")
def test_in_a_friendly_region_armies_that_stayed_may_fight_or_not() -> None:
    table = Table(players=6).armies("France", "Paris", 2).armies("England", "Paris", 1)
    state = play(expand(table, "France"), C.NO)
    assert step_name(state) == "BATTLE_NEXT"
    assert state.actions() == [C.NO, at("Paris")]
    assert over(play(state.copy(), C.NO))
    play(state, at("Paris"))
    assert fought_at(state) == place("Paris")


@pytest.mark.rule("R33.2")
def test_armies_that_landed_in_a_friendly_region_need_not_fight() -> None:
    table = Table(players=6).armies("France", "Atlantic Ocean", 1)
    table.fleets("France", "Atlantic Ocean", 1).armies("England", "La Rochelle", 1)
    state = play(expand(table, "France"), at("Atlantic Ocean"), at("La Rochelle"), C.NO)
    assert step_name(state) == "BATTLE_NEXT"
    assert state.actions() == [C.NO, at("La Rochelle")]


@pytest.mark.rule("R33.2")
def test_armies_that_landed_in_an_enemy_region_must_fight() -> None:
    table = Table(players=6).armies("France", "Atlantic Ocean", 1)
    table.fleets("France", "Atlantic Ocean", 1).armies("England", "Bristol", 1)
    state = play(expand(table, "France"), at("Atlantic Ocean"), at("Bristol"), C.NO)
    assert fought_at(state) == place("Bristol")


@pytest.mark.rule("R33.2")
def test_who_comes_by_road_makes_all_fight() -> None:
    table = Table(players=6).armies("France", "Orleans", 1).armies("France", "Paris", 2)
    table.armies("England", "Orleans", 1)
    state = play(expand(table, "France"), at("Paris"), at("Orleans"), n(1), C.NO)
    assert fought_at(state) == place("Orleans")
    assert force(state, "France") == 2, "the one that stayed too"


@pytest.mark.rule("R33.2", "R24.7")
def test_where_one_came_by_road_and_another_left_the_battle_must_be_fought() -> None:
    table = Table(players=6).armies("France", "Orleans", 1).armies("France", "Paris", 1)
    table.armies("England", "Orleans", 1).tiles(2, "free_riders")
    state = expand(table, "France")
    play(state, at("Paris"), at("Orleans"), at("Orleans"), at("Toulouse"))
    assert fought_at(play(state, C.NO)) == place("Orleans")


@pytest.mark.rule("R33.2", "R24.7")
def test_a_rider_who_passed_through_leaves_no_battle_behind() -> None:
    table = Table(players=6).armies("France", "Paris", 1).armies("England", "Orleans", 1)
    state = expand(table.tiles(2, "free_riders"), "France")
    play(state, at("Paris"), at("Orleans"), at("Orleans"), at("Toulouse"))
    assert over(state)
    assert armies(state, "England", "Orleans") == 1


@pytest.mark.rule("R33.1", "R31.1")
def test_no_battle_between_friends() -> None:
    table = Table(players=6).armies("France", "Paris", 1).armies("England", "Rouen", 3)
    state = expand(table.alliance("England", "France"), "France")
    play(state, at("Paris"), at("Rouen"))
    assert step_name(state) == "ASSAULT"


@pytest.mark.rule("R39.2", "Q36")
def test_fleets_must_fight_even_if_they_did_not_move() -> None:
    table = Table(players=6).fleets("France", "Atlantic Ocean", 2)
    state = play(expand(table.fleets("England", "Atlantic Ocean", 2), "France"), C.NO)
    assert fought_at(state) == place("Atlantic Ocean")
    assert sides(state) == (mask("France"), mask("England"))


@pytest.mark.rule("R39.2")
def test_armies_at_sea_with_an_allys_fleet_start_no_battle() -> None:
    """The active kingdom needs a fleet of its own there."""
    table = Table(players=6).armies("France", "Atlantic Ocean", 1)
    table.fleets("Spain", "Atlantic Ocean", 1).fleets("England", "Atlantic Ocean", 1)
    assert over(play(expand(table.alliance("Spain", "France"), "France"), C.NO))


@pytest.mark.rule("R39.6", "Q1")
def test_a_sea_is_claimed_after_an_expansion_too() -> None:
    table = Table(players=6).fleets("France", "Atlantic Ocean", 1)
    state = play(expand(table, "France"), ships("Atlantic Ocean"), ships("North Sea"))
    assert step_name(state) == "CLAIM_SEA"
    assert state.actions() == [C.NO, at("North Sea")]
    play(state, at("North Sea"))
    assert int(state.data["sea_owner"][1]) == kingdom("France") + 1


@pytest.mark.rule("Q1")
def test_control_of_a_sea_outlasts_the_fleet_until_somebody_else_claims_it() -> None:
    table = Table(players=6).hold("England", "North Sea").fleets("France", "North Sea", 1)
    state = play(expand(table, "France"), C.NO)
    assert state.actions() == [C.NO, at("North Sea")]
    assert int(play(state.copy(), C.NO).data["sea_owner"][1]) == kingdom("England") + 1
    play(state, at("North Sea"))
    assert int(state.data["sea_owner"][1]) == kingdom("France") + 1
    assert int(state.data["sea_flags"][1]) == mask("England", "France"), "the flag stays"


# --- the order ---


@pytest.mark.rule("R33.3")
def test_the_active_player_chooses_the_order() -> None:
    table = Table(players=6).armies("France", "Rouen", 2).armies("England", "Rouen", 1)
    table.armies("France", "York", 2).armies("England", "York", 2)
    table.fleets("France", "North Sea", 1).fleets("England", "North Sea", 1)
    state = play(expand(table, "France"), C.NO)
    assert (step_name(state), state.player) == ("BATTLE_NEXT", kingdom("France"))
    assert state.actions() == [at("York"), at("Rouen"), ships("North Sea")]
    play(state, ships("North Sea"))
    assert fought_at(state) == place("North Sea")
    play(state, dice(6, 1))
    assert fleets(state, "England", "North Sea") == 0
    assert state.actions() == [at("York"), at("Rouen")]
    play(state, at("Rouen"))
    assert fought_at(state) == place("Rouen")


@pytest.mark.rule("R33.3")
def test_battles_that_need_not_be_fought_come_in_any_order_too() -> None:
    table = Table(players=6).armies("France", "Rouen", 2).armies("England", "Rouen", 1)
    table.armies("France", "Paris", 2).armies("England", "Paris", 1)
    state = play(expand(table, "France"), C.NO)
    assert state.actions() == [at("Paris"), at("Rouen")], "Rouen must be fought"
    play(state, at("Rouen"), dice(6, 1), C.NO)
    assert step_name(state) == "BATTLE_NEXT"
    assert state.actions() == [C.NO, at("Paris")]


@pytest.mark.rule("Q70")
@pytest.mark.rule("R33.1")
def test_where_armies_retreat_to_no_new_battle_begins() -> None:
    """Battles are found when all have moved."""
    table = Table(players=6).armies("France", "Rouen", 4).armies("England", "Rouen", 4)
    table.armies("Italy", "Paris", 1)
    state = play(expand(table, "France"), C.NO, dice(1, 1))
    assert step_name(state) == "RETREAT"
    play(state, n(3))
    assert armies(state, "France", "Paris") == 3
    while step_name(state) == "RANSOM":
        play(state, C.NO)
    assert over(state)
    assert armies(state, "Italy", "Paris") == 1


# --- the sides ---


@pytest.mark.rule("Q12")
def test_enemies_of_each_other_are_fought_one_after_another() -> None:
    table = Table(players=6).armies("France", "Rouen", 6)
    table.armies("England", "Rouen", 1).armies("Italy", "Rouen", 1)
    state = play(expand(table, "France"), C.NO)
    assert (step_name(state), state.player) == ("BATTLE_AGAINST", kingdom("France"))
    assert state.actions() == [against("Italy"), against("England")]
    play(state, against("England"))
    assert sides(state) == (mask("France"), mask("England"))
    play(state, dice(6, 1), C.NO)
    assert armies(state, "England", "Rouen") == 0
    assert sides(state) == (mask("France"), mask("Italy")), "the other one must be fought too"


@pytest.mark.rule("Q12")
def test_enemies_friendly_to_each_other_are_one_group() -> None:
    table = Table(players=6).armies("France", "Rouen", 6).armies("England", "Rouen", 1)
    table.armies("Italy", "Rouen", 1).armies("Spain", "Rouen", 1)
    state = play(expand(table.alliance("England", "Italy"), "France"), C.NO)
    assert state.actions() == [against("Spain"), against("Italy")]
    play(state, against("Italy"))
    assert sides(state) == (mask("France"), mask("Italy", "England"))


@pytest.mark.rule("Q12")
def test_who_is_friendly_to_both_sides_sits_out() -> None:
    table = Table(players=6).armies("France", "Rouen", 3).armies("England", "Rouen", 2)
    table.armies("Italy", "Rouen", 2).alliance("Italy", "France").alliance("England", "Italy")
    state = play(expand(table, "France"), C.NO)
    assert sides(state) == (mask("France"), mask("England"))


@pytest.mark.rule("Q33")
def test_allies_in_the_region_join_the_attack() -> None:
    table = Table(players=6).armies("France", "Rouen", 3).armies("England", "Rouen", 4)
    table.armies("Italy", "Rouen", 2).alliance("Italy", "France")
    state = play(expand(table, "France"), C.NO)
    assert sides(state) == (mask("France", "Italy"), mask("England"))


@pytest.mark.rule("Q33", "R39.2")
def test_allied_fleets_join_too() -> None:
    table = Table(players=6).fleets("France", "North Sea", 1).fleets("England", "North Sea", 1)
    table.fleets("Italy", "North Sea", 1).alliance("Italy", "France")
    state = play(expand(table, "France"), C.NO)
    assert sides(state) == (mask("France", "Italy"), mask("England"))


@pytest.mark.rule("Q12", "R33.2")
def test_in_a_friendly_region_each_further_battle_is_optional_as_well() -> None:
    table = Table(players=6).armies("France", "Paris", 6)
    table.armies("England", "Paris", 1).armies("Italy", "Paris", 1)
    state = play(expand(table, "France"), C.NO, at("Paris"), against("Italy"), dice(6, 1), C.NO)
    assert step_name(state) == "BATTLE_AGAINST"
    assert state.actions() == [C.NO, against("England")]
    assert over(play(state, C.NO))


# --- sallies ---


def besieged(inside: int, outside: int) -> Table:
    """York, with English armies inside and a French siege."""
    table = Table(players=6).armies("England", "York", inside)
    return table.armies("France", "York", outside).siege("France", "York")


@pytest.mark.rule("R36.10")
def test_besieged_armies_may_sally_or_stay() -> None:
    state = expand(besieged(3, 2), "England")
    assert step_name(state) == "BATTLE_NEXT"
    assert over(play(state.copy(), C.NO))
    play(state, at("York"))
    assert sides(state) == (mask("England"), mask("France"))
    assert int(state.data["sally"]) == mask("England")
    assert int(state.data["levies"]) == 0


@pytest.mark.rule("R36.10", "R36.6")
def test_a_sally_that_wins_ends_the_siege() -> None:
    state = play(expand(besieged(3, 2), "England"), at("York"), dice(6, 1))
    assert armies(state, "France", "York") == 0
    assert not besieges(state, "France", "York")


@pytest.mark.rule("R36.10")
def test_a_sally_retreats_back_inside() -> None:
    state = play(expand(besieged(4, 5), "England"), at("York"), dice(1, 1))
    assert (step_name(state), state.player) == ("RETREAT", kingdom("England"))
    play(state, n(3))
    while step_name(state) == "RANSOM":
        play(state, C.NO)
    assert armies(state, "England", "York") == 3
    assert besieges(state, "France", "York")
    assert over(state)


# --- relief ---


def relieved(inside: int, relief: int, outside: int) -> engines.State:
    """An English relief has come from Gloucester into besieged York."""
    table = besieged(inside, outside).armies("England", "Gloucester", relief)
    state = play(expand(table, "England"), at("Gloucester"), at("York"))
    return play(state, n(relief)) if step_name(state) == "MOVE_COUNT" else state


@pytest.mark.rule("Q71")
@pytest.mark.rule("R36.11", "R33.2")
def test_with_a_relief_the_battle_must_be_fought_and_one_force_is_first() -> None:
    state = relieved(2, 3, 4)
    assert (step_name(state), state.player) == ("FIRST_FORCE", kingdom("England"))
    assert state.actions() == [C.NO, C.YES]


@pytest.mark.rule("R36.11")
@pytest.mark.parametrize(("choice", "first", "later"), [(C.YES, 2, 3), (C.NO, 3, 2)])
def test_the_other_force_joins_in_the_second_clash(choice: int, first: int, later: int) -> None:
    state = play(relieved(2, 3, 4), choice)
    assert force(state, "England") == first
    assert int(state.data["waiting"][kingdom("England")]) == later
    play(state, dice(6, 1))
    while step_name(state) in ("RETREAT", "WITHDRAW"):
        play(state, state.actions()[0])
    assert step_name(state) == "DICE"
    assert force(state, "England") == 5, "all of them in the second clash"
    assert force(state, "France") == 3


@pytest.mark.rule("R36.11")
@pytest.mark.parametrize(("choice", "late"), [(C.YES, 3), (C.NO, 2)])
def test_after_a_battle_of_one_clash_the_other_force_fights_its_own(choice: int, late: int) -> None:
    state = play(relieved(2, 3, 6), choice, dice(1, 1))
    while step_name(state) == "RANSOM":
        play(state, C.NO)
    assert fought_at(state) == place("York")
    assert step_name(state) == "DICE"
    assert force(state, "England") == late
    assert armies(state, "England", "York") == late, "the first force surrendered"
    assert force(state, "France") == 6


@pytest.mark.rule("R36.11")
def test_if_the_first_clash_ends_the_siege_nobody_fights_again() -> None:
    state = play(relieved(3, 1, 2), C.YES, dice(6, 1))
    while step_name(state) == "RANSOM":
        play(state, C.NO)
    assert over(state)
    assert not besieges(state, "France", "York")
    assert armies(state, "England", "York") == 4


@pytest.mark.rule("Q71")
@pytest.mark.rule("R36.11", "Q33")
@pytest.mark.parametrize("choice", [C.YES, C.NO])
def test_a_relief_of_an_allys_garrison_fights_beside_it(choice: int) -> None:
    table = besieged(3, 4).armies("Italy", "Gloucester", 3).alliance("Italy", "England")
    state = play(expand(table, "Italy"), at("Gloucester"), at("York"), n(3))
    assert step_name(state) == "FIRST_FORCE"
    play(state, choice)
    first, second = ("England", "Italy") if choice == C.YES else ("Italy", "England")
    while step_name(state) == "LEADER_VOTE":
        play(state, C.SEAT + kingdom("Italy"))
    assert (force(state, first), force(state, second)) == (3, 0)
    play(state, dice(6, 1))
    while step_name(state) in ("RETREAT", "WITHDRAW", "LEADER_VOTE"):
        play(state, state.actions()[0])
    assert (force(state, first), force(state, second)) == (3, 3)


@pytest.mark.rule("R36.11")
def test_a_relief_alone_is_not_two_forces() -> None:
    table = Table(players=6).armies("France", "York", 2).siege("France", "York")
    table.armies("England", "Gloucester", 3)
    state = play(expand(table, "England"), at("Gloucester"), at("York"), n(3))
    assert step_name(state) == "DICE"
    assert int(state.data["sally"]) == 0


@pytest.mark.rule("R33.2", "R36.11")
def test_without_a_siege_those_inside_and_those_who_come_are_one_force() -> None:
    table = Table(players=6).armies("England", "York", 2).armies("France", "York", 4)
    table.armies("England", "Gloucester", 3)
    state = play(expand(table, "England"), at("Gloucester"), at("York"), n(3), C.NO)
    assert step_name(state) == "DICE"
    assert force(state, "England") == 5


@pytest.mark.rule("R14.6", "Q12")
def test_preparations_fight_group_by_group_too() -> None:
    table = Table(players=6).armies("France", "York", 1).armies("Italy", "York", 1)
    state = play(prepare(table, "England"), C.RAISE_ARMY + place("York"), C.NO)
    assert step_name(state) == "BATTLE_AGAINST"
    assert state.actions() == [against("France"), against("Italy")]
