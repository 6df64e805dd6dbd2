"""What the analysis page may ask for: read once, field by field. docs/web.md explains it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from eminence.cython_ext.errors import BadEntry, shown
from eminence.cython_ext.pages import Entries
from eminence.cython_ext.whole_numbers import UINT64_MAX
from eminence.engines import BadOption
from eminence.play.web.analysing.documents import MOST_MOVES
from eminence.play.web.analysing.spots import MOVER, ONLOOKER, Path
from eminence.play.web.client_messages import MOST_SEATS, MOST_TEXT

T = TypeVar("T")
#: moves of a branch
MOST_BRANCH = 1_000


@dataclass(frozen=True)
class Asked:
    """A spot of a file, and whose eyes see it."""

    text: str
    path: Path
    seat: int | str


@dataclass(frozen=True)
class Change:
    """Another value for an entry, or for one thing of it, which has the label."""

    text: str
    place: str
    label: str
    value: Any


def text_asked(body: dict[str, Any], most: int) -> str:
    """The text of a file, and nothing else."""
    entries = _only(body, "text")
    return _told(lambda: _text(entries, most))


def spot_asked(body: dict[str, Any], most: int) -> Asked:
    """A spot."""
    entries = _only(body, "text", "at", "branch", "seed", "seat")
    return _told(lambda: Asked(_text(entries, most), _path(entries), _seat(entries)))


def change_asked(body: dict[str, Any], most: int) -> Change:
    """A change of a position file."""
    entries = _only(body, "text", "place", "label", "value")

    def read() -> Change:
        place = entries.text("place", MOST_TEXT)
        label = entries.value("label", "a text")
        if not isinstance(label, str):
            raise entries.fail("label", f"expected a text, got {shown(label)}")
        value = entries.value("value", "a word, a number, or true or false")
        return Change(_text(entries, most), place, label, value)

    return _told(read)


def _only(body: dict[str, Any], *fields: str) -> Entries:
    """The fields of a request, which has no others."""
    strange = next((key for key in body if key not in fields), None)
    if strange is not None:
        raise BadOption(f"unknown {shown(strange)}; choose from {', '.join(fields)}")
    return Entries(body)


def _told(read: Callable[[], T]) -> T:
    """What is read; of what is wrong, one line."""
    try:
        return read()
    except BadEntry as error:
        raise BadOption(str(error)) from None


def _text(entries: Entries, most: int) -> str:
    """A text of a file; an empty one has problems of its own."""
    value = entries.value("text", "the text of a file")
    if not isinstance(value, str) or len(value) > most:
        raise entries.fail("text", f"expected the text of a file of at most {most} characters")
    return value


def _path(entries: Entries) -> Path:
    seed = None
    if entries.has("seed") and entries.values["seed"] is not None:
        seed = entries.number("seed", 0, UINT64_MAX)
    return Path(entries.number("at", 0, MOST_MOVES, 0), _branch(entries), seed)


def _branch(entries: Entries) -> tuple[str, ...]:
    moves = entries.values.get("branch", [])
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise entries.fail("branch", "expected a list of moves")
    if len(moves) > MOST_BRANCH or any(len(move) > MOST_TEXT for move in moves):
        raise entries.fail("branch", f"expected at most {MOST_BRANCH} moves in a game's words")
    return tuple(moves)


def _seat(entries: Entries) -> int | str:
    seat = entries.values.get("seat", MOVER)
    if seat in (MOVER, ONLOOKER) and isinstance(seat, str):
        return seat
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < MOST_SEATS:
        raise entries.fail("seat", f"expected a seat, {MOVER} or {ONLOOKER}, got {shown(seat)}")
    return seat
