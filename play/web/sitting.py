"""A table that is open: who is connected to it, and bots and hints that are being thought out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from eminence import solver
from eminence.engines import BadOption, EminenceError
from eminence.play.table.explanations import find_entry
from eminence.play.web.client_messages import Message
from eminence.play.web.crew import Crew, JobFailed
from eminence.play.web.guests import Guest
from eminence.play.web.jobs import HINT_VIEWS, BotMove, Hint
from eminence.play.web.limits import Limits, enough
from eminence.play.web.lookup import entry_fields, rules_fields
from eminence.play.web.rematch import OFFER, moved, rematch_kind
from eminence.play.web.snapshot import shown_to, snapshot
from eminence.play.web.storage import Storage
from eminence.play.web.table import Table, opened

LOG = logging.getLogger("eminence.web")
STALE = "the table has changed meanwhile: look again"


class Sitting:
    """Changes a table, one after the other, keeps each change in the file, and shows it to all."""

    def __init__(
        self, table: Table, storage: Storage, bots: Crew, advisers: Crew, limits: Limits,
        hints: solver.Limit,
    ):  # fmt: skip
        self.table = table
        self.storage = storage
        self.bots = bots
        self.advisers = advisers
        self.limits = limits
        self.hint_limit = hints
        self.guests: list[Guest] = []
        self.trouble = ""
        """Why the game does not go on; "" while it does."""
        self._one = asyncio.Lock()
        self._shown: dict[int, dict[str, Any]] = {}
        """What each viewer sees of the game as it is now."""
        self._playing: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """Is nobody connected, and does no bot think?"""
        return not self.guests and (self._playing is None or self._playing.done())

    # --- coming and going ---

    async def join(self, guest: Guest) -> None:
        """Somebody looks at the table from now on."""
        self.guests.append(guest)
        stand_in = self.table.stand_ins.get(guest.seat)
        if stand_in is not None and stand_in.away:
            await self._change(lambda table: table.give_back(guest.seat))
        self.trouble = ""
        await self.show()
        self.wake()

    async def leave(self, guest: Guest) -> None:
        """Somebody has left."""
        self.guests.remove(guest)
        if guest.hint is not None:
            guest.hint.cancel()
        await self.show()

    def here(self) -> set[int]:
        """The seats that somebody looks from."""
        return {guest.seat for guest in self.guests}

    async def show(self, first: int | None = None) -> None:
        """Let everybody see how things stand, the one who has moved before the others."""
        for viewer in sorted(self.here(), key=lambda seat: seat != first):
            async with self._one:
                seen = await asyncio.to_thread(self._seen, viewer)
            for guest in self.guests:
                if guest.seat == viewer:
                    guest.show(seen)

    def _seen(self, viewer: int) -> dict[str, Any]:
        seen = snapshot(self.table, viewer, self.here(), self._shown_to(viewer))
        return {**seen, "trouble": self.trouble}

    def _shown_to(self, viewer: int) -> dict[str, Any]:
        if viewer not in self._shown:
            self._shown[viewer] = shown_to(self.table, viewer)
        return self._shown[viewer]

    # --- what guests say ---

    async def hear(self, guest: Guest, message: Message) -> None:
        """Do what a message wants; raises an EminenceError where that cannot be done."""
        if message.type in ("log", "rules", "look"):
            await self._tell(guest, message)
            return
        if message.type == "rematch":
            await self._move_on(guest)
            return
        if not self.table.is_persons(guest.seat):
            raise BadOption("onlookers only look")
        if message.type == "hint":
            self._advise(guest)
        else:
            await self._change(lambda table: self._do(table, guest.seat, message), guest.seat)

    def _do(self, table: Table, seat: int, message: Message) -> None:
        if message.type == "move":
            if self._shown_to(seat)["stamp"] != message.stamp:
                raise BadOption(STALE)
            table.decide(seat, message.text)
        elif message.type == "undo":
            table.undo(seat)
        elif message.type == "answer":
            table.agree(seat, message.agree)
        elif message.type == "return":
            table.give_back(seat)
        elif message.type == "takeover":
            self._take_over(table, seat, message)
        else:
            raise BadOption(f"{message.type}: you sit at a table already")

    def _take_over(self, table: Table, seat: int, message: Message) -> None:
        if message.seat >= table.game.seats:
            raise BadOption(f"seat: no seat {message.seat} here")
        if message.seat != seat and message.seat in self.here():
            raise BadOption(f"seat {message.seat} is there: only its person can let a bot play")
        table.stand_in_for(message.seat, message.level, away=message.seat != seat)

    async def _tell(self, guest: Guest, message: Message) -> None:
        """Answer what changes nothing."""
        table, words = self.table, self.table.game.words
        if message.type == "rules":
            guest.say({"type": "rules", **await asyncio.to_thread(rules_fields, table.game)})
            return
        async with self._one:
            if message.type == "log":
                rounds = await asyncio.to_thread(table.history.log, guest.seat)
                guest.say({"type": "log", "rounds": rounds})
            else:
                find_entry(words, message.name)
                view = table.view(guest.seat)
                guest.say({"type": "entry", **entry_fields(words, message.name, view)})

    async def _move_on(self, guest: Guest) -> None:
        """Tell a guest its own link at the table of the next game."""
        async with self._one:
            if rematch_kind(self.table, guest.seat) == OFFER and not guest.may_make():
                raise BadOption(enough(self.limits))
            who = guest.seat, guest.token
            where = await asyncio.to_thread(moved, self.table, *who, self.storage, self.limits)
        seat = where.seat if where.seat >= 0 else None
        link = {"table": where.table, "seat": seat, "token": where.token}
        guest.say({"type": "rematch", **link})
        await self.show()

    async def _change(self, change: Callable[[Table], object], by: int | None = None) -> None:
        """Change the table and keep that, or neither; then show it, and let bots go on."""
        async with self._one:
            await asyncio.to_thread(self._changed, change)
        await self.show(by)
        self.wake()

    def _changed(self, change: Callable[[Table], object]) -> None:
        record = self.table.record
        try:
            change(self.table)
            moves, pending = self.table.moves, self.table.pending()
            if (moves, pending) != (record.moves, record.pending):
                self.storage.write(record, moves, pending)
        except BaseException as error:
            # A refusal changes nothing; after anything else the file has the last whole state.
            now = (self.table.moves, self.table.pending())
            if not isinstance(error, EminenceError) or now != (record.moves, record.pending):
                self.table = opened(record)
            raise
        finally:
            self._shown.clear()

    # --- bots ---

    def wake(self) -> None:
        """Let the bots play, if it is their turn."""
        if self._playing is None or self._playing.done():
            self._playing = asyncio.create_task(self._play_bots())

    async def _play_bots(self) -> None:
        try:
            while await self._play_bot():
                pass
        except JobFailed as error:
            LOG.error("table %s: a bot cannot go on: %s", self.table.record.name, error)
            self.trouble = "A bot cannot go on. Opening the page anew lets it try once more."
            await self.show()
        except Exception:
            LOG.exception("table %s", self.table.record.name)

    async def _play_bot(self) -> bool:
        """Play one move of a bot; False: none is to move."""
        async with self._one:
            turn = await asyncio.to_thread(self.table.bot_turn)
            if turn is None:
                return False
            seen = await asyncio.to_thread(self.table.bot_seen, turn)
        action = await self.bots.run(BotMove(turn.view, turn.spec, turn.seed, turn.seat, seen))
        async with self._one:
            await asyncio.to_thread(self._changed, lambda table: table.play_bot(turn, action))
        await self.show(turn.seat)
        return True

    # --- hints ---

    def _advise(self, guest: Guest) -> None:
        if not self.table.has_hints:
            raise BadOption("hints are switched off at this table")
        if guest.hint is not None and not guest.hint.done():
            raise BadOption("a hint is being thought out already")
        if self.advisers.waiting >= self.limits.hints:
            raise BadOption("too many ask for hints just now: ask again in a minute")
        guest.hint = asyncio.create_task(self._hint(guest))

    async def _hint(self, guest: Guest) -> None:
        """Think for a guest, and tell what is found on the way."""
        async with self._one:
            decision = await asyncio.to_thread(self.table.decision, guest.seat)
            shown = await asyncio.to_thread(self._shown_to, guest.seat)
            seen = await asyncio.to_thread(self.table.seen, guest.seat, HINT_VIEWS)
            stamp = shown["stamp"]
        if decision is None:
            guest.say(refused("hint", "it is not your move: hints are for your own decisions"))
            return

        def say(found: dict[str, object]) -> None:
            guest.say({"type": "hint", "final": False, "stamp": stamp, **found})

        try:
            found = await self.advisers.run(Hint(seen.last, self.hint_limit, seen), say)
        except JobFailed as error:
            LOG.error("table %s: no hint: %s", self.table.record.name, error)
            guest.say(refused("hint", "no hint could be found"))
            return
        guest.say({"type": "hint", "final": True, "stamp": stamp, **found})

    async def close(self) -> None:
        """Stop thinking."""
        tasks = [guest.hint for guest in self.guests if guest.hint] + [self._playing]
        for task in tasks:
            if task is not None:
                task.cancel()
        await asyncio.gather(*(task for task in tasks if task), return_exceptions=True)


def refused(about: str, reason: str) -> dict[str, object]:
    """The message that says why something was not done."""
    return {"type": "refused", "about": about, "reason": reason}
