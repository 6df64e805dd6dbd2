"""One WebSocket: a hello with a seat's secret, then messages both ways."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from eminence.engines import BadOption, EminenceError
from eminence.play.web.client_messages import read_message
from eminence.play.web.guards import address_of
from eminence.play.web.guests import Guest
from eminence.play.web.hall import Hall, NoSeat
from eminence.play.web.limits import Limits, Rate
from eminence.play.web.sitting import Sitting, refused

LOG = logging.getLogger("eminence.web")
#: why a connection is closed: a rule was broken, too much at once, or an error of ours
POLICY, BUSY, FAULT = 1008, 1013, 1011
#: messages in a row that are not well formed, before the connection is closed
MOST_MALFORMED = 10


class Door:
    """Lets connections in, and no more than there is room for."""

    def __init__(self, limits: Limits):
        self.limits = limits
        self._inside: dict[str, int] = {}

    async def serve(self, socket: WebSocket) -> None:
        """One connection, from its beginning to its end."""
        address = address_of(socket.scope)
        await socket.accept()
        mine, all_ = self._inside.get(address, 0), sum(self._inside.values())
        if mine >= self.limits.connections or all_ >= self.limits.all_connections:
            await hang_up(socket, BUSY, "too many connections: close some pages")
            return
        self._inside[address] = mine + 1
        try:
            await self.greet(socket, address)
        except WebSocketDisconnect:
            pass
        except Exception:
            LOG.exception("a connection ended")
            await hang_up(socket, FAULT, "an error of the server: open the page anew")
        finally:
            self._inside[address] -= 1
            if not self._inside[address]:
                del self._inside[address]

    async def greet(self, socket: WebSocket, address: str) -> None:
        """Speak with who has come in, to the end."""
        raise NotImplementedError


class TableDoor(Door):
    """Leads to the tables: who comes in says which seat is theirs."""

    def __init__(self, hall: Hall, limits: Limits):
        super().__init__(limits)
        self.hall = hall
        self.strangers = Rate(limits.strangers, 60)

    async def greet(self, socket: WebSocket, address: str) -> None:
        try:
            sitting, guest = await self._entered(socket, address)
        except TimeoutError:
            await hang_up(socket, POLICY, "nothing was said: say hello first")
        except EminenceError as error:
            await hang_up(socket, POLICY, " ".join(str(error).split()))
        else:
            await _sit(socket, sitting, guest, self.limits)

    async def _entered(self, socket: WebSocket, address: str) -> tuple[Sitting, Guest]:
        text = await asyncio.wait_for(receive(socket), self.limits.hello)
        message = read_message(text)
        if message.type != "hello":
            raise BadOption(f"{message.type}: say hello first")
        if self.strangers.is_full(address):
            raise BadOption("too many wrong links: wait a minute")
        try:
            sitting, seat = await self.hall.enter(message.table, message.token)
        except NoSeat:
            self.strangers.allows(address)
            raise
        return sitting, Guest(seat, message.token, lambda: self.hall.tables.allows(address))


async def _sit(socket: WebSocket, sitting: Sitting, guest: Guest, limits: Limits) -> None:
    """Both directions, until one of them ends."""
    writing = asyncio.create_task(write(socket, guest))
    try:
        await sitting.join(guest)
        reading = asyncio.create_task(_read(socket, sitting, guest, limits))
        await asyncio.wait([reading, writing], return_when=asyncio.FIRST_COMPLETED)
        for task in (reading, writing):
            task.cancel()
        for task in (reading, writing):
            with suppress(asyncio.CancelledError, WebSocketDisconnect):
                await task
    finally:
        writing.cancel()
        await sitting.leave(guest)


async def write(socket: WebSocket, guest: Guest) -> None:
    while not guest.is_slow:
        await socket.send_text(await guest.next())
    await hang_up(socket, BUSY, "too slow: open the page anew")


async def _read(socket: WebSocket, sitting: Sitting, guest: Guest, limits: Limits) -> None:
    rate, malformed = Rate(limits.messages, 60), 0
    while malformed < MOST_MALFORMED:
        text = await receive(socket)
        if not rate.allows(""):
            await hang_up(socket, POLICY, "too many messages: wait a minute")
            return
        about = ""
        try:
            message = read_message(text)
            malformed, about = 0, message.type
            await sitting.hear(guest, message)
        except EminenceError as error:
            malformed += not about
            guest.say(refused(about, " ".join(str(error).split())))
        except Exception:
            LOG.exception("table %s: %s", sitting.table.record.name, about)
            guest.say(refused(about, "an error of the server: nothing was changed"))
    await hang_up(socket, POLICY, "too many messages that cannot be read")


async def receive(socket: WebSocket) -> str:
    """The next text; bytes are refused when they are read as a message."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    return "" if text is None else text


async def hang_up(socket: WebSocket, code: int, reason: str) -> None:
    """Say why, and hang up."""
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_json(refused("connection", reason))
        await socket.close(code)
