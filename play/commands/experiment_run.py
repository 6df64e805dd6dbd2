"""What the commands that play many games share: flags, the run itself, and its tables.

Standard output gets the final tables and nothing else, so that two runs can be compared byte
for byte; progress goes to standard error.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from typing import Any, TypeVar

from eminence.cython_ext.text_tables import cells, text_table
from eminence.experiments.experiment import Study
from eminence.experiments.findings import Columns, Findings
from eminence.experiments.running.place import Place
from eminence.experiments.running.progress import Bar, Progress
from eminence.experiments.sweeps.sweep import Sweep
from eminence.experiments.tournament import Tournament
from eminence.play.commands.game_flags import add_game_flags

Planned = TypeVar("Planned", Tournament, Sweep)


def add_run_flags(parser: argparse.ArgumentParser) -> None:
    """What all commands that play many games have in common."""
    parser.add_argument("--workers", type=int, help="processes (default: one per processor)")
    parser.add_argument("--address", help="of a Ray cluster, or auto (default: start one here)")
    parser.add_argument("--local", action="store_true", help="in this process, without Ray")
    parser.add_argument("--out", metavar="FILE", help="keep finished blocks; goes on from them")
    parser.add_argument("--json", action="store_true", help="the tables as JSON")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def add_sides(parser: argparse.ArgumentParser) -> None:
    """The game, the candidate, its opponents, and the seed."""
    add_game_flags(parser)
    parser.add_argument("candidate", help='an agent, such as "ismcts:iterations=1000"')
    parser.add_argument("opponents", help="the agent in all other seats")
    parser.add_argument("--seed", type=int, default=0, help="default: %(default)s")


def add_plan_flags(parser: argparse.ArgumentParser) -> None:
    """`eminence tournament ladder.toml`, `eminence sweep sweep.toml`"""
    parser.add_argument("file", help="in TOML, as docs/experiments.md describes it")
    parser.add_argument("--seed", type=int, help="default: the file's, or 0")
    add_run_flags(parser)


def seeded(planned: Planned, seed: int | None) -> Planned:
    """The experiment with the seed of the command line, if there is one."""
    return planned if seed is None else replace(planned, seed=seed)


def run(experiment: Study[Any], chosen: argparse.Namespace) -> str:
    """Play it where the flags say; the tables as text or JSON."""
    place = Place(chosen.workers, chosen.address, chosen.local, chosen.out, chosen.typed)
    progress = Progress() if chosen.quiet else Bar()
    found: Findings = experiment.run(place, progress)
    if found.failed:
        print(f"{found.failed} blocks could not be played", file=sys.stderr)
    return as_json(found) if chosen.json else as_text(found)


def as_json(found: Findings) -> str:
    """Everything, with stable order and full precision."""
    tables = {"experiment": found.about, "failed": found.failed, **found.tables()}
    return json.dumps(tables, indent=2, sort_keys=True)


def as_text(found: Findings) -> str:
    """One table below the other."""
    tables = found.tables()
    if len(tables) == 1:
        return _columns_text(next(iter(tables.values())))
    return "\n\n".join(f"{name}\n{_columns_text(columns)}" for name, columns in tables.items())


def _columns_text(columns: Columns) -> str:
    """A table for people: an estimate and its interval share a cell."""
    return text_table(*cells(columns))
