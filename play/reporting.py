"""`eminence report`: what the file of a run says, as one page for people."""

from __future__ import annotations

import argparse
from pathlib import Path


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


def report(chosen: argparse.Namespace) -> str:
    """Write the page; where it is and how much of the run it covers."""
    # Not above: drawing takes a second to load, and no other command draws.
    from experiments.report import write_report

    out = Path(chosen.out) if chosen.out else Path(chosen.run).with_suffix(".html")
    return write_report(chosen.run, out, chosen.png, chosen.data)
