"""Time on a machine that other programs use as well."""

from __future__ import annotations

import time
from collections.abc import Callable

import psutil

#: How late a clock may be on a busy machine; benchmarks/ measures the real figures.
SLACK = 0.1


def soonest(late: Callable[[], float]) -> float:
    """The best of a few tries: other programs may take a core for a while."""
    tries = []
    for _ in range(5):
        tries.append(late())
        if tries[-1] < SLACK:
            break
        time.sleep(0.5)
    return min(tries)


def wait_for_work(pid: int, seconds: float) -> None:
    """Wait until a process has worked for so many seconds, however busy the machine is."""
    process, until = psutil.Process(pid), time.monotonic() + 60
    while process.cpu_times().user < seconds and time.monotonic() < until:
        time.sleep(0.05)
