"""Blood of Kings: diplomacy, its consent and its conquests (R19), Persuasive Diplomats."""

from __future__ import annotations

import pytest
from kings_builder import KINGDOMS, C, Table, dice, held, kingdom, numbers, play, region, step_name
from kings_dynasty import (
    armies,
    at,
    diplomacy,
    discards,
    for_kingdom,
    no_card_is_under_way,
    turn,
    use,
)

from eminence import engines


def offers(table: Table, of: str, seat: int = 0) -> dict[str, set[str]]:
    """The regions that diplomacy on the kingdom may be used for, and who might get each."""
    found: dict[str, set[str]] = {}
    state = table.dynasty(seat)
    if diplomacy(of) not in state.actions():
        return found
    play(state, diplomacy(of))
    regions = state.actions() if step_name(state) == "DIPLOMACY_REGION" else [None]
    for action in regions:
        after = state.copy()
        if action is not None:
            play(after, action)
        name = numbers().region_names[int(after.data["regions"][0]) - 1]
        if step_name(after) == "DIPLOMACY_FOR":
            found[name] = {KINGDOMS[a - C.KINGDOM] for a in after.actions()}
        else:
            found[name] = {KINGDOMS[int(after.data["gainers"][0]) - 1]}
    return found


def french_cluster() -> Table:
    """Rouen is castle A, Chartres cathedral B, Calais town C, Angers castle D."""
    table = turn(France=C.EXPANSION).hand(0, "diplomacy").armies("France", "Rouen", 1)
    table.hold("England", "Rouen").hold("England", "Calais").armies("England", "Calais", 1)
    table.flag("France", "Angers").hold("England", "Angers").armies("England", "Angers", 1)
    return table


@pytest.mark.rule("R40.12", "R19.2", "R19.3", "R19.4", "Q6")
def test_example_diplomacy() -> None:
    """A for everybody else, D for the French only; not B, C or the capitol."""
    found = offers(french_cluster(), "France")
    assert set(found) == {"Rouen", "Angers"}
    assert found["Rouen"] == {"Spain", "Byzantium", "France", "Italy", "Germany"}
    assert found["Angers"] == {"France"}


@pytest.mark.rule("R19.1")
def test_the_beneficiary_need_not_permit_diplomacy_and_may_be_the_target() -> None:
    table = french_cluster().played("Spain", C.TAXATION)
    state = play(table.dynasty(0), diplomacy("France"), at("Rouen"))
    assert for_kingdom("Spain") in state.actions()
    assert for_kingdom("France") in state.actions()
    assert for_kingdom("England") not in state.actions(), "it has the region already"


@pytest.mark.rule("R19.1", "R29.2")
def test_a_kingdom_in_chaos_is_no_beneficiary() -> None:
    table = turn(players=4, France=C.EXPANSION).hand(0, "diplomacy").armies("France", "Rouen", 1)
    found = offers(table, "France")
    assert found["Rouen"] == {"Spain", "Byzantium", "France", "Italy"}


@pytest.mark.rule("R19.2", "Q6")
def test_independent_regions_qualify_and_the_targets_own_do_not() -> None:
    table = turn(France=C.EXPANSION).hand(0, "diplomacy").armies("France", "Orleans", 1)
    table.armies("France", "Troyes", 1)
    assert set(offers(table, "France")) == {"Angers", "Dijon"}


@pytest.mark.rule("R19.2")
def test_cathedrals_and_capitols_are_immune() -> None:
    table = turn(France=C.EXPANSION).hand(0, "diplomacy").armies("France", "Chartres", 1)
    assert set(offers(table, "France")) == {"Rouen", "Angers"}
    table = turn(Germany=C.EXPANSION).hand(0, "diplomacy").armies("Germany", "Paris", 1)
    assert set(offers(table, "Germany")) == {"Rouen", "Orleans", "Troyes"}


@pytest.mark.rule("R19.3")
def test_armies_of_others_threaten_nothing() -> None:
    table = turn(France=C.EXPANSION).hand(0, "diplomacy").armies("Italy", "Rouen", 3)
    assert diplomacy("France") not in table.dynasty(0).actions()


@pytest.mark.rule("R19.3")
def test_armies_at_sea_threaten_the_port_towns_of_that_sea() -> None:
    table = turn(Germany=C.PREPARATIONS).hand(0, "diplomacy").fleets("Germany", "North Sea", 1)
    table.armies("Germany", "North Sea", 1)
    assert set(offers(table, "Germany")) == {"Calais", "Bruges"}, "London is a capitol"


@pytest.mark.rule("R19.3", "Q8")
def test_a_strait_counts_with_a_fleet_friendly_to_either_region() -> None:
    """Naples and Palermo, of which Italy holds the first."""

    def table() -> Table:
        found = turn(Italy=C.EXPANSION).hand(0, "diplomacy").hold("Italy", "Naples")
        return found.armies("Italy", "Naples", 1)

    assert set(offers(table(), "Italy")) == set()
    assert set(offers(table().fleets("France", "Tyrrhenian Sea", 1), "Italy")) == set()
    assert set(offers(table().fleets("Italy", "Tyrrhenian Sea", 1), "Italy")) == {"Palermo"}
    allied = table().fleets("France", "Tyrrhenian Sea", 1).alliance("France", "Italy")
    assert set(offers(allied, "Italy")) == {"Palermo"}


@pytest.mark.rule("R19.4")
def test_only_armies_of_the_controlling_kingdom_defend_a_region() -> None:
    table = turn(France=C.EXPANSION).hand(0, "diplomacy").armies("France", "Rouen", 1)
    table.hold("England", "Rouen").armies("Germany", "Rouen", 5).alliance("Germany", "England")
    assert "Rouen" in offers(table, "France")


@pytest.mark.rule("R19.5")
def test_the_beneficiary_needs_a_flag() -> None:
    table = turn(players=4, France=C.EXPANSION).hand(0, "diplomacy")
    table.armies("France", "Rouen", 1).flag("Byzantium", "Rouen")
    table.hold("Italy", "Rouen")
    for far in ("Lisbon", "Cordoba", "Barcelona", "Santiago"):
        table.hold("Spain", far)
    for far in ("Sofia", "Smyrna", "Nicaea"):
        table.hold("Byzantium", far)
    assert offers(table, "France")["Rouen"] == {"Byzantium", "France"}


# --- consent ---


def rouen() -> engines.State:
    """Seat 0 has offered Rouen to Italy."""
    state = play(french_cluster().hand(0, "unrest").dynasty(0), diplomacy("France"))
    return play(state, at("Rouen"), for_kingdom("Italy"))


@pytest.mark.rule("R19.6")
def test_the_ruler_of_the_beneficiary_is_asked() -> None:
    state = rouen()
    assert (state.player, step_name(state)) == (3, "CONSENT")
    assert state.actions() == [C.NO, C.YES]
    play(state, C.YES)
    assert step_name(state) == "DICE"


@pytest.mark.rule("R19.6", "R42.1")
def test_oneself_is_not_asked_for_consent() -> None:
    state = play(french_cluster().dynasty(0), diplomacy("France"), at("Rouen"))
    play(state, for_kingdom("Spain"))
    assert step_name(state) == "DICE"


@pytest.mark.rule("R19.6")
def test_after_a_refusal_another_kingdom_may_be_asked() -> None:
    state = play(rouen(), C.NO)
    assert (state.player, step_name(state)) == (0, "DIPLOMACY_FOR")
    rest = ("Spain", "Byzantium", "France", "Germany")
    assert state.actions() == [C.NO, *(for_kingdom(name) for name in rest)]
    play(state, for_kingdom("Germany"))
    assert (state.player, step_name(state)) == (5, "CONSENT")
    play(state, C.YES)
    assert step_name(state) == "DICE"


@pytest.mark.rule("R19.6")
def test_after_a_refusal_the_card_may_be_given_up() -> None:
    state = play(rouen(), C.NO, C.NO)
    assert (state.player, step_name(state)) == (0, "DYNASTY")
    assert discards(state) == ["diplomacy"]
    assert no_card_is_under_way(state)


@pytest.mark.rule("R19.6")
def test_when_all_have_refused_the_card_is_lost() -> None:
    """Angers can be offered to the French only."""
    state = play(french_cluster().hand(0, "unrest").dynasty(0), diplomacy("France"), at("Angers"))
    assert (state.player, step_name(state)) == (2, "CONSENT")
    play(state, C.NO)
    assert (state.player, step_name(state)) == (0, "DYNASTY")
    assert no_card_is_under_way(state)


@pytest.mark.rule("Q60")
@pytest.mark.rule("R20.4")
def test_foils_are_asked_for_when_it_is_clear_who_gets_the_region() -> None:
    table = french_cluster().hand(4, "intrigue")
    state = play(table.dynasty(0), diplomacy("France"), at("Rouen"), for_kingdom("Italy"))
    assert step_name(state) == "CONSENT"
    play(state, C.YES)
    assert (state.player, step_name(state)) == (4, "FOIL")
    play(state, C.YES, dice(5, 2))
    assert "Rouen" in held(state, "England")
    assert no_card_is_under_way(state)


# --- the outcome ---


@pytest.mark.rule("R19.7", "R37.4")
def test_a_higher_coloured_die_conquers_the_region_with_its_glory() -> None:
    state = play(rouen(), C.YES, dice(4, 3))
    assert "Rouen" in held(state, "Italy")
    assert "Rouen" not in held(state, "England")
    assert [int(state.data["glory"][seat]) for seat in (3, 4)] == [3, 1]
    assert (state.player, step_name(state)) == (0, "DYNASTY")
    assert int(state.data["cathedral_due"]) == 0, "cathedrals are for the kingdom phase"
    assert no_card_is_under_way(state)


@pytest.mark.rule("R19.7")
@pytest.mark.parametrize("roll", [(3, 3), (2, 5)])
def test_otherwise_nothing_happens(roll: tuple[int, int]) -> None:
    state = play(rouen(), C.YES, dice(*roll))
    assert "Rouen" in held(state, "England")
    assert [int(state.data["glory"][seat]) for seat in (3, 4)] == [2, 2]
    assert (state.player, step_name(state)) == (0, "DYNASTY")


@pytest.mark.rule("R19.7", "R37.5")
def test_an_independent_region_brings_glory_of_the_pool() -> None:
    table = turn(France=C.EXPANSION).hand(0, "diplomacy").armies("France", "Troyes", 1)
    state = use(table.dynasty(0), diplomacy("France"), for_kingdom("Spain"))
    play(state, dice(2, 1))
    assert "Dijon" in held(state, "Spain")
    assert int(state.data["glory"][0]) == 3
    assert int(state.data["flags_left"][kingdom("Spain")]) == 3


@pytest.mark.rule("R19.8")
def test_armies_of_the_kingdom_that_lost_the_region_are_removed() -> None:
    """Even besieged ones; those of others stay."""
    table = french_cluster().armies("France", "Angers", 2).siege("France", "Angers")
    table.armies("Germany", "Angers", 1)
    state = play(table.dynasty(0), diplomacy("France"), at("Angers"), C.YES, dice(6, 1))
    assert "Angers" in held(state, "France")
    assert armies(state, "England", "Angers") == 0
    assert armies(state, "France", "Angers") == 2
    assert armies(state, "Germany", "Angers") == 1
    assert int(state.data["sieges"][kingdom("France")]) == 0, "its own region now"
    assert armies(state, "England", "Calais") == 1


@pytest.mark.rule("Q39")
def test_between_own_kingdoms_no_glory_moves() -> None:
    table = french_cluster().ruler("Italy", 4)
    state = play(table.dynasty(0), diplomacy("France"), at("Rouen"), for_kingdom("Italy"))
    play(state, C.YES, dice(4, 3))
    assert "Rouen" in held(state, "Italy")
    assert int(state.data["glory"][4]) == 2


@pytest.mark.rule("R19.7", "R23.2")
def test_the_fifth_glory_by_diplomacy_is_a_tile_at_once() -> None:
    table = french_cluster().glory(3, 4)
    state = play(table.dynasty(0), diplomacy("France"), at("Rouen"), for_kingdom("Italy"))
    play(state, C.YES, dice(4, 3))
    assert (state.player, step_name(state)) == (3, "CLAIM_TILE")


# --- Persuasive Diplomats ---


def diplomats() -> Table:
    return french_cluster().tiles(0, "persuasive_diplomats")


@pytest.mark.rule("R24.20")
def test_persuasive_diplomats_may_name_a_second_eligible_region() -> None:
    state = play(diplomats().dynasty(0), diplomacy("France"), at("Rouen"), for_kingdom("Spain"))
    assert (state.player, step_name(state)) == (0, "SECOND_TARGET")
    assert state.actions() == [C.NO, at("Angers")]
    play(state, at("Angers"))
    assert (state.player, step_name(state)) == (2, "CONSENT"), "a beneficiary of its own"
    play(state, C.YES, dice(2, 1))
    assert "Rouen" in held(state, "Spain")
    assert step_name(state) == "DICE", "and a roll of its own"
    play(state, dice(1, 2))
    assert "Angers" in held(state, "England")
    assert no_card_is_under_way(state)
    assert discards(state) == ["diplomacy"]


@pytest.mark.rule("R24.20")
def test_persuasive_diplomats_may_be_content_with_one_region() -> None:
    state = play(diplomats().dynasty(0), diplomacy("France"), at("Rouen"), for_kingdom("Spain"))
    play(state, C.NO, dice(2, 1))
    assert "Rouen" in held(state, "Spain")
    assert no_card_is_under_way(state)


@pytest.mark.rule("R24.20")
def test_a_refused_second_region_leaves_the_first() -> None:
    state = play(diplomats().dynasty(0), diplomacy("France"), at("Rouen"), for_kingdom("Spain"))
    play(state, at("Angers"), C.NO)
    assert step_name(state) == "DICE"
    play(state, dice(2, 1))
    assert "Rouen" in held(state, "Spain")
    assert no_card_is_under_way(state)


@pytest.mark.rule("Q60")
@pytest.mark.rule("R24.20", "R20.5")
def test_one_foil_stops_both_regions() -> None:
    table = diplomats().hand(4, "intrigue", "intrigue")
    state = play(table.dynasty(0), diplomacy("France"), at("Rouen"), for_kingdom("Spain"))
    play(state, at("Angers"), C.YES)
    assert (state.player, step_name(state)) == (4, "FOIL")
    play(state, C.YES, dice(2, 1))
    assert {"Rouen", "Angers"} <= held(state, "England")
    assert no_card_is_under_way(state)


@pytest.mark.rule("Q61")
@pytest.mark.rule("R24.20", "R19.5")
def test_a_second_region_without_a_flag_left_is_not_rolled_for() -> None:
    """Spain's last flag went to the first region."""
    table = turn(France=C.EXPANSION).hand(0, "diplomacy").tiles(0, "persuasive_diplomats")
    table.armies("France", "Rouen", 1)
    for far in ("Lisbon", "Cordoba", "Barcelona"):
        table.hold("Spain", far)
    state = play(table.dynasty(0), diplomacy("France"), at("Rouen"), for_kingdom("Spain"))
    play(state, at("Calais"), for_kingdom("Spain"), dice(2, 1))
    assert "Rouen" in held(state, "Spain")
    assert step_name(state) != "DICE"
    assert no_card_is_under_way(state)


@pytest.mark.rule("R24.20")
def test_a_second_region_is_rolled_for_when_the_first_failed() -> None:
    table = turn(France=C.EXPANSION).hand(0, "diplomacy").tiles(0, "persuasive_diplomats")
    table.armies("France", "Rouen", 1)
    for far in ("Lisbon", "Cordoba", "Barcelona"):
        table.hold("Spain", far)
    state = play(table.dynasty(0), diplomacy("France"), at("Rouen"), for_kingdom("Spain"))
    play(state, at("Calais"), for_kingdom("Spain"), dice(1, 2))
    assert step_name(state) == "DICE"
    play(state, dice(2, 1))
    assert "Calais" in held(state, "Spain")


@pytest.mark.rule("R24.20", "R23.6")
def test_glory_and_its_tiles_come_between_the_two_regions() -> None:
    table = diplomats().glory(0, 4)
    state = play(table.dynasty(0), diplomacy("France"), at("Rouen"), for_kingdom("Spain"))
    play(state, at("Angers"), C.YES, dice(2, 1))
    assert (state.player, step_name(state)) == (0, "CLAIM_TILE")
    play(state, state.actions()[0])
    while step_name(state) == "SHOW_TILE":
        state.apply(state.outcomes()[0][0])
    if step_name(state) == "TROUPE":
        play(state, C.NO)
    assert step_name(state) == "DICE"
    play(state, dice(2, 1))
    assert "Angers" in held(state, "France")
    assert int(state.data["flags"][kingdom("Spain")]) >> region("Rouen") & 1
