"""Another game for the same people, at a new table where everybody sits one seat further.

Nobody's secret is kept anywhere: the new secret of a seat follows from the old one, which whoever
asks for it has said at the door. So it is the same however often and from wherever it is asked for.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from eminence.engines import PUBLIC, BadOption
from eminence.play.web.limits import Limits
from eminence.play.web.storage import Storage
from eminence.play.web.table import Table, new_record
from eminence.play.web.tokens import as_token, hash_of, new_name

#: what a viewer may do at the end of a game: offer another one, follow an offer, or nothing
OFFER, FOLLOW, NO = "offer", "follow", ""
#: the setting that holds the name of the new table
NEXT = "next"


@dataclass(frozen=True)
class Moved:
    """Where a viewer sits at the new table."""

    table: str
    seat: int
    token: str


def rematch_kind(table: Table, viewer: int) -> str:
    """What a seat or PUBLIC may do about another game."""
    if not table.live.state.over:
        return NO
    if NEXT in table.record.settings:
        return FOLLOW
    return OFFER if table.is_persons(viewer) else NO


def moved(table: Table, viewer: int, token: str, storage: Storage, limits: Limits) -> Moved:
    """Bring a viewer with this secret to the new table, which is made if nobody has yet."""
    kind = rematch_kind(table, viewer)
    if kind == NO:
        over = table.live.state.over
        raise BadOption("nobody has offered another game" if over else "the game is not over yet")
    if kind == OFFER:
        _make(table, storage, limits)
    name: str = table.record.settings[NEXT]
    seat = PUBLIC if viewer == PUBLIC else (viewer + 1) % table.game.seats
    new = _follows(token, name)
    storage.let_in(name, seat, hash_of(new))
    return Moved(name, seat, new)


def _make(table: Table, storage: Storage, limits: Limits) -> None:
    """A table with the same options; its people are let in when they come."""
    if storage.count() >= limits.all_tables:
        raise BadOption("this server has no room for more tables")
    line_up = [table.line_up[seat - 1] for seat in range(table.game.seats)]
    record = new_record(new_name(), table.game, line_up, table.has_hints)
    storage.add(record)
    storage.set(table.record, NEXT, record.name)


def _follows(token: str, name: str) -> str:
    """The secret at a table that follows from one at the table before."""
    known = token.encode("utf-8", "surrogatepass")
    return as_token(hmac.digest(known, f"rematch {name}".encode(), hashlib.sha256))
