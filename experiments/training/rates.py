"""How fast agents search: iterations per second of CPU time, on the same recorded positions."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median

from eminence.cython_ext.errors import BadOption
from eminence.cython_ext.game import CHANCE_PLAYER, Game, State, View
from eminence.experiments.games.driver import play_game, seated
from eminence.search import make
from eminence.search.api import Agent, Result
from eminence.search.searcher import Searcher

#: how often all agents search all positions
ROUNDS = 5
#: positions that are searched before the first round: the first searches fetch memory
WARM_UP = 3
#: positions of one game, at most
PER_GAME = 10
#: who plays the games in turn: positions of poor play and of better play
PLAYERS = ("random", "greedy")


def rates(game: Game, specs: Sequence[str], positions: int = 200) -> dict[str, float]:
    """Iterations per second of each agent; each specification says how many it searches with.

    Agents take turns at each position, every other round in reverse order, so that a busy machine
    slows all of them. What counts is how one compares to the first: the median over the rounds.
    """
    agents, iterations = zip(*map(_limited, specs), strict=True)
    views = recorded_positions(game, positions)
    _round(agents, views[:WARM_UP], False)
    by_round = [_round(agents, views, number % 2 == 1) for number in range(ROUNDS)]
    base = median(len(views) / seconds[0] for seconds in by_round)
    return {
        spec: iterations[i] * base * median(seconds[0] / seconds[i] for seconds in by_round)
        for i, spec in enumerate(specs)
    }


def recorded_positions(game: Game, count: int) -> list[View]:
    """Views with a choice, from seeded games: the same ones every time."""
    found: list[View] = []
    for seed in range(count):
        views = _choices(game, make(PLAYERS[seed % len(PLAYERS)]), seed)
        wanted = min(PER_GAME, count - len(found), len(views))
        found += [views[i * len(views) // wanted] for i in range(wanted)]
        if len(found) == count:
            break
    return found


def _choices(game: Game, player: Agent, seed: int) -> list[View]:
    """All views of one game in which there was a choice."""
    views: list[View] = []

    def watch(state: State, action: int, said: Result | None) -> None:
        if state.player != CHANCE_PLAYER and len(state.actions()) > 1:
            views.append(state.view(state.player))

    play_game(game, [seated(player, seed, seat) for seat in range(game.seats)], seed, watch)
    return views


def _limited(spec: str) -> tuple[Searcher, int]:
    """An agent and its iterations."""
    agent = make(spec)
    if not isinstance(agent, Searcher) or agent.iterations is None or agent.seconds is not None:
        raise BadOption(f"{spec}: its rate needs a search that only iterations=... limits")
    return agent, agent.iterations


def _round(agents: Sequence[Searcher], views: Sequence[View], backwards: bool) -> list[float]:
    """The seconds that each agent takes for all positions, one after the other at each."""
    seconds = [0.0] * len(agents)
    order = sorted(range(len(agents)), reverse=backwards)
    for number, view in enumerate(views):
        for i in order:
            # A fresh agent: what it learned at one position must not help at the next.
            fresh = seated(agents[i], number, view.seat)
            begun = time.process_time()
            fresh.search(view)
            seconds[i] += time.process_time() - begun
    return seconds
