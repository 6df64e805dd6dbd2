"""How well the searches keep time: `python -m benchmarks.clock`.

Overshoot: how long after a 50 ms budget `search` returns, its result made. Cancel: how long
after `cancel()` from another thread the search returns. Both from views spread over a game of
Royals; a busy machine adds whatever it takes to get a core back, so the highest of all
measurements stands beside the median.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
import time
from collections.abc import Callable, Sequence

from benchmarks.measuring import header, line, verdict
from benchmarks.search import royals_views
from eminence import engines, search

BUDGET = 0.05
OVERSHOOT_BAR = 0.005
CANCEL_BAR = 0.002
SEARCHERS = ("ismcts", "ismcts:threads=2", "pimc", "pimc:player=maxn,depth=12", "flat")
COLUMNS = (("agent", 28), ("overshoot ms", 14), ("highest", 10), ("cancel ms", 12), ("highest", 10))


def overshoot(agent: search.Agent, view: engines.View) -> float:
    begin = time.perf_counter()
    agent.search(view, search.Limit(seconds=BUDGET))
    return time.perf_counter() - begin - BUDGET


def cancel_time(agent: search.Agent, view: engines.View) -> float:
    """Seconds from the call of `cancel` to the searching thread's result."""
    ended: list[float] = []

    def run() -> None:
        agent.search(view, search.Limit(seconds=60))
        ended.append(time.perf_counter())

    thread = threading.Thread(target=run)
    thread.start()
    time.sleep(BUDGET)
    begin = time.perf_counter()
    agent.cancel()
    thread.join()
    return ended[0] - begin


def measure(
    what: Callable[[search.Agent, engines.View], float],
    agent: search.Agent,
    views: Sequence[engines.View],
    turns: int,
) -> list[float]:
    return [what(agent, view) for _ in range(turns) for view in views]


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.clock", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--turns", type=int, default=9, help="per view (default 9)")
    given = parser.parse_args(argv)
    if given.turns < 1:
        parser.error(f"--turns {given.turns}: choose 1 or more")
    views, bars = royals_views(), []
    print(header(COLUMNS))
    for spec in SEARCHERS:
        agent = search.make(spec)
        late = measure(overshoot, agent, views, given.turns)
        stopped = measure(cancel_time, agent, views, given.turns)
        cells = [f"{1e3 * f(x):.2f}" for x in (late, stopped) for f in (statistics.median, max)]
        print(line([spec, *cells], COLUMNS), flush=True)
        for name, values, bar in (
            ("overshoot", late, OVERSHOOT_BAR),
            ("cancel", stopped, CANCEL_BAR),
        ):
            share = sum(value < bar for value in values) / len(values)
            what = f"{spec}: {name} under {1e3 * bar:g} ms"
            met = statistics.median(values) < bar
            bars.append(verdict(what, f"in {100 * share:.0f} % of {len(values)}", met))
    print("Bars, by the median:")
    print("\n".join(bars))


if __name__ == "__main__":
    main(sys.argv[1:])
