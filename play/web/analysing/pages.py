"""The requests of the analysis page: each brings its file along, and the server keeps nothing."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from eminence import solver
from eminence.cython_ext.game import View
from eminence.engines import BadOption, EminenceError
from eminence.play.web.analysing.asked import Asked, change_asked, spot_asked, text_asked
from eminence.play.web.analysing.checking import checked
from eminence.play.web.analysing.documents import described, opened
from eminence.play.web.analysing.rewriting import changed_text
from eminence.play.web.analysing.spots import Spot, document_fields
from eminence.play.web.client_messages import decoded
from eminence.play.web.crew import Crew, JobFailed
from eminence.play.web.guards import address_of
from eminence.play.web.jobs import Hint
from eminence.play.web.limits import Limits

LOG = logging.getLogger("eminence.web")
#: files that are read at the same time: the tables come first
AT_ONCE = 2
#: hints of one address at a time
HINTS = 2
T = TypeVar("T")
Answer = Callable[[Request], Awaitable[Response]]
#: reads the body of a request, if it is not longer than this
Body = Callable[[Request, int], Awaitable[str]]


class Json(JSONResponse):
    """Files may hold half characters, which have no bytes: they go back as they came, escaped."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content).encode()


class Analysis:
    """Answers what the page asks for. Long thoughts go to the advisers."""

    def __init__(self, advisers: Crew, hints: solver.Limit, limits: Limits, body: Body):
        self.advisers = advisers
        self.hint_limit = hints
        self.limits = limits
        self.body = body
        self._thinking: Counter[str] = Counter()
        self._reading = asyncio.Semaphore(AT_ONCE)

    def routes(self) -> list[Route]:
        """The addresses."""
        asked = {
            "open": self.open,
            "look": self.look,
            "hint": self.hint,
            "position": self.position,
            "saved": self.saved,
            "check": self.check,
            "change": self.change,
        }
        return [
            Route(f"/api/analysis/{name}", _refusing(answer), methods=["POST"])
            for name, answer in asked.items()
        ]

    async def open(self, request: Request) -> Response:
        """What a file holds, or all that is wrong with it."""
        text = text_asked(await self._asked(request), self.limits.file)
        try:
            return Json(await self._done(lambda: document_fields(opened(text))))
        except EminenceError as error:
            problems = [each.fields() for each in described(error, text)]
            return Json({"error": " ".join(str(error).split()), "problems": problems}, 400)

    async def look(self, request: Request) -> Response:
        """A spot of the file, as a seat sees it."""
        asked = await self._spot_asked(request)
        return Json(await self._done(lambda: _spot(asked).fields(asked.seat)))

    async def position(self, request: Request) -> Response:
        """A position file of a spot."""
        asked = await self._spot_asked(request)
        return _file(await self._done(lambda: _spot(asked).position(asked.seat)))

    async def saved(self, request: Request) -> Response:
        """A saved game that leads to a spot."""
        asked = await self._spot_asked(request)
        return _file(await self._done(lambda: _spot(asked).saved()))

    async def check(self, request: Request) -> Response:
        """All that is wrong with a text, or what it shows; and the entries that can be chosen."""
        text = text_asked(await self._asked(request), self.limits.file)
        return Json(await self._done(lambda: checked(text)))

    async def change(self, request: Request) -> Response:
        """A position file with one thing changed, and what is wrong with it then."""
        change = change_asked(await self._asked(request), self.limits.file)

        def change_and_check() -> dict[str, Any]:
            text = changed_text(change.text, change.place, change.label, change.value)
            return {"text": text, **checked(text)}

        return Json(await self._done(change_and_check))

    # --- hints ---

    async def hint(self, request: Request) -> Response:
        """A hint for who is to move: lines of JSON while it grows, the last is final."""
        asked = await self._spot_asked(request)
        view, stamp = await self._done(lambda: _to_advise(asked))
        address = address_of(request.scope)
        if self.advisers.waiting >= self.limits.hints or self._thinking[address] >= HINTS:
            raise HTTPException(429, "too many hints are asked for just now: wait a moment")
        return StreamingResponse(
            self._hints(view, stamp, address), media_type="application/x-ndjson"
        )

    async def _hints(self, view: View, stamp: str, address: str) -> AsyncIterator[str]:
        found: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        async def think() -> None:
            def say(grown: dict[str, Any]) -> None:
                found.put_nowait({"type": "hint", "final": False, "stamp": stamp, **grown})

            try:
                last = await self.advisers.run(Hint(view, self.hint_limit), say)
                found.put_nowait({"type": "hint", "final": True, "stamp": stamp, **last})
            except JobFailed as error:
                LOG.error("analysis: no hint: %s", error)
                found.put_nowait({"type": "refused", "reason": "no hint could be found"})

        self._thinking[address] += 1
        thinking = asyncio.create_task(think())
        try:
            while True:
                message = await found.get()
                yield json.dumps(message) + "\n"
                if message["type"] == "refused" or message["final"]:
                    return
        finally:
            # Whoever has gone to another move does not wait for this one.
            thinking.cancel()
            self._thinking -= Counter({address: 1})

    # --- reading ---

    async def _asked(self, request: Request) -> dict[str, Any]:
        body = await self.body(request, 3 * self.limits.file)
        fields: dict[str, Any] = decoded(body)
        return fields

    async def _spot_asked(self, request: Request) -> Asked:
        return spot_asked(await self._asked(request), self.limits.file)

    async def _done(self, work: Callable[[], T]) -> T:
        async with self._reading:
            try:
                return await asyncio.to_thread(work)
            except RecursionError:
                raise BadOption("text: too much inside each other") from None


def _refusing(answer: Answer) -> Answer:
    """The answer, or in one line why there is none."""

    async def refusing(request: Request) -> Response:
        try:
            return await answer(request)
        except EminenceError as error:
            return Json({"error": " ".join(str(error).split())}, 400)

    return refusing


def _spot(asked: Asked) -> Spot:
    return Spot(opened(asked.text), asked.path)


def _to_advise(asked: Asked) -> tuple[View, str]:
    """What the seat that is to move knows, and the stamp of the spot."""
    spot = _spot(asked)
    seat = spot.seat(asked.seat)
    if not spot.decides(seat):
        raise BadOption("hints are for who is to move: look from that seat")
    return spot.view(seat), spot.fields(asked.seat)["stamp"]


def _file(file: tuple[str, str]) -> Response:
    name, content = file
    return Json({"name": name, "content": content})
