"""Blood of Kings: the Preparations card, raising units and the achievements that add some."""

from __future__ import annotations

import pytest
from kings_builder import C, Table, dice, kingdom, play, sea, step_name
from kings_marches import armies, army, fleet, fleets, over, prepare, ships, spend_flags

from eminence import engines


def english(crowns: int = 20, players: int = 6) -> Table:
    return Table(players=players, achievements=30).crowns("England", crowns)


def crowns_of(state: engines.State, name: str) -> int:
    return int(state.data["crowns"][kingdom(name)])


def times(state: engines.State, action: int) -> int:
    """How often a unit can be raised there, one after another."""
    count = 0
    while not over(state) and action in state.actions():
        play(state, action)
        count += 1
    return count


# --- limits ---


@pytest.mark.rule("R14.1")
@pytest.mark.parametrize(
    ("where", "most"), [("London", 3), ("Gloucester", 2), ("York", 2), ("Bristol", 1)]
)
def test_each_kind_of_region_raises_its_number_of_armies(where: str, most: int) -> None:
    state = prepare(english(), "England")
    assert times(state, army(where)) == most
    assert armies(state, "England", where) == most


@pytest.mark.rule("R14.1")
def test_a_cathedral_raises_nothing_and_only_ports_raise_fleets() -> None:
    legal = prepare(english(), "England").actions()
    assert army("Lincoln") not in legal
    ports = {fleet("London"), fleet("Bristol")}
    assert {action for action in legal if action >= C.RAISE_FLEET} == ports


@pytest.mark.rule("R14.1")
def test_a_port_capitol_mixes_armies_and_fleets_within_its_limit() -> None:
    state = play(prepare(english(), "England"), fleet("London"), fleet("London"))
    assert times(state, army("London")) == 1
    assert (armies(state, "England", "London"), fleets(state, "England", "North Sea")) == (1, 2)


@pytest.mark.rule("R14.1")
def test_a_port_town_raises_an_army_or_a_fleet() -> None:
    state = play(prepare(english(), "England"), fleet("Bristol"))
    assert army("Bristol") not in state.actions()
    state = play(prepare(english(), "England"), army("Bristol"))
    assert over(state) or fleet("Bristol") not in state.actions()


@pytest.mark.rule("R14.1")
def test_fewer_may_be_raised() -> None:
    state = play(prepare(english(), "England"), army("London"), C.NO)
    assert over(state)
    assert armies(state, "England", "London") == 1


@pytest.mark.rule("R14.1")
def test_only_controlled_regions_raise() -> None:
    table = english().hold("France", "York")
    legal = prepare(table, "England").actions()
    assert army("York") not in legal
    assert army("Rouen") not in legal, "independent"


@pytest.mark.rule("R42.1")
def test_units_are_raised_in_the_order_of_the_map_so_that_no_way_comes_twice() -> None:
    state = play(prepare(english(), "England"), army("Gloucester"))
    assert army("London") not in state.actions()
    state = play(prepare(english(), "England"), army("London"))
    assert fleet("London") not in state.actions(), "fleets come first"
    assert army("London") in state.actions()


# --- price and tokens ---


@pytest.mark.rule("R14.2")
def test_each_unit_costs_a_crown() -> None:
    state = play(prepare(english(2), "England"), fleet("London"))
    assert crowns_of(state, "England") == 1
    play(state, army("London"))
    assert crowns_of(state, "England") == 0
    assert step_name(state) != "RAISE", "nothing more can be paid"


@pytest.mark.rule("R8.4", "R14.2")
def test_without_crowns_the_card_is_played_and_nothing_happens() -> None:
    state = prepare(english(0), "England")
    assert over(state)
    assert not state.data["armies"].any()


@pytest.mark.rule("R2.6", "R14.2")
def test_no_more_units_than_tokens() -> None:
    table = english().armies("England", "York", 11).fleets("England", "Baltic Sea", 8)
    state = prepare(table, "England")
    assert not [action for action in state.actions() if action >= C.RAISE_FLEET]
    play(state, army("London"))
    assert step_name(state) != "RAISE", "the twelfth army was the last token"


# --- where they stand ---


@pytest.mark.rule("R14.3")
def test_any_number_of_armies_may_stand_in_a_region() -> None:
    state = prepare(english().armies("England", "London", 8), "England")
    assert times(state, army("London")) == 3
    assert armies(state, "England", "London") == 11


@pytest.mark.rule("R14.4")
def test_fleets_go_to_the_sea_of_their_port() -> None:
    state = play(prepare(english(), "England"), fleet("London"), fleet("Bristol"))
    assert fleets(state, "England", "North Sea") == 1
    assert fleets(state, "England", "Atlantic Ocean") == 1


@pytest.mark.rule("R14.4", "R40.30")
def test_two_port_towns_on_one_sea_raise_a_fleet_each_there() -> None:
    """The side note: two ports, two new fleets in that sea."""
    table = english().hold("England", "Calais").hold("England", "Bruges")
    state = play(prepare(table, "England"), fleet("Calais"))
    assert fleet("Calais") not in state.actions()
    play(state, fleet("Bruges"))
    assert fleets(state, "England", "North Sea") == 2


# --- sieges ---


@pytest.mark.rule("R14.5")
def test_a_besieged_region_raises_no_armies() -> None:
    table = english().armies("France", "York", 1).siege("France", "York")
    legal = prepare(table, "England").actions()
    assert army("York") not in legal
    assert army("Gloucester") in legal


@pytest.mark.rule("R14.5", "Q22")
def test_a_besieged_port_raises_fleets() -> None:
    table = english().armies("France", "London", 1).siege("France", "London")
    legal = prepare(table, "England").actions()
    assert army("London") not in legal
    assert fleet("London") in legal


# --- battles ---


@pytest.mark.rule("R14.6")
def test_new_armies_fight_the_enemies_in_their_region_when_all_are_placed() -> None:
    table = english().armies("France", "York", 2).armies("England", "York", 1)
    state = play(prepare(table, "England"), army("York"))
    assert step_name(state) == "RAISE", "not before all units are placed"
    play(state, C.NO)
    assert step_name(state) == "DICE"
    data = state.data
    assert (data["attackers"], data["defenders"]) == (
        1 << kingdom("England"),
        1 << kingdom("France"),
    )
    assert int(data["force"][kingdom("England")]) == 2, "those that were there fight too"


@pytest.mark.rule("R14.6")
def test_new_fleets_fight_the_enemies_in_their_sea() -> None:
    table = english().fleets("France", "North Sea", 2)
    state = play(prepare(table, "England"), fleet("London"), fleet("London"), C.NO)
    assert step_name(state) == "DICE"
    assert int(state.data["place"]) == C.FIRST_SEA + sea("North Sea")


@pytest.mark.rule("R14.6")
def test_without_new_units_there_is_no_battle() -> None:
    table = english().armies("France", "York", 2).armies("England", "York", 2)
    table.fleets("France", "North Sea", 1).fleets("England", "North Sea", 1)
    assert over(play(prepare(table, "England"), army("London"), C.NO))


@pytest.mark.rule("R14.6", "R33.3")
def test_the_order_of_battles_is_the_rulers_choice() -> None:
    table = english().armies("France", "York", 2).armies("France", "Gloucester", 2)
    table.fleets("France", "North Sea", 1)
    state = prepare(table, "England")
    play(state, fleet("London"), army("Gloucester"), army("York"), C.NO)
    assert step_name(state) == "BATTLE_NEXT"
    assert len(state.actions()) == 3
    assert ships("North Sea") in state.actions()
    assert C.NO not in state.actions(), "all three must be fought"


@pytest.mark.rule("R31.1", "R31.2")
def test_friends_do_not_fight_each_other() -> None:
    table = english().armies("France", "York", 2).alliance("France", "England")
    assert over(play(prepare(table, "England"), army("York"), C.NO))


# --- claims of seas ---


@pytest.mark.rule("R39.6", "Q1")
def test_a_sea_with_a_new_fleet_can_be_claimed_without_glory() -> None:
    state = play(prepare(english(), "England"), fleet("London"), C.NO)
    assert step_name(state) == "CLAIM_SEA"
    glory, flags = (int(state.data["glory"][4]), int(state.data["flags_left"][kingdom("England")]))
    play(state, C.PLACE + C.FIRST_SEA + sea("North Sea"))
    assert int(state.data["sea_owner"][sea("North Sea")]) == kingdom("England") + 1
    assert int(state.data["flags_left"][kingdom("England")]) == flags - 1
    assert int(state.data["glory"][4]) == glory
    assert over(state)


@pytest.mark.rule("Q1")
def test_a_claim_may_be_declined_and_made_later() -> None:
    state = play(prepare(english(), "England"), fleet("London"), C.NO, C.NO)
    assert over(state)
    assert not state.data["sea_owner"].any()


@pytest.mark.rule("Q1", "R37.1")
def test_an_own_flag_beneath_comes_to_the_top_again() -> None:
    table = english().hold("England", "North Sea").hold("France", "North Sea")
    spend_flags(table.fleets("England", "North Sea", 1), "England")
    state = play(prepare(table, "England"), C.NO)
    assert step_name(state) == "CLAIM_SEA"
    play(state, C.PLACE + C.FIRST_SEA + sea("North Sea"))
    assert int(state.data["sea_owner"][sea("North Sea")]) == kingdom("England") + 1
    assert int(state.data["flags_left"][kingdom("England")]) == 0


@pytest.mark.rule("Q1", "R37.2")
def test_no_claim_without_a_flag_or_beside_an_enemy_fleet() -> None:
    poor = spend_flags(english().fleets("England", "North Sea", 1), "England")
    assert over(play(prepare(poor, "England"), C.NO))
    table = english().fleets("England", "Baltic Sea", 1).fleets("France", "Baltic Sea", 1)
    assert over(play(prepare(table, "England"), C.NO))


@pytest.mark.rule("Q1")
def test_a_friends_fleet_does_not_hinder_a_claim() -> None:
    table = english().fleets("England", "Baltic Sea", 1).fleets("France", "Baltic Sea", 1)
    state = play(prepare(table.alliance("England", "France"), "England"), C.NO)
    assert step_name(state) == "CLAIM_SEA"


# --- achievements ---


@pytest.mark.rule("R24.5")
def test_elite_guard_adds_an_army_to_one_paid_for_in_the_capitol() -> None:
    state = prepare(english(1).tiles(4, "elite_guard"), "England")
    play(state, army("London"))
    assert state.actions() == [C.NO, army("London")], "the second is free"
    play(state, army("London"))
    assert armies(state, "England", "London") == 2
    assert crowns_of(state, "England") == 0
    assert over(state)


@pytest.mark.rule("R24.5")
def test_elite_guard_needs_a_paid_army_and_works_in_no_castle() -> None:
    assert over(prepare(english(0).tiles(4, "elite_guard"), "England"))
    state = prepare(english(20).tiles(4, "elite_guard"), "England")
    assert times(state.copy(), army("London")) == 4
    assert times(state, army("York")) == 2
    state = prepare(english(1).tiles(4, "elite_guard"), "England")
    assert step_name(play(state, fleet("London"))) == "CLAIM_SEA", "a fleet is no army"


@pytest.mark.rule("R24.15", "R40.29")
def test_massive_armada_raises_two_fleets_of_a_town_and_four_of_a_capitol() -> None:
    state = prepare(english(20).tiles(4, "massive_armada"), "England")
    assert times(state, fleet("London")) == 4
    assert times(state, fleet("Bristol")) == 2
    assert crowns_of(state, "England") == 16


@pytest.mark.rule("Q72")
@pytest.mark.rule("R24.15")
def test_massive_armada_is_free() -> None:
    state = prepare(english(0).tiles(4, "massive_armada"), "England")
    play(state, fleet("London"), fleet("Bristol"))
    assert crowns_of(state, "England") == 0
    assert fleets(state, "England", "North Sea") == fleets(state, "England", "Atlantic Ocean") == 1


@pytest.mark.rule("R24.16")
@pytest.mark.parametrize("unit", [army, fleet])
def test_mercenaries_follow_a_unit_paid_for_in_a_town(unit: object) -> None:
    state = prepare(english(1).tiles(4, "mercenary_companies"), "England")
    play(state, unit("Bristol"))  # type: ignore[operator]
    assert state.actions() == [C.NO, army("Bristol")]
    play(state, army("Bristol"))
    assert armies(state, "England", "Bristol") == 1 + (unit is army)
    assert step_name(state) != "RAISE", "one only"


@pytest.mark.rule("R24.16")
def test_mercenaries_need_a_paid_unit_and_a_town() -> None:
    tiles = ("mercenary_companies", "massive_armada")
    state = prepare(english(1).tiles(4, *tiles), "England")
    play(state, fleet("Bristol"))
    assert fleets(state, "England", "Atlantic Ocean") == 1
    assert crowns_of(state, "England") == 1, "the armada's fleet was not paid for"
    assert times(state.copy(), army("Bristol")) == 2, "one paid, then the mercenaries"
    state = prepare(english(20).tiles(4, "mercenary_companies"), "England")
    assert times(state, army("Gloucester")) == 2


@pytest.mark.rule("R24.27")
def test_temple_knights_rise_in_each_cathedral_for_nothing() -> None:
    state = prepare(english(0).tiles(4, "temple_knights"), "England")
    assert state.actions() == [C.NO, army("Lincoln")]
    play(state, army("Lincoln"))
    assert armies(state, "England", "Lincoln") == 1
    assert over(state)


@pytest.mark.rule("Q72")
@pytest.mark.rule("R24.5", "R24.27", "R14.2")
def test_free_units_need_tokens_too() -> None:
    table = english(5).tiles(4, "temple_knights").armies("England", "York", 12)
    state = prepare(table, "England")
    assert not [action for action in state.actions() if C.RAISE_ARMY <= action < C.RAISE_FLEET]


@pytest.mark.rule("R23.5", "R24.27")
def test_achievements_work_for_all_kingdoms_of_their_owner_and_no_other() -> None:
    table = (
        Table(players=3, achievements=30)
        .crowns("England", 0)
        .crowns("Byzantium", 0)
        .crowns("France", 0)
    )
    table.tiles(1, "temple_knights")
    assert prepare(table, "England").actions() == [C.NO, army("Lincoln")]
    assert prepare(table, "Byzantium").actions() == [C.NO, army("Athos")]
    assert over(prepare(table, "France"))


@pytest.mark.rule("R14.6", "R39.6")
def test_claims_come_after_the_battles() -> None:
    table = english(1).fleets("France", "North Sea", 1)
    state = play(prepare(table, "England"), fleet("London"))
    assert step_name(state) == "DICE"
    play(state, dice(6, 1))
    assert fleets(state, "France", "North Sea") == 0
    assert step_name(state) == "CLAIM_SEA"
