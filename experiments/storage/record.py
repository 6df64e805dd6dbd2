"""The file of a run, opened for reading only."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Any

from eminence.experiments.storage.run_file import RunFile, StoreError

#: how often to retry if a file changes while it is read
TRIES = 5
#: seconds between two tries
PAUSE = 0.02


class Record(RunFile):
    """What a file holds at this moment, for reading only.

    It is copied to memory at once, so a run may go on writing, undisturbed and unseen.
    """

    identity: dict[str, Any]
    """Which experiment it is."""
    origin: dict[str, Any]
    """The command and the versions that created the file, if it names them."""

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
