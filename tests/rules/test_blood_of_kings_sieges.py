"""Blood of Kings: sieges, from the token's placing to the surrender, and assaults to choose."""

from __future__ import annotations

import pytest
from kings_builder import C, Table, dice, held, kingdom, play, region, step_name
from kings_marches import armies, at, besieges, expand, lift, over, spend_flags

from eminence import engines

FAILED, EQUAL, WON = dice(2, 3), dice(3, 3), dice(4, 3)


def siege(where: str = "York", inside: int = 0, outside: int = 1) -> Table:
    """French armies besiege an English region."""
    table = Table(players=6, achievements=30).armies("France", where, outside)
    table.siege("France", where)
    return table.armies("England", where, inside) if inside else table


def rolled(table: Table, where: str, roll: int) -> engines.State:
    return play(expand(table, "France"), at(where), roll)


def lay(table: Table) -> engines.State:
    """French armies do not move, and do not assault; then sieges are laid."""
    state = expand(table, "France")
    while step_name(state) != "PLACE_SIEGE" and not over(state):
        play(state, C.NO)
    return state


def glory(state: engines.State, seat: int) -> int:
    return int(state.data["glory"][seat])


# --- rolling ---


@pytest.mark.rule("R15.1", "R36.2")
def test_sieges_come_before_all_moves() -> None:
    state = expand(siege(), "France")
    assert step_name(state) == "SIEGE_ROLL"
    assert state.actions() == [C.NO, at("York")]


@pytest.mark.rule("R36.2", "R36.4", "R37.4")
def test_a_higher_coloured_die_takes_the_region() -> None:
    state = rolled(siege(), "York", WON)
    assert "York" in held(state, "France")
    assert not besieges(state, "France", "York")
    assert (glory(state, 2), glory(state, 4)) == (3, 1), "one glory of England's ruler"


@pytest.mark.rule("R36.2", "R36.5")
@pytest.mark.parametrize("roll", [FAILED, EQUAL])
def test_otherwise_the_siege_goes_on(roll: int) -> None:
    state = rolled(siege(), "York", roll)
    assert "York" in held(state, "England")
    assert besieges(state, "France", "York")
    assert step_name(state) == "MOVE_FROM", "one roll in each Expansion"


@pytest.mark.rule("R36.5")
def test_no_roll_has_to_be_made() -> None:
    state = play(expand(siege(), "France"), C.NO)
    assert step_name(state) == "MOVE_FROM"
    assert besieges(state, "France", "York")


@pytest.mark.rule("R36.2")
def test_each_siege_is_rolled_for_in_any_order() -> None:
    table = siege().armies("France", "Gloucester", 1).siege("France", "Gloucester")
    table.level("France", C.MILITARY, 2)
    state = expand(table, "France")
    assert state.actions() == [C.NO, at("Gloucester"), at("York")]
    play(state, at("York"), FAILED)
    assert state.actions() == [C.NO, at("Gloucester")]
    play(state, at("Gloucester"), FAILED)
    assert step_name(state) == "MOVE_FROM"


@pytest.mark.rule("R36.2", "Q25")
@pytest.mark.parametrize(
    ("where", "inside", "bonus"),
    [("York", 2, 0), ("York", 3, 1), ("York", 5, 3), ("Troyes", 2, 1), ("Rome", 4, 1)],
)
def test_armies_above_the_capacity_add_to_the_coloured_die(
    where: str, inside: int, bonus: int
) -> None:
    """A castle feeds two, a town one, a capitol three."""
    lord = {"York": "England", "Troyes": "France", "Rome": "Italy"}[where]
    table = Table(players=6).armies("Germany", where, 1).siege("Germany", where)
    table.armies(lord, where, inside)
    state = play(expand(table, "Germany"), at(where))
    assert armies(play(state.copy(), dice(2, 2 + bonus)), lord, where) == inside, "equal"
    assert armies(play(state, dice(2, 1 + bonus)), lord, where) == 0


@pytest.mark.rule("Q25", "Q27")
def test_armies_of_the_regions_friends_count_against_the_capacity_and_are_lost() -> None:
    table = siege(inside=1).armies("Italy", "York", 2).alliance("Italy", "England")
    state = rolled(table, "York", EQUAL)
    assert "York" in held(state, "France")
    assert armies(state, "Italy", "York") == armies(state, "England", "York") == 0


@pytest.mark.rule("Q27")
def test_other_armies_in_the_region_are_not_besieged() -> None:
    table = siege(inside=2).armies("Italy", "York", 2)
    state = rolled(table, "York", EQUAL)
    assert besieges(state, "France", "York"), "Italians outside the walls add nothing"
    state = rolled(table, "York", WON)
    assert armies(state, "Italy", "York") == 2
    assert armies(state, "England", "York") == 0


@pytest.mark.rule("R36.3")
def test_a_flag_of_the_besieger_adds_one() -> None:
    state = rolled(siege().flag("France", "York"), "York", EQUAL)
    assert "York" in held(state, "France")


@pytest.mark.rule("R36.4", "R37.5")
def test_an_independent_region_gives_glory_of_the_pool() -> None:
    table = Table(players=6).armies("France", "Rouen", 1).siege("France", "Rouen")
    state = rolled(table, "Rouen", WON)
    assert "Rouen" in held(state, "France")
    assert [glory(state, seat) for seat in range(6)] == [2, 2, 3, 2, 2, 2]


@pytest.mark.rule("R36.4", "Q28", "R37.2")
def test_without_a_flag_the_garrison_and_the_siege_are_gone_and_nothing_is_gained() -> None:
    table = spend_flags(siege(inside=2), "France")
    state = rolled(table, "York", WON)
    assert armies(state, "England", "York") == 0
    assert not besieges(state, "France", "York")
    assert "York" in held(state, "England")
    assert glory(state, 2) == 2


@pytest.mark.rule("R37.6", "Q38")
def test_a_besieged_capitol_brings_its_kingdom() -> None:
    table = siege("Rome", outside=2).armies("Italy", "Pisa", 3)
    spend_flags(table.fleets("Italy", "Adriatic Sea", 1), "France")
    state = rolled(table.glory(3, 4), "Rome", WON)
    while step_name(state) in ("CLAIM_TILE", "SHOW_TILE"):
        play(state, *(state.actions() or [o for o, _ in state.outcomes()])[:1])
    assert int(state.data["ruler"][kingdom("Italy")]) == 3, "seat 2 rules Italy"
    assert "Rome" in held(state, "Italy"), "no flag is raised"
    assert not state.data["armies"][kingdom("Italy")].any()
    assert not state.data["fleets"][kingdom("Italy")].any()
    assert glory(state, 3) == 1
    assert not besieges(state, "France", "Rome")


@pytest.mark.rule("R36.7", "Q29")
def test_a_port_is_rolled_for_only_with_an_own_fleet_in_its_sea() -> None:
    table = siege("Bristol")
    assert step_name(expand(table, "France")) == "MOVE_FROM"
    table.fleets("Spain", "Atlantic Ocean", 1).alliance("Spain", "France")
    assert step_name(expand(table, "France")) == "MOVE_FROM", "an ally's fleet does not count"
    table.fleets("France", "Atlantic Ocean", 1)
    assert step_name(expand(table, "France")) == "SIEGE_ROLL"
    table.fleets("France", "Atlantic Ocean", 0).fleets("France", "North Sea", 1)
    assert step_name(expand(table, "France")) == "MOVE_FROM", "nor one in another sea"


@pytest.mark.rule("R36.4")
def test_another_kingdoms_siege_of_the_region_goes_on_against_the_conqueror() -> None:
    table = siege().armies("Germany", "York", 1).siege("Germany", "York")
    state = rolled(table, "York", WON)
    assert besieges(state, "Germany", "York")


@pytest.mark.rule("Q30")
def test_a_friends_siege_of_a_conquered_region_is_lifted() -> None:
    table = siege().armies("Germany", "York", 1).siege("Germany", "York")
    state = rolled(table.alliance("Germany", "France"), "York", WON)
    assert not besieges(state, "Germany", "York")


# --- tiles ---


@pytest.mark.rule("R24.9")
def test_full_granaries_feed_any_garrison() -> None:
    table = siege(inside=5).tiles(4, "full_granaries")
    assert besieges(rolled(table, "York", EQUAL), "France", "York")


@pytest.mark.rule("R24.9")
def test_full_granaries_do_not_hide_the_besiegers_flag() -> None:
    table = siege(inside=5).tiles(4, "full_granaries").flag("France", "York")
    assert "York" in held(rolled(table, "York", EQUAL), "France")


@pytest.mark.rule("R24.9")
def test_full_granaries_are_the_regions_rulers_not_its_guests() -> None:
    table = siege(inside=2).armies("Italy", "York", 1).alliance("Italy", "England")
    state = rolled(table.tiles(3, "full_granaries"), "York", EQUAL)
    assert "York" in held(state, "France")


@pytest.mark.rule("R24.25")
def test_siege_engines_win_with_equal_dice() -> None:
    state = rolled(siege().tiles(2, "siege_engines"), "York", EQUAL)
    assert "York" in held(state, "France")
    state = rolled(siege().tiles(2, "siege_engines"), "York", FAILED)
    assert "York" in held(state, "England")


# --- the example ---


def english_normandy() -> Table:
    """The castle of the example is Rouen, its cathedral Chartres: two English against Paris."""
    table = Table(players=6).hold("England", "Rouen").hold("England", "Angers")
    return table.hold("England", "Chartres").armies("England", "Rouen", 3)


@pytest.mark.rule("R40.24", "R33.4")
def test_example_of_a_siege_how_it_is_laid() -> None:
    """Four French enter the castle, three English withdraw, no assault, then the token."""
    table = english_normandy().armies("France", "Paris", 4)
    state = play(expand(table, "France"), at("Paris"), at("Rouen"), C.COUNT + 4)
    assert step_name(state) == "WITHDRAW"
    play(state, C.COUNT + 3)
    assert (step_name(state), state.player) == ("ASSAULT", kingdom("France"))
    play(state, C.NO, at("Rouen"))
    assert besieges(state, "France", "Rouen")
    assert armies(state, "England", "Rouen") == 3


@pytest.mark.rule("R40.24", "R38.1")
def test_example_of_a_siege_how_it_ends() -> None:
    """3 and 3 with three armies in a castle: castle and cathedral, 2 glory, no ransom."""
    table = english_normandy().armies("France", "Rouen", 4).siege("France", "Rouen")
    state = rolled(table.glory(4, 4), "Rouen", dice(3, 3))
    assert "Rouen" in held(state, "France")
    assert armies(state, "England", "Rouen") == 0
    assert step_name(state) == "CATHEDRAL_FLAG"
    play(state, at("Chartres"))
    assert "Chartres" in held(state, "France")
    assert (glory(state, 2), glory(state, 4)) == (4, 2), "two glory of England's ruler"
    assert int(state.data["crowns"][kingdom("England")]) == 9, "no ransom"


# --- laying siege ---


@pytest.mark.rule("R36.1", "R15.1")
def test_a_siege_is_laid_after_the_assaults() -> None:
    state = play(expand(Table(players=6).armies("France", "York", 1), "France"), C.NO)
    assert step_name(state) == "ASSAULT"
    play(state, C.NO)
    assert state.actions() == [C.NO, at("York")]
    play(state, at("York"))
    assert besieges(state, "France", "York")
    assert over(state)


@pytest.mark.rule("R36.1")
def test_only_enemy_regions_with_own_armies_can_be_besieged() -> None:
    table = Table(players=6).armies("France", "York", 1).armies("France", "Rouen", 1)
    table.armies("France", "Paris", 1).armies("France", "Toledo", 1)
    table.alliance("Spain", "France")
    assert lay(table).actions() == [C.NO, at("York"), at("Rouen")]


@pytest.mark.rule("R36.1", "Q24")
def test_a_cathedral_is_neither_besieged_nor_assaulted() -> None:
    table = Table(players=6).armies("France", "Lincoln", 3)
    assert over(play(expand(table, "France"), C.NO))


@pytest.mark.rule("R36.1", "Q23")
def test_as_many_regions_as_tokens() -> None:
    table = Table(players=6).armies("France", "York", 1).armies("France", "Rouen", 1)
    table.level("France", C.MILITARY, 2)
    state = play(lay(table), at("York"))
    assert state.actions() == [C.NO, at("Rouen")]
    play(state, at("Rouen"))
    assert besieges(state, "France", "York")
    assert besieges(state, "France", "Rouen")


@pytest.mark.rule("R36.8")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_one_token_for_each_level_of_the_military(level: int) -> None:
    table = Table(players=6).level("France", C.MILITARY, level)
    for where in ("York", "Rouen", "Milan", "Prague", "Vienna"):
        table.armies("France", where, 1)
    state = lay(table)
    for _ in range(level):
        play(state, state.actions()[1])
    assert int(state.data["sieges"][kingdom("France")]).bit_count() == level
    assert over(state), "no token that was placed now is moved on"


@pytest.mark.rule("R36.1", "Q23")
def test_a_token_may_come_from_elsewhere_on_the_map() -> None:
    state = play(lay(siege().armies("France", "Rouen", 1)), at("Rouen"))
    assert besieges(state, "France", "Rouen")
    assert not besieges(state, "France", "York"), "it was the only token"


@pytest.mark.rule("R36.1")
def test_which_token_is_moved_is_the_rulers_choice() -> None:
    table = siege().armies("France", "Gloucester", 1).siege("France", "Gloucester")
    table.armies("France", "Rouen", 1).level("France", C.MILITARY, 2)
    state = play(lay(table), at("Rouen"))
    assert step_name(state) == "SIEGE_SOURCE"
    assert state.actions() == [at("Gloucester"), at("York")]
    play(state, at("York"))
    assert besieges(state, "France", "Gloucester")
    assert besieges(state, "France", "Rouen")
    assert not besieges(state, "France", "York")


@pytest.mark.rule("R36.6")
def test_a_lifted_token_is_at_hand_again() -> None:
    state = expand(siege().armies("France", "Rouen", 1), "France")
    play(state, C.NO, lift("York"))
    while step_name(state) != "PLACE_SIEGE":
        play(state, C.NO)
    assert state.actions() == [C.NO, at("York"), at("Rouen")]


# --- assaults ---


@pytest.mark.rule("Q69")
@pytest.mark.rule("R35.1", "R15.1")
def test_enemy_regions_may_be_assaulted_one_after_another() -> None:
    table = Table(players=6).armies("France", "York", 2).armies("France", "Dijon", 4)
    table.armies("France", "Paris", 1).armies("France", "Toledo", 2)
    state = play(expand(table.alliance("Spain", "France"), "France"), C.NO)
    assert step_name(state) == "ASSAULT"
    assert state.actions() == [C.NO, at("York"), at("Dijon")], "no own one, no ally's"
    play(state, at("Dijon"))
    assert (step_name(state), int(state.data["assault"])) == ("DICE", 1)
    play(state, dice(6, 1))
    assert "Dijon" in held(state, "France"), "one levy left against four"
    assert step_name(state) == "ASSAULT"
    assert state.actions() == [C.NO, at("York")]


@pytest.mark.rule("Q69")
@pytest.mark.rule("R35.1")
def test_a_region_is_assaulted_once_in_an_expansion() -> None:
    state = play(expand(Table(players=6).armies("France", "York", 2), "France"), C.NO)
    play(state, at("York"), dice(1, 1), C.YES)
    assert armies(state, "France", "York") == 1, "stalled: one against two levies"
    assert step_name(state) == "PLACE_SIEGE"


@pytest.mark.rule("Q30")
def test_a_siege_ends_when_besieger_and_region_get_the_same_ruler() -> None:
    """Rome falls while Spoleto is still besieged."""
    table = siege("Rome").armies("France", "Spoleto", 1).siege("France", "Spoleto")
    table.level("France", C.MILITARY, 2)
    state = play(expand(table, "France"), at("Rome"), WON)
    assert int(state.data["ruler"][kingdom("Italy")]) == 3
    assert not besieges(state, "France", "Spoleto")
    assert not int(state.data["sieges"][kingdom("France")]) >> region("Rome") & 1
