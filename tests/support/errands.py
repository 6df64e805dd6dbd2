"""Studies without games, for tests of the process that studies run in.

They are in this module so that another process can import them, without Ray.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from eminence.cython_ext.errors import BadOption
from eminence.experiments.experiment import Study
from eminence.experiments.running.progress import Progress
from eminence.experiments.running.runner import Runner
from eminence.experiments.storage.store import Store


@dataclass(frozen=True)
class Asked(Study[Any]):
    """Runs a given function."""

    question: Callable[..., Any]
    arguments: tuple[Any, ...] = ()

    def identity(self) -> dict[str, Any]:
        return {"kind": "test"}

    def most_games(self) -> int:
        return 10

    def answer(self, runner: Runner, store: Store, progress: Progress) -> Any:
        progress.begin(self.most_games())
        return self.question(store, progress, *self.arguments)


def tell(store: Store, progress: Progress) -> dict[str, int]:
    """Send one message of every kind."""
    progress.played(2, lambda: "half")
    progress.told("a word")
    print("said by Ray")
    os.write(1, b"at the level of descriptors")
    os.write(2, b"and as an error")
    return {"process": os.getpid(), "session": os.getsid(0)}


def refuse(store: Store, progress: Progress) -> None:
    raise BadOption("choose another")


def divide(store: Store, progress: Progress) -> float:
    return 1 / len(store.notes())


def die(store: Store, progress: Progress, times: int) -> dict[str, Any]:
    """Kill this process so many times, each time after finishing something."""
    done = len(store.notes())
    store.note(str(done), os.getpid())
    progress.played(1, lambda: "")
    if done < times:
        os.kill(os.getpid(), signal.SIGKILL)
    return store.notes()


def die_at_once(store: Store, progress: Progress) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def wait(store: Store, progress: Progress, notes: Path) -> None:
    """Note this process and one whose parent is gone, as with Ray's helpers; then talk."""
    written = notes.with_suffix(".part")
    subprocess.run(["sh", "-c", f"sleep 600 & echo $! $PPID > '{written}'"], check=True)
    written.rename(notes)
    for _ in range(60_000):
        progress.played(1, lambda: "")
        time.sleep(0.01)
