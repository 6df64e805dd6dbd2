"""What a person looks up at the table, the log, and moves by their beginning."""

from __future__ import annotations

import pytest
from fake_table import kept, sit

from eminence import engines
from eminence.play import main
from eminence.play.table.live_game import LiveGame
from eminence.play.table.saved_game import SavedGame

ROYALS = {"game": "royals", "seats": ("me", "greedy", "greedy")}


def test_rules_come_by_chapter(tmp_path):
    screen, _ = sit(tmp_path, "rules", "rules bon", **ROYALS)
    assert "How to play" in screen.after("rules")
    titles = [chapter.title for chapter in engines.load("royals").words.chapters]
    assert all(f"rules {title.lower()}" in screen.after("rules") for title in titles[1:])
    assert screen.after("rules bon").lstrip().startswith("Bonuses")


def test_a_card_is_found_by_the_beginning_of_its_name(tmp_path):
    screen, loop = sit(tmp_path, "card dij", "show dijon", "card", "card Dijn", **ROYALS)
    assert "Dijon (city)" in screen.after("card dij")
    assert screen.after("show dijon") == screen.after("card dij")
    assert "Dijon" in screen.after("card")
    assert screen.after("card Dijn").startswith("card Dijn: did you mean Dijon")
    assert loop.live.saved.moves == ()


def test_moves_carry_what_they_cost_and_bring(tmp_path):
    screen, _ = sit(tmp_path, "quit", **ROYALS)
    assert "draw from the pile  (" in screen.text


def test_a_move_is_found_by_its_beginning_if_no_other_begins_so(tmp_path):
    screen, loop = sit(tmp_path, "take", "draw", **ROYALS)
    assert screen.after("take").startswith("no move or command 'take': did you mean take ")
    assert loop.live.saved.moves[0] == "draw from the pile"


def test_the_log_tells_of_the_last_turn_and_of_earlier_ones(tmp_path):
    screen, loop = sit(tmp_path, "log", "1", "1", "log 1", "log 9", game="tic_tac_toe")
    assert "nothing has happened yet" in screen.after("log")
    moves = loop.live.saved.moves
    lines = screen.after("log 1").strip().splitlines()
    assert lines == [f"* you: {moves[2]}", f"* seat 1: {moves[3]}"]
    assert len(screen.after("log 9").strip().splitlines()) == 4


def parts(text):
    """What is told of whom, piece by piece."""
    lines = [line[2:].partition(": ") for line in text.splitlines() if line.startswith("* ")]
    return {(who, piece) for who, _, what in lines for piece in what.split("; ")}


def test_the_log_has_no_word_more_than_the_seat_was_told(tmp_path):
    screen, _ = sit(tmp_path, "1", "1", "end the turn", "log", "quit", **ROYALS)
    logged = {(who, piece) for who, piece in parts(screen.after("log")) if who != "you"}
    assert any(who == "seat 1" for who, _ in logged)
    assert logged <= parts("\n".join(screen.shown).partition("> log")[0])


def test_undo_goes_back_several_decisions_or_none(tmp_path):
    screen, _ = sit(tmp_path, "1", "1", "undo 2", "quit", game="tic_tac_toe")
    assert "no move was made" in screen.shown[-1]
    screen, _ = sit(tmp_path, "1", "undo 2", "quit", game="tic_tac_toe")
    assert screen.after("undo 2") == "undo: you have not decided more than 1 time"
    assert len(kept(tmp_path).moves) == 2


@pytest.mark.parametrize("name", ["royals", "wallenstein", "blood_of_kings", "bruges"])
def test_cards_of_a_game_are_listed(name, capsys):
    assert main.main(["games", name, "--cards"]) == 0
    printed = capsys.readouterr().out
    assert all(f"  {entry.name}: " in printed for entry in engines.load(name).words.entries)


DRAWN = (0, 1, 2, 4, 3, 5, 7, 6)


def almost_full(cells):
    """The texts of moves of tic-tac-toe."""
    state, texts = engines.load("tic_tac_toe").root(), []
    for cell in cells:
        texts.append(state.text(cell))
        state.apply(cell)
    return texts


def test_the_only_move_is_played_and_told(tmp_path):
    screen, loop = sit(tmp_path, game="tic_tac_toe", seats=("me", "me"), moves=almost_full(DRAWN))
    assert loop.live.state.over
    last = almost_full((*DRAWN, 8))[6:]
    screen, loop = sit(tmp_path, last[0], game="tic_tac_toe", moves=almost_full(DRAWN[:6]))
    assert loop.live.saved.moves[6:] == tuple(last)
    assert f"your only move: {last[2]}" in screen.text


def test_undo_passes_over_a_move_without_a_choice(tmp_path):
    moves = almost_full(DRAWN)
    saved = SavedGame(engines.load("tic_tac_toe"), ("me", "greedy"), 3, tuple(moves))
    live = LiveGame(saved)
    live.apply(live.state.actions()[0])
    assert live.state.over
    assert live.before(0).saved.moves == tuple(moves[:6])
