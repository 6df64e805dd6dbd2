"""The command `eminence`."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NoReturn

import engines
from cython_ext.version import __version__
from engines.options import listed
from play import (
    demo,
    experimenting,
    games,
    hints,
    playing,
    positions,
    protocol,
    replaying,
    reporting,
    solving,
)
from play.start import INTERRUPTED
from play.streams import mend_streams, require_input

FAILED = 1
BAD_INPUT = 2
#: what a shell reports for a command that a signal ended
PIPE_CLOSED = 128 + 13


#: Commands that give back one text: what they are for, their flags, and what they do.
TEXTS: dict[
    str,
    tuple[
        str,
        Callable[[argparse.ArgumentParser], None],
        Callable[[argparse.Namespace], str],
    ],
] = {
    "match": (
        "one agent against another, so many blocks",
        experimenting.add_match_flags,
        experimenting.match,
    ),
    "test": (
        "one agent against another until the difference is clear",
        experimenting.add_test_flags,
        experimenting.test,
    ),
    "tournament": (
        "a pool of agents, all against all, with ratings",
        experimenting.add_file_flags,
        experimenting.tournament,
    ),
    "sweep": (
        "search for better parameters of an agent",
        experimenting.add_file_flags,
        experimenting.sweep,
    ),
    "report": (
        "one page of tables and pictures from the file of a run",
        reporting.add_report_flags,
        reporting.report,
    ),
    "position": (
        "a position file to fill in: what one player at the table knows",
        positions.add_position_flags,
        positions.position,
    ),
    "replay": (
        "the moves of a saved game, and the board at any of them",
        replaying.add_replay_flags,
        replaying.replay,
    ),
    "hint": (
        "what to play in a position or a saved game, how sure that is, and why",
        hints.add_hint_flags,
        hints.hint,
    ),
    "solve": (
        "an equilibrium of a small game, and how near it is",
        solving.add_solve_flags,
        solving.solve,
    ),
}


class Parser(argparse.ArgumentParser):
    """argparse that raises its complaint, so that it becomes one line like any other."""

    def error(self, message: str) -> NoReturn:
        raise engines.BadOption(message)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Help that cannot be written is an error like any other; argparse would hide it."""
        print(message, end="", file=file)

    def flags(self) -> list[str]:
        """The long names of its options."""
        return [s for action in self._actions for s in action.option_strings if s[:2] == "--"]


def parsers() -> tuple[Parser, dict[str, Parser]]:
    """The parser of the whole command, and those of its parts."""
    top = Parser(prog="eminence", description="Bots for board games.", allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"eminence {__version__}")
    commands = top.add_subparsers(dest="command", metavar="command")

    listing = commands.add_parser(
        "games", help="list the games, their options and player counts", allow_abbrev=False
    )
    games.add_games_flags(listing)

    show = commands.add_parser("demo", help="watch the bots play a game", allow_abbrev=False)
    show.add_argument("--game", default=demo.DEFAULT_GAME, help="default: %(default)s")
    show.add_argument("--players", type=_whole, help="default: 4 where the game allows it")
    show.add_argument("--seed", type=_whole, default=0, help="default: %(default)s")
    show.add_argument("--quiet", action="store_true", help="only the result")
    table = commands.add_parser("play", help="play against the bots", allow_abbrev=False)
    playing.add_play_flags(table)
    parts = {"games": listing, "demo": show, "play": table}
    for name, (help_text, add_flags, _) in TEXTS.items():
        parts[name] = commands.add_parser(name, help=help_text, allow_abbrev=False)
        add_flags(parts[name])
    parts["analyse"] = commands.add_parser(
        "analyse", help="answer queries of programs, in JSON lines", allow_abbrev=False
    )
    protocol.add_analyse_flags(parts["analyse"])
    return top, parts


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 30:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, 0 or more")
    return int(text)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The arguments, or an error that names what is allowed."""
    top, parts = parsers()
    chosen, unknown = top.parse_known_args(argv)
    if chosen.command is None:
        problem = f"unknown argument {unknown[0]!r}" if unknown else "a command is missing"
        raise engines.BadOption(f"{problem}: choose {listed([*parts, *top.flags()])}")
    if unknown:
        allowed = listed(parts[chosen.command].flags())
        raise engines.BadOption(
            f"unknown argument {unknown[0]!r} of eminence {chosen.command}: choose {allowed}"
        )
    chosen.typed = shlex.join(["eminence", *argv])
    return chosen


def run(chosen: argparse.Namespace) -> None:
    """Do what the arguments say."""
    if chosen.command in TEXTS:
        print(TEXTS[chosen.command][2](chosen))
    elif chosen.command == "play":
        require_input()
        playing.play(chosen)
    elif chosen.command == "analyse":
        protocol.analyse(chosen)
    elif chosen.command == "demo":
        demo.demo(chosen.game, chosen.players, chosen.seed, chosen.quiet, print)
    else:
        print(games.games(chosen))


def _drop_output() -> None:
    """Let what is still buffered go nowhere, so that the interpreter can end in silence."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: object) -> None:
    """One line on standard error, if anything can be written there."""
    with suppress(OSError):
        print(f"eminence: {' '.join(str(message).split())}", file=sys.stderr, flush=True)


def _asked(argv: Sequence[str]) -> argparse.Namespace | None:
    """The arguments; None if argparse has answered them, as with --help and --version."""
    try:
        return parse(argv)
    except SystemExit:
        return None


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit code. Errors are one line on stderr, never a traceback."""
    try:
        mend_streams()
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
        # Of a signal, mostly. Nothing ends this way that has done its work.
        return end.code if isinstance(end.code, int) and end.code else FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
