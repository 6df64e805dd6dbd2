"""Queries from one file descriptor, answers to another."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from eminence.play.service.query_reader import MOST_LINE
from eminence.play.service.server import Server

#: bytes that are read at a time
CHUNK = 2**16


def serve(threads: int, memory: int, source: int, target: int) -> None:
    """Answer between two file descriptors."""
    alarm, ring = os.pipe()

    def write(line: str) -> None:
        # Not with print: a thread that waits for a reader would still hold its lock at the end.
        rest = f"{line}\n".encode("ascii")
        while rest:
            rest = rest[os.write(target, rest) :]

    try:
        with (
            Server(threads, write, lambda: os.write(ring, b"!"), memory) as server,
            interrupts(server),
        ):
            for line in lines(chunks(source, alarm), MOST_LINE):
                server.receive(line)
            server.finish()
    finally:
        os.close(alarm)
        os.close(ring)


@contextmanager
def interrupts(server: Server) -> Iterator[None]:
    """Make Ctrl-C also stop the server: libraries may turn the exception into one of theirs.

    An ignored Ctrl-C, as in a background job, stays ignored.
    """

    def stop(*_: object) -> None:
        why = KeyboardInterrupt()
        server.stop(why)
        raise why

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def chunks(source: int, alarm: int) -> Iterator[bytes]:
    """The bytes from a file descriptor, until its end or an alarm."""
    while True:
        ready, _, _ = select.select([source, alarm], [], [])
        chunk = b"" if alarm in ready else os.read(source, CHUNK)
        if not chunk:
            return
        yield chunk


def lines(chunks: Iterable[bytes], most: int) -> Iterator[bytes]:
    """The lines of bytes that come in pieces; of longer lines the first `most` + 1 bytes."""
    begun = b""
    for chunk in chunks:
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield (begun + end)[: most + 1]
            begun = b""
        begun = (begun + rest)[: most + 1]
    if begun:
        yield begun
