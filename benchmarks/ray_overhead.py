"""What Ray costs: `python -m benchmarks.ray_overhead`.

This process and one Ray worker take turns to play the same blocks of about 50 ms. The bar:
the worker takes at most 5 % longer. Starting Ray, which a run pays once, is shown apart.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

from benchmarks.measuring import Figure, interleaved, ratio, verdict
from eminence import engines
from eminence.experiments.games.job import Job, jobs_of
from eminence.experiments.running.ray_runner import RayRunner
from eminence.experiments.running.runner import LocalRunner, Runner

GAME = "leduc_poker"
BLOCK_SECONDS = 0.05
BAR = 1.05
#: Iterations of the first guess.
GUESS = 20_000


def jobs(iterations: int, seeds: range) -> list[Job]:
    agent = f"flat:iterations={iterations}"
    return jobs_of(engines.load(GAME), (agent, agent), seeds)


def seconds(runner: Runner, wanted: list[Job]) -> float:
    """How long the runner takes to return all results."""
    start = time.perf_counter()
    played = sum(1 for _ in runner.run(wanted))
    taken = time.perf_counter() - start
    if played != len(wanted):
        raise RuntimeError(f"{played} of {len(wanted)} blocks came back")
    return taken


def iterations_for(block_seconds: float) -> int:
    """How many iterations make a block of that length on this machine."""
    trial = jobs(GUESS, range(20))
    return int(GUESS * block_seconds * len(trial) / seconds(LocalRunner(), trial))


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.ray_overhead", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--turns", type=int, default=15, help="default %(default)s")
    parser.add_argument("--blocks", type=int, default=40, help="per turn; default %(default)s")
    given = parser.parse_args(argv)
    # Ray's workers run with a lower priority unless told otherwise; this process does not.
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112
    iterations = iterations_for(BLOCK_SECONDS)
    with RayRunner(1) as ray:
        start = time.perf_counter()
        ray.start()
        started = time.perf_counter() - start
        first = seconds(ray, jobs(1, range(1)))
        print(f"start of Ray {started:.1f} s, of its worker {first:.1f} s")

        def turn(runner: Runner, number: int) -> float:
            seeds = range(number * given.blocks, (number + 1) * given.blocks)
            return seconds(runner, jobs(iterations, seeds))

        turns = interleaved(
            given.turns,
            [lambda number: turn(LocalRunner(), number), lambda number: turn(ray, number)],
        )
    per_block = Figure.of([local / given.blocks for local, _ in turns])
    overhead = ratio(turns, 1, 0)
    print(f"{given.blocks} blocks a turn, {per_block.text(1e-3)} ms each")
    print(
        verdict(
            f"Ray takes at most {100 * (BAR - 1):.0f} % longer",
            f"{100 * (overhead.median - 1):+.1f} % (±{overhead.spread:.0f}% between turns)",
            overhead.median <= BAR,
        )
    )


if __name__ == "__main__":
    main(sys.argv[1:])
