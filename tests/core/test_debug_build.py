"""The debug build stops at errors that C would let pass."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from eminence.cython_ext.game import BUILD_KIND

pytestmark = pytest.mark.skipif(BUILD_KIND != "debug", reason="a release build has no checks")


def run(call: str) -> subprocess.CompletedProcess[str]:
    """A call in a process of its own, because a failed check ends the process."""
    # -P: the tree holds the release build.
    code = f"from compiled import core; print(core.{call})"
    return subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("sound", "broken", "complaint"),
    [
        ("double_up(5)", "double_up(2**31 - 1)", "signed integer overflow"),
        ("entry_of_four(3)", "entry_of_four(4)", "out of bounds"),
        ("bit(3)", "bit(40)", "shift exponent 40 is too large"),
        ("promise(True)", "promise(False)", "CHECK failed"),
    ],
)
def test_a_debug_build_stops_at(sound: str, broken: str, complaint: str) -> None:
    assert run(sound).returncode == 0
    ended = run(broken)
    assert ended.returncode != 0
    assert complaint in ended.stderr
