"""What a spectator of `eminence demo` reads."""

import re

import pytest

from eminence import engines, search
from eminence.experiments.games.driver import play_game
from eminence.play.commands.demo import demo
from eminence.play.table.results import result_text
from eminence.search import searcher


def watch(name, players=None, seed=0, quiet=False):
    lines = []
    demo(name, players, seed, quiet, lines.append)
    return "\n".join(lines)


def test_every_move_is_printed_with_its_player_and_bot():
    told = watch("kuhn_poker", players=3, seed=2).splitlines()
    moves = [line for line in told if line.endswith((": pass", ": bet"))]
    decisions = int(told[-1].split()[0])
    assert len(moves) == decisions >= 3
    assert [line.split(":")[0] for line in moves[:3]] == [
        "seat 0 (ismcts)",
        "seat 1 (greedy)",
        "seat 2 (flat)",
    ]
    assert sum(line.startswith("deal, seat ") for line in told) == 3


@pytest.mark.parametrize("name", ["royals", "kuhn_poker"])
def test_what_is_reconstructed_is_said_before_the_first_move(name, monkeypatch):
    def stop(*_):
        raise StopIteration

    lines = []
    monkeypatch.setattr("eminence.play.commands.demo.play_game", stop)
    with pytest.raises(StopIteration):
        demo(name, None, 0, False, lines.append)
    label = engines.reconstructed(name)
    assert lines[1].startswith("seat 0: ") if not label else lines[1] == label


def test_the_board_is_printed_for_every_new_mover_and_at_the_end():
    told = watch("tic_tac_toe", seed=1)
    moves = int(told.splitlines()[-1].split()[0])
    boards = [block for block in told.split("\n\n") if set(block) <= set("xo.\n")]
    assert len(boards) == moves + 1
    assert boards[0] == "...\n...\n..."


def test_the_same_seed_tells_the_same_story_and_another_seed_another_one():
    assert watch("kuhn_poker", seed=3) == watch("kuhn_poker", seed=3)
    assert len({watch("kuhn_poker", seed=seed) for seed in range(8)}) > 4


def test_four_sit_down_where_the_game_allows_it():
    assert "seat 3: random" in watch("kuhn_poker")
    assert "seat 2" not in watch("tic_tac_toe")


def test_quiet_prints_the_result_alone():
    full = watch("tic_tac_toe", seed=5)
    result = watch("tic_tac_toe", seed=5, quiet=True)
    assert full.endswith(result)
    sentence, _, head, *_ = result.splitlines()
    assert sentence == "Seat 0 wins."
    assert head.split() == ["rank", "seat", "player", "win", "score"]
    assert len(result.splitlines()) == 6


@pytest.mark.slow
def test_what_came_of_a_step_stands_below_it(monkeypatch):
    monkeypatch.setattr(searcher, "DEFAULT_ITERATIONS", 20)
    told = watch("royals", seed=2)
    assert re.search(r"\n  Seat \d wins the City bonus of .*: \d points?\.", told)


@pytest.mark.slow
@pytest.mark.parametrize("name", engines.names())
def test_every_game_can_be_watched(name, monkeypatch):
    # What is written does not depend on how well they play.
    monkeypatch.setattr(searcher, "DEFAULT_ITERATIONS", 50)
    told = watch(name, seed=1)
    assert "decisions" in told.splitlines()[-1]


def test_the_winner_comes_first_in_the_result():
    game = engines.load("kuhn_poker", players=5)
    bots = [search.Random(seed=seat) for seat in range(5)]
    played = play_game(game, bots, seed=9)
    shown = result_text(played.final, played.returns, ["random"] * 5, played.decisions)
    rows = [line.split() for line in shown.splitlines()[3:8]]
    assert [float(row[0]) for row in rows] == sorted(end.rank for end in played.returns)
    for row in rows:
        end = played.returns[int(row[1])]
        assert [float(row[3]), float(row[4])] == [end.win, end.score]
