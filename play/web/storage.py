"""The file that all tables live in.

SQLite in WAL mode: what is committed survives `kill -9`. A power cut may take the last moves, and
the file stays whole. Of a table it keeps what a saved game holds: seed, options, line-up and moves,
from which all else follows; of a seat's secret it keeps a hash.
"""

from __future__ import annotations

import fcntl
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import IO, Any

from eminence.engines import BadData

#: marks the file as one of ours: "EmTb"
APPLICATION = 0x456D5462
SCHEMA_VERSION = 1
SCHEMA = """
CREATE TABLE tables (
    name TEXT PRIMARY KEY, begun INTEGER NOT NULL, used INTEGER NOT NULL,
    opening TEXT NOT NULL, settings TEXT NOT NULL, pending TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE seats (
    name TEXT NOT NULL, seat INTEGER NOT NULL, hash BLOB NOT NULL,
    PRIMARY KEY (name, seat)
) WITHOUT ROWID;
CREATE TABLE moves (
    name TEXT NOT NULL, number INTEGER NOT NULL, move TEXT NOT NULL,
    PRIMARY KEY (name, number)
) WITHOUT ROWID;
"""


@dataclass
class Record:
    """A table as the file has it."""

    name: str
    opening: dict[str, Any]
    """The entries of the saved game before its first move."""
    settings: dict[str, Any]
    """What was agreed on when the table was made."""
    hashes: dict[int, bytes]
    """By seat, and for the onlooker."""
    moves: tuple[str, ...] = ()
    pending: dict[str, Any] = field(default_factory=dict)
    """What is decided but not played yet, and which bots stand in for people."""


class Storage:
    """All tables. Its methods may be called from any thread."""

    def __init__(self, path: str | Path):
        self.path = Path(path)
        self._one = Lock()
        self._lock = _locked(self.path)
        try:
            self._db = self._opened()
        except BaseException:
            self._lock.close()
            raise

    def _opened(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            _prepare(db)
        except sqlite3.DatabaseError as error:
            db.close()
            raise BadData(f"{self.path}: no file of tables ({error})") from None
        except BadData as error:
            db.close()
            raise BadData(f"{self.path}: {error}") from None
        return db

    def close(self) -> None:
        """Let go of the file."""
        with self._one:
            self._db.close()
            self._lock.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._one:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def add(self, record: Record) -> None:
        """Keep a new table."""
        now = int(time.time())
        row = (record.name, now, now, _text(record.opening), _text(record.settings), "{}")
        with self._transaction() as db:
            db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", row)
            seats = [(record.name, seat, known) for seat, known in record.hashes.items()]
            db.executemany("INSERT INTO seats VALUES (?, ?, ?)", seats)

    def write(self, record: Record, moves: tuple[str, ...], pending: dict[str, Any]) -> None:
        """Bring the file from what the record says to these moves and this pending; then the
        record says so too.
        """
        same = 0
        while same < min(len(moves), len(record.moves)) and moves[same] == record.moves[same]:
            same += 1
        new = [
            (record.name, number, moves[number - 1]) for number in range(same + 1, len(moves) + 1)
        ]
        with self._transaction() as db:
            if same < len(record.moves):
                place = (record.name, same)
                db.execute("DELETE FROM moves WHERE name = ? AND number > ?", place)
            db.executemany("INSERT INTO moves VALUES (?, ?, ?)", new)
            values = (int(time.time()), _text(pending), record.name)
            db.execute("UPDATE tables SET used = ?, pending = ? WHERE name = ?", values)
        record.moves, record.pending = moves, pending

    def let_in(self, name: str, seat: int, known: bytes) -> None:
        """Keep the hash of a seat's secret, unless the seat has one."""
        with self._transaction() as db:
            db.execute("INSERT OR IGNORE INTO seats VALUES (?, ?, ?)", (name, seat, known))

    def set(self, record: Record, key: str, value: str) -> None:
        """Bring a setting into the file and the record."""
        settings = {**record.settings, key: value}
        with self._transaction() as db:
            values = (_text(settings), record.name)
            db.execute("UPDATE tables SET settings = ? WHERE name = ?", values)
        record.settings = settings

    def read(self, name: str) -> Record | None:
        """A table with its moves; None if there is none of this name."""
        with self._one:
            found = self._db.execute(
                "SELECT opening, settings, pending FROM tables WHERE name = ?", [name]
            ).fetchone()
            if found is None:
                return None
            seats = self._db.execute("SELECT seat, hash FROM seats WHERE name = ?", [name])
            hashes = dict(seats.fetchall())
            moves = self._db.execute(
                "SELECT move FROM moves WHERE name = ? ORDER BY number", [name]
            ).fetchall()
        opening, settings, pending = map(json.loads, found)
        played = tuple(move for (move,) in moves)
        return Record(name, opening, settings, hashes, played, pending)

    def count(self) -> int:
        """How many tables there are."""
        with self._one:
            return int(self._db.execute("SELECT count(*) FROM tables").fetchone()[0])


def _text(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _locked(path: Path) -> IO[bytes]:
    """The file itself, locked against a second server; the lock goes with the process."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("a+b")
    except OSError as error:
        raise BadData(f"{path}: {error.strerror}") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise BadData(f"{path}: another server has this file open: name one with --file") from None
    # It holds everybody's hands.
    path.chmod(0o600)
    return file


def _prepare(db: sqlite3.Connection) -> None:
    tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if tables and application != APPLICATION:
        raise BadData("no file of tables: name another one with --file")
    if tables and version != SCHEMA_VERSION:
        raise BadData("a file of tables of another version: name another one with --file")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    if not tables:
        db.execute("BEGIN IMMEDIATE")
        for command in SCHEMA.split(";"):
            db.execute(command)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        db.execute("COMMIT")
