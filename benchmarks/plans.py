"""Whole plans against a tree of slots: `python -m benchmarks.plans GAME --out FOLDER`.

Every match is played in blocks: one seed, the candidate in each seat once. Each has a file of
its own in the folder; the same command goes on where the last run stopped. A planner makes one
search for a whole run of secret decisions, so it gets the simulations, or the seconds, of all
searches that a tree makes in the longest run, and no more than the tree for other decisions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.strength import HEAD, RIGHT, Pairing, note, row
from eminence import engines
from eminence.cython_ext.text_tables import markdown, text_table
from eminence.experiments.games.driver import play_game
from eminence.experiments.match import Match
from eminence.experiments.running.place import Place
from eminence.play.commands.game_flags import add_game_flags, load_game
from eminence.search import Random, Result

#: games of random players in which the longest run is looked for
SCOUTS = 50
WIDENED = "widen=8,widen_power=0.4,rollout=mast"


class Runs:
    """Watches games for the most decisions in a row that a seat makes in secret."""

    def __init__(self) -> None:
        self.longest = 0
        self.length = 0
        self.seat = engines.CHANCE

    def __call__(self, state: engines.State, action: int, result: Result | None) -> None:
        secret = state.player >= 0 and state.hidden()
        goes_on = secret and state.player == self.seat
        self.length = self.length + 1 if goes_on else int(secret)
        self.seat = state.player
        self.longest = max(self.longest, self.length)


def longest_run(game: engines.Game) -> int:
    """The decisions of the longest plan, as far as random games show it."""
    runs = Runs()
    for seed in range(SCOUTS):
        play_game(game, [Random(seed=seed + seat) for seat in range(game.seats)], seed, runs)
    return runs.longest


def pairings(game: engines.Game, given: argparse.Namespace) -> Iterator[Pairing]:
    """Plans and trees with the same work, against each other and against a third."""
    slots, games = longest_run(game), given.blocks * game.seats
    if slots < 2:
        raise engines.BadOption(f"{game.name}: no seat decides twice in a row in secret")
    note(f"{game.name}: the longest run has {slots} decisions")
    inner = f"inner={1 / slots:.6g}"
    plan = f"plan:iterations={given.iterations * slots},{inner}"
    tree = f"ismcts:iterations={given.iterations}"
    for name, candidate, opponents in (
        ("tree", plan, tree),
        ("widened", plan, f"{tree},{WIDENED}"),
        ("rounds", f"{plan},rounds=3", plan),
        ("greedy", plan, "greedy"),
        ("tree-greedy", tree, "greedy"),
        ("widened-greedy", f"{tree},{WIDENED}", "greedy"),
    ):
        yield Pairing(name, game.seats, candidate, opponents, games)
    if given.seconds is not None:
        plan = f"plan:seconds={given.seconds * slots:g},{inner}"
        yield Pairing("time", game.seats, plan, f"ismcts:seconds={given.seconds:g}", games)


def arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.plans", description=__doc__.splitlines()[0]
    )
    add_game_flags(parser)
    parser.add_argument("--out", required=True, metavar="FOLDER", help="finished blocks")
    parser.add_argument("--blocks", type=int, default=50, help="default: %(default)s")
    parser.add_argument(
        "--iterations", type=int, default=500, help="of a tree's search (default: %(default)s)"
    )
    parser.add_argument("--seconds", type=float, help="of a tree's search, for one match more")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="of the table's first column")
    parser.add_argument("--workers", type=int, help="processes (default: one per processor)")
    parser.add_argument("--local", action="store_true", help="in this process, without Ray")
    parser.add_argument("--markdown", action="store_true", help="the table in Markdown")
    return parser.parse_args(argv)


def main(argv: list[str]) -> None:
    given = arguments(argv)
    game, folder = load_game(given), Path(given.out)
    folder.mkdir(parents=True, exist_ok=True)
    rows = [HEAD]
    for pairing in pairings(game, given):
        if given.only and pairing.name not in given.only:
            continue
        match = Match(game, pairing.candidate, pairing.opponents, given.blocks)
        file = folder / f"{pairing.name}.sqlite"
        place = Place(given.workers, local=given.local, out=file)
        rows.append(row(pairing, match.run(place).summary))
        note(f"{pairing.name} is done")
    print(markdown(rows, RIGHT) if given.markdown else text_table(rows, RIGHT))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except engines.EminenceError as error:
        sys.exit(f"benchmarks.plans: {error}")
    except KeyboardInterrupt:
        sys.exit("stopped: the same command goes on")
