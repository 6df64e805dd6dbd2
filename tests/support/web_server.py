"""A real server for tests, in a thread of its own, and clients that speak to it."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from eminence import solver
from eminence.play.web.app import Service, Settings
from eminence.play.web.limits import Limits
from eminence.play.web.server import config_of, listening, url_of

#: seconds that anything may take before the test fails
PATIENCE = 60.0
#: a hint that depends on nothing but the view
HINT = solver.Limit(iterations=200)


class Running:
    """A server that can be asked."""

    def __init__(self, service: Service, url: str):
        self.service = service
        self.url = url
        self.origin = url.rstrip("/")
        self.http = httpx.Client(base_url=url, headers={"origin": self.origin}, timeout=PATIENCE)

    def create(self, game: str, seats: list[str], hints: bool = True, **options: Any) -> Created:
        body = {"game": game, "options": options, "seats": seats, "hints": hints}
        answer = self.http.post("/api/tables", json=body)
        assert answer.status_code == 201, answer.text
        return Created(self, answer.json())

    def socket(self, **more: Any) -> Any:
        """An open WebSocket that has not said hello yet."""
        url = self.url.replace("http", "ws", 1) + "ws"
        options = {"origin": self.origin, "proxy": None, "max_size": 2**24, **more}
        return connect(url, **options).__enter__()

    def sit(self, table: str, token: str) -> Player:
        return Player(self.socket(), table, token)


class Created:
    """A new table."""

    def __init__(self, server: Running, answer: dict[str, Any]):
        self.server = server
        self.name: str = answer["table"]
        self.tokens = {each["seat"]: each["token"] for each in answer["seats"]}
        self.onlooker: str = answer["onlooker"]

    def sit(self, seat: int) -> Player:
        return self.server.sit(self.name, self.tokens[seat])

    def look(self) -> Player:
        return self.server.sit(self.name, self.onlooker)


class Player:
    """A client at a table; keeps everything that it was sent."""

    def __init__(self, socket: Any, table: str, token: str):
        self.socket = socket
        self.texts: list[str] = []
        self.table: dict[str, Any] = {}
        """What it last saw."""
        self.say(type="hello", table=table, token=token)
        self.wait_for("table")

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def say(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(timeout=seconds)
        self.texts.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "table":
            known = {panel["id"]: panel["svg"] for panel in self.table.get("panels", ())}
            for panel in message["panels"]:
                if "svg" not in panel:
                    panel["svg"] = known[panel["id"]]
            self.table = message
        return message

    def wait_for(self, *types: str) -> dict[str, Any]:
        while (message := self.hear())["type"] not in types:
            pass
        return message

    def wait_until(self, holds: Any) -> dict[str, Any]:
        """The first table of which this holds, the present one included."""
        deadline = time.monotonic() + PATIENCE
        while not holds(self.table):
            assert time.monotonic() < deadline
            self.hear()
        return self.table

    def move(self, text: str) -> dict[str, Any]:
        """Play; the answer is the new table or a refusal."""
        self.say(type="move", text=text, stamp=self.table["stamp"])
        return self.wait_for("table", "refused")

    def ask(self, **message: Any) -> dict[str, Any]:
        """Say something and hear what is no table."""
        self.say(**message)
        while (answer := self.hear())["type"] == "table":
            pass
        return answer

    def choices(self) -> list[str]:
        return [move["text"] for move in self.table["moves"]]

    def play_on(self) -> dict[str, Any]:
        """Play the first move each time, to the end of the game."""
        while not self.wait_until(lambda t: t["over"] or t["moves"])["over"]:
            self.move(self.choices()[0])
        return self.table


def closed(socket: Any) -> tuple[str, int]:
    """Wait until the server hangs up: the reason of the last refusal, and the code."""
    reason = ""
    with suppress(ConnectionClosed):
        while True:
            message = json.loads(socket.recv(timeout=PATIENCE))
            reason = message.get("reason", reason)
    return reason, socket.close_code


@contextmanager
def running(
    file: Path,
    limits: Limits | None = None,
    workers: int = 1,
    names: tuple = (),
    port: int = 0,
    runs: Path | None = None,
):
    """A server of this process."""
    settings = Settings(file, workers, names, limits or Limits(), HINT, runs)
    with listening("127.0.0.1", port) as waiting:
        service = Service(settings)
        server = uvicorn.Server(config_of(service, settings))
        thread = threading.Thread(target=server.run, args=([waiting],), daemon=True)
        thread.start()
        deadline = time.monotonic() + PATIENCE
        while not server.started:
            assert thread.is_alive()
            assert time.monotonic() < deadline
            time.sleep(0.01)
        found = Running(service, url_of(waiting))
        try:
            yield found
        finally:
            found.http.close()
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()
