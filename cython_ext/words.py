"""What a game says: the text side of the contract, one subclass per game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cython_ext.pages import Page

if TYPE_CHECKING:
    from cython_ext.game import Position, View

#: comments on what `Position.head` tells
HEAD_COMMENTS = {
    "view_of": 'whose eyes: a seat, or "public" for an onlooker',
    "player": 'who is to move: a seat, "chance" or "over"',
    "capped": "whether the turn cap ended the game",
}


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
    #: whether a cap on turns may end the game, as `Head.capped` says
    has_cap: bool = False

    @abstractmethod
    def action(self, position: Position, action: int) -> str:
        """An action as a person would say it; different for different legal actions."""

    def note(self, position: Position, action: int) -> str:
        """What is good to know before it is played, such as odds; "" for nothing."""
        return ""

    def outcome(self, position: Position, outcome: int) -> str:
        """An outcome of the pending event."""
        return str(outcome)

    @abstractmethod
    def board(self, position: Position) -> str:
        """The position as text, without a trailing newline."""

    def problem(self, code: int, numbers: Sequence[int]) -> str:
        """The contradiction that `check` found."""
        return self.problems[code - 1].format(*numbers)

    # --- position files: what a view says beyond its game and options ---

    def write_position(self, view: View) -> Page:
        """A view as a person writes it down; the default lists the fields of the state."""
        layout = view.game.fields
        values = {**view.head(), "position": layout.encode(view.data, every=True)}
        names = values["position"]
        comments = {f"position.{name}": layout.comment(name) for name in names}
        return self.page(view, values, comments)

    def page(self, view: View, values: dict[str, Any], comments: dict[str, str]) -> Page:
        """A page with the opening and the comments that all games share."""
        opening = f"A position of {view.game.name}: what one player knows. Seats count from 0."
        return Page(values, {"": opening, **HEAD_COMMENTS, **comments})

    def read_position(self, written: dict[str, Any]) -> dict[str, Any]:
        """From what `write_position` wrote to what `View.to_json` writes."""
        return written
