"""One game between agents, from its first move to its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from eminence.cython_ext.chance import Chance
from eminence.cython_ext.errors import BadData, BadOption, IllegalAction
from eminence.cython_ext.game import CHANCE_PLAYER, Game, State, View
from eminence.cython_ext.results import Return
from eminence.experiments.games.seeds import seed_of
from eminence.search.api import Agent, Result
from eminence.search.beliefs.record import Record

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
    records = {
        seat: Record((state.view(seat),))
        for seat, agent in enumerate(agents)
        if agent.remembers(game)
    }
    decisions = 0
    while not state.over:
        result = None
        if state.player == CHANCE_PLAYER:
            action = state.roll(chance)
        else:
            result = _answer(agents[state.player], state.view(state.player), records)
            action = result.best
            decisions += 1
        if on_step is not None:
            on_step(state, action, result)
        state.apply(action)
        for seat, record in records.items():
            records[seat] = record.seeing(state.view(seat))
    return Played(state, tuple(state.returns()), decisions)


def _answer(agent: Agent, view: View, records: Mapping[int, Record]) -> Result:
    """What the agent says; its seat's record is for those that remember."""
    record = records.get(view.seat)
    return agent.search(view) if record is None else agent.search(view, record=record)


def replay(game: Game, moves: Sequence[int]) -> State:
    """The state after these moves, chance outcomes among them, from the root on."""
    state = game.root()
    for number, move in enumerate(moves):
        try:
            state.apply(move)
        except IllegalAction as error:
            raise BadData(f"move {number} of {game.name}: {error}") from None
    return state


def seated(agent: Agent, seed: int, seat: int) -> Agent:
    """A fresh agent like this one for one game: nothing learnt, and a seed of its own."""
    return agent.with_seed(seed_of(f"{getattr(agent, 'seed', None)} {seed} {seat}"))
