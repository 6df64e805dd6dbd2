"""Ctrl-C as a request to stop."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def on_ctrl_c(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` at the first Ctrl-C inside; the second one interrupts as usual.

    For the main thread, which is where signals arrive. An ignored Ctrl-C stays ignored.
    """
    usual = signal.getsignal(signal.SIGINT)
    if usual is signal.SIG_IGN:
        yield
        return

    def handle(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, usual)
        stop()

    signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
