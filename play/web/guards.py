"""What every request passes: who may ask, how much, and the headers of every answer."""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from eminence.play.web.limits import Limits, Rate

#: requests that change nothing
READING = ("GET", "HEAD")
#: what a host header may look like; it is repeated in a header of the answer
HOST = re.compile(r"[\w.-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?", re.ASCII)
#: the part of an IPv6 address that one customer has
PREFIX = 64
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Refused(Exception):
    """Why a request is not even looked at."""

    def __init__(self, status: int, reason: str):
        super().__init__(reason)
        self.status = status
        self.reason = reason


class Guards:
    """Middleware: checks host, origin and rate of every request, and sets the headers.

    names: the host names that browsers know this server by, besides IP addresses. Others are
    refused, so that no foreign page can reach the server under a name of its own.
    """

    def __init__(self, app: ASGIApp, limits: Limits, names: Collection[str] = ()):
        self.app = app
        self.names = {"localhost", *(name.lower() for name in names)}
        self.requests = Rate(limits.requests, 60)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            self._check(scope)
        except Refused as refusal:
            await _refuse(scope, send, refusal)
            return
        host = Headers(scope=scope)["host"]

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                _add_headers(message, host)
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_known(host):
            raise Refused(421, "unknown host name: start the server with --name to allow it")
        if scope["type"] == "websocket" or scope["method"] not in READING:
            _check_origin(headers, host)
        if not self.requests.allows(address_of(scope)):
            raise Refused(429, "too many requests: wait a minute")

    def _is_known(self, host: str) -> bool:
        name = _host_name(host) if HOST.fullmatch(host) else ""
        if name in self.names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _host_name(host: str) -> str:
    """The host of `host:port`, in small letters; "" if it cannot be read."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _check_origin(headers: Headers, host: str) -> None:
    """Only pages that this server has sent may change anything."""
    origin = headers.get("origin", "")
    if origin.lower() not in (f"http://{host}".lower(), f"https://{host}".lower()):
        raise Refused(403, "the request must come from a page of this server")


def address_of(scope: Scope) -> str:
    """Who asks, as far as limits go."""
    client = scope.get("client")
    text = client[0] if client else ""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if address.version == 4:
        return text
    return str(ipaddress.ip_network((address, PREFIX), strict=False))


def _add_headers(message: Message, host: str) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers[name] = value
    # Some browsers do not take 'self' for WebSockets.
    headers["content-security-policy"] = (
        f"default-src 'self'; connect-src 'self' ws://{host} wss://{host}; object-src 'none'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    if "cache-control" not in headers:
        headers["cache-control"] = "no-store"


async def _refuse(scope: Scope, send: Send, refusal: Refused) -> None:
    """Answer with the reason; a WebSocket is not opened."""
    kind = "http.response"
    if scope["type"] == "websocket":
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": refusal.reason})
            return
        kind = "websocket.http.response"
    body = json.dumps({"error": refusal.reason}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *((name.encode(), value.encode()) for name, value in HEADERS.items()),
    ]
    await send({"type": f"{kind}.start", "status": refusal.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
