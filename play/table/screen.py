"""Where the table is drawn and a person types: a terminal, or plain text for pipes."""

from __future__ import annotations

import sys
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import IO

from rich.console import Console
from rich.live import Live
from rich.text import Text

try:
    # Once loaded, `input` lets people edit lines and brings back earlier ones.
    import readline
except ImportError:
    readline = None  # type: ignore[assignment]

#: above moves that the rules do not ask for at this point
STILL_POSSIBLE = "still possible, the order does not matter:"
#: lines of a board that can be shown whole whenever anything changes
SHORT_BOARD = 12
#: indent of the rest of a line that does not fit
HANGING = 4
#: narrower terminals break lines by themselves
NARROWEST = 20
#: the cursor to the corner, then the screen and what was scrolled out of it erased
WIPE = "\x1b[H\x1b[2J\x1b[3J"


class Screen(ABC):
    """All that the game loop needs from outside."""

    @abstractmethod
    def show(self, text: str, style: str = "") -> None:
        """A block of lines; the style is for terminals."""

    @abstractmethod
    def ask(self, prompt: str) -> str:
        """What the person types; EOFError when there is no more input."""

    @abstractmethod
    def hand_over(self, seat: int) -> None:
        """Make sure that only this seat sees what comes next."""

    def thinking(self, who: str) -> AbstractContextManager[object]:
        """While a bot takes its time."""
        return nullcontext()

    @contextmanager
    def changing(self) -> Iterator[Callable[[str], None]]:
        """For a text that changes while it is looked at; gone afterwards."""
        yield lambda text: None

    # --- what things look like ---

    def moves(self, texts: Sequence[str], late: Sequence[str] = ()) -> None:
        """The legal moves with their numbers; below them what else is possible."""
        width = len(str(len(texts) + len(late)))
        lines = [f"{i:>{width}}  {text}" for i, text in enumerate([*texts, *late], 1)]
        if late:
            lines.insert(len(texts), STILL_POSSIBLE)
        self.show("\n".join(lines))

    def news(self, texts: Sequence[str]) -> None:
        """What others did."""
        for text in texts:
            self.show(f"* {text}", "cyan")

    def refuse(self, text: str) -> None:
        """Why something was not done."""
        self.show(text, "yellow")


class PlainScreen(Screen):
    """Text without a terminal behind it: no colours, no wrapping, input repeated."""

    def __init__(self, source: IO[str] | None = None, target: IO[str] | None = None):
        self.source = source or sys.stdin
        self.target = target or sys.stdout

    def show(self, text: str, style: str = "") -> None:
        print(text, file=self.target, flush=True)

    def ask(self, prompt: str) -> str:
        print(prompt, end="", file=self.target, flush=True)
        line = self.source.readline()
        print(line.rstrip("\n"), file=self.target, flush=True)
        if not line:
            raise EOFError
        return line

    def hand_over(self, seat: int) -> None:
        self.show(f"pass the keyboard to seat {seat}")


class TerminalScreen(Screen):
    """A terminal: colours, lines that fit, and texts that change in place."""

    def __init__(self, console: Console):
        self.console = console

    def show(self, text: str, style: str = "") -> None:
        self.console.print(Text(folded(text, self.console.width), style))

    def ask(self, prompt: str) -> str:
        return input(prompt)

    def hand_over(self, seat: int) -> None:
        self._wipe()
        self.show(f"pass the keyboard to seat {seat}", "bold")
        input("press Enter when nobody else is looking ")
        self._wipe()

    def _wipe(self) -> None:
        """Also erases what the arrow keys would bring back."""
        if readline is not None:
            readline.clear_history()
        self.console.file.write(WIPE)
        self.console.file.flush()

    def thinking(self, who: str) -> AbstractContextManager[object]:
        return self.console.status(f"{who} is thinking; Ctrl-C leaves the table")

    @contextmanager
    def changing(self) -> Iterator[Callable[[str], None]]:
        with Live(console=self.console, auto_refresh=False, transient=True) as live:
            width = self.console.width
            yield lambda text: live.update(Text(folded(text, width)), refresh=True)


def is_short(board: str) -> bool:
    """Can the board be shown whole whenever anything changes?"""
    return board.count("\n") < SHORT_BOARD


def folded(text: str, width: int) -> str:
    """The text in lines that fit; the rest of a long one hangs below its beginning."""
    if width < NARROWEST:
        return text
    return "\n".join(part for line in text.split("\n") for part in _fold(line, width))


def _fold(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    indent = min(len(line) - len(line.lstrip()) + HANGING, width // 2)
    return textwrap.wrap(
        line, width, subsequent_indent=" " * indent, break_on_hyphens=False
    )  # fmt: skip


def screen() -> Screen:
    """For what this process writes to."""
    with suppress(AttributeError):
        # Undecodable bytes are rejected like any unknown move.
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    console = Console(highlight=False, markup=False, emoji=False)
    if console.is_terminal and not console.is_dumb_terminal:
        return TerminalScreen(console)
    return PlainScreen()
