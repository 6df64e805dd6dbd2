"""Standard input, output and error, which a shell may leave open, full, or closed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TextIO

from eminence.engines import BadOption


def fill_closed_streams() -> None:
    """Replace closed streams, so that no file that is opened later gets their numbers.

    Refuses to go on without standard output: no result could be printed.
    """
    silent = sys.stdout is None
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number, which is this one.
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:
        sys.stderr = _nowhere()
    if silent:
        sys.stdout = _nowhere()
        raise BadOption("standard output is closed: leave it open, or send it to a file")


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")  # for as long as the process lives


def require_input() -> None:
    """Refuse to read from a closed stream."""
    if sys.stdin is None:
        raise BadOption("standard input is closed: leave it open, or give it a file")
