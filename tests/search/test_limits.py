"""Whatever its parameters, an agent keeps to its time and to the available memory."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from clocks import SLACK, soonest

from eminence import engines, search
from eminence.search.parameters import Choice, Maybe, Parameter, Real, Whole
from eminence.search.searcher import LIMITS, Budget, Searcher

pytestmark = pytest.mark.slow

SECONDS = 0.05
#: slow in different ways: dice in rows, many hidden plans, long games, many moves
GAMES = ("stacks", "wallenstein", "bruges", "blood_of_kings")
#: what takes longest together
WORST = (
    "greedy:worlds=1000000",
    "flat:rollout=priors",
    "pimc:trees=100000",
    "pimc:trees=1,player=maxn,samples=10000,depth=6",
    "pimc:trees=1,player=maxn,samples=10000,depth=100",
    "ismcts:threads=256,nodes=1000",
    "ismcts:threads=256,nodes=1000,root=halving",
    "plan:worlds=4096,first=4096,rounds=16",
    "plan:worlds=4096,sampling=0",
)


def extremes(parameter: Parameter) -> list[Any]:
    if isinstance(parameter, Maybe):
        return extremes(parameter.inner)
    if isinstance(parameter, Whole | Real):
        return [parameter.low, parameter.high]
    return list(parameter.choices) if isinstance(parameter, Choice) else []


def extreme_agents(kind: type[search.Agent]) -> Iterator[search.Agent]:
    """One parameter at a time as far out as it goes, the limits themselves excepted."""
    for name, parameter in kind.parameters.items():
        for value in extremes(parameter) if name not in LIMITS else ():
            # Redrawn secrets need nodes that know of them.
            mode = {"mode": "is", "root": "selector"} if name == "selfdet" else {}
            yield kind(**{name: value, **mode})


def widest_view(name: str) -> engines.View:
    """The view of a random game with the most legal moves."""
    state, chance, widest = engines.load(name).root(), engines.Chance(1), None
    bot = search.Random(1)
    while not state.over:
        state.resolve(chance)
        if state.over:
            break
        view = state.view(state.player)
        if widest is None or len(view.actions()) > len(widest.actions()):
            widest = view
        state.apply(bot.search(view).best)
    assert widest is not None
    return widest


@pytest.fixture(scope="module")
def wide() -> dict[str, engines.View]:
    return {name: widest_view(name) for name in GAMES}


def lateness(agent: search.Agent, view: engines.View) -> float:
    def late() -> float:
        begin = time.perf_counter()
        agent.with_seed(1).search(view, search.Limit(seconds=SECONDS))
        return time.perf_counter() - begin - SECONDS

    return soonest(late)


@pytest.mark.parametrize("played", GAMES)
@pytest.mark.parametrize("spec", WORST)
def test_the_slowest_agents_end_in_time(
    spec: str, played: str, wide: dict[str, engines.View]
) -> None:
    assert lateness(search.make(spec), wide[played]) < SLACK


@pytest.mark.parametrize("name", sorted(set(search.AGENTS) - {"cfr"}))
def test_every_parameter_keeps_the_time(name: str, wide: dict[str, engines.View]) -> None:
    """All agents but `cfr`, which reads its answer from a file."""
    for agent in extreme_agents(search.AGENTS[name]):
        assert lateness(agent, wide["stacks"]) < SLACK, str(agent)


@pytest.mark.parametrize("spec", WORST)
def test_the_slowest_agents_can_be_cancelled(spec: str, wide: dict[str, engines.View]) -> None:
    def late() -> float:
        agent, results = search.make(spec), []
        assert isinstance(agent, Searcher)
        thread = threading.Thread(
            target=lambda: results.append(
                agent.search(wide["blood_of_kings"], search.Limit(seconds=30))
            )
        )
        thread.start()
        time.sleep(0.2)
        begin = time.perf_counter()
        agent.cancel()
        thread.join(timeout=20)
        assert results
        return time.perf_counter() - begin

    assert soonest(late) < SLACK


def test_greedy_looks_at_the_worlds_it_has_time_for(wide: dict[str, engines.View]) -> None:
    view, agent = wide["stacks"], search.Greedy(worlds=1_000_000)
    found = agent.search(view, search.Limit(seconds=SECONDS))
    assert 1 < found.worlds < agent.worlds
    assert all(move.visits == found.worlds for move in found.moves)
    # With that many worlds it answers the same without a clock.
    assert search.Greedy(worlds=found.worlds).search(view) == found


def test_max_n_shares_its_time_among_the_moves(wide: dict[str, engines.View]) -> None:
    """The first one does not use up the budget: late ones look as deep as early ones."""
    view = wide["stacks"]
    agent = search.make("pimc:trees=1,player=maxn,samples=50,depth=2")
    found = agent.search(view, search.Limit(seconds=1))
    unlimited = agent.search(view, search.Limit(iterations=10**9))
    assert found.best == unlimited.best
    assert [m.value for m in found.moves] == pytest.approx(
        [m.value for m in unlimited.moves], abs=0.05
    )


# --- memory ---


@pytest.mark.parametrize(
    ("spec", "nodes"),
    [
        ("ismcts", 2**30),
        ("ismcts:threads=16", 10**8),
        ("ismcts:reuse=yes", 2**29),
        ("pimc:trees=1", 2**30),
        ("plan:worlds=4096", 2**30),
    ],
)
def test_more_nodes_than_there_is_memory_for_are_refused(spec: str, nodes: int) -> None:
    view, agent = engines.load("wallenstein").root(), search.make(spec)
    view.resolve(engines.Chance(1))
    here = view.view(0)
    limit = search.Limit(seconds=0.1, nodes=nodes)
    with pytest.raises(engines.BadOption, match=rf"nodes={nodes} would take .* GB") as caught:
        agent.search(here, limit)
    told = str(caught.value)
    assert "\n" not in told
    most = int(told.rpartition("nodes=")[2].split()[0])
    assert isinstance(agent, Searcher)
    # What it advises fits, and one more does not.
    memory = agent.needs(here, Budget.of(search.Limit(seconds=1, nodes=most)))
    assert agent.nodes_within(here, Budget.of(limit), memory) >= most
    assert agent.nodes_within(here, Budget.of(limit), memory - 1) < most


@pytest.mark.parametrize("spec", ["ismcts", "ismcts:threads=16", "pimc", "plan"])
def test_by_the_clock_a_search_takes_what_there_is(spec: str) -> None:
    state, agent = engines.load("wallenstein").root(), search.make(spec)
    state.resolve(engines.Chance(1))
    view, memory = state.view(0), 10**8
    assert isinstance(agent, Searcher)
    budget = agent.fitted(view, Budget.of(search.Limit(seconds=1)), memory)
    assert 0 < agent.needs(view, budget) <= memory / 2
    by_number = Budget.of(search.Limit(iterations=10**7, nodes=10**7))
    with pytest.raises(engines.BadOption, match=r"there are 100 MB: choose nodes=\d+ at most"):
        agent.fitted(view, by_number, memory)


LITTLE_MEMORY = """
import resource
from eminence import engines, search
view = engines.load("tic_tac_toe").root().view(0)
free = {free}
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + free, used + free))
{before}
try:
    print(search.make({spec!r}).search(view).iterations > 0)
except engines.BadOption as error:
    print(error)
"""


def with_little_memory(spec: str, before: str = "") -> str:
    """What a search says in a process that may have 200 MB more than it has."""
    script = LITTLE_MEMORY.format(free=200 * 10**6, spec=spec, before=before)
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout


def test_a_process_with_little_memory_searches_by_the_clock() -> None:
    assert with_little_memory("ismcts:seconds=0.1") == "True\n"
    assert with_little_memory("ismcts:seconds=0.1,threads=8") == "True\n"


def test_a_process_with_little_memory_says_what_to_choose() -> None:
    told = with_little_memory("ismcts:seconds=0.1,nodes=10000000")
    assert told.startswith("ismcts:seconds=0.1,nodes=10000000: nodes=10000000 would take 6.93 GB")
    most = told.rpartition("choose nodes=")[2].split()[0]
    assert with_little_memory(f"ismcts:seconds=0.1,nodes={int(most) // 2}") == "True\n"


def test_memory_that_is_refused_late_is_not_an_internal_error() -> None:
    """The memory seemed to be free, but others have taken it meanwhile."""
    deaf = "import eminence.search.searcher; eminence.search.searcher.free_memory = lambda: 10**12"
    told = with_little_memory("ismcts:seconds=0.1,nodes=10000000", deaf)
    assert "choose nodes=" in told
    assert told.count("\n") == 1
