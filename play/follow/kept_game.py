"""The file that keeps a followed game: written after every entry, never lost silently."""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eminence.engines import BadData, BadOption, EminenceError
from eminence.engines.positions import from_file
from eminence.play.follow.companion import Companion
from eminence.play.table.autosave import default_path

FILE = "follow.json"


@dataclass(frozen=True)
class KeptGame:
    """Where a followed game is kept."""

    path: Path
    named: bool
    """Chosen by the person, not by default."""

    @classmethod
    def at(cls, file: str | None) -> KeptGame:
        """The file that `--save` names, or the usual one."""
        usual = default_path().with_name(FILE)
        return cls(usual if file is None else Path(file), file is not None)

    def begin(self, companion: Companion, replace: bool) -> None:
        """Write the first state of a game, unless that would overwrite another game."""
        if not replace and self.path.exists():
            self._refuse_to_replace()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadData(f"{self.path.parent}: {error.strerror}") from None
        self.write(companion)

    def write(self, companion: Companion) -> None:
        """Write what was said."""
        write_whole(self.path, companion)

    def _refuse_to_replace(self) -> None:
        there = self._there()
        go_on = "" if there is None else f"go on with {self.resume}, or "
        if there is None:
            what = "something else"
        elif not there.get("said"):
            return
        else:
            what = f"a game of {there['game']} that was followed ({len(there['said'])} entries)"
        raise BadOption(
            f"{self.path} holds {what}: {go_on}add --new to replace it, or --save FILE to keep "
            "this game elsewhere"
        )

    def _there(self) -> dict[str, Any] | None:
        """The entries of the file, if a followed game is in it."""
        try:
            return from_file(self.path, lambda written: written if is_kept(written) else None)
        except EminenceError:
            return None

    @property
    def resume(self) -> str:
        """The command that goes on with the game."""
        named = f" --save {shlex.quote(str(self.path))}" if self.named else ""
        return f"eminence follow --resume{named}"


def is_kept(written: Any) -> bool:
    """Are these the entries of a followed game?"""
    return isinstance(written, dict) and {"game", "follow", "said"} <= written.keys()


def write_whole(path: Path, companion: Companion) -> None:
    """Write the file whole: a process killed half-way leaves the old file as it was."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(
            json.dumps(companion.to_dict(), indent=1, ensure_ascii=False) + "\n", "utf-8"
        )
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise BadData(f"{path}: {error.strerror}") from None


def read_kept(path: Path, data: str | None = None) -> Companion:
    """The followed game in a file."""
    return from_file(path, lambda written: Companion.from_dict(written, data))
