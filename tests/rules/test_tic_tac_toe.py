"""The rules of tic-tac-toe: every clause of RULES.md, and impossible positions."""

from __future__ import annotations

import pytest
from small_games import edited, play, scores, wins

from eminence import engines

NAME = "tic_tac_toe"
#: the eight lines of the board
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


@pytest.mark.rule("R1")
def test_seats_take_turns_and_seat_0_begins() -> None:
    assert [play(NAME, *range(n)).player for n in range(4)] == [0, 1, 0, 1]


@pytest.mark.rule("R2")
def test_a_marked_cell_is_not_offered_again() -> None:
    state = play(NAME, 4)
    assert state.actions() == [0, 1, 2, 3, 5, 6, 7, 8]
    with pytest.raises(engines.IllegalAction):
        state.apply(4)


@pytest.mark.rule("R3")
@pytest.mark.parametrize("line", LINES)
def test_three_in_a_row_wins(line: str) -> None:
    first, second, third = map(int, line)
    others = [cell for cell in range(9) if str(cell) not in line]
    state = play(NAME, first, others[0], second, others[1], third)
    assert state.over
    assert scores(state) == [1, -1]


@pytest.mark.rule("R4")
def test_a_full_board_without_a_line_is_a_draw() -> None:
    state = play(NAME, 0, 1, 2, 4, 3, 5, 7, 6, 8)
    assert state.over
    assert scores(state) == [0, 0]
    assert wins(state) == [0.5, 0.5]


@pytest.mark.parametrize(
    ("marks", "message"),
    [
        ([1, 1], "same cell"),
        ([3, 0], "2 of x and 0 of o"),
        ([7, 0o700], "seat 0 has three in a row, yet seat 1 moved"),
        ([1, 2], "player: does not fit"),
    ],
)
def test_contradictions_of_a_position_are_named(marks: list[int], message: str) -> None:
    state = play(NAME, 0)
    with pytest.raises(engines.BadPosition, match=message):
        state.game.from_json(edited(state, marks=marks))
