"""The command `eminence test`."""

from __future__ import annotations

import argparse

from eminence.experiments.sequential_test import SequentialTest
from eminence.experiments.statistics.gsprt import parse_shares
from eminence.play.commands.experiment_run import add_run_flags, add_sides, run
from eminence.play.commands.game_flags import load_game
from eminence.play.commands.parser import Commands, add_command


def add(commands: Commands) -> None:
    """`eminence test GAME CANDIDATE OPPONENTS --shares 0.25:0.30`"""
    parser = add_command(
        commands, "test", "one agent against another until the difference is clear", test
    )
    add_sides(parser)
    parser.add_argument(
        "--shares", required=True, metavar="LOW:HIGH", help="win shares to tell apart"
    )
    parser.add_argument("--alpha", type=float, default=0.05, help="default: %(default)s")
    parser.add_argument("--beta", type=float, default=0.05, help="default: %(default)s")
    parser.add_argument(
        "--batch", type=int, default=10, help="blocks between two looks (default: %(default)s)"
    )
    parser.add_argument("--max-blocks", type=int, default=1000, help="default: %(default)s")
    add_run_flags(parser)


def test(chosen: argparse.Namespace) -> str:
    """Play until the test knows; its tables."""
    return run(
        SequentialTest(
            load_game(chosen),
            chosen.candidate,
            chosen.opponents,
            parse_shares(chosen.shares),
            chosen.alpha,
            chosen.beta,
            chosen.batch,
            chosen.max_blocks,
            chosen.seed,
        ),
        chosen,
    )
