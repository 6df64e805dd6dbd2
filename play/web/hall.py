"""All tables of a server: new ones, and those that somebody looks at."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from eminence import engines, solver
from eminence.engines import PUBLIC, BadOption
from eminence.engines.kit.options import LEVELS, listed
from eminence.play.web.crew import Crew
from eminence.play.web.limits import Limits, Rate
from eminence.play.web.sitting import Sitting
from eminence.play.web.storage import Record, Storage
from eminence.play.web.table import new_record, opened
from eminence.play.web.tokens import hash_of, new_name, new_token, seat_with

HOUR = 3600
#: who may sit in a seat
PERSON = "person"
#: open tables, above which those are closed that nobody looks at
MANY_OPEN = 200
NAME = re.compile(r"[0-9a-f]{1,32}")
#: said of unknown tables and of wrong secrets alike
NO_SEAT = "this link belongs to no seat: ask who made the table for yours"


class NoSeat(BadOption):
    """No table of this name, or not the secret of one of its seats."""


@dataclass(frozen=True)
class Setup:
    """A table that somebody wants."""

    game: engines.Game
    line_up: tuple[str, ...]
    """Per seat `person` or the level of a bot."""
    hints: bool


class Hall:
    """Opens tables and closes them."""

    def __init__(
        self, storage: Storage, bots: Crew, advisers: Crew, limits: Limits, hints: solver.Limit
    ):
        self.storage = storage
        self.bots = bots
        self.advisers = advisers
        self.limits = limits
        self.hint_limit = hints
        self.tables = Rate(limits.tables, HOUR)
        """New tables by address."""
        self._open: dict[str, asyncio.Task[Sitting]] = {}

    async def create(self, setup: Setup) -> dict[str, Any]:
        """A new table: its name and the secrets of its seats, which are told only now."""
        return await asyncio.to_thread(self._created, setup)

    def _created(self, setup: Setup) -> dict[str, Any]:
        if self.storage.count() >= self.limits.all_tables:
            raise BadOption("this server has no room for more tables")
        people = [seat for seat, who in enumerate(setup.line_up) if who == PERSON]
        tokens = {seat: new_token() for seat in (*people, PUBLIC)}
        hashes = {seat: hash_of(token) for seat, token in tokens.items()}
        record = new_record(new_name(), setup.game, setup.line_up, setup.hints, hashes)
        self.storage.add(record)
        return {
            "table": record.name,
            "seats": [{"seat": seat, "token": tokens[seat]} for seat in people],
            "onlooker": tokens[PUBLIC],
        }

    async def enter(self, name: str, token: str) -> tuple[Sitting, int]:
        """The table and the seat that a secret opens."""
        record = None
        if NAME.fullmatch(name):
            record = await asyncio.to_thread(self.storage.read, name)
        seat = seat_with(token, {} if record is None else record.hashes)
        if record is None or seat is None:
            raise NoSeat(NO_SEAT)
        return await self._sitting(record), seat

    async def _sitting(self, record: Record) -> Sitting:
        name = record.name
        while True:
            if name not in self._open:
                self._close_idle()
                self._open[name] = asyncio.create_task(self._opened(name))
            task = self._open[name]
            try:
                sitting = await asyncio.shield(task)
            except Exception:
                self._open.pop(name, None)
                raise
            # It may have been closed as idle before its first guest could join it.
            if self._open.get(name) is task:
                return sitting

    async def _opened(self, name: str) -> Sitting:
        # Read again: the table may have been closed, with its last moves, since it was found.
        record = await asyncio.to_thread(self.storage.read, name)
        assert record is not None
        table = await asyncio.to_thread(opened, record)
        return Sitting(table, self.storage, self.bots, self.advisers, self.limits, self.hint_limit)

    def _close_idle(self) -> None:
        if len(self._open) < MANY_OPEN:
            return
        for name, task in [*self._open.items()]:
            if task.done() and not task.exception() and task.result().is_idle:
                del self._open[name]

    async def close(self) -> None:
        """Close all tables; the file has them."""
        for task in self._open.values():
            if task.done() and not task.cancelled() and not task.exception():
                await task.result().close()
        self._open.clear()


def line_up_of(game: engines.Game, named: Sequence[str]) -> tuple[str, ...]:
    """The line-up, if it fits the game."""
    if len(named) != game.seats:
        raise BadOption(f"seats: {len(named)} are named, {game.name} is set up for {game.seats}")
    for who in named:
        if who not in (PERSON, *LEVELS):
            raise BadOption(f"seats: unknown {who!r}; choose {listed([PERSON, *LEVELS])}")
    return tuple(named)
