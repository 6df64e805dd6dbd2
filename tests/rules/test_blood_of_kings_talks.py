"""Blood of Kings: the negotiation phase and the end of the game (R22, R25)."""

from __future__ import annotations

import pytest
from kings_builder import KINGDOMS, C, Table, card, kingdom, numbers, place, play, region, step_name
from kings_talks import talks

from eminence import engines
from eminence.engines.blood_of_kings.names import ACHIEVEMENTS

FIRST_SET = C.SET


def last_pick(table: Table) -> engines.State:
    """The last player is to pick up a set; the negotiation phase comes next."""
    table.set(phase=C.DYNASTY_PHASE, stage=C.PICKING, acting=table.players - 1)
    return table.state(table.players - 1, C.PICK_SET)


def end_of_dynasty_phase(table: Table) -> engines.State:
    """Played on to the next decision, with the first outcome of each event."""
    return pass_events(play(last_pick(table), FIRST_SET))


def pass_events(state: engines.State) -> engines.State:
    while state.player == engines.CHANCE:
        state.apply(state.outcomes()[0][0])
    return state


def pending(state: engines.State) -> tuple[str, int]:
    return step_name(state), state.player


def crowns(state: engines.State, of: str) -> int:
    return int(state.data["crowns"][kingdom(of)])


def host(state: engines.State, of: str) -> str | None:
    """In whose treasury the kingdom's token lies."""
    found = int(state.data["alliance"][kingdom(of)])
    return KINGDOMS[found - 1] if found else None


def alliance(of: str, with_: str) -> int:
    return C.ALLIANCE + kingdom(of) * C.KINGDOMS + kingdom(with_)


def token(of: str) -> int:
    return C.TOKEN + kingdom(of)


def crowns_of(of: str) -> int:
    return C.KINGDOM + kingdom(of)


def hand(state: engines.State, seat: int) -> list[str]:
    names = numbers().card_names
    return [names[k] for k, n in enumerate(state.data["hand"][seat]) for _ in range(n)]


def no_more(state: engines.State, until: tuple[str, int]) -> engines.State:
    """Decline everything until this is asked."""
    for _ in range(60):
        if pending(state) == until:
            return state
        play(state, C.NO)
    raise AssertionError(f"{until} is never asked")


def poor(table: Table) -> Table:
    """Nobody has Crowns to transfer."""
    for name in KINGDOMS:
        table.crowns(name, 0)
    return table


# --- trade ---


@pytest.mark.rule("R22.1")
def test_a_kingdom_trades_with_one_token_for_each_sea() -> None:
    table = poor(Table(players=6)).alliance("France", "Spain").alliance("Italy", "Spain")
    table.hold("Spain", "Atlantic Ocean")
    assert crowns(end_of_dynasty_phase(table), "Spain") == numbers().trade[0]
    table.hold("Spain", "North Sea").hold("Spain", "Baltic Sea")
    state = end_of_dynasty_phase(table)
    assert crowns(state, "Spain") == 2 * numbers().trade[0], "each token once"
    assert crowns(state, "France") == 0, "trade is for the treasury that has the token"


@pytest.mark.rule("R22.1", "Q53")
def test_the_best_tokens_pay() -> None:
    table = poor(Table(players=6)).alliance("France", "Spain").alliance("Italy", "Spain")
    table.hold("Spain", "Atlantic Ocean").set(flipped=1 << kingdom("Italy"))
    front, back = numbers().trade
    assert crowns(end_of_dynasty_phase(table), "Spain") == back
    table.hold("Spain", "North Sea")
    assert crowns(end_of_dynasty_phase(table), "Spain") == back + front


@pytest.mark.rule("R22.1")
def test_without_a_sea_there_is_no_trade() -> None:
    table = poor(Table(players=6)).alliance("France", "Spain")
    assert crowns(end_of_dynasty_phase(table), "Spain") == 0


@pytest.mark.rule("R24.28")
def test_trade_houses_turn_tokens_before_the_trade_and_again_after_the_talks() -> None:
    table = poor(Table(players=6)).alliance("France", "Spain").alliance("Italy", "Spain")
    table.hold("Spain", "Atlantic Ocean").tiles(4, "trade_houses")
    state = play(last_pick(table), FIRST_SET)
    assert pending(state) == ("FLIP_ALLIANCE", 4)
    assert state.actions() == [C.NO, token("France"), token("Italy")]
    play(state, token("France"))
    assert state.actions() == [C.NO, token("Italy")], "each token in one way only"
    pass_events(play(state, C.NO))
    assert crowns(state, "Spain") == numbers().trade[1]
    play(state, C.YES)
    no_more(state, ("FLIP_ALLIANCE", 4))
    play(state, token("France"), C.NO)
    assert int(state.data["flipped"]) == 0
    assert step_name(state) == "PLAY_CARD"


@pytest.mark.rule("R24.28")
def test_a_token_that_goes_back_shows_its_front_again() -> None:
    table = Table(players=6).alliance("France", "Spain").set(flipped=1 << kingdom("France"))
    state = play(talks(table), C.YES, token("France"))
    assert host(state, "France") is None
    assert int(state.data["flipped"]) == 0


# --- cards ---


@pytest.mark.rule("R22.2")
def test_cards_come_back_after_a_succession_only() -> None:
    table = Table(players=6).level("Spain", C.MILITARY, 2)
    table.played("Spain", C.SUCCESSION).played("France", C.TAXATION)
    before = table.record["on_mat"][kingdom("Spain")].copy()
    assert before[C.EXPANSION] == 1, "gained by a development, beneath the others"
    state = end_of_dynasty_phase(table)
    assert not state.data["on_mat"][kingdom("Spain")].any()
    assert state.data["in_hand"][kingdom("Spain")][C.SUCCESSION] == 1
    expansions = numbers().starting_cards[kingdom("Spain")][C.EXPANSION] + 1
    assert state.data["in_hand"][kingdom("Spain")][C.EXPANSION] == expansions
    assert state.data["on_mat"][kingdom("France")][C.TAXATION] == 1


@pytest.mark.rule("R22.3", "R40.17")
def test_every_set_gets_a_card_the_empty_ones_too() -> None:
    """The rulebook's example: three of twelve sets were taken."""
    table = Table().sets(*([["unrest"]] * 10), [], [])
    state = end_of_dynasty_phase(table)
    sizes = state.data["sets"].sum(axis=1).tolist()
    assert sizes == [1] + [2] * 9 + [1] * 2


@pytest.mark.rule("R22.4", "Q18", "Q49")
def test_the_discards_become_the_deck_when_it_runs_out() -> None:
    everything = [
        name
        for name, kind in zip(numbers().card_names, numbers().deck, strict=True)
        for _ in range(kind.copies)
    ]
    for _ in range(12):
        everything.remove("unrest")
    table = Table().discard(*everything[4:])
    state = play(last_pick(table), FIRST_SET)
    for _ in range(4):
        assert state.player == engines.CHANCE
        state.apply(state.outcomes()[0][0])
    assert int(state.data["deck_size"]) == len(everything) - 4
    assert not state.data["discards"].any()
    pass_events(state)
    assert state.data["sets"].sum() == 11 + 12


@pytest.mark.rule("Q49")
def test_with_deck_and_discards_empty_sets_stay_as_they_are() -> None:
    everything = [
        name
        for name, kind in zip(numbers().card_names, numbers().deck, strict=True)
        for _ in range(kind.copies)
    ]
    for _ in range(12):
        everything.remove("unrest")
    table = Table().hand(0, *everything[2:])
    state = end_of_dynasty_phase(table)
    assert int(state.data["deck_size"]) == 0
    assert state.data["sets"].sum(axis=1).tolist() == [1, 2] + [1] * 10


# --- holding talks ---


@pytest.mark.rule("R22.5")
def test_the_first_player_may_forbid_negotiations() -> None:
    state = play(talks(Table(), first=2), C.NO)
    assert step_name(state) == "PLAY_CARD"
    assert int(state.data["turn"]) == 1


@pytest.mark.rule("R22.5", "Q52", "R7.2")
def test_talks_go_round_in_player_order() -> None:
    state = play(talks(Table(), first=2), C.YES)
    seats = []
    while step_name(state) != "PLAY_CARD":
        if step_name(state) == "ALLY":
            seats.append(state.player)
        play(state, C.NO)
    assert seats == [2, 3, 0, 1]


@pytest.mark.rule("R1.3")
def test_without_negotiations_only_trade_and_cards_are_left() -> None:
    table = Table(negotiation="none").hold("Spain", "Atlantic Ocean")
    table.played("Spain", C.SUCCESSION)
    state = end_of_dynasty_phase(table)
    assert step_name(state) == "PLAY_CARD"
    assert int(state.data["turn"]) == 1
    assert state.data["sets"].sum() == 11 + 12
    assert not state.data["on_mat"][kingdom("Spain")].any()


@pytest.mark.rule("R1.3")
def test_money_only_means_transfers_only() -> None:
    table = Table(negotiation="money").tiles(0, "skilled_negotiator")
    table.hand(0, "unrest").hand(1, "intrigue")
    state = play(talks(table), C.YES)
    asked = set()
    while step_name(state) != "PLAY_CARD":
        asked.add(step_name(state))
        play(state, C.NO)
    assert asked == {"TRANSFER_FROM"}


@pytest.mark.rule("R42.1")
def test_nobody_is_asked_about_talks_without_anything_to_decide() -> None:
    table = poor(Table(negotiation="money"))
    assert step_name(end_of_dynasty_phase(table)) == "PLAY_CARD"


# --- alliances ---


@pytest.mark.rule("R22.6")
def test_a_token_goes_to_a_kingdom_whose_ruler_accepts() -> None:
    state = play(talks(Table(players=6)), C.YES, alliance("Spain", "Italy"))
    assert pending(state) == ("ALLY_CONSENT", 3)
    assert state.actions() == [C.NO, C.YES]
    play(state, C.YES)
    assert host(state, "Spain") == "Italy"
    assert step_name(state) == "TRANSFER_FROM", "one token a phase"


@pytest.mark.rule("Q73")
@pytest.mark.rule("R22.6")
def test_two_refusals_end_the_offers_but_not_the_other_moves() -> None:
    table = Table(players=3).alliance("Italy", "France")
    state = play(talks(table), C.YES, alliance("Spain", "France"), C.NO)
    assert pending(state) == ("ALLY", 0)
    assert alliance("Italy", "Germany") in state.actions()
    assert alliance("Spain", "France") not in state.actions(), "refused once is enough"
    play(state, alliance("Spain", "England"), C.NO)
    own = [alliance("Spain", "Italy"), alliance("Italy", "Spain")]
    assert state.actions() == [C.NO, token("Italy"), *own]
    play(state, token("Italy"))
    assert host(state, "Italy") is None


@pytest.mark.rule("R22.6")
def test_a_token_is_moved_from_wherever_it_is() -> None:
    table = Table(players=6).alliance("Spain", "France")
    state = play(talks(table), C.YES, alliance("Spain", "Italy"), C.YES)
    assert host(state, "Spain") == "Italy"


@pytest.mark.rule("Q54")
def test_two_kingdoms_of_one_player_may_ally_and_trade() -> None:
    state = play(talks(Table(players=3)), C.YES, alliance("Spain", "Italy"))
    assert host(state, "Spain") == "Italy", "nobody else is asked"
    table = poor(Table(players=3)).alliance("Spain", "Italy").hold("Italy", "Adriatic Sea")
    assert crowns(end_of_dynasty_phase(table), "Italy") == numbers().trade[0]


@pytest.mark.rule("R22.7")
def test_tokens_in_own_treasuries_may_be_sent_back() -> None:
    table = Table(players=6).alliance("France", "Spain").alliance("Italy", "Spain")
    state = play(talks(table.alliance("Germany", "Italy")), C.YES)
    assert pending(state) == ("RETURN_TOKEN", 0)
    assert state.actions() == [C.NO, token("France"), token("Italy")]
    play(state, token("Italy"))
    assert host(state, "Italy") is None
    assert step_name(state) == "ALLY", "France was passed over"
    assert host(state, "France") == "Spain"


@pytest.mark.rule("Q74", "R22.8", "R29.2")
def test_a_kingdom_in_chaos_is_in_no_alliance_but_may_get_crowns() -> None:
    table = Table(players=4).crowns("Spain", 10)
    state = play(talks(table), C.YES)
    assert alliance("Spain", "England") not in state.actions()
    play(state, C.NO, crowns_of("Spain"))
    assert state.actions() == [crowns_of(name) for name in KINGDOMS if name != "Spain"]
    play(state, crowns_of("England"), C.COUNT + 5)
    assert (crowns(state, "Spain"), crowns(state, "England")) == (5, 5)


@pytest.mark.rule("Q30")
def test_a_new_alliance_lifts_the_siege() -> None:
    table = Table(players=6).armies("Spain", "Toulouse", 1).siege("Spain", "Toulouse")
    state = play(talks(table), C.YES, alliance("Spain", "France"), C.YES)
    assert not state.data["sieges"].any()
    assert state.data["armies"][kingdom("Spain")][region("Toulouse")] == 1


@pytest.mark.rule("Q11")
def test_armies_aboard_an_ally_are_lost_with_the_alliance() -> None:
    table = Table(players=6).alliance("Spain", "France")
    table.armies("Spain", "Atlantic Ocean", 2).fleets("France", "Atlantic Ocean", 1)
    state = play(talks(table), C.YES, token("Spain"))
    assert host(state, "Spain") is None
    assert state.data["armies"][kingdom("Spain")][place("Atlantic Ocean")] == 0


# --- Crowns ---


@pytest.mark.rule("R22.8", "R40.18", "Q55")
def test_the_transfer_of_the_rulebook() -> None:
    """Bob has 13 and 8 Crowns in two treasuries: 6 or 4 of them, once."""
    table = Table(players=3, negotiation="money").crowns("Spain", 13).crowns("Italy", 8)
    state = play(talks(table), C.YES)
    assert state.actions() == [C.NO, crowns_of("Spain"), crowns_of("Italy")]
    other = play(state.copy(), crowns_of("Italy"), crowns_of("England"))
    assert other.actions() == [C.COUNT + n for n in range(1, 5)]
    england = crowns(state, "England")
    play(state, crowns_of("Spain"), crowns_of("England"))
    assert state.actions() == [C.COUNT + n for n in range(1, 7)]
    play(state, C.COUNT + 6)
    assert (crowns(state, "Spain"), crowns(state, "England")) == (7, england + 6)
    assert pending(state) == ("TRANSFER_FROM", 1), "one transfer"


@pytest.mark.rule("R22.8")
def test_crowns_may_go_to_any_ruled_kingdom_also_an_own_one() -> None:
    state = play(talks(Table(players=3, negotiation="money")), C.YES, crowns_of("Spain"))
    assert state.actions() == [crowns_of(name) for name in KINGDOMS if name != "Spain"]


@pytest.mark.rule("R22.8")
def test_great_treasuries_give_half_in_several_counts() -> None:
    most = C.COUNT + C.MOST_AT_ONCE
    table = Table(players=3, negotiation="money").crowns("Spain", 301).crowns("Italy", 0)
    state = play(talks(table), C.YES, crowns_of("Spain"), crowns_of("Italy"), most)
    assert crowns(state, "Italy") == 63
    assert state.actions()[0] == C.NO
    play(state, most)
    assert state.actions() == [C.NO, *range(C.COUNT + 1, C.COUNT + 25)]
    play(state, C.COUNT + 24)
    assert (crowns(state, "Spain"), crowns(state, "Italy")) == (151, 150)
    assert pending(state) == ("TRANSFER_FROM", 1)


@pytest.mark.rule("R22.8", "R42.1")
def test_a_single_crown_needs_no_count() -> None:
    table = Table(players=3, negotiation="money").crowns("Spain", 3).crowns("Italy", 0)
    state = play(talks(table), C.YES, crowns_of("Spain"), crowns_of("Italy"))
    assert (crowns(state, "Spain"), crowns(state, "Italy")) == (2, 1)


@pytest.mark.rule("R22.9")
def test_talks_change_tokens_and_crowns_and_nothing_else() -> None:
    table = Table(players=6).alliance("Germany", "Spain").hand(0, "unrest").hand(1, "intrigue")
    before = talks(table)
    state = play(before.copy(), C.YES, token("Germany"), alliance("Spain", "Italy"), C.YES)
    play(state, crowns_of("Spain"), crowns_of("Italy"), C.COUNT + 2)
    changed = {
        name
        for name in state.data.dtype.names
        if name not in ("head", "step", "stage", "acting")
        and state.data[name].tobytes() != before.data[name].tobytes()
    }
    assert changed == {"alliance", "crowns"}


# --- Skilled Negotiator ---


def exchange(*tail: int) -> engines.State:
    """Seat 0 has the achievement and a card, seat 1 two; seat 0 approaches seat 1."""
    table = poor(Table(players=3)).tiles(0, "skilled_negotiator")
    table.hand(0, "unrest").hand(1, "intrigue", "attrition").hand(2, "diplomacy")
    state = play(talks(table), C.YES, C.NO)
    assert pending(state) == ("OFFER_TO", 0)
    assert state.actions() == [C.NO, C.SEAT + 1, C.SEAT + 2]
    return play(state, C.SEAT + 1, *tail)


@pytest.mark.rule("R24.24")
def test_cards_are_exchanged_by_agreement() -> None:
    state = exchange(C.KIND + card("unrest"))
    assert pending(state) == ("ANSWER_CARD", 1)
    kinds = [C.KIND + card("attrition"), C.KIND + card("intrigue")]
    assert state.actions() == [C.NO, C.YES, *kinds]
    play(state, C.KIND + card("intrigue"))
    assert pending(state) == ("CONFIRM_TRADE", 0)
    play(state, C.YES)
    assert hand(state, 0) == ["intrigue"]
    assert hand(state, 1) == ["unrest", "attrition"]
    assert state.data["hand_count"].tolist()[:3] == [1, 2, 1]
    assert state.actions() == [C.NO, C.SEAT + 1, C.SEAT + 2], "and more may follow"


@pytest.mark.rule("R24.24", "Q76")
def test_cards_change_hands_freely_with_everybody_and_in_any_order() -> None:
    """A card of seat 1 goes on to seat 2, and seat 1 is asked for one more."""
    state = exchange(C.NO, C.KIND + card("intrigue"), C.YES)
    play(state, C.SEAT + 2, C.KIND + card("intrigue"), C.KIND + card("diplomacy"), C.YES)
    play(state, C.SEAT + 1, C.NO, C.KIND + card("attrition"), C.YES)
    assert hand(state, 0) == ["unrest", "attrition", "diplomacy"]
    assert (hand(state, 1), hand(state, 2)) == ([], ["intrigue"])


@pytest.mark.rule("Q76")
def test_a_turn_has_a_limit_of_exchanges_that_refusals_count_towards() -> None:
    state = exchange(C.KIND + card("unrest"), C.NO)
    for _ in range(numbers().exchanges - 1):
        assert pending(state) == ("OFFER_TO", 0)
        play(state, C.SEAT + 1, C.KIND + card("unrest"), C.NO)
    assert step_name(state) != "OFFER_TO"


@pytest.mark.rule("R24.24")
def test_cards_may_be_given_and_asked_for() -> None:
    state = exchange(C.KIND + card("unrest"), C.YES)
    assert hand(state, 0) == []
    assert hand(state, 1) == ["unrest", "attrition", "intrigue"]
    play(state, C.SEAT + 2)
    assert pending(state) == ("ANSWER_CARD", 2), "an empty hand has nothing to offer"
    play(state, C.KIND + card("diplomacy"), C.YES)
    assert hand(state, 0) == ["diplomacy"]
    assert hand(exchange(C.NO, C.KIND + card("intrigue"), C.YES), 0) == ["unrest", "intrigue"]


@pytest.mark.rule("R24.24")
@pytest.mark.parametrize("answer", [(C.NO,), (C.KIND + card("intrigue"), C.NO)])
def test_without_agreement_no_card_moves(answer: tuple[int, ...]) -> None:
    state = exchange(C.KIND + card("unrest"), *answer)
    assert [hand(state, seat) for seat in range(3)] == [
        ["unrest"],
        ["attrition", "intrigue"],
        ["diplomacy"],
    ]
    assert int(state.data["offered"]) == int(state.data["answered"]) == 0


@pytest.mark.rule("R24.24")
def test_others_see_that_cards_move_and_not_which() -> None:
    state = exchange(C.KIND + card("unrest"), C.KIND + card("intrigue"))
    for viewer in (2, engines.PUBLIC):
        view = state.view(viewer)
        assert int(view.data["offered"]) == int(view.data["answered"]) == C.UNKNOWN
    for viewer in (0, 1):
        assert int(state.view(viewer).data["offered"]) == card("unrest") + 1
        assert int(state.view(viewer).data["answered"]) == card("intrigue") + 1
    shown = []
    for answer in ("intrigue", "attrition"):
        sink = engines.Sink()
        exchange(C.KIND + card("unrest")).apply(C.KIND + card(answer), sink)
        shown.append(sink.keys)
    assert shown[0][2] == shown[1][2]
    assert shown[0][0] != shown[1][0]


# --- the end of a turn and of the game ---


@pytest.mark.rule("R22.10", "R7.1")
def test_the_first_player_token_goes_to_the_left() -> None:
    table = Table(players=4).played("Spain", C.TAXATION)
    state = play(talks(table, first=3), C.NO)
    assert int(state.data["first"]) == 0
    assert int(state.data["phase"]) == C.KINGDOM_PHASE
    assert not state.data["played"].any()


def without_tiles(*glory: int, **options: int) -> Table:
    """All ten tiles are won, by seats 0 to 3: four, four, one and one; and these tokens."""
    table = Table(players=4, achievements=10, **options)
    for seat, tokens in enumerate(glory):
        table.glory(seat, tokens)
    shares = [(0, 4), (4, 8), (8, 9), (9, 10)]
    for seat, (low, high) in enumerate(shares):
        table.tiles(seat, *ACHIEVEMENTS[low:high])
    return table


@pytest.mark.rule("R25.1", "R25.2")
def test_without_tiles_most_glory_wins_after_the_negotiations() -> None:
    state = play(talks(without_tiles(2, 3, 7, 0)), C.NO)
    assert state.over
    assert [r.score for r in state.returns()] == [22, 23, 12, 5]
    assert [r.win for r in state.returns()] == [0, 1, 0, 0]
    assert not state.capped


@pytest.mark.rule("R25.1", "Q50")
def test_with_a_tile_on_display_the_game_goes_on() -> None:
    table = without_tiles(2, 3, 7, 0)
    table.record["tiles"][3] = table.record["earned"][3][C.FROM_CONQUEST] = 0
    table.set(display=1 << 9)
    assert not play(talks(table), C.NO).over


@pytest.mark.rule("R25.3", "Q56")
def test_a_tie_is_played_on_until_somebody_has_more() -> None:
    state = play(talks(without_tiles(2, 2, 3, 0)), C.NO)
    assert not state.over
    assert (int(state.data["tie"]), int(state.data["tied_at"])) == (1, 22)
    assert int(state.data["turn"]) == 1
    table = without_tiles(2, 2, 17, 0).set(tie=1, tied_at=22).crowns("France", 20)
    state = play(table.kingdom("France"), C.CARD_TYPE + C.DEVELOPMENT)
    assert not state.over
    play(state, C.INSTITUTION + C.ARTISTIC)
    assert state.over, "in mid-turn, and by somebody who was not tied"
    assert [r.win for r in state.returns()] == [0, 0, 1, 0]


@pytest.mark.rule("R25.3")
def test_a_tie_that_nobody_breaks_goes_on_for_another_turn() -> None:
    table = without_tiles(2, 2, 3, 0).set(tie=1, tied_at=22)
    state = play(talks(table), C.NO)
    assert not state.over
    assert int(state.data["tied_at"]) == 22


# --- an agreed last turn ---


def agreed(*tokens: int, turn: int = 2) -> Table:
    """Three turns were agreed on; all thirty tiles are still there."""
    table = Table(players=4, achievements=30, last_turn=3).set(turn=turn)
    for seat, n in enumerate(tokens):
        table.glory(seat, n)
    return table


@pytest.mark.rule("R1.5")
def test_after_the_agreed_turn_most_glory_wins_whatever_is_on_display() -> None:
    state = play(talks(agreed(1, 4, 2, 3)), C.NO)
    assert state.over
    assert not state.capped, "by the rules"
    assert [r.win for r in state.returns()] == [0, 1, 0, 0]
    assert not play(talks(agreed(1, 4, 2, 3, turn=1)), C.NO).over


@pytest.mark.rule("R1.5", "R25.3")
def test_a_tie_after_the_agreed_turn_is_played_on() -> None:
    state = play(talks(agreed(1, 3, 3, 2)), C.NO)
    assert not state.over
    assert (int(state.data["tie"]), int(state.data["tied_at"])) == (1, 3)
    table = agreed(3, 3, 3, 3, turn=3).set(tie=1, tied_at=3).crowns("France", 20)
    state = play(table.kingdom("France"), C.CARD_TYPE + C.DEVELOPMENT)
    play(state, C.INSTITUTION + C.ARTISTIC)
    assert state.over
    assert [r.win for r in state.returns()] == [0, 0, 1, 0]


@pytest.mark.rule("R1.5")
def test_with_an_agreed_turn_the_last_tile_ends_nothing() -> None:
    table = without_tiles(2, 3, 7, 0, last_turn=9)
    assert not play(talks(table), C.NO).over


@pytest.mark.rule("R1.4", "Q57")
def test_the_turn_cap_ends_the_game_and_ties_share() -> None:
    table = Table(players=4, turn_cap=3).set(turn=2)
    table.glory(1, 4).glory(3, 4)
    state = play(talks(table), C.NO)
    assert state.over
    assert state.capped
    assert [r.win for r in state.returns()] == [0, 0.5, 0, 0.5]
