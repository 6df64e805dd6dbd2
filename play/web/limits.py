"""How much one address may ask for, so that nobody slows the tables of the others down."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The server's limits; ample for people."""

    body: int = 8_192
    """Bytes of a request's body."""
    file: int = 500_000
    """Characters of a file that is analysed; its request has thrice as many bytes."""
    message: int = 4_096
    """Bytes of a WebSocket message."""
    connections: int = 250
    """WebSockets of one address at a time."""
    all_connections: int = 1_000
    """WebSockets of all addresses together."""
    tables: int = 60
    """New tables of one address in an hour."""
    all_tables: int = 20_000
    """Tables in the file."""
    requests: int = 600
    """Requests of one address in a minute."""
    messages: int = 300
    """Messages of one connection in a minute."""
    strangers: int = 30
    """Wrong secrets of one address in a minute."""
    hints: int = 20
    """Hints that may wait for a worker."""
    hello: float = 15.0
    """Seconds until a connection must have said who it is."""


def enough(limits: Limits) -> str:
    """Said to who makes too many tables."""
    return f"{limits.tables} new tables in an hour are enough"


class Rate:
    """At most so many in so many seconds, for each key."""

    #: keys that are remembered before old ones are looked for
    MOST_KEYS = 10_000

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic):
        self.most = most
        self.seconds = seconds
        self.clock = clock
        self._times: defaultdict[str, deque[float]] = defaultdict(deque)

    def allows(self, key: str) -> bool:
        """Is one more allowed now? If so it counts."""
        times = self._recent(key)
        if len(times) >= self.most:
            return False
        times.append(self.clock())
        return True

    def is_full(self, key: str) -> bool:
        """Would one more be refused?"""
        return len(self._recent(key)) >= self.most

    def _recent(self, key: str) -> deque[float]:
        if len(self._times) > self.MOST_KEYS:
            self._forget()
        times, begin = self._times[key], self.clock() - self.seconds
        while times and times[0] <= begin:
            times.popleft()
        return times

    def _forget(self) -> None:
        """Drop keys without recent times."""
        begin = self.clock() - self.seconds
        for key in [key for key, times in self._times.items() if not times or times[-1] <= begin]:
            del self._times[key]
