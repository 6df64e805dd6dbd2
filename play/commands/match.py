"""The command `eminence match`."""

from __future__ import annotations

import argparse

from eminence.experiments.match import Match
from eminence.play.commands.experiment_run import add_run_flags, add_sides, run
from eminence.play.commands.game_flags import load_game
from eminence.play.commands.parser import Commands, add_command


def add(commands: Commands) -> None:
    """`eminence match GAME CANDIDATE OPPONENTS`"""
    parser = add_command(commands, "match", "one agent against another, so many blocks", match)
    add_sides(parser)
    parser.add_argument("--blocks", type=int, default=100, help="default: %(default)s")
    add_run_flags(parser)


def match(chosen: argparse.Namespace) -> str:
    """Play a match; its table."""
    game = load_game(chosen)
    return run(Match(game, chosen.candidate, chosen.opponents, chosen.blocks, chosen.seed), chosen)
