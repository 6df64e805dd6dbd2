"""Blood of Kings: the kingdom phase, its cards of peace, and their tiles (R8 to R13)."""

from __future__ import annotations

import numpy as np
import pytest
from kings_builder import C, Table, card, kingdom, numbers, play, step_name

import engines

COUNCIL = C.CARD_TYPE + C.COUNCIL
TAXATION = C.CARD_TYPE + C.TAXATION
DEVELOPMENT = C.CARD_TYPE + C.DEVELOPMENT
ADMINISTRATION = C.CARD_TYPE + C.ADMINISTRATION
PREPARATIONS = C.CARD_TYPE + C.PREPARATIONS
EXPANSION = C.CARD_TYPE + C.EXPANSION
SUCCESSION = C.CARD_TYPE + C.SUCCESSION


def crowns(state: engines.State, of: str) -> int:
    return int(state.data["crowns"][kingdom(of)])


def unrest(state: engines.State, of: str) -> int:
    return int(state.data["unrest"][kingdom(of)])


def in_hand(state: engines.State, of: str, type_: int) -> int:
    return int(state.data["in_hand"][kingdom(of)][type_])


def on_stack(state: engines.State, of: str, type_: int) -> int:
    return int(state.data["on_mat"][kingdom(of)][type_])


def acting(state: engines.State) -> int:
    """The kingdom whose action it is."""
    return int(state.data["order"][int(state.data["acting"])])


def discards(state: engines.State) -> dict[int, int]:
    return {kind: int(n) for kind, n in enumerate(state.data["discards"]) if n}


def spent(table: Table, of: str, *types: int) -> Table:
    """Cards of earlier turns lie on the kingdom's stack."""
    for type_ in types:
        table.record["in_hand"][kingdom(of)][type_] -= 1
        table.record["on_mat"][kingdom(of)][type_] += 1
    return table


# --- playing a card ---


@pytest.mark.rule("R8.1")
def test_kingdoms_act_from_the_left_of_the_order_track_to_the_right() -> None:
    state = Table(players=6).order(
        "Germany", "Italy", "Spain", "France", "England", "Byzantium"
    )
    state = state.set(stage=1).state(5, C.PLAY_CARD)
    seen: list[tuple[int, int]] = []
    while state.data["phase"] == C.KINGDOM_PHASE and len(seen) < 6:
        assert step_name(state) == "PLAY_CARD"
        seen.append((acting(state), state.player))
        play(state, TAXATION)
    assert seen == [(5, 5), (3, 3), (0, 0), (2, 2), (4, 4), (1, 1)]


@pytest.mark.rule("R8.1")
def test_the_dynasty_phase_comes_after_the_last_kingdom() -> None:
    table = Table(players=6).set(acting=5, stage=1)
    for name in ("Spain", "Byzantium", "France", "Italy", "England"):
        table.played(name, C.TAXATION)
    state = play(table.hand(0, "unrest").state(5, C.PLAY_CARD), TAXATION)
    assert state.data["phase"] != C.KINGDOM_PHASE


@pytest.mark.rule("R8.2")
def test_the_ruler_must_play_one_of_the_types_in_hand() -> None:
    state = spent(Table(), "France", C.COUNCIL, C.DEVELOPMENT).kingdom("France")
    assert state.player == 2
    assert state.actions() == [
        SUCCESSION, TAXATION, ADMINISTRATION, PREPARATIONS, EXPANSION,
    ]  # fmt: skip


@pytest.mark.rule("R8.2", "R42.1")
def test_the_last_card_in_hand_is_played_without_a_question() -> None:
    table = Table(players=6)
    table.record["on_mat"][0] = table.record["in_hand"][0]
    table.record["in_hand"][0] = 0
    table.record["in_hand"][0][C.SUCCESSION] = 1
    table.record["on_mat"][0][C.SUCCESSION] = 0
    table.order("Germany", "Spain", "Byzantium", "France", "Italy", "England").set(stage=1)
    state = play(table.state(5, C.PLAY_CARD), TAXATION)
    assert state.data["played"][0] == C.SUCCESSION + 1
    assert acting(state) == kingdom("Byzantium")


@pytest.mark.rule("R40.3", "R8.2")
def test_own_cards_only_who_rules_england_and_italy_cannot_play_an_english_card_as_italy() -> (
    None
):
    table = spent(Table(players=5).ruler("England", 3), "Italy", C.EXPANSION)
    state = table.kingdom("Italy")
    assert in_hand(state, "England", C.EXPANSION) == 2
    assert EXPANSION not in state.actions()


@pytest.mark.rule("R8.3")
def test_a_kingdom_in_chaos_plays_its_succession_card() -> None:
    table = Table(players=4).order(
        "Spain", "England", "Byzantium", "France", "Italy", "Germany"
    )
    state = play(table.set(stage=1).state(0, C.PLAY_CARD), TAXATION)
    assert state.data["played"][kingdom("England")] == C.SUCCESSION + 1
    assert on_stack(state, "England", C.SUCCESSION) == 1
    assert in_hand(state, "England", C.SUCCESSION) == 0
    assert acting(state) == kingdom("Byzantium")


@pytest.mark.rule("R8.4", "Q19")
@pytest.mark.parametrize("type_", [COUNCIL, DEVELOPMENT, ADMINISTRATION])
def test_a_card_may_be_played_without_the_crowns_for_it(type_: int) -> None:
    table = spent(Table(), "France", C.TAXATION).crowns("France", 0).unrest("France", 2)
    state = play(table.kingdom("France"), type_)
    assert acting(state) != kingdom("France")
    assert on_stack(state, "France", type_ - C.CARD_TYPE) == 1
    assert unrest(state, "France") == 2
    assert state.data["glory"][2] == numbers().glory


@pytest.mark.rule("R8.5", "R41.2")
def test_the_card_goes_to_the_stack_and_everybody_sees_the_stack() -> None:
    state = play(spent(Table(), "France", C.COUNCIL).kingdom("France"), TAXATION)
    assert on_stack(state, "France", C.TAXATION) == 1
    assert in_hand(state, "France", C.TAXATION) == 1
    assert state.data["played"][kingdom("France")] == C.TAXATION + 1
    for viewer in (engines.PUBLIC, *range(4)):
        view = state.view(viewer)
        assert (view.data["on_mat"] == state.data["on_mat"]).all()
        assert (view.data["in_hand"] == state.data["in_hand"]).all()


@pytest.mark.rule("R8.6", "R9", "R26.1")
def test_a_succession_card_starts_a_peaceful_succession_and_leaves_the_stack_for_later() -> (
    None
):
    table = spent(Table(), "France", C.TAXATION, C.EXPANSION).armies("France", "Paris", 3)
    state = play(table.fleets("France", "Atlantic Ocean", 2).kingdom("France"), SUCCESSION)
    assert not state.data["armies"][kingdom("France")].any()
    assert not state.data["fleets"][kingdom("France")].any()
    assert on_stack(state, "France", C.TAXATION) == 1
    assert on_stack(state, "France", C.SUCCESSION) == 1
    assert state.data["ruler"][kingdom("France")] == 3


# --- Council ---


@pytest.mark.rule("R40.4", "R10.1", "Q2")
def test_council_five_crowns_bring_back_an_expansion_card() -> None:
    table = spent(Table(), "France", C.EXPANSION, C.EXPANSION, C.TAXATION).crowns("France", 7)
    state = play(table.kingdom("France"), COUNCIL)
    assert state.actions() == [C.NO, TAXATION, EXPANSION]
    play(state, EXPANSION)
    assert crowns(state, "France") == 2
    assert in_hand(state, "France", C.EXPANSION) == 1
    assert on_stack(state, "France", C.EXPANSION) == 1
    assert state.data["played"][kingdom("France")] == C.COUNCIL + 1
    assert acting(state) != kingdom("France")


@pytest.mark.rule("R10.2", "Q21")
def test_council_cannot_take_itself_back_and_an_empty_stack_costs_nothing() -> None:
    state = play(Table().crowns("France", 9).kingdom("France"), COUNCIL)
    assert acting(state) != kingdom("France")
    assert crowns(state, "France") == 9
    assert on_stack(state, "France", C.COUNCIL) == 1


@pytest.mark.rule("R10.3", "Q19")
@pytest.mark.parametrize(("held", "asked"), [(4, False), (5, True)])
def test_council_takes_no_card_without_five_crowns_or_without_wanting_to(
    held: int, asked: bool
) -> None:
    table = spent(Table(), "France", C.TAXATION).crowns("France", held)
    state = play(table.kingdom("France"), COUNCIL)
    assert (step_name(state) == "TAKE_BACK") == asked
    if asked:
        play(state, C.NO)
    assert crowns(state, "France") == held
    assert on_stack(state, "France", C.TAXATION) == 1


@pytest.mark.rule("R24.22")
def test_royal_patronage_makes_council_free_and_shields_the_kingdom() -> None:
    table = spent(Table(achievements=30), "France", C.TAXATION).crowns("France", 3)
    state = play(table.tiles(2, "royal_patronage").kingdom("France"), COUNCIL, TAXATION)
    assert crowns(state, "France") == 3
    assert in_hand(state, "France", C.TAXATION) == 2
    assert state.data["shielded"] == 1 << kingdom("France")


@pytest.mark.rule("R24.22")
def test_royal_patronage_shields_even_if_no_card_is_taken_back() -> None:
    table = Table(achievements=30).tiles(2, "royal_patronage")
    assert play(table.kingdom("France"), COUNCIL).data["shielded"] == 1 << kingdom("France")
    table = Table(achievements=30).tiles(1, "royal_patronage")
    assert play(table.kingdom("France"), COUNCIL).data["shielded"] == 0


# --- Taxation ---


def italy_of_the_example(table: Table) -> Table:
    """Capitol, castle, two towns, cathedral and a sea of 3, at the levels of the example."""
    table.level("Italy", C.ECONOMIC, 3).level("Italy", C.RELIGIOUS, 3)
    return table.hold("Italy", "Tyrrhenian Sea").crowns("Italy", 0)


@pytest.mark.rule("R40.5", "R11.1", "R11.2")
def test_tax_italys_income_of_24() -> None:
    state = play(italy_of_the_example(Table()).kingdom("Italy"), TAXATION)
    assert crowns(state, "Italy") == 24


@pytest.mark.rule("R11.1")
@pytest.mark.parametrize(("level", "income"), [(1, 11), (2, 14), (3, 18), (4, 22)])
def test_the_economic_institution_pays_for_capitol_castles_and_towns(
    level: int, income: int
) -> None:
    table = Table().level("France", C.ECONOMIC, level).crowns("France", 0)
    assert crowns(play(table.kingdom("France"), TAXATION), "France") == income


@pytest.mark.rule("R11.1")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_the_religious_institution_pays_for_cathedrals(level: int) -> None:
    table = Table().level("France", C.RELIGIOUS, level).hold("France", "Chartres")
    state = play(table.crowns("France", 0).kingdom("France"), TAXATION)
    per_cathedral = numbers().mats[kingdom("France")].cathedral[level - 1]
    assert crowns(state, "France") == 9 + 2 * per_cathedral


@pytest.mark.rule("R11.2")
@pytest.mark.parametrize(("level", "times"), [(1, 1), (2, 1), (3, 2), (4, 3)])
def test_each_sea_pays_its_base_income_times_the_multiplier(level: int, times: int) -> None:
    without, both = (Table().level("Italy", C.ECONOMIC, level) for _ in range(2))
    both.hold("Italy", "Tyrrhenian Sea").hold("Italy", "Western Mediterranean")
    gain = [
        crowns(play(table.crowns("Italy", 0).kingdom("Italy"), TAXATION), "Italy")
        for table in (without, both)
    ]
    assert gain[1] - gain[0] == (3 + 2) * times


@pytest.mark.rule("R11.3")
def test_income_follows_regions_and_seas_gained_and_lost() -> None:
    table = Table().hold("Italy", "Naples").hold("France", "Spoleto").crowns("Italy", 0)
    state = play(table.kingdom("Italy"), TAXATION)
    assert crowns(state, "Italy") == numbers().starting_income(kingdom("Italy")) + 2 - 1


@pytest.mark.rule("R24.10", "R23.5")
def test_glorious_capitol_adds_four_to_each_kingdom_of_its_owner() -> None:
    table = Table(players=3).tiles(0, "glorious_capitol").crowns("Spain", 0).crowns("Italy", 0)
    table.order("Spain", "Italy", "Byzantium", "France", "England", "Germany").set(stage=1)
    state = play(table.state(0, C.PLAY_CARD), TAXATION, TAXATION)
    for name in ("Spain", "Italy"):
        assert crowns(state, name) == numbers().starting_income(kingdom(name)) + 4


@pytest.mark.rule("R24.17")
def test_merchant_league_adds_two_for_each_town() -> None:
    table = Table(achievements=30).tiles(3, "merchant_league").crowns("Italy", 0)
    state = play(table.kingdom("Italy"), TAXATION)
    assert crowns(state, "Italy") == numbers().starting_income(kingdom("Italy")) + 2 * 2


@pytest.mark.rule("R24.29")
def test_treasure_fleet_adds_two_to_each_sea_before_the_multiplier() -> None:
    table = italy_of_the_example(Table(achievements=30)).tiles(3, "treasure_fleet")
    assert crowns(play(table.kingdom("Italy"), TAXATION), "Italy") == 24 + 2 * 2


@pytest.mark.rule("R24.11")
@pytest.mark.parametrize(("before", "after"), [(3, 2), (1, 0), (0, 0)])
def test_grand_tourneys_lower_unrest_by_one_when_an_own_kingdom_plays_taxation(
    before: int, after: int
) -> None:
    table = Table().tiles(3, "grand_tourneys").unrest("Italy", before).unrest("Spain", 2)
    state = play(table.kingdom("Italy"), TAXATION)
    assert unrest(state, "Italy") == after
    assert unrest(play(state, TAXATION), "Spain") == 2


# --- Development ---


@pytest.mark.rule("R40.6", "R12.1", "R12.3", "R12.4", "R12.5")
def test_develop_italys_religious_institution() -> None:
    table = Table().crowns("Italy", 12)
    before = stability(table.kingdom("Italy"), "Italy")
    state = play(table.kingdom("Italy"), DEVELOPMENT, C.INSTITUTION + C.RELIGIOUS)
    assert crowns(state, "Italy") == 4
    assert state.data["level"][kingdom("Italy")][C.RELIGIOUS] == 1
    assert stability(state, "Italy") == before + 1
    assert on_stack(state, "Italy", C.DEVELOPMENT) == 2
    assert in_hand(state, "Italy", C.DEVELOPMENT) == 0
    assert state.data["played"][kingdom("Italy")] == C.DEVELOPMENT + 1
    assert state.data["glory"][3] == numbers().glory + 1


def stability(state: engines.State, of: str) -> int:
    """Cathedrals and the bonus of the mat, as R17.3 has it."""
    k, board = kingdom(of), numbers()
    cathedrals = sum(
        r.type == C.CATHEDRAL and int(state.data["holds"][k]) >> i & 1
        for i, r in enumerate(board.regions)
    )
    return cathedrals + board.mats[k].stability[int(state.data["level"][k][C.RELIGIOUS])]


@pytest.mark.rule("R12.1")
def test_only_institutions_that_the_treasury_can_pay_are_offered() -> None:
    table = Table().crowns("Italy", 13).level("Italy", C.ECONOMIC, 2)
    state = play(table.kingdom("Italy"), DEVELOPMENT)
    offered = [C.LEGAL, C.MILITARY, C.RELIGIOUS, C.ARTISTIC]
    assert state.actions() == [C.NO, *(C.INSTITUTION + i for i in offered)]


@pytest.mark.rule("R12.1", "Q19")
def test_a_development_may_be_declined() -> None:
    state = play(Table().crowns("Italy", 13).kingdom("Italy"), DEVELOPMENT, C.NO)
    assert crowns(state, "Italy") == 13
    assert not state.data["level"][kingdom("Italy")].any()
    assert state.data["glory"][3] == numbers().glory


@pytest.mark.rule("R12.2")
def test_no_institution_goes_beyond_the_fourth_level() -> None:
    table = Table().crowns("Italy", 99)
    for institution in range(4):
        table.level("Italy", institution, 4)
    state = play(table.kingdom("Italy"), DEVELOPMENT)
    assert state.actions() == [C.NO, C.INSTITUTION + C.ARTISTIC]
    table.level("Italy", C.ARTISTIC, 4)
    assert step_name(play(table.kingdom("Italy"), DEVELOPMENT)) == "PLAY_CARD"


@pytest.mark.rule("R12.3")
def test_legal_brings_flags_at_once() -> None:
    table = Table().crowns("Italy", 8)
    before = int(table.record["flags_left"][kingdom("Italy")])
    state = play(table.kingdom("Italy"), DEVELOPMENT, C.INSTITUTION + C.LEGAL)
    assert state.data["flags_left"][kingdom("Italy")] == before + 2


@pytest.mark.rule("R12.4")
@pytest.mark.parametrize(
    "name", ["Spain", "Byzantium", "France", "Italy", "England", "Germany"]
)
def test_the_cards_of_all_levels_come_to_the_stack(name: str) -> None:
    """All developments of a kingdom bring exactly its cards that were out of play."""
    table = Table(players=6, achievements=30)
    k, board = kingdom(name), numbers()
    gained = np.zeros(C.CARD_TYPES, int)
    for institution in range(C.INSTITUTIONS):
        for level in range(2, C.LEVELS + 1):
            one = Table(players=6, achievements=30).crowns(name, 99)
            one.level(name, institution, level - 1)
            before = one.record["on_mat"][k].astype(int)
            state = play(one.kingdom(name), DEVELOPMENT, C.INSTITUTION + institution)
            after = state.data["on_mat"][k].astype(int)
            after[C.DEVELOPMENT] -= 1
            gained += after - before
            assert (after - before).sum() == (board.mats[k].grants[institution][level - 1] >= 0)
    start = table.record["in_hand"][k].astype(int)
    assert list(start + gained) == list(board.total_cards[k])


@pytest.mark.rule("R12.6")
def test_the_arts_cost_half_and_bring_nothing_but_glory() -> None:
    costs = []
    for level in (1, 2, 3):
        table = Table().crowns("Italy", 50).level("Italy", C.ARTISTIC, level)
        before = table.kingdom("Italy")
        after = play(table.kingdom("Italy"), DEVELOPMENT, C.INSTITUTION + C.ARTISTIC)
        costs.append(50 - crowns(after, "Italy"))
        assert after.data["glory"][3] == numbers().glory + 1
        assert after.data["flags_left"][3] == before.data["flags_left"][3]
        assert after.data["on_mat"][3].sum() == before.data["on_mat"][3].sum() + 1
    assert costs == [4, 7, 10]
    for institution in range(4):
        assert list(numbers().mats[3].cost[institution][1:]) == [2 * cost for cost in costs]


@pytest.mark.rule("R40.28", "R24.19")
def test_arts_with_monastic_order_cost_1_and_4_crowns() -> None:
    for level, price in ((1, 1), (2, 4), (3, 7)):
        table = Table(achievements=30).tiles(3, "monastic_order").crowns("Italy", price)
        state = table.level("Italy", C.ARTISTIC, level).kingdom("Italy")
        play(state, DEVELOPMENT)
        assert state.actions() == [C.NO, C.INSTITUTION + C.ARTISTIC]
        assert crowns(play(state, C.INSTITUTION + C.ARTISTIC), "Italy") == 0


# --- Administration ---


def turn_up(seat: int) -> int:
    """The answer that turns up a seat's top card."""
    return C.SEAT + seat


@pytest.mark.rule("R40.7", "R13.1", "R13.2", "R13.3", "R13.4")
def test_admin_costs_1_2_3_0_and_4_crowns() -> None:
    table = Table().unrest("Italy", 3).crowns("Italy", 12)
    table.mat(0, "Italy", "influence 4", "Italy 7").mat(1, "Italy", "influence 5", "attrition")
    state = play(table.kingdom("Italy"), ADMINISTRATION)
    paid = []
    for answer in (C.YES, C.YES, turn_up(0), turn_up(1), turn_up(1)):
        before = crowns(state, "Italy")
        play(state, answer)
        paid.append(before - crowns(state, "Italy"))
    assert paid == [1, 2, 3, 0, 4]
    assert unrest(state, "Italy") == 1
    assert list(state.data["height"][:2, kingdom("Italy")]) == [1, 0]
    assert discards(state) == {card("Italy 7"): 1, card("attrition"): 1, card("influence 5"): 1}
    assert acting(state) != kingdom("Italy")  # the next one would cost 5, 2 are left
    assert crowns(state, "Italy") == 2


@pytest.mark.rule("R13.1", "Q20")
def test_the_first_reduction_may_be_declined() -> None:
    state = play(
        Table().unrest("Italy", 3).crowns("Italy", 12).kingdom("Italy"), ADMINISTRATION
    )
    assert state.actions() == [C.NO, C.YES]
    play(state, C.NO)
    assert (unrest(state, "Italy"), crowns(state, "Italy")) == (3, 12)
    assert state.data["reductions"] == 0


@pytest.mark.rule("R13.3", "Q20")
def test_only_other_players_mats_are_offered_and_only_this_kingdoms_stacks() -> None:
    table = Table().crowns("Italy", 12).mat(3, "Italy", "Italy 7").mat(0, "Spain", "Spain 7")
    table.mat(2, "Italy", "unrest").mat(1, "France", "France 7")
    state = play(table.kingdom("Italy"), ADMINISTRATION)
    assert state.actions() == [C.NO, turn_up(2)]


@pytest.mark.rule("R13.3", "Q20")
def test_the_price_must_be_there_before_a_card_is_turned_up() -> None:
    table = Table().crowns("Italy", 0).mat(2, "Italy", "unrest")
    state = play(table.kingdom("Italy"), ADMINISTRATION)
    assert acting(state) != kingdom("Italy")
    assert state.data["height"][2][kingdom("Italy")] == 1


@pytest.mark.rule("R13.4", "R30.2")
def test_bluffs_are_turned_up_for_nothing_as_often_as_they_come() -> None:
    bluffs = ["unrest", "Spain 7", "intrigue", "diplomacy"]
    table = Table().crowns("Italy", 1).mat(2, "Italy", *bluffs)
    state = play(table.kingdom("Italy"), ADMINISTRATION, *[turn_up(2)] * 4)
    assert crowns(state, "Italy") == 1
    assert discards(state) == {card(name): 1 for name in bluffs}
    assert acting(state) != kingdom("Italy")


@pytest.mark.rule("R13.3", "R41.1")
def test_a_card_turned_up_is_shown_to_everybody() -> None:
    """Two tables that differ in the hidden card only part for all viewers."""
    sinks = []
    for hidden in ("unrest", "intrigue"):
        table = Table().crowns("Italy", 9).mat(2, "Italy", hidden).unrest("Italy", 1)
        state = play(table.kingdom("Italy"), ADMINISTRATION)
        sink = engines.Sink()
        state.apply(turn_up(2), sink)
        sinks.append(sink)
    onlooker = 6
    for viewer in (*range(4), onlooker):
        assert sinks[0].keys[viewer] != sinks[1].keys[viewer]


@pytest.mark.rule("R24.13")
def test_kings_justice_makes_the_first_reduction_free() -> None:
    table = Table().tiles(3, "kings_justice").unrest("Italy", 3).crowns("Italy", 3)
    state = play(table.kingdom("Italy"), ADMINISTRATION, C.YES)
    assert crowns(state, "Italy") == 3
    assert crowns(play(state, C.YES), "Italy") == 2
    assert crowns(play(state, C.YES), "Italy") == 0


@pytest.mark.rule("R24.13")
def test_a_bluff_does_not_use_up_kings_justice() -> None:
    table = Table().tiles(3, "kings_justice").unrest("Italy", 1).crowns("Italy", 0)
    table.mat(0, "Italy", "influence 4", "attrition")
    state = play(table.kingdom("Italy"), ADMINISTRATION, turn_up(0), turn_up(0))
    assert state.data["height"][0][kingdom("Italy")] == 0
    assert unrest(state, "Italy") == 1
    assert acting(state) != kingdom("Italy")  # the free one is used, no Crown is left
