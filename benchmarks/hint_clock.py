"""How well hints keep their time: `python -m benchmarks.hint_clock`.

How long after its seconds a hint is there, in words and in numbers, with the rest of the turn: at
decisions spread over games of the four large games. A busy machine adds whatever it takes to get
a core back.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

from benchmarks.measuring import SEED, header, line, verdict
from eminence import engines, search, solver

GAMES = ("royals", "wallenstein", "bruges", "blood_of_kings")
BUDGETS = (0.2, 1.0)
LATE_BAR = 0.05
#: decisions between two that are taken
APART = 23
COLUMNS = (("game", 16), ("seconds", 8), ("late ms", 8), ("highest", 8), ("over 50 ms", 11))


def views(name: str, wanted: int) -> list[engines.View]:
    """Views with a choice, from as many greedy games as it takes."""
    game, found, seed = engines.load(name, players=3), [], SEED
    while len(found) < wanted:
        state, chance = game.root(), engines.Chance(seed)
        state.resolve(chance)
        made = 0
        while not state.over and len(found) < wanted:
            view = state.view(state.player)
            if made % APART == seed % APART and len(view.actions()) > 1:
                found.append(view)
            made += 1
            state.apply(search.Greedy(network="none").search(view).best)
            state.resolve(chance)
        seed += 1
    return found


def late(view: engines.View, seconds: float) -> float:
    """Seconds between the end of the budget and the text."""
    begin = time.perf_counter()
    solver.Stream(view, solver.Limit(seconds=seconds), turn=True).finish().to_text()
    return time.perf_counter() - begin - seconds


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hint_clock", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--views", type=int, default=200, help="per game (default 200)")
    given = parser.parse_args(argv)
    if given.views < 1:
        parser.error(f"--views {given.views}: choose 1 or more")
    bars = []
    print(header(COLUMNS))
    for name in GAMES:
        found = views(name, given.views)
        late(found[0], BUDGETS[0])  # loads the network, which is no part of a hint
        for seconds in BUDGETS:
            values = [late(view, seconds) for view in found]
            over = sum(value > LATE_BAR for value in values)
            cells = [f"{1e3 * statistics.median(values):.1f}", f"{1e3 * max(values):.1f}"]
            print(line([name, f"{seconds:g}", *cells, f"{over}"], COLUMNS), flush=True)
            share = f"in {100 - 100 * over / len(values):.0f} % of {len(values)}"
            bars.append(verdict(f"{name}: a hint of {seconds:g} s within 50 ms", share, not over))
    print("Bars:")
    print("\n".join(bars))


if __name__ == "__main__":
    main(sys.argv[1:])
