"""Blocks: one seed and line-up, played in all seat rotations; without Ray, disk or clock."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from eminence.cython_ext.chance import Chance
from eminence.cython_ext.errors import BadOption, IllegalAction, error_line
from eminence.cython_ext.game import Game
from eminence.cython_ext.results import Return
from eminence.experiments.games.driver import play_game, seated
from eminence.search import make
from eminence.search.api import Agent


@dataclass(frozen=True)
class Rotation:
    """One game of a block; the tuples have one entry per position of the line-up."""

    wins: tuple[float, ...]
    ranks: tuple[float, ...]
    scores: tuple[float, ...]
    decisions: int
    """The decisions of all seats."""
    moves: tuple[int, ...]
    """All actions and chance outcomes in their order; `replay` plays them again."""
    notes: tuple[str, ...] = ()
    """What the agents wrote down for training, by seat; empty if nobody did."""


@dataclass(frozen=True)
class Block:
    """One seed and line-up, played in all seat rotations: the unit of all statistics.

    Games of one seed share their luck, so they are not independent samples; blocks are.
    """

    lineup: tuple[str, ...]
    seed: int
    games: tuple[Rotation, ...]
    """The games by rotation: in game r, line-up position k sat at seat (k + r) % seats."""


@dataclass(frozen=True)
class Failure:
    """A block that could not be played, and where it broke, as far as that is known."""

    lineup: tuple[str, ...]
    seed: int
    error: str
    """One line."""
    rotation: int | None = None
    seat: int | None = None
    agent: str | None = None
    move: int | None = None
    """How many moves the game had seen."""

    def __str__(self) -> str:
        if self.rotation is None:
            return f"seed {self.seed} of {' - '.join(self.lineup)}: {self.error}"
        return (
            f"{self.agent} failed at seat {self.seat}, move {self.move} of rotation "
            f"{self.rotation}, seed {self.seed}: {self.error}"
        )


#: the outcome of a job
Attempt = Block | Failure


class GameFailed(RuntimeError):
    """An agent raised, or answered with no legal action, in a game of a block."""

    def __init__(self, failure: Failure):
        super().__init__(failure)
        self.failure = failure


def play_block(game: Game, lineup: Sequence[str | Agent], seed: int) -> Block:
    """Play one game per seat rotation of the line-up; `GameFailed` if an agent fails.

    All games meet the same chance events. An agent's own seed follows from the block's, the
    seat and the seed in its specification: it differs from seat to seat and from block to
    block, and stays the same from game to game of a block.
    """
    agents = [make(agent) if isinstance(agent, str) else agent for agent in lineup]
    refuse_lineup(game, agents)
    Chance(seed)  # refuses a bad seed here, where it cannot look like an agent's mistake
    rotations = tuple(_rotation(game, agents, seed, turn) for turn in range(game.seats))
    return Block(tuple(map(str, agents)), seed, rotations)


def try_block(game: Game, lineup: Sequence[str | Agent], seed: int) -> Attempt:
    """Like `play_block`, but a failing agent makes a `Failure`, not an error."""
    try:
        return play_block(game, lineup, seed)
    except GameFailed as error:
        return error.failure


def refuse_lineup(game: Game, lineup: Sequence[object]) -> None:
    """A line-up has one agent per seat."""
    if len(lineup) != game.seats:
        raise BadOption(
            f"a line-up of {len(lineup)} agents: {game.name} is loaded for {game.seats} seats"
        )


def _rotation(game: Game, lineup: Sequence[Agent], seed: int, turn: int) -> Rotation:
    seats = game.seats
    agents = [seated(lineup[(seat - turn) % seats], seed, seat) for seat in range(seats)]
    moves: list[int] = []
    try:
        played = play_game(game, agents, seed, lambda _, action, __: moves.append(action))
    except Exception as error:
        raise GameFailed(_failure(game, lineup, seed, turn, moves, error)) from error
    notes = tuple(agent.notes() for agent in agents)
    return ended(played.returns, turn, played.decisions, moves, notes if any(notes) else ())


def ended(
    returns: Sequence[Return],
    turn: int,
    decisions: int,
    moves: Sequence[int],
    notes: tuple[str, ...] = (),
) -> Rotation:
    """A finished game as its block has it: by positions of the line-up, not by seats."""
    seats = len(returns)
    ends = [returns[(position + turn) % seats] for position in range(seats)]
    return Rotation(
        wins=tuple(end.win for end in ends),
        ranks=tuple(end.rank for end in ends),
        scores=tuple(end.score for end in ends),
        decisions=decisions,
        moves=tuple(map(int, moves)),
        notes=notes,
    )


def _failure(
    game: Game,
    lineup: Sequence[Agent],
    seed: int,
    turn: int,
    moves: Sequence[int],
    error: Exception,
) -> Failure:
    """Where the game broke: after all its moves, or at the last one if that is not legal."""
    state, made = game.root(), 0
    with suppress(IllegalAction):
        for move in moves:
            state.apply(move)
            made += 1
    seat = state.player if state.player >= 0 else None
    return Failure(
        lineup=tuple(map(str, lineup)),
        seed=seed,
        error=error_line(error),
        rotation=turn,
        seat=seat,
        agent=None if seat is None else str(lineup[(seat - turn) % game.seats]),
        move=made,
    )


def reproducible(spec: str) -> bool:
    """Does this agent answer the same on every machine? With a time limit, speed matters."""
    return getattr(make(spec), "seconds", None) is None
