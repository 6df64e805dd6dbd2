"""`eminence report`: what it writes and what it refuses."""

from html import escape

import pytest
from spoiling import change

from eminence import engines, experiments
from eminence.cython_ext.version import __version__
from eminence.experiments.storage.run_file import SCHEMA
from eminence.experiments.storage.store import Store

SIDES = ["tic_tac_toe", "random", "random"]
HERE = ["--local", "--quiet"]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The file of a finished match."""
    path = tmp_path_factory.mktemp("runs") / "match.sqlite"
    match = experiments.Match(engines.load("tic_tac_toe"), "random", "random", blocks=5)
    match.run(experiments.Place(local=True, out=path))
    return path


def test_the_command_writes_beside_the_run(run, played, tmp_path):
    path = tmp_path / "mine.sqlite"
    path.write_bytes(played.read_bytes())
    code, out, err = run("report", str(path))
    assert (code, err) == (0, "")
    assert out == f"{tmp_path / 'mine.html'}. Finished: 10 games.\n"
    assert (tmp_path / "mine.html").read_text().startswith("<!DOCTYPE html>")


def test_a_run_by_command_keeps_the_command(run, tmp_path):
    path = tmp_path / "my run.sqlite"
    run("match", *SIDES, "--blocks", "2", *HERE, "--out", str(path))
    page = tmp_path / "page.html"
    assert run("report", str(path), "--out", str(page))[0] == 0
    command = f"eminence match {' '.join(SIDES)} --blocks 2 --local --quiet --out '{path}'"
    assert f"<pre>{escape(command)}</pre>" in page.read_text()


def broken(folder, kind, good):
    """A damaged file."""
    path = folder / "run.sqlite"
    if kind == "text":
        path.write_text("not a database, but long enough to look like a file of one" * 9)
    elif kind == "diary":
        change(path, "CREATE TABLE diary (day TEXT)")
    elif kind == "sweep of minds":
        Store(path, {"kind": kind, "version": __version__}).close()
    elif kind == "newer":
        path.write_bytes(good.read_bytes())
        change(path, f"UPDATE about SET value = '{SCHEMA + 1}' WHERE key = 'schema'")
    return path


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        ("missing", "run.sqlite: No such file or directory"),
        ("text", "run.sqlite: no SQLite database"),
        ("diary", "run.sqlite: no file of experiments"),
        ("sweep of minds", "run.sqlite: kind 'sweep of minds' has no report: choose match"),
        ("newer", f"run.sqlite: tables of schema {SCHEMA + 1}, this is schema {SCHEMA}"),
    ],
)
def test_bad_files_are_one_line(run, played, tmp_path, kind, message):
    path = broken(tmp_path, kind, played)
    code, out, err = run("report", str(path))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err
    assert not (tmp_path / "run.html").exists()


def test_the_run_is_never_overwritten(run, played):
    before = played.read_bytes()
    code, _, err = run("report", str(played), "--out", str(played))
    assert (code, err.count("\n")) == (2, 1)
    assert "that is the file of the run" in err
    assert played.read_bytes() == before


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--out", "/dev/null/page.html"], "/dev/null/page.html: Not a directory"),
        (["--png", "/dev/null"], "/dev/null: File exists"),
        (["--pdf", "x"], "unknown argument '--pdf' of eminence report: choose --help, --out"),
    ],
)
def test_bad_places_are_one_line(run, played, tmp_path, flags, message):
    path = tmp_path / "run.sqlite"
    path.write_bytes(played.read_bytes())
    code, out, err = run("report", str(path), *flags)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err
