"""How fast a small network judges a position: `python -m benchmarks.network`.

Single thread, one network of 200 -> 64 -> 32 numbers. The loops run in C
(`eminence.search.network.network.time_judge`). For reference, the same sums in numpy. A call takes
so little that a busy machine only adds to it: the bars are for the lowest of many short runs.

`--games royals bruges --players 2` measures whole searches instead: how many iterations the game's
usual search makes with its network in the time of one without, over recorded positions, by turns.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.measuring import SEED, header, interleaved, line, verdict
from benchmarks.strength import begin
from eminence import engines
from eminence.experiments.training.rates import rates
from eminence.search.network.network import Net, time_judge

FEATURES, WIDTHS, TRAITS = 200, (64, 32), 60
ACTIONS, TRAITS_PER_ACTION = 30, 4
SHARE = 0.25  # of features that are not zero
#: microseconds; the last is for what the policy adds
DENSE_BAR, SPARSE_BAR, POLICY_BAR = 1.5, 0.6, 1.0
COLUMNS = (("one seat", 28), ("lowest us", 12), ("median us", 12))
ROUNDS = 200  # of a short run
RATE_COLUMNS = (("iterations a second", 28), ("without", 12), ("with", 12), ("ratio", 8))


def some_network(rng: np.random.Generator) -> dict[str, NDArray[np.float32]]:
    """Drawn weights by their names in a network file."""
    arrays, inputs = {}, FEATURES
    for layer, width in enumerate(WIDTHS):
        arrays[f"weights{layer}"] = rng.normal(0, inputs**-0.5, (inputs, width))
        arrays[f"bias{layer}"] = rng.normal(0, 0.1, width)
        inputs = width
    arrays["heads"], arrays["head_bias"] = rng.normal(0, 0.1, (inputs, 2)), np.zeros(2)
    arrays["traits"], arrays["trait_bias"] = rng.normal(0, 0.1, (TRAITS, inputs)), np.zeros(TRAITS)
    return {name: np.asarray(array, np.float32) for name, array in arrays.items()}


def time_numpy(
    arrays: dict[str, NDArray[np.float32]], features: NDArray[np.float32], rounds: int
) -> float:
    """The same sums, `rounds` times: seconds."""
    begin = time.perf_counter()
    for _ in range(rounds):
        hidden = features
        for layer in range(len(WIDTHS)):
            hidden = np.maximum(hidden @ arrays[f"weights{layer}"] + arrays[f"bias{layer}"], 0)
        hidden @ arrays["heads"] + arrays["head_bias"]
    return time.perf_counter() - begin


def microseconds(run: Callable[[int], float], _: int) -> float:
    """Of one call, in one short run."""
    return 1e6 * run(ROUNDS) / ROUNDS


def searches(given: argparse.Namespace) -> None:
    """Rates of searches with networks, and without."""
    search = f"ismcts:iterations={given.iterations}"
    network = f",network={given.network}" if given.network else ""
    print(header(RATE_COLUMNS))
    for name in given.games:
        game = engines.load(name, players=given.players)
        if not network and game.network is None:
            raise engines.BadOption(f"{game!r} has no network of its own: choose --network FILE")
        specs = [f"{search},network=none", f"{search}{network}"]
        without, with_it = rates(game, specs, given.positions).values()
        cells = [f"{without:,.0f}", f"{with_it:,.0f}", f"{with_it / without:.2f}"]
        print(line([f"{name} {given.players}", *cells], RATE_COLUMNS), flush=True)


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.network", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--repeats", type=int, default=400, help="default 400")
    parser.add_argument(
        "--games", nargs="+", metavar="GAME", help="measure the searches of these games instead"
    )
    parser.add_argument("--players", type=int, default=3, help="of --games; default 3")
    parser.add_argument("--positions", type=int, default=200, help="of --games; default 200")
    parser.add_argument("--iterations", type=int, default=1000, help="of --games; default 1000")
    parser.add_argument("--network", metavar="FILE", help="of --games; default: the game's own")
    given = parser.parse_args(argv)
    if given.repeats < 1:
        parser.error(f"--repeats {given.repeats}: choose 1 or more")
    if given.games:
        searches(given)
        return
    rng = np.random.default_rng(SEED)
    arrays = some_network(rng)
    net = Net(arrays, TRAITS_PER_ACTION)
    dense = rng.uniform(0.1, 1, FEATURES).astype(np.float32)
    sparse = np.where(rng.permutation(FEATURES) < SHARE * FEATURES, dense, np.float32(0))
    traits = rng.integers(0, TRAITS, (ACTIONS, TRAITS_PER_ACTION)).astype(np.int16)
    runs: dict[str, Callable[[int], float]] = {
        "dense": lambda n: time_judge(net, dense, n),
        "a quarter is not zero": lambda n: time_judge(net, sparse, n),
        f"dense, {ACTIONS} actions": lambda n: time_judge(net, dense, n, traits),
        "dense, in numpy": lambda n: time_numpy(arrays, dense, n),
    }
    turns = interleaved(given.repeats, [partial(microseconds, run) for run in runs.values()])
    columns = list(zip(*turns, strict=True))
    print(header(COLUMNS))
    for name, values in zip(runs, columns, strict=True):
        cells = [f"{min(values):.2f}", f"{statistics.median(values):.2f}"]
        print(line([name, *cells], COLUMNS))
    in_c, in_sparse, with_policy, _ = map(min, columns)
    print("Bars, by the lowest:")
    for what, figure, bar in (
        ("dense", in_c, DENSE_BAR),
        ("a quarter is not zero", in_sparse, SPARSE_BAR),
        (f"{ACTIONS} actions on top", with_policy - in_c, POLICY_BAR),
    ):
        print(verdict(f"{what}: at most {bar} us", f"{figure:.2f}", figure <= bar))


if __name__ == "__main__":
    begin(main, "benchmarks.network", "stopped")
