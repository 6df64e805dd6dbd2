"""The rules of Kuhn poker: every clause of RULES.md, and impossible positions."""

from __future__ import annotations

import pytest
from small_games import edited, play, scores, wins

from eminence import engines

NAME = "kuhn_poker"


@pytest.mark.rule("R1")
def test_each_seat_gets_one_of_the_cards_that_are_left() -> None:
    state = play(NAME, players=3)
    assert [outcome for outcome, _ in state.outcomes()] == [0, 1, 2, 3]
    state.apply(2)
    assert state.event() == (0, 1)
    assert [outcome for outcome, _ in state.outcomes()] == [0, 1, 3]


@pytest.mark.rule("R2")
def test_seats_act_in_turn_until_somebody_bets() -> None:
    state = play(NAME, 0, 1, 2, players=3)
    for seat in range(3):
        assert state.player == seat
        assert [state.text(action) for action in state.actions()] == ["pass", "bet"]
        state.apply(state.parse("pass"))
    assert state.over


@pytest.mark.rule("R3")
def test_after_a_bet_every_other_seat_answers_once() -> None:
    state = play(NAME, 0, 1, 2, "pass", "bet", players=3)
    for seat in (2, 0):
        assert state.player == seat
        state.apply(state.parse("bet"))
    assert state.over


@pytest.mark.rule("R4")
def test_high_card_wins_the_antes_when_all_pass() -> None:
    assert scores(play(NAME, 0, 2, "pass", "pass")) == [-1, 1]


@pytest.mark.rule("R4")
def test_bettor_wins_pot_when_all_others_fold() -> None:
    state = play(NAME, 0, 1, 2, "bet", "pass", "pass", players=3)
    assert scores(state) == [2, -1, -1]
    assert wins(state) == [1, 0, 0]


@pytest.mark.rule("R4")
def test_called_bet_doubles_the_stakes() -> None:
    assert scores(play(NAME, 1, 2, "pass", "bet", "bet")) == [-2, 2]


@pytest.mark.rule("R5")
def test_no_card_is_shown_at_the_end() -> None:
    over = play(NAME, 0, 2, "pass", "pass")
    assert over.view(0) == play(NAME, 0, 1, "pass", "pass").view(0)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"card": [0, 2]}, r"card\[0\]: missing"),
        ({"dealt": 1}, r"card\[1\]: given"),
        ({"card": [2, 2]}, "two seats hold the same card"),
        ({"acted": 1, "bets": 2}, "player: does not fit"),
        ({"bets": 1}, "not a betting that play can reach"),
    ],
)
def test_contradictions_of_a_position_are_named(position: dict, message: str) -> None:
    state = play(NAME, 0, 1)
    with pytest.raises(engines.BadPosition, match=message):
        state.game.from_json(edited(state, **position))


def test_a_position_file_lists_the_moves_in_turn() -> None:
    text = f'game = "{NAME}"\nview_of = 0\nplayer = 0\ndealt = 2\ncard = 1\n'
    text += 'moves = "pass, bet"'
    assert engines.parse_position(text) == play(NAME, 1, 2, "pass", "bet").view(0)
