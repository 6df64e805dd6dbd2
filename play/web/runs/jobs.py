"""What is read from the files of runs, in a worker process: reading may take seconds.

Whatever a file is, the answer is an object: with `problem`, one line, if it cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eminence.engines import EminenceError
from eminence.play.web.jobs import Say
from eminence.play.web.runs.folder import Stamp

#: the answer of a job that could not read its file
Fields = dict[str, Any]


@dataclass(frozen=True)
class _Reading:
    """A file that is read."""

    path: Path
    name: str
    """What pages call it."""

    def work(self, say: Say) -> Fields:
        return told(self.path, self.name, self.read)

    def read(self) -> Fields:
        """The fields of the answer."""
        raise NotImplementedError


@dataclass(frozen=True)
class Brief(_Reading):
    """A line about a run."""

    def read(self) -> Fields:
        # Drawing takes a second to load: only in the workers, and only when it is wanted.
        from eminence.play.web.runs.facts import brief_fields

        return brief_fields(self.path)


@dataclass(frozen=True)
class Whole(_Reading):
    """All that a run has found, with pictures."""

    def read(self) -> Fields:
        from eminence.play.web.runs.facts import whole_fields

        return whole_fields(self.path)


@dataclass(frozen=True)
class _OfGames(_Reading):
    """Something about the games of a run."""

    stamp: Stamp
    """What has been read of this very file need not be read again."""


@dataclass(frozen=True)
class Games(_OfGames):
    """The games, some at a time."""

    start: int
    wanted: str
    """Words that line-up, game or seed must have."""

    def read(self) -> Fields:
        from eminence.play.web.runs.games import games_fields, held

        return games_fields(held(self.path, self.stamp), self.start, self.wanted)


@dataclass(frozen=True)
class _OfOneGame(_OfGames):
    block: str
    rotation: int


@dataclass(frozen=True)
class OneGame(_OfOneGame):
    """A game: who plays what."""

    def read(self) -> Fields:
        from eminence.play.web.runs.games import game_fields, played

        return game_fields(played(self.path, self.stamp, self.block, self.rotation))


@dataclass(frozen=True)
class Story(_OfOneGame):
    """What a viewer was told step by step, some steps at a time."""

    viewer: int
    start: int

    def read(self) -> Fields:
        from eminence.play.web.runs.games import played, story_fields

        found = played(self.path, self.stamp, self.block, self.rotation)
        return story_fields(found, self.viewer, self.start)


@dataclass(frozen=True)
class OneStep(_OfOneGame):
    """How a game looked to a viewer after so many steps."""

    viewer: int
    step: int

    def read(self) -> Fields:
        from eminence.play.web.runs.games import played, step_fields

        found = played(self.path, self.stamp, self.block, self.rotation)
        return step_fields(found, self.step, self.viewer)


@dataclass(frozen=True)
class AsSaved(_OfOneGame):
    """A game as a saved game."""

    def read(self) -> Fields:
        from eminence.play.web.runs.games import played, saved_game

        found = played(self.path, self.stamp, self.block, self.rotation)
        return {"saved": saved_game(found).to_json()}


def told(path: Path, name: str, read: Callable[[], Fields]) -> Fields:
    """What is read, or why nothing can be; the folder's place on this machine is left out."""
    try:
        return read()
    except EminenceError as error:
        line = " ".join(str(error).split())
    except (OSError, MemoryError) as error:
        line = " ".join(str(error).split()) or "cannot be read"
    line = line.removeprefix(f"{path}: ")
    return {"problem": line.replace(str(path), name).replace(str(path.parent), "the folder")}
