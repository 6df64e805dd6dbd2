"""What a game says: the text side of the contract, one subclass per game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cython_ext.game import Position


class Words(ABC):
    """Names and sentences of one game. Everything here is for people; rules never call it.

    `position.data` is the state struct as a numpy record: read it, never keep it.
    """

    #: names of the event kinds, indexed by what `event` returns
    events: Sequence[str] = ()
    #: names of the point sources, in the order of `sources`
    sources: Sequence[str] = ()
    #: names of the hidden numbers, in the order of `facts`
    facts: Sequence[str] = ()
    #: what `check` found, indexed by its code - 1, with {0} {1} {2} for its numbers
    problems: Sequence[str] = ()

    @abstractmethod
    def action(self, position: Position, action: int) -> str:
        """An action as a person would say it; different for different legal actions."""

    def outcome(self, position: Position, outcome: int) -> str:
        """An outcome of the pending event."""
        return str(outcome)

    @abstractmethod
    def board(self, position: Position) -> str:
        """The position as text, without a trailing newline."""

    def problem(self, code: int, numbers: Sequence[int]) -> str:
        """The contradiction that `check` found."""
        return self.problems[code - 1].format(*numbers)
