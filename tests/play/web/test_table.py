"""A table: decisions ahead of the rules, taking back, bots that stand in."""

import json
import pickle

import pytest
from web_tables import again, table_of, wander

from eminence import engines, search
from eminence.engines import BadOption
from eminence.engines.kit.options import LEVELS
from eminence.experiments.games.driver import seated
from eminence.play.table.decision import text_of
from eminence.play.table.telling.log import log
from eminence.play.web.history import History
from eminence.play.web.jobs import BotMove
from eminence.play.web.snapshot import snapshot


def first_move(table, seat):
    return text_of(table.decision(seat).offer.moves[0])


# --- all at the same time ---


def test_where_all_decide_at_once_nobody_waits_for_the_others():
    table = table_of("goofspiel", num_cards=4)
    assert table.decision(0)
    assert table.decision(1)
    table.decide(1, first_move(table, 1))
    assert table.moves == ()
    assert len(table.kept(1)) == 1
    assert table.decision(1) is None
    table.decide(0, first_move(table, 0))
    assert len(table.moves) == 2
    assert table.kept(1) == []


def test_nobody_learns_who_has_decided_already():
    table = table_of("goofspiel", num_cards=4)
    before = snapshot(table, 0)
    table.decide(1, first_move(table, 1))
    assert snapshot(table, 0) == before


def test_a_decision_ahead_can_be_taken_back():
    table = table_of("goofspiel", num_cards=4)
    assert table.undo_kind(1) == ""
    before = snapshot(table, 1)
    table.decide(1, first_move(table, 1))
    assert table.undo_kind(1) == "free"
    table.undo(1)
    assert snapshot(table, 1) == before
    assert table.kept(1) == []


# --- after a restart ---


@pytest.mark.slow
@pytest.mark.parametrize("name", engines.names())
def test_a_table_is_the_same_after_a_restart(name):
    for i, table in enumerate(wander(table_of(name), 3, 30)):
        if i % 10 == 9 or table.live.state.over:
            other = again(table)
            for viewer in (*range(table.game.seats), engines.PUBLIC):
                assert snapshot(other, viewer) == snapshot(table, viewer)


@pytest.mark.slow
@pytest.mark.parametrize("name", engines.names())
def test_the_log_is_that_of_the_terminal(name):
    (*_, table) = wander(table_of(name), 4, 25)
    for seat in range(table.game.seats):
        rounds = table.history.log(seat)
        shown = []
        for each in rounds:
            if each["part"] and each["lines"]:
                shown.append(f"--- {each['part']} ---")
            shown += [f"* {line}" for line in each["lines"]]
        assert shown == log(table.saved, seat, 10_000)


def test_the_log_follows_what_is_taken_back():
    table = table_of("tic_tac_toe")
    table.decide(0, "x(1,1)")
    table.decide(1, "o(0,0)")
    history = History(table.saved)
    assert history.log(0) == [{"part": "", "lines": ["you: x(1,1)", "seat 1: o(0,0)"]}]
    history.follow(("x(1,1)", "o(2,2)"))
    assert history.log(0) == [{"part": "", "lines": ["you: x(1,1)", "seat 1: o(2,2)"]}]
    history.follow(())
    assert history.log(0) == []


# --- taking back ---


def test_who_plays_alone_takes_back_at_will():
    table = table_of("tic_tac_toe", "person", "easy")
    assert table.undo_kind(0) == ""
    table.decide(0, "x(1,1)")
    table.play_bot(table.bot_turn(), 0)
    assert table.undo_kind(0) == "free"
    table.undo(0)
    assert table.moves == ()


def test_among_people_all_must_agree():
    table = table_of("goofspiel", players=3, num_cards=4)
    for seat in (0, 1, 2):
        table.decide(seat, first_move(table, seat))
    assert len(table.moves) == 3
    table.undo(1)
    assert table.asking == 1
    assert [snapshot(table, seat)["asked"] for seat in (0, 1, 2)] == [True, False, True]
    table.agree(0, True)
    assert len(table.moves) == 3
    table.agree(2, True)
    assert table.asking is None
    assert len(table.moves) == 1


def test_one_refusal_is_enough():
    table = table_of("tic_tac_toe")
    table.decide(0, "x(1,1)")
    table.undo(0)
    table.agree(1, False)
    assert table.asking is None
    assert table.moves == ("x(1,1)",)
    with pytest.raises(BadOption, match="nobody waits for your answer"):
        table.agree(1, True)


def test_nobody_agrees_with_itself():
    table = table_of("tic_tac_toe")
    table.decide(0, "x(1,1)")
    table.undo(0)
    with pytest.raises(BadOption, match="nobody waits"):
        table.agree(0, True)


def test_a_move_answers_the_question_whether_to_take_back():
    table = table_of("tic_tac_toe")
    table.decide(0, "x(1,1)")
    table.undo(0)
    table.decide(1, "o(0,0)")
    assert table.asking is None


@pytest.mark.slow
def test_what_has_shown_nothing_is_taken_back_without_asking():
    """The plan of Wallenstein: secret decisions in a row."""
    table = table_of("wallenstein")
    while not table.decision(0).plan:
        seat = next(s for s in range(table.game.seats) if table.decision(s))
        table.decide(seat, first_move(table, seat))
    before = snapshot(table, 0)
    table.decide(0, first_move(table, 0))
    assert table.undo_kind(0) == "free"
    table.undo(0)
    after = snapshot(table, 0)
    assert (after["panels"], after["moves"]) == (before["panels"], before["moves"])


# --- bots that stand in ---


def test_a_bot_plays_for_who_has_left_and_gives_the_seat_back():
    table = table_of("tic_tac_toe")
    table.decide(0, "x(1,1)")
    table.stand_in_for(1, "easy", away=True)
    assert table.decision(1) is None
    turn = table.bot_turn()
    assert (turn.seat, turn.view) == (1, table.live.state.view(1))
    table.give_back(1)
    assert not table.play_bot(turn, 0)
    assert table.decision(1)
    with pytest.raises(BadOption, match="no bot plays for seat 1"):
        table.give_back(1)


def test_a_bot_decides_anew_what_the_person_had_decided_ahead():
    table = table_of("goofspiel", num_cards=4)
    table.decide(1, first_move(table, 1))
    table.stand_in_for(1, "easy")
    assert table.kept(1) == []
    table.decide(0, first_move(table, 0))
    assert table.bot_turn().seat == 1


def test_the_seat_of_a_bot_is_nobodys():
    table = table_of("kuhn_poker", "person", "easy")
    with pytest.raises(BadOption, match="seat 1 is no person's"):
        table.stand_in_for(1)


@pytest.mark.parametrize("level", LEVELS)
def test_a_stand_in_has_the_level_that_was_asked_for(level):
    table = table_of("connect_four")
    table.stand_in_for(0, level)
    assert again(table).bot_turn().spec == table_of("connect_four", level, "easy").bot_turn().spec


def test_messages_are_plain_json():
    table = table_of("kuhn_poker")
    for _ in wander(table, 1, 10):
        for viewer in (0, 1, engines.PUBLIC):
            json.dumps(snapshot(table, viewer), allow_nan=False)


# --- what bots remember ---


def test_a_bot_that_remembers_is_told_what_its_seat_has_seen():
    table = table_of("stacks", "person", "easy")
    while not (turn := table.bot_turn()):
        table.decide(0, first_move(table, 0))
    assert table.bot_seen(turn) == table.saved.record(1)
    assert len(table.bot_seen(turn).views) > 1


def test_other_bots_are_told_no_more_than_their_view():
    table = table_of("leduc_poker", "easy", "person")
    assert table.bot_seen(table.bot_turn()) is None


@pytest.mark.slow
def test_a_bot_plays_in_the_browser_as_it_does_at_the_terminal():
    table = table_of("stacks", "easy", "easy")
    bots = [
        seated(search.make(spec), table.saved.seed, seat) for seat, spec in enumerate(table.seats)
    ]
    for _ in range(6):
        turn = table.bot_turn()
        job = BotMove(turn.view, turn.spec, turn.seed, turn.seat, table.bot_seen(turn))
        action = pickle.loads(pickle.dumps(job)).work(lambda said: None)
        told = table.saved.record(turn.seat)
        assert action == bots[turn.seat].search(turn.view, record=told).best
        assert table.play_bot(turn, action)
