"""The file of a run, opened for writing, so that a run can stop and go on.

Every block is one transaction. The file is in WAL mode: a run that is killed leaves two more
files beside it (`-wal`, `-shm`), whose content the next run takes over; a run that ends by
itself leaves one file. Commits are not forced to the disk one by one: when the power fails, the
last blocks may be missing, which the next run plays again, and the file stays whole.
"""

from __future__ import annotations

import fcntl
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from eminence.cython_ext.errors import BadOption
from eminence.experiments.games.block import Attempt, Block
from eminence.experiments.games.job import Job, canonical_json
from eminence.experiments.storage.run_file import (
    COLUMNS,
    SCHEMA,
    RunFile,
    StoreError,
    refuse_other,
    sealed,
    written_game,
)


class Store(RunFile):
    """The file of one experiment: created if missing, resumed if it is the same experiment.

    `identity` is a plain dict that says which experiment it is; a file with another one is
    refused and left as it is. Only one run at a time writes a file. `origin` (command and versions)
    is stored when the file is created and decides nothing.
    """

    def __init__(
        self, path: str | Path, identity: Mapping[str, Any], origin: Mapping[str, Any] | None = None
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

    def add(self, job: Job, attempt: Attempt) -> None:
        """Store the outcome of a job. A block is final; the next outcome replaces a failure."""
        if (attempt.lineup, attempt.seed) != (job.lineup, job.seed):
            raise BadOption(
                f"seed {attempt.seed} of {' - '.join(attempt.lineup)} is not what came of "
                f"seed {job.seed} of {' - '.join(job.lineup)}"
            )
        with self._explained(), self._transaction():
            if self._games(job) is not None:
                raise BadOption(f"seed {job.seed} of {' - '.join(job.lineup)} is there already")
            self._db.execute("DELETE FROM failures WHERE id = ?", [job.id])
            if isinstance(attempt, Block):
                games = canonical_json([written_game(game) for game in attempt.games])
                self._insert_job("blocks", job, games)
            else:
                self._insert_job("failures", job, canonical_json(asdict(attempt)))

    def note(self, key: str, value: Any) -> None:
        """Store something else about a run, plain enough for JSON; it replaces an earlier note."""
        with self._explained(), self._transaction():
            self._insert("notes", key, canonical_json(value))

    def _insert_job(self, table: str, job: Job, text: str) -> None:
        self._insert(table, job.id, canonical_json(job.identity()), text)

    def _insert(self, table: str, *row: str) -> None:
        """Write one row with its seal; it replaces the row with this key, if any."""
        places = ", ".join("?" for _ in COLUMNS[table])
        command = f"INSERT OR REPLACE INTO {table} VALUES ({places})"
        self._db.execute(command, [*row, sealed(table, row)])

    def _locked(self) -> IO[bytes]:
        """The file itself, locked against other runs; the lock ends with the process."""
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
        refuse_other(self.path, self._about()["identity"], identity)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")

    def _create(self, identity: dict[str, Any], origin: dict[str, Any]) -> None:
        about = {"schema": SCHEMA, "identity": identity, "origin": origin}
        with self._transaction():
            for table, (key, *others) in COLUMNS.items():
                columns = [f"{key} TEXT PRIMARY KEY", *(f"{each} TEXT NOT NULL" for each in others)]
                self._db.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
            for key, value in about.items():
                self._insert("about", key, canonical_json(value))

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
