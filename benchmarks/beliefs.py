"""What others' play tells of what they hold: `python -m benchmarks.beliefs royals --players 3`.

Games of a bot against itself are followed from one seat, the next one in each game. At every
third of its decisions that has a choice the hidden numbers are foretold twice: by worlds that fit
the view, all alike, and by a belief from the seat's record. Each forecast "so many or more" is
scored by the square of its error (the Brier score). Lower is better. The interval of the
difference is a bootstrap over games. All follows from seeds: the same command gives the same table
on every machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchmarks.strength import begin, note
from eminence import engines, search
from eminence.cython_ext.text_tables import markdown
from eminence.experiments.games.driver import play_game, seated
from eminence.experiments.statistics.intervals import Estimate, estimates
from eminence.search.beliefs.believer import Believer, foretold, without_record
from eminence.search.beliefs.record import Record

HEAD = ["game", "players", "bot", "games", "alike", "belief", "difference", "95 % interval"]
RIGHT = (1, 3, 4, 5, 6, 7)
#: one decision in so many is looked at
EVERY = 3

Floats = NDArray[np.float64]


def brier(forecast: Floats, shares: Floats, truth: Floats) -> tuple[float, int]:
    """The summed scores of all forecasts by worlds with these facts, and how many there are."""
    total, count = 0.0, 0
    for fact in range(len(truth)):
        held = forecast[:, fact]
        for bound in range(1, int(max(held.max(), truth[fact])) + 1):
            total += (float(shares[held >= bound].sum()) - (truth[fact] >= bound)) ** 2
            count += 1
    return total, count


class Forecaster:
    """Follows one seat of a game, and scores what it could foretell at its decisions."""

    def __init__(self, game: engines.Game, seat: int, seed: int):
        self.seat = seat
        self.seed = seed
        self.guidance = search.ISMCTS().guidance(game)
        self.record = Record((game.root().view(seat),))
        self.believer = Believer()
        self.decisions = 0
        #: summed scores and their number: of worlds that are all alike, and of the belief
        self.totals, self.counts = np.zeros(2), np.zeros(2)

    def watch(self, state: engines.State, step: int, said: search.Result | None) -> None:
        """Before each step: look ahead if the seat has a choice."""
        self.record = self.record.seeing(state.view(self.seat))
        if state.player == self.seat and len(state.actions()) > 1:
            self.decisions += 1
            if self.decisions % EVERY == 0:
                self._score(np.array([*state.facts(self.seat).values()]))

    def _score(self, truth: Floats) -> None:
        belief = self.believer.about(self.record, self.guidance, self.seed)
        alike = without_record(belief, self.guidance, self.seed)
        forecasts = (alike.facts(), alike.shares()), foretold(belief, alike)
        for column, (forecast, shares) in enumerate(forecasts):
            total, count = brier(forecast, shares, truth)
            self.totals[column] += total
            self.counts[column] += count


def scores(game: engines.Game, bot: search.Agent, games: int, seed: int) -> tuple[Floats, Floats]:
    """Scores of each game and their numbers, (games, 2): alike and belief."""
    totals, counts = np.zeros((games, 2)), np.zeros((games, 2))
    for number in range(games):
        watcher = Forecaster(game, number % game.seats, seed + number)
        bots = [seated(bot, seed + number, seat) for seat in range(game.seats)]
        play_game(game, bots, seed + number, watcher.watch)
        totals[number], counts[number] = watcher.totals, watcher.counts
        note(f"game {number + 1} of {games}")
    return totals, counts


def compared(totals: Floats, counts: Floats) -> list[Estimate]:
    """The mean score of worlds that are all alike, that of the belief, and the second less the
    first: of each game its own mean, so that the two are compared game by game.
    """
    met = counts.min(axis=1) > 0
    means = totals[met] / counts[met]
    table = np.column_stack([means, means[:, 1] - means[:, 0]])
    return estimates(table, np.ones_like(table), [None] * 3, seed=0)


def arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.beliefs", description=__doc__.splitlines()[0]
    )
    named = [name for name in engines.names() if engines.load(name).words.facts]
    parser.add_argument("game", choices=named)
    parser.add_argument("--players", type=int, help="default: the game's own number")
    parser.add_argument("--agent", default="ismcts:iterations=200", help="default %(default)s")
    parser.add_argument("--games", type=int, default=24, help="default %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default %(default)s")
    given = parser.parse_args(argv)
    if given.games < 2:
        parser.error(f"--games {given.games}: choose 2 or more")
    return given


def main(argv: Sequence[str]) -> None:
    given = arguments(argv)
    options = {} if given.players is None else {"players": given.players}
    game = engines.load(given.game, **options)
    bot = search.make(given.agent)
    alike, belief, less = compared(*scores(game, bot, given.games, given.seed))
    row = [
        game.name, str(game.seats), str(bot), str(given.games), f"{alike.value:.4f}",
        f"{belief.value:.4f}", f"{less.value:+.4f}", f"{less.low:+.4f} to {less.high:+.4f}",
    ]  # fmt: skip
    print(markdown([HEAD, row], RIGHT))


if __name__ == "__main__":
    begin(main, "benchmarks.beliefs")
