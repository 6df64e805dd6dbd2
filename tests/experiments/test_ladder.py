"""The ladder: who plays whom, with how many iterations, and how it goes on from its file."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmark_modules import benchmark

from eminence.cython_ext.errors import BadOption
from eminence.experiments.storage.run_file import StoreError
from eminence.experiments.storage.store import Store
from eminence.search.network.parameter import chosen_network

ladder = benchmark("ladder")
network_strength = benchmark("network_strength")

#: iterations per second of each agent, as if they had been measured
RATES = {"flat": 900.0, "pimc": 600.0, "ismcts": 300.0, "plan": 150.0}


@pytest.fixture
def measured(monkeypatch) -> list[str]:
    """The agents whose rates were asked for."""
    asked: list[str] = []

    def known(game, specs):
        asked.extend(specs)
        return {spec: RATES[spec.partition(":")[0]] for spec in specs}

    monkeypatch.setattr(network_strength, "rates", known)
    return asked


def rungs(tmp_path: Path, name: str, players: int) -> list[tuple[str, str]]:
    """Candidate and others of each line, from below, at 0.1 s."""
    (table, *_) = ladder.tables([name], players, blocks=1)
    with Store(tmp_path / "rungs.sqlite", {}) as store:
        return [(line.candidate, line.opponents) for line in ladder.rungs(table, 0.1, store)]


def test_each_rung_meets_the_one_below_in_equal_time(tmp_path, measured):
    assert rungs(tmp_path, "wallenstein", 3) == [
        ("greedy:network=none", "random"),
        ("flat:iterations=90,network=none", "greedy:network=none"),
        ("pimc:iterations=60,network=none", "flat:iterations=90,network=none"),
        ("ismcts:iterations=30,network=none", "pimc:iterations=60,network=none"),
        ("plan:iterations=15", "ismcts:iterations=30,network=none"),
    ]
    assert measured[-1] == "plan:iterations=2000"


def test_the_last_rung_has_the_games_network(tmp_path, measured):
    last = rungs(tmp_path, "royals", 2)[-1]
    assert last == ("ismcts:iterations=30", "ismcts:iterations=30,network=none")


def test_no_rung_plays_itself(tmp_path, measured):
    game = ladder.tables(["tic_tac_toe"], None, 1)[0].load()
    assert chosen_network(None, game) is None
    assert rungs(tmp_path, "tic_tac_toe", 2)[-1][0] == "ismcts:iterations=30,network=none"


def test_rates_are_measured_once(tmp_path, measured):
    first = rungs(tmp_path, "tic_tac_toe", 2)
    asked = len(measured)
    assert rungs(tmp_path, "tic_tac_toe", 2) == first
    assert len(measured) == asked == 3


def test_without_a_game_every_table_of_the_large_ones_is_played():
    titles = [table.title for table in ladder.tables([*ladder.PLANS], None, 1)]
    assert len(titles) == len(set(titles)) == 2 * 4 + 3 + 2 * 3 + 4
    assert {"royals 5 arcane_wonders", "wallenstein 4 court regions leaders"} <= {*titles}
    assert {"bruges 2", "blood_of_kings 6"} <= {*titles}


def test_a_number_of_players_leaves_the_others_out():
    found = ladder.tables([*ladder.PLANS], 6, blocks=7)
    assert [(table.title, table.games) for table in found] == [("blood_of_kings 6", 42)]


def run(out: Path, *flags: str) -> None:
    ladder.main(["tic_tac_toe", "--out", str(out), "--processes", "1", "--seconds", "0.1", *flags])


def test_it_goes_on_from_its_file(tmp_path, measured, capsys):
    out = tmp_path / "ladder.sqlite"
    run(out, "--blocks", "1")
    before = capsys.readouterr().out.splitlines()
    assert before[2].startswith("| tic_tac_toe 2: greedy | 2 | greedy:network=none | random | 2 |")
    assert len(before) == 2 + 4
    run(out, "--blocks", "2")
    printed = capsys.readouterr()
    # Of two blocks a line, one was there.
    assert printed.err.count("seed 1") == 4
    assert "seed 0" not in printed.err
    run(out, "--blocks", "2", "--minutes", "0")
    assert capsys.readouterr() == (printed.out, "")


def test_nothing_is_measured_once_the_time_is_up(tmp_path, measured, capsys):
    run(tmp_path / "ladder.sqlite", "--minutes", "0")
    assert not measured
    assert "the same command goes on" in capsys.readouterr().err


def test_a_file_is_for_one_time(tmp_path, measured):
    run(tmp_path / "ladder.sqlite", "--blocks", "1")
    with pytest.raises(StoreError, match=r"seconds 0\.1 instead of 0\.2"):
        run(tmp_path / "ladder.sqlite", "--blocks", "1", "--seconds", "0.2")


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["tic_tac_to"], "unknown game 'tic_tac_to': choose "),
        (["royals", "--players", "6"], "--players 6: choose 2, 3, 4 or 5"),
        (["--players", "7"], "--players 7: choose 2, 3, 4, 5 or 6"),
        (["royals", "--seconds", "nan"], "--seconds nan: choose a number above 0"),
        (["royals", "--blocks", "0"], "--blocks: expected a whole number from 1 up, got 0"),
        (["royals", "--minutes", "-1"], "--minutes -1: choose 0 or more"),
        (["royals", "--processes", "0"], "--processes 0: choose 1 or more"),
    ],
)
def test_bad_input_is_refused_before_a_file_is_made(tmp_path, flags, said):
    out = tmp_path / "ladder.sqlite"
    with pytest.raises(BadOption) as error:
        ladder.main([*flags, "--out", str(out)])
    assert str(error.value).startswith(said)
    assert not out.exists()
