"""`eminence solve`: its table, its files, and how it refuses."""

import json
import re

import pytest

from eminence import engines, search, solver


def test_the_table_shows_exploitability_falling(run):
    code, out, err = run("solve", "leduc_poker", "--iterations", "300", "--quiet")
    assert (code, err) == (0, "")
    head, proof, _, _, columns, *rows = out.splitlines()
    assert head == ("leduc_poker: 9457 nodes, 936 information sets, utility score, CFR plus")
    assert proof.startswith("Two seats and zero sum: ")
    assert columns.split() == ["iterations", "value", "of", "seat", "0", "exploitability"]
    figures = [[float(cell) for cell in row.split()] for row in rows]
    assert [row[0] for row in figures] == [1, 10, 100, 300]
    assert [row[2] for row in figures] == sorted((row[2] for row in figures), reverse=True)
    assert figures[-1][1] == pytest.approx(-0.0856, abs=2e-3)


def test_a_bar_tells_on_standard_error_how_far_it_is(run):
    _, out, err = run("solve", "kuhn_poker", "--iterations", "500")
    assert "0/500" in err
    assert "iterations/s" in err
    assert "exploitability" in out


def test_json_says_the_same_and_more(run):
    code, out, _ = run("solve", "kuhn_poker", "--iterations", "200", "--json", "--quiet")
    found = json.loads(out)
    assert code == 0
    assert found["values"] == list(solver.cfr(engines.load("kuhn_poker"), 200, "plus").values)
    assert found["curve"]["iterations"][-1] == found["iterations"] == 200
    assert found["curve"]["exploitability"][-1] == found["exploitability"]
    assert (found["nodes"], found["information_sets"]) == (58, 12)


def test_options_variant_utility_and_seed_are_passed_on(run):
    _, out, _ = run("solve", "kuhn_poker", "--players", "3", "--iterations", "5", "--quiet")
    assert "3 seats: no equilibrium is promised" in out.replace("\n", " ")
    sampled = ["solve", "kuhn_poker", "--variant", "external", "--iterations", "50", "--quiet"]
    first, again = (run(*sampled, "--seed", "1")[1] for _ in range(2))
    assert first == again != run(*sampled, "--seed", "2")[1]
    assert "utility win" in run("solve", "kuhn_poker", "--utility", "win", "--quiet")[1]


def test_the_policy_file_plays_in_a_match(run, tmp_path):
    file = tmp_path / "kuhn.npz"
    code, out, _ = run("solve", "kuhn_poker", "--out", str(file), "--quiet")
    assert code == 0
    assert re.search(r"kuhn\.npz: the policy by views, exploitability 0\.000\d+", out)
    assert search.make(f"cfr:file={file}").file.about["variant"] == "plus"
    policy = solver.load_policy(file, engines.load("kuhn_poker"))
    assert solver.exploitability(policy.game, policy) < 1e-3
    blocks = ["--blocks", "5", "--local", "--quiet"]
    code, out, err = run("match", "kuhn_poker", f"cfr:file={file}", "random", *blocks)
    assert (code, err) == (0, "")
    assert f"cfr:file={file}@" in out


@pytest.mark.slow
def test_the_picture_is_a_png_and_always_the_same(run, tmp_path):
    pictures = []
    for name in ("a.png", "b.png"):
        _, out, _ = run("solve", "kuhn_poker", "--plot", str(tmp_path / name), "--quiet")
        assert f"{name}: exploitability by iteration" in out
        pictures.append((tmp_path / name).read_bytes())
    assert pictures[0] == pictures[1]
    assert pictures[0].startswith(b"\x89PNG")


def test_games_that_the_turn_cap_may_end_are_pointed_out(run):
    options = ["--option", "copies=1", "--option", "rounds=1", "--iterations", "1"]
    assert "the turn cap ends" in run("solve", "stacks", *options, "--quiet")[1]


NO_FILE = "choose a file in a folder that exists"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["royals"], "royals: its tree has more than 4000000 nodes"),
        (["chess"], "unknown game 'chess'"),
        (
            ["kuhn_poker", "--iterations", "0"],
            "iterations: expected a whole number from 1 up, got 0",
        ),
        (["kuhn_poker", "--variant", "magic"], "argument --variant: invalid choice: 'magic'"),
        (["kuhn_poker", "--seed", "-1"], "seed"),
        (["kuhn_poker", "--out", "/no/such/file.npz"], f"--out /no/such/file.npz: {NO_FILE}"),
        (["kuhn_poker", "--plot", "/no/such/a.png"], f"--plot /no/such/a.png: {NO_FILE}"),
    ],
)
def test_bad_input_is_one_line(run, arguments, said):
    code, out, err = run("solve", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"eminence: {said}")
    assert err.count("\n") == 1
