"""Where the command begins: quick to import, so that Ctrl-C is handled from the first moment.

The command itself takes a second to import, and Ctrl-C inside an import ends in a traceback. So
until all of it is there, Ctrl-C ends the process on the spot: nothing has been begun yet.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

#: what a shell reports for a command that Ctrl-C ended
INTERRUPTED = 128 + signal.SIGINT


def begin() -> NoReturn:
    """Import the command, run it, and end the process with its exit code."""
    usual = signal.getsignal(signal.SIGINT)
    # Otherwise it is ignored, as in a background job, and stays ignored.
    heard = usual is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, _leave)
    try:
        from eminence.play.main import main

        if heard:
            signal.signal(signal.SIGINT, usual)
        code = main()
    except KeyboardInterrupt:
        code = INTERRUPTED
    _end(code)


def _leave(_number: int, _frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def _end(code: int) -> NoReturn:
    """End without Python's own shutdown, in which Ctrl-C would be handled once more."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            code = code or 1
    os._exit(code)
