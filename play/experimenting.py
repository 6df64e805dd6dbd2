"""`eminence match` and its sisters: many games, and what they say in numbers.

Standard output gets the final tables and nothing else, so that two runs can be compared byte
for byte; progress goes to standard error.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from typing import Any, TypeVar

import engines
from engines.options import listed
from experiments.contest import Match, SequentialTest
from experiments.experiment import Columns, Findings, Place, Study
from experiments.progress import Bar, Progress
from experiments.sequential import parse_shares
from experiments.sweep import Sweep
from experiments.tournament import Tournament
from play.tables import cells, table

Planned = TypeVar("Planned", Tournament, Sweep)


def add_place_flags(parser: argparse.ArgumentParser) -> None:
    """What all commands that play many games have in common."""
    parser.add_argument("--workers", type=int, help="processes (default: one per processor)")
    parser.add_argument("--address", help="of a Ray cluster, or auto (default: start one here)")
    parser.add_argument("--local", action="store_true", help="in this process, without Ray")
    parser.add_argument("--out", metavar="FILE", help="keep finished blocks; goes on from them")
    parser.add_argument("--json", action="store_true", help="the tables as JSON")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")


def add_game_flags(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """Which game is played."""
    count = "?" if optional else None
    parser.add_argument("game", nargs=count, help="a name that `eminence games` lists")
    parser.add_argument("--players", type=int, help="default: the game's own")
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="of the game"
    )
    parser.add_argument("--data", metavar="FOLDER", help="the game's data folder")


def add_sides(parser: argparse.ArgumentParser) -> None:
    """Who plays whom at what, and by which seed."""
    add_game_flags(parser)
    parser.add_argument("candidate", help='an agent, such as "ismcts:iterations=1000"')
    parser.add_argument("opponents", help="the agent in all other seats")
    parser.add_argument("--seed", type=int, default=0, help="default: %(default)s")


def add_match_flags(parser: argparse.ArgumentParser) -> None:
    """`eminence match GAME CANDIDATE OPPONENTS`"""
    add_sides(parser)
    parser.add_argument("--blocks", type=int, default=100, help="default: %(default)s")
    add_place_flags(parser)


def match(chosen: argparse.Namespace) -> str:
    """Play a match; its table."""
    game = load_game(chosen)
    return run(
        Match(game, chosen.candidate, chosen.opponents, chosen.blocks, chosen.seed), chosen
    )


def add_test_flags(parser: argparse.ArgumentParser) -> None:
    """`eminence test GAME CANDIDATE OPPONENTS --shares 0.25:0.30`"""
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
    add_place_flags(parser)


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


def add_file_flags(parser: argparse.ArgumentParser) -> None:
    """`eminence tournament ladder.toml`, `eminence sweep sweep.toml`"""
    parser.add_argument("file", help="in TOML, as docs/experiments.md describes it")
    parser.add_argument("--seed", type=int, help="default: the file's, or 0")
    add_place_flags(parser)


def tournament(chosen: argparse.Namespace) -> str:
    """Play all against all; ratings and pairs."""
    return run(_seeded(Tournament.from_toml(chosen.file), chosen.seed), chosen)


def sweep(chosen: argparse.Namespace) -> str:
    """Search for better parameters; the verdict, the ablation and all trials."""
    return run(_seeded(Sweep.from_toml(chosen.file), chosen.seed), chosen)


def _seeded(planned: Planned, seed: int | None) -> Planned:
    """With the seed of the command line, if there is one."""
    return planned if seed is None else replace(planned, seed=seed)


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
        return text_table(next(iter(tables.values())))
    return "\n\n".join(f"{name}\n{text_table(columns)}" for name, columns in tables.items())


def text_table(columns: Columns) -> str:
    """A table for people: an estimate and its interval share a cell."""
    return table(*cells(columns))
