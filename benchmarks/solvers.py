"""How fast the solvers are, beside OpenSpiel's: `python -m benchmarks.solvers`.

CFR and exploitability are compared on Leduc poker, one thread by its own processor time; the sides
take turns, and a ratio is the median of the turns' quotients. Ours walks a tree that was flattened
once, theirs the game itself, so ours is also timed with the flattening. Beside each ratio stands a
check that both sides do the same work: equal exploitability after equally many iterations.

The last turns of Royals are those of games between greedy players. A turn counts from its first
decision; where the mover can still prolong the game by what it draws, from the first decision
after which it cannot.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

from benchmarks.measuring import Figure, header, interleaved, line, ratio, verdict
from eminence import engines, search, solver
from eminence.solver.equilibria.cfr import Learner
from eminence.solver.exact.outlooks import essence_of

try:
    import pyspiel
    from open_spiel.python.algorithms.cfr import CFRPlusSolver as PythonCFRPlus
    from open_spiel.python.algorithms.cfr import CFRSolver as PythonCFR
except ImportError:
    pyspiel = None

GAME = "leduc_poker"
OUR_ITERATIONS, THEIR_ITERATIONS, PYTHON_ITERATIONS = 500, 20, 1
#: iterations after which the sides are compared, and how far they may be apart
COMPARED_AFTER, APART = 20, 1e-9
PYTHON_BAR, NATIVE_BAR = 20, 1

ROYALS_GAMES = 100
ROYALS_SECONDS, ROYALS_BAR = 10.0, 95
#: about as much as ten seconds allow
ROYALS_NODES = 8_000_000
ROYALS_SETTINGS = [(n, e) for n in (2, 3, 4, 5) for e in ("abacusspiele", "arcane_wonders")]

COLUMNS = (("leduc_poker", 34), ("ms", 16), ("ours is faster, times", 24))


def per_iteration(iterate: Callable[[int], object], iterations: int) -> float:
    """Seconds of one iteration."""
    begin = time.thread_time()
    iterate(iterations)
    return (time.thread_time() - begin) / iterations


def repeat(step: Callable[[], object]) -> Callable[[int], object]:
    """Call it so many times."""

    def run(times: int) -> None:
        for _ in range(times):
            step()

    return run


# --- CFR ---


def cfr_rows(variant: str, turns: int) -> list[str]:
    """Measure and print one variant on all three sides; the bars."""
    tree, spiel = solver.Tree(engines.load(GAME)), pyspiel.load_game(GAME)
    native = {"vanilla": pyspiel.CFRSolver, "plus": pyspiel.CFRPlusSolver}[variant]
    python = {"vanilla": PythonCFR, "plus": PythonCFRPlus}[variant]

    def ours(turn: int) -> float:
        return per_iteration(Learner(tree, variant, 0).run, OUR_ITERATIONS)

    def theirs(turn: int) -> float:
        step = native(spiel).evaluate_and_update_policy
        return per_iteration(repeat(step), THEIR_ITERATIONS)

    def in_python(turn: int) -> float:
        step = python(spiel).evaluate_and_update_policy
        return per_iteration(repeat(step), PYTHON_ITERATIONS)

    found = interleaved(turns, [ours, theirs, in_python])
    by_native, by_python = ratio(found, 1, 0), ratio(found, 2, 0)
    names = [f"CFR {variant}: ours", "OpenSpiel, C++", "OpenSpiel, Python"]
    for i, (name, faster) in enumerate(zip(names, (None, by_native, by_python), strict=True)):
        print_row(name, [turn[i] for turn in found], faster)
    apart = difference(tree, variant, native(spiel))
    where = f"CFR {variant}, per iteration"
    return [
        verdict(f"{where}: the same policy", f"{apart:.1e} apart", apart <= APART),
        at_least(f"{where}: OpenSpiel's C++", by_native, NATIVE_BAR),
        at_least(f"{where}: OpenSpiel's Python", by_python, PYTHON_BAR),
    ]


def difference(tree: solver.Tree, variant: str, theirs: pyspiel.CFRSolver) -> float:
    """How far apart the two policies' exploitability is after some iterations."""
    learner = Learner(tree, variant, 0)
    learner.run(COMPARED_AFTER)
    repeat(theirs.evaluate_and_update_policy)(COMPARED_AFTER)
    left = pyspiel.exploitability(pyspiel.load_game(GAME), theirs.average_policy())
    return abs(solver.exploitability(tree, solver.Policy(tree, learner.average())) - left)


def print_row(name: str, seconds: list[float], faster: Figure | None) -> None:
    shown = "" if faster is None else faster.text()
    print(line([name, Figure.of(seconds).text(1e-3, 3), shown], COLUMNS), flush=True)


def at_least(what: str, faster: Figure, bar: float) -> str:
    return verdict(f"{what}, at least {bar}x", f"{faster.median:.0f}x", faster.median >= bar)


# --- exploitability ---


def exploitability_rows(turns: int) -> list[str]:
    game, spiel = engines.load(GAME), pyspiel.load_game(GAME)
    tree = solver.Tree(game)
    policy, theirs = solver.uniform_policy(tree), pyspiel.UniformPolicy()

    def anew() -> float:
        return solver.exploitability(game, solver.uniform_policy(game))

    found = interleaved(
        turns,
        [
            lambda turn: per_iteration(repeat(lambda: solver.exploitability(tree, policy)), 50),
            lambda turn: per_iteration(repeat(anew), 20),
            lambda turn: per_iteration(repeat(lambda: pyspiel.exploitability(spiel, theirs)), 3),
        ],
    )
    fast, whole = ratio(found, 2, 0), ratio(found, 2, 1)
    print_row("exploitability: ours", [turn[0] for turn in found], fast)
    print_row("ours, tree and policy made anew", [turn[1] for turn in found], whole)
    print_row("OpenSpiel, C++", [turn[2] for turn in found], None)
    apart = abs(solver.exploitability(tree, policy) - pyspiel.exploitability(spiel, theirs))
    return [
        verdict("exploitability: the same", f"{apart:.1e} apart", apart <= APART),
        at_least("exploitability: OpenSpiel's C++", fast, NATIVE_BAR),
        at_least("exploitability, tree made anew: OpenSpiel's C++", whole, NATIVE_BAR),
    ]


# --- the last turn of Royals ---


def recorded_games(count: int) -> Iterator[list[engines.State]]:
    """The decisions of the last seat's last turn, of so many games in all settings."""
    for number in range(count):
        players, edition = ROYALS_SETTINGS[number % len(ROYALS_SETTINGS)]
        game = engines.load("royals", players=players, edition=edition)
        yield last_turn(game, number)


def last_turn(game: engines.Game, seed: int) -> list[engines.State]:
    state, chance, bot = game.root(), engines.Chance(seed), search.Greedy(seed=seed)
    decisions: list[engines.State] = []
    state.resolve(chance)
    while not state.over:
        if state.player != game.seats - 1:
            decisions = []
        else:
            decisions.append(state.copy())
        state.apply(bot.search(state.view(state.player)).best)
        state.resolve(chance)
    return decisions


def first_of_the_last(decisions: list[engines.State]) -> engines.State:
    """Where it is certain that the game ends with this turn."""
    certain = decisions[0].data["last_round"]
    return next(state for state in decisions if certain or essence_of(state)[1])


def time_solving(state: engines.State) -> tuple[float, int | None]:
    """Seconds, and the states that were looked at; None: refused."""
    begin, looked = time.thread_time(), None
    with suppress(engines.Unsolved):
        looked = solver.solve(state, ROYALS_NODES).nodes
    return time.thread_time() - begin, looked


def royals_rows(games: int, early: bool) -> list[str]:
    turns = list(recorded_games(games))
    share = report_turns("royals, last turns", [first_of_the_last(turn) for turn in turns])
    report_turns(
        "  certain to be the last from the first decision",
        [turn[0] for turn in turns if turn[0].data["last_round"]],
    )
    if early:
        report_turns(
            "  from the first decision, where the game can be prolonged",
            [turn[0] for turn in turns if not turn[0].data["last_round"]],
        )
    what = f"royals: {ROYALS_BAR} of 100 last turns within {ROYALS_SECONDS:g} s"
    return [verdict(what, f"{100 * share:.0f} of 100", 100 * share >= ROYALS_BAR)]


def report_turns(what: str, states: list[engines.State]) -> float:
    """Solve and print; the share that was solved in time."""
    timed = [time_solving(state) for state in states]
    solved = [(t, n) for t, n in timed if n is not None and t <= ROYALS_SECONDS]
    seconds, nodes = zip(*solved, strict=True) if solved else ((0.0,), (0,))
    print(
        f"{what}: {len(solved)} of {len(states)} solved, at most {max(nodes)} states; "
        f"median {1e3 * statistics.median(seconds):.1f} ms, "
        f"longest {1e3 * max(seconds):.0f} ms",
        flush=True,
    )
    return len(solved) / max(1, len(states))


def arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.solvers", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--turns", type=int, default=5, help="per figure (default 5)")
    parser.add_argument(
        "--games", type=int, default=ROYALS_GAMES, help=f"of Royals (default {ROYALS_GAMES})"
    )
    parser.add_argument(
        "--only", choices=("openspiel", "royals"), help="one half of the measurements"
    )
    parser.add_argument(
        "--early", action="store_true", help="also last turns that could be prolonged"
    )
    given = parser.parse_args(argv)
    if given.turns < 1 or given.games < 1:
        parser.error("--turns, --games: choose 1 or more")
    return given


def main(argv: list[str]) -> None:
    given = arguments(argv)
    bars: list[str] = []
    if given.only != "royals":
        if pyspiel is None:
            print("OpenSpiel is not installed (pip install 'eminence[bridge]'): left out.")
        else:
            print(f"Median of {given.turns} turns.")
            print(header(COLUMNS))
            bars += cfr_rows("vanilla", given.turns) + cfr_rows("plus", given.turns)
            bars += exploitability_rows(given.turns)
    if given.only != "openspiel":
        bars += royals_rows(given.games, given.early)
    print("Bars:")
    print("\n".join(bars))


if __name__ == "__main__":
    main(sys.argv[1:])
