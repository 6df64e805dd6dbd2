"""All processes that one process has started, and their end.

A process that leads a session of its own passes the session on to whatever it starts, and so do
these. So they are found even when whoever started them is dead, which their parents' numbers
would not tell.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

#: seconds between two looks at who is left
PAUSE = 0.02
#: seconds after which whoever is left cannot be killed: it waits for a disk, say
PATIENCE = 10.0


def members(session: int) -> list[int]:
    """The processes of a session that are alive, in the order of their numbers."""
    numbers = sorted(int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit())
    return [number for number in numbers if _session(number) == session]


def _session(number: int) -> int | None:
    """The session of a living process."""
    try:
        written = Path(f"/proc/{number}/stat").read_text(errors="replace")
    except OSError:
        return None  # it has ended meanwhile
    # Behind the name, which may hold anything: state, parent, group, session.
    state, _, _, session = written.rpartition(")")[2].split()[:4]
    return None if state in "ZX" else int(session)


def end(session: int, spare: int | None = None) -> None:
    """Kill all processes of a session, with those that they start meanwhile."""
    last = time.monotonic() + PATIENCE
    while left := [number for number in members(session) if number != spare]:
        for number in left:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        if time.monotonic() > last:
            return
        time.sleep(PAUSE)
