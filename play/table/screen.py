"""Where the table is drawn and a person types: a terminal, or plain text for pipes."""

from __future__ import annotations

import sys
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import IO

from rich.console import Console
from rich.live import Live
from rich.text import Text

from eminence.cython_ext.text_lines import HELD, hanging, names_held
from eminence.play.table.line_editor import Complete, LineEditor, PlainLines
from eminence.play.table.telling.seat_colours import coloured

#: above moves that the rules do not ask for at this point
STILL_POSSIBLE = "still possible, the order does not matter:"
#: columns of a pipe
PLAIN_COLUMNS = 80
#: indent of the rest of a line that does not fit
HANGING = 4
#: before each thing that happened
BULLET = "* "
#: narrower terminals break lines by themselves
NARROWEST = 20
#: the cursor to the corner, then the screen and what was scrolled out of it erased
WIPE = "\x1b[H\x1b[2J\x1b[3J"


class Screen(ABC):
    """All that the game loop needs from outside."""

    hold: Callable[[str], str] = staticmethod(lambda text: text)

    @abstractmethod
    def show(self, text: str, style: str = "") -> None:
        """A block of lines; the style is for terminals."""

    @abstractmethod
    def ask(self, prompt: str) -> str:
        """What the person types; EOFError when there is no more input."""

    @abstractmethod
    def hand_over(self, seat: int) -> None:
        """Make sure that only this seat sees what comes next."""

    def columns(self) -> int:
        """How wide a line may be now."""
        return PLAIN_COLUMNS

    def thinking(self, who: str) -> AbstractContextManager[object]:
        """While a bot takes its time."""
        return nullcontext()

    @contextmanager
    def changing(self) -> Iterator[Callable[[str], None]]:
        """For a text that changes while it is looked at; gone afterwards."""
        yield lambda text: None

    def complete_with(self, complete: Complete) -> None:
        """What Tab may make of the beginning of a line, where there is a Tab key."""
        return

    def hold_together(self, names: Iterable[str]) -> None:
        """Names in which no line is broken."""
        self.hold = names_held(names)

    # --- what things look like ---

    def moves(self, texts: Sequence[str], late: Sequence[str] = ()) -> None:
        """The legal moves with their numbers; below them what else is possible."""
        width = len(str(len(texts) + len(late)))
        blocks = [
            "\n".join(hanging(f"{i:>{width}}  ", self.hold(text), width=self.columns()))
            for i, text in enumerate([*texts, *late], 1)
        ]
        if late:
            blocks.insert(len(texts), STILL_POSSIBLE)
        self.show("\n".join(blocks))

    def news(self, texts: Sequence[str]) -> None:
        """What others did."""
        for text in texts:
            self.show(f"{BULLET}{text}", "cyan")

    def refuse(self, text: str) -> None:
        """Why something was not done."""
        self.show(text, "yellow")


class PlainScreen(Screen):
    """Text without a terminal behind it: no colours, input repeated."""

    def __init__(self, source: IO[str] | None = None, target: IO[str] | None = None):
        self.source = source or sys.stdin
        self.target = target or sys.stdout

    def show(self, text: str, style: str = "") -> None:
        print(folded(text, self.columns(), self.hold), file=self.target, flush=True)

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
    """A terminal: colours, the keys of an editor, and texts that change in place."""

    def __init__(self, console: Console, editor: LineEditor):
        self.console = console
        self.editor = editor

    def columns(self) -> int:
        return self.console.width

    def show(self, text: str, style: str = "") -> None:
        self.console.print(coloured(Text(folded(text, self.columns(), self.hold), style)))

    def ask(self, prompt: str) -> str:
        return self.editor.ask(prompt)

    def complete_with(self, complete: Complete) -> None:
        self.editor.complete = complete

    def hand_over(self, seat: int) -> None:
        self._wipe()
        self.show(f"pass the keyboard to seat {seat}", "bold")
        input("press Enter when nobody else is looking ")
        self._wipe()

    def _wipe(self) -> None:
        """Also erases what the arrow keys would bring back."""
        self.editor.forget()
        self.console.file.write(WIPE)
        self.console.file.flush()

    def thinking(self, who: str) -> AbstractContextManager[object]:
        return self.console.status(f"{who} is thinking; Ctrl-C leaves the table")

    @contextmanager
    def changing(self) -> Iterator[Callable[[str], None]]:
        with Live(console=self.console, auto_refresh=False, transient=True) as live:
            width, hold = self.columns(), self.hold
            yield lambda text: live.update(Text(folded(text, width, hold)), refresh=True)


def folded(text: str, width: int, hold: Callable[[str], str] = lambda text: text) -> str:
    """The text in lines that fit; the rest of a long one hangs below its beginning.

    hold: keeps names in one line.
    """
    if width < NARROWEST:
        return text
    return "\n".join(part for line in text.split("\n") for part in _fold(line, width, hold))


def _fold(line: str, width: int, hold: Callable[[str], str]) -> list[str]:
    if len(line) <= width:
        return [line]
    bare = line.lstrip()
    more = len(BULLET) if bare.startswith(BULLET) else HANGING
    indent = min(len(line) - len(bare) + more, width // 2)
    # What is longer than a line, such as a path, stays whole, to be copied.
    lines = textwrap.wrap(
        hold(line),
        width,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return [part.replace(HELD, " ") for part in lines]


def screen() -> Screen:
    """For what this process writes to."""
    with suppress(AttributeError):
        # Undecodable bytes are rejected like any unknown move.
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal or console.is_dumb_terminal:
        return PlainScreen()
    if not sys.stdin.isatty():
        return TerminalScreen(console, PlainLines())
    # Takes a while to load, and only people at a terminal need it.
    from eminence.play.table.tab_keys import TabLines

    return TerminalScreen(console, TabLines())
