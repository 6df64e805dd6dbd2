"""Blocks in a file: nothing is lost, nothing is there twice, and no other file is touched."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from spoiling import change, forge

from eminence import engines
from eminence.experiments.games.block import Failure, play_block
from eminence.experiments.games.job import Job, jobs_of
from eminence.experiments.reports.verification import verify
from eminence.experiments.storage.record import Record
from eminence.experiments.storage.run_file import SCHEMA, StoreError
from eminence.experiments.storage.store import Store

IDENTITY = {"kind": "test", "version": "1", "agents": ("greedy", "random")}
LINEUP = ("greedy", "random", "random")


@pytest.fixture(scope="module")
def kuhn():
    return engines.load("kuhn_poker", players=3)


@pytest.fixture(scope="module")
def jobs(kuhn):
    return jobs_of(kuhn, LINEUP, range(6))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.sqlite"


def block(job):
    return play_block(job.game, job.lineup, job.seed)


def failure(job):
    return Failure(job.lineup, job.seed, "ValueError: no", 1, 2, "random", 5)


def write(path, jobs):
    with Store(path, IDENTITY) as store:
        for job in jobs:
            store.add(job, block(job))


def rows(path, table="blocks"):
    """A table as plain SQLite reads it."""
    db = sqlite3.connect(path)
    try:
        return db.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()
    finally:
        db.close()


def test_a_run_goes_on_where_it_stopped(path, jobs):
    write(path, [jobs[4], jobs[0], jobs[2]])
    with Store(path, IDENTITY) as store:
        assert store.missing(jobs) == [jobs[1], jobs[3], jobs[5]]
        for job in store.missing(jobs):
            store.add(job, block(job))
        assert store.blocks(jobs) == [block(job) for job in jobs]
    with Store(path, IDENTITY) as store:
        assert store.missing(jobs) == []
        assert store.blocks(reversed(jobs)) == [block(job) for job in reversed(jobs)]


def test_the_order_of_arrival_leaves_no_trace(tmp_path, jobs):
    write(tmp_path / "a", jobs)
    write(tmp_path / "b", reversed(jobs))
    assert len(rows(tmp_path / "a")) == len(jobs)
    assert rows(tmp_path / "a") == rows(tmp_path / "b")


def test_a_row_says_what_it_is(path, jobs):
    write(path, jobs[:1])
    ((id_, job, games, _),) = rows(path)
    assert id_ == jobs[0].id
    assert '"game":"kuhn_poker"' in job
    assert '"seed":0' in job
    assert games.count('"moves":[') == 3


def test_seeds_beyond_what_sqlite_counts_to(path, kuhn):
    job = Job.of(kuhn, LINEUP, 2**64 - 1)
    write(path, [job])
    with Store(path, IDENTITY) as store:
        assert store.blocks([job]) == [block(job)]


def test_a_block_is_asked_for_once(path, jobs):
    with Store(path, IDENTITY) as store:
        assert store.missing([jobs[0], jobs[1], jobs[0]]) == jobs[:2]


def test_a_block_is_on_disk_as_soon_as_it_is_added(path, jobs):
    with Store(path, IDENTITY) as store:
        for n, job in enumerate(jobs):
            assert len(rows(path)) == n
            store.add(job, block(job))


def test_a_run_that_ends_leaves_one_file(path, jobs):
    write(path, jobs)
    assert [file.name for file in path.parent.iterdir()] == ["run.sqlite"]


def test_a_block_is_never_there_twice(path, jobs):
    with Store(path, IDENTITY) as store:
        store.add(jobs[0], block(jobs[0]))
        for again in (block(jobs[0]), failure(jobs[0])):
            with pytest.raises(engines.BadOption, match="seed 0 of greedy - random"):
                store.add(jobs[0], again)
        assert store.failures() == []
    assert len(rows(path)) == 1


def test_a_block_of_another_job_is_refused(path, jobs):
    with Store(path, IDENTITY) as store:
        with pytest.raises(engines.BadOption, match=r"seed 1 of .* is not what came of seed 0 of"):
            store.add(jobs[0], block(jobs[1]))
        assert store.missing(jobs) == jobs


def test_failures_are_kept_until_the_block_is_played(path, jobs):
    with Store(path, IDENTITY) as store:
        store.add(jobs[3], failure(jobs[3]))
        store.add(jobs[1], failure(jobs[1]))
        store.add(jobs[0], block(jobs[0]))
    with Store(path, IDENTITY) as store:
        assert store.failures() == [failure(jobs[1]), failure(jobs[3])]
        assert store.missing(jobs[:4]) == [jobs[1], jobs[2], jobs[3]]
        store.add(jobs[3], failure(jobs[3]))
        store.add(jobs[1], block(jobs[1]))
        assert store.failures() == [failure(jobs[3])]
    assert len(rows(path)) == 2


@pytest.mark.parametrize(
    ("identity", "complaint"),
    [
        ({"kind": "test", "version": "1"}, '(agents ["greedy","random"] instead of nothing)'),
        ({**IDENTITY, "alpha": 0.05}, "(alpha nothing instead of 0.05)"),
        (
            {**IDENTITY, "kind": "x", "seed": 2},
            '(kind "test" instead of "x"; seed nothing instead of 2)',
        ),
    ],
)
def test_another_experiments_file_is_refused_and_left_alone(path, jobs, identity, complaint):
    write(path, jobs)
    before = path.read_bytes()
    with pytest.raises(StoreError) as error:
        Store(path, identity)
    assert str(error.value) == f"{path}: another experiment {complaint}: choose another file"
    assert path.read_bytes() == before
    Store(path, IDENTITY).close()


def test_a_run_of_another_version_is_told_by_both_versions_and_left_alone(path, jobs):
    write(path, jobs)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="played by eminence 1, this is 2: use that version"):
        Store(path, {**IDENTITY, "kind": "x", "version": "2"})
    assert path.read_bytes() == before


def test_a_file_of_a_newer_version_is_refused_and_left_alone(path, jobs):
    write(path, jobs)
    change(
        path,
        f"UPDATE about SET value = '{SCHEMA + 1}' WHERE key = 'schema'",
        "ALTER TABLE blocks ADD COLUMN new TEXT",
    )
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"schema {SCHEMA + 1}, this is schema {SCHEMA}"):
        Store(path, IDENTITY)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"{}\n", b"SQLite format 3\0 and then nonsense" * 99])
def test_a_file_that_is_no_database_is_refused_and_left_alone(path, content):
    path.write_bytes(content)
    with pytest.raises(StoreError, match="no SQLite database: choose another file"):
        Store(path, IDENTITY)
    assert path.read_bytes() == content


def test_a_database_of_something_else_is_refused_and_left_alone(path):
    change(path, "CREATE TABLE about (day TEXT)", "CREATE TABLE diary (text TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="no file of experiments: choose another file"):
        Store(path, IDENTITY)
    assert path.read_bytes() == before


def test_an_empty_file_is_a_new_one(path, jobs):
    path.touch()
    write(path, jobs[:1])
    assert len(rows(path)) == 1


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(StoreError, match="Is a directory"):
        Store(tmp_path, IDENTITY)
    with pytest.raises(StoreError, match=r"nowhere/run.sqlite: No such file"):
        Store(tmp_path / "nowhere" / "run.sqlite", IDENTITY)


@contextmanager
def a_plain_user():
    """Act as an ordinary user: the administrator may write every file."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.mark.parametrize("protected", ["run.sqlite", "."])
def test_a_read_only_file_or_folder_is_named_and_left_alone(jobs, protected):
    # Not in tmp_path, which only its owner may enter.
    folder = Path(tempfile.mkdtemp())
    path = folder / "run.sqlite"
    try:
        write(path, jobs)
        before = path.read_bytes()
        path.chmod(0o444 if protected == "run.sqlite" else 0o666)
        folder.chmod(0o555)
        with a_plain_user(), pytest.raises(StoreError) as error:
            Store(path, IDENTITY)
        assert str(error.value).startswith(f"{path}: ")
        assert "\n" not in str(error.value)
        assert path.read_bytes() == before
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def add_until_error(store, jobs):
    """How many were added, and what stopped it."""
    for done, job in enumerate(jobs):
        try:
            store.add(job, block(job))
        except StoreError as error:
            return done, str(error)
    return len(jobs), ""


@pytest.mark.slow
def test_a_full_disk_loses_nothing_and_the_next_run_goes_on(path, kuhn):
    jobs = jobs_of(kuhn, LINEUP, range(400))
    with Store(path, IDENTITY) as store:
        (pages,) = store._db.execute("PRAGMA page_count").fetchone()
        store._db.execute(f"PRAGMA max_page_count = {pages + 8}")
        done, error = add_until_error(store, jobs)
        assert error.startswith(f"{path}: the disk is full; what is written stays")
        assert 0 < done < len(jobs)
        # Still usable, and still full.
        assert store.missing(jobs) == jobs[done:]
        _, error = add_until_error(store, jobs[done:])
        assert "the disk is full" in error
        reached = len(jobs) - len(store.missing(jobs))
    with Store(path, IDENTITY) as store:
        assert len(store.missing(jobs)) == len(jobs) - reached
        for job in store.missing(jobs):
            store.add(job, block(job))
        assert store.blocks(jobs) == [block(job) for job in jobs]


def test_two_runs_do_not_write_one_file(path, jobs):
    with Store(path, IDENTITY) as store:
        with pytest.raises(StoreError, match=r"run.sqlite: another run is writing this file"):
            Store(path, IDENTITY)
        store.add(jobs[0], block(jobs[0]))
    Store(path, IDENTITY).close()


def test_a_refused_file_is_let_go(path, jobs):
    write(path, jobs[:1])
    with pytest.raises(StoreError, match="another experiment"):
        Store(path, {**IDENTITY, "kind": "x"})
    Store(path, IDENTITY).close()


WRITER = """
import sys
from eminence import engines
from eminence.experiments.games.job import jobs_of
from eminence.experiments.games.block import play_block
from eminence.experiments.storage.store import Store
game = engines.load("kuhn_poker", players=3)
with Store(sys.argv[1], {"kind": "killed"}) as store:
    for job in jobs_of(game, ["greedy", "random", "random"], range(100_000)):
        store.add(job, play_block(job.game, job.lineup, job.seed))
        print(job.seed, flush=True)
"""


@pytest.mark.slow
def test_a_killed_run_keeps_all_it_has_said_to_be_written(path, kuhn):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], env=environment, stdout=subprocess.PIPE
    ) as writer:
        for line in writer.stdout:
            if int(line) == 50:
                with pytest.raises(StoreError, match="another run is writing"):
                    Store(path, {"kind": "killed"})
                break
        writer.send_signal(signal.SIGKILL)
        said = [int(line) for line in writer.stdout.read().splitlines()[:-1]]
    reached = max(said, default=50)
    with Store(path, {"kind": "killed"}) as store:
        jobs = jobs_of(kuhn, LINEUP, range(reached + 1))
        assert store.missing(jobs) == []
        assert store.blocks(jobs) == [block(job) for job in jobs]
    assert [file.name for file in path.parent.iterdir()] == ["run.sqlite"]


# --- files that were damaged, by a disk or by hand ---


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE blocks SET games = replace(games, '1.0', '9.0')",
        "UPDATE blocks SET games = '[]'",
        "UPDATE blocks SET games = 'null'",
        "UPDATE blocks SET games = '[[[['",
        "UPDATE blocks SET games = x'ff00ff'",
        "UPDATE blocks SET games = 7",
        "UPDATE blocks SET seal = ''",
        "UPDATE failures SET failure = '{}'",
        "UPDATE notes SET value = 'NaN'",
        "UPDATE about SET value = '3' WHERE key = 'origin'",
        "UPDATE about SET value = '{}' WHERE key = 'identity'",
        "UPDATE about SET value = 'two' WHERE key = 'schema'",
        "DELETE FROM about",
        "DROP TABLE notes",
    ],
)
def test_a_changed_row_is_refused_in_one_line(path, jobs, statement):
    write(path, jobs[:2])
    with Store(path, IDENTITY) as store:
        store.add(jobs[2], failure(jobs[2]))
        store.note("learnt", [1, 2])
    change(path, statement)
    with pytest.raises(StoreError) as error:
        read_all(path, jobs)
    assert str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("games", ["[]", "null", "[[[[", "[1]", '[{"wins":3}]'])
def test_a_row_with_a_right_seal_and_odd_content_is_one_line(path, jobs, games):
    write(path, jobs[:1])
    forge(path, "blocks", jobs[0].id, games=games)
    if games == "[]":
        with Record(path) as record, pytest.raises(engines.BadData, match="0 games for 3"):
            verify(record, 0)
        return
    with pytest.raises(StoreError, match="a row that no version writes"):
        read_all(path, jobs)


def read_all(path, jobs):
    with Record(path) as record:
        return record.blocks(jobs), record.failures(), record.notes(), record.identity


def complaint(path, jobs, right):
    """Why the file is refused; nothing if its content is right."""
    try:
        found = read_all(path, jobs)
    except StoreError as error:
        return str(error)
    assert found == right
    return ""


def test_no_flipped_bit_is_believed_and_none_ends_in_a_traceback(path, jobs):
    write(path, jobs[:3])
    with Store(path, IDENTITY) as store:
        store.add(jobs[3], failure(jobs[3]))
        store.note("learnt", [1, 2])
    whole, right = path.read_bytes(), read_all(path, jobs)
    rng = random.Random(1)
    # Most of a small file is empty.
    places = [place for place, byte in enumerate(whole) if byte]
    refused = 0
    for _ in range(300):
        spoilt = bytearray(whole)
        spoilt[rng.choice(places)] ^= 1 << rng.randrange(8)
        path.write_bytes(spoilt)
        said = complaint(path, jobs, right)
        refused += bool(said)
        assert "\n" not in said
    assert refused > 200


def test_what_is_said_of_a_game_must_follow_from_its_moves(path, jobs):
    write(path, jobs)
    with Record(path) as record:
        assert verify(record, 2).startswith("Verified: the results of 6 blocks follow")
    ((id_, _, games, _), *_) = rows(path)
    forge(path, "blocks", id_, games=games.replace("2.0", "9.0"))
    with (
        Record(path) as record,
        pytest.raises(engines.BadData, match=r"(ranks|scores) .* but its moves"),
    ):
        verify(record, 0)


def test_moves_that_the_agents_would_not_make_are_found_by_playing_again(path, kuhn):
    job = Job.of(kuhn, LINEUP, 3)
    other = play_block(kuhn, ("random", "random", "random"), 3)
    with Store(path, IDENTITY) as store:
        store.add(job, replace(other, lineup=job.lineup))
    with Record(path) as record:
        assert "results of 1 blocks follow" in verify(record, 0)
        with pytest.raises(engines.BadData, match="its agents play other moves"):
            verify(record, 1)
