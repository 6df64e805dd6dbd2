"""What the companion thinks, in a worker process: finding what can have been seen takes its time.

A worker keeps the games that it was asked about last. Whatever it keeps can be told anew, so a job
carries all that was said, and another worker can do it as well.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from eminence import solver
from eminence.cython_ext.pictures.scene import Scene
from eminence.engines import EminenceError
from eminence.play.follow.companion import Companion
from eminence.play.service.queries import BadQuery, Hint, Message
from eminence.play.service.query_reader import parse
from eminence.play.service.sessions import Sessions, standing
from eminence.play.table.telling.story import as_read_by
from eminence.play.web.following.entering import CLOSE, MOST_ENTRIES, TAKE, Said
from eminence.play.web.jobs import Say, hint_fields
from eminence.play.web.snapshot import panels_of
from eminence.search.beliefs.record import Record

#: games that a worker remembers
MOST_KEPT = 16
#: characters of a stamp
STAMP = 16
Fields = dict[str, Any]


@dataclass(frozen=True)
class Known:
    """All that makes a followed game, in words."""

    key: str
    """Of the connection."""
    opening: str = ""
    """The message that opened it; "" before there was one."""
    said: tuple[str, ...] = ()


@dataclass
class _Kept:
    """A game that a worker remembers, as it was told."""

    known: Known
    sessions: Sessions


#: by the keys of their connections, the one asked about last at the end
_KEPT: OrderedDict[str, _Kept] = OrderedDict()


@dataclass(frozen=True)
class Told:
    """A message about a game that is followed. The answer: its fields, and the game from now on."""

    known: Known
    said: Said

    def work(self, say: Say) -> tuple[Fields, Known]:
        kept = _kept(self.known)
        try:
            fields = _answered(kept, self.known, self.said)
        except BadQuery as error:
            fields = error_fields(self.said.id, error)
        except EminenceError as error:
            fields = error_fields(self.said.id, BadQuery(self.said.id, None, str(error)))
        except BaseException:
            # What is half done is not kept.
            _KEPT.pop(self.known.key, None)
            raise
        kept.known = _known_now(self.known, kept, self.said)
        return fields, kept.known


@dataclass(frozen=True)
class RecordOf:
    """What the seat has seen, for a hint; or the fields of a refusal."""

    known: Known
    said: Said

    def work(self, say: Say) -> tuple[Record, str] | Fields:
        kept = _kept(self.known)
        try:
            query = parse(self.said.text.encode())
            assert isinstance(query, Hint)
            about = kept.sessions.analysis(query)
        except BadQuery as error:
            return error_fields(self.said.id, error)
        assert about.record is not None
        return about.record, stamp_of(self.known.said)


@dataclass(frozen=True)
class HintFor:
    """Advice from all that a seat has seen."""

    record: Record
    limit: solver.Limit

    def work(self, say: Say) -> Fields:
        view = self.record.last
        solved = solver.quick_solution(view)
        if solved is not None:
            return hint_fields(solved)
        growing = solver.stream(view, self.limit, turn=True, record=self.record)
        for advice in growing:
            say(hint_fields(advice))
        return hint_fields(growing.finish())


# --- games that a worker remembers ---


def _kept(known: Known) -> _Kept:
    """The game; told anew if this worker does not remember it just so."""
    kept = _KEPT.get(known.key)
    if kept is None or kept.known != known:
        kept = _KEPT[known.key] = _Kept(known, _sessions(known))
    _KEPT.move_to_end(known.key)
    while len(_KEPT) > MOST_KEPT:
        _KEPT.popitem(last=False)
    return kept


def _sessions(known: Known) -> Sessions:
    sessions = Sessions()
    if known.opening:
        query = parse(known.opening.encode())
        assert isinstance(query, Message)
        sessions.answer(query)
        sessions.open[query.session].take(known.said)
    return sessions


def _companion(kept: _Kept) -> Companion | None:
    return next(iter(kept.sessions.open.values()), None)


def _known_now(known: Known, kept: _Kept, said: Said) -> Known:
    companion = _companion(kept)
    if companion is None:
        return Known(known.key)
    opening = known.opening or said.text
    return Known(known.key, opening, tuple(entry.said for entry in companion.entries))


# --- answers ---


def _answered(kept: _Kept, known: Known, said: Said) -> Fields:
    if said.action == TAKE:
        return _taken(kept, said)
    query = parse(said.text.encode())
    assert isinstance(query, Message)
    if query.action == "open" and known.opening:
        raise BadQuery(said.id, "id", "a game is open here already: close it first")
    companion = _companion(kept)
    is_full = companion is not None and len(companion.entries) >= MOST_ENTRIES
    if is_full and query.action in ("observe", "play"):
        raise BadQuery(said.id, None, f"{MOST_ENTRIES} entries are enough")
    answer = kept.sessions.answer(query)
    if query.action == CLOSE:
        return {"id": said.id, "final": True, **answer}
    companion = _companion(kept)
    assert companion is not None
    return {"id": said.id, "final": True, **answer, "page": page_fields(companion)}


def _taken(kept: _Kept, said: Said) -> Fields:
    """Take in what was said before, as far as it fits; what does not is refused."""
    companion = _companion(kept)
    if companion is None:
        raise BadQuery(said.id, "session", "no game is open: send open first")
    if len(companion.entries) + len(said.entries) > MOST_ENTRIES:
        raise BadQuery(said.id, "said", f"{MOST_ENTRIES} entries are enough")
    fields: Fields = {"id": said.id, "final": True}
    try:
        companion.take([*(entry.said for entry in companion.entries), *said.entries])
    except EminenceError as error:
        problem = BadQuery(said.id, "said", str(error))
        fields = error_fields(said.id, problem)
    return {**fields, **standing(companion), "page": page_fields(companion)}


def error_fields(id: str, error: BadQuery) -> Fields:
    """A refusal, in the words of the companion."""
    told = {"field": error.field, "message": " ".join(error.message.split())}
    right = {"fitting": list(error.fitting)} if error.fitting else {}
    return {"id": id, "error": {**told, **right}}


def page_fields(companion: Companion) -> Fields:
    """What the page shows: the board, what may come next, and what has happened."""
    view = companion.view
    scene = view.picture()
    said = tuple(entry.said for entry in companion.entries)
    return {
        "title": scene.title,
        "panels": panels_of(scene),
        "next": as_read_by(companion.pending, companion.seat),
        "choices": _choices(companion, scene),
        "log": [_log_entry(companion, number) for number in range(len(said))],
        "opening": _heard(companion, _opening_texts(companion)),
        "stamp": stamp_of(said),
    }


def _choices(companion: Companion, scene: Scene) -> list[Fields]:
    """What may come next: a text to send, whose it is, what it is, and its shapes."""
    view = companion.view
    if view.over:
        return []
    if companion.is_own:
        note = view.game.words.note
        return [
            {
                "text": text,
                "who": "",
                "what": text,
                "note": note(view, action),
                "shapes": list(scene.moves.get(action, ())),
            }
            for action, text in zip(view.actions(), companion.legal(), strict=True)
        ]
    return [_seen(text, companion.seat) for text in companion.legal()]


def _seen(text: str, seat: int) -> Fields:
    """What may be seen of others or of chance; in words it is read by who sits in the seat."""
    who, between, what = as_read_by(text, seat).partition(": ")
    if not between:
        who, what = "", who
    return {"text": text, "who": who, "what": what, "note": "", "shapes": []}


def _log_entry(companion: Companion, number: int) -> Fields:
    entry = companion.entries[number]
    return {"said": entry.said, "heard": _heard(companion, entry.heard)}


def _opening_texts(companion: Companion) -> list[str]:
    """What was to be seen before anything was said."""
    told = companion.log()
    return told[: len(told) - sum(len(entry.heard) for entry in companion.entries)]


def _heard(companion: Companion, texts: list[str]) -> list[str]:
    return [as_read_by(text, companion.seat) for text in texts]


def stamp_of(said: tuple[str, ...]) -> str:
    """Tells one state of a game from its others."""
    return hashlib.sha256("\n".join(said).encode("utf-8", "surrogatepass")).hexdigest()[:STAMP]
