"""A worker process: takes jobs, says what comes of them, ends with the server."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import Connection
from typing import Any

#: what a worker sends: something on the way, the answer, or why there is none
SAID, DONE, FAILED = "said", "done", "failed"
#: workers think while the server answers: it comes first
NICE = 5


def work(pipe: Connection) -> None:
    """Do what comes through the pipe, until its other end is closed."""
    # Ctrl-C is the server's: it closes the pipes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    try:
        while True:
            _answer(pipe, pipe.recv())
    except (EOFError, OSError):
        return


def _answer(pipe: Connection, job: Any) -> None:
    def say(what: Any) -> None:
        pipe.send((SAID, what))

    try:
        answer = (DONE, job.work(say))
    except OSError:
        raise
    except Exception as error:
        answer = (FAILED, " ".join(str(error).split()) or type(error).__name__)
    pipe.send(answer)
