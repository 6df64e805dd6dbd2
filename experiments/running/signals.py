"""Ctrl-C and SIGTERM: an orderly exit, and work that they must not interrupt."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: what a shell reports for a command that was asked to end
TERMINATED = 128 + signal.SIGTERM


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """Take SIGTERM as an exit, so that what was started is ended too.

    Only where SIGTERM would end the process anyway, and in the thread that gets signals.
    """
    if not _hears_signals() or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return

    def leave(_number: int, _frame: FrameType | None) -> None:
        raise SystemExit(TERMINATED)

    signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


@contextmanager
def signals_held_back() -> Iterator[None]:
    """Delay Ctrl-C and SIGTERM to the end of this block, which must not be left half done."""
    if not _hears_signals():
        yield
        return
    heard: list[int] = []
    numbers = (signal.SIGINT, signal.SIGTERM)
    usual = {number: signal.getsignal(number) for number in numbers}
    for number in numbers:
        signal.signal(number, lambda number, _frame: heard.append(number))
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
        if heard:
            signal.raise_signal(heard[0])


def _hears_signals() -> bool:
    return threading.current_thread() is threading.main_thread()
