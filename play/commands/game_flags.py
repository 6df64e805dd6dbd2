"""Which game a command is about: its flags, and the game that they name."""

from __future__ import annotations

import argparse
from typing import Any

from eminence import engines
from eminence.engines.kit.options import listed


def add_game_flags(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """Which game is played."""
    count = "?" if optional else None
    parser.add_argument("game", nargs=count, help="a name that `eminence games` lists")
    parser.add_argument("--players", type=int, help="default: the game's own")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="of the game"
    )
    parser.add_argument("--data", metavar="FOLDER", help="the game's data folder")


def load_game(chosen: argparse.Namespace) -> engines.Game:
    """The game that the flags name."""
    options: dict[str, Any] = {}
    for pair in chosen.option:
        key, equals, text = pair.partition("=")
        if not equals:
            raise engines.BadOption(f"--option {pair!r}: write key=value")
        options[key] = read_option(chosen.game, key, text)
    if chosen.players is not None:
        options["players"] = chosen.players
    if chosen.data is not None:
        options["data"] = chosen.data
    return engines.load(chosen.game, **options)


def read_option(name: str, key: str, text: str) -> Any:
    """The value of a game's option as the game knows it; unknown ones stay text."""
    known = engines.options(name)
    if key not in known:
        raise engines.BadOption(f"unknown option {key}={text!r}: {name} has {listed([*known])}")
    return known[key].read(text)
