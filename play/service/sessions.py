"""Games that a program has followed: the messages open, observe, legal, board, play, undo, close.

docs/protocol.md says what each field means. Whoever carries the messages, `Sessions` answers them;
`hint` becomes a query for an analysis (`session_fields`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from eminence.cython_ext.errors import BadEntry, EminenceError
from eminence.play.follow.companion import Companion
from eminence.play.follow.observation import Unfit
from eminence.play.service.queries import Analyse, BadQuery, Hint, Message

#: games that are followed at a time
MOST_OPEN = 100


@dataclass
class Sessions:
    """All games that are followed now, by the id that opened them."""

    open: dict[str, Companion] = field(default_factory=dict)

    def answer(self, message: Message) -> dict[str, Any]:
        """The fields of the answer."""
        if message.action == "open":
            return self._open(message)
        companion = self.companion(message.id, message.session)
        if message.action == "close":
            del self.open[message.session]
            return {}
        try:
            return _answered(companion, message)
        except Unfit as error:
            raise BadQuery(message.id, _field(message), str(error), error.fitting) from None
        except BadEntry as error:
            raise BadQuery(message.id, error.place, error.message) from None
        except EminenceError as error:
            raise BadQuery(message.id, _field(message), str(error)) from None

    def analysis(self, hint: Hint) -> Analyse:
        """What a hint asks for, about the view as it is now."""
        companion = self.companion(hint.id, hint.session)
        if not companion.is_own:
            message = f"not your move, next is {companion.pending}: hints are for your own moves"
            raise BadQuery(hint.id, "session", message)
        return hint.about(companion.record)

    def companion(self, id: str, session: str) -> Companion:
        """The game that was opened under this id."""
        if session not in self.open:
            raise BadQuery(id, "session", f"no game is open under {session!r}: send open first")
        return self.open[session]

    def _open(self, message: Message) -> dict[str, Any]:
        if message.session in self.open:
            raise BadQuery(message.id, "id", "a game is open under this id; choose another")
        if len(self.open) >= MOST_OPEN:
            raise BadQuery(message.id, None, f"{MOST_OPEN} games are open: close some")
        assert message.companion is not None
        self.open[message.session] = message.companion
        return {"told": message.companion.last.heard, **standing(message.companion)}


def _answered(companion: Companion, message: Message) -> dict[str, Any]:
    if message.action == "legal":
        return {"legal": companion.legal(), **standing(companion)}
    if message.action == "board":
        return {"board": str(companion.view), **standing(companion)}
    told: list[str] = []
    if message.action == "observe":
        told = companion.observe(str(message.said))
    elif message.action == "play":
        told = companion.play(message.said)
    elif message.action == "undo":
        companion.undo(message.number)
    else:
        companion.fix(message.number, str(message.said))
    return {"told": told, **standing(companion)}


def standing(companion: Companion) -> dict[str, Any]:
    """What every answer says of the game."""
    return {
        "next": companion.pending,
        "your_move": companion.is_own,
        "over": companion.view.over,
        "entries": len(companion.entries),
    }


def _field(message: Message) -> str:
    """The field to blame if the game refuses what a message says."""
    return {"play": "move", "undo": "times", "fix": "entry"}.get(message.action, "text")
