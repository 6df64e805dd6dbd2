"""The companion's page, and its WebSockets: one game each, thought out by a crew of one."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from eminence import solver
from eminence.play.web.connection import Door
from eminence.play.web.crew import Crew
from eminence.play.web.files import StaticFile, sent
from eminence.play.web.following.connection import Follower
from eminence.play.web.jobs import Job
from eminence.play.web.limits import Limits


class Following:
    """All games that are followed in browsers now."""

    def __init__(
        self, advisers: Crew, hints: solver.Limit, limits: Limits, files: Mapping[str, StaticFile]
    ):
        self.advisers = advisers
        self.hint_limit = hints
        self.limits = limits
        self.files = files
        self.crew = Crew(1)
        self.door = FollowDoor(self)
        self._keys = itertools.count(1)
        self._thinking: set[asyncio.Task[Any]] = set()

    def routes(self) -> list[BaseRoute]:
        """The page, and the WebSocket that it speaks through."""
        return [Route("/follow", self.page), WebSocketRoute("/ws/follow", self.socket)]

    async def page(self, request: Request) -> Response:
        """The page."""
        return sent(request, self.files["follow.html"])

    async def socket(self, socket: WebSocket) -> None:
        """One connection."""
        await self.door.serve(socket)

    def new_key(self) -> str:
        """Tells one connection from the others."""
        return str(next(self._keys))

    async def think(self, job: Job) -> Any:
        """The answer to a job; goes on if nobody waits for it, since workers remember games."""
        task = asyncio.create_task(self.crew.run(job))
        self._thinking.add(task)
        task.add_done_callback(self._thought)
        return await asyncio.shield(task)

    def _thought(self, task: asyncio.Task[Any]) -> None:
        self._thinking.discard(task)
        if not task.cancelled():
            # If nobody waits any more, nobody need know that it failed.
            task.exception()

    async def close(self) -> None:
        """End what is thought about."""
        for task in [*self._thinking]:
            task.cancel()
        await asyncio.gather(*self._thinking, return_exceptions=True)
        self.crew.close()


class FollowDoor(Door):
    """Leads to the companion: everybody may come in."""

    def __init__(self, following: Following):
        super().__init__(following.limits)
        self.following = following

    async def greet(self, socket: WebSocket, address: str) -> None:
        await Follower(socket, self.following).stay()
