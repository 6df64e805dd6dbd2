"""Games between agents: pure, without Ray, disk or clock."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cython_ext.chance import Chance
from cython_ext.errors import BadOption
from cython_ext.game import CHANCE_PLAYER, Game, State
from cython_ext.results import Return
from search import make
from search.api import Agent, Result

#: Called before each step with the state it happens in, the action or outcome, and what the
#: agent said (None at a chance event). It may read the state and must not change it.
Watcher = Callable[[State, int, Result | None], None]


@dataclass(frozen=True)
class Played:
    """A finished game."""

    final: State
    returns: tuple[Return, ...]
    decisions: int


def play_game(
    game: Game, agents: Sequence[Agent], seed: int, on_step: Watcher | None = None
) -> Played:
    """Play a game to its end, one agent per seat; each sees its own view and nothing else.

    `seed` is that of the chance events; the agents bring their own.
    """
    if len(agents) != game.seats:
        raise BadOption(f"{len(agents)} agents for {game.seats} seats of {game.name}")
    chance = Chance(seed)
    state = game.root()
    decisions = 0
    while not state.over:
        result = None
        if state.player == CHANCE_PLAYER:
            action = state.roll(chance)
        else:
            result = agents[state.player].search(state.view(state.player))
            action = result.best
            decisions += 1
        if on_step is not None:
            on_step(state, action, result)
        state.apply(action)
    return Played(state, tuple(state.returns()), decisions)


@dataclass(frozen=True)
class Rotation:
    """How the candidate fared in one game of a block."""

    seat: int
    """Where it sat."""
    win: float
    rank: float
    score: float
    margin: float
    """Its score less the best other one."""
    decisions: int
    """Of all seats."""


@dataclass(frozen=True)
class Block:
    """One seed played from every seat: the unit of all statistics.

    Games of one seed share their luck, so they are no independent samples; blocks are.
    """

    candidate: str
    opponents: str
    seed: int
    rotations: tuple[Rotation, ...]


def play_block(game: Game, candidate: str | Agent, opponents: str | Agent, seed: int) -> Block:
    """Play one game per seat, the candidate in it and the opponents' agent in all others.

    All games meet the same chance events. An agent's own seed follows from the block's, the
    seat and the seed in its specification: it differs from seat to seat and from block to
    block, and stays the same from game to game of a block.
    """
    candidate, opponents = (
        make(a) if isinstance(a, str) else a for a in (candidate, opponents)
    )
    rotations = tuple(
        _rotation(game, candidate, opponents, seed, seat) for seat in range(game.seats)
    )
    return Block(str(candidate), str(opponents), seed, rotations)


def _rotation(game: Game, candidate: Agent, opponents: Agent, seed: int, seat: int) -> Rotation:
    agents = [
        seated(candidate if other == seat else opponents, seed, other)
        for other in range(game.seats)
    ]
    played = play_game(game, agents, seed)
    end = played.returns[seat]
    best = max(r.score for other, r in enumerate(played.returns) if other != seat)
    return Rotation(seat, end.win, end.rank, end.score, end.score - best, played.decisions)


def seated(agent: Agent, seed: int, seat: int) -> Agent:
    """A fresh agent like this one for one game: nothing learnt, and a seed of its own."""
    given = {key: getattr(agent, key) for key in agent.parameters}
    if "seed" in given:
        text = f"{given['seed']} {seed} {seat}"
        given["seed"] = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
    return type(agent)(**given)
