"""Runs the server until it is told to stop."""

from __future__ import annotations

import logging
import socket
import webbrowser
from collections.abc import Callable

import uvicorn

from eminence.engines import BadOption
from eminence.play.web.app import Service, Settings

#: connections that the system keeps for us until they are taken
BACKLOG = 512
#: seconds between two signs of life on a WebSocket
PING = 20.0
#: seconds that open connections have when the server ends
GRACE = 2


def listening(host: str, port: int) -> socket.socket:
    """A socket that waits for browsers."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        waiting = socket.socket(family, kind)
        try:
            waiting.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            waiting.bind(address)
            waiting.listen(BACKLOG)
        except BaseException:
            waiting.close()
            raise
    except OSError as error:
        raise BadOption(f"--host {host} --port {port}: {error.strerror or error}") from None
    return waiting


def url_of(waiting: socket.socket) -> str:
    """What a browser on this machine opens."""
    host, port = waiting.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def serve(
    settings: Settings, host: str, port: int, say: Callable[[str], None], browse: bool = False
) -> None:
    """Serve until Ctrl-C or a signal."""
    logging.basicConfig(format="eminence: %(message)s", level=logging.WARNING)
    with listening(host, port) as waiting:
        service = Service(settings)
        url = url_of(waiting)
        say(f"the table is open at {url} (Ctrl-C closes it; the tables stay in {settings.file})")
        if browse:
            webbrowser.open(url)
        uvicorn.Server(config_of(service, settings)).run(sockets=[waiting])


def config_of(service: Service, settings: Settings) -> uvicorn.Config:
    """No log of requests, no word of what serves, no trust in what a proxy says."""
    return uvicorn.Config(
        service.app,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="websockets-sansio",
        ws_max_size=settings.limits.message,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        timeout_graceful_shutdown=GRACE,
        lifespan="on",
    )
