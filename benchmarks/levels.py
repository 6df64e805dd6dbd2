"""Does each level beat the one below: `python -m benchmarks.levels`.

Matches are played in blocks: one seed, the better level once in each seat, the one below in all
other seats, the same chance streams. A level beats the one below if the whole 95 % interval of its
win share (a bootstrap over blocks) lies above the fair share. Levels are limited by iterations, so
the same command gives the same table on every machine.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import pairwise

from benchmarks.measuring import verdict
from eminence import engines
from eminence.cython_ext.text_tables import markdown
from eminence.experiments.match import Match
from eminence.experiments.running.place import Place
from eminence.experiments.statistics.summary import Summary
from eminence.play.table.levels import levels_of

HEAD = ["game", "players", "level", "others", "games", "win %", "95 % interval", "fair %"]
RIGHT = (1, 4, 5, 6, 7)


def matches(name: str, players: int, blocks: int, seed: int) -> Iterator[tuple[list[str], Match]]:
    """Each level against the one below it."""
    game = engines.load(name, players=players)
    for (below, others), (level, candidate) in pairwise(levels_of(game).items()):
        yield [name, str(players), level, below], Match(game, candidate, others, blocks, seed)


def figures(summary: Summary) -> list[str]:
    return [
        str(summary.games),
        f"{100 * summary.win.value:.1f}",
        f"{100 * summary.win.low:.1f} to {100 * summary.win.high:.1f}",
        f"{100 * summary.fair:.1f}",
    ]


def arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.levels", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--game", default="royals", help="default %(default)s")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3], help="default 2 3")
    parser.add_argument("--blocks", type=int, default=12, help="per line; default %(default)s")
    parser.add_argument(
        "--seed", type=int, default=1, help="not one that levels were chosen by (default 1)"
    )
    parser.add_argument("--processes", type=int, default=1, help="default %(default)s")
    return parser.parse_args(argv)


def main(argv: list[str]) -> None:
    given = arguments(argv)
    place = Place(local=True) if given.processes == 1 else Place(workers=given.processes)
    rows = [HEAD]
    for players in given.players:
        for labels, match in matches(given.game, players, given.blocks, given.seed):
            summary = match.run(place).summary
            rows.append([*labels, *figures(summary)])
            what = f"{labels[2]} beats {labels[3]} with {players} players"
            low = f"{100 * summary.win.low:.1f} % at least"
            beaten = verdict(what, low, summary.win.low > summary.fair)
            print(beaten, file=sys.stderr, flush=True)
    print(markdown(rows, RIGHT))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except engines.EminenceError as error:
        sys.exit(f"benchmarks.levels: {error}")
