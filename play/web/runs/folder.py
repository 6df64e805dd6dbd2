"""The folder of runs: which files there are, by names that a browser may say."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from eminence.engines import BadData, BadOption

#: how the files of experiments end
ENDING = ".sqlite"
#: what SQLite adds to the name of a file that is being written
LOG = "-wal"
#: files of one folder that are listed
MOST_FILES = 500


@dataclass(frozen=True)
class Stamp:
    """What changes when somebody writes the file."""

    file: int
    """Tells the file from another one that has taken its name."""
    sizes: tuple[int, ...]
    times: tuple[int, ...]
    """In nanoseconds, of the file and of its log."""

    @property
    def changed(self) -> float:
        """When it was last written, in seconds since 1970."""
        return max(self.times) / 1e9

    @property
    def has_log(self) -> bool:
        """Is somebody writing it, or was that run ended by force?"""
        return len(self.times) > 1


class Folder:
    """A folder that is looked into; nothing outside of it can be named."""

    def __init__(self, path: Path):
        if not path.is_dir():
            raise BadOption(f"--runs {path}: no such folder")
        self.path = path

    def files(self) -> dict[str, Path]:
        """The files by the names that pages use, in order."""
        try:
            found = sorted(
                each.name
                for each in self.path.iterdir()
                if each.suffix == ENDING and _is_file(each)
            )
        except OSError as error:
            raise BadData(f"the folder of runs: {error.strerror or error}") from None
        return {readable(name): self.path / name for name in found[:MOST_FILES]}


def _is_file(path: Path) -> bool:
    """Not a folder, and nothing that one would wait for when reading it."""
    try:
        return path.is_file()
    except OSError:
        return False


def readable(name: str) -> str:
    """A file's name as text that can be sent, whatever bytes it has."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def stamp_of(path: Path) -> Stamp | None:
    """How the file looks from outside; None: it is gone."""
    seen = []
    for each in (path, path.with_name(f"{path.name}{LOG}")):
        try:
            seen.append(each.stat())
        except OSError:
            break
    if not seen:
        return None
    sizes, times = [one.st_size for one in seen], [one.st_mtime_ns for one in seen]
    return Stamp(seen[0].st_ino, tuple(sizes), tuple(times))
