"""The file that keeps a game at the table: written after every move, never lost silently.

Each game has a file of its own. Up to 0.6 all shared one, which is still found.
"""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path

from eminence import engines
from eminence.play.table.saved_game import SavedGame, read_saved

#: the name of the file that all games shared
SHARED = "table"


def default_path(game: str = SHARED) -> Path:
    """The usual file of a game, in the folder where programs of this user keep their state."""
    home = os.environ.get("XDG_STATE_HOME")
    state = Path(home) if home else Path.home() / ".local" / "state"
    return state / "eminence" / f"{game}.json"


def last_path(game: str | None) -> Path:
    """The file with the last game of this kind or of any, one that is not over if possible."""
    found = [path for path in _usual_paths() if game is None or _is_of(path, game)]
    found.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    if not found:
        where = default_path().parent if game is None else default_path(game)
        raise engines.BadOption(f"--resume: there is no game in {where}")
    return next((path for path in found if _is_running(path)), found[0])


def _usual_paths() -> list[Path]:
    paths = [default_path(name) for name in (*engines.names(), SHARED)]
    return [path for path in paths if path.exists()]


def _is_of(path: Path, game: str) -> bool:
    """Does the file hold a game of this kind? One in its own file may be unreadable."""
    if path == default_path(game):
        return True
    saved = _readable(path)
    return saved is not None and saved.game.name == game


def _is_running(path: Path) -> bool:
    saved = _readable(path)
    return saved is not None and not saved.state().over


def _readable(path: Path) -> SavedGame | None:
    """The game in the file, if it can be read with the present rules."""
    try:
        saved = read_saved(path)
        saved.state()
    except engines.EminenceError:
        return None
    return saved


@dataclass(frozen=True)
class Autosave:
    """Where the game is kept."""

    path: Path
    named: bool
    """Chosen by the person, not by default."""
    game: str

    @classmethod
    def at(cls, file: str | None, game: str) -> Autosave:
        """The file that `--save` names, or the usual one of the game."""
        return cls(default_path(game) if file is None else Path(file), file is not None, game)

    def of(self, saved: SavedGame) -> Autosave:
        """Where another game is kept that is loaded in place of this one."""
        if self.named or saved.game.name == self.game:
            return self
        other = Autosave.at(None, saved.game.name)
        if other.path.exists() and (what := other.lost_by(saved)):
            raise engines.BadOption(
                f"load: {other.path} holds {what}: finish it before, with {other.resume}"
            )
        return other

    def begin(self, saved: SavedGame, replace: bool) -> None:
        """Write the first state of a game, unless that would overwrite another game."""
        if not replace and self.path.exists():
            self._refuse_to_replace(saved)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise engines.BadData(f"{self.path.parent}: {error.strerror}") from None
        saved.write(self.path)

    def _refuse_to_replace(self, saved: SavedGame) -> None:
        """Only a finished game in the usual place may be replaced without asking."""
        what = self.lost_by(saved)
        if not what:
            return
        go_on = f"go on with {self.resume}, or " if "not over" in what else ""
        raise engines.BadOption(
            f"{self.path} holds {what}: {go_on}add --new to replace it, or --save FILE to "
            "keep this game elsewhere"
        )

    def lost_by(self, saved: SavedGame) -> str:
        """What this game would replace in the file and should not; "" for nothing."""
        there = _readable(self.path)
        if there == saved:
            return ""
        if there is None:
            return "something else"
        if not there.state().over:
            return f"a game of {there.game.name} that is not over ({len(there.moves)} moves)"
        return f"a finished game of {there.game.name}" if self.named else ""

    @property
    def resume(self) -> str:
        """The command that goes on with the game."""
        if self.named:
            return f"eminence play --resume --save {shlex.quote(str(self.path))}"
        return f"eminence play {self.game} --resume"
