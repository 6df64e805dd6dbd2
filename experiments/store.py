"""The finished blocks of an experiment in one SQLite file, so that a run can stop and go on.

Every block is one transaction. The file is in WAL mode: a run that is killed leaves two more
files beside it (`-wal`, `-shm`), whose content the next run takes over; a run that ends by
itself leaves one file. Commits are not forced to the disk one by one: when the power fails, the
last blocks may be missing, which the next run plays again, and the file stays whole.

Every row ends with a seal, a hash of the rest of it: what a disk or a hand has changed is
refused. A seal is no signature; `experiments.verify` plays games again.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from cython_ext.errors import BadData, BadOption, EminenceError
from cython_ext.version import both_versions
from experiments.closing import Closing
from experiments.jobs import Job, canonical_json, id_of
from experiments.match import Block, Failure, Rotation

#: of the tables below; a file with a higher one was written by a newer version
SCHEMA = 2
#: what reading a row raises that has a right seal and still is none of ours
NO_ROW = (ValueError, RecursionError, KeyError, TypeError, AttributeError)
#: how often a file that changes while it is read is read again
TRIES = 5
#: seconds between two of them
PAUSE = 0.02

#: The columns of each table; the first one is the key, and the last one is the row's seal.
COLUMNS = {
    "about": ("key", "value", "seal"),
    "blocks": ("id", "job", "games", "seal"),
    "failures": ("id", "job", "failure", "seal"),
    "notes": ("key", "value", "seal"),
}
#: characters of a seal
SEAL = 32


class StoreError(BadData):
    """A file that is no store, or one that cannot be written. What it held, it still holds."""


class Held(Closing):
    """What a file holds, however it was opened."""

    path: Path
    _db: sqlite3.Connection

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def missing(self, jobs: Iterable[Job]) -> list[Job]:
        """Those jobs, each once, that are still to be played; failed ones are among them."""
        wanted = {job.id: job for job in jobs}
        with self._explained():
            return [job for job in wanted.values() if self._games(job) is None]

    def blocks(self, jobs: Iterable[Job]) -> list[Block]:
        """The finished blocks among these jobs, in the order of the jobs."""
        with self._explained():
            found = [(job, self._games(job)) for job in jobs]
            return [
                _block(job.lineup, job.seed, games) for job, games in found if games is not None
            ]

    def every_block(self) -> Iterator[tuple[dict[str, Any], Block]]:
        """All finished blocks, each behind the identity of its job, by their ids."""
        with self._explained():
            for id_, job, games in sorted(self._rows("blocks")):
                identity = json.loads(job)
                if id_ != id_of(identity):
                    raise StoreError(f"{self.path}: a block is not that of its job: {job}")
                yield identity, _block(tuple(identity["lineup"]), identity["seed"], games)

    def failures(self) -> list[Failure]:
        """What could not be played so far, ordered by line-up and seed."""
        with self._explained():
            found = [json.loads(failure) for _, _, failure in self._rows("failures")]
            failures = [Failure(**{**each, "lineup": tuple(each["lineup"])}) for each in found]
        return sorted(failures, key=lambda failure: (failure.lineup, failure.seed))

    def failed(self, jobs: Iterable[Job]) -> list[Job]:
        """Those jobs, each once, of which only a failure is known."""
        wanted = {job.id: job for job in jobs}
        with self._explained():
            known = {id_ for (id_,) in self._db.execute("SELECT id FROM failures")}
        return [job for job in wanted.values() if job.id in known]

    def notes(self) -> dict[str, Any]:
        """All notes by their keys."""
        with self._explained():
            return {key: json.loads(value) for key, value in sorted(self._rows("notes"))}

    def _games(self, job: Job) -> str | None:
        for _, _, games in self._rows("blocks", job.id):
            return games
        return None

    def _rows(self, table: str, key: str | None = None) -> Iterator[tuple[str, ...]]:
        """The rows of a table, or the one with this key, each without its seal."""
        command, given = f"SELECT * FROM {table}", []
        if key is not None:
            command, given = f"{command} WHERE {COLUMNS[table][0]} = ?", [key]
        for *row, seal in self._db.execute(command, given):
            if seal != sealed(table, row):
                raise StoreError(
                    f"{self.path}: a row of {table} is not as it was written: use a copy of "
                    "the file from before, or choose another file"
                )
            yield tuple(row)

    def _tables(self) -> set[str]:
        return {name for (name,) in self._db.execute("SELECT name FROM sqlite_master")}

    def _about(self) -> dict[str, Any]:
        """What the file says of itself; refuses files that this version cannot read."""
        if not set(COLUMNS) <= self._tables():
            raise StoreError(f"{self.path}: no file of experiments: choose another file")
        self._refuse_other_schema()
        self._refuse_broken()
        about = {key: json.loads(text) for key, text in self._rows("about")}
        if not isinstance(about.get("identity"), dict):
            raise StoreError(f"{self.path}: no file of experiments: choose another file")
        return about

    def _refuse_other_schema(self) -> None:
        """Tables of another version, told by the version that wrote them if they say so."""
        columns = [name for _, name, *_ in self._db.execute("PRAGMA table_info(about)")]
        if not {"key", "value"} <= set(columns):
            raise StoreError(f"{self.path}: no file of experiments: choose another file")
        told = dict(self._db.execute("SELECT key, value FROM about").fetchall())
        if told.get("schema") == str(SCHEMA) and "seal" in columns:
            return
        identity = json.loads(told.get("identity", "null"))
        version = identity.get("version") if isinstance(identity, dict) else None
        raise StoreError(
            f"{self.path}: tables of schema {told.get('schema')}, this is schema {SCHEMA} "
            f"({both_versions(version)}): use that version, or choose another file"
        )

    def _refuse_broken(self) -> None:
        """Pages that a disk has spoilt can hide rows or hold odd ones."""
        for (said,) in self._db.execute("PRAGMA integrity_check(1)"):
            if said != "ok":
                raise StoreError(
                    f"{self.path}: broken ({' '.join(str(said).split())}): use a copy of the "
                    "file from before, or choose another file"
                )

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except EminenceError:
            raise
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {_explanation(error)}") from None
        except NO_ROW as error:
            raise StoreError(
                f"{self.path}: a row that no version writes ({type(error).__name__}): use a "
                "copy of the file from before, or choose another file"
            ) from None


class Store(Held):
    """The file of one experiment: created if missing, resumed if it is the same experiment.

    `identity` is a plain dict that says which experiment it is; a file with another one is
    refused and left as it is. One run writes a file at a time. `origin` is written down when
    the file is created (by which command, with which versions) and decides nothing.
    """

    def __init__(
        self,
        path: str | Path,
        identity: Mapping[str, Any],
        origin: Mapping[str, Any] | None = None,
    ):
        self.path = Path(path)
        self._lock = self._locked()
        try:
            # Transactions begin and end where this file says so.
            self._db = sqlite3.connect(self.path, isolation_level=None)
            try:
                with self._explained():
                    self._open(json.loads(canonical_json(dict(identity))), dict(origin or {}))
            except BaseException:
                self._db.close()
                raise
        except BaseException:
            self._lock.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        super().close()
        self._lock.close()

    def add(self, job: Job, outcome: Block | Failure) -> None:
        """Write down what came of a job; a block is there for good, a failure until then."""
        if (outcome.lineup, outcome.seed) != (job.lineup, job.seed):
            raise BadOption(
                f"seed {outcome.seed} of {' - '.join(outcome.lineup)} is no outcome of "
                f"seed {job.seed} of {' - '.join(job.lineup)}"
            )
        with self._explained(), self._transaction():
            if self._games(job) is not None:
                raise BadOption(f"seed {job.seed} of {' - '.join(job.lineup)} is there already")
            self._db.execute("DELETE FROM failures WHERE id = ?", [job.id])
            if isinstance(outcome, Block):
                games = canonical_json([asdict(game) for game in outcome.games])
                self._insert_job("blocks", job, games)
            else:
                self._insert_job("failures", job, canonical_json(asdict(outcome)))

    def note(self, key: str, value: Any) -> None:
        """Remember something else of a run, plain enough for JSON; the last one counts."""
        with self._explained(), self._transaction():
            self._insert("notes", key, canonical_json(value))

    def _insert_job(self, table: str, job: Job, text: str) -> None:
        self._insert(table, job.id, canonical_json(job.identity()), text)

    def _insert(self, table: str, *row: str) -> None:
        """One row with its seal, instead of the one with this key if there is one."""
        places = ", ".join("?" for _ in COLUMNS[table])
        command = f"INSERT OR REPLACE INTO {table} VALUES ({places})"
        self._db.execute(command, [*row, sealed(table, row)])

    def _locked(self) -> IO[bytes]:
        """The file itself, held against other runs; the lock goes when the process does."""
        try:
            file = self.path.open("a+b")
        except OSError as error:
            raise StoreError(f"{self.path}: {error.strerror or error}") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise StoreError(f"{self.path}: another run is writing this file") from None
        return file

    def _open(self, identity: dict[str, Any], origin: dict[str, Any]) -> None:
        # Looked at before anything is written: a foreign file stays as it is.
        if not self._tables():
            self._create(identity, origin)
        self._refuse_other(identity)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")

    def _create(self, identity: dict[str, Any], origin: dict[str, Any]) -> None:
        about = {"schema": SCHEMA, "identity": identity, "origin": origin}
        with self._transaction():
            for table, (key, *others) in COLUMNS.items():
                columns = [
                    f"{key} TEXT PRIMARY KEY",
                    *(f"{each} TEXT NOT NULL" for each in others),
                ]
                self._db.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
            for key, value in about.items():
                self._insert("about", key, canonical_json(value))

    def _refuse_other(self, identity: dict[str, Any]) -> None:
        held = self._about()["identity"]
        if held.get("version") != identity.get("version"):
            told = (
                f"played by eminence {held.get('version')}, this is {identity.get('version')}"
            )
            raise StoreError(f"{self.path}: {told}: use that version, or choose another file")
        differing = [
            f"{key} {_shown(held, key)} instead of {_shown(identity, key)}"
            for key in sorted({*held, *identity})
            if _shown(held, key) != _shown(identity, key)
        ]
        if differing:
            raise StoreError(
                f"{self.path}: another experiment ({'; '.join(differing)}): choose another file"
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            # A full disk may have ended the transaction by itself.
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise


class Record(Held):
    """What a file holds at this moment, for reading only.

    It is copied to memory at once, so a run may go on writing: it is neither held up nor seen.
    """

    identity: dict[str, Any]
    """Which experiment it is."""
    origin: dict[str, Any]
    """The command and the versions that the file was created by, if it says so."""

    def __init__(self, path: str | Path):
        self.path = Path(path)
        try:
            self.path.open("rb").close()
        except OSError as error:
            raise StoreError(f"{self.path}: {error.strerror or error}") from None
        self._db = sqlite3.connect(":memory:")
        try:
            with self._explained():
                self._copy()
                about = self._about()
        except BaseException:
            self._db.close()
            raise
        self.identity, self.origin = about["identity"], about.get("origin", {})

    def _copy(self) -> None:
        for _ in range(TRIES):
            before = self._stamp()
            try:
                self._copy_once()
            except sqlite3.Error:
                # A log may have come or gone while the file was being opened.
                if before == self._stamp() != "log":
                    raise
                time.sleep(PAUSE)
                continue
            if before == self._stamp():
                return
        raise StoreError(f"{self.path}: changes too fast to be read: try again")

    def _copy_once(self) -> None:
        # Without a log nobody writes, and a reader that looked for one would leave an empty one
        # behind. With a log, SQLite sees to it that the reader gets the state of one moment.
        how = "mode=ro" if self._log().exists() else "immutable=1"
        source = sqlite3.connect(f"{self.path.resolve().as_uri()}?{how}", uri=True)
        try:
            source.backup(self._db)
        finally:
            source.close()

    def _stamp(self) -> object:
        """Differs if a file without a log was written, or got one, in the meantime."""
        if self._log().exists():
            return "log"
        state = self.path.stat()
        return state.st_mtime_ns, state.st_size

    def _log(self) -> Path:
        return self.path.with_name(f"{self.path.name}-wal")


def _shown(identity: Mapping[str, Any], key: str) -> str:
    return canonical_json(identity[key]) if key in identity else "nothing"


def _explanation(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", None)
    if code == sqlite3.SQLITE_NOTADB:
        return "no SQLite database: choose another file"
    if code == sqlite3.SQLITE_FULL:
        return "the disk is full; what is written stays, and the same command goes on from it"
    return str(error)


def sealed(table: str, row: Sequence[str]) -> str:
    """The seal of a row: a hash of its table and its columns."""
    return hashlib.sha256(canonical_json([table, *row]).encode()).hexdigest()[:SEAL]


def _block(lineup: tuple[str, ...], seed: int, games: str) -> Block:
    return Block(lineup, seed, tuple(map(_rotation, json.loads(games))))


def _rotation(written: Mapping[str, Any]) -> Rotation:
    lists = {key: tuple(written[key]) for key in ("wins", "ranks", "scores", "moves")}
    return Rotation(decisions=written["decisions"], **lists)
