"""The command `eminence`: what it prints, and how it refuses."""

import os
import re
import shlex
import shutil
import subprocess
import sys

import pytest

from eminence import engines
from eminence.cython_ext.version import __version__
from eminence.engines import bruges
from eminence.engines.kit import tables
from eminence.engines.kit.options import SourceLine
from eminence.play import main

KUHN = ["demo", "--game", "kuhn_poker"]


@pytest.mark.slow
def test_games_lists_every_game_with_its_options_choices_and_defaults(run):
    code, out, err = run("games")
    assert (code, err) == (0, "")
    blocks = dict(block.split(": ", 1) for block in out.strip().split("\n\n"))
    assert sorted(blocks) == engines.names()
    for name, block in blocks.items():
        lines = block.splitlines()
        assert lines.pop(0) == engines.describe(name)
        if label := engines.reconstructed(name):
            assert lines.pop(0).strip() == label
        for line, (option, known) in zip(lines, engines.options(name).items(), strict=True):
            assert line.split()[0] == option
            assert known.offered in line
            assert f"default {known.default}" in line


def test_games_shows_one_game(run):
    code, out, _ = run("games", "tic_tac_toe")
    assert code == 0
    assert out.splitlines()[0] == f"tic_tac_toe: {engines.describe('tic_tac_toe')}"


def test_sources_of_a_game_without_a_data_folder_is_one_line_that_says_so(run):
    code, out, _ = run("games", "tic_tac_toe", "--sources")
    assert code == 0
    assert out.count("\n") == 1
    assert "tic_tac_toe has no data folder" in out


def test_sources_prints_every_number_with_its_source(run, monkeypatch):
    lines = [
        SourceLine("cards.toml", "gold.count", "5", "rulebook"),
        SourceLine("cards.toml", "gold.value", "3", "house"),
        SourceLine("board.csv", "row 1: cost", "2", "derived"),
    ]
    monkeypatch.setattr(engines, "sources", lambda name, data: lines)
    code, out, _ = run("games", "tic_tac_toe", "--sources")
    assert code == 0
    assert out.splitlines() == [
        "cards.toml",
        "  gold.count = 5  [rulebook]",
        "  gold.value = 3  [house]",
        "",
        "board.csv",
        "  row 1: cost = 2  [derived]",
    ]


@pytest.mark.parametrize("name", engines.names())
def test_sources_works_for_every_game(run, name):
    code, out, err = run("games", name, "--sources")
    assert (code, err) == (0, "")
    assert out.strip()


PARTLY = [name for name in engines.names() if engines.reconstructed(name)]


@pytest.mark.slow
@pytest.mark.parametrize("name", PARTLY)
def test_the_command_that_a_label_names_lists_what_it_counts(run, name):
    count, all_values = map(
        int, re.search(r"(\d+) of (\d+) values", engines.reconstructed(name)).groups()
    )
    *_, command = engines.reconstructed(name).partition("eminence ")
    code, out, err = run(*command.split())
    assert (code, err) == (0, "")
    head, _, listing = out.partition("\n\n")
    assert f"{count} of {all_values} values" in head
    assert sum(" = " in line for line in listing.splitlines()) == count
    assert len(engines.sources(name)) == all_values


def test_names_that_are_invented_are_counted_by_kind():
    lines = [
        SourceLine("cities.csv", "Lyon", "city", "reconstructed: a guess", "city"),
        SourceLine("cities.csv", "Lyon bonus", "3", "reconstructed"),
        SourceLine("cities.csv", "Bonn", "city", "rulebook: not reconstructed", "city"),
        SourceLine("people.csv", "Nun", "person", "reconstructed", "person"),
    ]
    expected = "1 of 2 cities, all 1 people; 3 of 4 values in all"
    assert tables.reconstructed_share(lines) == expected
    assert tables.reconstructed_share(lines[1:3]) == "1 of 2 values"
    assert tables.reconstructed_share(lines[2:3]) == ""


def test_a_users_own_folder_is_counted_as_it_is(run, tmp_path):
    """A user who enters a printed number marks it as printed."""
    folder = shutil.copytree(bruges.DATA, tmp_path / "my bruges")
    steps = (folder / "reputation.csv").read_text("utf-8")
    assert "reconstructed" in steps
    (folder / "reputation.csv").write_text(steps.replace("reconstructed", "rulebook"), "utf-8")
    ours, mine = (
        sum(line.source.startswith("reconstructed") for line in engines.sources("bruges", data))
        for data in (None, folder)
    )
    label = engines.reconstructed("bruges", folder)
    assert 0 < mine < ours
    assert f"{mine} of " in label
    _, out, _ = run(*shlex.split(label.partition("eminence ")[2]))
    assert f"{mine} of " in out.splitlines()[0]
    assert "reputation.csv" not in out


def test_a_game_without_reconstructed_numbers_says_so(run, monkeypatch):
    assert "tic_tac_toe has no data folder" in run("games", "tic_tac_toe", "--reconstructed")[1]
    known = [SourceLine("cards.csv", "gold", "5", "rulebook")]
    monkeypatch.setattr(engines, "sources", lambda name, data: known)
    assert run("games", "stacks", "--reconstructed")[1] == ("stacks: no number is reconstructed\n")


def test_version(run):
    assert run("--version") == (0, f"eminence {__version__}\n", "")


def test_help_is_offered_and_ends_well(run):
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    assert "games" in out
    assert "demo" in out


def refusals():
    """Bad arguments, and what the one line must say."""
    games = ", ".join(engines.names()[:-1]) + f" or {engines.names()[-1]}"
    return [
        ([], "a command is missing: choose games, demo, play, serve, follow, match, test, "),
        (["dance"], "'dance' (choose from"),
        (["--loud"], "unknown argument '--loud': choose games, demo, play, serve, follow, "),
        (["games", "chess"], f"unknown game 'chess': choose {games}"),
        (["games", "tic_tac_toe", "too"], "unknown argument 'too' of eminence games"),
        (["games", "--sources"], f"--sources needs a game: choose {games}"),
        (
            ["games", "bruges", "--data", "mine"],
            "--data needs --sources, --reconstructed or --cards",
        ),
        (["games", "--reconstructed"], f"--reconstructed needs a game: choose {games}"),
        (["games", "bruges", "--sources", "--reconstructed"], "not allowed with argument"),
        (["games", "bruges", "--sources", "--data", "none"], "data: none is no folder"),
        (["games", "chess", "--sources"], f"unknown game 'chess': choose {games}"),
        (["demo", "--game", "chess"], f"unknown game 'chess': choose {games}"),
        (["demo", "--game", "two\nlines"], "unknown game"),
        ([*KUHN, "--players", "7"], "unknown option players=7: choose 2, 3, 4, 5 or 6"),
        ([*KUHN, "--players", "two"], "--players: expected a whole number from 0 up, got 'two'"),
        ([*KUHN, "--seed", "-1"], "--seed: expected a whole number from 0 up, got -1"),
        ([*KUHN, "--seed", str(2**64)], "expected a whole number from 0 to 2**64 - 1"),
        ([*KUHN, "--seed", "9" * 9999], "expected a whole number from 0 up, got '999"),
        ([*KUHN, "--seed"], "--seed: expected one argument"),
        ([*KUHN, "--quite"], "choose --help, --game, --players, --seed or --quiet"),
        ([*KUHN, "--qui"], "unknown argument '--qui'"),
    ]


@pytest.mark.parametrize(("arguments", "message"), refusals())
def test_bad_input_is_one_clear_line_and_exit_code_2(run, arguments, message):
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("eminence: ")
    assert err.count("\n") == 1
    assert message in err


def test_an_interrupt_ends_quietly(run, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(main.demo, "demo", interrupted)
    assert run(*KUHN) == (130, "", "")


def start(*arguments, **options):
    """The command in a process of its own, with the imports of this one."""
    return subprocess.run(
        [sys.executable, "-m", "eminence.play.main", *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
        **options,
    )


@pytest.mark.slow
def test_it_runs_as_a_process_from_another_directory(tmp_path):
    done = start(*KUHN, "--quiet", cwd=tmp_path, stdout=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].endswith("decisions")
    refused = start("dance", cwd=tmp_path, stdout=subprocess.PIPE)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_reader_that_goes_away_is_no_reason_to_complain(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = start(*KUHN, cwd=tmp_path, stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")
