"""What all commands build their arguments with."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias

from eminence import engines

#: Where commands are added. Only type checkers know the class as a generic one.
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"
#: Runs a command. Returns the text to print; None: it has printed everything itself.
Run = Callable[[argparse.Namespace], str | None]


class Parser(argparse.ArgumentParser):
    """An argparse parser that raises its errors, so that they become one line like all others."""

    def error(self, message: str) -> NoReturn:
        raise engines.BadOption(message)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Help that cannot be written is an error like any other; argparse would hide it."""
        print(message, end="", file=file)

    def flags(self) -> list[str]:
        """The long names of its options."""
        return [s for action in self._actions for s in action.option_strings if s[:2] == "--"]


def add_command(commands: Commands, name: str, purpose: str, run: Run) -> Parser:
    """A new command, without flags yet; `run` is called to run it."""
    parser = commands.add_parser(name, help=purpose, allow_abbrev=False)
    parser.set_defaults(run=run, parser=parser)
    return parser
