"""Blood of Kings: the kingdom phase, Council and Taxation with their tiles (R8 to R11)."""

from __future__ import annotations

import pytest
from kings_builder import C, Table, kingdom, numbers, play, step_name
from kings_thrones import acting, crowns, in_hand, on_stack, unrest

from eminence import engines

COUNCIL = C.CARD_TYPE + C.COUNCIL
TAXATION = C.CARD_TYPE + C.TAXATION
DEVELOPMENT = C.CARD_TYPE + C.DEVELOPMENT
ADMINISTRATION = C.CARD_TYPE + C.ADMINISTRATION
PREPARATIONS = C.CARD_TYPE + C.PREPARATIONS
EXPANSION = C.CARD_TYPE + C.EXPANSION
SUCCESSION = C.CARD_TYPE + C.SUCCESSION


def spent(table: Table, of: str, *types: int) -> Table:
    """Cards of earlier turns lie on the kingdom's stack."""
    for type_ in types:
        table.record["in_hand"][kingdom(of)][type_] -= 1
        table.record["on_mat"][kingdom(of)][type_] += 1
    return table


# --- playing a card ---


@pytest.mark.rule("R8.1")
def test_kingdoms_act_from_the_left_of_the_order_track_to_the_right() -> None:
    state = Table(players=6).order("Germany", "Italy", "Spain", "France", "England", "Byzantium")
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
def test_own_cards_only_who_rules_england_and_italy_cannot_play_an_english_card_as_italy() -> None:
    table = spent(Table(players=5).ruler("England", 3), "Italy", C.EXPANSION)
    state = table.kingdom("Italy")
    assert in_hand(state, "England", C.EXPANSION) == 2
    assert EXPANSION not in state.actions()


@pytest.mark.rule("R8.3")
def test_a_kingdom_in_chaos_plays_its_succession_card() -> None:
    table = Table(players=4).order("Spain", "England", "Byzantium", "France", "Italy", "Germany")
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
def test_a_succession_card_starts_a_peaceful_succession_and_leaves_the_stack_for_later() -> None:
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
