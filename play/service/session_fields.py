"""The fields of messages about a game that is followed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from eminence.cython_ext.errors import BadOption, shown
from eminence.cython_ext.pages import Entries
from eminence.engines import Game, View
from eminence.engines.positions import NAMING, game_from
from eminence.play.follow.companion import MOST_TEXT, Companion
from eminence.play.service.analysis_fields import MOST_ID, position_in
from eminence.play.service.queries import Message

OPEN_FIELDS = (*NAMING, "position", "seat", "names")
#: the fields of messages about an open game
MESSAGES: dict[str, Sequence[str]] = {
    "observe": ("session", "text"),
    "play": ("session", "move"),
    "undo": ("session", "times"),
    "fix": ("session", "entry", "text"),
    "legal": ("session",),
    "board": ("session",),
    "close": ("session",),
}
MOST_ENTRIES = 100_000


def read_open(id: str, query: Entries) -> Message:
    """A game to follow, from its beginning or from a position."""
    game, start = _opened(query)
    seat = query.number("seat", 0, game.seats - 1, default=0) if start is None else start.seat
    try:
        companion = Companion(game, seat, _names(query), start)
    except BadOption as error:
        raise query.fail("names", str(error)) from None
    return Message(id, "open", id, companion)


def _opened(query: Entries) -> tuple[Game, View | None]:
    if not query.has("position"):
        return game_from(query), None
    if query.has("seat"):
        raise query.fail("seat", "a position says whose it is; leave it out")
    game, view = position_in(query)
    if view.seat < 0:
        raise query.fail("position.view_of", "expected a seat, got an onlooker")
    return game, view


def _names(query: Entries) -> Sequence[str]:
    if not query.has("names"):
        return ()
    names = query.values["names"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise query.fail("names", f"expected a list of names, got {shown(names)}")
    return names


def read_message(action: str) -> Callable[[str, Entries], Message]:
    """The reader of messages of one kind."""

    def read(id: str, query: Entries) -> Message:
        session = query.text("session", MOST_ID)
        said: str | int = ""
        number = 1
        if action in ("observe", "fix"):
            said = query.text("text", MOST_TEXT)
        if action == "play":
            said = _move(query)
        if action == "undo":
            number = query.number("times", 1, MOST_ENTRIES, default=1)
        if action == "fix":
            number = query.number("entry", 1, MOST_ENTRIES)
        return Message(id, action, session, None, said, number)

    return read


def _move(query: Entries) -> Any:
    move = query.value("move", "the text or id of a move")
    is_text = isinstance(move, str) and 1 <= len(move) <= MOST_TEXT
    if isinstance(move, bool) or not (is_text or isinstance(move, int)):
        raise query.fail("move", f"expected the text or id of a move, got {shown(move)}")
    return move
