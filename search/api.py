"""What every agent offers: `search(view)` gives a `Result`, `str(agent)` its specification."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from cython_ext.errors import BadOption, IllegalAction
from cython_ext.game import State, View
from search.parameters import Parameter


@dataclass(frozen=True)
class Move:
    """What an agent thinks of one legal action."""

    view: View = field(repr=False, compare=False)
    action: int
    value: float | None = None
    """Expected win share of the mover, as the agent sees it; None: it did not look."""
    visits: int = 0
    """In how many worlds or simulations it tried the action."""
    prior: float | None = None
    """The game's cheap score of the action; None: it did not look."""
    available: int = 0
    """How often the action was legal where it could have been tried."""
    values: tuple[float, ...] = ()
    """Expected reward of every seat."""
    error: float | None = None
    """Standard error of `value`."""
    steps: tuple[tuple[int, bool], ...] = ()
    """The principal line in the world of `line_seed`: ids, and whether a player chose them."""
    line_seed: int = 0
    share: float | None = None
    """With which chance the agent plays it, if it draws by a policy it knows."""

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
    """An agent's answer: the action it plays and its thoughts on all of them."""

    best: int
    moves: tuple[Move, ...]
    """One per legal action, in ascending order of their ids."""
    iterations: int = 0
    """Simulations that ran."""
    worlds: int = 0
    """Worlds that were imagined."""
    nodes: int = 0
    memory: int = 0
    """Bytes of the tree in use."""
    seconds: float = field(default=0.0, compare=False)

    def columns(self) -> dict[str, NDArray]:
        """The moves as numpy columns, one entry per legal action."""
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
    """When a search ends: whatever comes first. None sets no limit of that kind."""

    iterations: int | None = None
    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        for name in ("iterations", "seconds", "nodes"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not value > 0):
                raise BadOption(f"{name}={value!r}: choose a number above 0, or None")


class Agent(ABC):
    """A player. Its answer depends on the view and its parameters alone.

    A subclass names itself and its parameters; their values become attributes.
    """

    name: ClassVar[str]
    parameters: ClassVar[dict[str, Parameter]]

    def __init__(self, **given: Any):
        for key, value in given.items():
            if key not in self.parameters:
                raise BadOption(
                    f"unknown option {key}={value!r}: {self.name} has "
                    f"{' and '.join(self.parameters)}"
                )
        for key, parameter in self.parameters.items():
            setattr(self, key, parameter.checked(key, given.get(key, parameter.default)))

    def search(self, view: View, limit: Limit | None = None) -> Result:
        """Choose among the legal actions of a view whose seat is to move.

        `limit` is for those that search; who does not has answered before any limit counts.
        """
        refuse_unless_mover(view)
        actions = view.actions()
        if len(actions) == 1:
            return Result(actions[0], (Move(view, actions[0]),))
        return self.choose(view, actions)

    @abstractmethod
    def choose(self, view: View, actions: list[int]) -> Result:
        """Choose among two or more actions."""

    def with_seed(self, seed: int) -> Self:
        """A new agent like this one, nothing learnt, with this seed if it takes one."""
        given = {key: getattr(self, key) for key in self.parameters}
        if "seed" in given:
            given["seed"] = seed
        return type(self)(**given)

    def __str__(self) -> str:
        """The specification that `search.make` turns into an equal agent."""
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


def refuse_unless_mover(view: View) -> None:
    """An agent gets what its seat knows, and only when it is asked for a move."""
    if isinstance(view, State):
        raise TypeError("an agent gets a View, never a State: pass state.view(state.player)")
    if not isinstance(view, View):
        raise TypeError(f"an agent gets a View, not {type(view).__name__}")
    if view.player < 0:
        raise IllegalAction(
            "nobody is to move: "
            + ("the game is over" if view.over else "a chance event is pending")
        )
    if view.player != view.seat:
        whose = "an onlooker" if view.seat < 0 else f"seat {view.seat}"
        raise IllegalAction(
            f"seat {view.player} is to move, but this is the view of {whose}: "
            f"pass state.view({view.player})"
        )
