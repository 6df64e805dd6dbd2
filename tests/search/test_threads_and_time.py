"""Threads and time."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from clocks import SLACK, soonest

from eminence import engines, search
from eminence.search.kernels.ismcts import Kernel
from eminence.search.kernels.root_counts import RootCounts
from eminence.search.streams import stream_seed

UNREACHABLE = 10**12
SEARCHERS = ("ismcts", "ismcts:threads=2", "pimc", "pimc:player=maxn,depth=12", "flat", "plan")


@pytest.fixture
def view() -> engines.View:
    state = engines.load("leduc_poker").root()
    state.resolve(engines.Chance(1))
    return state.view(state.player)


@pytest.fixture
def long_view() -> engines.View:
    """A position whose search can last as long as needed."""
    return engines.load("connect_four").root().view(0)


def test_threads_merge_to_the_sum_of_their_searches(view: engines.View) -> None:
    bot = search.ISMCTS(iterations=3001, threads=3, seed=5)
    result = bot.search(view)
    counts = RootCounts(len(result.moves), view.game.seats)
    for thread, share in enumerate((1001, 1000, 1000)):
        seed = stream_seed(view, 5, thread)
        kernel = Kernel(
            view, bot.settings(view), seed, search.ISMCTS(network="none").guidance(view.game), 2000
        )
        kernel.run(share, -1, np.zeros(1, np.uint8))
        kernel.add_to(counts)
    assert [m.visits for m in result.moves] == counts.visits()
    assert [m.values for m in result.moves] == [counts.means(i) for i in range(counts.n)]
    assert result.iterations == 3001


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_same_number_of_threads_gives_the_same_answer(view: engines.View, threads: int) -> None:
    bots = [search.ISMCTS(iterations=2000, threads=threads, seed=2) for _ in range(3)]
    assert bots[0].search(view) == bots[1].search(view) == bots[2].search(view)


def test_the_number_of_threads_changes_the_streams(view: engines.View) -> None:
    one, two = (search.ISMCTS(iterations=2000, threads=n, seed=2).search(view) for n in (1, 2))
    assert one != two
    assert one.iterations == two.iterations


class Counter(threading.Thread):
    """A Python thread that wants the interpreter all the time."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.count = 0
        self.stopped = False

    def run(self) -> None:
        while not self.stopped:
            self.count += 1


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["ismcts:iterations=1000000000", "ismcts:threads=2"])
def test_python_runs_on_while_a_search_runs(spec: str, long_view: engines.View) -> None:
    bot = search.make(spec)
    counter = Counter()
    counter.start()
    try:
        before = counter.count
        bot.search(long_view, search.Limit(iterations=UNREACHABLE, seconds=0.4))
        made = counter.count - before
    finally:
        counter.stopped = True
        counter.join()
    # A search that kept the interpreter to itself would leave room for next to nothing.
    assert made > 20_000


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_search_ends_in_time(name: str, long_view: engines.View) -> None:
    def late() -> float:
        begin = time.perf_counter()
        result = search.make(name).search(long_view, search.Limit(seconds=0.05))
        took = time.perf_counter() - begin
        assert 0.04 < result.seconds <= took
        assert result.iterations > 10
        return took - 0.05

    assert -0.01 < soonest(late) < SLACK


@pytest.mark.parametrize("name", SEARCHERS)
def test_a_search_can_be_cancelled(name: str, long_view: engines.View) -> None:
    def late() -> float:
        bot = search.make(name)
        results: list[search.Result] = []
        thread = threading.Thread(
            target=lambda: results.append(bot.search(long_view, search.Limit(seconds=30)))
        )
        thread.start()
        time.sleep(0.1)
        begin = time.perf_counter()
        bot.cancel()
        thread.join(timeout=20)
        took = time.perf_counter() - begin
        assert results[0].best in long_view.actions()
        assert results[0].iterations > 10
        return took

    assert soonest(late) < SLACK


def test_a_cancelled_agent_can_search_again(long_view: engines.View) -> None:
    bot = search.ISMCTS(iterations=50)
    bot.cancel()
    assert bot.search(long_view).iterations == 50


@pytest.mark.parametrize("name", ["ismcts", "pimc", "flat", "plan"])
@pytest.mark.parametrize("limit", [search.Limit(iterations=1), search.Limit(seconds=1e-6)], ids=str)
def test_the_shortest_search_has_a_result(
    name: str, limit: search.Limit, long_view: engines.View
) -> None:
    result = search.make(name).search(long_view, limit)
    assert result.best in long_view.actions()
    assert [m.action for m in result.moves] == long_view.actions()
    assert result.iterations >= 1
    tried = [m for m in result.moves if m.visits]
    assert tried
    assert all(len(m.values) == 2 for m in tried)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHERS)
def test_ctrl_c_ends_a_search_at_once(name: str) -> None:
    """In a process of its own, which says when the search is about to begin."""
    script = f"""
from eminence import engines, search
view = engines.load("connect_four").root().view(0)
bot = search.make({name!r})
print("ready", flush=True)
bot.search(view, search.Limit(seconds=60))
"""
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    begin = time.perf_counter()
    _, errors = process.communicate(timeout=30)
    assert time.perf_counter() - begin < 5
    assert errors.strip().endswith("KeyboardInterrupt")
