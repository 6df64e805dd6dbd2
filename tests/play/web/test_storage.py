"""The file of all tables: kept after every move, whole after a kill, shared with nobody."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from web_server import PATIENCE, Running, running

from eminence.engines import BadData
from eminence.play.web.storage import Record, Storage

RECORD = {"opening": {"game": "x", "seed": 2**64 - 1}, "settings": {"hints": True}}


@pytest.fixture
def storage(tmp_path):
    found = Storage(tmp_path / "tables.sqlite")
    yield found
    found.close()


def a_record():
    return Record("ab", RECORD["opening"], RECORD["settings"], {-1: b"x", 0: b"y"})


def test_a_table_comes_back_as_it_was_written(storage):
    record = a_record()
    storage.add(record)
    storage.write(record, ("one", "zwei ä"), {"live": {}})
    assert storage.read("ab") == record
    assert record.moves == ("one", "zwei ä")
    assert storage.read("cd") is None
    assert storage.count() == 1


def test_moves_that_were_taken_back_are_gone(storage):
    record = a_record()
    storage.add(record)
    for moves in (("a", "b", "c"), ("a", "x"), (), ("d",)):
        storage.write(record, moves, {})
        assert storage.read("ab").moves == moves


def test_a_write_that_fails_changes_nothing(storage):
    record = a_record()
    storage.add(record)
    storage.write(record, ("a",), {})
    with pytest.raises(sqlite3.IntegrityError):
        storage.write(record, ("b", None), {})
    assert storage.read("ab").moves == record.moves == ("a",)


def test_only_one_server_has_the_file(storage):
    with pytest.raises(BadData, match="another server has this file open"):
        Storage(storage.path)


def test_other_files_are_refused_and_left_alone(tmp_path):
    text, foreign = tmp_path / "text", tmp_path / "foreign"
    text.write_text("no database, but long enough to be looked at as one" * 20)
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE other (x)")
    db.close()
    for path in (text, foreign):
        before = path.read_bytes()
        with pytest.raises(BadData, match="no file of tables"):
            Storage(path)
        assert path.read_bytes() == before


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(BadData, match=r"Not a directory|File exists"):
        Storage(tmp_path / "a" / "b") if (tmp_path / "a").write_text("x") else None


def test_the_file_of_another_version_is_refused(tmp_path):
    Storage(tmp_path / "t").close()
    with sqlite3.connect(tmp_path / "t") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(BadData, match="of another version"):
        Storage(tmp_path / "t")


# --- the real server ---


class Process:
    """`eminence serve` as a process of its own."""

    def __init__(self, file: Path, errors: Path):
        command = [sys.executable, "-m", "eminence", "serve", "--port", "0", "--workers", "1"]
        with errors.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--file", str(file)], stdout=subprocess.PIPE, stderr=log, text=True
            )
        line = self.process.stdout.readline()
        assert "the table is open at http://127.0.0.1:" in line
        self.client = Running(None, line.split("open at ")[1].split()[0])

    def children(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def kill(self, number: int = signal.SIGKILL) -> int:
        self.client.http.close()
        os.kill(self.process.pid, number)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code


@pytest.fixture
def serve(tmp_path):
    begun = []

    def start(file="tables.sqlite"):
        begun.append(Process(tmp_path / file, tmp_path / "errors"))
        return begun[-1]

    yield start
    for each in begun:
        if each.process.poll() is None:
            each.kill()


@pytest.mark.slow
def test_a_game_goes_on_after_the_server_was_killed(serve, tmp_path):
    first = serve()
    created = first.client.create("tic_tac_toe", ["person", "person"])
    with created.sit(0) as one, created.sit(1) as other:
        one.move("x(1,1)")
        other.wait_until(lambda table: table["moves"])
        # The answer has come, so the move is kept.
        before = other.move("o(0,0)")
        assert before["type"] == "table"
        first.kill()
    second = serve()
    created.server = second.client
    with created.sit(1) as other:
        assert other.table == {**before, "seats": other.table["seats"]}
        with created.sit(0) as one:
            one.move("x(0,1)")
            other.wait_until(lambda table: table["moves"])
            other.move("o(0,2)")
            one.wait_until(lambda table: table["moves"])
            end = one.move("x(2,1)")
    assert end["result"]["sentence"].startswith("You win")
    assert (tmp_path / "errors").read_text() == ""


@pytest.mark.slow
def test_a_bot_goes_on_after_the_server_was_killed_while_it_thought(serve):
    first = serve()
    created = first.client.create("royals", ["person", "hard"], players=2)
    with created.sit(0) as me:
        me.wait_until(lambda table: table["moves"] or table["mover"] == 1)
        while me.table["mover"] == 0:
            me.move(me.choices()[-1])
        first.kill()
    second = serve()
    created.server = second.client
    with created.sit(0) as me:
        me.wait_until(lambda table: table["moves"])


@pytest.mark.slow
def test_workers_end_with_a_server_that_was_killed(serve):
    server = serve()
    created = server.client.create("leduc_poker", ["person", "easy"])
    with created.sit(0) as me:
        me.play_on()
        workers = server.children()
        assert workers
        server.kill()
    _, alive = psutil.wait_procs(workers, PATIENCE)
    assert not alive


@pytest.mark.slow
def test_ctrl_c_ends_the_server_and_its_workers(serve, tmp_path):
    server = serve()
    created = server.client.create("leduc_poker", ["person", "easy"])
    with created.sit(0) as me:
        me.play_on()
        workers = server.children()
        assert server.kill(signal.SIGINT) == 130
    _, alive = psutil.wait_procs(workers, PATIENCE)
    assert not alive
    assert "Traceback" not in (tmp_path / "errors").read_text()


@pytest.mark.slow
def test_a_table_of_other_rules_is_refused_with_a_reason(tmp_path):
    file = tmp_path / "tables.sqlite"
    with running(file) as server:
        created = server.create("kuhn_poker", ["person", "person"])
    other = 'replace(opening, \'"fingerprint": "\', \'"fingerprint": "00\')'
    with sqlite3.connect(file) as db:
        db.execute(f"UPDATE tables SET opening = {other}")
    db.close()
    with running(file) as server:
        created.server = server
        with server.socket() as socket:
            socket.send(
                f'{{"type": "hello", "table": "{created.name}", "token": "{created.tokens[0]}"}}'
            )
            assert "other rules or numbers" in socket.recv()


@pytest.mark.slow
def test_nothing_waits_for_a_table_that_is_slow_to_answer(serve):
    """A bot that thinks for long at one table does not keep the others waiting."""
    server = serve()
    slow = server.client.create("royals", ["expert", "person"], players=2)
    with slow.sit(1) as waiting:
        assert waiting.table["mover"] == 0
        other = server.client.create("tic_tac_toe", ["person", "person"])
        with other.sit(0) as one, other.sit(1) as two:
            begun = time.monotonic()
            one.move("x(1,1)")
            two.wait_until(lambda table: table["moves"])
            assert time.monotonic() - begun < 5
        assert waiting.table["mover"] == 0
