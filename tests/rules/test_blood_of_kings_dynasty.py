"""Blood of Kings: influence, unrest, attrition, foils and picking up (R16 to R18, R20, R21)."""

from __future__ import annotations

import numpy as np
import pytest
from kings_builder import C, Table, card, dice, kingdom, numbers, play, step_name
from kings_dynasty import (
    armies,
    at,
    attrition,
    discards,
    end,
    fleet_at,
    fleets,
    for_kingdom,
    hand,
    influence,
    kind,
    no_card_is_under_way,
    stack,
    turn,
    unrest,
    unrest_of,
    use,
)

from eminence import engines
from eminence.engines import Sink

SET = C.SET
VIOLENT = 2  # BloodOfKings.challenge


# --- whose turn, and what may be targeted ---


@pytest.mark.rule("R16.1", "R7.2")
def test_each_player_has_one_turn_from_the_first_player_on_to_the_left() -> None:
    table = turn(seat=2, players=4, Italy=C.TAXATION)
    for seat in range(4):
        table.hand(seat, "influence 4", "influence 5")
    state = table.dynasty(2)
    for seat in (2, 3, 0, 1):
        assert (state.player, step_name(state)) == (seat, "DYNASTY")
        use(state, influence("Italy", "influence 4"))
        assert (state.player, step_name(state)) == (seat, "DYNASTY"), "any number of cards"
        end(state)
        assert (state.player, step_name(state)) == (seat, "PICK_SET")
        play(state, state.actions()[0])
    assert int(state.data["phase"]) == C.NEGOTIATION_PHASE
    assert int(state.data["acting"]) == 0


@pytest.mark.rule("R16.1")
def test_who_has_no_cards_goes_on_to_the_sets_at_once() -> None:
    state = turn(players=3, Italy=C.TAXATION).hand(0, "influence 4").dynasty(0)
    play(end(state), C.SET)
    assert (state.player, step_name(state)) == (1, "PICK_SET")


@pytest.mark.rule("R42.1")
def test_with_cards_that_fit_nowhere_one_is_asked_all_the_same() -> None:
    """Skipping the question would reveal that none of them is an Unrest card."""
    table = turn(players=3, England=C.PREPARATIONS).hand(0, "attrition").hand(1, "unrest")
    state = table.dynasty(0)
    assert state.actions() == [C.NO]
    play(end(state), C.SET)
    assert state.actions() == [C.NO, unrest("England")]


PERMITTED = {
    C.SUCCESSION: {"influence", "unrest"},
    C.COUNCIL: {"attrition", "intrigue"},
    C.TAXATION: {"influence", "unrest"},
    C.DEVELOPMENT: {"influence", "unrest"},
    C.ADMINISTRATION: {"influence", "intrigue"},
    C.PREPARATIONS: {"unrest", "diplomacy"},
    C.EXPANSION: {"attrition", "diplomacy"},
}


def types_of(actions: list[int]) -> set[str]:
    blocks = {
        "influence": range(C.INFLUENCE, C.UNREST),
        "unrest": range(C.UNREST, C.ATTRITION),
        "attrition": range(C.ATTRITION, C.DIPLOMACY),
        "diplomacy": range(C.DIPLOMACY, C.LOOK),
        "intrigue": range(C.LOOK, C.TOKEN),
    }
    return {name for name, ids in blocks.items() if any(a in ids for a in actions)}


@pytest.mark.rule("R16.2")
@pytest.mark.parametrize("type_", PERMITTED)
def test_the_kingdom_card_of_the_turn_says_what_may_target_the_kingdom(type_: int) -> None:
    table = turn(players=6, France=type_).armies("France", "Rouen", 1)
    table.hand(0, "influence 4", "unrest", "attrition", "diplomacy", "intrigue")
    assert types_of(table.dynasty(0).actions()) == PERMITTED[type_]


@pytest.mark.rule("R16.2", "R29.2")
def test_own_kingdoms_and_kingdoms_in_chaos_may_be_targeted() -> None:
    table = turn(players=4, Spain=C.TAXATION, Germany=C.TAXATION, England=C.TAXATION)
    state = table.hand(0, "unrest").dynasty(0)
    assert not state.data["ruler"][kingdom("Germany")]
    targets = [a for a in state.actions() if C.UNREST <= a < C.ATTRITION]
    assert targets == [unrest("Spain"), unrest("England"), unrest("Germany")]


@pytest.mark.rule("R24.22", "R16.2")
def test_no_card_targets_a_kingdom_under_royal_patronage_but_its_ruler_can_be_foiled() -> None:
    table = turn(seat=2, France=C.COUNCIL, Italy=C.COUNCIL).tiles(2, "royal_patronage")
    table.set(shielded=1 << kingdom("France")).hand(2, "attrition", "intrigue")
    state = table.mat(0, "France", "unrest").hand(1, "intrigue").dynasty(2)
    assert state.actions() == [C.NO, attrition("Italy"), C.ORDER_TRACK]
    play(state, C.ORDER_TRACK)
    assert int(state.data["tokens"]) == 1 << kingdom("Italy")
    assert (state.player, state.actions()) == (1, [C.NO, C.YES])


@pytest.mark.rule("R40.8", "R16.2")
def test_example_permits() -> None:
    """England made Preparations, France had a Succession: Influence fits France only."""
    table = turn(England=C.PREPARATIONS, France=C.SUCCESSION)
    state = table.hand(0, "influence 4", "unrest").dynasty(0)
    assert influence("France", "influence 4") in state.actions()
    assert influence("England", "influence 4") not in state.actions()
    use(state, influence("France", "influence 4"))
    assert stack(state, 0, "France") == ["influence 4"]
    assert unrest("France") in state.actions()
    assert unrest("England") in state.actions()


# --- influence ---


@pytest.mark.rule("R16.3", "R40.9")
def test_example_influence() -> None:
    """A generic 4 on top of two cards; a 7 of Germany and England in Italy is a bluff."""
    table = turn(seat=3, Italy=C.TAXATION).mat(3, "Italy", "influence 6", "Italy 7")
    state = table.hand(3, "influence 4", "England/Germany 7").dynasty(3)
    use(state, influence("Italy", "influence 4"))
    assert stack(state, 3, "Italy") == ["influence 6", "Italy 7", "influence 4"]
    assert hand(state, 3) == ["England/Germany 7"]
    use(state, influence("Italy", "England/Germany 7"))
    assert stack(state, 3, "Italy")[-1] == "England/Germany 7"
    assert no_card_is_under_way(state)


@pytest.mark.rule("R16.4")
@pytest.mark.parametrize("name", ["unrest", "attrition", "diplomacy", "intrigue", "Spain 7"])
def test_any_card_may_be_played_as_influence(name: str) -> None:
    state = turn(Italy=C.ADMINISTRATION).hand(0, name).dynasty(0)
    use(state, influence("Italy", name))
    assert stack(state, 0, "Italy") == [name]
    assert discards(state) == []


@pytest.mark.rule("R16.5", "R41.1", "Q13")
def test_only_its_owner_sees_which_card_was_played_face_down() -> None:
    """The others are shown the same whatever it is, and so are their views."""
    sinks, views = [], []
    for name in ("Italy 7", "intrigue"):
        table = turn(Italy=C.TAXATION).hand(0, "Italy 7", "intrigue").hand(1, "unrest")
        state, sink = table.dynasty(0), Sink()
        state.apply(influence("Italy", name), sink)
        assert int(state.data["card"]) == 1 + card(name)
        assert sorted(hand(state, 0)) == ["Italy 7", "intrigue"], "in hand until nobody foils it"
        views.append([state.view(v).to_bytes() for v in range(6)])
        state.apply(C.NO, sink)
        assert stack(state, 0, "Italy") == [name]
        sinks.append(sink.keys)
    assert sinks[0][0] != sinks[1][0]
    assert list(sinks[0][1:6]) == list(sinks[1][1:6])
    assert views[0][0] != views[1][0]
    assert views[0][1:] == views[1][1:]


@pytest.mark.rule("R41.1")
def test_choices_are_hidden_only_where_two_cards_could_go_to_the_same_kingdom() -> None:
    assert turn(Italy=C.TAXATION).hand(0, "unrest", "influence 4").dynasty(0).hidden()
    assert not turn(Italy=C.TAXATION).hand(0, "unrest", "unrest").dynasty(0).hidden()
    assert not turn(Italy=C.PREPARATIONS).hand(0, "unrest", "influence 4").dynasty(0).hidden()


@pytest.mark.rule("R16.5")
def test_a_new_card_leaves_the_order_of_a_stack_as_it_was() -> None:
    table = turn(Italy=C.TAXATION, France=C.TAXATION).mat(0, "Italy", "unrest", "influence 5")
    table.mat(1, "Spain", "influence 6").mat(0, "Spain", "Spain 7")
    state = table.hand(0, "influence 4", "attrition").dynasty(0)
    use(state, influence("France", "attrition"))
    use(state, influence("Italy", "influence 4"))
    assert stack(state, 0, "Italy") == ["unrest", "influence 5", "influence 4"]
    assert stack(state, 0, "France") == ["attrition"]
    assert stack(state, 0, "Spain") == ["Spain 7"]
    assert stack(state, 1, "Spain") == ["influence 6"]


# --- unrest ---


@pytest.mark.rule("R17.1", "Q18")
def test_unrest_is_discarded_and_raises_the_targets_unrest_by_one() -> None:
    state = turn(Italy=C.TAXATION).hand(0, "unrest").discard("attrition").dynasty(0)
    use(state, unrest("Italy"))
    assert unrest_of(state, "Italy") == 1
    assert sorted(discards(state)) == ["attrition", "unrest"]
    assert hand(state, 0) == []


@pytest.mark.rule("R40.10", "R17.2", "R17.3")
def test_example_stability() -> None:
    """One cathedral and a bonus of 4 make 5; two Unrest cards take Italy from 3 to 5."""
    table = turn(Italy=C.TAXATION).level("Italy", C.RELIGIOUS, 3).unrest("Italy", 3)
    table.armies("Italy", "Rome", 1).mat(1, "Italy", "influence 4").mat(2, "Italy", "Italy 7")
    state = table.hand(0, "unrest", "unrest").dynasty(0)
    use(state, unrest("Italy"))
    assert unrest_of(state, "Italy") == 4
    assert not int(state.data["challenge"])
    use(state, unrest("Italy"))
    assert int(state.data["challenge"]) == VIOLENT
    assert int(state.data["throne"]) == kingdom("Italy")
    assert armies(state, "Italy", "Rome") == 0
    assert state.player == 3, "the ruler is to call"


@pytest.mark.rule("R17.2", "Q44")
def test_unrest_above_stability_starts_a_violent_succession_too() -> None:
    table = turn(Italy=C.TAXATION).unrest("Italy", 6).hand(0, "unrest", "influence 4")
    state = table.mat(1, "Italy", "influence 4").dynasty(0)
    use(state, unrest("Italy"))
    assert int(state.data["challenge"]) == VIOLENT


@pytest.mark.rule("R17.2", "R16.1")
def test_after_a_violent_succession_the_turn_goes_on() -> None:
    table = turn(Italy=C.TAXATION).unrest("Italy", 2).hand(0, "unrest", "influence 4")
    state = use(table.dynasty(0), unrest("Italy"))
    while int(state.data["challenge"]):
        play(state, state.actions()[0])
    assert (state.player, step_name(state)) == (0, "DYNASTY")
    assert unrest_of(state, "Italy") == 0
    assert no_card_is_under_way(state)


@pytest.mark.rule("R17.2", "R27.6", "R16.2")
def test_a_fallen_kingdom_can_be_targeted_as_after_a_succession() -> None:
    """Italy played Preparations, which permits no influence; after its succession it does."""
    table = turn(Italy=C.PREPARATIONS).unrest("Italy", 2).hand(0, "unrest", "influence 4")
    state = table.mat(1, "Italy", "influence 4").dynasty(0)
    assert influence("Italy", "influence 4") not in state.actions()
    use(state, unrest("Italy"))
    while int(state.data["challenge"]):
        legal = state.actions()
        mine = [a for a in legal if a == C.SEAT + 1]
        play(state, mine[0] if mine else legal[0])
    assert int(state.data["ruler"][kingdom("Italy")]) == 2
    assert influence("Italy", "influence 4") in state.actions()


@pytest.mark.rule("Q10")
def test_in_chaos_unrest_only_rises() -> None:
    table = turn(players=4, Germany=C.TAXATION).unrest("Germany", 2).hand(0, "unrest")
    state = use(table.mat(1, "Germany", "influence 4").dynasty(0), unrest("Germany"))
    assert unrest_of(state, "Germany") == 3
    assert not int(state.data["challenge"])


@pytest.mark.rule("Q10")
def test_unrest_of_chaos_counts_against_a_later_ruler() -> None:
    table = turn(Germany=C.TAXATION).unrest("Germany", 5).hand(0, "unrest", "unrest")
    state = use(table.mat(1, "Germany", "influence 4").dynasty(0), unrest("Germany"))
    assert int(state.data["challenge"]) == VIOLENT


@pytest.mark.rule("R17.4")
def test_the_loss_of_a_cathedral_starts_no_succession() -> None:
    """Italy has lost its cathedral and has as much unrest as stability left."""
    table = turn(Italy=C.TAXATION, Spain=C.TAXATION).hold("Spain", "Assisi").unrest("Italy", 2)
    table.mat(1, "Italy", "influence 4")
    state = table.hand(0, "unrest", "unrest").dynasty(0)
    use(state, unrest("Spain"))
    assert not int(state.data["challenge"])
    assert step_name(state) == "DYNASTY"
    use(state, unrest("Italy"))
    assert int(state.data["challenge"]) == VIOLENT


@pytest.mark.rule("R24.21")
def test_popular_support_adds_unrest_to_a_second_kingdom() -> None:
    table = turn(Italy=C.TAXATION, France=C.TAXATION, England=C.EXPANSION, Spain=C.TAXATION)
    state = table.tiles(0, "popular_support").hand(0, "unrest", "unrest").dynasty(0)
    play(state, unrest("Italy"))
    assert step_name(state) == "SECOND_TARGET"
    assert state.actions() == [C.NO, for_kingdom("Spain"), for_kingdom("France")], (
        "another kingdom that permits Unrest"
    )
    use(state, for_kingdom("France"))
    assert [unrest_of(state, k) for k in ("Italy", "France", "England")] == [1, 1, 0]
    assert discards(state) == ["unrest"]
    use(state, unrest("Italy"), C.NO)
    assert [unrest_of(state, k) for k in ("Italy", "France")] == [2, 1]


@pytest.mark.rule("R24.21")
def test_popular_support_asks_nothing_without_a_second_kingdom() -> None:
    table = turn(Italy=C.TAXATION, England=C.EXPANSION).tiles(0, "popular_support")
    state = use(table.hand(0, "unrest", "attrition").dynasty(0), unrest("Italy"))
    assert step_name(state) == "DYNASTY"


@pytest.mark.rule("R24.21", "R17.2")
def test_popular_support_may_start_two_successions_one_after_the_other() -> None:
    table = turn(Italy=C.TAXATION, France=C.TAXATION).tiles(0, "popular_support")
    table.unrest("Italy", 2).unrest("France", 2).hand(0, "unrest", "influence 4")
    table.mat(1, "Italy", "influence 4").mat(1, "France", "influence 5")
    state = use(table.dynasty(0), unrest("Italy"), for_kingdom("France"))
    thrones = []
    while int(state.data["challenge"]):
        if int(state.data["throne"]) not in thrones:
            thrones.append(int(state.data["throne"]))
        play(state, state.actions()[0])
    assert thrones == [kingdom("Italy"), kingdom("France")]
    assert (state.player, step_name(state)) == (0, "DYNASTY")
    assert no_card_is_under_way(state)


@pytest.mark.rule("Q60")
@pytest.mark.rule("R24.21", "R20.3")
def test_a_foil_stops_the_unrest_of_both_kingdoms() -> None:
    table = turn(players=3, Italy=C.TAXATION, France=C.TAXATION).tiles(0, "popular_support")
    state = table.hand(0, "unrest").hand(1, "intrigue").dynasty(0)
    play(state, unrest("Italy"), for_kingdom("France"), C.YES, dice(2, 1))
    assert [unrest_of(state, k) for k in ("Italy", "France")] == [0, 0]
    assert sorted(discards(state)) == ["intrigue", "unrest"]


# --- attrition ---


def attrition_on_england(*tiles: str) -> Table:
    """England, ruled by seat 4, has played Expansion and has units in three places."""
    table = turn(seat=3, England=C.EXPANSION).hand(3, "attrition").tiles(4, *tiles)
    table.armies("England", "Rouen", 2).armies("England", "York", 1)
    return table.fleets("England", "North Sea", 1)


@pytest.mark.rule("R40.11", "R18.1")
def test_example_attrition() -> None:
    """3 on the coloured die, 2 on the white one: the player of the card removes a unit."""
    state = use(attrition_on_england().dynasty(3), attrition("England"))
    assert step_name(state) == "DICE"
    assert discards(state) == ["attrition"]
    play(state, dice(3, 2))
    assert (state.player, step_name(state)) == (3, "LOSE_UNIT")
    assert state.actions() == sorted([at("York"), at("Rouen"), fleet_at("North Sea")])
    play(state, at("Rouen"))
    assert armies(state, "England", "Rouen") == 1
    assert armies(state, "England", "York") == 1
    assert fleets(state, "England", "North Sea") == 1
    assert no_card_is_under_way(state)


@pytest.mark.rule("R18.2")
def test_with_a_higher_white_die_the_ruler_chooses() -> None:
    state = play(use(attrition_on_england().dynasty(3), attrition("England")), dice(1, 6))
    assert (state.player, step_name(state)) == (4, "LOSE_UNIT")
    play(state, fleet_at("North Sea"))
    assert fleets(state, "England", "North Sea") == 0
    assert state.player == 3


@pytest.mark.rule("R18.3")
def test_with_equal_dice_nothing_is_lost() -> None:
    state = use(attrition_on_england().hand(3, "unrest").dynasty(3), attrition("England"))
    before = state.data["armies"].copy()
    play(state, dice(4, 4))
    assert np.array_equal(state.data["armies"], before)
    assert (state.player, step_name(state)) == (3, "DYNASTY")


@pytest.mark.rule("Q47")
def test_attrition_without_units_may_be_played_and_does_nothing() -> None:
    state = turn(England=C.EXPANSION).hand(0, "attrition", "unrest").dynasty(0)
    use(state, attrition("England"))
    assert (state.player, step_name(state)) == (0, "DYNASTY"), "no dice are rolled"
    assert discards(state) == ["attrition"]


@pytest.mark.rule("R18.1", "R42.1")
def test_the_only_unit_is_lost_without_asking() -> None:
    table = turn(England=C.EXPANSION).hand(0, "attrition").armies("England", "Rouen", 3)
    state = play(use(table.dynasty(0), attrition("England")), dice(1, 6))
    assert armies(state, "England", "Rouen") == 2


@pytest.mark.rule("R18.1", "Q11")
def test_armies_aboard_drown_with_the_last_fleet() -> None:
    table = turn(England=C.EXPANSION).hand(0, "attrition").fleets("England", "North Sea", 1)
    table.armies("England", "North Sea", 4)
    state = use(table.dynasty(0), attrition("England"))
    play(state, dice(2, 1), fleet_at("North Sea"))
    assert armies(state, "England", "North Sea") == 0


@pytest.mark.rule("R18.1", "R36.6")
def test_a_siege_ends_with_its_last_army() -> None:
    table = turn(England=C.EXPANSION).hand(0, "attrition").armies("England", "Orleans", 1)
    state = use(table.siege("England", "Orleans").dynasty(0), attrition("England"))
    play(state, dice(2, 1))
    assert int(state.data["sieges"][kingdom("England")]) == 0


@pytest.mark.rule("R24.1")
def test_baggage_trains_lose_nothing_to_a_higher_white_die() -> None:
    state = use(attrition_on_england("baggage_trains").dynasty(3), attrition("England"))
    before = state.data["armies"].copy()
    play(state, dice(1, 6))
    assert np.array_equal(state.data["armies"], before)
    assert no_card_is_under_way(state)


@pytest.mark.rule("R24.1")
def test_baggage_trains_still_lose_what_the_player_of_the_card_chooses() -> None:
    state = use(attrition_on_england("baggage_trains").dynasty(3), attrition("England"))
    play(state, dice(3, 2))
    assert (state.player, step_name(state)) == (3, "LOSE_UNIT")


# --- foils ---


def poll(state: engines.State) -> list[int]:
    """Who is asked for a foil, one after another; all decline."""
    seats = []
    while step_name(state) == "FOIL":
        seats.append(state.player)
        play(state, C.NO)
    return seats


@pytest.mark.rule("Q48", "R20.3", "R42.2")
def test_all_others_with_cards_are_asked_clockwise_whatever_they_hold() -> None:
    table = turn(seat=2, players=5, Italy=C.TAXATION).hand(2, "unrest").hand(0, "intrigue")
    state = play(table.hand(4, "unrest").hand(1, "attrition").dynasty(2), unrest("Italy"))
    assert poll(state) == [4, 0, 1], "seat 3 has no cards, as everybody sees"


@pytest.mark.rule("R42.2")
def test_who_has_no_intrigue_can_only_decline() -> None:
    table = turn(players=3, Italy=C.TAXATION).hand(0, "unrest").hand(1, "unrest")
    state = play(table.hand(2, "intrigue").dynasty(0), unrest("Italy"))
    assert state.actions() == [C.NO]
    play(state, C.NO)
    assert state.actions() == [C.NO, C.YES]


@pytest.mark.rule("R40.15", "R20.3", "R20.5")
def test_example_foil() -> None:
    """5 on the coloured die, 6 on the white one: the attrition goes on, nobody tries again."""
    table = attrition_on_england().hand(0, "intrigue").hand(1, "intrigue").hand(5, "intrigue")
    state = play(table.dynasty(3), attrition("England"), C.NO, C.YES)
    assert step_name(state) == "DICE"
    assert sorted(discards(state)) == ["attrition", "intrigue"]
    play(state, dice(5, 6))
    assert step_name(state) == "DICE", "now for the attrition itself"
    assert int(state.data["dice_for"]) == C.FOR_ATTRITION
    assert hand(state, 1) == ["intrigue"]


@pytest.mark.rule("R20.3", "R20.4")
def test_a_foiled_card_has_no_effect() -> None:
    table = attrition_on_england().hand(3, "unrest").hand(0, "intrigue")
    state = table.dynasty(3)
    before = state.data["armies"].copy()
    play(state, attrition("England"), C.YES, dice(6, 5))
    assert (state.player, step_name(state)) == (3, "DYNASTY")
    assert np.array_equal(state.data["armies"], before)
    assert sorted(discards(state)) == ["attrition", "intrigue"]
    assert no_card_is_under_way(state)


@pytest.mark.rule("R20.3")
def test_equal_dice_foil_nothing() -> None:
    table = turn(players=3, Italy=C.TAXATION).hand(0, "unrest").hand(1, "intrigue")
    state = play(table.dynasty(0), unrest("Italy"), C.YES, dice(3, 3))
    assert unrest_of(state, "Italy") == 1


@pytest.mark.rule("R20.3")
def test_foils_need_no_kingdom_that_permits_intrigue() -> None:
    table = turn(players=3, Italy=C.TAXATION).hand(0, "unrest").hand(1, "intrigue")
    state = play(table.dynasty(0), unrest("Italy"))
    assert C.YES in state.actions()


@pytest.mark.rule("R20.5")
def test_a_foil_cannot_be_foiled() -> None:
    table = turn(players=3, Italy=C.TAXATION).hand(0, "unrest", "intrigue")
    table.hand(1, "intrigue").hand(2, "intrigue")
    state = play(table.dynasty(0), unrest("Italy"), C.YES)
    assert step_name(state) == "DICE"


@pytest.mark.rule("R20.6")
@pytest.mark.parametrize("name", ["influence 6", "attrition"])
def test_foiled_influence_is_discarded_face_up_bluff_or_not(name: str) -> None:
    table = turn(players=3, Italy=C.TAXATION).hand(0, name, "unrest").hand(1, "intrigue")
    state = play(table.dynasty(0), influence("Italy", name), C.YES, dice(2, 1))
    assert sorted(discards(state)) == sorted([name, "intrigue"])
    assert stack(state, 0, "Italy") == []
    assert hand(state, 0) == ["unrest"]


@pytest.mark.rule("R20.6")
def test_a_foiled_bluff_is_shown_to_all() -> None:
    keys = []
    for name in ("influence 6", "attrition"):
        table = turn(players=3, Italy=C.TAXATION).hand(0, "influence 6", "attrition")
        state, sink = table.hand(1, "intrigue").dynasty(0), Sink()
        for action in (influence("Italy", name), C.YES):
            state.apply(action, sink)
        before = sink.keys
        state.apply(dice(2, 1), sink)
        keys.append((before, sink.keys))
    assert keys[0][0][2] == keys[1][0][2]
    assert keys[0][1][2] != keys[1][1][2]


@pytest.mark.rule("R20.6")
def test_influence_that_lies_on_a_mat_cannot_be_foiled_any_more() -> None:
    table = turn(players=3, Italy=C.TAXATION).hand(0, "influence 6", "unrest")
    state = use(table.hand(1, "intrigue").dynasty(0), influence("Italy", "influence 6"))
    assert (state.player, step_name(state)) == (0, "DYNASTY")
    assert stack(state, 0, "Italy") == ["influence 6"]


def informers(holder: int) -> Table:
    table = turn(players=4, Italy=C.TAXATION).tiles(holder, "web_of_informers")
    table.hand(0, "unrest", "intrigue")
    for seat in (1, 2, 3):
        table.hand(seat, "intrigue", "intrigue")
    return table


@pytest.mark.rule("R24.30")
def test_the_web_of_informers_may_try_again_after_anybodys_foil() -> None:
    state = play(informers(2).dynasty(0), unrest("Italy"), C.YES, dice(1, 6))
    assert (state.player, step_name(state)) == (2, "FOIL")
    play(state, C.YES, dice(3, 2))
    assert unrest_of(state, "Italy") == 0
    assert (state.player, step_name(state)) == (0, "DYNASTY")


@pytest.mark.rule("R24.30")
def test_the_web_of_informers_may_try_twice_itself_but_not_three_times() -> None:
    table = informers(1).hand(1, "intrigue")
    state = play(table.dynasty(0), unrest("Italy"), C.YES, dice(1, 6))
    assert (state.player, step_name(state)) == (1, "FOIL")
    play(state, C.YES, dice(1, 6))
    assert unrest_of(state, "Italy") == 1
    assert (state.player, step_name(state)) == (0, "DYNASTY")


@pytest.mark.rule("Q64")
@pytest.mark.rule("R24.30")
def test_who_declined_before_may_still_try_the_second_time() -> None:
    state = play(informers(1).dynasty(0), unrest("Italy"), C.NO, C.YES, dice(1, 6))
    assert (state.player, step_name(state)) == (1, "FOIL")
    play(state, C.NO)
    assert unrest_of(state, "Italy") == 1


@pytest.mark.rule("R24.30")
def test_with_the_web_of_informers_equal_dice_foil() -> None:
    state = play(informers(1).dynasty(0), unrest("Italy"), C.YES, dice(4, 4))
    assert unrest_of(state, "Italy") == 0
    state = play(informers(2).dynasty(0), unrest("Italy"), C.YES, dice(4, 4), C.NO)
    assert unrest_of(state, "Italy") == 1, "not for the foils of others"


@pytest.mark.rule("R24.30", "R20.5")
def test_nobody_foils_the_own_card() -> None:
    state = play(informers(0).dynasty(0), unrest("Italy"), C.YES, dice(1, 6))
    assert unrest_of(state, "Italy") == 1


# --- picking up cards ---


@pytest.mark.rule("R21.1")
def test_a_hand_comes_down_to_five_cards_and_further_if_wanted() -> None:
    names = ("influence 4", "influence 5", "influence 6", "unrest", "unrest", "attrition")
    state = turn(players=3).hand(0, *names, "intrigue").dynasty(0)
    play(state, C.NO)
    everything = [kind(name) for name in dict.fromkeys((*names, "intrigue"))]
    assert state.actions() == everything, "two must go"
    play(state, kind("intrigue"))
    assert state.actions() == everything[:-1]
    play(state, kind("unrest"))
    assert C.NO in state.actions()
    play(state, kind("influence 4"), kind("unrest"), C.NO)
    assert hand(state, 0) == ["influence 5", "influence 6", "attrition"]
    assert step_name(state) == "PICK_SET"


@pytest.mark.rule("R21.1")
def test_each_choice_of_discards_can_be_made_in_one_way() -> None:
    """Unneeded cards are discarded in ascending order of their kinds."""
    state = turn(players=3).hand(0, "influence 4", "unrest", "unrest", "intrigue").dynasty(0)
    play(state, C.NO, kind("unrest"))
    assert state.actions() == [C.NO, kind("unrest"), kind("intrigue")]


@pytest.mark.rule("R21.1", "R41.2")
def test_discards_are_face_up() -> None:
    state = turn(players=3).hand(0, "influence 4", "unrest").dynasty(0)
    play(state, C.NO, kind("unrest"), C.NO)
    for viewer in range(3):
        assert discards(state.view(viewer)) == ["unrest"]


@pytest.mark.rule("R21.2")
def test_all_cards_of_one_set_are_taken() -> None:
    table = turn(players=3).hand(0, "influence 4")
    table.sets(["unrest"], ["intrigue", "attrition", "intrigue"], [], ["unrest"])
    state = end(table.dynasty(0))
    assert state.actions() == [SET, SET + 1, SET + 3], "sets without cards cannot be taken"
    play(state, SET + 1)
    assert sorted(hand(state, 0)) == ["attrition", "influence 4", "intrigue", "intrigue"]
    assert not state.data["sets"][1].any()
    assert state.player == 1
    assert state.actions() == [SET, SET + 3]


@pytest.mark.rule("R21.2", "R42.1")
def test_the_last_set_is_taken_without_asking_and_without_sets_there_is_none() -> None:
    state = turn(players=3).hand(0, "influence 4").hand(2, "unrest").sets(["unrest"]).dynasty(0)
    end(state)
    assert hand(state, 0) == ["influence 4", "unrest"]
    assert (state.player, step_name(state)) == (2, "DYNASTY")


@pytest.mark.rule("R21.2", "R41.4")
def test_everybody_knows_that_the_cards_of_a_set_went_into_a_hand() -> None:
    table = turn(players=3, Italy=C.TAXATION).hand(0, "influence 4").hand(1, "unrest")
    state = end(table.sets(["intrigue", "attrition"], ["unrest"]).dynasty(0))
    play(state, SET)
    assert sorted(hand(state.view(1), 0)) == ["attrition", "intrigue"]
    assert int(state.view(1).data["hand_count"][0]) == 3


def draw(state: engines.State) -> engines.State:
    """Whatever comes from the deck."""
    while step_name(state) == "DEAL":
        state.apply(state.outcomes()[0][0])
    return state


@pytest.mark.rule("R40.16", "R21.3")
def test_example_pick_up() -> None:
    """No kingdom, one card, a set of two: two more from the deck make five."""
    table = turn(players=4).ruler("Spain", 1).hand(0, "influence 4")
    state = end(table.sets(["unrest", "attrition"], ["unrest"], ["unrest"]).dynasty(0))
    play(state, SET)
    assert int(state.data["hand_count"][0]) == 3
    assert step_name(state) == "DEAL"
    assert int(state.data["deal_left"]) == 2
    draw(state)
    assert int(state.data["hand_count"][0]) == 5
    assert state.player == 1


@pytest.mark.rule("R21.3")
def test_with_a_kingdom_or_five_cards_nothing_is_drawn() -> None:
    state = play(end(turn(players=4).hand(0, "influence 4").dynasty(0)), SET)
    assert hand(state, 0) == ["influence 4", "unrest"]
    table = turn(players=4).ruler("Spain", 1).hand(0, *["influence 4"] * 5)
    state = play(end(table.dynasty(0)), SET)
    assert int(state.data["hand_count"][0]) == 6


@pytest.mark.rule("Q49", "R22.4")
def test_the_discards_are_shuffled_when_the_deck_runs_out_for_a_draw() -> None:
    table = turn(players=4).ruler("Spain", 1).hand(0, "unrest")
    state = empty_deck(table, keep=1).dynasty(0)
    play(end(state), SET)
    assert int(state.data["deck_size"]) == 1
    state.apply(state.outcomes()[0][0])
    assert int(state.data["deck_size"]) > 1
    assert not state.data["discards"].any()
    draw(state)
    assert int(state.data["hand_count"][0]) == 5


def empty_deck(table: Table, keep: int) -> Table:
    """All cards without a given place are discarded, except a few."""
    names = [
        k
        for k, kind_ in zip(numbers().card_names, numbers().deck, strict=True)
        for _ in range(kind_.copies)
    ]
    for name in [n for cards in table.hands for n in cards] + [
        n for c in table.all_sets for n in c
    ]:
        names.remove(name)
    return table.discard(*names[keep:])


@pytest.mark.rule("R24.2")
def test_council_of_lords_exchanges_one_of_the_cards_picked_up() -> None:
    table = turn(players=3).tiles(0, "council_of_lords").hand(0, "influence 4")
    state = end(table.sets(["unrest", "attrition", "unrest"], ["unrest"]).dynasty(0))
    play(state, SET)
    assert (state.player, step_name(state)) == (0, "EXCHANGE_PICK")
    assert state.actions() == [C.NO, kind("unrest"), kind("attrition")], "none of the old hand"
    play(state, kind("unrest"))
    assert step_name(state) == "DEAL"
    assert discards(state) == ["unrest"]
    state.apply(card("Italy 7"))
    assert sorted(hand(state, 0)) == ["Italy 7", "attrition", "influence 4", "unrest"]
    assert int(state.data["cursor"]) == 0


@pytest.mark.rule("R24.2")
def test_council_of_lords_may_decline() -> None:
    table = turn(players=3).tiles(0, "council_of_lords").hand(0, "influence 4")
    state = end(table.sets(["unrest"], ["unrest", "attrition"], ["unrest"]).dynasty(0))
    play(state, SET + 1, C.NO)
    assert sorted(hand(state, 0)) == ["attrition", "influence 4", "unrest"]
    assert state.player == 1


@pytest.mark.rule("R24.2", "R21.3")
def test_council_of_lords_comes_before_the_draw_without_a_kingdom() -> None:
    table = turn(players=4).tiles(0, "council_of_lords").ruler("Spain", 1)
    state = end(table.hand(0, "influence 4").dynasty(0))
    play(state, SET, kind("unrest"))
    assert int(state.data["deal_left"]) == 1
    draw(state)
    assert int(state.data["hand_count"][0]) == 5
