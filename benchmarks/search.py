"""How fast the searches are: `python -m benchmarks.search`.

Single thread unless said otherwise, full random rollouts, equal numbers of simulations. What is
compared takes turns; a ratio is the median of the turns' quotients, its spread half the
distance between lowest and highest. One thread is timed by its own processor time, which other
processes disturb little. For two threads, iterations within the same seconds are counted: with
a fixed number, the measurement would wait for the slower thread.

`search_openspiel.py` has the half that runs beside OpenSpiel.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait

import numpy as np

from benchmarks.measuring import SEED, Figure, header, interleaved, line, ratio, verdict
from benchmarks.search_openspiel import beside_openspiel
from eminence import engines, search
from eminence.cython_ext.measuring.measure import time_imagine, time_worlds
from eminence.search.kernels.ismcts import Kernel

ROYALS_VIEWS = 9
ROYALS_ITERATIONS = 1_000
THREAD_SECONDS = 0.2
#: as many as one thread needs in that time
THREAD_NODES = 20_000
BARE_WORLDS = 5_000

OVERHEAD_BAR = 1.5
MO_BAR = 1.3
IMAGINE_BAR = 0.15
THREADS_BAR = 1.8
EDGE_BAR = 64

# --- what an iteration costs in Royals ---

FULL_ROLLOUTS = "rollout=random,cut=0,cut_rounds=0,reward=win"
COST_COLUMNS = (("royals, 3 players", 34), ("us", 15), ("quotient", 13))


def royals_views() -> list[engines.View]:
    """Decisions with a choice, spread evenly over a game between greedy players."""
    game = engines.load("royals", players=3)
    chance, state, agent = engines.Chance(seed=SEED), game.root(), search.Greedy()
    views = []
    state.resolve(chance)
    while not state.over:
        view = state.view(state.player)
        if len(view.actions()) > 1:
            views.append(view)
        state.apply(agent.search(view).best)
        state.resolve(chance)
    return [views[i * len(views) // ROYALS_VIEWS] for i in range(ROYALS_VIEWS)]


def per_iteration(spec: str, views: Sequence[engines.View]) -> Callable[[int], float]:
    """Seconds of an iteration, all views weighted equally."""

    def run(turn: int) -> float:
        agent = search.make(f"{spec},{FULL_ROLLOUTS},iterations={ROYALS_ITERATIONS},seed={turn}")
        begin, iterations = time.thread_time(), 0
        for view in views:
            iterations += agent.search(view).iterations
        return (time.thread_time() - begin) / iterations

    return run


def per_iteration_by_clock(threads: int, views: Sequence[engines.View]) -> Callable[[int], float]:
    """Seconds between the ends of two iterations of any thread, all views weighted equally."""
    limits = f"seconds={THREAD_SECONDS},nodes={THREAD_NODES}"

    def run(turn: int) -> float:
        spec = f"ismcts:mode=so,{FULL_ROLLOUTS},{limits},threads={threads},seed={turn}"
        results = [search.make(spec).search(view) for view in views]
        return sum(r.seconds for r in results) / sum(r.iterations for r in results)

    return run


def bare_by_clock(threads: int, views: Sequence[engines.View]) -> Callable[[int], float]:
    """Seconds between two ends of "imagine + playout" in so many threads: the best possible."""

    def run(turn: int) -> float:
        begin = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            for view in views:
                jobs = [pool.submit(time_worlds, view, BARE_WORLDS, turn) for _ in range(threads)]
                wait(jobs)
        return (time.perf_counter() - begin) / (threads * BARE_WORLDS * len(views))

    return run


def per_world(
    loop: Callable[[engines.View, int, int], float], views: Sequence[engines.View]
) -> Callable[[int], float]:
    """Seconds of one round of a loop, all views weighted equally."""

    def run(turn: int) -> float:
        begin = time.thread_time()
        for view in views:
            loop(view, ROYALS_ITERATIONS, turn)
        return (time.thread_time() - begin) / (ROYALS_ITERATIONS * len(views))

    return run


def royals_costs(turns: int) -> list[str]:
    views = royals_views()
    names = ["imagine", "imagine + playout", "SO iteration", "MO iteration"]
    names += ["SO, one thread by the clock", "SO, two threads by the clock"]
    names += ["bare, one thread by the clock", "bare, two threads by the clock"]
    found = interleaved(
        turns,
        [
            per_world(lambda view, n, seed: time_imagine([view], n, seed), views),
            per_world(time_worlds, views),
            per_iteration("ismcts:mode=so", views),
            per_iteration("ismcts:mode=mo", views),
            per_iteration_by_clock(1, views),
            per_iteration_by_clock(2, views),
            bare_by_clock(1, views),
            bare_by_clock(2, views),
        ],
    )
    share, overhead = ratio(found, 0, 2), ratio(found, 2, 1)
    dearer, gain, to_be_had = ratio(found, 3, 2), ratio(found, 4, 5), ratio(found, 6, 7)
    quotients = [share, None, overhead, dearer, None, gain, None, to_be_had]
    print(header(COST_COLUMNS))
    for i, (name, quotient) in enumerate(zip(names, quotients, strict=True)):
        cost = Figure.of([turn[i] for turn in found]).text(1e-6, 2)
        print(line([name, cost, quotient.text(digits=3) if quotient else "-"], COST_COLUMNS))
    return [
        at_most(f"SO at most {OVERHEAD_BAR}x imagine + playout", overhead, OVERHEAD_BAR, "x"),
        at_most(f"MO at most {MO_BAR}x SO", dearer, MO_BAR, "x"),
        at_most(f"imagine at most {IMAGINE_BAR} of an SO iteration", share, IMAGINE_BAR, ""),
        verdict(
            f"two threads at least {THREADS_BAR}x one where both cores are free",
            f"{gain.text(digits=2)}; two bare loops {to_be_had.text(digits=2)}",
            gain.median >= THREADS_BAR,
        ),
    ]


def at_most(what: str, figure: Figure, bar: float, unit: str) -> str:
    return verdict(what, f"{figure.median:.3f}{unit}", figure.median <= bar)


# --- memory ---


def royals_memory() -> list[str]:
    """Bytes of the tree in use for each edge, nodes and index included."""
    view, iterations = royals_views()[0], 10_000
    how = search.ISMCTS(mode="so", rollout="random", cut_rounds=0).settings(view)
    kernel = Kernel(view, how, SEED, view.game.weight_vector(), iterations + 1)
    kernel.run(iterations, -1, np.zeros(1, np.uint8))
    each = kernel.memory / kernel.edges
    size = f"{kernel.nodes:,} nodes, {kernel.edges:,} edges, {kernel.memory / 1e6:.1f} MB"
    print(f"royals, {iterations:,} SO iterations: {size}")
    return [verdict(f"at most {EDGE_BAR} bytes per edge", f"{each:.1f}", each <= EDGE_BAR)]


def arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.search", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--turns", type=int, default=9, help="per figure (default 9)")
    parser.add_argument(
        "--only", choices=("openspiel", "royals"), help="one half of the measurements"
    )
    given = parser.parse_args(argv)
    if given.turns < 1:
        parser.error(f"--turns {given.turns}: choose 1 or more")
    return given


def main(argv: list[str]) -> None:
    given = arguments(argv)
    bars: list[str] = []
    print(f"Full random rollouts, median of {given.turns} turns.")
    if given.only != "royals":
        bars += beside_openspiel(given.turns)
    if given.only != "openspiel":
        bars += royals_costs(given.turns) + royals_memory()
    print("Bars:")
    print("\n".join(bars))


if __name__ == "__main__":
    main(sys.argv[1:])
