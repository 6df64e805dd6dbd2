"""Files of runs, read again: finished, unfinished, being written, and foreign ones."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from spoiling import forge

from eminence import engines, experiments
from eminence.cython_ext.version import __version__
from eminence.experiments.experiment import conduct
from eminence.experiments.games.job import canonical_json
from eminence.experiments.reports.restored import restore
from eminence.experiments.running.progress import Progress
from eminence.experiments.running.runner import LocalRunner
from eminence.experiments.storage.record import Record
from eminence.experiments.storage.run_file import SCHEMA, StoreError
from eminence.experiments.storage.store import Store


@pytest.fixture(scope="module")
def ttt() -> engines.Game:
    return engines.load("tic_tac_toe")


@pytest.fixture(scope="module")
def kuhn() -> engines.Game:
    return engines.load("kuhn_poker", players=3)


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "run.sqlite"


def ladder(*games, **given) -> experiments.Tournament:
    # Neither names nor specifications are in the order of the alphabet.
    agents = {"z": "flat:iterations=40", "m": "random", "a": "flat:iterations=10"}
    return experiments.Tournament(agents, games, **{"blocks": 6, **given})


class OnlySome(LocalRunner):
    """Dies after so many blocks; plays each batch backwards if asked to."""

    def __init__(self, blocks: int, backwards: bool = False):
        super().__init__()
        self.left, self.backwards = blocks, backwards

    def run(self, jobs, stop=lambda: False):
        jobs = list(jobs)[:: -1 if self.backwards else 1]
        for attempt in islice(super().run(jobs, stop), self.left):
            self.left -= 1
            yield attempt
        if not self.left:
            raise KeyboardInterrupt


def stopped(experiment, path, blocks, backwards=False):
    """The file of a run that was interrupted after so many blocks."""
    identity = {"version": __version__, **experiment.identity()}
    with Store(path, identity) as store, pytest.raises(KeyboardInterrupt):
        conduct(experiment, OnlySome(blocks, backwards), store, Progress())


def read(path, **given):
    with Record(path) as record:
        return restore(record, **given)


def change_identity(path, **changes):
    with Record(path) as record:
        identity = record.identity | changes
    forge(path, "about", "identity", value=canonical_json(identity))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["match", "test", "full", "adaptive"])
def test_a_finished_file_says_what_the_run_said(ttt, kuhn, path, kind):
    experiment = {
        "match": experiments.Match(kuhn, "flat:iterations=20", "random", blocks=5, seed=2),
        "test": experiments.SequentialTest(ttt, "flat:iterations=30", "random", (0.5, 0.7)),
        "full": ladder(ttt, kuhn),
        "adaptive": ladder(ttt, schedule="adaptive", blocks=8),
    }[kind]
    found = experiment.run(experiments.Place(local=True, out=path))
    replayed = read(path)
    assert replayed.finished
    assert replayed.findings.tables() == found.tables()
    assert replayed.findings.about == found.about
    assert replayed.games <= replayed.most_games == experiment.most_games()


def test_the_order_of_agents_does_not_matter(ttt):
    one = ladder(ttt)
    other = replace(one, agents=dict(sorted(one.agents.items())))
    assert list(one.agents) != list(other.agents)
    assert next(one.plan()) == next(other.plan())


def test_an_unfinished_match_does_without_the_missing_blocks(ttt, path):
    match = experiments.Match(ttt, "flat:iterations=20", "random", blocks=10)
    stopped(match, path, 4, backwards=True)
    replayed = read(path)
    assert not replayed.finished
    assert (replayed.games, replayed.most_games) == (8, 20)
    assert replayed.findings.failed == 0
    assert replayed.findings.columns()["blocks"] == [4]


def test_a_file_without_a_block_has_no_findings(ttt, path):
    for experiment in (
        experiments.Match(ttt, "random", "random"),
        experiments.SequentialTest(ttt, "random", "random", (0.5, 0.6)),
        ladder(ttt),
    ):
        with Store(path, {"version": __version__, **experiment.identity()}):
            pass
        replayed = read(path)
        assert (replayed.findings, replayed.finished, replayed.games) == (None, False, 0)
        path.unlink()


def test_an_unfinished_test_is_judged_up_to_the_first_missing_block(ttt, path):
    test = experiments.SequentialTest(
        ttt, "flat:iterations=10", "random", (0.5, 0.51), batch=20, max_blocks=60
    )
    stopped(test, path, 27)
    replayed = read(path)
    assert not replayed.finished
    assert (replayed.games, replayed.unused, replayed.most_games) == (54, 0, 120)
    assert (replayed.findings.test.blocks, replayed.findings.failed) == (27, 0)
    whole = test.run(experiments.Place(local=True))
    # The last bit depends on how many blocks are looked at together.
    assert list(replayed.findings.test.history) == pytest.approx(whole.test.history[:27])


def test_blocks_beyond_a_missing_one_do_not_count_in_a_test(ttt, path):
    """Otherwise the verdict would depend on which blocks are quick."""
    test = experiments.SequentialTest(
        ttt, "flat:iterations=10", "random", (0.5, 0.6), batch=20, max_blocks=60
    )
    stopped(test, path, 27, backwards=True)
    replayed = read(path)
    assert (replayed.findings.test.blocks, replayed.unused) == (20, 7)
    assert replayed.findings.verdict == "undecided"


@pytest.mark.slow
def test_a_tournament_has_the_games_that_were_begun(ttt, kuhn, path):
    stopped(ladder(ttt, kuhn), path, 20)
    tables = read(path).findings.tables()
    assert {name.split()[0] for name in tables} == {"tic_tac_toe", "kuhn_poker"}
    path.unlink()
    stopped(ladder(ttt, kuhn), path, 13)
    replayed = read(path)
    assert {name.split()[0] for name in replayed.findings.tables()} == {"tic_tac_toe"}
    assert (replayed.games, replayed.most_games) == (26, 3 * 6 * 2 + 6 * 3)


def test_an_adaptive_schedule_ends_where_blocks_are_missing(ttt, path):
    stopped(ladder(ttt, schedule="adaptive", blocks=20), path, 34)
    replayed = read(path)
    assert not replayed.finished
    assert replayed.games == 68
    assert replayed.findings.failed == 0


def test_failed_blocks_are_counted_and_not_missing(ttt, path, monkeypatch):
    from eminence import search

    class Moody(search.Random):
        name = "moody"

        def choose(self, view, actions):
            if self.seed % 4 == 0:
                raise RuntimeError("not today")
            return super().choose(view, actions)

    monkeypatch.setitem(search.AGENTS, "moody", Moody)
    match = experiments.Match(ttt, "moody", "random", blocks=20)
    found = match.run(experiments.Place(local=True, out=path))
    replayed = read(path)
    assert replayed.finished
    assert replayed.findings.failed == found.failed > 0
    path.unlink()
    stopped(match, path, 12)
    replayed = read(path)
    with Record(path) as record:
        failed = len(record.failures())
    assert not replayed.finished
    assert replayed.findings.failed == failed > 0
    assert replayed.games == 2 * (12 - failed)


def test_a_file_can_be_read_while_it_is_written(ttt, path):
    match = experiments.Match(ttt, "random", "random", blocks=6)
    jobs = next(match.plan())
    with Store(path, {"version": __version__, **match.identity()}) as store:
        for done, (job, attempt) in enumerate(LocalRunner().run(jobs)):
            if done:
                assert read(path).games == 2 * done
            with Record(path) as record:
                store.add(job, attempt)
                assert record.missing(jobs) == jobs[done:]
            with pytest.raises(StoreError, match="another run is writing"):
                Store(path, {})
    assert read(path).finished
    assert [file.name for file in path.parent.iterdir()] == ["run.sqlite"]


def test_the_log_of_a_killed_run_is_read_and_left_alone(ttt, path, tmp_path):
    match = experiments.Match(ttt, "random", "random", blocks=3)
    killed = tmp_path / "killed"
    killed.mkdir()
    with Store(path, {"version": __version__, **match.identity()}) as store:
        for job, attempt in LocalRunner().run(next(match.plan())):
            store.add(job, attempt)
        for file in path.parent.glob("run.sqlite*"):
            shutil.copy(file, killed)
    before = {file.name: file.read_bytes() for file in killed.glob("*") if "shm" not in file.name}
    assert len(before) == 2
    assert read(killed / "run.sqlite").games == 6
    for name, content in before.items():
        assert (killed / name).read_bytes() == content


def test_reading_leaves_no_trace(ttt, path):
    experiments.Match(ttt, "random", "random", blocks=2).run(
        experiments.Place(local=True, out=path)
    )
    before = path.read_bytes()
    read(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["run.sqlite"]


def test_strange_file_names(ttt, tmp_path):
    path = tmp_path / "100% of #1? ü.sqlite"
    experiments.Match(ttt, "random", "random", blocks=1).run(
        experiments.Place(local=True, out=path)
    )
    assert read(path).finished


def test_the_origin_is_written_once_and_decides_nothing(ttt, path):
    match = experiments.Match(ttt, "random", "random", blocks=1)
    for command in ("eminence match one", "eminence match two"):
        match.run(experiments.Place(local=True, out=path, command=command))
    with Record(path) as record:
        assert record.origin["command"] == "eminence match one"
        assert record.origin["versions"]["eminence"] == __version__
        assert {"python", "numpy", "ray"} < set(record.origin["versions"])
        assert not {"command", "versions", "origin"} & set(record.identity)


def test_a_file_from_before_origins_can_be_read(ttt, path):
    experiments.Match(ttt, "random", "random", blocks=1).run(
        experiments.Place(local=True, out=path)
    )
    db = sqlite3.connect(path)
    with db:
        db.execute("DELETE FROM about WHERE key = 'origin'")
    db.close()
    with Record(path) as record:
        assert record.origin == {}


DATA = Path(engines.__file__).parent / "royals" / "data"


def test_a_game_with_other_data_is_found_in_its_folder(tmp_path, path):
    data = tmp_path / "mine"
    shutil.copytree(DATA, data)
    changed = next(file for file in sorted(data.rglob("*.toml")))
    changed.write_text(changed.read_text() + "\n# mine\n")
    match = experiments.Match(engines.load("royals", data=data), "random", "random", blocks=1)
    match.run(experiments.Place(local=True, out=path))
    with pytest.raises(engines.BadData, match="other rules or data of royals") as raised:
        read(path)
    assert "\n" not in str(raised.value)
    assert read(path, data=[data]).finished
    with pytest.raises(engines.BadData, match=r"--data nowhere: no such folder"):
        read(path, data=["nowhere"])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "quiz"}, "kind 'quiz' has no report: choose match, test"),
        ({"kind": None}, "kind None has no report"),
        ({"version": "0.0.1"}, f"played by eminence 0.0.1, this is {__version__}: use that"),
        ({"fingerprint": "0"}, "played with other rules or data of tic_tac_toe"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"candidate": "nobody"}, "unknown agent 'nobody'"),
        ({"options": {"players": 9}}, "players=9"),
        ({"blocks": 0}, "blocks: expected a whole number"),
        ({"options": None}, "not fully described"),
        ({"colour": "red"}, "this version reads another experiment from it"),
    ],
)
def test_what_cannot_be_restored_is_one_line(ttt, path, changes, message):
    experiments.Match(ttt, "random", "random", blocks=1).run(
        experiments.Place(local=True, out=path)
    )
    change_identity(path, **changes)
    with pytest.raises(engines.BadData, match=message) as raised:
        read(path)
    assert str(raised.value).startswith(f"{path}: ")
    assert "\n" not in str(raised.value)


def test_a_missing_field_is_named(ttt, path):
    experiments.Match(ttt, "random", "random", blocks=1).run(
        experiments.Place(local=True, out=path)
    )
    with Record(path) as record:
        identity = {k: v for k, v in record.identity.items() if k != "opponents"}
    forge(path, "about", "identity", value=json.dumps(identity))
    with pytest.raises(engines.BadData, match="not fully described: 'opponents'"):
        read(path)


def test_files_that_are_no_runs(ttt, path):
    with pytest.raises(StoreError, match=r"run.sqlite: No such file"):
        Record(path)
    with pytest.raises(StoreError, match="Is a directory"):
        Record(path.parent)
    path.write_bytes(b"")
    with pytest.raises(StoreError, match="no file of experiments"):
        Record(path)
    path.write_bytes(b"{}\n" * 999)
    with pytest.raises(StoreError, match="no SQLite database"):
        Record(path)
    path.unlink()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE diary (day TEXT)")
    db.close()
    with pytest.raises(StoreError, match="no file of experiments"):
        Record(path)
    path.unlink()
    experiments.Match(ttt, "random", "random", blocks=1).run(
        experiments.Place(local=True, out=path)
    )
    forge(path, "about", "schema", value=str(SCHEMA + 1))
    with pytest.raises(StoreError, match=f"schema {SCHEMA + 1}, this is schema {SCHEMA}"):
        Record(path)


WRITER = """
import sys
from eminence import engines, experiments
game = engines.load("tic_tac_toe")
match = experiments.Match(game, "random", "random", blocks=500)
print("go", flush=True)
match.run(experiments.Place(local=True, out=sys.argv[1]))
"""


@pytest.mark.slow
def test_a_run_in_another_process_is_not_disturbed(path):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], env=environment, stdout=subprocess.PIPE
    ) as writer:
        writer.stdout.readline()
        seen = []
        while writer.poll() is None:
            if path.exists() and path.stat().st_size:
                with Record(path) as record:
                    (count,) = record._db.execute("SELECT count(*) FROM blocks").fetchone()
                seen.append(count)
            time.sleep(0.01)
    assert writer.returncode == 0
    assert seen == sorted(seen)
    assert any(0 < count < 500 for count in seen)
    assert read(path).finished
