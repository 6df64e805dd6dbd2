"""One open connection, as the table sees it: what is still to be sent to it."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable
from typing import Any

#: messages that may wait for a slow reader, apart from the table itself
MOST_WAITING = 100


class Guest:
    """Who looks at a table through one connection: a seat, or PUBLIC for an onlooker.

    Of the table only the newest state is kept, and none that the guest has seen already.
    """

    def __init__(self, seat: int, token: str = "", may_make: Callable[[], bool] = lambda: True):
        self.seat = seat
        self.may_make = may_make
        """Asked before a new table is made for it: were there not too many?"""
        self.token = token
        """The secret that it has said at the door."""
        self.hint: asyncio.Task[None] | None = None
        """The hint that is being thought out for it."""
        self.is_slow = False
        """So much waits that the connection should be closed."""
        self._table: dict[str, Any] = {}
        self._shown: dict[str, Any] = {}
        self._others: deque[str] = deque()
        self._new = asyncio.Event()

    def show(self, table: dict[str, Any]) -> None:
        """The newest state of the table."""
        if table != (self._table or self._shown):
            self._table = table
            self._new.set()

    def say(self, message: dict[str, Any]) -> None:
        """Anything else, in its turn."""
        self.is_slow |= len(self._others) >= MOST_WAITING
        self._others.append(json.dumps(message))
        self._new.set()

    async def next(self) -> str:
        """The next text to send."""
        while True:
            if self._others:
                return self._others.popleft()
            if self._table:
                text = json.dumps(_without_known(self._table, self._shown))
                self._shown, self._table = self._table, {}
                return text
            self._new.clear()
            await self._new.wait()


def _without_known(table: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    """The table without the drawings that were sent with the one before: they take most room."""
    known = {panel["id"]: panel for panel in shown.get("panels", ())}
    panels = [
        {name: value for name, value in panel.items() if name != "svg"}
        if panel == known.get(panel["id"])
        else panel
        for panel in table["panels"]
    ]
    return {**table, "panels": panels}
