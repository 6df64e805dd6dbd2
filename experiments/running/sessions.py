"""All processes that one process has started, and their end.

A process that leads a session of its own passes the session on to the processes it starts, and they
do the same. So all are found by the session even when their parent is dead.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

#: seconds between two looks at what is left
PAUSE = 0.02
#: seconds after which a process counts as unkillable: it may be waiting for a disk
PATIENCE = 10.0


@dataclass(frozen=True)
class Process:
    """A process as the system lists it."""

    number: int
    name: str
    """The first 15 characters of its name."""
    session: int
    dead: bool
    """Has it ended, with nobody having asked for its exit code yet?"""


def members(session: int) -> list[Process]:
    """The processes of a session, in the order of their numbers."""
    numbers = sorted(int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit())
    found = map(_process, numbers)
    return [process for process in found if process and process.session == session]


def _process(number: int) -> Process | None:
    try:
        written = Path(f"/proc/{number}/stat").read_text(errors="replace")
    except OSError:
        return None  # it has ended meanwhile
    # The name may hold anything; behind it come state, parent, group and session.
    before, _, behind = written.rpartition(")")
    state, _, _, session = behind.split()[:4]
    return Process(number, before.partition("(")[2], int(session), state in "ZX")


def end(session: int, spare: int | None = None) -> None:
    """Kill all processes of a session, with those that they start meanwhile."""
    last = time.monotonic() + PATIENCE
    while left := [each for each in members(session) if not each.dead and each.number != spare]:
        for process in left:
            with suppress(ProcessLookupError):
                os.kill(process.number, signal.SIGKILL)
        if time.monotonic() > last:
            return
        time.sleep(PAUSE)
