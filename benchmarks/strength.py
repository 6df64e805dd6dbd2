"""How strong the agents are: `python -m benchmarks.strength --out strength.sqlite`.

Every match is played in blocks: one seed, the candidate in each seat once. Finished blocks go
to the file at once; the same command goes on where the last run stopped. Each process plays
one game at a time with single-threaded agents, so results do not depend on how many there are
(those of the matches with equal time depend on the machine). The interval holds the true win
share 19 times out of 20: a bootstrap over blocks, from a seed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.measuring import verdict
from eminence import engines
from eminence.cython_ext.text_tables import markdown, text_table
from eminence.cython_ext.version import __version__
from eminence.experiments.games.block import Failure
from eminence.experiments.games.job import Job, jobs_of
from eminence.experiments.running.ray_runner import RayRunner
from eminence.experiments.running.runner import LocalRunner, Runner
from eminence.experiments.statistics.lineup_blocks import LineupBlocks
from eminence.experiments.statistics.summary import Summary, summarise
from eminence.experiments.storage.store import Store

QUICK_GAMES = 20
SEARCHER = "ismcts:iterations=2000"


@dataclass(frozen=True)
class Pairing:
    """One line of the table."""

    name: str
    players: int
    candidate: str
    opponents: str
    games: int
    target: float | None = None
    """The win share to reach."""
    game: str = "royals"
    options: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> str:
        """The game, its players, and what is not as usual."""
        special = (key if value == "on" else value for key, value in self.options)
        return " ".join([self.game, str(self.players), *special])

    def load(self) -> engines.Game:
        """The game that is played."""
        return engines.load(self.game, players=self.players, **dict(self.options))

    def jobs(self) -> list[Job]:
        """The number of blocks that make at least that many games."""
        game = self.load()
        lineup = [self.candidate] + [self.opponents] * (self.players - 1)
        return jobs_of(game, lineup, range(-(-self.games // self.players)))


PAIRINGS = (
    Pairing("random", 2, SEARCHER, "random", 100, target=0.98),
    Pairing("greedy", 2, SEARCHER, "greedy", 100, target=0.75),
    Pairing("greedy3", 3, SEARCHER, "greedy", 100, target=1.8 / 3),
    Pairing("greedy4", 4, SEARCHER, "greedy", 100, target=1.8 / 4),
    Pairing("fewer", 2, SEARCHER, "ismcts:iterations=500", 100),
    Pairing("flat", 2, SEARCHER, "flat:iterations=2000", 100),
    Pairing("pimc", 2, SEARCHER, "pimc:iterations=2000", 100),
    Pairing("flat-time", 2, "ismcts:seconds=0.05", "flat:seconds=0.05", 60),
    Pairing("pimc-time", 2, "ismcts:seconds=0.05", "pimc:seconds=0.05", 60),
    Pairing("more", 2, "ismcts:iterations=8000", SEARCHER, 60),
    Pairing("bruges-random", 2, "greedy", "random", 200, target=0.95, game="bruges"),
    Pairing("bruges", 2, SEARCHER, "greedy", 100, target=0.65, game="bruges"),
    Pairing("bruges4", 4, SEARCHER, "greedy", 100, target=1.6 / 4, game="bruges"),
    Pairing("kings-random", 3, "greedy", "random", 90, target=0.9, game="blood_of_kings"),
    Pairing("kings4", 4, SEARCHER, "greedy", 48, target=1.6 / 4, game="blood_of_kings"),
    Pairing(
        "wallenstein-all",
        3,
        "plan",
        "greedy",
        120,
        target=1.8 / 3,
        game="wallenstein",
        options=(("court", "on"), ("regions", "on"), ("leaders", "on")),
    ),
)


def play(pairings: Sequence[Pairing], store: Store, runner: Runner, seconds: float) -> bool:
    """Play what is missing; False if time was up first. No block is left half-way."""
    end = time.monotonic() + seconds
    wanted = {job.id: pairing for pairing in pairings for job in pairing.jobs()}
    missing = store.missing(job for pairing in pairings for job in pairing.jobs())
    left = len(missing)
    for job, attempt in runner.run(missing, stop=lambda: time.monotonic() >= end):
        store.add(job, attempt)
        left -= 1
        failed = f": {attempt}" if isinstance(attempt, Failure) else ""
        note(f"{wanted[job.id].name} seed {job.seed}{failed}, {left} blocks to go")
    return left == 0


def identity(candidate: str | None) -> dict[str, Any]:
    """The identity of the file: all matches of this table, whichever are asked for now."""
    fingerprints = {
        " ".join([p.game, str(p.players), *(f"{k}={v}" for k, v in p.options)]): (
            p.load().fingerprint
        )
        for p in sorted(PAIRINGS, key=lambda p: (p.game, p.players, p.options))
    }
    return {
        "kind": "strength",
        "version": __version__,
        "fingerprints": fingerprints,
        "candidate": candidate,
    }


def note(text: str) -> None:
    """Progress: not part of the table."""
    print(text, file=sys.stderr, flush=True)


HEAD = ["match", "players", "candidate", "others", "games", "win %", "95 % interval"]
HEAD += ["fair %", "rank", "margin"]
RIGHT = (1, *range(4, len(HEAD)))


def row(pairing: Pairing, summary: Summary) -> list[str]:
    return [
        pairing.name,
        str(pairing.players),
        pairing.candidate,
        pairing.opponents,
        str(summary.games),
        f"{100 * summary.win.value:.1f}",
        f"{100 * summary.win.low:.1f} to {100 * summary.win.high:.1f}",
        f"{100 * summary.fair:.1f}",
        f"{summary.rank.value:.2f}",
        f"{summary.margin.value:+.1f}",
    ]


def targets(found: Sequence[tuple[Pairing, Summary]]) -> list[str]:
    """Each target with the win share reached, by the point estimate."""
    lines = []
    for pairing, summary in found:
        if pairing.target is not None:
            what = f"{pairing.name}: at least {100 * pairing.target:.1f} %"
            win = summary.win.value
            measured = f"{100 * win:.1f} %, {summary.ratio.value:.2f}x fair"
            lines.append(verdict(what, measured, win >= pairing.target))
    return lines


def summaries(pairings: Sequence[Pairing], store: Store) -> list[tuple[Pairing, Summary]]:
    """Of the matches of which something was played."""
    played = [(pairing, store.blocks(pairing.jobs())) for pairing in pairings]
    return [(pairing, summarise(LineupBlocks.of(blocks))) for pairing, blocks in played if blocks]


def show(found: Sequence[tuple[Pairing, Summary]], as_markdown: bool) -> None:
    """Print the table, and in text the targets."""
    rows = [HEAD, *(row(pairing, summary) for pairing, summary in found)]
    print(markdown(rows, RIGHT) if as_markdown else text_table(rows, RIGHT))
    for text in () if as_markdown else targets(found):
        print(text)


def add_run_flags(parser: argparse.ArgumentParser) -> None:
    """The flags of all commands that play the lines of a table into a file."""
    parser.add_argument("--out", required=True, metavar="FILE", help="finished blocks")
    parser.add_argument(
        "--minutes", type=float, default=float("inf"), help="start no block after that long"
    )
    parser.add_argument("--processes", type=int, default=2, help="default %(default)s")


def refuse_run_flags(given: argparse.Namespace) -> None:
    """Refuse values that no run could keep to."""
    if not given.minutes >= 0:
        raise engines.BadOption(
            f"--minutes {given.minutes:g}: choose 0 or more (0 prints what is there)"
        )
    if given.processes < 1:
        raise engines.BadOption(f"--processes {given.processes}: choose 1 or more")


def runner_for(processes: int) -> Runner:
    """One process plays without Ray."""
    return LocalRunner() if processes == 1 else RayRunner(processes)


def arguments(argv: list[str]) -> argparse.Namespace:
    names = [pairing.name for pairing in PAIRINGS]
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.strength", description=__doc__.splitlines()[0]
    )
    add_run_flags(parser)
    parser.add_argument(
        "--only", nargs="+", choices=names, default=names, metavar="NAME", help=" ".join(names)
    )
    parser.add_argument(
        "--quick", action="store_true", help=f"{QUICK_GAMES} games each; full runs reuse them"
    )
    parser.add_argument(
        "--candidate", metavar="SPEC", help="another candidate; give it a file of its own"
    )
    parser.add_argument("--markdown", action="store_true", help="the table in Markdown")
    given = parser.parse_args(argv)
    refuse_run_flags(given)
    return given


def chosen(given: argparse.Namespace) -> list[Pairing]:
    """The matches asked for, shortened and changed as asked for."""
    pairings = [pairing for pairing in PAIRINGS if pairing.name in given.only]
    if given.quick:
        pairings = [replace(pairing, games=QUICK_GAMES) for pairing in pairings]
    if given.candidate:
        pairings = [replace(pairing, candidate=given.candidate) for pairing in pairings]
    return pairings


def main(argv: list[str]) -> None:
    given = arguments(argv)
    pairings = chosen(given)
    runner = runner_for(given.processes)
    with Store(given.out, identity(given.candidate)) as store, runner:
        if not play(pairings, store, runner, 60 * given.minutes):
            note("time is up: the same command goes on")
        found = summaries(pairings, store)
    show(found, given.markdown)


def begin(
    main: Callable[[list[str]], None], name: str, stopped: str = "stopped: the same command goes on"
) -> None:
    """Run a command; bad input is one line, and so is Ctrl-C."""
    try:
        main(sys.argv[1:])
    except engines.EminenceError as error:
        sys.exit(f"{name}: {error}")
    except KeyboardInterrupt:
        sys.exit(stopped)


if __name__ == "__main__":
    begin(main, "benchmarks.strength")
