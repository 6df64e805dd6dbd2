"""What networks see of the small games, in positions made by hand."""

from __future__ import annotations

import pytest
from small_games import play

from eminence import engines


def seen(state: engines.State, seat: int) -> dict[str, float]:
    """The features that are not zero."""
    pairs = zip(state.game.words.features, state.features(seat), strict=True)
    return {name: float(value) for name, value in pairs if value}


def traits(state: engines.State, move: str) -> set[str]:
    """The traits of one legal move."""
    row = state.traits()[state.actions().index(state.parse(move))]
    return {state.game.words.traits[i] for i in row if i >= 0}


# --- connect four ---


def test_connect_four_sees_who_can_make_four() -> None:
    state = play("connect_four", 0, 1, 0, 1, 0)
    own, other = seen(state, 0), seen(state, 1)
    assert own["own fourth 3"] == other["other fourth 3"] == 1
    assert own["wins now"] == other["loses now"] == 1
    assert "to move" not in own
    assert other["to move"] == 1


def test_connect_four_tells_wins_and_blocks() -> None:
    state = play("connect_four", 0, 1, 0, 1, 0)
    assert traits(state, "o0") == {"cell 3", "blocks"}
    state.apply(1)
    assert traits(state, "x0") == {"cell 3", "wins"}
    assert traits(state, "x1") == {"cell 9", "blocks"}


def test_connect_four_tells_what_a_move_opens() -> None:
    """Three of x lie in the second row: o must not build below the fourth."""
    state = play("connect_four", 0, 1, 1, 6, 2, 6, 2, 5, 0)
    assert seen(state, 1)["other fourth 19"] == 1
    assert traits(state, "o3") == {"cell 18", "opens other"}


# --- Goofspiel ---


def test_goofspiel_does_not_tell_who_has_bid() -> None:
    before = play("goofspiel", 4, num_cards=5, players=3)
    after = before.copy()
    after.apply(2)
    assert seen(after, 1) == seen(before, 1)
    assert seen(after, 0) == {
        **{name: value for name, value in seen(before, 0).items() if name != "to bid"},
        "bid 2": 1,
    }


def test_goofspiel_tells_a_bid_that_cannot_be_beaten() -> None:
    state = play("goofspiel", 2, num_cards=4)
    assert traits(state, "bid 4") == {"card 3", "place 0", "safe 1", "over 3"}
    assert traits(state, "bid 3") == {"card 2", "place 1", "safe 0", "over 2"}


def test_goofspiel_sees_a_lead_that_cannot_be_lost() -> None:
    state = play("goofspiel", 3, 3, 0, num_cards=4)
    assert seen(state, 0)["own lead"] == pytest.approx(0.4)
    assert "own out of reach" not in seen(state, 0)
    for move in (2, 2, 1):
        state.apply(move)
    assert seen(state, 0)["own out of reach"] == seen(state, 1)["next out of reach"] == 1


# --- Leduc poker ---


def test_leduc_counts_the_cards_that_win_and_lose() -> None:
    before = play("leduc_poker", "Q1", "K1")
    assert seen(before, 0)["ahead"] == seen(before, 0)["behind"] == pytest.approx(0.4)
    pair = play("leduc_poker", "Q1", "K1", "call", "call", "Q2")
    assert seen(pair, 0)["pair"] == seen(pair, 0)["ahead"] == 1
    assert seen(pair, 1)["behind"] == pytest.approx(0.25)


def test_leduc_tells_an_answer_from_a_first_move() -> None:
    state = play("leduc_poker", "Q1", "K1")
    assert traits(state, "call") == {"move 1"}
    state.apply(state.parse("raise"))
    assert traits(state, "call") == {"answer 1"}
    assert seen(state, 1)["to call"] == 1


def test_leduc_sees_who_folded() -> None:
    state = play("leduc_poker", "Q1", "K1", "raise", "fold")
    assert seen(state, 1)["own folded"] == seen(state, 0)["next folded"] == 1


# --- phantom tic-tac-toe ---


def test_phantom_sees_only_the_marks_it_found() -> None:
    state = play("phantom_ttt", 4, 4)
    assert seen(state, 1)["found 4"] == 1
    assert "not found" not in seen(state, 1)
    assert not any(name.startswith("found") for name in seen(state, 0))


def test_phantom_tells_the_third_of_a_line() -> None:
    state = play("phantom_ttt", 0, 4, 1, 0, 1, 5)
    assert seen(state, 0)["own third 2"] == seen(state, 1)["other third 2"] == 1
    assert traits(state, "x(0,2)") == {"cell 2", "wins"}


# --- Stacks ---


@pytest.fixture
def bluffed() -> engines.State:
    """Seat 0 has laid a straw and called it stone; seat 1 is to move."""
    cards = ("straw", "wood", "stone", "foil", "wood", "wood")
    return play("stacks", *cards, "place as stone", "play straw", "pass")


def test_stacks_sees_its_own_bluff_and_not_the_other_ones(bluffed: engines.State) -> None:
    assert seen(bluffed, 0)["own bluff 0"] == 1
    assert seen(bluffed, 0)["own card 0"] == 1
    theirs = seen(bluffed, 1)
    assert theirs["next claim 2"] == 1
    assert not any(name.startswith(("next card", "next bluff")) for name in theirs)


def test_stacks_tells_a_known_bluff_from_an_unknown_card(bluffed: engines.State) -> None:
    unknown = {"verb 6", "side 1", "slot 0", "claim 2"}
    assert traits(bluffed, "challenge card 1 of stack 0") == unknown
    for move in ("peek at card 1 of stack 0", "pass", "pass"):
        bluffed.apply(bluffed.parse(move))
    assert traits(bluffed, "challenge card 1 of stack 0") == {*unknown, "false"}


def test_stacks_tells_which_claims_the_hand_can_keep(bluffed: engines.State) -> None:
    assert "true" in traits(bluffed, "place as stone")
    assert "false" in traits(bluffed, "place as straw")
