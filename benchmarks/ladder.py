"""What each method adds to the one below it, in equal time: `python -m benchmarks.ladder --out F`.

The rungs are random, greedy, flat, pimc, ismcts, and the game's default bot. All but the last judge
by the game's own guidance, so a network is what the last rung adds; where the default bot is one of
the others, there is no such rung. Random and greedy have no limit to set. The others get fixed
iterations in the relation of their rates, which are measured once for each table and kept in the
file, so that the games do not depend on the machine that plays them. The time is that of a search:
`plan` makes one for a whole run of secret decisions and so takes less time in a game.

Without a game, all games that `benchmarks.network_strength` knows are played. Finished blocks go to
the file at once; the same command goes on where the last run stopped.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from benchmarks.network_strength import PLANS, WITHOUT, Plan, Side, in_equal_time, pace_key
from benchmarks.strength import (
    Pairing,
    add_run_flags,
    begin,
    note,
    play,
    refuse_run_flags,
    runner_for,
    show,
    summaries,
)
from eminence import engines
from eminence.cython_ext.version import __version__
from eminence.cython_ext.whole_numbers import whole
from eminence.engines.kit.options import listed
from eminence.experiments.running.runner import Runner
from eminence.experiments.statistics.summary import Summary
from eminence.experiments.storage.store import Store
from eminence.search import usual
from eminence.search.network.network_file import read_network
from eminence.search.network.parameter import chosen_network

#: the rungs without a limit, and those with one below the default bot; the lowest first
QUICK = {"random": "random", "greedy": "greedy:network=none"}
SEARCHES = {name: Side(name, WITHOUT) for name in ("flat", "pimc", "ismcts")}
DEFAULT = "default"


def plan_of(name: str) -> Plan:
    """How a game is measured; small games need no plan of their own."""
    return PLANS.get(name, Plan(tables=()))


def tables(names: Sequence[str], players: int | None, blocks: int) -> list[Pairing]:
    """Every table of these games, or those with so many players; nobody sits there yet."""
    counts = {name: engines.options(name)["players"].choices for name in names}
    known = sorted({count for each in counts.values() for count in each})
    if players is not None and players not in known:
        raise engines.BadOption(f"--players {players}: choose {listed(known)}")
    return [
        Pairing("", count, "", "", blocks * count, game=name, options=options)
        for name in names
        for options in dict.fromkeys(table.options for table in plan_of(name).tables) or [()]
        for count in counts[name]
        if players in (None, count)
    ]


def searches_in(game: engines.Game) -> dict[str, Side]:
    """The rungs that search, the lowest first."""
    default = Side(usual(game).name)
    if chosen_network(None, game) is None and default.agent in SEARCHES:
        return SEARCHES
    return {**SEARCHES, DEFAULT: default}


def rungs(table: Pairing, seconds: float, store: Store) -> Iterator[Pairing]:
    """Each rung of a table against the one below it."""
    game = table.load()
    sides = searches_in(game)
    specs = QUICK | in_equal_time(game, sides, plan_of(table.game), seconds, store)
    for (_, below), (rung, candidate) in pairwise(specs.items()):
        name = f"{table.title}: {rung}"
        yield replace(table, name=name, candidate=candidate, opponents=below)


def climb(
    wanted: Sequence[Pairing], given: argparse.Namespace, store: Store, runner: Runner
) -> list[tuple[Pairing, Summary]]:
    """What was found, table by table: rates are measured right before their games are played.

    Once the time is up, nothing is measured or played, and only what the file holds is found.
    """
    end, finished = time.monotonic() + 60 * given.minutes, True
    found: list[tuple[Pairing, Summary]] = []
    for table in wanted:
        left = end - time.monotonic()
        if left <= 0 and pace_key(table.load()) not in store.notes():
            finished = False
            continue
        seconds = plan_of(table.game).seconds if given.seconds is None else given.seconds
        lines = [*rungs(table, seconds, store)]
        finished &= play(lines, store, runner, left)
        found += summaries(lines, store)
    if not finished:
        note("time is up: the same command goes on")
    return found


def identity(names: Sequence[str], seconds: float | None) -> dict[str, Any]:
    """The identity of the file; default bots name no network, so it must say which they have."""
    paths = {name: engines.load(name).network for name in names}
    networks = {name: path and read_network(path).digest for name, path in paths.items()}
    return {"kind": "ladder", "version": __version__, "seconds": seconds, "networks": networks}


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ladder", description=__doc__.splitlines()[0]
    )
    parser.add_argument("game", nargs="?", help=f"default: {', '.join(PLANS)}")
    parser.add_argument("--players", type=int, help="default: every number that the game allows")
    add_run_flags(parser)
    parser.add_argument("--seconds", type=float, help="a search, about; default: the game's")
    parser.add_argument("--blocks", type=int, default=20, help="of each line; default %(default)s")
    given = parser.parse_args(argv)
    refuse_run_flags(given)
    whole("--blocks", given.blocks, 1)
    if given.seconds is not None and not 0 < given.seconds < float("inf"):
        raise engines.BadOption(f"--seconds {given.seconds:g}: choose a number above 0")
    return given


def main(argv: Sequence[str]) -> None:
    given = arguments(argv)
    names = [*PLANS] if given.game is None else [given.game]
    wanted = tables(names, given.players, given.blocks)
    runner = runner_for(given.processes)
    with Store(given.out, identity(names, given.seconds)) as store, runner:
        found = climb(wanted, given, store, runner)
    show(found, as_markdown=True)


if __name__ == "__main__":
    begin(main, "benchmarks.ladder")
