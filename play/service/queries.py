"""What a program may ask for, and why a query is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from eminence.cython_ext.errors import BadEntry, EminenceError, error_line
from eminence.engines import View
from eminence.play.follow.companion import Companion
from eminence.search import Agent
from eminence.search.beliefs.record import Record
from eminence.solver import Limit


class BadQuery(EminenceError):
    """A query that makes no sense: its id, if known, and the field to blame.

    fitting: of something that cannot have been seen, what would fit.
    """

    def __init__(
        self, id: str | None, field: str | None, message: str, fitting: Sequence[str] = ()
    ):
        super().__init__(id, field, message)
        self.id = id
        self.field = field
        self.message = message
        self.fitting = tuple(fitting)


@dataclass(frozen=True)
class Analyse:
    """A view to analyse."""

    id: str
    view: View
    limit: Limit
    agent: Agent
    moves: list[int] | None
    """The only ones to look at."""
    report_every: float | None
    """Seconds."""
    priority: int
    record: Record | None = None
    """What the seat has seen up to the view; None: nobody followed the game."""


@dataclass(frozen=True)
class Terminate:
    """Ends one query, or all that are alive."""

    id: str
    target: str | None


@dataclass(frozen=True)
class Ask:
    """A question about this program: `version` or `games`."""

    id: str
    about: str


@dataclass(frozen=True)
class Message:
    """What a program says about a game that is followed, or opens one with."""

    id: str
    action: str
    session: str
    """The id of the message that opened the game."""
    companion: Companion | None = None
    """Of a game that is opened."""
    said: str | int = ""
    """What was seen, or a move by text or id."""
    number: int = 1
    """How many entries `undo` takes back; the entry that `fix` corrects."""


@dataclass(frozen=True)
class Hint:
    """Advice about a game that is followed: an analysis of its view, once that is known."""

    id: str
    session: str
    about: Callable[[Record], Analyse]


Query = Analyse | Terminate | Ask | Message | Hint


def refusal(id: str | None, error: Exception) -> BadQuery:
    """What to answer to an error; a mistake of ours must not end the queries of others."""
    if isinstance(error, BadQuery):
        return error
    if isinstance(error, BadEntry):
        return BadQuery(id, error.place, error.message)
    if isinstance(error, EminenceError):
        # All other fields have been read by then, and errors about them name an entry.
        return BadQuery(id, "agent", str(error))
    return BadQuery(id, None, f"internal error: {error_line(error)}")
