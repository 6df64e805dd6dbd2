"""One WebSocket of the companion's page: messages in their order, hints beside them."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.websockets import WebSocket, WebSocketDisconnect

from eminence.engines import PUBLIC, EminenceError
from eminence.play.service.queries import BadQuery
from eminence.play.web.connection import MOST_MALFORMED, POLICY, hang_up, receive, write
from eminence.play.web.crew import JobFailed
from eminence.play.web.following.entering import HINT, Said, read_said
from eminence.play.web.following.jobs import Fields, HintFor, Known, RecordOf, Told, error_fields
from eminence.play.web.guests import Guest
from eminence.play.web.limits import Rate

if TYPE_CHECKING:
    from eminence.play.web.following.service import Following

LOG = logging.getLogger("eminence.web")
#: what asks only, and changes nothing: a hint goes on beside it
ASKING = ("legal", "board")


class Follower:
    """A person beside a real table."""

    def __init__(self, socket: WebSocket, following: Following):
        self.socket = socket
        self.following = following
        self.limits = following.limits
        self.known = Known(following.new_key())
        self.guest = Guest(PUBLIC)
        self._hint: asyncio.Task[None] | None = None

    async def stay(self) -> None:
        """Both directions, until one of them ends."""
        tasks = [asyncio.create_task(write(self.socket, self.guest))]
        tasks.append(asyncio.create_task(self._read()))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._end_hint()
            for task in tasks:
                task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, WebSocketDisconnect):
                await task

    async def _read(self) -> None:
        rate, malformed = Rate(self.limits.messages, 60), 0
        while malformed < MOST_MALFORMED:
            text = await receive(self.socket)
            if not rate.allows(""):
                await hang_up(self.socket, POLICY, "too many messages: wait a minute")
                return
            try:
                said = read_said(text)
            except EminenceError as error:
                malformed += 1
                self._say(error_fields("", BadQuery("", None, str(error))))
            else:
                malformed = 0
                await self._hear(said)
        await hang_up(self.socket, POLICY, "too many messages that cannot be read")

    def _say(self, fields: Fields) -> None:
        self.guest.say(fields)

    async def _hear(self, said: Said) -> None:
        if said.action == HINT:
            self._begin_hint(said)
            return
        if said.action not in ASKING:
            self._end_hint()
        try:
            fields, self.known = await self.following.think(Told(self.known, said))
        except JobFailed as error:
            LOG.error("a followed game: %s: %s", said.action, error)
            self._refuse(said, "an error of the server: nothing was changed")
        else:
            self._say(fields)

    def _refuse(self, said: Said, reason: str) -> None:
        self._say(error_fields(said.id, BadQuery(said.id, None, reason)))

    # --- hints ---

    def _begin_hint(self, said: Said) -> None:
        if self._hint is not None and not self._hint.done():
            self._refuse(said, "a hint is being thought out already")
        elif self.following.advisers.waiting >= self.limits.hints:
            self._refuse(said, "too many ask for hints just now: ask again in a minute")
        else:
            self._hint = asyncio.create_task(self._advise(said))

    def _end_hint(self) -> None:
        """The game goes on: nobody wants to know any more."""
        if self._hint is not None:
            self._hint.cancel()

    async def _advise(self, said: Said) -> None:
        try:
            found = await self.following.think(RecordOf(self.known, said))
            if isinstance(found, dict):
                self._say(found)
                return
            record, stamp = found

            def say(hint: Fields, final: bool = False) -> None:
                self._say({"id": said.id, "final": final, "hint": {**hint, "stamp": stamp}})

            job = HintFor(record, self.following.hint_limit)
            say(await self.following.advisers.run(job, say), final=True)
        except JobFailed as error:
            LOG.error("a followed game: no hint: %s", error)
            self._refuse(said, "no hint could be found")
