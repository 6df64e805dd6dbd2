"""`eminence report`: what the file of a run says, as one page for people."""

from __future__ import annotations

import argparse
from pathlib import Path

from eminence.cython_ext.whole_numbers import whole
from eminence.play.commands.parser import Commands, add_command

#: blocks that the agents play again if no other number is given
SAMPLE = 3


def add(commands: Commands) -> None:
    """`eminence report run.sqlite`"""
    purpose = "one page of tables and pictures from the file of a run"
    parser = add_command(commands, "report", purpose, report)
    parser.add_argument(
        "file", metavar="run", help="the file that a run was told to keep with --out"
    )
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
    """Write the page; returns where it is and how much of the run it covers."""
    # Not imported above: drawing takes a second to load, and few commands draw.
    from eminence.experiments.reports.report import write_report

    if chosen.verify is not None:
        whole("--verify", chosen.verify, 0)
    out = Path(chosen.out) if chosen.out else Path(chosen.file).with_suffix(".html")
    return write_report(chosen.file, out, chosen.png, chosen.data, chosen.verify)
