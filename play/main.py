"""The command `eminence`."""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress

from eminence import engines
from eminence.cython_ext.errors import BadEntry
from eminence.cython_ext.text_lines import WIDTH, laid_out_for
from eminence.cython_ext.version import __version__
from eminence.engines.kit.options import listed
from eminence.play.commands import (
    analyse,
    demo,
    follow,
    games,
    hint,
    match,
    new_game,
    play,
    position,
    replay,
    report,
    serve,
    solve,
    sweep,
    test,
    tournament,
    train,
)
from eminence.play.commands.parser import Parser
from eminence.play.standard_io import fill_closed_streams
from eminence.play.start import INTERRUPTED

FAILED = 1
BAD_INPUT = 2
#: what a shell reports for a command that a signal ended
PIPE_CLOSED = 128 + 13
#: in the order in which help lists them
COMMANDS = (
    games, demo, play, serve, follow, match, test, tournament, sweep, train, report, position,
    replay, hint, solve, analyse, new_game,
)  # fmt: skip


def parsers() -> tuple[Parser, dict[str, Parser]]:
    """The parser of the whole command, and those of its parts."""
    top = Parser(prog="eminence", description="Bots for board games.", allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"eminence {__version__}")
    commands = top.add_subparsers(dest="command", metavar="command")
    for command in COMMANDS:
        command.add(commands)
    return top, dict(commands.choices)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments, or an error that names what is allowed."""
    top, parts = parsers()
    chosen, unknown = top.parse_known_args(argv)
    if chosen.command is None:
        problem = f"unknown argument {unknown[0]!r}" if unknown else "a command is missing"
        raise engines.BadOption(f"{problem}: choose {listed([*parts, *top.flags()])}")
    if unknown:
        allowed = listed(chosen.parser.flags())
        raise engines.BadOption(
            f"unknown argument {unknown[0]!r} of eminence {chosen.command}: choose {allowed}"
        )
    chosen.typed = shlex.join(["eminence", *argv])
    return chosen


def run(chosen: argparse.Namespace) -> None:
    """Do what the arguments say."""
    with laid_out_for(_columns):
        text = chosen.run(chosen)
    if text is not None:
        print(text)


def _columns() -> int:
    """How wide the reader's screen is; what goes into a file or a pipe is always the same."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDTH


def _drop_output() -> None:
    """Discard what is still buffered, so that Python ends without a message."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(error: Exception) -> None:
    """A line on standard error, or one per entry of a file, if it can be written."""
    problems = error.entries if isinstance(error, BadEntry) else [error]
    lines = [f"eminence: {' '.join(str(problem).split())}" for problem in problems]
    with suppress(OSError):
        print("\n".join(lines), file=sys.stderr, flush=True)


def _asked(argv: Sequence[str]) -> argparse.Namespace | None:
    """The arguments; None if argparse has answered them, as with --help and --version."""
    try:
        return parse(argv)
    except SystemExit:
        return None


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit code. Errors are one line on stderr, never a traceback."""
    try:
        fill_closed_streams()
        chosen = _asked(sys.argv[1:] if argv is None else argv)
        if chosen is not None:
            run(chosen)
        sys.stdout.flush()
    except engines.EminenceError as error:
        _complain(error)
        return BAD_INPUT
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except OSError as error:
        _drop_output()
        _complain(error)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as end:
        # Mostly from a signal. A command that finishes its work does not end this way.
        return end.code if isinstance(end.code, int) and end.code else FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
