"""Wallenstein, Emperor's Court: courtiers, plans and who asks when (C1 to C11, C13, C14)."""

from __future__ import annotations

import json

import pytest
from wallenstein_builder import (
    PEASANTS,
    armies,
    begin,
    fall,
    first_decision,
    happen,
    loaded,
    play,
    texts,
)
from wallenstein_court import CourtTable, entrance, take

from eminence import engines
from eminence.engines.wallenstein.names import ACTIONS, PHASE_WORDS
from eminence.engines.wallenstein.state import Card, Phase

COURT = ("court",)
CONVERT_3, CONVERT_2, CONVERT_1 = 10, 11, 12


def phase(state: engines.Position) -> Phase:
    return Phase(state.data["phase"])


def until(state: engines.State, wanted: str) -> None:
    """Play on, always what comes first, up to a phase."""
    while phase(state) != wanted:
        if state.player == engines.CHANCE:
            state.apply(state.outcomes()[0][0])
        else:
            state.apply(state.actions()[0])


# --- setting up ---


@pytest.mark.rule("C1")
def test_a_plan_has_three_more_boxes_and_three_more_cards() -> None:
    state = first_decision(3, expansions=COURT)
    assert "bid: dice tower card" in texts(state)
    places = []
    while state.player == 0:
        places.append(texts(state)[0].split(":")[0])
        cards = [t for t in texts(state) if t.endswith(": dice tower card")]
        state.apply(state.parse(cards[0]) if cards else state.actions()[0])
    assert places == ["bid", *ACTIONS, "convert 3", "convert 2", "convert 1"]
    assert [state.data["bid"][0], *state.data["box"][0]].count(Card.TOWER_CARD) == 3
    assert loaded(3, expansions=COURT)[1].court.courtiers == 7


@pytest.mark.rule("C2")
def test_example_of_the_first_courtiers() -> None:
    """Two of Frank's, two of Dirk's and one of Anika's armies fall out."""
    state = loaded(3, expansions=COURT)[0].root()
    before = state.data["supply"].tolist()
    fall(state, {0: 2, 1: 2, 2: 1, PEASANTS: 2})
    assert entrance(state) == [2, 2, 1]
    assert not state.data["tray"].any()
    back = [had + out for had, out in zip(before[:3], (2, 2, 1), strict=True)]
    assert state.data["supply"].tolist()[:3] == back


@pytest.mark.rule("C3", "C4")
def test_example_of_the_favor_cards() -> None:
    """#10 lies on the space for four courtiers, #8 on that for three, #2 on that for two."""
    state = loaded(3, expansions=COURT)[0].root()
    until(state, Phase.FAVOR_CARD)
    assert state.data["tile"].all()
    for number in (8, 2, 10):
        outcome = next(o for o, _ in state.outcomes() if f"favor {number} " in state.text(o))
        happen(state, state.text(outcome))
    assert state.data["favors"].tolist() == [10, 8, 2]
    assert phase(state) == Phase.PLAN
    assert state.game.fields.encode(state.data)["favor_deck"].count("favor 8") == 0
    assert len(state.game.fields.encode(state.data)["favor_deck"]) == 18


@pytest.mark.rule("C4")
def test_six_rounds_use_18_favor_cards() -> None:
    state = loaded(3, expansions=COURT)[0].root()
    state.playout(5)
    assert int(state.data["favor_deck"]).bit_count() == 3
    assert not state.data["favors"].any()


# --- plans ---


@pytest.mark.rule("C5")
def test_every_box_of_the_extra_board_is_covered_if_possible() -> None:
    state = first_decision(3, expansions=COURT)
    while state.player == 0:
        state.apply(state.actions()[-1])
    assert all(state.data["box"][0][CONVERT_3:])
    table = CourtTable(3).county(0, "Altmark", 2).county(1, "Baden", 2).county(2, "Passau", 2)
    position = table.position()
    for field in ("closed", "bid", "box"):
        del position[field]
    state = table.read(0, position | {"phase": PHASE_WORDS[Phase.PLAN]})
    # A county, five money cards and three dice tower cards for fourteen places.
    empty = 0
    while state.player == 0:
        empty += texts(state)[0].endswith(": nothing")
        state.apply(state.actions()[0])
    assert empty == 5
    assert [state.data["bid"][0], *state.data["box"][0]].count(0) == 5


@pytest.mark.rule("C6.1", "C6.2", "C6.3")
def test_example_of_barbaras_extra_board() -> None:
    """Three armies of Vogtland and two of the tray become courtiers; money does nothing."""
    table = CourtTable(3).county(0, "Vogtland", 4).tower(0, tray=2)
    table.order(0, "convert 3", "Vogtland").order(0, "convert 2", "dice tower card")
    state = table.order(0, "convert 1", "money card").favors(10, 8, 2).state()
    supply = int(state.data["supply"][0])
    begin(state)
    assert state.data["audience"][0] == 5
    assert armies(state, "Vogtland") == 1
    assert state.data["tray"][0] == 0
    assert state.data["supply"][0] == supply + 5


@pytest.mark.rule("C6.1", "C6.4")
def test_one_army_must_stay_and_a_box_is_carried_out_in_full_or_not_at_all() -> None:
    table = CourtTable(3).county(0, "Vogtland", 3).county(0, "Altmark", 2).tower(0, tray=1)
    table.order(0, "convert 3", "Vogtland").order(0, "convert 2", "dice tower card")
    state = table.order(0, "convert 1", "Altmark").state()
    begin(state)
    assert entrance(state) == [1, 0, 0]
    assert (armies(state, "Vogtland"), armies(state, "Altmark")) == (3, 1)
    assert state.data["tray"][0] == 1


@pytest.mark.rule("C6.4")
def test_nobody_has_more_than_seven_courtiers() -> None:
    table = CourtTable(3).county(0, "Vogtland", 9).county(0, "Altmark", 9).hall(5, 0, 0)
    state = table.order(0, "convert 3", "Vogtland").order(0, "convert 2", "Altmark").state()
    begin(state)
    assert state.data["audience"][0] == 7
    assert (armies(state, "Vogtland"), armies(state, "Altmark")) == (9, 7)


@pytest.mark.rule("C6.2")
def test_all_own_armies_of_the_tray_may_go_and_nobody_elses() -> None:
    table = CourtTable(3).county(0, "Altmark", 1).tower(0, tray=1).tower(1, tray=3)
    state = table.order(0, "convert 1", "dice tower card").state()
    begin(state)
    assert state.data["tray"].tolist()[:2] == [0, 3]
    assert entrance(state)[0] == 1


@pytest.mark.rule("C7")
def test_a_dice_tower_card_on_the_mat_does_nothing_and_bids_like_zero() -> None:
    table = CourtTable(3).county(0, "Altmark", 3).has(0, thalers=5).has(1, thalers=1)
    table.county(1, "Baden", 2).bid(0, "dice tower card").bid(1, "Baden").bid(2, "0 Thalers")
    state = table.order(0, "palace", "dice tower card").state()
    state.apply(state.outcomes()[0][0])
    # Baden goes first; the dice tower card and the 0 are drawn.
    assert state.player == 1
    state.apply(state.actions()[0])
    assert sorted(o for o, _ in state.outcomes()) == [0, 2]
    assert state.data["thalers"][0] == 5
    while phase(state) in (Phase.TIE, Phase.CHOOSE):
        options = state.outcomes() if state.player == engines.CHANCE else [(state.actions()[0], 1)]
        state.apply(options[0][0])
    assert state.data["thalers"][0] == 5
    assert not state.data["built"].any()


# --- the Court ---


@pytest.mark.rule("C3", "C8")
def test_all_extra_boards_are_opened_before_the_first_favor_and_action() -> None:
    table = CourtTable(3).county(0, "Altmark", 8).county(1, "Baden", 8).county(2, "Passau", 8)
    table.county(1, "Augsburg", 8).hall(3, 0, 0)
    table.order(0, "convert 1", "Altmark").order(1, "convert 3", "Baden")
    table.order(1, "convert 2", "Augsburg").order(2, "combat A", "Passau")
    state = table.favors(9, 5, 2).state()
    begin(state)
    # Seat 1 has five courtiers only because its board was opened before seat 0 could ask.
    assert (phase(state), state.player) == (Phase.FAVOR, 1)
    play(state, take(state, 2))
    assert state.player == 0
    play(state, "take no favor")
    assert (phase(state), state.player) == (Phase.MOVE, 2)


@pytest.mark.rule("C9", "C10", "C11")
def test_example_of_favors_in_turn() -> None:
    """Barbara takes #8 for three, Dirk #2 for two; Jens, then Anika, cannot pay for #10."""
    table = CourtTable(4).county(0, "Vogtland", 4).tower(0, tray=2)
    for seat, county in ((1, "Baden"), (2, "Passau"), (3, "Augsburg")):
        table.county(seat, county, 2)
    table.order(0, "convert 3", "Vogtland").order(0, "convert 2", "dice tower card")
    table.order(0, "convert 1", "money card").order(3, "combat A", "Augsburg")
    state = table.favors(10, 8, 2).hall(0, 4, 3, 3).state()
    begin(state)
    assert state.player == 0
    play(state, take(state, 8))
    assert state.player == 1
    assert state.data["audience"].tolist()[:2] == [2, 4]
    assert texts(state) == [
        "take no favor",
        "take favor 2 (3 Thalers) for 2 courtiers",
        "take favor 10 (safe from combat A) for 4 courtiers",
    ]
    thalers = int(state.data["thalers"][1])
    play(state, take(state, 2))
    assert state.data["thalers"][1] == thalers + 3
    # Nobody else can pay: the courtiers go back and #10 is gone.
    assert phase(state) == Phase.MOVE
    assert entrance(state) == [2, 2, 3, 3]
    assert not state.data["audience"].any()
    assert not state.data["favors"].any()
    assert not state.data["kept"].any()


@pytest.mark.rule("C9")
def test_of_equals_the_earlier_in_the_player_order_asks_first() -> None:
    table = CourtTable(3).county(0, "Altmark", 2).county(1, "Baden", 2).county(2, "Passau", 2)
    state = table.hall(4, 5, 4).state()
    begin(state, positions={0: 3, 1: 1, 2: 2})
    asked = []
    while phase(state) == Phase.FAVOR:
        asked.append(state.player)
        play(state, "take no favor")
    assert asked == [1, 2, 0]


@pytest.mark.rule("C9")
def test_who_has_too_few_courtiers_is_not_asked() -> None:
    table = CourtTable(3).county(0, "Altmark", 2).county(1, "Baden", 2).county(2, "Passau", 2)
    state = table.hall(1, 2, 0).state()
    begin(state)
    assert state.player == 1
    play(state, take(state, 19))
    assert entrance(state) == [1, 0, 0]


@pytest.mark.rule("C10")
def test_one_card_each_and_the_step_ends_with_the_last_card() -> None:
    table = CourtTable(3).county(0, "Altmark", 2).county(1, "Baden", 2).county(2, "Passau", 2)
    state = table.favors(19, 13, 6).hall(7, 6, 5).state()
    begin(state)
    for seat, number in enumerate((19, 13, 6)):
        assert state.player == seat
        play(state, take(state, number))
    assert entrance(state) == [3, 3, 3]
    assert [s["favors"] for s in state.sources()] == [3, 2, 1]


@pytest.mark.rule("C11")
def test_courtiers_stay_for_the_next_rounds() -> None:
    table = CourtTable(3).county(0, "Altmark", 2).county(1, "Baden", 2).county(2, "Passau", 2)
    state = table.hall(5, 3, 0).state()
    begin(state)
    play(state, "take no favor", "take no favor")
    until(state, Phase.PLAN)
    assert entrance(state) == [5, 3, 0]
    assert state.data["favors"].all()


@pytest.mark.rule("C13")
def test_a_favor_may_be_taken_for_nothing() -> None:
    table = CourtTable(3).county(0, "Lausitz", 2, "churches").county(1, "Baden", 2)
    state = table.county(2, "Passau", 2).favors(17, 14, 12).hall(4, 0, 0).supply(0, 0).state()
    begin(state)
    assert len(texts(state)) == 4
    for number in (17, 14, 12):
        copy = state.copy()
        play(copy, take(copy, number))
        assert armies(copy, "Lausitz") == 2
        assert copy.data["tray"][0] == 0
        assert phase(copy) != Phase.USE_FAVOR


@pytest.mark.rule("C13")
def test_as_many_armies_as_the_supply_has() -> None:
    table = CourtTable(3).county(0, "Lausitz", 2).county(1, "Baden", 2).county(2, "Passau", 2)
    state = table.favors(14, 12, 2).hall(4, 0, 0).supply(0, 2).state()
    begin(state)
    copy = state.copy()
    play(copy, take(copy, 14))
    assert (copy.data["tray"][0], copy.data["supply"][0]) == (2, 0)
    play(state, take(state, 12), "the armies to Lausitz")
    assert armies(state, "Lausitz") == 4


# --- what is known ---


@pytest.mark.rule("C14")
def test_the_extra_boards_are_secret_until_they_are_opened() -> None:
    table = CourtTable(3).county(0, "Altmark", 8).county(1, "Baden", 2).county(2, "Passau", 2)
    table.order(0, "convert 3", "Altmark").order(0, "convert 1", "dice tower card")
    state = table.order(0, "combat A", "dice tower card").hall(4, 0, 0).state()
    boxes = state.view(1).data["box"][0]
    assert [boxes[CONVERT_3], boxes[CONVERT_2], boxes[CONVERT_1]] == [
        Card.FACE_DOWN,
        0,
        Card.FACE_DOWN,
    ]
    begin(state)
    assert phase(state) == Phase.FAVOR
    boxes = state.view(1).data["box"][0]
    assert boxes[CONVERT_1] == Card.TOWER_CARD
    assert boxes[ACTIONS.index("combat A")] == Card.FACE_DOWN
    assert state.view(1).data["entrance"].tolist() == state.data["entrance"].tolist()


@pytest.mark.rule("C14")
def test_imagined_plans_have_dice_tower_cards_as_often_as_others() -> None:
    """One county, five money and three dice tower cards; a bid and one box are covered."""
    table = CourtTable(3).county(0, "Altmark", 8).county(1, "Baden", 2).county(2, "Passau", 2)
    state = table.order(0, "convert 2", "Altmark").has(0, thalers=4).state()
    view = state.view(1)
    bids, boxes, draws = 0, 0, 3000
    for seed in range(draws):
        data = view.sample(seed).data
        bids += data["bid"][0] == Card.TOWER_CARD
        boxes += data["box"][0][CONVERT_2] == Card.TOWER_CARD
    # Three cards of nine lie in each place: 1000, give or take five standard deviations.
    assert 870 < bids < 1130
    assert 870 < boxes < 1130


@pytest.mark.rule("C14")
def test_cards_that_were_shown_do_not_lie_elsewhere() -> None:
    table = CourtTable(3).county(0, "Altmark", 8).county(1, "Baden", 2).county(2, "Passau", 2)
    for box in ("convert 3", "convert 2", "convert 1"):
        table.order(0, box, "dice tower card")
    table.order(1, "combat A", "Baden").order(0, "combat B", "money card")
    state = table.state()
    begin(state)
    view = state.view(1)
    assert view.data["box"][0][ACTIONS.index("combat B")] == Card.FACE_DOWN
    combat_b = ACTIONS.index("combat B")
    assert not any(
        view.sample(seed).data["box"][0][combat_b] == Card.TOWER_CARD for seed in range(300)
    )


def test_positions_of_the_court_are_checked() -> None:
    table = CourtTable(3).county(0, "Altmark", 2).county(1, "Baden", 2).county(2, "Passau", 2)
    table.hall(4, 0, 0).at(0, 1)
    position = table.position()
    state = table.read("chance", position)
    begin(state)
    asked = json.loads(state.to_json())["position"]
    for said, player, changed in (
        ("entrance[0]: the seat's courtiers", "chance", position | {"audience": [1, 0, 0]}),
        ("favors: ", "chance", position | {"favors": ["favor 20", "favor 21", ""]}),
        ("favors: ", "chance", position | {"favor_deck": ["favor 1"]}),
        ("favors: ", "chance", position | {"used": "favor 1"}),
        ("kept[0]: a card", "chance", position | {"kept": [["favor 18"], [], []]}),
        ("kept[1]: a card", 0, asked | {"kept": [["favor 18"], ["favor 18"], []]}),
        ("entrance[0]: the seat's courtiers", 0, asked | {"audience": [1, 0, 0]}),
        ("entrance[0]: the seat's courtiers", 0, asked | {"entrance": [0, 5, 0]}),
        ("entrance[1]: the seat's courtiers", 1, asked),
    ):
        with pytest.raises(engines.BadPosition) as caught:
            table.read(player, changed)
        assert str(caught.value).startswith(said), str(caught.value)


def test_without_the_court_there_is_nothing_of_it() -> None:
    game, _ = loaded(3)
    state = game.root()
    document = json.loads(state.to_json())
    for extra in ({"entrance": [1, 0, 0]}, {"favor_deck": ["favor 3"]}):
        with pytest.raises(engines.BadPosition):
            game.from_json(json.dumps(document | {"position": document["position"] | extra}))
