"""Jobs for worker processes, which must be able to import them."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Dying:
    """Kills its worker, as often as asked; then it answers how often it was tried."""

    notes: Path
    times: int

    def work(self, say: Any) -> int:
        tried = len(self.notes.read_text()) if self.notes.exists() else 0
        self.notes.write_text("x" * (tried + 1))
        if tried < self.times:
            os.kill(os.getpid(), signal.SIGKILL)
        return tried + 1


@dataclass(frozen=True)
class Raising:
    """Cannot be done."""

    def work(self, say: Any) -> None:
        raise ValueError("this cannot\nbe done")


@dataclass(frozen=True)
class Counting:
    """Says three numbers; answers with the id of its process."""

    def work(self, say: Any) -> int:
        for number in range(3):
            say(number)
        return os.getpid()


@dataclass(frozen=True)
class Sleeping:
    """Never ends by itself."""

    def work(self, say: Any) -> None:
        say(os.getpid())
        signal.pause()
