"""`eminence report`: what the file of a run says, as one page for people."""

from __future__ import annotations

import argparse
from pathlib import Path

import engines

#: blocks that the agents play again if no other number is given
SAMPLE = 3


def add_report_flags(parser: argparse.ArgumentParser) -> None:
    """`eminence report run.sqlite`"""
    parser.add_argument("run", help="the file that a run was told to keep with --out")
    parser.add_argument(
        "--out", metavar="FILE", help="the page (default: named like the run, .html)"
    )
    parser.add_argument("--png", metavar="FOLDER", help="the pictures as files, too")
    parser.add_argument(
        "--data",
        action="append",
        default=[],
        metavar="FOLDER",
        help="the data folder that a game was played with; may be given again",
    )
    parser.add_argument(
        "--verify",
        nargs="?",
        type=int,
        const=SAMPLE,
        metavar="BLOCKS",
        help="play all games again from their moves, and so many blocks by their agents "
        "(default: %(const)s)",
    )


def report(chosen: argparse.Namespace) -> str:
    """Write the page; where it is and how much of the run it covers."""
    # Not above: drawing takes a second to load, and no other command draws.
    from experiments.report import write_report

    if chosen.verify is not None and chosen.verify < 0:
        raise engines.BadOption(f"--verify {chosen.verify}: choose 0 blocks or more")
    out = Path(chosen.out) if chosen.out else Path(chosen.run).with_suffix(".html")
    return write_report(chosen.run, out, chosen.png, chosen.data, chosen.verify)
