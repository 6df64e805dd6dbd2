"""The measurement of many tables at once plays through a real server."""

import pytest
from benchmark_modules import benchmark

pytestmark = pytest.mark.slow


@pytest.fixture
def web_load(monkeypatch):
    found = benchmark("web_load")
    monkeypatch.setattr(found, "PACE", 0.1)
    return found


def test_people_move_through_whole_games_and_onlookers_look(web_load):
    load = web_load.measured("tic_tac_toe", 2, 6, 4.0)
    # Games of tic-tac-toe have five own moves at most: finished ones are taken back and go on.
    assert len(load.seconds) > 2 * 5
    assert len(load.sizes) == len(load.seconds)
    assert 0 < min(load.seconds) < 4


def test_it_says_whether_the_bar_is_met(web_load, monkeypatch, capsys):
    monkeypatch.setattr(web_load, "MOST_MOVES", 4)
    monkeypatch.setattr(web_load, "BAR", 0.0)
    chosen = ["tic_tac_toe", "--tables", "1", "--sockets", "1", "--seconds", "20"]
    assert web_load.main(chosen) == 1
    told = capsys.readouterr().out
    assert "1 tables with bots, 1 WebSockets" in told
    assert "MISSED  tic_tac_toe: p95 below 0 ms" in told
