"""Blood of Kings: peaceful and chaotic successions, chaos and bluffs (R26, R28 to R30)."""

from __future__ import annotations

import pytest
from kings_builder import KINGDOMS, C, Table, card, kingdom, numbers, play, step_name
from kings_thrones import discards, height, pending, ruler, shown

from eminence import engines

SUCCESSION = C.CARD_TYPE + C.SUCCESSION
TAXATION = C.CARD_TYPE + C.TAXATION
ADMINISTRATION = C.CARD_TYPE + C.ADMINISTRATION


def peaceful(table: Table, of: str) -> engines.State:
    """The kingdom has played its Succession card."""
    return play(table.kingdom(of), SUCCESSION)


def chaotic(table: Table, of: str, crowns: int = 0) -> engines.State:
    """Spain has acted, and the kingdom in chaos is next, with what it was given."""
    rest = [name for name in KINGDOMS if name not in ("Spain", of)]
    table.ruler(of, None).crowns(of, crowns).order("Spain", of, *rest).set(stage=1)
    return play(table.state(int(table.record["ruler"][0]) - 1, C.PLAY_CARD), TAXATION)


def block_is_empty(state: engines.State) -> bool:
    names = ("challenge", "throne", "called", "caller", "declared", "revealed", "added")
    wide = ("influence", "committed", "pledged")
    return not any(state.data[name] for name in names) and not any(
        state.data[name].any() for name in wide
    )


# --- peaceful ---


def peaceful_example() -> Table:
    """Bob (seat 3) rules Italy, Lisa is seat 0, Eric seat 1."""
    table = Table().mat(0, "Italy", "Italy 7", "influence 6")
    table.mat(1, "Italy", "influence 4", "influence 5")
    return table.mat(
        3, "Italy", "influence 4", "influence 5", "England 7", "influence 6", "Italy 7"
    )


@pytest.mark.rule("R40.19", "R26.2", "R26.3", "R26.4", "R26.6", "R26.8", "Q14")
def test_peaceful_13_against_14_and_the_fifth_card_stays() -> None:
    state = peaceful(peaceful_example(), "Italy")
    assert pending(state) == ("CALL", 3)
    assert state.actions() == [C.SEAT + 0, C.SEAT + 1]
    play(state, C.SEAT + 0, C.YES, C.YES)
    assert state.data["influence"][0] == 13
    assert pending(state) == ("REVEAL", 1)
    play(state, C.NO)
    assert pending(state) == ("REVEAL", 3)
    play(state, C.YES, C.YES, C.YES, C.YES)
    assert state.data["influence"][3] == 18  # less 4 by the Legal institution
    play(state, C.NO)
    assert ruler(state, "Italy") == 3
    assert [height(state, seat, "Italy") for seat in range(4)] == [0, 2, 0, 1]
    assert discards(state) == {"Italy 7": 2, "influence 6": 2, "England 7": 1, "influence 5": 1}
    assert block_is_empty(state)


@pytest.mark.rule("R40.19", "R26.9")
def test_peaceful_with_one_card_less_lisa_takes_the_kingdom_as_it_is() -> None:
    table = peaceful_example().crowns("Italy", 17).unrest("Italy", 2)
    state = peaceful(table.level("Italy", C.MILITARY, 2), "Italy")
    play(state, C.SEAT + 0, C.YES, C.YES, C.NO, C.YES, C.YES, C.YES, C.NO)
    k = kingdom("Italy")
    assert ruler(state, "Italy") == 0
    assert (state.data["crowns"][k], state.data["unrest"][k]) == (17, 2)
    assert state.data["level"][k][C.MILITARY] == 1
    assert state.data["in_hand"][k][C.TAXATION] == 3
    assert state.data["on_mat"][k][C.SUCCESSION] == 1
    assert state.data["played"][k] == C.SUCCESSION + 1


@pytest.mark.rule("R26.1")
def test_all_units_leave_the_map_and_their_sieges_end() -> None:
    table = Table().armies("Italy", "Rome", 2).armies("Italy", "Milan", 1)
    table.fleets("Italy", "Adriatic Sea", 2).siege("Italy", "Milan").armies("France", "Paris", 1)
    state = peaceful(table, "Italy")
    assert not state.data["armies"][kingdom("Italy")].any()
    assert not state.data["fleets"][kingdom("Italy")].any()
    assert state.data["sieges"][kingdom("Italy")] == 0
    assert state.data["armies"][kingdom("France")].sum() == 1


@pytest.mark.rule("R26.2")
def test_the_ruler_calls_the_others_in_any_order_each_once() -> None:
    table = Table()
    for seat in range(3):
        table.mat(seat, "Italy", "influence 4")
    state = peaceful(table, "Italy")
    assert state.actions() == [C.SEAT + 0, C.SEAT + 1, C.SEAT + 2]
    play(state, C.SEAT + 1, C.NO)
    assert state.actions() == [C.SEAT + 0, C.SEAT + 2]
    play(state, C.SEAT + 2, C.NO)
    assert pending(state) == ("REVEAL", 0)  # the last one is called without a question
    play(state, C.NO)
    assert ruler(state, "Italy") == 3


@pytest.mark.rule("R26.2", "R42.2")
def test_whoever_has_cards_there_is_asked_whatever_they_are_and_nobody_else() -> None:
    for name in ("influence 4", "unrest", "Spain 7"):
        state = peaceful(Table().mat(1, "Italy", name).mat(2, "France", "France 7"), "Italy")
        assert pending(state) == ("REVEAL", 1)
        assert state.actions() == [C.NO, C.YES]


@pytest.mark.rule("Q65")
@pytest.mark.rule("R26.3")
def test_a_challenger_who_turned_up_a_bluff_goes_on_to_a_legal_card() -> None:
    table = Table().mat(1, "Italy", "influence 4", "influence 6", "unrest", "Spain 7")
    state = play(peaceful(table, "Italy"), C.YES)
    assert height(state, 1, "Italy") == 1
    assert state.data["influence"][1] == 6
    assert pending(state) == ("REVEAL", 1)


@pytest.mark.rule("R26.3", "Q46", "R30.2")
def test_only_bluffs_are_discarded_and_make_no_challenger() -> None:
    table = Table().mat(1, "Italy", "unrest", "Spain 7").mat(3, "Italy", "Italy 7")
    state = play(peaceful(table, "Italy"), C.YES)
    assert ruler(state, "Italy") == 3
    assert discards(state) == {"unrest": 1, "Spain 7": 1}
    assert height(state, 3, "Italy") == 1
    assert block_is_empty(state)


@pytest.mark.rule("Q65")
@pytest.mark.rule("R26.4")
def test_the_ruler_may_stop_at_any_time_even_after_a_bluff() -> None:
    table = Table().mat(1, "Italy", "influence 4").mat(3, "Italy", "Italy 7", "unrest")
    state = play(peaceful(table, "Italy"), C.YES)
    assert pending(state) == ("REVEAL", 3)
    play(state, C.YES)
    assert state.actions() == [C.NO, C.YES]
    assert ruler(play(state, C.NO), "Italy") == 1


@pytest.mark.rule("R26.5")
def test_without_a_challenger_the_ruler_stays_and_is_not_asked() -> None:
    table = Table().mat(1, "Italy", "influence 4").mat(3, "Italy", "Italy 7")
    state = play(peaceful(table, "Italy"), C.NO)
    assert ruler(state, "Italy") == 3
    assert (height(state, 1, "Italy"), height(state, 3, "Italy")) == (1, 1)
    assert step_name(state) == "PLAY_CARD"


@pytest.mark.rule("R26.6")
@pytest.mark.parametrize(("level", "winner"), [(1, 1), (2, 1), (3, None), (4, 3)])
def test_the_ruler_adds_the_legal_bonus(level: int, winner: int | None) -> None:
    table = Table().mat(1, "Italy", "influence 6").mat(3, "Italy", "influence 6")
    state = play(peaceful(table.level("Italy", C.LEGAL, level), "Italy"), C.YES, C.YES)
    assert ruler(state, "Italy") == winner


@pytest.mark.rule("R26.6")
def test_a_ruler_without_cards_still_has_the_bonus() -> None:
    table = Table(achievements=30).tiles(3, "divine_right").level("Italy", C.LEGAL, 4)
    state = play(peaceful(table.mat(1, "Italy", "influence 5"), "Italy"), C.YES)
    assert ruler(state, "Italy") == 3


@pytest.mark.rule("R26.7", "R29.1")
def test_a_tie_for_the_highest_throws_the_kingdom_into_chaos() -> None:
    table = Table().mat(1, "Italy", "influence 6").mat(3, "Italy", "influence 5", "influence 5")
    table.crowns("Italy", 12).alliance("Italy", "France").alliance("Spain", "Italy")
    table.alliance("Byzantium", "Spain")
    state = play(peaceful(table, "Italy"), C.YES, C.YES, C.YES)
    assert ruler(state, "Italy") is None
    assert state.data["crowns"][kingdom("Italy")] == 0
    assert list(state.data["alliance"]) == [0, kingdom("Spain") + 1, 0, 0, 0, 0]
    assert state.data["played"][kingdom("Italy")] == C.SUCCESSION + 1


@pytest.mark.rule("R26.7")
def test_two_challengers_above_the_ruler_who_tie_bring_chaos_too() -> None:
    table = Table().mat(0, "Italy", "influence 6").mat(1, "Italy", "influence 6")
    state = play(peaceful(table, "Italy"), C.SEAT + 0, C.YES, C.YES)
    assert ruler(state, "Italy") is None


@pytest.mark.rule("R26.8")
def test_cards_that_were_not_committed_stay_in_their_order() -> None:
    table = Table().mat(1, "Italy", "unrest", "influence 4", "Italy 7").mat(1, "France", "intrigue")
    state = play(peaceful(table, "Italy"), C.YES, C.NO)
    assert [int(kind) for kind in state.data["mat"][:3]] == [
        card("intrigue"),
        card("unrest"),
        card("influence 4"),
    ]
    assert discards(state) == {"Italy 7": 1}


@pytest.mark.rule("R24.4")
@pytest.mark.parametrize(("owner", "winner"), [(3, 3), (1, 1), (None, 1)])
def test_divine_right_gives_the_ruler_four_more(owner: int | None, winner: int) -> None:
    table = Table(achievements=30).mat(1, "Italy", "influence 6").mat(3, "Italy", "Italy 7")
    if owner is not None:
        table.tiles(owner, "divine_right")
    state = play(peaceful(table, "Italy"), C.YES, C.YES)
    assert ruler(state, "Italy") == winner


@pytest.mark.rule("R24.26")
def test_strategic_marriage_challenges_without_a_card() -> None:
    table = Table(achievements=30).tiles(1, "strategic_marriage").mat(3, "Italy", "Italy 7")
    state = peaceful(table, "Italy")
    assert pending(state) == ("REVEAL", 1)
    assert state.actions() == [C.NO, C.DECLARE]
    assert ruler(play(state.copy(), C.DECLARE, C.NO), "Italy") == 1
    assert ruler(play(state.copy(), C.DECLARE, C.YES), "Italy") == 3
    assert ruler(play(state.copy(), C.NO), "Italy") == 3


@pytest.mark.rule("R24.26")
@pytest.mark.parametrize(("owner", "winner"), [(1, 1), (3, 3), (0, 3)])
def test_strategic_marriage_gives_a_challenger_two_more_and_a_ruler_nothing(
    owner: int, winner: int
) -> None:
    table = Table(achievements=30).tiles(owner, "strategic_marriage")
    table.mat(1, "Italy", "influence 4").mat(3, "Italy", "influence 5", "influence 4")
    state = peaceful(table, "Italy")
    if owner == 0:
        play(state, C.SEAT + 0, C.NO)
    play(state, C.YES, C.YES, C.YES)
    assert ruler(state, "Italy") == winner


@pytest.mark.rule("Q66")
@pytest.mark.rule("R24.26", "Q46")
def test_who_turns_up_bluffs_only_is_a_challenger_by_strategic_marriage() -> None:
    table = Table(achievements=30).tiles(1, "strategic_marriage").mat(1, "Italy", "unrest")
    assert ruler(play(peaceful(table, "Italy"), C.YES), "Italy") == 1


@pytest.mark.rule("R26.3", "R41.1")
def test_cards_turned_up_are_shown_to_everybody_and_those_below_to_nobody() -> None:
    """A different top card is visible to all viewers, a different card below to none."""
    seen = []
    for stack in (
        ["unrest", "influence 4"],
        ["unrest", "influence 5"],
        ["intrigue", "influence 4"],
    ):
        state = peaceful(Table().mat(1, "Italy", *stack), "Italy")
        seen.append(shown(state, C.YES, C.NO))
    assert all(one != other for one, other in zip(seen[0], seen[1], strict=True))
    assert seen[0] == seen[2]


# --- chaotic ---


@pytest.mark.rule("R28.1", "R7.2")
def test_everybody_with_cards_commits_once_in_player_order() -> None:
    table = Table().set(first=2)
    for seat in (0, 1, 3):
        table.mat(seat, "England", "influence 4", "unrest")
    state = chaotic(table, "England")
    asked = []
    for answer in (C.NO, C.COUNT + 1, C.COUNT + 2):
        assert state.actions() == [C.NO, C.COUNT + 1, C.COUNT + 2]
        asked.append(pending(state))
        play(state, answer)
    assert asked == [("COMMIT_COUNT", 3), ("COMMIT_COUNT", 0), ("COMMIT_COUNT", 1)]
    assert [height(state, seat, "England") for seat in range(4)] == [1, 0, 0, 2]
    assert ruler(state, "England") == 1


@pytest.mark.rule("R28.1", "Q5", "R41.1")
def test_committed_cards_lie_face_down_before_their_owner() -> None:
    table = Table().mat(0, "England", "influence 4", "unrest").mat(1, "England", "England 7")
    state = play(chaotic(table, "England"), C.COUNT + 2)
    assert list(state.data["committed"][:2]) == [2, 0]
    assert not state.data["pledged"].any()
    hidden = state.view(1)
    assert list(hidden.data["mat"][:2]) == [C.UNKNOWN, C.UNKNOWN]
    assert list(hidden.data["committed"][:2]) == [2, 0]


@pytest.mark.rule("R28.1", "R41.1")
def test_committed_cards_are_shown_to_nobody_until_all_have_committed() -> None:
    seen = []
    for name in ("influence 4", "unrest"):
        table = Table().mat(0, "England", name).mat(1, "England", "England 7")
        state = chaotic(table, "England")
        seen.append((shown(state, C.COUNT + 1), shown(state, C.NO)))
    assert seen[0][0] == seen[1][0]
    assert all(one != other for one, other in zip(seen[0][1], seen[1][1], strict=True))


@pytest.mark.rule("R28.2", "R28.4", "R30.2")
def test_the_highest_total_of_legal_cards_takes_the_kingdom_with_all_it_has() -> None:
    table = Table().mat(0, "England", "influence 4", "France 7", "influence 6")
    table.mat(1, "England", "England 7").unrest("England", 3).level("England", C.LEGAL, 2)
    state = play(chaotic(table, "England"), C.COUNT + 3, C.COUNT + 1)
    assert ruler(state, "England") == 0
    assert state.data["unrest"][kingdom("England")] == 3
    assert state.data["level"][kingdom("England")][C.LEGAL] == 1
    assert state.data["crowns"][kingdom("England")] == 0
    assert discards(state) == {"influence 4": 1, "France 7": 1, "influence 6": 1, "England 7": 1}
    assert block_is_empty(state)


@pytest.mark.rule("Q74", "R28.4")
def test_who_takes_a_kingdom_out_of_chaos_finds_the_crowns_it_was_given() -> None:
    table = Table().mat(0, "England", "influence 4").set(turn=1)
    state = play(chaotic(table, "England", crowns=5), C.COUNT + 1)
    assert ruler(state, "England") == 0
    assert state.data["crowns"][kingdom("England")] == 5


@pytest.mark.rule("R28.3")
@pytest.mark.parametrize(
    "answers", [(C.NO, C.NO), (C.COUNT + 1, C.COUNT + 1), (C.COUNT + 2, C.COUNT + 1)]
)
def test_on_a_tie_or_without_a_card_the_kingdom_stays_in_chaos(answers: tuple[int, int]) -> None:
    table = Table().mat(0, "England", "unrest", "influence 5").mat(1, "England", "influence 5")
    state = play(chaotic(table, "England"), *answers)
    assert ruler(state, "England") is None
    assert step_name(state) == "PLAY_CARD"
    assert block_is_empty(state)


@pytest.mark.rule("R28.3")
def test_bluffs_alone_win_nothing() -> None:
    state = play(chaotic(Table().mat(0, "England", "unrest"), "England"), C.COUNT + 1)
    assert ruler(state, "England") is None
    assert discards(state) == {"unrest": 1}


@pytest.mark.rule("R28.2", "Q59", "R24.26")
def test_strategic_marriage_counts_in_chaos_with_and_without_cards() -> None:
    table = Table(achievements=30).tiles(1, "strategic_marriage").mat(0, "England", "influence 6")
    table.mat(1, "England", "influence 5")
    state = play(chaotic(table, "England"), C.COUNT + 1)
    assert state.actions() == [C.NO, C.DECLARE, C.COUNT + 1]
    assert ruler(play(state.copy(), C.COUNT + 1), "England") == 1
    assert ruler(play(state.copy(), C.DECLARE), "England") == 0
    alone = chaotic(Table(achievements=30).tiles(1, "strategic_marriage"), "England")
    assert alone.actions() == [C.NO, C.DECLARE]
    assert ruler(play(alone.copy(), C.DECLARE), "England") == 1
    assert ruler(play(alone.copy(), C.NO), "England") is None


@pytest.mark.rule("R24.14", "Q59")
def test_loyal_barons_do_not_count_in_peaceful_and_chaotic_successions() -> None:
    alone = chaotic(Table(achievements=30).tiles(1, "loyal_barons"), "England")
    assert step_name(alone) == "PLAY_CARD"
    assert ruler(alone, "England") is None
    calm = peaceful(Table(achievements=30).tiles(1, "loyal_barons"), "Italy")
    assert step_name(calm) == "PLAY_CARD"


@pytest.mark.rule("R28.4", "Q42")
def test_all_cards_of_a_kingdom_that_was_in_chaos_come_back_in_the_negotiation_phase() -> None:
    table = Table(players=5, negotiation="none").mat(0, "Germany", "influence 5")
    for name in KINGDOMS[:4]:
        table.played(name, C.TAXATION)
    k = kingdom("Germany")
    table.record["in_hand"][k][C.TAXATION] -= 2
    table.record["on_mat"][k][C.TAXATION] += 2
    state = play(table.set(acting=4, stage=1).state(4, C.PLAY_CARD), TAXATION, C.COUNT + 1)
    assert ruler(state, "Germany") == 0
    chance = engines.Chance(seed=1)
    while not state.data["turn"]:
        state.resolve(chance)
        if not state.data["turn"]:
            state.apply(state.actions()[0])
    assert list(state.data["in_hand"][k]) == list(numbers().starting_cards[k])


# --- bluffs ---


@pytest.mark.rule("R40.21", "R30.1", "R30.2")
@pytest.mark.parametrize("name", numbers().card_names)
def test_bluffs_which_cards_are_legal_in_germany(name: str) -> None:
    legal = name.startswith("influence") or "Germany" in name
    table = Table(players=6).mat(0, "Germany", name).crowns("Germany", 1)
    state = play(table.kingdom("Germany"), ADMINISTRATION, C.SEAT + 0)
    assert state.data["crowns"][kingdom("Germany")] == (0 if legal else 1)
    assert discards(state) == {name: 1}
    assert legal == name_is_legal_in_chaos(name)


def name_is_legal_in_chaos(name: str) -> bool:
    """Whether the card alone wins Germany's empty throne."""
    state = play(chaotic(Table(players=5).mat(0, "Germany", name), "Germany"), C.COUNT + 1)
    return ruler(state, "Germany") == 0
