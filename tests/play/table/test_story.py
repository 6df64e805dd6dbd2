"""What a step brought is told below it, to each seat as it may know it."""

import pytest
from conformance.walks import Walk, viewers

from eminence import engines
from eminence.play.table.telling.story import Told, as_read_by, lines, news_of, told


def test_neighbours_that_begin_alike_share_a_line():
    story = [Told(step) for step in ("row: wood", "row: straw", "seat 1: pass", "row: foil")]
    assert lines(story) == ["row: wood; straw", "seat 1: pass", "row: foil"]


def test_events_of_one_kind_share_a_line_whoever_they_are_for():
    steps = ("tower, you: 2 fall", "tower, seat 1: 3 fall", "tower: 1 falls")
    assert lines(map(Told, steps)) == ["tower, you: 2 fall; seat 1: 3 fall", "tower: 1 falls"]


def test_a_player_goes_on_after_events_in_the_same_line():
    steps = ["you: draw", "top: red", "you: draw", "top: blue", "seat 1: draw", "you: pass"]
    assert lines(map(Told, steps)) == [
        "you: draw; draw",
        "top: red; blue",
        "seat 1: draw",
        "you: pass",
    ]


def test_what_came_of_steps_stands_below_them():
    story = [
        Told("seat 1: draw"),
        Told("seat 1: build", ("Seat 1 builds a house.", "This round is the last.")),
        Told("seat 1: draw"),
        Told("", ("You get 2 points.",)),
        Told("seat 1: pass"),
    ]
    assert lines(story) == [
        "seat 1: draw; build\n  Seat 1 builds a house.\n  This round is the last.",
        "seat 1: draw",
        "You get 2 points.",
        "seat 1: pass",
    ]


def test_the_readers_own_seat_is_you():
    assert as_read_by("deal, seat 0: Q1", 0) == "deal, you: Q1"
    assert as_read_by("tied bidder: seat 10 before seat 1's card", 1) == (
        "tied bidder: seat 10 before your card"
    )
    assert as_read_by("seat 0: pass", 1) == as_read_by("seat 0: pass", None) == "seat 0: pass"


@pytest.mark.parametrize("name", ["royals", "tic_tac_toe"])
def test_movers_are_told_what_came_of_their_own_moves_alone(name):
    walk = Walk(engines.load(name), 3)
    while not walk.state.over and walk.decisions < 60:
        step = walk.choose()
        for viewer in viewers(walk.game):
            whole, news = told(walk.state, step, viewer), news_of(walk.state, step, viewer)
            assert news.results == whole.results
            assert news.step == ("" if walk.state.player == viewer >= 0 else whole.step)
        walk.play(step)
