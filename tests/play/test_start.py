"""From the first moment to the last: signals, streams, and the current folder."""

import os
import random
import signal
import subprocess
import sys
import time

import psutil
import pytest

from eminence.play import main

pytestmark = pytest.mark.slow

CODES = {signal.SIGINT: (130, -signal.SIGINT), signal.SIGTERM: (143, -signal.SIGTERM)}
#: takes hours, so that every signal finds it at work
MATCH = ["match", "leduc_poker", "flat:iterations=1000000", "greedy", "--blocks", "2000"]


def command(*arguments):
    return [sys.executable, "-m", "eminence", *arguments]


def environment():
    return {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}


def shell(redirected, *arguments, **options):
    """The command with its streams as a shell sets them up."""
    line = f'exec "$@" {redirected}'
    return subprocess.run(
        ["sh", "-c", line, "sh", *command(*arguments)],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **options,
    )


def moments(signals, span):
    """So many signals at different times, from the imports to Ray's start and beyond."""
    rng = random.Random(15)
    numbers = [signal.SIGINT, signal.SIGINT, signal.SIGTERM]
    return [(numbers[i % 3], span * (i + rng.random()) / signals) for i in range(signals)]


@pytest.mark.ray
@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize(
    ("signals", "span"),
    # In the longer span many signals come late enough to meet workers.
    [(6, 3.0), pytest.param(60, 25.0, marks=pytest.mark.soak)],
)
def test_every_signal_at_every_moment_ends_everything_in_silence(signals, span, half, tmp_path):
    for number, moment in moments(signals, span)[half::2]:
        # A file of its own for each run: they would go on from one another, and the last find
        # all games played.
        out = tmp_path / f"{moment}.sqlite"
        process = subprocess.Popen(
            command(*MATCH, "--workers", "1", "--out", str(out)),
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        time.sleep(moment)
        others = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(number)
        assert_silent(process, number, moment)
        assert psutil.wait_procs(others, timeout=60)[1] == []


def test_ctrl_c_while_modules_load_is_silent():
    for moment in (0.2, 0.4, 0.7, 1.1):
        process = subprocess.Popen(
            command("analyse"),
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        time.sleep(moment)
        process.send_signal(signal.SIGINT)
        assert_silent(process, signal.SIGINT, moment)


def assert_silent(process, number, moment):
    """It ends by this signal, without a message."""
    out, err = process.communicate(timeout=120)
    # Before our first line Python itself is starting, and Ctrl-C may interrupt that.
    if "Traceback" in err and "in begin" not in err and "main.py" not in err:
        return
    assert process.returncode in CODES[number], f"{number!r} after {moment} s: {err}"
    assert (out, "Traceback" in err) == ("", False), f"{number!r} after {moment} s: {err}"


def test_an_end_by_a_signal_is_not_a_success(run, monkeypatch):
    def ended(*_):
        raise SystemExit(0)

    monkeypatch.setattr(main.demo, "demo", ended)
    assert run("demo", "--game", "kuhn_poker") == (1, "", "")


def test_a_job_that_ignores_ctrl_c_goes_on_ignoring_it():
    process = subprocess.Popen(
        ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", *command("analyse")],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    for _ in range(10):
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 0


LOCAL = ["match", "kuhn_poker", "random", "random", "--blocks", "2", "--local"]


@pytest.mark.parametrize(
    ("redirected", "arguments", "code", "message"),
    [
        (">&-", LOCAL, 2, "eminence: standard output is closed: "),
        (">&-", ["--version"], 2, "eminence: standard output is closed: "),
        ("<&-", ["analyse"], 2, "eminence: standard input or output is closed: "),
        ("<&-", ["play", "tic_tac_toe"], 2, "eminence: standard input is closed: "),
        ("2>&-", ["games", "chess"], 2, ""),
        ("<&- >&- 2>&-", LOCAL, 2, ""),
        (">/dev/full", [*LOCAL, "--quiet"], 1, "eminence: [Errno 28] No space left"),
        (">/dev/full", ["--version"], 1, "eminence: [Errno 28] No space left"),
        (">/dev/full 2>/dev/full", ["games"], 1, ""),
        ("2>/dev/full", ["games", "chess"], 2, ""),
    ],
)
def test_closed_and_full_streams_are_one_line_or_silence(redirected, arguments, code, message):
    done = shell(redirected, *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == bool(message)


def test_what_a_command_does_not_need_may_be_closed():
    done = shell("<&- 2>&-", *LOCAL)
    assert done.returncode == 0
    assert done.stdout.startswith("candidate")


def test_files_of_the_current_folder_are_not_imported(tmp_path):
    """Under any name but the command's own, which `python -m` itself looks for in this folder."""
    for name in ("search", "engines", "experiments", "numpy", "signal", "typing", "json"):
        (tmp_path / f"{name}.py").write_text(f"open('{name} ran', 'w')")
    done = subprocess.run(
        [sys.executable, "-m", "eminence", *LOCAL, "--quiet"],
        cwd=tmp_path,
        env={key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not list(tmp_path.glob("* ran"))
