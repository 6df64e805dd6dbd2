"""What each level is worth: `python -m benchmarks.levels --out levels.sqlite`.

At every table of every game each level sits once in each seat, and the level below takes all
other seats. A line is a sequential test: does the level win its fair share of the games, or 1.25
times as much? It ends as soon as it knows, after 150 blocks at most. In small games for chips a
line is worked out over all deals instead (`level_table/chips.py`). Levels are limited by
iterations, so the same command plays the same games on every machine; how long they think is
measured in these games.

All games get equal time, and in each game the lower levels come first, so that a short run says
something of every game. Finished blocks go to the file at once; the same command goes on where
the last run stopped. The whole table is written into docs/play.md, and for `eminence play` into a
data file; lines that have not ended are called open there.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from benchmarks.level_table.chips import ChipTrial, is_for_chips
from benchmarks.level_table.lines import Line, Trial, every_table, in_turn, lines_at, loaded
from benchmarks.level_table.page import text, write
from benchmarks.level_table.turns import Books, Turns
from benchmarks.strength import Pairing, add_run_flags, begin, note, refuse_run_flags, runner_for
from eminence import engines
from eminence.cython_ext.version import __version__
from eminence.cython_ext.whole_numbers import whole
from eminence.engines.kit.options import listed
from eminence.experiments.storage.store import Store
from eminence.search.network.network_file import read_network
from eminence.search.policies import read_policy


def identity(tables: Sequence[Pairing], seed: int) -> dict[str, Any]:
    """The identity of the file: the whole table, whichever lines are asked for now.

    Levels may change, and only their lines are played anew. They name no networks and policies
    where they use the game's own, so the file says which these are.
    """
    games = {table.title: loaded(table) for table in tables}
    networks = {
        name: read_network(game.network).digest for name, game in games.items() if game.network
    }
    policies = {
        name: read_policy(game.policy).digest for name, game in games.items() if game.policy
    }
    own = {"networks": networks, "policies": policies}
    return {"kind": "levels", "version": __version__, "seed": seed, **own}


def chosen(tables: Sequence[Pairing], given: argparse.Namespace) -> list[Pairing]:
    """The tables that are asked for; refused if there are none."""
    games = given.only or engines.names()
    of_games = [table for table in tables if table.game in games]
    counts = sorted({table.players for table in of_games})
    for players in given.players or ():
        if players not in counts:
            raise engines.BadOption(f"--players {players}: choose {listed(counts)}")
    return [table for table in of_games if table.players in (given.players or counts)]


def all_trials(tables: Sequence[Pairing], seed: int, store: Store) -> dict[Line, Trial]:
    """Every line of these tables, as far as its file has come."""
    notes = store.notes()
    lines = [line for table in tables for line in lines_at(table)]
    return {
        line: ChipTrial(line, seed, store, notes)
        if is_for_chips(line.game)
        else Trial(line, seed, store)
        for line in lines
    }


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.levels", description=__doc__.splitlines()[0]
    )
    add_run_flags(parser)
    parser.add_argument("--only", nargs="+", metavar="GAME", help="default: all games")
    parser.add_argument("--players", type=int, nargs="+", metavar="N", help="default: all numbers")
    parser.add_argument(
        "--seed", type=int, default=1, help="not one that levels were chosen by (default 1)"
    )
    parser.add_argument(
        "--write", action="store_true", help="write docs/play.md though not all tables are played"
    )
    given = parser.parse_args(argv)
    refuse_run_flags(given)
    whole("--seed", given.seed, 0)
    for name in given.only or ():
        engines.options(name)  # refuses what is no game
    return given


def main(argv: Sequence[str]) -> None:
    given = arguments(argv)
    every = every_table()
    asked = chosen(every, given)
    runner = runner_for(given.processes)
    with Store(given.out, identity(every, given.seed)) as store, runner:
        trials = all_trials(every, given.seed, store)
        books = Books(store)
        mine = [trial for line, trial in trials.items() if line.table in asked]
        in_order = [trials[line] for line in in_turn([trial.line for trial in mine])]
        turns = Turns(in_order, books, store, runner, given.processes)
        if not turns.play(60 * given.minutes):
            note("\n".join(["not all is settled: the same command goes on", *turns.costs()]))
        print(text(mine, books), end="")
        if len(asked) == len(every) or given.write:
            write([*trials.values()], books)


if __name__ == "__main__":
    begin(main, "benchmarks.levels")
