"""The file that keeps a game at the table: written after every move, never lost silently."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path

from eminence import engines
from eminence.play.table.saved_game import SavedGame, read_saved


def default_path() -> Path:
    """The usual file, in the folder where programs of this user keep their state."""
    home = os.environ.get("XDG_STATE_HOME")
    state = Path(home) if home else Path.home() / ".local" / "state"
    return state / "eminence" / "table.json"


@dataclass(frozen=True)
class Autosave:
    """Where the game is kept."""

    path: Path
    named: bool
    """Chosen by the person, not by default."""

    @classmethod
    def at(cls, file: str | None) -> Autosave:
        """The file that `--save` names, or the usual one."""
        return cls(default_path() if file is None else Path(file), file is not None)

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
        there, go_on = self._there(), ""
        if there == saved:
            return
        if there is None:
            what = "something else"
        elif not there.state().over:
            what = f"a game of {there.game.name} that is not over ({len(there.moves)} moves)"
            go_on = f"go on with {self.resume}, or "
        elif self.named:
            what = f"a finished game of {there.game.name}"
        else:
            return
        raise engines.BadOption(
            f"{self.path} holds {what}: {go_on}add --new to replace it, or --save FILE to "
            "keep this game elsewhere"
        )

    def _there(self) -> SavedGame | None:
        """The game in the file, if it can be read with the present rules."""
        try:
            saved = read_saved(self.path)
            saved.state()
        except engines.EminenceError:
            return None
        return saved

    @property
    def resume(self) -> str:
        """The command that goes on with the game."""
        named = f" --save {shlex.quote(str(self.path))}" if self.named else ""
        return f"eminence play --resume{named}"
