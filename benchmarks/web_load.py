"""How quickly the browser's tables answer when many play: `python -m benchmarks.web_load`.

A real server in a process of its own, tables with a person and easy bots, and for each table
some onlookers, all on this machine. Each person moves every few seconds; what is measured is the
time from its move to the table that it is shown then, without the bots' thinking: they think while
the server answers others, so they are part of the load. A finished game is taken back by a move.
This process plays the browsers: what it needs of the processors is taken from the server too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.measuring import SEED, header, line, verdict
from eminence import engines

TABLES, SOCKETS = 50, 200
#: seconds between two moves of a person, on average
PACE = 5.0
#: seconds of one measurement, and the most moves in it
SECONDS, MOST_MOVES = 30.0, 1000
GAMES = ("tic_tac_toe", "royals")
BAR = 0.2
#: bytes of the largest message
LARGEST = 2**24
COLUMNS = (("game", 14), ("moves", 8), ("p50 ms", 10), ("p95 ms", 10), ("most ms", 10), ("KiB", 8))


class Load:
    """One measurement: the seconds of each move, and the sizes of the answers."""

    def __init__(self, url: str, deadline: float):
        self.url = url
        self.deadline = deadline
        self.seconds: list[float] = []
        self.sizes: list[int] = []

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.deadline or len(self.seconds) >= MOST_MOVES

    def socket(self) -> connect:
        """A connection as a page of the server would open it."""
        origin = self.url.rstrip("/")
        address = f"ws{origin.removeprefix('http')}/ws"
        return connect(address, origin=origin, max_size=LARGEST, proxy=None)  # type: ignore[arg-type]

    async def play(self, table: str, token: str, rng: random.Random) -> None:
        """A person who moves now and then."""
        async with self.socket() as socket:
            await _hello(socket, table, token)
            shown = await _next_table(socket)
            await asyncio.sleep(rng.random() * PACE)
            while not self.is_over:
                shown = await _until_own_move(socket, shown, self.deadline)
                if shown["moves"]:
                    shown = await self._move(socket, shown, rng)
                await asyncio.sleep(rng.uniform(0.5, 1.5) * PACE)

    async def _move(
        self, socket: ClientConnection, shown: dict[str, Any], rng: random.Random
    ) -> dict[str, Any]:
        text = rng.choice(shown["moves"])["text"]
        message = {"type": "move", "text": text, "stamp": shown["stamp"]}
        begun = time.perf_counter()
        await socket.send(json.dumps(message))
        while True:
            answer = await socket.recv()
            taken = time.perf_counter() - begun
            heard = json.loads(answer)
            if heard["type"] == "refused":
                return await _next_table(socket)
            if heard["type"] == "table" and heard["stamp"] != shown["stamp"]:
                self.seconds.append(taken)
                self.sizes.append(len(answer))
                return heard

    async def look(self, table: str, token: str) -> None:
        """An onlooker."""
        async with self.socket() as socket:
            await _hello(socket, table, token)
            while not self.is_over:
                rest = max(0.0, self.deadline - time.monotonic())
                try:
                    await asyncio.wait_for(socket.recv(), rest)
                except TimeoutError:
                    return


async def _hello(socket: ClientConnection, table: str, token: str) -> None:
    await socket.send(json.dumps({"type": "hello", "table": table, "token": token}))


async def _next_table(socket: ClientConnection) -> dict[str, Any]:
    while (heard := json.loads(await socket.recv()))["type"] != "table":
        pass
    return dict(heard)


async def _until_own_move(
    socket: ClientConnection, shown: dict[str, Any], deadline: float
) -> dict[str, Any]:
    """The newest of all that came, once the person may move; a finished game goes back a move."""
    await _go_back(socket, shown)
    while True:
        try:
            wait = 0.0 if shown["moves"] else max(0.0, deadline - time.monotonic())
            heard = json.loads(await asyncio.wait_for(socket.recv(), wait + 0.01))
        except TimeoutError:
            return shown
        if heard["type"] == "table":
            shown = heard
            await _go_back(socket, shown)


async def _go_back(socket: ClientConnection, shown: dict[str, Any]) -> None:
    if shown["over"]:
        await socket.send(json.dumps({"type": "undo"}))


def measured(game: str, tables: int, sockets: int, seconds: float) -> Load:
    """The load of one game, against a server of its own."""
    with _server() as url:
        made = [_create(url, game) for _ in range(tables)]
        return asyncio.run(_run(url, made, sockets, seconds))


async def _run(url: str, made: Sequence[dict[str, Any]], sockets: int, seconds: float) -> Load:
    load = Load(url, time.monotonic() + seconds)
    rng = random.Random(SEED)
    people = [
        load.play(table["table"], table["seats"][0]["token"], random.Random(rng.random()))
        for table in made
    ]
    looking = [
        load.look(made[i % len(made)]["table"], made[i % len(made)]["onlooker"])
        for i in range(sockets - len(made))
    ]
    await asyncio.gather(*people, *looking)
    return load


@contextmanager
def _server() -> Iterator[str]:
    """A server with an empty file; its address."""
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "tables.sqlite")
        command = [sys.executable, "-m", "eminence.play", "serve", "--port", "0", "--file", file]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                told = process.stdout.readline()
                yield next(word for word in told.split() if word.startswith("http://"))
            finally:
                process.terminate()


def _create(url: str, game: str) -> dict[str, Any]:
    """A new table with one person."""
    seats = ["person"] + ["easy"] * (engines.load(game).seats - 1)
    body = json.dumps({"game": game, "options": {}, "seats": seats, "hints": False}).encode()
    headers = {"content-type": "application/json", "origin": url.rstrip("/")}
    request = urllib.request.Request(f"{url}api/tables", body, headers)
    with urllib.request.urlopen(request) as answer:
        return dict(json.load(answer))


def main(arguments: Sequence[str]) -> int:
    """Measure each game; 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--sockets", type=int, default=SOCKETS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    chosen = parser.parse_args(arguments)
    print(f"{chosen.tables} tables with bots, {chosen.sockets} WebSockets, a move every {PACE} s")
    print(header(COLUMNS))
    all_met, verdicts = True, []
    for game in chosen.games:
        load = measured(game, chosen.tables, chosen.sockets, chosen.seconds)
        p50, *_, p95 = statistics.quantiles(load.seconds, n=20)[9:]
        cells = [p50, p95, max(load.seconds)]
        kib = statistics.mean(load.sizes) / 1024
        figures = [f"{1000 * each:.0f}" for each in cells]
        print(line([game, str(len(load.seconds)), *figures, f"{kib:.0f}"], COLUMNS), flush=True)
        met = p95 < BAR
        all_met &= met
        verdicts.append(verdict(f"{game}: p95 below {1000 * BAR:.0f} ms", f"{1000 * p95:.0f}", met))
    print("\n".join(verdicts))
    return 0 if all_met else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
