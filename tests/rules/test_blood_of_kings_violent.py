"""Blood of Kings: violent successions (R27), and the tiles that count in them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from kings_builder import KINGDOMS, C, Table, card, kingdom, numbers, play, step_name
from kings_thrones import pending, shown
from kings_thrones import ruler as ruler_of

from eminence import engines
from eminence.engines.blood_of_kings.numbers import DATA

LEGAL_BONUS = "all,legal,1,influence,-4,"


def ruler(state: engines.State) -> int | None:
    """The ruler of France, where all revolts of this file are."""
    return ruler_of(state, "France")


def before(seat: int) -> int:
    """The answer that commits the next card before a seat."""
    return C.SEAT + seat


def taxed(table: Table) -> Table:
    """All kingdoms with a ruler have played Taxation, those in chaos their Succession."""
    for name in KINGDOMS:
        ruled = table.record["ruler"][kingdom(name)] > 0
        if not table.record["played"][kingdom(name)]:
            table.played(name, C.TAXATION if ruled else C.SUCCESSION)
    return table


def revolt(table: Table, seat: int = 1, of: str = "France") -> engines.State:
    """The seat plays the Unrest card that brings unrest to the kingdom's stability."""
    bonus = numbers().mats[kingdom(of)].stability[0]
    cathedrals = sum(
        r.type == C.CATHEDRAL and int(table.record["holds"][kingdom(of)]) >> i & 1
        for i, r in enumerate(numbers().regions)
    )
    if not table.record["unrest"][kingdom(of)]:
        table.unrest(of, bonus + cathedrals - 1)
    table.hand(seat, "unrest", "diplomacy")  # the second card keeps the seat's turn open
    state = play(taxed(table).dynasty(seat), C.UNREST + kingdom(of))
    while step_name(state) == "FOIL":
        play(state, C.NO)
    return state


def test_the_board_tells_before_whom_cards_lie_and_not_who_laid_them() -> None:
    table = Table().mat(3, "France", "France 7", "influence 4").mat(0, "France", "influence 5")
    table.mat(2, "France", "influence 6", "unrest", "France 7").crowns("France", 8)
    state = revolt(table)
    play(state, C.SEAT + 3, before(3), C.NO)
    play(state, C.NO, before(2), before(2), C.NO, C.SEAT + 0, before(3))
    row = next(line for line in str(state).splitlines() if "face down before" in line)
    assert "2 face down before seat 3" in row
    assert "2 face down before seat 2" in row
    assert "before seat 0" not in row


@pytest.mark.rule("R40.20", "R27.2", "R27.3", "R27.4", "R27.6", "R27.7", "R27.8")
def test_violent_three_legal_cards_against_two_and_a_bluff() -> None:
    """Eric (seat 2) rules France, Bob is seat 3 and Lisa seat 0."""
    table = Table().mat(3, "France", "France 7", "influence 4").mat(0, "France", "influence 5")
    table.mat(2, "France", "influence 6", "unrest", "France 7").crowns("France", 8)
    state = revolt(table)
    assert pending(state) == ("CALL", 2)
    assert state.actions() == [C.SEAT + 0, C.SEAT + 3]
    play(state, C.SEAT + 3, before(3), C.NO)
    assert pending(state) == ("COMMIT", 0)
    play(state, C.NO)
    assert pending(state) == ("COMMIT", 2)
    play(state, before(2), before(2), C.NO)
    assert pending(state) == ("CALL", 2)
    play(state, C.SEAT + 0, before(3))
    assert pending(state) == ("COMMIT", 3)
    play(state, before(3))
    assert pending(state) == ("COMMIT", 2)
    play(state, before(2))  # nobody has a card left, so the challenge is over
    k = kingdom("France")
    assert ruler(state) == 3
    assert state.data["crowns"][k] == 8
    assert state.data["on_mat"][k][C.SUCCESSION] == 1
    assert state.data["played"][k] == C.SUCCESSION + 1
    assert state.data["order"][5] == k
    assert state.data["unrest"][k] == 0
    assert not state.data["height"][:, k].any()
    assert state.data["discards"].sum() == 6 + 1  # and the Unrest card


@pytest.mark.rule("R27.1")
def test_all_units_of_the_kingdom_leave_the_map() -> None:
    table = Table().armies("France", "Paris", 3).fleets("France", "Atlantic Ocean", 1)
    state = revolt(table.armies("Spain", "Toledo", 2))
    assert not state.data["armies"][kingdom("France")].any()
    assert not state.data["fleets"][kingdom("France")].any()
    assert state.data["armies"][kingdom("Spain")].sum() == 2


@pytest.mark.rule("R27.2")
def test_a_card_may_be_committed_before_any_player_the_ruler_too() -> None:
    state = revolt(Table().mat(0, "France", "influence 4", "influence 5"))
    assert pending(state) == ("COMMIT", 0)
    assert state.actions() == [C.NO, *(before(seat) for seat in range(4))]
    play(state, before(1), before(2))
    assert ruler(state) == 1  # one card each: 5 against 4 - 4


@pytest.mark.rule("R27.2", "R41.1")
def test_cards_are_committed_from_the_top_and_lie_face_down() -> None:
    state = revolt(Table().mat(0, "France", "influence 4", "unrest").mat(3, "France", "intrigue"))
    play(state, C.SEAT + 0, before(3))
    assert [int(p) for p in state.data["pledged"][:3]] == [0, 3 + 1, 0]
    for viewer in (1, 2, 3):
        view = state.view(viewer)
        assert list(view.data["mat"][:2]) == [C.UNKNOWN, C.UNKNOWN]
        assert view.data["pledged"][1] == 3 + 1
    assert state.view(0).data["mat"][1] == card("unrest")


@pytest.mark.rule("R27.4", "R41.1")
def test_committed_cards_are_shown_to_nobody_until_the_ruler_ends_the_challenge() -> None:
    seen = []
    for name in ("influence 4", "unrest"):
        state = revolt(Table().mat(0, "France", name).mat(2, "France", "France 7"))
        seen.append((shown(state, before(3)), shown(state, C.NO)))
    assert seen[0][0] == seen[1][0]
    assert all(one != other for one, other in zip(seen[0][1], seen[1][1], strict=True))


@pytest.mark.rule("R27.3")
def test_a_ruler_who_commits_nothing_ends_the_challenge() -> None:
    table = Table().mat(0, "France", "influence 4").mat(2, "France", "influence 5")
    state = revolt(table)
    assert pending(play(state, before(0))) == ("COMMIT", 2)
    play(state, C.NO)
    assert ruler(state) == 0
    assert state.data["height"][2][kingdom("France")] == 1


@pytest.mark.rule("R27.3")
def test_after_cards_of_the_ruler_all_others_are_called_again() -> None:
    table = Table().mat(0, "France", "influence 4", "influence 4").mat(3, "France", "influence 5")
    state = revolt(table.mat(2, "France", "influence 6", "influence 6"))
    play(state, C.SEAT + 0, before(0), C.NO, C.NO)
    assert pending(state) == ("COMMIT", 2)
    assert pending(play(state, before(2), C.NO)) == ("CALL", 2)
    assert state.actions() == [C.SEAT + 0, C.SEAT + 3]
    play(state, C.SEAT + 3, before(0), before(0))
    assert pending(state) == ("COMMIT", 2)
    play(state, C.NO)
    assert ruler(state) == 0


@pytest.mark.rule("R27.4", "R30.2")
def test_numbers_of_legal_cards_count_and_values_do_not() -> None:
    table = Table().mat(0, "France", "influence 4", "influence 4")
    state = revolt(table.mat(2, "France", "Italy 7", "unrest", "France 7"))
    play(state, before(0), before(0), before(2), before(2), before(2))
    assert ruler(state) == 0


@pytest.mark.rule("R27.4", "Q9")
@pytest.mark.parametrize("cards", [[], ["unrest"], ["Spain 7", "unrest"]])
def test_without_a_legal_card_against_the_ruler_there_is_no_challenger(cards: list[str]) -> None:
    state = revolt(Table().mat(0, "France", *cards))
    play(state, *(before(0) for _ in cards))
    k = kingdom("France")
    assert ruler(state) == 2
    assert state.data["played"][k] == C.TAXATION + 1
    assert state.data["in_hand"][k][C.SUCCESSION] == 1
    assert (state.data["order"][5], state.data["unrest"][k]) == (k, 0)


@pytest.mark.rule("R27.5", "Q45")
@pytest.mark.parametrize(
    ("challenger", "ruler_card", "level", "winner"),
    [
        ("influence 4", "influence 5", 1, 0),  # 4 against 5 - 4
        ("influence 4", "influence 6", 2, None),  # 4 against 6 - 2
        ("influence 4", "influence 6", 4, 2),  # 4 against 6 + 2
    ],
)
def test_of_those_tied_on_cards_the_highest_total_wins(
    challenger: str, ruler_card: str, level: int, winner: int | None
) -> None:
    table = Table().mat(0, "France", challenger).mat(2, "France", ruler_card)
    state = revolt(table.level("France", C.LEGAL, level))
    play(state, before(0), before(2))
    assert ruler(state) == winner


@pytest.mark.rule("R27.5", "Q45")
def test_a_higher_total_of_somebody_with_fewer_cards_brings_chaos() -> None:
    """Two cards each before seats 0 and 3, one before the ruler with Divine Right."""
    table = Table(achievements=30).tiles(2, "divine_right").level("France", C.LEGAL, 4)
    table.mat(0, "France", "influence 4", "influence 4").mat(2, "France", "France 7")
    table.mat(3, "France", "influence 4", "influence 5").crowns("France", 9)
    state = revolt(table)
    play(state, C.SEAT + 0, before(0), before(0), before(3), before(3), before(2))
    assert ruler(state) is None  # 8 and 9 against 7 + 2 + 4
    k = kingdom("France")
    assert state.data["crowns"][k] == 0
    assert (state.data["order"][5], state.data["unrest"][k]) == (k, 0)


@pytest.mark.rule("R27.5", "Q45")
@pytest.mark.parametrize(("level", "winner"), [(4, None), (3, 3)])
def test_a_ruler_without_a_card_counts_with_the_bonus_alone(level: int, winner: int | None) -> None:
    """A 4 and a 5 are tied on cards; Divine Right and a Legal bonus of 2 are 6, of 0 only 4."""
    table = Table(achievements=30).tiles(2, "divine_right").level("France", C.LEGAL, level)
    table.mat(0, "France", "influence 4").mat(3, "France", "influence 5")
    assert ruler(play(revolt(table), C.SEAT + 0, before(0), before(3))) == winner


@pytest.mark.rule("R27.6", "Q42", "R29.1")
def test_in_chaos_after_violence_the_succession_card_stays_in_hand() -> None:
    table = Table().mat(0, "France", "influence 4").mat(2, "France", "influence 6")
    table.alliance("France", "Spain").alliance("Italy", "France")
    state = revolt(table.level("France", C.LEGAL, 2))
    play(state, before(0), before(2))
    k = kingdom("France")
    assert ruler(state) is None
    assert (state.data["in_hand"][k][C.SUCCESSION], state.data["played"][k]) == (1, C.TAXATION + 1)
    assert not state.data["alliance"].any()


@pytest.mark.rule("R27.6", "Q43")
def test_a_succession_card_on_the_stack_already_stays_there() -> None:
    state = revolt(Table().played("France", C.SUCCESSION).mat(0, "France", "influence 4"))
    play(state, before(0))
    k = kingdom("France")
    assert ruler(state) == 0
    assert (state.data["on_mat"][k][C.SUCCESSION], state.data["played"][k]) == (1, C.SUCCESSION + 1)


@pytest.mark.rule("R27.6")
def test_the_new_ruler_starts_the_next_turn_with_all_cards() -> None:
    state = revolt(Table(negotiation="none").mat(0, "France", "influence 4"))
    play(state, before(0))
    chance = engines.Chance(seed=3)
    while not state.data["turn"]:
        state.resolve(chance)
        if not state.data["turn"]:
            state.apply(state.actions()[0])
    k = kingdom("France")
    assert list(state.data["in_hand"][k]) == list(numbers().starting_cards[k])
    assert list(state.data["in_hand"][0]) != list(numbers().starting_cards[0])


@pytest.mark.rule("R27.7", "Q17")
def test_the_kingdom_goes_to_the_last_place_and_the_others_keep_their_order() -> None:
    table = Table().order("Italy", "France", "Germany", "Spain", "England", "Byzantium")
    state = revolt(table)
    order = [KINGDOMS[k] for k in state.data["order"]]
    assert order == ["Italy", "Germany", "Spain", "England", "Byzantium", "France"]


@pytest.mark.rule("R27.8")
@pytest.mark.parametrize(("unrest", "left"), [(2, 0), (3, 1), (5, 3)])
def test_unrest_falls_by_three(unrest: int, left: int) -> None:
    state = revolt(Table().unrest("France", unrest))
    assert state.data["unrest"][kingdom("France")] == left


# --- tiles ---


@pytest.mark.rule("R24.14", "Q9")
def test_loyal_barons_challenge_without_a_card() -> None:
    state = revolt(Table(achievements=30).tiles(0, "loyal_barons"))
    assert pending(state) == ("COMMIT", 0)
    assert state.actions() == [C.NO, C.DECLARE]
    assert ruler(play(state.copy(), C.DECLARE)) == 0
    assert ruler(play(state.copy(), C.NO)) == 2


@pytest.mark.rule("R24.14")
@pytest.mark.parametrize(("owner", "winner"), [(0, 0), (2, 2), (None, 0)])
def test_loyal_barons_count_one_card_for_challenger_and_ruler(
    owner: int | None, winner: int
) -> None:
    """One card each: without the tile 4 wins against 5 - 4."""
    table = Table(achievements=30).mat(0, "France", "influence 4").mat(2, "France", "influence 5")
    if owner is not None:
        table.tiles(owner, "loyal_barons")
    state = play(revolt(table), before(0))
    if owner == 2:
        assert pending(state) == ("COMMIT", 2)
    play(state, before(2))
    assert ruler(state) == winner


@pytest.mark.rule("R24.14")
def test_loyal_barons_have_no_value_in_the_tie_break() -> None:
    """Two cards each: 4 before seat 0 and its barons, 4 + 5 - 4 for the ruler."""
    table = Table(achievements=30).tiles(0, "loyal_barons").mat(0, "France", "influence 4")
    state = revolt(table.mat(2, "France", "influence 4", "influence 5"))
    assert state.actions() == [C.NO, C.DECLARE, *(before(seat) for seat in range(4))]
    play(state, before(0), before(2), before(2))
    assert ruler(state) == 2


@pytest.mark.rule("Q66")
@pytest.mark.rule("R24.14", "Q9")
def test_a_bluff_before_oneself_challenges_with_loyal_barons() -> None:
    table = Table(achievements=30).tiles(0, "loyal_barons").mat(0, "France", "unrest")
    assert ruler(play(revolt(table), before(0))) == 0
    table = Table(achievements=30).tiles(0, "loyal_barons").mat(0, "France", "unrest")
    assert ruler(play(revolt(table), before(1))) == 2


@pytest.mark.rule("R24.14", "R24.26")
def test_a_declaration_comes_before_the_cards_of_a_call_and_may_be_made_in_a_later_one() -> None:
    table = Table(achievements=30).tiles(0, "loyal_barons")
    table.mat(0, "France", "unrest", "unrest").mat(2, "France", "unrest")
    state = revolt(table)
    assert C.DECLARE not in play(state.copy(), before(1)).actions()
    play(state, before(1), C.NO, before(2))
    assert pending(state) == ("COMMIT", 0)
    play(state, C.DECLARE)
    assert state.actions() == [C.NO, *(before(seat) for seat in range(4))]
    assert ruler(play(state, C.NO)) == 0


@pytest.mark.rule("R24.26", "Q45")
@pytest.mark.parametrize(("owner", "winner"), [(0, 0), (2, None), (None, None)])
def test_strategic_marriage_counts_for_the_tie_break_of_challengers(
    owner: int | None, winner: int | None
) -> None:
    """One card each, 4 against 6 - 2."""
    table = Table(achievements=30).level("France", C.LEGAL, 2)
    table.mat(0, "France", "influence 4").mat(2, "France", "influence 6")
    if owner is not None:
        table.tiles(owner, "strategic_marriage")
    state = play(revolt(table), before(0), before(2))
    assert ruler(state) == winner


@pytest.mark.rule("R24.26", "Q9")
def test_strategic_marriage_alone_wins_against_a_ruler_with_nothing() -> None:
    state = revolt(Table(achievements=30).tiles(0, "strategic_marriage"))
    assert state.actions() == [C.NO, C.DECLARE]
    assert ruler(play(state, C.DECLARE)) == 0


@pytest.mark.rule("R24.4", "Q45")
def test_divine_right_counts_in_the_tie_break_but_not_as_a_card() -> None:
    table = Table(achievements=30).tiles(2, "divine_right").mat(0, "France", "influence 4")
    state = revolt(table.mat(2, "France", "influence 5"))
    assert ruler(play(state.copy(), before(0), before(2))) == 2
    assert ruler(play(state.copy(), before(0), C.NO)) == 0


@pytest.mark.rule("R24.21")
@pytest.mark.parametrize(("owner", "winner"), [(2, 2), (0, 0), (None, 0)])
def test_popular_support_wins_ties_for_the_ruler(owner: int | None, winner: int) -> None:
    """One card each, 6 against 5 - 4."""
    table = Table(achievements=30).mat(0, "France", "influence 6").mat(2, "France", "influence 5")
    if owner is not None:
        table.tiles(owner, "popular_support")
    assert ruler(play(revolt(table), before(0), before(2))) == winner


@pytest.mark.rule("R24.21")
def test_popular_support_does_not_help_a_ruler_with_fewer_cards_than_those_who_tie() -> None:
    table = Table(achievements=30).tiles(2, "popular_support").mat(0, "France", "influence 6")
    table.mat(3, "France", "influence 5")
    state = revolt(table)
    assert ruler(play(state, C.SEAT + 0, before(0), before(3))) == 0


@pytest.mark.rule("R26.6", "Q45")
@pytest.mark.parametrize(("bonus", "winner"), [(-3, 2), (-4, None), (-6, None)])
def test_the_rulers_total_is_never_below_0(bonus: int, winner: int | None, tmp_path: Path) -> None:
    """One card each: the barons' worth 0 against 4 with a Legal bonus, and a tie is chaos."""
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    mats = (tmp_path / "mats.csv").read_text(encoding="utf-8")
    assert LEGAL_BONUS in mats
    mats = mats.replace(LEGAL_BONUS, f"all,legal,1,influence,{bonus},")
    (tmp_path / "mats.csv").write_text(mats, encoding="utf-8")
    table = Table(achievements=30, data=str(tmp_path))
    table.tiles(0, "loyal_barons").mat(2, "France", "influence 4")
    assert ruler(play(revolt(table), C.DECLARE, before(2))) == winner
