"""Wallenstein: cards of the round, plans, bids, player order (R9 to R18)."""

from __future__ import annotations

from collections import Counter

import pytest
from wallenstein_builder import Table, begin, first_decision, happen, loaded, play, texts

from eminence import engines
from eminence.engines.wallenstein.names import ACTIONS, PHASE_WORDS, TILES, places_of
from eminence.engines.wallenstein.state import Phase

COUNTIES = ["Altmark", "Anhalt", "Baden", "Böhmen", "Passau", "Schlesien", "Vogtland"]


def planning(counties: int = 7, thalers: int = 9) -> engines.State:
    """Seat 0 begins to plan with so many counties."""
    table = Table(3)
    for name in COUNTIES[:counties]:
        table.county(0, name, 2)
    table.has(0, thalers=thalers)
    position = table.position()
    position |= {"phase": PHASE_WORDS[Phase.PLAN], "bid": ["nothing"] * 3}
    del position["closed"]
    return table.read(0, position)


def plan_all(state: engines.State) -> None:
    """Everybody lays the last card that is offered, a money card while there is one."""
    while state.data["phase"] == Phase.PLAN:
        state.apply(state.actions()[-1])


# --- a round ---


@pytest.mark.rule("R9")
def test_two_years_of_three_rounds_and_a_winter() -> None:
    state = first_decision(3)
    chance = engines.Chance(4)
    seen = Counter[tuple[int, int]]()
    last = (-1, -1)
    while not state.over:
        now = (int(state.data["year"]), int(state.data["season"]))
        assert now >= last
        last = now
        seen[now] += 1
        state.apply(state.actions()[-1])
        state.resolve(chance)
    rounds = [when for when in seen if when[1] < 3]
    assert rounds == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


@pytest.mark.rule("R9")
def test_a_round_begins_with_action_cards_then_tiles_then_plans() -> None:
    state = loaded(3)[0].root()
    met = [state.data["phase"]]
    while met[-1] != Phase.PLAN:
        state.apply(state.outcomes()[0][0])
        met.append(state.data["phase"])
    assert list(dict.fromkeys(met)) == [
        *(Phase.TOWER, Phase.NEW_EVENT, Phase.ROW, Phase.TILE, Phase.PLAN)
    ]


@pytest.mark.rule("R10")
def test_five_of_ten_action_cards_lie_open() -> None:
    state = first_decision(3)
    row = [ACTIONS[a - 1] for a in state.data["row"] if a]
    assert len(row) == len(set(row)) == 5


@pytest.mark.rule("R11")
def test_the_five_tiles_lie_on_the_five_positions() -> None:
    orders = set()
    for seed in range(8):
        tiles = first_decision(3, seed=seed).data["tile"]
        assert sorted(TILES[t - 1] for t in tiles) == sorted(TILES)
        orders.add(tuple(tiles))
    assert len(orders) > 4


# --- plans ---


@pytest.mark.rule("R12")
def test_each_county_is_laid_once_and_a_money_card_means_no_action() -> None:
    state = planning()
    play(state, "bid: 0 Thalers", "palace: Altmark")
    assert "church: Altmark" not in texts(state)
    play(state, "church: Anhalt", *(f"{place}: money card" for place in places_of(())[3:7]))
    # Four money cards beside the bid.
    assert sorted(texts(state)) == [f"deploy 3: {name}" for name in COUNTIES[2:]]


@pytest.mark.rule("R12")
def test_dirk_wants_to_collect_taxes_in_burgund() -> None:
    """His card lies on "collect taxes" then: no other action in Burgund in this round."""
    table = Table(4).county(0, "Burgund", 2).county(0, "Baden", 2)
    position = table.position() | {"phase": PHASE_WORDS[Phase.PLAN], "bid": ["nothing"] * 4}
    del position["closed"]
    state = table.read(0, position)
    play(state, "bid: nothing", "palace: nothing", "church: nothing", "trading post: nothing")
    play(state, "grain: money card", "taxes: Burgund")
    for place in places_of(())[6:]:
        assert f"{place}: Burgund" not in texts(state)
        play(state, texts(state)[-1])


@pytest.mark.rule("R12")
def test_a_money_card_in_a_box_does_nothing() -> None:
    state = Table(3).county(0, "Altmark", 3).order(0, "taxes", "money card").state()
    begin(state)
    assert state.data["thalers"].tolist() == [0] * 5


@pytest.mark.rule("R12")
def test_a_county_may_be_laid_where_the_action_is_impossible() -> None:
    state = planning(thalers=0)
    play(state, "bid: 0 Thalers")
    assert "palace: Altmark" in texts(state)


@pytest.mark.rule("R13")
def test_who_has_too_few_cards_leaves_boxes_empty_but_no_more_than_needed() -> None:
    """Four counties and five money cards: nine cards for eleven places."""
    state = planning(counties=4)
    assert texts(state)[0] == "bid: nothing"
    play(state, "bid: nothing", "palace: nothing")
    assert "church: nothing" not in texts(state)
    state = planning(counties=6)
    assert "bid: nothing" not in texts(state)


@pytest.mark.rule("R13")
def test_an_empty_box_counts_as_a_money_card() -> None:
    state = Table(3).county(0, "Altmark", 3).state()
    begin(state)
    assert state.data["phase"] == Phase.REVEAL
    assert state.data["step"] == 1


@pytest.mark.rule("R13")
def test_all_see_which_boxes_are_empty_once_the_planning_is_over() -> None:
    state = planning(counties=4)
    play(state, "bid: nothing", "palace: nothing")
    assert state.view(1).data["planned"].tolist() == [0] * 5
    plan_all(state)
    names = state.view(1).game.fields.encode(state.view(1).data)
    assert names["bid"][0] == "nothing"
    assert "palace" not in names["box"][0]
    assert names["box"][0]["church"] == "face down"


@pytest.mark.rule("R14")
def test_any_unused_card_may_be_bid() -> None:
    expected = [f"bid: {name}" for name in COUNTIES] + [f"bid: {n} Thalers" for n in range(5)]
    assert sorted(texts(planning())) == sorted(expected)
    state = planning()
    play(state, "bid: Baden")
    assert "palace: Baden" not in texts(state)
    play(state, *(f"{place}: money card" for place in places_of(())[1:6]))
    assert "deploy 5: money card" not in texts(state)


@pytest.mark.rule("R14")
def test_thalers_that_one_does_not_have_cannot_be_bid() -> None:
    assert [t for t in texts(planning(thalers=2)) if t.endswith("Thalers")] == [
        *("bid: 0 Thalers", "bid: 1 Thalers", "bid: 2 Thalers")
    ]


@pytest.mark.rule("R15")
def test_a_plan_is_the_bid_and_then_the_boxes_in_the_order_of_the_mat() -> None:
    state = planning()
    for place in places_of(()):
        assert state.player == 0
        assert all(text.startswith(f"{place}: ") for text in texts(state))
        state.apply(state.actions()[-1])
    assert state.player == 1


@pytest.mark.rule("R15")
def test_everybody_is_asked_first_in_their_own_eyes() -> None:
    state = planning()
    play(state, "bid: Baden", "palace: Altmark")
    for seat in (1, 2):
        view = state.view(seat)
        assert view.player == seat
        assert not view.data["box"].any()
        assert not view.data["bid"].any()


# --- the event and the auction ---


@pytest.mark.rule("R16")
@pytest.mark.parametrize("season", [0, 1, 2])
def test_one_of_the_open_event_cards_is_drawn(season: int) -> None:
    """2, 3 or 4, depending on which round this is."""
    state = Table(3).at(0, season).state()
    assert [p for _, p in state.outcomes()] == [1 / (4 - season)] * (4 - season)
    before = int(state.data["open_events"])
    card = state.outcomes()[-1][0]
    state.apply(card)
    assert state.data["event"] == card + 1
    assert state.data["open_events"] == before & ~(1 << card)


def chooser_order(bids: list[str], thalers: int = 9) -> list[int]:
    """Who chooses when; of equals the lowest seat is drawn."""
    table = Table(len(bids))
    for seat, bid in enumerate(bids):
        table.has(seat, thalers=thalers).county(seat, COUNTIES[seat], 1).bid(seat, bid)
    state = table.state()
    state.apply(state.outcomes()[0][0])
    order = []
    while state.data["phase"] in (Phase.TIE, Phase.CHOOSE):
        if state.player == engines.CHANCE:
            state.apply(state.outcomes()[0][0])
            continue
        order.append(state.player)
        state.apply(state.actions()[0])
    return order


@pytest.mark.rule("R17")
def test_higher_bids_choose_first_county_before_nought_and_nothing_last() -> None:
    assert chooser_order(["nothing", "0 Thalers", "Baden", "1 Thalers"]) == [3, 2, 1, 0]
    # The last of five has no choice.
    assert chooser_order(["2 Thalers", "Anhalt", "4 Thalers", "0 Thalers", "3 Thalers"]) == [
        *(2, 4, 0, 1)
    ]


@pytest.mark.rule("R17")
def test_bids_are_paid_and_a_county_card_costs_nothing() -> None:
    table = Table(3).county(1, "Anhalt", 2)
    for seat, bid in enumerate(("3 Thalers", "Anhalt", "0 Thalers")):
        table.bid(seat, bid).has(seat, thalers=7)
    state = table.state()
    begin(state)
    assert state.data["thalers"][:3].tolist() == [4, 7, 7]


@pytest.mark.rule("R17")
def test_after_a_county_bid_all_know_that_nothing_happens_there() -> None:
    table = Table(3).county(1, "Anhalt", 2).county(1, "Baden", 2).bid(1, "Anhalt")
    state = table.order(1, "church", "Baden").state()
    begin(state, positions={1: 5, 0: 1, 2: 2})
    closed = state.view(0).game.fields.encode(state.view(0).data).get("closed", [[]] * 3)
    assert "Anhalt" not in closed[1]


@pytest.mark.rule("R18")
@pytest.mark.parametrize("bid", ["2 Thalers", "county", "nothing", "0 Thalers"])
def test_equal_bids_are_drawn_one_after_another(bid: str) -> None:
    table = Table(3)
    for seat in range(3):
        table.county(seat, COUNTIES[seat], 1).has(seat, thalers=5)
        table.bid(seat, COUNTIES[seat] if bid == "county" else bid)
    state = table.state()
    state.apply(state.outcomes()[0][0])
    assert [state.text(o) for o, _ in state.outcomes()] == ["seat 0", "seat 1", "seat 2"]
    happen(state, "seat 1")
    assert state.player == 1
    state.apply(state.actions()[0])
    assert [(state.text(o), p) for o, p in state.outcomes()] == [("seat 0", 0.5), ("seat 2", 0.5)]
    happen(state, "seat 2")
    state.apply(state.actions()[0])
    # The last one needs no draw.
    assert state.player == 0


@pytest.mark.rule("R18")
def test_a_player_takes_a_free_position_with_its_tile() -> None:
    state = Table(3).bid(0, "1 Thalers").has(0, thalers=1).tiles("deploy", "grain").state()
    state.apply(state.outcomes()[0][0])
    assert texts(state)[:2] == ["position 1 with tile deploy", "position 2 with tile grain"]
    play(state, "position 2 with tile grain")
    happen(state, "seat 2")
    assert "position 2 with tile grain" not in texts(state)
    assert len(texts(state)) == 4


@pytest.mark.rule("R18")
def test_the_player_selecting_the_bonus_tile_on_box_1_is_first_player() -> None:
    """This round, the player order is Red (seat 1), Blue (seat 2), Black (seat 0)."""
    table = Table(3)
    for seat, name in enumerate(("Altmark", "Baden", "Passau")):
        table.county(seat, name, 3).order(seat, "combat A", name)
    state = table.state()
    begin(state, positions={1: 1, 2: 3, 0: 4})
    assert state.player == 1
    assert [int(seat) - 1 for seat in state.data["leader"] if seat] == [1, 2, 0]


@pytest.mark.rule("R18")
def test_positions_that_nobody_took_are_passed_over() -> None:
    """Positions 1, 3 and 5: all three are asked, in that order."""
    table = Table(3)
    for seat in range(3):
        table.county(seat, ("Altmark", "Baden", "Passau")[seat], 3)
        table.order(seat, "combat A", ("Altmark", "Baden", "Passau")[seat])
    state = table.state()
    begin(state, positions={2: 1, 0: 3, 1: 5})
    asked = []
    for _ in range(3):
        asked.append(state.player)
        play(state, "stay")
    assert asked == [2, 0, 1]
