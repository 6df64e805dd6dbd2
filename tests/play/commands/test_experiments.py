"""`eminence match`, `test` and `tournament`: what they print, resume and refuse."""

import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from functools import partial
from pathlib import Path

import pytest
from spoilt import refusal, spoilt

from eminence.experiments.sweeps.sweep_file import sweep_from
from eminence.experiments.tournament import tournament_from

EXAMPLES = Path(__file__).parents[3] / "examples"
SIDES = ["tic_tac_toe", "flat:iterations=30", "random"]
HERE = ["--local", "--quiet"]


def test_a_match_prints_one_table(run):
    code, out, err = run("match", *SIDES, "--blocks", "4", *HERE)
    assert (code, err) == (0, "")
    head, row = out.splitlines()
    assert head.split()[:4] == ["candidate", "opponents", "blocks", "games"]
    assert row.split()[:4] == ["flat:iterations=30", "random", "4", "8"]
    assert " to " in row


def test_progress_goes_to_standard_error(run):
    code, out, err = run("match", *SIDES, "--blocks", "4", "--local")
    assert code == 0
    assert "games" in err
    assert "%|" not in out


def test_json_is_the_table_and_nothing_of_the_machine(run, tmp_path):
    flags = ["--blocks", "4", "--json", *HERE]
    _, one, _ = run("match", *SIDES, *flags)
    _, two, _ = run("match", *SIDES, *flags, "--out", str(tmp_path / "run.sqlite"))
    assert one == two
    found = json.loads(one)
    assert found["match"]["games"] == [8]
    assert found["experiment"]["candidate"] == "flat:iterations=30"
    assert not {"seconds", "rate", "path", "workers"} & set(str(found).split("'"))


def test_players_options_and_seed_reach_the_game(run):
    flags = ["--players", "3", "--seed", "5", "--blocks", "2", "--json", *HERE]
    _, out, _ = run("match", "goofspiel", "random", "random", "--option", "num_cards=4", *flags)
    about = json.loads(out)["experiment"]
    assert about["options"]["players"] == 3
    assert about["options"]["num_cards"] == 4
    assert about["seed"] == 5


def test_a_test_prints_its_verdict(run):
    code, out, _ = run("test", *SIDES, "--shares", "0.5:0.6", *HERE)
    assert code == 0
    assert out.splitlines()[2].split()[0] == "H1"


def test_a_tournament_prints_ratings_and_pairs(run, tmp_path):
    file = tmp_path / "ladder.toml"
    file.write_text(
        'blocks = 2\n[agents]\na = "flat:iterations=20"\nb = "random"\n'
        '[[games]]\nname = "tic_tac_toe"\n'
    )
    code, out, _ = run("tournament", str(file), *HERE)
    assert code == 0
    assert out.startswith("tic_tac_toe (players=2): ratings\nplace  agent")
    assert "tic_tac_toe (players=2): pairs" in out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["match", "chess", "random", "random"], "chess"),
        (["match", "tic_tac_toe", "nobody", "random"], "unknown agent 'nobody'"),
        (["match", *SIDES, "--blocks", "0"], "blocks: expected a whole number from 1 up, got 0"),
        (["match", *SIDES, "--option", "size"], "--option 'size': write key=value"),
        (["match", *SIDES, "--option", "size=3"], "unknown option size='3'"),
        (["match", *SIDES, "--local", "--workers", "2"], "leave out --workers and --address"),
        (["test", *SIDES, "--shares", "0.6:0.5"], "write the lower first"),
        (["test", *SIDES, "--shares", "half"], "write two win shares"),
        (["test", *SIDES], "--shares"),
        (["tournament", "missing.toml"], "missing.toml: No such file"),
        (["match", *SIDES, "--out", "/nowhere/run.sqlite"], "/nowhere/run.sqlite: No such file"),
    ],
)
def test_mistakes_are_one_line(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.slow
def test_ctrl_c_keeps_what_was_played_and_the_same_command_goes_on(tmp_path):
    path = tmp_path / "run.sqlite"
    command = [sys.executable, "-m", "eminence.play.main", "match", "connect_four"]
    command += ["flat:iterations=100000", "random", "--blocks", "12", "--json", *HERE]
    env = {**os.environ, "PYTHONPATH": ":".join(p for p in sys.path if p)}
    whole = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    command += ["--out", str(path)]
    process = subprocess.Popen(
        command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    while not path.exists() or path.stat().st_size == 0:
        time.sleep(0.05)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    rest = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert rest.stdout == whole.stdout


SWEEP = """
agent = "flat:iterations=9"
pool = ["random", "flat:iterations=50"]
search = "grid"
blocks = 10
max_blocks = 10
ablation_blocks = 5
[game]
name = "tic_tac_toe"
[space]
iterations = { choices = [9, 200] }
[gate]
shares = [0.5, 0.6]
max_blocks = 100
"""


@pytest.mark.slow
def test_a_sweep_prints_verdict_ablation_and_trials(run, tmp_path):
    file = tmp_path / "sweep.toml"
    file.write_text(SWEEP)
    code, out, err = run("sweep", str(file), "--seed", "3", *HERE)
    assert (code, err) == (0, "")
    tables = [part.splitlines() for part in out.split("\n\n")]
    assert [lines[0] for lines in tables] == ["sweep", "gate", "duel", "ablation", "trials"]
    assert tables[0][2].split()[:3] == ["yes", "H1", "flat:iterations=200"]
    assert tables[3][2].split()[:3] == ["iterations", "200", "9"]
    assert len(tables[4]) == 2 + 2
    _, other, _ = run("sweep", str(file), *HERE)
    assert other != out


def test_a_sweep_of_nothing_is_one_line(run, tmp_path):
    file = tmp_path / "sweep.toml"
    file.write_text(SWEEP.replace("iterations = {", "worlds = {"))
    code, out, err = run("sweep", str(file), *HERE)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{file}: space: unknown parameter 'worlds' of flat: choose iterations" in err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "read"),
    [("ladder.toml", tournament_from), ("royals_sweep.toml", sweep_from)],
    ids=["tournament", "sweep"],
)
def test_any_value_in_any_place_of_a_file_is_read_or_refused_in_one_line(file, read):
    written = tomllib.loads((EXAMPLES / file).read_text("utf-8"))
    assert any([refusal(partial(read, whole, file)) for whole in spoilt(written, 1, 100)])
