"""What networks are worth: `python -m benchmarks.network_strength royals --out royals.sqlite`.

The usual agent of a game with its network plays the same agent with `network=none`, in equal time.
A limit in seconds would make the games depend on the machine, so both sides get fixed iterations in
the relation of their rates, which are measured once on 200 recorded positions and kept in the
file. A last line with a limit in seconds shows that this is fair. Finished blocks go to the file at
once; the same command goes on where the last run stopped.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

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
from eminence.experiments.storage.store import Store
from eminence.experiments.training.rates import rates
from eminence.search import usual
from eminence.search.network.network_file import NetworkFile, read_network

EVERYTHING = (("court", "on"), ("regions", "on"), ("leaders", "on"))
ARCANE = (("edition", "arcane_wonders"),)
#: what an agent is told that judges by the game's own guidance
WITHOUT = ",network=none"


@dataclass(frozen=True)
class Table:
    """A game at a table with so many players, and how many fair shares to reach there."""

    players: int
    target: float
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Plan:
    """How a game is measured."""

    tables: tuple[Table, ...]
    seconds: float = 0.1
    """What a move takes, about."""
    iterations: int = 2000
    """With which the rates are measured."""


PLANS = {
    "royals": Plan(
        tuple(
            Table(players, target, options)
            for options in ((), ARCANE)
            for players, target in ((2, 1.4), (3, 1.7), (4, 1.7), (5, 1.7))
        )
    ),
    "bruges": Plan((Table(2, 1.3), Table(3, 1.5), Table(4, 1.5))),
    "wallenstein": Plan((Table(3, 1.5), Table(3, 1.5, EVERYTHING))),
    "blood_of_kings": Plan((Table(3, 1.7), Table(4, 1.7)), seconds=0.02, iterations=300),
}


@dataclass(frozen=True)
class Side:
    """An agent before it is known how many iterations it has."""

    agent: str
    more: str = ""
    """Its other parameters, each after a comma."""

    def with_iterations(self, iterations: int) -> str:
        """The agent's specification."""
        return f"{self.agent}:iterations={iterations}{self.more}"


def pace_key(game: engines.Game) -> str:
    """Where a file notes how many iterations its sides have in this game."""
    return f"pace {game!r}"


def in_equal_time(
    game: engines.Game, sides: Mapping[str, Side], plan: Plan, seconds: float, store: Store
) -> dict[str, str]:
    """Each side with the iterations that it has time for: measured, or from the file."""
    noted = store.notes().get(pace_key(game))
    if noted is None:
        note(f"{game!r}: measuring rates")
        tried = {name: side.with_iterations(plan.iterations) for name, side in sides.items()}
        found = rates(game, [*tried.values()])
        noted = {name: max(1, round(seconds * found[spec])) for name, spec in tried.items()}
        store.note(pace_key(game), noted)
    return {name: side.with_iterations(noted[name]) for name, side in sides.items()}


def pairings(name: str, given: argparse.Namespace, store: Store) -> Iterator[Pairing]:
    """A line for each table, and the first table once more with a limit in seconds."""
    plan = PLANS[name]
    # The game's own needs no name.
    network = f",network={given.network}" if given.network else ""
    seconds = plan.seconds if given.seconds is None else given.seconds
    for table in plan.tables:
        line = Pairing("", table.players, "", "", given.games, None, name, table.options)
        game = line.load()
        agent = usual(game).name
        sides = {"network": Side(agent, network), "none": Side(agent, WITHOUT)}
        specs = in_equal_time(game, sides, plan, seconds, store)
        yield replace(
            line,
            name=line.title,
            candidate=specs["network"],
            opponents=specs["none"],
            target=table.target / table.players,
        )
    first = plan.tables[0]
    timed = f"{usual(engines.load(name, players=first.players)).name}:seconds={seconds:g}"
    yield Pairing(
        f"{name} {first.players}, by the clock",
        first.players,
        f"{timed}{network}",
        f"{timed}{WITHOUT}",
        min(given.games, 60),
        game=name,
    )


def chosen_network(given: argparse.Namespace) -> NetworkFile:
    """The network in question: that of the file, or the game's own."""
    path = given.network or engines.load(given.game, players=3).network
    if path is None:
        raise engines.BadOption(f"{given.game} has no network of its own: choose --network FILE")
    return read_network(path)


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.network_strength", description=__doc__.splitlines()[0]
    )
    parser.add_argument("game", choices=[*PLANS])
    add_run_flags(parser)
    parser.add_argument("--network", metavar="FILE", help="default: the game's own")
    parser.add_argument("--games", type=int, default=120, help="of each line, default %(default)s")
    parser.add_argument("--seconds", type=float, help="a move, about; default: the game's")
    parser.add_argument("--only", nargs="+", type=int, metavar="N", help="these lines, from 1")
    parser.add_argument("--markdown", action="store_true", help="the table in Markdown")
    given = parser.parse_args(argv)
    refuse_run_flags(given)
    # One line for each table, and the one by the clock.
    most = len(PLANS[given.game].tables) + 1
    given.only = given.only or [*range(1, most + 1)]
    if not all(1 <= number <= most for number in given.only):
        parser.error(f"--only: {given.game} has the lines 1 to {most}")
    return given


def main(argv: Sequence[str]) -> None:
    given = arguments(argv)
    network = chosen_network(given)
    identity = {"kind": "network strength", "version": __version__, "game": given.game}
    identity |= {"network": network.digest, "seconds": given.seconds}
    runner = runner_for(given.processes)
    with Store(given.out, identity) as store, runner:
        lines = [*pairings(given.game, given, store)]
        lines = [lines[number - 1] for number in given.only]
        if not play(lines, store, runner, 60 * given.minutes):
            note("time is up: the same command goes on")
        found = summaries(lines, store)
    show(found, given.markdown)


if __name__ == "__main__":
    begin(main, "benchmarks.network_strength")
