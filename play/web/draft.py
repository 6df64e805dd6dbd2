"""What a seat decides before the rules come to it, where all decide at the same time.

The rules ask one seat after another, but a view does not say who has decided already: the seat
seems to be next itself. So each may decide at once. What it chooses is tried in a world of its own
view and played when the rules ask for it; nobody learns of it before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eminence.engines import Chance, EminenceError, State, View
from eminence.play.table.choices import Choice
from eminence.play.table.live_game import LiveGame
from eminence.play.table.saved_game import SavedGame


@dataclass(frozen=True)
class ImaginedGame(SavedGame):
    """A game that begins in a world of a view."""

    view: View | None = None

    def beginning(self) -> tuple[State, Chance]:
        assert self.view is not None
        return self.view.sample(0), Chance(0)


def imagined(view: View, moves: Sequence[str] = ()) -> LiveGame:
    """A game of the view's seat that goes on from there; raises if the moves are not possible."""
    seats = ("",) * view.game.seats
    return LiveGame(ImaginedGame(view.game, seats, 0, tuple(moves), view=view), ())


def written(live: LiveGame) -> dict[str, Any]:
    """What is decided and not played yet, for the file."""
    return {
        "waiting": [[choice.action, choice.text] for choice in live.waiting],
        "held": None if live.held is None else [live.held.action, live.held.text],
    }


def restore(live: LiveGame, kept: dict[str, Any]) -> None:
    """Take what `written` wrote."""
    live.waiting = tuple(Choice(action, text) for action, text in kept.get("waiting", ()))
    held = kept.get("held")
    live.held = None if held is None else Choice(*held)


class Draft:
    """One seat's decisions ahead of the rules."""

    def __init__(self, view: View, moves: Sequence[str] = ()):
        self.view = view
        self.live = imagined(view, moves)

    @classmethod
    def read(cls, view: View, kept: dict[str, Any]) -> Draft:
        """The draft in the file; an empty one, if it does not fit the view any more."""
        try:
            draft = cls(view, kept["moves"])
        except EminenceError:
            return cls(view)
        restore(draft.live, kept)
        return draft

    def written(self) -> dict[str, Any]:
        """For the file."""
        return {"moves": list(self.live.saved.moves), **written(self.live)}

    @property
    def is_empty(self) -> bool:
        live = self.live
        return not live.saved.moves and not live.waiting and live.held is None
