"""How fast the games are, beside OpenSpiel: `python -m benchmarks.playouts`.

Single thread. Every figure is the median of some repeats; the spread is half the distance
between the slowest and the fastest, in per cent of the median. Our loops run in C
(`eminence.cython_ext.measuring.measure`). OpenSpiel's are its C++ random rollouts: one
simulation of its MCTSBot is one call of its RandomRolloutEvaluator on the given state with many
rollouts. Both sides start from the same position, the first decision, so cards are
dealt; their repeats alternate. OpenSpiel plays simultaneous games (goofspiel) in its turn-based
form.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.measuring import SEED, Figure, header, line, rounds_for, verdict
from eminence import engines
from eminence.cython_ext.measuring.measure import (
    time_actions,
    time_copies,
    time_imagine,
    time_playouts,
)

try:
    import pyspiel
except ImportError:
    pyspiel = None

#: Options that the bars ask for; all other games are measured with their defaults.
OPTIONS: dict[str, dict[str, Any]] = {
    "royals": {"players": 3},
    "wallenstein": {"players": 4},
    "bruges": {"players": 3},
    "blood_of_kings": {"players": 4},
}
BESIDE_OPENSPIEL = ("kuhn_poker", "leduc_poker", "phantom_ttt", "connect_four", "goofspiel")

RATIO_BARS = {"connect_four": 20, "leduc_poker": 12}
DECISION_BARS = {"royals": 10e6, "wallenstein": 2e6}
#: most steps of a game, decisions and events together
PLY_BARS = {"blood_of_kings": 2e6}
PLAYOUT_BARS = {"wallenstein": 1500, "bruges": 3000}
BYTES_BARS = {"royals": 512, "wallenstein": 2560, "bruges": 2048, "blood_of_kings": 3072}
IMAGINE_BAR_NS = 300
#: higher for plans of ten cards in several boxes, and for hands and mats of 120 cards
IMAGINE_BARS_NS = {"wallenstein": 2000, "blood_of_kings": 3000}

POSITIONS = 256
GAMES = 40  # random games whose lengths are counted


@dataclass(frozen=True)
class Row:
    """Everything measured about one game."""

    game: engines.Game
    decisions: Figure
    playouts: Figure
    copy: Figure
    actions: Figure
    imagine: Figure
    theirs: Figure | None
    ratio: Figure | None

    @property
    def bytes(self) -> int:
        return self.game.table.sizes["state_size"]


def first_decision(game: engines.Game) -> tuple[engines.State, list[int]]:
    """The position that playouts start from, and the outcomes that led to it."""
    state = game.root()
    return state, state.resolve(engines.Chance(seed=SEED))


def some_decisions(game: engines.Game) -> list[engines.State]:
    """Decisions drawn from random games, early and late ones equally often."""
    rng, states = random.Random(SEED), []
    for seed in range(POSITIONS):
        chance, state = engines.Chance(seed=seed), game.root()
        state.resolve(chance)
        while not state.over:
            states.append(state.copy())
            state.apply(rng.choice(state.actions()))
            state.resolve(chance)
        if len(states) > 8 * POSITIONS:
            break
    return rng.sample(states, min(POSITIONS, len(states)))


def nanoseconds(repeats: int, seconds: float, run: Callable[[int], float]) -> Figure:
    rounds = rounds_for(seconds, run)
    return Figure.of([1e9 * run(rounds) / rounds for _ in range(repeats)])


def openspiel_runner(game: engines.Game, dealt: list[int]) -> Callable[[int], float]:
    """A function that makes OpenSpiel roll out `n` games from our position, in seconds."""
    known = pyspiel.load_game(game.name).get_parameters()
    parameters = {k: v for k, v in game.options.items() if k in known}
    theirs = pyspiel.load_game_as_turn_based(game.name, parameters)
    state = theirs.new_initial_state()
    for outcome in dealt:
        state.apply_action(outcome)

    def run(n: int) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=n, seed=SEED)
        bot = pyspiel.MCTSBot(theirs, evaluator, 1.0, 1, 64, False, SEED, False)
        begin = time.perf_counter()
        root = bot.mcts_search(state)
        taken = time.perf_counter() - begin
        if root.explore_count != 1:
            raise RuntimeError("OpenSpiel did not evaluate the position exactly once")
        return taken

    return run


def measure(game: engines.Game, repeats: int, seconds: float) -> Row:
    """Measure one game; where OpenSpiel has it, both take turns."""
    start, dealt = first_decision(game)
    rounds = rounds_for(seconds, lambda n: time_playouts(start, n, SEED)[1])
    theirs = None
    if pyspiel is not None and game.name in BESIDE_OPENSPIEL:
        theirs = openspiel_runner(game, dealt)
        their_rounds = rounds_for(seconds, theirs)
    decisions, playouts, their_playouts = [], [], []
    for repeat in range(repeats):
        made, taken = time_playouts(start, rounds, SEED + repeat)
        decisions.append(made / taken)
        playouts.append(rounds / taken)
        if theirs is not None:
            their_playouts.append(their_rounds / theirs(their_rounds))
    states = some_decisions(game)
    views = [state.view(state.player) for state in states]
    ratios = [ours / other for ours, other in zip(playouts, their_playouts, strict=False)]
    return Row(
        game,
        Figure.of(decisions),
        Figure.of(playouts),
        nanoseconds(repeats, seconds, lambda n: time_copies(start, n)),
        nanoseconds(repeats, seconds, lambda n: time_actions(states, n)[1]),
        nanoseconds(repeats, seconds, lambda n: time_imagine(views, n, SEED)),
        Figure.of(their_playouts) if theirs else None,
        Figure.of(ratios) if theirs else None,
    )


@dataclass(frozen=True)
class Length:
    """Figures of random games: means per game, and the share that the turn cap ended."""

    decisions: float
    events: float
    capped: float

    def text(self, game: engines.Game) -> str:
        return (
            f"{title(game)}: {self.decisions:,.0f} decisions and {self.events:,.0f} events in "
            f"the mean of {GAMES} games, {100 * self.capped:.0f} % ended by the turn cap"
        )


def length_of_games(game: engines.Game) -> Length:
    """Played step by step, as a playout counts decisions only."""
    rng, decisions, events, capped = random.Random(SEED), 0, 0, 0
    for seed in range(GAMES):
        chance, state = engines.Chance(seed=seed), game.root()
        while not state.over:
            events += len(state.resolve(chance))
            if not state.over:
                state.apply(rng.choice(state.actions()))
                decisions += 1
        capped += state.capped
    return Length(decisions / GAMES, events / GAMES, capped / GAMES)


COLUMNS = (
    ("game", 26),
    ("bytes", 6),
    ("copy ns", 12),
    ("moves ns", 12),
    ("imagine ns", 13),
    ("M plies/s", 12),
    ("k playouts/s", 14),
    ("OpenSpiel k/s", 14),
    ("ratio", 11),
)


def title(game: engines.Game) -> str:
    players = game.options.get("players", game.seats)
    return f"{game.name} ({players} players)"


def row_text(row: Row) -> str:
    return line(
        [
            title(row.game),
            str(row.bytes),
            row.copy.text(),
            row.actions.text(),
            row.imagine.text(),
            row.decisions.text(1e6),
            row.playouts.text(1e3),
            row.theirs.text(1e3) if row.theirs else "-",
            row.ratio.text() if row.ratio else "-",
        ],
        COLUMNS,
    )


def bars(rows: list[Row]) -> list[str]:
    """Each bar with the figure measured for it, by the median."""
    lines = []
    for row in rows:
        name = row.game.name
        if name in RATIO_BARS and row.ratio:
            what = f"{name} at least {RATIO_BARS[name]}x OpenSpiel's C++ rollouts"
            met = row.ratio.median >= RATIO_BARS[name]
            lines.append(verdict(what, f"{row.ratio.median:.1f}x", met))
        if name in DECISION_BARS:
            what = f"{name} at least {DECISION_BARS[name] / 1e6:.0f} M decisions/s"
            met = row.decisions.median >= DECISION_BARS[name]
            lines.append(verdict(what, f"{row.decisions.median / 1e6:.2f} M/s", met))
        if name in PLY_BARS:
            length = length_of_games(row.game)
            lines.append(length.text(row.game))
            plies = row.decisions.median * (1 + length.events / length.decisions)
            what = f"{name} at least {PLY_BARS[name] / 1e6:.0f} M decisions and events/s"
            lines.append(verdict(what, f"{plies / 1e6:.2f} M/s", plies >= PLY_BARS[name]))
        if name in PLAYOUT_BARS:
            what = f"{name} at least {PLAYOUT_BARS[name]:,} random games/s"
            met = row.playouts.median >= PLAYOUT_BARS[name]
            lines.append(verdict(what, f"{row.playouts.median:,.0f}/s", met))
        if name in BYTES_BARS:
            what = f"{name} at most {BYTES_BARS[name]} bytes per state"
            lines.append(verdict(what, str(row.bytes), row.bytes <= BYTES_BARS[name]))
        most = IMAGINE_BARS_NS.get(name, IMAGINE_BAR_NS)
        what = f"{name} imagine under {most} ns"
        met = row.imagine.median < most
        lines.append(verdict(what, f"{row.imagine.median:.0f} ns", met))
    return lines


def arguments(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.playouts", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--games", nargs="+", default=engines.names(), metavar="NAME")
    parser.add_argument("--repeats", type=int, default=5, help="per figure (default 5)")
    parser.add_argument("--seconds", type=float, default=0.2, help="per measurement (default 0.2)")
    given = parser.parse_args(argv)
    for name in given.games:
        if name not in engines.names():
            parser.error(f"unknown game {name!r}: choose from {', '.join(engines.names())}")
    if given.repeats < 1:
        parser.error(f"--repeats {given.repeats}: choose 1 or more")
    if not 0 < given.seconds <= 60:
        parser.error(f"--seconds {given.seconds}: choose more than 0, up to 60")
    return given


def main(argv: list[str]) -> None:
    given = arguments(argv)
    print(f"Single thread, median of {given.repeats}, about {given.seconds} s each.")
    if pyspiel is None:
        print("OpenSpiel is not installed (pip install 'eminence[bridge]'): our figures only.")
    print(header(COLUMNS))
    rows = []
    for name in given.games:
        game = engines.load(name, **OPTIONS.get(name, {}))
        rows.append(measure(game, given.repeats, given.seconds))
        print(row_text(rows[-1]), flush=True)
    print("Bars:")
    print("\n".join(bars(rows)))


if __name__ == "__main__":
    main(sys.argv[1:])
