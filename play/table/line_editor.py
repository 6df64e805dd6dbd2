"""How a line is typed at a terminal."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

#: what the beginning of a line may become
Complete = Callable[[str], Sequence[str]]


class LineEditor(ABC):
    """Reads lines of a person."""

    complete: Complete = staticmethod(lambda begun: ())

    @abstractmethod
    def ask(self, prompt: str) -> str:
        """The next line; EOFError after Ctrl-D, KeyboardInterrupt after Ctrl-C."""

    @abstractmethod
    def forget(self) -> None:
        """Bring back no earlier line: somebody else sits down."""


class PlainLines(LineEditor):
    """Lines that no person types: they come from a file or another program."""

    def ask(self, prompt: str) -> str:
        return input(prompt)

    def forget(self) -> None:
        return
