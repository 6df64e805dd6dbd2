"""`eminence analyse`: answer queries of programs until there are no more."""

from __future__ import annotations

import argparse
import os
import sys

from eminence.cython_ext.whole_numbers import whole
from eminence.engines import BadOption
from eminence.play.commands.parser import Commands, add_command
from eminence.play.service.pipes import serve
from eminence.search.memory import modest_memory

MOST_THREADS = 256
#: the least memory for all queries together, in bytes
LEAST_MEMORY = 10**7


def add(commands: Commands) -> None:
    """`eminence analyse`"""
    purpose = "answer queries of programs, in JSON lines"
    parser = add_command(commands, "analyse", purpose, analyse)
    parser.add_argument(
        "--threads", type=int, help="queries at a time (default: one per processor)"
    )
    parser.add_argument(
        "--memory",
        type=int,
        metavar="MB",
        help="for all queries together (default: half of what this process may have)",
    )


def analyse(chosen: argparse.Namespace) -> None:
    """Answer queries from standard input on standard output, until all are answered."""
    threads = len(os.sched_getaffinity(0)) if chosen.threads is None else chosen.threads
    whole("--threads", threads, 1, MOST_THREADS)
    if sys.stdin is None or sys.stdout is None:
        raise BadOption("standard input or output is closed: queries come and answers go there")
    memory = modest_memory() if chosen.memory is None else chosen.memory * 10**6
    if memory < LEAST_MEMORY:
        raise BadOption(f"--memory {memory // 10**6}: choose {LEAST_MEMORY // 10**6} or more")
    serve(threads, memory, sys.stdin.fileno(), sys.stdout.fileno())
