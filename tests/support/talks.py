"""Conversations with `eminence analyse`: with a server in this process, or with a real one."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from typing import Any

from eminence.play.service.server import Server

#: longer than anything takes, even on a busy machine
PATIENCE = 120


def line_of(query: Any) -> bytes:
    return query if isinstance(query, bytes) else json.dumps(query).encode()


def is_last(answer: dict[str, Any]) -> bool:
    return answer.get("final", True)


def ask(*queries: Any, threads: int = 2, memory: int | None = None) -> list[dict[str, Any]]:
    """A server's answers, in the order in which they came."""
    said: list[str] = []
    with Server(threads, said.append, memory=memory) as server:
        for query in queries:
            server.receive(line_of(query))
        server.finish()
    return [json.loads(line) for line in said]


def ask_one(query: Any) -> dict[str, Any]:
    (answer,) = ask(query)
    return answer


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    """The parts of an answer that are the same in every run."""
    return {key: value for key, value in answer.items() if key != "seconds"}


def start(*flags: str) -> subprocess.Popen[bytes]:
    """The command in a process of its own, with the imports of this one."""
    return subprocess.Popen(
        [sys.executable, "-m", "eminence.play.main", "analyse", *flags],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


class Talk:
    """A process that answers; its output is read as it comes."""

    def __init__(self, *flags: str):
        self.process = start(*flags)
        self.heard: list[dict[str, Any]] = []
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def send(self, *queries: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(line_of(query) + b"\n" for query in queries))
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        """The next answer."""
        line = self._lines.get(timeout=PATIENCE)
        assert line, "the process has ended"
        self.heard.append(json.loads(line))
        return self.heard[-1]

    def last(self, id: str) -> dict[str, Any]:
        """The next final answer to this id; answers before it are collected too."""
        while True:
            answer = self.hear()
            if answer["id"] == id and is_last(answer):
                return answer

    def wait(self) -> tuple[int, str]:
        """Its exit code and its standard error, once it has ended by itself."""
        code = self.process.wait(timeout=PATIENCE)
        self._reader.join()
        while line := self._lines.get():
            self.heard.append(json.loads(line))
        assert self.process.stderr is not None
        return code, self.process.stderr.read().decode()

    def end(self) -> tuple[int, str]:
        """Close its input; returns its exit code and its standard error."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.wait()

    def __enter__(self) -> Talk:
        return self

    def __exit__(self, *_: object) -> None:
        with self.process:
            self.process.kill()
        self._reader.join()
