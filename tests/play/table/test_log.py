"""The log goes back by rounds: to the seat's turn, or to the beginning of the part it was in."""

import pytest
from conformance.walks import Walk

from eminence import engines
from eminence.play.table.live_game import LiveGame
from eminence.play.table.saved_game import SavedGame
from eminence.play.table.telling.log import log

SEAT = 0


def played(name, decisions, **options):
    """A game at random up to a decision of the seat, and the moves of all."""
    game = engines.load(name, **options)
    walk, moves, movers = Walk(game, 3), [], []
    while len(moves) < decisions or walk.state.player != SEAT:
        step = walk.choose()
        if walk.state.player >= 0:
            moves.append(walk.state.text(step))
            movers.append(walk.state.player)
        walk.play(step)
    seats = ("me", *["random"] * (game.seats - 1))
    return SavedGame(game, seats, 3, tuple(moves)), movers


def turns_of(movers):
    return sum(who == SEAT and movers[i - 1 : i] != [SEAT] for i, who in enumerate(movers))


def own_moves(story):
    """The seat's own moves in the log."""
    lines = [
        line.partition(": ")[2]
        for text in story
        for line in text.splitlines()
        if line.startswith("* you: ")
    ]
    return [move for line in lines for move in line.split("; ")]


def test_a_round_goes_back_to_the_beginning_of_the_seats_turn():
    saved, movers = played("royals", 60, players=3)
    last = len(movers) - 1 - movers[::-1].index(SEAT)
    first = last
    while movers[first - 1] == SEAT:
        first -= 1
    mine = [*saved.moves[first : last + 1]]
    assert own_moves(log(saved, SEAT, 1)) == mine
    assert log(saved, SEAT, 1)[0].startswith(("* you: ", "* display"))
    everything = log(saved, SEAT, turns_of(movers))
    assert log(saved, SEAT, 1000) == everything or len(log(saved, SEAT, 1000)) > len(everything)
    assert own_moves(everything) == [
        move for move, who in zip(saved.moves, movers, strict=True) if who == SEAT
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "heads"), [("wallenstein", "--- year 1, "), ("blood_of_kings", "--- turn ")]
)
def test_where_seats_are_asked_in_between_a_round_is_a_part_of_the_game(name, heads):
    saved, _ = played(name, 150)
    story = log(saved, SEAT, 1)
    assert story[0].startswith(heads)
    longer = log(saved, SEAT, 2)
    assert len(longer) > len(story)
    assert longer[-len(story) :] == story
    headings = [line for line in longer if line.startswith("--- ")]
    assert len(headings) == len({*headings}) >= 2


def test_the_log_of_a_game_without_moves_is_short():
    saved = SavedGame(engines.load("tic_tac_toe"), ("me", "random"), 1)
    assert log(saved, SEAT, 1) == []


def test_what_came_of_own_moves_is_news_and_what_was_done_is_not():
    saved, _ = played("royals", 0, players=2)
    live = LiveGame(saved)
    live.news(SEAT)
    won = 0
    walk = Walk(saved.game, 3)
    while not live.state.over and not won:
        mover = live.state.player
        live.apply(
            live.state.actions()[-1] if mover == SEAT else walk.rng.choice(live.state.actions())
        )
        told = live.news(SEAT)
        assert not any(line.startswith("you: ") for line in told)
        won += mover == SEAT and any("You win the City bonus of" in line for line in told)
    assert won
