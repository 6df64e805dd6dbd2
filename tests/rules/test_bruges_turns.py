"""Bruges: a turn without a card in the hand, and cards that a player may draw (R12, R28.13)."""

from __future__ import annotations

import pytest
from bruges_builder import Person, Table, infinity, of, play, settle_backs, texts, worker

from eminence import engines

SERVANT = worker("draw(1)", "red")
CUPBEARER = infinity("round: draw(1)")


def out_of_cards(person: Person, **others: Person) -> engines.State:
    """The third card of a round of two: seat 0 has one left and a person that draws."""
    table = Table(Drawer=person, **others).people(0, "Drawer", *others).hand(0, "yellow 1")
    table.hand(1, "red 1", "red 2").seat(0, workers={"red": 1}).set(cycle=2)
    return play(
        table.state(), "yellow: take guilders", "end the turn", "red: take workers", "play red 1"
    )


@pytest.mark.rule("R12")
@pytest.mark.parametrize("person", [SERVANT, CUPBEARER], ids=["Servant", "Cupbearer"])
def test_a_card_drawn_before_the_turns_card_is_played_can_be_that_card(person: Person) -> None:
    state = out_of_cards(person)
    assert (state.player, state.data["cycle"]) == (0, 3)
    assert texts(state) == ["end the turn", "activate Drawer"]
    play(state, "activate Drawer", "draw from pile 1 (blue)", "blue 1")
    assert state.player == 0, "the turn is not lost"
    assert texts(state)[:2] == ["blue: take workers", "blue: take guilders"]
    assert "end the turn" not in texts(state), "who has a card plays it"
    play(state, "blue: take guilders")
    assert of(state, "guilders", 0) == 3 + 3
    assert state.player == 1


@pytest.mark.rule("R12")
def test_the_play_is_lost_only_when_a_turn_ends_without_a_card() -> None:
    state = play(out_of_cards(SERVANT), "end the turn")
    assert state.player == 1
    play(state, "red: take workers")
    assert state.data["round"] == 1, "the fourth turn of seat 0 is over"


@pytest.mark.rule("R12")
def test_a_person_that_draws_nothing_leaves_the_turn_open() -> None:
    state = out_of_cards(SERVANT, Queen=infinity("round: vp(1)"))
    play(state, "activate Queen")
    assert texts(state) == ["end the turn", "activate Drawer"]


@pytest.mark.rule("R12")
def test_who_may_draw_and_has_to_discard_it_has_no_card_to_play() -> None:
    state = out_of_cards(infinity("round: draw(1,discard=1)"))
    play(state, "activate Drawer", "draw from pile 1 (blue)", "blue 1", "discard blue 1")
    assert state.player == 1


@pytest.mark.rule("R12")
def test_a_card_drawn_after_the_turns_card_waits_for_the_next_turn() -> None:
    table = Table(Drawer=SERVANT).people(0, "Drawer").hand(0, "yellow 1").hand(1, "red 1")
    state = play(table.seat(0, workers={"red": 1}).state(), "yellow: take workers")
    play(state, "activate Drawer", "draw from pile 1 (blue)", "blue 1")
    assert state.player == 1
    play(state, "red: take workers")
    assert (state.player, state.data["cycle"]) == (0, 1)
    assert "blue: take workers" in texts(state)


@pytest.mark.rule("R12", "R27")
def test_an_extra_play_of_the_last_card_leaves_a_card_drawn_then_to_the_turn() -> None:
    table = Table(Coachman=infinity("round: play(from=hand)"), Drawer=CUPBEARER)
    table.people(0, "Coachman", "Drawer").hand(0, "yellow 1").hand(1, "red 1")
    state = play(table.state(), "activate Coachman", "yellow: take workers")
    assert texts(state) == ["end the turn", "activate Drawer"]
    play(state, "activate Drawer", "draw from pile 1 (blue)", "blue 1", "blue: take workers")
    assert of(state, "workers", 0) == {"yellow": 2, "blue": 2}
    assert state.player == 1


def test_every_other_person_of_the_box_that_draws_keeps_the_turn() -> None:
    """With the cards as they are: everybody whose activation can fill an empty hand."""
    game = engines.load("bruges", players=2)
    drawing = [
        card
        for card in game.words.on.cards
        if card.effect.startswith(("draw", "round: draw")) or "; draw" in card.effect
    ]
    drawing = [c for c in drawing if c.activation in (1, 2)]
    assert {"Servant", "Cupbearer", "Lacemaker", "Chambermaid"} <= {c.name for c in drawing}
    for card in drawing:
        person = Person(
            *("infinity", card.effect) if card.activation == 2 else ("worker", card.effect, "red")
        )
        state = out_of_cards(person)
        settle_backs(play(state, "activate Drawer"))
        while state.player == engines.CHANCE or texts(state)[0].startswith(("draw", "discard")):
            chance = state.player == engines.CHANCE
            state.apply(state.outcomes()[0][0] if chance else state.actions()[0])
        hand = sum(of(state, "hand_count", 0).values())
        assert (state.player == 0) == (hand > 0), card.name


# --- phase 1 ---


def refilling(more: int = 1, hand: int = 4) -> engines.State:
    """Seat 1 ends a round, starts the next and refills, with a person that allows more."""
    table = Table(Inventor=infinity(f"mod: hand_size(+{more})")).people(1, "Inventor")
    table.hand(1, "red 1", *(f"brown {i}" for i in range(1, hand + 1)))
    return play(table.set(cycle=3, seat=1).state(1), "red: take workers")


def blind(state: engines.State) -> int:
    return int(state.data["blind"].sum())


@pytest.mark.rule("R28.13")
def test_the_inventors_sixth_card_is_a_choice() -> None:
    """During phase 1, you may refill your hand up to 6 cards."""
    state = refilling()
    assert texts(state) == ["draw from pile 1 (blue)", "draw from pile 2 (brown)"]
    play(state, "draw from pile 1 (blue)")
    assert texts(state)[-1] == "draw no more"
    drawn = play(state.copy(), "draw from pile 2 (brown)")
    assert blind(drawn) == 2
    stopped = play(state.copy(), "draw no more", "blue 1")
    assert sum(of(stopped, "hand_count", 1).values()) == 5
    assert stopped.player == 0, "the next player refills"


@pytest.mark.rule("R28.13")
def test_with_a_full_hand_all_cards_beyond_it_are_choices() -> None:
    state = refilling(more=3, hand=5)
    for cards in range(3):
        assert (blind(state), texts(state)[-1]) == (cards, "draw no more")
        if cards == 2:
            break
        play(state, "draw from pile 1 (blue)")
    play(state, "draw no more", "blue 1", "blue 2")
    assert sum(of(state, "hand_count", 1).values()) == 7


@pytest.mark.rule("R4", "R28.13")
def test_up_to_five_cards_everybody_draws() -> None:
    """She keeps drawing cards until she has 5 cards in hand."""
    state = refilling(hand=3)
    for _ in range(2):
        assert "draw no more" not in texts(state)
        play(state, "draw from pile 1 (blue)")
    assert "draw no more" in texts(state)


@pytest.mark.rule("R6", "R28.13")
def test_a_card_that_need_not_be_drawn_need_not_end_the_game() -> None:
    table = Table(Inventor=infinity("mod: hand_size(+1)")).people(1, "Inventor")
    table.hand(1, "red 1", *(f"brown {i}" for i in range(1, 6))).set(cycle=3, seat=1)
    table.piles = (1, 165 - 99 - 8 - 1)
    state = play(table.state(1), "red: take workers")
    assert not play(state.copy(), "draw no more").data["last_round"]
    assert play(state.copy(), "draw from pile 1 (blue)").data["last_round"]


@pytest.mark.rule("R28.13")
def test_from_a_single_pile_too_the_sixth_card_is_a_choice() -> None:
    table = Table(Inventor=infinity("mod: hand_size(+1)")).people(0, "Inventor")
    table.hand(0, *(f"brown {i}" for i in range(1, 6))).set(extra_in=1, last_round=1)
    keep = {"blue 1", *table.hands[0], *table.downs[0], "Inventor"}
    table.discard(*(name for name in table.cards if name not in keep))
    table.piles = (1, 0)
    table.set(phase="1: draw cards", step="choose a pile", rolled=0, dice={}, begun=1, depth=1)
    state = table.set(frame=[{"task": 2, "seat": 0, "left": 1}, *[{}] * 25]).state()
    assert texts(state) == ["draw from pile 1 (blue)", "draw no more"]
    play(state, "draw no more")
    assert sum(of(state, "hand_count", 0).values()) == 5


# --- everything else that a card lets a player do, and does not make it do ---

OPTIONAL = {
    "unthreat(2,colour=any)": "return a red threat marker",
    "trade(give=guilders:1,get=vp:1,max=2)": "trade",
    "trade(give=worker:1,get=guilders:1,max=2)": "trade a red worker",
    "canal(2,card=no,cost=free)": "build the left canal",
    "house(worker=none,from=hand)": "yellow: build a house",
    "recruit(cost=-9)": "recruit yellow 1",
    "play(from=hand)": "yellow: take workers",
    "reputation(1,cost=1)": "advance",
}


@pytest.mark.rule("R27", "R28.7", "R28.11")
@pytest.mark.parametrize("effect", OPTIONAL)
def test_what_an_effect_allows_can_be_declined_each_time(effect: str) -> None:
    table = Table(Tester=infinity(f"round: {effect}")).people(0, "Tester").hand(1, "red 1")
    table.hand(0, "yellow 1").house(0, "blue")
    table.seat(0, threat={"red": 2}, guilders=9, workers={"red": 2})
    state = play(table.state(), "activate Tester")
    declining = texts(state)[0]
    assert declining in ("stop", "stay")
    assert OPTIONAL[effect] in texts(state)
    stopped = play(state.copy(), declining)
    for field in ("points", "guilders", "reputation"):
        assert of(stopped, field, 0) == of(state, field, 0)
    play(state, OPTIONAL[effect])
    if "2" in effect.replace("give", ""):
        assert texts(state)[0] == "stop", "and the second time"
