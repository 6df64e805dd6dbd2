"""A long board in few lines."""

from __future__ import annotations

from itertools import pairwise

import pytest
from conformance.walks import sampled
from fake_table import sit

from eminence import engines
from eminence.play.table.short_board import ShortBoard, is_short, rows_of

LONG = ("royals", "bruges", "wallenstein", "blood_of_kings")


def shown(position: engines.View, before: str) -> list[str]:
    return [line.text for line in ShortBoard(position, before).lines(whole=False)]


def decisions(name: str) -> list[engines.View]:
    states = sampled(engines.load(name), 4, 30)
    return [state.view(state.player) for state in states if state.player >= 0]


def test_rows_go_on_and_stand_below_their_headings() -> None:
    rows = rows_of("head  a,\n      b\n  low  c,\n       d\n\n  alone")
    assert [row.lines for row in rows] == [
        ("head  a,", "      b"),
        ("  low  c,", "       d"),
        ("",),
        ("  alone",),
    ]
    assert [row.heading for row in rows] == [(), ("head  a,", "      b"), (), ()]


@pytest.mark.parametrize("name", LONG)
def test_what_was_not_seen_before_is_shown_whole(name: str) -> None:
    for view in decisions(name)[:3]:
        assert "\n".join(shown(view, "")) == view.board()


@pytest.mark.parametrize("name", LONG)
def test_what_has_not_changed_is_left_out_unless_it_matters(name: str) -> None:
    for view in decisions(name)[:5]:
        lines = shown(view, view.board())
        assert lines[0] == view.board().split("\n")[0]
        assert not any(line.is_new for line in ShortBoard(view, view.board()).lines(whole=True))
        assert any(line.startswith(f"seat {view.seat}") for line in lines)
        others = [seat for seat in range(view.game.seats) if seat != view.seat]
        assert not any(line.startswith(f"seat {seat}") for line in lines[1:] for seat in others)
        assert len(lines) < len(view.board().split("\n")) // 2


@pytest.mark.parametrize("name", LONG)
def test_every_change_is_shown_below_its_heading(name: str) -> None:
    views = decisions(name)
    for before, now in pairwise(views):
        lines = shown(now, before.board())
        known = set(before.board().split("\n"))
        assert {line for line in now.board().split("\n") if line} - known <= {*lines}
        for row in rows_of(now.board()):
            if row.heading and row.lines[0] not in known:
                assert row.heading[0] in lines


def test_like_rows_below_two_headings_are_told_apart() -> None:
    before = "Spain  x\n  mat  1\nItaly  x\n  mat  2"
    after = "Spain  x\n  mat  2\nItaly  x\n  mat  2"
    known = {row.about for row in rows_of(before)}
    assert [row.lines for row in rows_of(after) if row.about not in known] == [("  mat  2",)]


def test_a_short_board_is_always_shown_whole(tmp_path) -> None:
    screen, loop = sit(tmp_path, "1", game="tic_tac_toe")
    board = loop.live.state.view(0).board()
    assert is_short(board)
    assert board in screen.after("1")


def test_events_stand_below_the_board_and_above_the_moves(tmp_path) -> None:
    lines = ["draw", "draw", "end the turn"]
    screen, _ = sit(tmp_path, *lines, game="royals", seats=("me", "greedy", "greedy"))
    said = screen.after("end the turn")
    assert said.index("period 1648") < said.index("seat 0: ") < said.index("* seat 1: ")
    assert said.index("* seat 2: ") < said.index("\n1  ")
    assert said.split("\n")[0] == ""
