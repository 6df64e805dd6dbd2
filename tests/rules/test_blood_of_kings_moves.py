"""Blood of Kings: moving armies and fleets with Expansion, and who may ride twice."""

from __future__ import annotations

import pytest
from kings_builder import C, Table, kingdom, place, play, region, step_name
from kings_marches import armies, at, besieges, expand, fleets, lift, n, over, ships, targets

FRENCH_FROM_PARIS = {"Orleans", "Toulouse", "La Rochelle", "Troyes", "Reims"}
ATLANTIC_PORTS = {"Bristol", "La Rochelle", "Bilbao", "Bordeaux", "Lisbon"}


def french(where: str = "Paris", count: int = 1) -> Table:
    return Table(players=6).armies("France", where, count)


def ids(*names: str) -> set[int]:
    return {at(name) for name in names}


# --- march and invade ---


@pytest.mark.rule("R15.2")
def test_expansion_may_be_played_without_units() -> None:
    assert over(expand(Table(players=6), "France"))


@pytest.mark.rule("R32.2", "R32.3", "R3.5")
def test_an_army_marches_through_friendly_regions_or_invades_a_neighbour() -> None:
    """Paris: all of France by march, and Rouen and Chartres next to it by invasion."""
    found = targets(expand(french(), "France"), at("Paris"))
    assert found == ids(*FRENCH_FROM_PARIS, "Rouen", "Chartres")
    assert at("Bordeaux") not in found, "nobody invades at the end of a march"


@pytest.mark.rule("R32.2")
def test_a_march_may_enter_a_region_with_an_enemy_army_but_not_leave_it() -> None:
    state = expand(french().armies("England", "Orleans", 1), "France")
    found = targets(state, at("Paris"))
    assert at("Orleans") in found
    assert not found & ids("Toulouse", "La Rochelle")


@pytest.mark.rule("R32.2", "R32.3")
def test_out_of_a_region_with_an_enemy_army_only_an_invasion_leads() -> None:
    state = expand(french().armies("England", "Paris", 1), "France")
    near = ids("Rouen", "Orleans", "Chartres", "Reims", "Troyes")
    assert targets(state, at("Paris")) == near


@pytest.mark.rule("R32.2", "R32.3")
def test_out_of_an_enemy_region_only_an_invasion_leads() -> None:
    state = expand(french("Rouen"), "France")
    assert targets(state, at("Rouen")) == ids("Paris", "Chartres", "Calais", "Angers")


@pytest.mark.rule("R31.2", "R32.2", "Q7")
@pytest.mark.parametrize("owner", ["France", "Spain"])
def test_allies_regions_are_marched_through(owner: str) -> None:
    """One token is enough, in either treasury."""
    other = "Spain" if owner == "France" else "France"
    table = french("Toulouse").hold("Spain", "Barcelona").alliance(owner, other)
    found = targets(expand(table, "France"), at("Toulouse"))
    assert ids("Barcelona", "Burgos", "Toledo", "Leon", "Bilbao") <= found


@pytest.mark.rule("R31.1")
def test_regions_of_one_ruler_are_friendly_to_each_other() -> None:
    table = Table(players=3).armies("France", "Troyes", 1).hold("Germany", "Dijon")
    found = targets(expand(table, "France"), at("Troyes"))
    assert ids("Dijon", "Heidelberg", "Frankfurt", "Brunswick") <= found, "seat 2 rules both"


@pytest.mark.rule("R31.1", "Q7")
def test_friends_of_friends_are_no_friends() -> None:
    table = french("Toulouse").hold("Spain", "Barcelona").hold("England", "Cordoba")
    table.alliance("Spain", "France").alliance("England", "Spain")
    found = targets(expand(table, "France"), at("Toulouse"))
    assert at("Toledo") in found
    assert at("Cordoba") not in found


@pytest.mark.rule("R29.2", "R31.1")
def test_kingdoms_in_chaos_are_friends_of_nobody() -> None:
    table = Table(players=4).armies("France", "Troyes", 1).hold("Germany", "Dijon")
    found = targets(expand(table, "France"), at("Troyes"))
    assert at("Dijon") in found, "by invasion"
    assert at("Heidelberg") not in found


@pytest.mark.rule("R32.1")
def test_each_army_moves_once() -> None:
    state = expand(french(count=3), "France")
    play(state, at("Paris"), at("Orleans"), n(2))
    assert armies(state, "France", "Orleans") == 2
    assert state.actions() == [C.NO, at("Paris")], "those in Orleans have moved"
    play(state, at("Paris"), at("Orleans"))
    assert armies(state, "France", "Orleans") == 3
    assert over(state), "nobody is left to move"


@pytest.mark.rule("R32.1")
def test_armies_that_stand_where_others_arrive_can_still_leave() -> None:
    state = expand(french(count=2).armies("France", "Orleans", 1), "France")
    play(state, at("Paris"), at("Orleans"), n(2), at("Orleans"), at("Toulouse"))
    assert armies(state, "France", "Orleans") == 2
    assert armies(state, "France", "Toulouse") == 1
    assert over(state)


@pytest.mark.rule("R32.1")
def test_moving_is_optional() -> None:
    state = play(expand(french(), "France"), C.NO)
    assert over(state)
    assert armies(state, "France", "Paris") == 1


@pytest.mark.rule("R32.1")
def test_only_the_active_kingdoms_armies_move() -> None:
    table = Table(players=3).armies("France", "Paris", 1).armies("Germany", "Frankfurt", 1)
    assert expand(table, "France").actions() == [C.NO, at("Paris")], "though of one ruler"


# --- straits ---


@pytest.mark.rule("R3.6", "R32.6", "Q8")
def test_a_strait_is_crossed_with_a_fleet_friendly_to_the_army() -> None:
    table = Table(players=6).armies("England", "London", 1)
    assert at("Calais") not in targets(expand(table, "England"), at("London"))
    table.fleets("France", "North Sea", 1)
    assert at("Calais") not in targets(expand(table, "England"), at("London"))
    table.alliance("France", "England")
    assert at("Calais") in targets(expand(table, "England"), at("London"))


@pytest.mark.rule("Q8")
def test_a_fleet_friendly_to_the_region_only_carries_nobody_over() -> None:
    """For moves the fleet must be friendly to the army, whoever controls the other side."""
    table = Table(players=6).armies("England", "London", 1).hold("France", "Calais")
    table.fleets("France", "North Sea", 1)
    assert at("Calais") not in targets(expand(table, "England"), at("London"))


@pytest.mark.rule("R32.2", "R32.6")
def test_a_march_leads_over_a_strait_too() -> None:
    table = Table(players=6).armies("England", "York", 1).hold("England", "Calais")
    table.hold("England", "Bruges").fleets("England", "North Sea", 1)
    assert at("Bruges") in targets(expand(table, "England"), at("York"))


# --- board and land ---


@pytest.mark.rule("R32.4")
def test_boarding_needs_a_friendly_port_and_a_friendly_fleet() -> None:
    sea = at("Atlantic Ocean")
    assert sea not in targets(expand(french("La Rochelle"), "France"), at("La Rochelle"))
    table = french("La Rochelle").fleets("France", "Atlantic Ocean", 1)
    assert sea in targets(expand(table, "France"), at("La Rochelle"))
    enemy = french("Bordeaux").fleets("France", "Atlantic Ocean", 1)
    assert sea not in targets(expand(enemy, "France"), at("Bordeaux")), "no friendly region"


@pytest.mark.rule("R32.4")
def test_an_allys_fleet_takes_armies_aboard_and_an_enemys_does_not() -> None:
    sea = at("Atlantic Ocean")
    table = french("La Rochelle").fleets("Spain", "Atlantic Ocean", 1)
    assert sea not in targets(expand(table, "France"), at("La Rochelle"))
    table.alliance("France", "Spain")
    assert sea in targets(expand(table, "France"), at("La Rochelle"))


@pytest.mark.rule("R32.4", "R32.1")
def test_who_boards_stops_at_sea() -> None:
    table = french("La Rochelle").fleets("France", "Atlantic Ocean", 1)
    state = play(expand(table, "France"), at("La Rochelle"), at("Atlantic Ocean"))
    assert armies(state, "France", "Atlantic Ocean") == 1
    assert state.actions() == [C.NO, ships("Atlantic Ocean")]


@pytest.mark.rule("R32.5")
def test_who_is_at_sea_lands_in_any_port_there() -> None:
    table = french("Atlantic Ocean").fleets("France", "Atlantic Ocean", 1)
    state = expand(table, "France")
    assert targets(state, at("Atlantic Ocean")) == ids(*ATLANTIC_PORTS)
    play(state, at("Atlantic Ocean"), at("Lisbon"))
    assert armies(state, "France", "Lisbon") == 1
    assert at("Lisbon") not in state.actions()


# --- armies under siege ---


@pytest.mark.rule("R36.9")
def test_besieged_armies_cannot_leave_by_land() -> None:
    table = french("Orleans", 2).armies("England", "Orleans", 1).siege("England", "Orleans")
    state = expand(table, "France")
    assert step_name(state) == "BATTLE_NEXT", "nothing moves; a sally is all they can do"


@pytest.mark.rule("R36.9")
def test_besieged_armies_can_board() -> None:
    table = french("La Rochelle").armies("England", "La Rochelle", 1)
    table.siege("England", "La Rochelle").fleets("France", "Atlantic Ocean", 1)
    state = expand(table, "France")
    assert at("La Rochelle") in state.actions()
    play(state, at("La Rochelle"))
    assert armies(state, "France", "Atlantic Ocean") == 1, "the only way"


@pytest.mark.rule("R36.9", "Q27")
def test_armies_not_friendly_to_the_region_are_not_besieged() -> None:
    table = french("York").armies("Germany", "York", 1).siege("Germany", "York")
    assert at("Gloucester") in targets(expand(table, "France"), at("York"))


@pytest.mark.rule("R36.9")
def test_a_friends_siege_token_is_no_enemys() -> None:
    """A German siege of an English castle does not hold a friend of both."""
    table = french("York").armies("Germany", "York", 1).siege("Germany", "York")
    table.alliance("France", "England").alliance("Germany", "France")
    assert at("Gloucester") in targets(expand(table, "France"), at("York"))


# --- sieges and moves ---


@pytest.mark.rule("R36.6")
def test_a_siege_ends_when_the_last_army_leaves() -> None:
    table = french("York", 2).siege("France", "York")
    state = play(expand(table, "France"), C.NO, at("York"), at("Gloucester"), n(1))
    assert besieges(state, "France", "York")
    play(state, at("York"), at("Gloucester"))
    assert not besieges(state, "France", "York")


@pytest.mark.rule("R36.6")
def test_a_siege_may_be_lifted() -> None:
    state = play(expand(french("York").siege("France", "York"), "France"), C.NO)
    assert lift("York") in state.actions()
    play(state, lift("York"))
    assert not besieges(state, "France", "York")
    assert step_name(state) == "MOVE_FROM", "the army may still move"


@pytest.mark.rule("R36.6", "Q77")
def test_a_siege_may_be_lifted_whatever_card_follows() -> None:
    state = french("York").siege("France", "York").kingdom("France")
    cards = [action for action in state.actions() if action < C.LIFT]
    assert state.actions() == [*cards, lift("York")]
    play(state, lift("York"))
    assert not besieges(state, "France", "York")
    assert (step_name(state), state.actions()) == ("PLAY_CARD", cards)
    play(state, C.CARD_TYPE + C.TAXATION)


@pytest.mark.rule("R36.6", "Q77")
def test_who_has_one_card_left_is_still_asked_whether_to_lift_a_siege() -> None:
    table = french("York").siege("France", "York")
    table.record["on_mat"][kingdom("France")] = table.record["in_hand"][kingdom("France")]
    table.record["in_hand"][kingdom("France")] = 0
    table.record["on_mat"][kingdom("France")][C.SUCCESSION] = 0
    table.record["in_hand"][kingdom("France")][C.SUCCESSION] = 1
    state = table.kingdom("France")
    assert state.actions() == [C.CARD_TYPE + C.SUCCESSION, lift("York")]


@pytest.mark.rule("R36.6", "R36.9", "Q77")
def test_a_lifted_siege_lets_the_garrison_raise_armies_in_the_same_turn() -> None:
    table = french("York").siege("France", "York").crowns("England", 9)
    table.order("France", "England", "Spain", "Byzantium", "Italy", "Germany")
    for lifted in (False, True):
        state = table.kingdom("France")
        play(state, *([lift("York")] if lifted else []), C.CARD_TYPE + C.TAXATION)
        play(state, C.CARD_TYPE + C.PREPARATIONS)
        assert (C.RAISE_ARMY + region("York") in state.actions()) == lifted


# --- fleets ---


@pytest.mark.rule("R39.1")
def test_a_fleet_sails_into_one_adjacent_sea_and_stops() -> None:
    table = Table(players=6).fleets("France", "Atlantic Ocean", 2)
    state = expand(table, "France")
    assert state.actions() == [C.NO, ships("Atlantic Ocean")]
    play(state, ships("Atlantic Ocean"))
    assert state.actions() == [ships("North Sea"), ships("Western Mediterranean")]
    play(state, ships("North Sea"), n(1))
    assert fleets(state, "France", "North Sea") == 1
    assert state.actions() == [C.NO, ships("Atlantic Ocean")], "the other one only"


@pytest.mark.rule("R39.1")
def test_fleets_that_arrived_do_not_sail_on() -> None:
    table = Table(players=6).fleets("France", "Baltic Sea", 1).fleets("France", "North Sea", 1)
    state = play(expand(table, "France"), ships("Baltic Sea"))
    assert fleets(state, "France", "North Sea") == 2
    play(state, ships("North Sea"))
    assert state.actions() == [ships("Baltic Sea"), ships("Atlantic Ocean")], "one, not two"
    play(state, ships("Atlantic Ocean"))
    assert fleets(state, "France", "North Sea") == 1


@pytest.mark.rule("R39.5")
def test_a_fleet_takes_armies_along_even_if_they_have_moved() -> None:
    table = french("La Rochelle", 3).fleets("France", "Atlantic Ocean", 2)
    state = play(expand(table, "France"), at("La Rochelle"), at("Atlantic Ocean"), n(3))
    play(state, ships("Atlantic Ocean"), ships("North Sea"), n(1))
    assert step_name(state) == "CARRY"
    assert state.actions() == [C.NO, n(1), n(2), n(3)]
    play(state, n(2))
    assert armies(state, "France", "North Sea") == 2
    assert armies(state, "France", "Atlantic Ocean") == 1
    assert at("North Sea") not in state.actions(), "they have moved"


@pytest.mark.rule("R39.5")
def test_armies_taken_along_cannot_land_but_can_be_taken_on() -> None:
    table = french("Baltic Sea", 1).fleets("France", "Baltic Sea", 1)
    table.fleets("France", "North Sea", 1)
    state = play(expand(table, "France"), ships("Baltic Sea"), n(1))
    assert at("North Sea") not in state.actions(), "they count as moved"
    play(state, ships("North Sea"), ships("Atlantic Ocean"), n(1))
    assert armies(state, "France", "Atlantic Ocean") == 1
    assert over(play(state, C.NO)) or step_name(state) == "CLAIM_SEA"


@pytest.mark.rule("R39.5")
def test_who_stays_behind_can_still_land() -> None:
    """Armies that have moved sail along before those that have not."""
    table = french("La Rochelle").armies("France", "Atlantic Ocean", 1)
    table.fleets("France", "Atlantic Ocean", 2)
    state = play(expand(table, "France"), at("La Rochelle"), at("Atlantic Ocean"))
    play(state, ships("Atlantic Ocean"), ships("North Sea"), n(1), n(1))
    assert at("Atlantic Ocean") in state.actions()
    play(state, at("Atlantic Ocean"), at("Bordeaux"))
    assert armies(state, "France", "Bordeaux") == 1


@pytest.mark.rule("R39.5", "Q37")
def test_allied_armies_are_taken_along_without_asking_their_ruler() -> None:
    table = french("Atlantic Ocean").armies("Spain", "Atlantic Ocean", 2)
    table.fleets("France", "Atlantic Ocean", 1).alliance("Spain", "France")
    state = play(expand(table, "France"), ships("Atlantic Ocean"), ships("North Sea"))
    assert (step_name(state), state.player) == ("CARRY", kingdom("France"))
    assert state.actions() == [C.NO, n(1), n(2)], "Spanish armies"
    play(state, n(2))
    assert state.actions() == [C.NO, n(1)], "then French ones"
    play(state, n(1))
    assert armies(state, "Spain", "North Sea") == 2
    assert armies(state, "France", "North Sea") == 1


@pytest.mark.rule("R39.5")
def test_enemy_armies_are_not_taken_along() -> None:
    table = french("Atlantic Ocean").armies("Spain", "Atlantic Ocean", 2)
    table.fleets("France", "Atlantic Ocean", 1).fleets("Spain", "Atlantic Ocean", 1)
    state = play(expand(table, "France"), ships("Atlantic Ocean"), ships("North Sea"))
    assert state.actions() == [C.NO, n(1)]
    play(state, C.NO)
    assert armies(state, "Spain", "Atlantic Ocean") == 2


@pytest.mark.rule("Q11")
def test_armies_left_without_a_friendly_fleet_are_removed() -> None:
    table = french("Atlantic Ocean", 3).armies("Spain", "Atlantic Ocean", 1)
    table.fleets("France", "Atlantic Ocean", 1).alliance("Spain", "France")
    state = play(expand(table, "France"), ships("Atlantic Ocean"), ships("North Sea"))
    play(state, C.NO, n(2))
    assert armies(state, "France", "North Sea") == 2
    assert armies(state, "France", "Atlantic Ocean") == 0
    assert armies(state, "Spain", "Atlantic Ocean") == 0


@pytest.mark.rule("Q11")
def test_a_friends_fleet_keeps_armies_afloat() -> None:
    table = french("Atlantic Ocean", 1).fleets("Spain", "Atlantic Ocean", 1)
    table.fleets("France", "Atlantic Ocean", 1).alliance("Spain", "France")
    state = play(expand(table, "France"), ships("Atlantic Ocean"), ships("North Sea"), C.NO)
    assert armies(state, "France", "Atlantic Ocean") == 1


# --- Free Riders ---


@pytest.mark.rule("R24.7")
def test_free_riders_one_army_moves_twice_even_past_enemies() -> None:
    table = french(count=2).armies("England", "Rouen", 1).tiles(2, "free_riders")
    state = play(expand(table, "France"), at("Paris"), at("Rouen"), n(2))
    assert state.actions() == [C.NO, at("Rouen")]
    play(state, at("Rouen"), at("Calais"))
    assert armies(state, "France", "Calais") == 1, "one of them"
    assert armies(state, "France", "Rouen") == 1
    assert step_name(state) != "MOVE_FROM", "once in an Expansion"


@pytest.mark.rule("R24.7")
def test_free_riders_leave_a_friendly_region_with_an_enemy_by_march() -> None:
    table = french().armies("England", "Orleans", 1).tiles(2, "free_riders")
    state = play(expand(table, "France"), at("Paris"), at("Orleans"))
    found = targets(state, at("Orleans"))
    assert ids("Troyes", "Reims") <= found, "through Paris"
    assert at("Orleans") not in found


@pytest.mark.rule("R24.7")
def test_without_the_tile_nobody_moves_twice() -> None:
    state = play(expand(french().tiles(3, "free_riders"), "France"), at("Paris"), at("Troyes"))
    assert over(state)


@pytest.mark.rule("R24.7")
def test_free_riders_ride_again_in_the_next_expansion() -> None:
    state = expand(french().tiles(2, "free_riders"), "France")
    play(state, at("Paris"), at("Troyes"), at("Troyes"), at("Paris"))
    assert over(state)
    assert int(state.data["rider"]) == 0


def test_nothing_of_a_card_is_left_when_it_is_done() -> None:
    """The blocks of war are empty outside of the cards of war."""
    table = french("La Rochelle", 3).fleets("France", "Atlantic Ocean", 2)
    state = play(expand(table, "France"), at("La Rochelle"), at("Atlantic Ocean"), n(2))
    play(state, ships("Atlantic Ocean"), ships("North Sea"), n(2), n(2))
    play(state, at("La Rochelle"), at("Bordeaux"))
    while not over(state):
        play(state, C.NO)
    kept = (
        *("moved", "sailed", "entered", "settled", "settled_seas", "rider", "moving", "rivals"),
        *("from_place", "to_place", "carrying", "loader", "aboard", "fought"),
    )
    for field in kept:
        assert not state.data[field].any(), field
    assert armies(state, "France", "North Sea") == 2
    assert place("North Sea") == C.FIRST_SEA + 1
