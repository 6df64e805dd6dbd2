"""A command in a pseudo-terminal, driven as a person would."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time

#: colours, cursor movements and the like
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07]*\x07|[=>])")
#: the cursor goes to the left or right
MOVES = re.compile(r"(\x1b\[[0-9]*[CD])")
PATIENCE = 40
#: Begins the command behind it. Only a controlling terminal turns Ctrl-C into a signal, and it is
#: not taken by a `preexec_fn`: that forks, which JAX warns of where a test has loaded it.
TAKE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    "os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
)
#: nobody here answers when the command asks its terminal where the cursor is
SILENT = {"PROMPT_TOOLKIT_NO_CPR": "1"}


def _written(line: str) -> str:
    """What stands there when the cursor went back and forth, as it does while one types."""
    shown, at = "", 0
    for part in MOVES.split(ESCAPES.sub(_kept_moves, line)):
        if part.startswith("\x1b"):
            steps = int(part[2:-1] or 1)
            at = max(0, at - steps) if part.endswith("D") else at + steps
            shown = shown.ljust(at)
        else:
            shown = shown[:at] + part + shown[at + len(part) :]
            at += len(part)
    return shown


def _kept_moves(escape: re.Match[str]) -> str:
    return escape[0] if MOVES.fullmatch(escape[0]) else ""


def _without_size() -> dict[str, str]:
    """The environment, without variables that would override the terminal's size."""
    return {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}


class Terminal:
    """`eminence` in a terminal of its own."""

    def __init__(self, *arguments: str, columns: int = 100, rows: int = 60, **env: str) -> None:
        self.raw = ""
        self.read_to = 0
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        path = os.pathsep.join(p for p in sys.path if p)
        self.process = subprocess.Popen(
            [sys.executable, "-c", TAKE_TERMINAL, "-m", "eminence.play.main", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**_without_size(), "PYTHONPATH": path, "TERM": "xterm-256color", **SILENT, **env},
        )
        os.close(slave)

    def close(self) -> None:
        """End the command, if it has not ended by itself."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)

    @property
    def text(self) -> str:
        """All that was written, without colours."""
        return "\n".join(map(_written, self.raw.replace("\r", "").split("\n")))

    @property
    def _end(self) -> str:
        return f"...\n{self.text[-2000:]}"

    def type(self, keys: str) -> None:
        """Press these keys."""
        os.write(self.master, keys.encode())

    def enter(self, line: str) -> None:
        self.type(f"{line}\n")

    def wait_for(self, wanted: str) -> str:
        """The output since the last wait, up to and including the wanted text."""
        end = time.monotonic() + PATIENCE
        while (at := self.text.find(wanted, self.read_to)) < 0:
            assert time.monotonic() < end, f"no {wanted!r}: {self._end}"
            assert self._read(), f"ended without {wanted!r}: {self._end}"
        new = self.text[self.read_to : at + len(wanted)]
        self.read_to = at + len(wanted)
        return new

    def _read(self) -> bool:
        """Read what is available; False once the command has closed its terminal."""
        if not select.select([self.master], [], [], 0.1)[0]:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)

    def ends(self) -> int:
        """The exit code, once all output is read."""
        end = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < end, f"does not end: {self._end}"
        return self.process.wait(PATIENCE)
