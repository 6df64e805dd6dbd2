"""`eminence new-game`: a copy under a new name that passes its tests, or nothing at all."""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from eminence import engines
from eminence.play.commands import new_game
from eminence.play.commands.new_game import TEMPLATES, Copy

ROOT = Path(__file__).parents[3]
NAME = "dice_duel"
#: what a copy of the source tree leaves out; from `build` it needs the compiled modules
LEFT_OUT = (".git", ".venv", ".hypothesis", ".*_cache", "__pycache__", "debug")


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A source tree in which the command may write; nothing of it is compiled."""
    copy = tmp_path / "eminence"
    for part in ("engines", "tests", "cython_ext"):
        shutil.copytree(
            ROOT / part, copy / part, ignore=shutil.ignore_patterns("*.so", "__pycache__")
        )
    (copy / "setup.py").touch()
    monkeypatch.setattr(engines, "__file__", str(copy / "engines" / "__init__.py"))
    return copy


def texts(tree: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in tree.rglob("*") if path.is_file()}


@pytest.mark.parametrize("like", TEMPLATES)
def test_the_copy_has_the_new_name_everywhere(run, tree, like):
    before = texts(tree)
    code, out, err = run("new-game", NAME, "--like", like)
    assert (code, err) == (0, "")
    after = texts(tree)
    for path in after.keys() - before.keys():
        relative = path.relative_to(tree)
        assert NAME in str(relative)
        assert str(relative) in out
        if path.suffix == ".py":
            ast.parse(after[path])
        left = [line for line in after[path].decode().splitlines() if like in line]
        assert all("copy of" in line for line in left), left
    changed = {str(path.relative_to(tree)) for path in before if before[path] != after[path]}
    assert {"engines/__init__.py", "tests/contract/test_coverage.py"} <= changed
    assert all(path in out for path in changed)
    for path in changed:
        assert (tree / path).read_text().count(f'"{NAME}"') in (1, 2)


@pytest.mark.parametrize("like", TEMPLATES)
def test_networks_see_the_same_in_the_copy(run, tree, like):
    run("new-game", NAME, "--like", like)
    assert "ops.n_features = " in (tree / "engines" / NAME / "rules.pyx").read_text()
    hashes = [
        (tree / "tests" / "golden" / game / "features.txt").read_text().splitlines()[1:]
        for game in (like, NAME)
    ]
    assert hashes[0] == hashes[1] != []


def test_games_stay_in_order(run, tree):
    run("new-game", NAME)
    registry = ast.parse((tree / "engines" / "__init__.py").read_text())
    games = next(
        ast.literal_eval(node.value)
        for node in registry.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "GAMES"
    )
    assert list(games) == sorted([*engines.names(), NAME])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Chess"], "Chess: expected at most 24 lower-case letters, digits and single"),
        (["../chess"], "../chess: expected at most 24"),
        (["two__duels"], "two__duels: expected at most 24"),
        (["a" * 25], "expected at most 24"),
        (["lambda"], "lambda: a word of Python"),
        (["bruges"], "bruges: there is a game of this name"),
        (["kings"], "kings: part of tests/"),
        (["big_stacks"], "big_stacks: contains the name of the game stacks"),
        (["seen"], "seen: a word in cython_ext/"),
        (["card_set", "--like", "leduc_poker"], "card_set: a word in engines/leduc_poker/rules"),
        ([NAME, "--like", "chess"], "--like chess: choose tic_tac_toe, kuhn_poker or leduc_pok"),
    ],
)
def test_a_bad_name_is_refused_in_one_line_and_nothing_is_written(run, tree, arguments, message):
    before = texts(tree)
    code, out, err = run("new-game", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert texts(tree) == before


@pytest.mark.parametrize("path", [f"engines/{NAME}", f"tests/perft/{NAME}.perft"])
def test_what_is_in_the_way_stays(run, tree, path):
    (tree / path).mkdir()
    before = texts(tree)
    code, _, err = run("new-game", NAME)
    assert code == 2
    assert f"{path} is in the way" in err
    assert texts(tree) == before


def test_a_write_that_fails_is_taken_back(tree, monkeypatch):
    before, folders = texts(tree), {path for path in tree.rglob("*") if path.is_dir()}
    write = Path.write_bytes
    failed = []

    def full(path: Path, content: bytes) -> int:
        if path.name == "test_coverage.py" and not failed:
            failed.append(path)
            raise OSError("no space left")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="no space left"):
        new_game.new_game(argparse.Namespace(name=NAME, like="tic_tac_toe"))
    assert texts(tree) == before
    assert {path for path in tree.rglob("*") if path.is_dir()} == folders


def test_an_installed_package_is_no_place_for_a_new_game(run, tmp_path, monkeypatch):
    monkeypatch.setattr(engines, "__file__", str(tmp_path / "engines" / "__init__.py"))
    code, _, err = run("new-game", NAME)
    assert code == 2
    assert "new-game needs the source tree of Eminence" in err
    assert err.count("\n") == 1


def test_every_spelling_of_a_name_is_changed():
    copy = Copy(ROOT, "tic_tac_toe", NAME)
    assert copy.renamed("Tic-tac-toe, tic-tac-toe, tic_tac_toe, TicTacToeWords") == (
        "Dice duel, dice duel, dice_duel, DiceDuelWords"
    )


# Compiling takes a minute.
@pytest.mark.soak
def test_a_new_game_compiles_and_passes_the_contract_at_once(tmp_path):
    tree = tmp_path / "eminence"
    shutil.copytree(ROOT, tree, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))

    def python(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree / "build" / "names")},
            capture_output=True,
            text=True,
            timeout=500,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    python("-m", "eminence", "new-game", NAME)
    python("setup.py", "-q", "build_ext", "--inplace")
    tested = python("-m", "pytest", "-q", "tests/contract", "tests/rules", "-k", NAME)
    assert "passed" in tested
    python("-m", "pytest", "-q", "tests/arch", "tests/contract/test_coverage.py", "-k", "every")
