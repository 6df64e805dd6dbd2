"""The server's addresses: pages, the lobby's requests, and the WebSocket of each seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from eminence import solver
from eminence.engines import EminenceError
from eminence.play.table.typed_input import HINT_SECONDS
from eminence.play.web.analysing.pages import Analysis
from eminence.play.web.client_messages import decoded
from eminence.play.web.connection import TableDoor
from eminence.play.web.crew import Crew
from eminence.play.web.files import sent, static_files
from eminence.play.web.following.service import Following
from eminence.play.web.guards import Guards, address_of
from eminence.play.web.hall import Hall
from eminence.play.web.limits import Limits, enough
from eminence.play.web.lobby import games_fields, setup_of, worth_fields
from eminence.play.web.runs.pages import Runs
from eminence.play.web.storage import Storage

#: pages by their addresses
PAGES = {"/": "index.html", "/table": "table.html", "/analysis": "analysis.html"}


@dataclass(frozen=True)
class Settings:
    """How a server is set up."""

    file: Path
    workers: int = 1
    """Processes in which bots think; hints have one of their own."""
    names: Collection[str] = ()
    """Host names besides IP addresses and localhost."""
    limits: Limits = field(default_factory=Limits)
    hints: solver.Limit = field(default_factory=lambda: solver.Limit(seconds=HINT_SECONDS))
    runs: Path | None = None
    """A folder of experiments that browsers may look at."""


class Service:
    """Answers all requests. It opens its file at once and closes it when the application ends."""

    def __init__(self, settings: Settings):
        self.limits = settings.limits
        self.files = static_files()
        self.runs = None if settings.runs is None else Runs(settings.runs, self.files)
        self.storage = Storage(settings.file)
        self.bots, self.advisers = Crew(settings.workers), Crew(1)
        self.hall = Hall(self.storage, self.bots, self.advisers, self.limits, settings.hints)
        self.door = TableDoor(self.hall, self.limits)
        self.analysis = Analysis(self.advisers, settings.hints, self.limits, self._body)
        self.following = Following(self.advisers, settings.hints, self.limits, self.files)
        self.app = self._app(settings)

    def _app(self, settings: Settings) -> Starlette:
        routes = [
            *(Route(path, self.page) for path in PAGES),
            Route("/static/{name}", self.file),
            Route("/api/games", self.games),
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/api/worth", self.worth, methods=["POST"]),
            WebSocketRoute("/ws", self.socket),
            *self.analysis.routes(),
            *self.following.routes(),
            *(self.runs.routes() if self.runs else ()),
        ]
        guards = Middleware(Guards, limits=settings.limits, names=settings.names)
        handlers: Mapping[Any, Any] = {
            HTTPException: _refused,
            EminenceError: _bad_request,
            ClientDisconnect: _gone,
        }
        return Starlette(
            routes=routes, middleware=[guards], exception_handlers=handlers, lifespan=self._lifespan
        )

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await self.hall.close()
            await self.following.close()
            if self.runs:
                await self.runs.close()
            self.bots.close()
            self.advisers.close()
            self.storage.close()

    # --- requests ---

    async def page(self, request: Request) -> Response:
        """A page."""
        return sent(request, self.files[PAGES[request.url.path]])

    async def file(self, request: Request) -> Response:
        """A module, a style sheet or a picture."""
        found = self.files.get(request.path_params["name"])
        if found is None:
            raise HTTPException(404, "no such file")
        return sent(request, found)

    async def games(self, request: Request) -> Response:
        """All games and their options."""
        fields = await asyncio.to_thread(games_fields)
        return JSONResponse({**fields, "runs": self.runs is not None})

    async def create(self, request: Request) -> Response:
        """A new table; the answer has the secrets of its seats."""
        body = decoded(await self._body(request, self.limits.body))
        setup = await asyncio.to_thread(setup_of, body)
        if not self.hall.tables.allows(address_of(request.scope)):
            raise HTTPException(429, enough(self.limits))
        return JSONResponse(await self.hall.create(setup), 201)

    async def worth(self, request: Request) -> Response:
        """What the levels at such a table are worth."""
        body = decoded(await self._body(request, self.limits.body))
        setup = await asyncio.to_thread(setup_of, body)
        return JSONResponse(await asyncio.to_thread(worth_fields, setup))

    async def _body(self, request: Request, most: int) -> str:
        """The body, if it is JSON and not too long."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise HTTPException(415, "expected application/json")
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise HTTPException(413, f"more than {most} bytes")
        try:
            return body.decode()
        except UnicodeDecodeError:
            raise HTTPException(400, "no UTF-8") from None

    async def socket(self, socket: WebSocket) -> None:
        """A seat's connection."""
        await self.door.serve(socket)


def _refused(request: Request, error: HTTPException) -> Response:
    return JSONResponse({"error": error.detail}, error.status_code, headers=error.headers)


def _bad_request(request: Request, error: EminenceError) -> Response:
    return JSONResponse({"error": " ".join(str(error).split())}, 400)


def _gone(request: Request, error: ClientDisconnect) -> Response:
    """The browser has hung up: nobody reads this."""
    return Response(status_code=400)
