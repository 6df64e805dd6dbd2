"""What every agent offers. Read this file to write an agent.

An agent is a player: `agent.search(view)` looks at what one seat knows and answers with a
`Result`, which names the action to play and what the agent thinks of each legal one.
`str(agent)` is its specification, such as `greedy:worlds=4,seed=1`, and `search.make` turns
that text into an equal agent again.

To write one, subclass `Agent`:

    class ByPriors(Agent):
        name = "priors"
        parameters = {"seed": SEED}

        def choose(self, view, actions):
            scores = view.priors()
            moves = [Move(view, a, prior=p) for a, p in zip(actions, scores, strict=True)]
            return Result(max(moves, key=lambda move: move.prior).action, tuple(moves))

Matches take such an agent as it is. Add it to `AGENTS` in `search/__init__.py` to give it a
name on the command line.

What an agent promises (`tests/search/test_agents.py` asks all of them):

- It sees the view and nothing else. To look ahead it imagines worlds with `view.sample(seed)`,
  which fit what the seat knows.
- Its answer depends on the view, its parameters and its seed: not on the clock, on the process,
  or on what it was asked before. So it draws all random numbers from
  `eminence.search.streams`. Only a limit in seconds and parameters that ask for it (`reuse`)
  make an exception.
- It leaves the view as it was.
- `Result.moves` has one entry per legal action, in ascending order of their ids.

An agent that can be stopped and has limits subclasses `eminence.search.searcher.Searcher`
instead. Loops over many worlds belong in a function without the GIL, as in `search/kernels`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.errors import BadOption, IllegalAction
from eminence.cython_ext.game import Game, State, View
from eminence.cython_ext.words import nobody_to_move
from eminence.search.beliefs.record import Record
from eminence.search.parameters import Parameter


@dataclass(frozen=True)
class Move:
    """What an agent thinks of one legal action.

    Only `view` and `action` are needed. Everything else is shown to people and used by hints
    where it is there; leave out what your agent does not know.
    """

    view: View = field(repr=False, compare=False)
    """The view that was searched; it turns ids into words."""
    action: int
    """Its id, one of `view.actions()`."""
    value: float | None = None
    """Expected reward of the mover, as the agent sees it; None: it did not look.

    In most games and by default the reward is the share of the win, from 0 to 1.
    """
    visits: int = 0
    """How many worlds or simulations tried the action."""
    prior: float | None = None
    """The game's cheap score of the action; None: it did not look."""
    available: int = 0
    """How often the action was legal where it could have been tried."""
    values: tuple[float, ...] = ()
    """Expected reward of every seat."""
    error: float | None = None
    """Standard error of `value`."""
    steps: tuple[tuple[int, bool], ...] = ()
    """The principal line in the world of `line_seed`: ids, and whether a player chose them.

    Outcomes of chance are in between, with False.
    """
    line_seed: int = 0
    """What `view.sample` is given to imagine that world again."""
    share: float | None = None
    """The chance with which the agent plays it, if the agent draws from a policy."""

    @property
    def text(self) -> str:
        """The action in words; made when asked for, since most searches are never read."""
        return self.view.text(self.action)

    @property
    def line(self) -> tuple[str, ...]:
        """The action and the expected replies in words, in one world that fits the view."""
        state, texts = self.view.sample(self.line_seed), []
        for action, chosen in self.steps:
            if chosen:
                texts.append(f"seat {state.player}: {state.text(action)}")
            state.apply(action)
        return tuple(texts)


@dataclass(frozen=True)
class Result:
    """An agent's answer: the action it plays and its thoughts on all of them.

    Two results are equal if they say the same, however long they took.
    """

    best: int
    """The id of the action to play."""
    moves: tuple[Move, ...]
    """One per legal action, in ascending order of their ids."""
    iterations: int = 0
    """Simulations that ran."""
    worlds: int = 0
    """Worlds that were imagined."""
    nodes: int = 0
    """Nodes of the tree, or plans that were compared."""
    memory: int = 0
    """Bytes of the tree in use."""
    seconds: float = field(default=0.0, compare=False)
    """How long the search took."""
    believed: float | None = None
    """How many different worlds the belief was worth that they were drawn from; None: there was
    none, or it was worth too little, and all worlds that fit the view were alike."""

    def playing(self, action: int) -> Result:
        """The same thoughts, but another move."""
        return replace(self, best=action)

    def columns(self) -> dict[str, NDArray]:
        """The moves as numpy columns, one entry per legal action; NaN: not known."""
        seats = len(self.moves[0].values)
        return {
            "action": np.array([m.action for m in self.moves]),
            "visits": np.array([m.visits for m in self.moves]),
            "available": np.array([m.available for m in self.moves]),
            "value": np.array([np.nan if m.value is None else m.value for m in self.moves]),
            "error": np.array([np.nan if m.error is None else m.error for m in self.moves]),
            "values": np.array([m.values for m in self.moves]).reshape(-1, seats),
        }


@dataclass(frozen=True)
class Limit:
    """When a search ends: whatever comes first. None sets no limit of that kind.

    A caller may pass one to `Agent.search`, where it replaces the agent's own limits. An agent
    without limits takes no notice of it.
    """

    iterations: int | None = None
    """Simulations."""
    seconds: float | None = None
    """Seconds of the clock; results then differ from run to run."""
    nodes: int | None = None
    """Nodes that the tree may have; a full tree stops growing, and the search goes on."""

    def __post_init__(self) -> None:
        for name in ("iterations", "seconds", "nodes"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not value > 0):
                raise BadOption(f"{name}={value!r}: choose a number above 0, or None")


class Agent(ABC):
    """A player. Its answer depends on the view and its parameters alone.

    A subclass names itself, lists its parameters and writes `choose`. Values of the parameters
    are checked when the agent is made and become attributes. Agents are equal if their
    specifications are; they can be pickled, since workers on other machines play with copies.
    """

    name: ClassVar[str]
    """The first word of its specification."""
    parameters: ClassVar[dict[str, Parameter]]
    """Its parameters by name, in the order in which a specification lists them.

    Each knows its default, reads and writes its text, and refuses bad values in one line
    (`search/parameters.py` has whole numbers, real numbers, choices, weights and the seed).
    """

    def __init__(self, **given: Any):
        for key, value in given.items():
            if key not in self.parameters:
                raise BadOption(
                    f"unknown option {key}={value!r}: {self.name} has "
                    f"{' and '.join(self.parameters)}"
                )
        for key, parameter in self.parameters.items():
            setattr(self, key, parameter.checked(key, given.get(key, parameter.default)))

    def remembers(self, game: Game) -> bool:
        """Does it make something of its seat's record? Others need not be given one."""
        return False

    def search(
        self, view: View, limit: Limit | None = None, record: Record | None = None
    ) -> Result:
        """Choose among the legal actions of a view whose seat is to move.

        This is what callers use. It refuses a view that the agent must not see or cannot
        answer, and returns a forced move at once. `limit` is for agents that search; the others
        answer before any limit matters. `record` is what the seat has seen up to this view.
        """
        refuse_unless_mover(view)
        refuse_other_record(view, record)
        actions = view.actions()
        if len(actions) == 1:
            return Result(actions[0], (Move(view, actions[0]),))
        return self.choose(view, actions)

    @abstractmethod
    def choose(self, view: View, actions: list[int]) -> Result:
        """Choose among two or more actions: the one method that every agent writes.

        `actions` are the legal ids in ascending order. Ties should be broken by the seed
        (`eminence.search.streams.pick`), not always by the first action: an agent that always
        prefers the first is predictable.
        """

    def with_seed(self, seed: int) -> Self:
        """A new agent like this one that has learnt nothing, with this seed if it takes one.

        Matches give every seat of every game a seed of its own this way.
        """
        given = {key: getattr(self, key) for key in self.parameters}
        if "seed" in given:
            given["seed"] = seed
        return type(self)(**given)

    def notes(self) -> str:
        """What the agent wrote down during a game, for training; most write nothing."""
        return ""

    def __str__(self) -> str:
        """The specification that `search.make` turns into an equal agent; defaults are left out."""
        written = [
            f"{key}={parameter.write(getattr(self, key))}"
            for key, parameter in self.parameters.items()
            if getattr(self, key) != parameter.default
        ]
        return f"{self.name}:{','.join(written)}" if written else self.name

    def __repr__(self) -> str:
        return f"search.make({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def refuse_other_record(view: View, record: Record | None) -> None:
    """Refuse a record that does not end with the view."""
    if record is not None and record.last != view:
        raise BadOption("record: its last view is not the one to answer")


def refuse_unless_mover(view: View) -> None:
    """Refuse all but a view whose own seat is to move, with a line that says what to pass.

    A complete state is refused above all: an agent that gets one by mistake would cheat without
    anybody noticing.
    """
    if isinstance(view, State):
        raise TypeError("an agent gets a View, never a State: pass state.view(state.player)")
    if not isinstance(view, View):
        raise TypeError(f"an agent gets a View, not {type(view).__name__}")
    if view.player < 0:
        raise nobody_to_move(view.over)
    if view.player != view.seat:
        whose = "an onlooker" if view.seat < 0 else f"seat {view.seat}"
        raise IllegalAction(
            f"seat {view.player} is to move, but this is the view of {whose}: "
            f"pass state.view({view.player})"
        )
