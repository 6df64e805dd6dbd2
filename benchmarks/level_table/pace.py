"""How long a level thinks: its own games are played again, with a clock of CPU time.

The games of finished blocks are played once more by the same driver: the level's agent is asked
again at each of its decisions, and all others repeat what they did. It has the seed that it had,
so it answers the same: that is checked.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from eminence import engines
from eminence.cython_ext.errors import BadData
from eminence.experiments.games.block import Block, Rotation
from eminence.experiments.games.driver import play_game, seated
from eminence.search import make
from eminence.search.api import Agent, Limit, Move, Result
from eminence.search.beliefs.record import Record
from eminence.search.parameters import Parameter

#: what a level may take: seconds of one core for a move, by level, and for a seat's whole game
A_MOVE = {"easy": 0.05, "medium": 0.1, "hard": 0.3, "expert": 1.0}
A_GAME = 20 * 60.0
#: seconds of CPU time after which no further game is measured
ENOUGH = 10.0


@dataclass(frozen=True)
class Pace:
    """How long an agent thinks at a table."""

    moves: float
    """The decisions of its seat in a game in which there was a choice."""
    seconds: float
    """CPU time of such a decision, on average."""
    longest: float
    asked: int
    """How many decisions were timed."""
    otherwise: int
    """How many of its answers were not those of the file: 0 where all is as promised."""

    @property
    def a_game(self) -> float:
        """CPU seconds of all its decisions in a game."""
        return self.moves * self.seconds

    def noted(self) -> dict[str, Any]:
        """As a file notes it."""
        return asdict(self)


def pace_of(game: engines.Game, blocks: Sequence[Block], position: int) -> Pace:
    """The pace of whoever has this position of the line-up: from one whole game at least.

    Further games follow as long as there is time. A game that takes longer than any level may
    is left half-way: what was timed by then says it all.
    """
    clock, moves, games = _Clock(), 0, 0
    for block in blocks:
        for turn, played in enumerate(block.games):
            if clock.used >= ENOUGH:
                break
            seat = (position + turn) % game.seats
            agent = seated(make(block.lineup[position]), block.seed, seat)
            moves += _timed_game(game, played, block.seed, seat, agent, clock)
            games += 1
    return clock.pace(moves / games)


class _Clock:
    """What the decisions took."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.used = 0.0
        self.otherwise = 0

    def ask(self, agent: Agent, view: engines.View, record: Record | None, move: int) -> None:
        """Time one decision, and compare it with the move of the file."""
        if not self.took:
            # The first search fetches memory and reads a network; another agent does that.
            make(str(agent)).search(view)
        begun = time.process_time()
        answer = agent.search(view, record=record).best
        self.took.append(time.process_time() - begun)
        self.used += self.took[-1]
        self.otherwise += answer != move

    def pace(self, moves: float) -> Pace:
        asked = len(self.took)
        mean = self.used / asked if asked else 0.0
        return Pace(moves, mean, max(self.took, default=0.0), asked, self.otherwise)


class _Script:
    """The moves of a game that was played, and how far it has come this time."""

    def __init__(self, moves: Sequence[int]) -> None:
        self.moves = moves
        self.made = 0

    @property
    def next(self) -> int:
        return self.moves[self.made]

    def step(self, state: engines.State, action: int, said: Result | None) -> None:
        """Watches the driver; chance comes from the seed and so does what it did."""
        if action != self.next:
            raise BadData(f"{state.game.name}: chance does not do what it did in the file")
        self.made += 1


class _Again(Agent):
    """Makes the moves of the script."""

    name = "again"
    parameters: ClassVar[dict[str, Parameter]] = {}

    def __init__(self, script: _Script) -> None:
        super().__init__()
        self.script = script

    def choose(self, view: engines.View, actions: list[int]) -> Result:
        return Result(self.script.next, tuple(Move(view, action) for action in actions))


class _Timed(_Again):
    """Asks an agent against the clock, and makes the moves of the script all the same."""

    def __init__(self, script: _Script, agent: Agent, clock: _Clock) -> None:
        super().__init__(script)
        self.agent = agent
        self.clock = clock
        self.choices = 0

    def remembers(self, game: engines.Game) -> bool:
        return self.agent.remembers(game)

    def search(
        self, view: engines.View, limit: Limit | None = None, record: Record | None = None
    ) -> Result:
        if len(view.actions()) > 1:
            self.choices += 1
            if self.clock.used < A_GAME:
                self.clock.ask(self.agent, view, record, self.script.next)
        return super().search(view)


def _timed_game(
    game: engines.Game, played: Rotation, seed: int, seat: int, agent: Agent, clock: _Clock
) -> int:
    """Play a game again, asking at the seat's decisions; how many had a choice."""
    script = _Script(played.moves)
    timed = _Timed(script, agent, clock)
    table: list[Agent] = [_Again(script)] * game.seats
    table[seat] = timed
    play_game(game, table, seed, script.step)
    return timed.choices
