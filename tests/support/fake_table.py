"""A table for tests: typed lines instead of a person, and all that was shown."""

from contextlib import contextmanager

from eminence import engines
from eminence.cython_ext.text_lines import WIDTH
from eminence.play.table.autosave import Autosave
from eminence.play.table.game_loop import GameLoop
from eminence.play.table.saved_game import SavedGame, read_saved
from eminence.play.table.screen import Screen


class FakeScreen(Screen):
    """Types the given lines, and keeps everything that is shown."""

    def __init__(self, *lines):
        self.lines = list(lines)
        self.shown = []

    def columns(self):
        return WIDTH

    def show(self, text, style=""):
        self.shown.append(text)

    def ask(self, prompt):
        line = self.lines.pop(0) if self.lines else EOFError()
        self.shown.append(f"{prompt}{line}")
        if isinstance(line, BaseException):
            raise line
        return line() if callable(line) else line

    def hand_over(self, seat):
        self.shown.append(f"pass the keyboard to seat {seat}")

    @contextmanager
    def changing(self):
        yield lambda text: self.shown.append(f"changing: {text}")

    @property
    def text(self):
        return "\n".join(self.shown)

    def after(self, typed):
        """What was shown once this was typed, up to the next prompt."""
        at = next(i for i, line in enumerate(self.shown) if line.endswith(f"> {typed}"))
        rest = self.shown[at + 1 :]
        end = next((i for i, line in enumerate(rest) if line.startswith("seat 0> ")), None)
        return "\n".join(rest[:end])


def sit(tmp_path, *lines, game="kuhn_poker", seats=("me", "greedy"), seed=3, moves=()):
    """Play with these lines typed; returns the screen and the loop at the end."""
    saved = SavedGame(engines.load(game, players=len(seats)), tuple(seats), seed, tuple(moves))
    screen, autosave = FakeScreen(*lines), Autosave.at(str(tmp_path / "table.json"), game)
    loop = GameLoop(saved, screen, autosave, None)
    autosave.begin(saved, replace=True)
    loop.play()
    return screen, loop


def kept(tmp_path):
    return read_saved(tmp_path / "table.json")
