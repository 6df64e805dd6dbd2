"""Blood of Kings: Development and Administration with their tiles (R12, R13)."""

from __future__ import annotations

import numpy as np
import pytest
from kings_builder import C, Table, kingdom, numbers, play, step_name
from kings_thrones import acting, crowns, discards, in_hand, on_stack, shown, unrest

from eminence import engines

DEVELOPMENT = C.CARD_TYPE + C.DEVELOPMENT
ADMINISTRATION = C.CARD_TYPE + C.ADMINISTRATION


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
@pytest.mark.parametrize("name", ["Spain", "Byzantium", "France", "Italy", "England", "Germany"])
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
    assert discards(state) == {"Italy 7": 1, "attrition": 1, "influence 5": 1}
    assert acting(state) != kingdom("Italy")  # the next one would cost 5, 2 are left
    assert crowns(state, "Italy") == 2


@pytest.mark.rule("R13.1", "Q20")
def test_the_first_reduction_may_be_declined() -> None:
    state = play(Table().unrest("Italy", 3).crowns("Italy", 12).kingdom("Italy"), ADMINISTRATION)
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
    assert discards(state) == dict.fromkeys(bluffs, 1)
    assert acting(state) != kingdom("Italy")


@pytest.mark.rule("R13.3", "R41.1")
def test_a_card_turned_up_is_shown_to_everybody() -> None:
    """Two states that differ only in the hidden card look different to all viewers afterwards."""
    seen = []
    for hidden in ("unrest", "intrigue"):
        table = Table().crowns("Italy", 9).mat(2, "Italy", hidden).unrest("Italy", 1)
        seen.append(shown(play(table.kingdom("Italy"), ADMINISTRATION), turn_up(2)))
    assert all(one != other for one, other in zip(*seen, strict=True))


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
