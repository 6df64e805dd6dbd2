"""What the SQLite file of a run holds, however it was opened.

Every row ends with a seal, a hash of the rest of the row. A row that was changed, by a disk or by
hand, is refused. A seal is not a signature; `reports/verification.py` plays games again.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from eminence.cython_ext.errors import BadData, EminenceError
from eminence.cython_ext.version import both_versions
from eminence.experiments.games.block import Block, Failure, Rotation
from eminence.experiments.games.job import Job, canonical_json, id_of
from eminence.experiments.running.closeable import Closeable

#: version of the tables below; a file with a higher one was written by a newer program
SCHEMA = 2
#: errors from reading a row that has a correct seal but was not written by us
NO_ROW = (ValueError, RecursionError, KeyError, TypeError, AttributeError)
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
    """A file that is not a store, or cannot be written. Its content is unchanged."""


class RunFile(Closeable):
    """What a file holds, however it was opened."""

    path: Path
    _db: sqlite3.Connection

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def missing(self, jobs: Iterable[Job]) -> list[Job]:
        """The jobs that are still to be played, each once; failed ones are included."""
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
        """The identity of each finished job and its block, ordered by id."""
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
        """The jobs that have only failed so far, each once."""
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
        """What the file says about itself; refuses files that this version cannot read."""
        if not set(COLUMNS) <= self._tables():
            raise StoreError(f"{self.path}: no file of experiments: choose another file")
        self._refuse_other_schema()
        self._refuse_broken()
        about = {key: json.loads(text) for key, text in self._rows("about")}
        if not isinstance(about.get("identity"), dict):
            raise StoreError(f"{self.path}: no file of experiments: choose another file")
        return about

    def _refuse_other_schema(self) -> None:
        """The error for tables of another version; it names the version if the file does."""
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
        """Damaged pages can hide rows or hold odd ones."""
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


def _explanation(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", None)
    if code == sqlite3.SQLITE_NOTADB:
        return "no SQLite database: choose another file"
    if code == sqlite3.SQLITE_FULL:
        return "the disk is full; what is written stays, and the same command goes on from it"
    return str(error)


def refuse_other(path: Path, held: Mapping[str, Any], identity: Mapping[str, Any]) -> None:
    """The error for a file whose experiment is not the one with this identity."""
    if held.get("version") != identity.get("version"):
        told = f"played by eminence {held.get('version')}, this is {identity.get('version')}"
        raise StoreError(f"{path}: {told}: use that version, or choose another file")
    differing = [
        f"{key} {_shown(held, key)} instead of {_shown(identity, key)}"
        for key in sorted({*held, *identity})
        if _shown(held, key) != _shown(identity, key)
    ]
    if differing:
        raise StoreError(
            f"{path}: another experiment ({'; '.join(differing)}): choose another file"
        )


def _shown(identity: Mapping[str, Any], key: str) -> str:
    return canonical_json(identity[key]) if key in identity else "nothing"


def sealed(table: str, row: Sequence[str]) -> str:
    """The seal of a row: a hash of its table and its columns."""
    return hashlib.sha256(canonical_json([table, *row]).encode()).hexdigest()[:SEAL]


def _block(lineup: tuple[str, ...], seed: int, games: str) -> Block:
    return Block(lineup, seed, tuple(map(_rotation, json.loads(games))))


def _rotation(written: Mapping[str, Any]) -> Rotation:
    lists = {key: tuple(written[key]) for key in ("wins", "ranks", "scores", "moves")}
    notes = tuple(written.get("notes", ()))
    return Rotation(decisions=written["decisions"], **lists, notes=notes)


def written_game(game: Rotation) -> dict[str, Any]:
    """A game as its row has it; few games have notes."""
    fields = asdict(game)
    if not game.notes:
        del fields["notes"]
    return fields
