"""Queries in, answers out, side by side. docs/protocol.md describes it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from threading import Condition, Lock, RLock, Thread
from time import monotonic

from eminence.play.service import answers
from eminence.play.service.live_query import LiveQuery, within_memory
from eminence.play.service.queries import (
    Analyse,
    BadQuery,
    Hint,
    Message,
    Query,
    Terminate,
    refusal,
)
from eminence.play.service.query_reader import parse
from eminence.play.service.sessions import Sessions
from eminence.search.memory import modest_memory

#: queries alive at a time, the running ones among them
MOST_ALIVE = 1000
#: seconds that threads have to end
GRACE = 3


class Server:
    """Answers lines, whatever they hold, by calling `write` with one line at a time.

    Queries wait until one of its threads is free, and as much of `memory` as they may take, in
    bytes. If `write` raises, or `stop` is told why, everything ends, `on_failure` is called and
    `finish` raises the reason.
    """

    def __init__(
        self,
        threads: int,
        write: Callable[[str], None],
        on_failure: Callable[[], object] = lambda: None,
        memory: int | None = None,
    ):
        self._write = write
        self._on_failure = on_failure
        self._writing = Lock()
        #: Guards all below; notified when there is work, or less of it. A signal's handler may
        #: take it again.
        self._changed = Condition(RLock())
        self._alive: dict[str, LiveQuery] = {}
        self._waiting: list[LiveQuery] = []
        self._sessions = Sessions()
        self._received = self._unanswered = 0
        self._memory = self._free = modest_memory() if memory is None else memory
        self._stopped = False
        self._why: BaseException | None = None
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        # Cancelled searches end at once, but nothing wakes a thread that waits for a reader.
        deadline = monotonic() + GRACE
        for thread in self._threads:
            thread.join(max(0, deadline - monotonic()))

    def receive(self, line: bytes) -> None:
        """Answer the line, now or later."""
        try:
            self._take(parse(line))
        except BadQuery as error:
            self._say(_refused(error))

    def finish(self) -> None:
        """Wait until everything is answered."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped or not self._unanswered)
        if self._why is not None:
            raise self._why

    def stop(self, why: BaseException | None = None) -> None:
        """Drop everything; no more answers."""
        with self._changed:
            self._stopped = True
            self._why = self._why or why
            for live in self._alive.values():
                live.stream.cancel()
            self._changed.notify_all()
        if why is not None:
            self._on_failure()

    # --- what queries want ---

    def _take(self, query: Query) -> None:
        with self._changed:
            if query.id in self._alive:
                raise BadQuery(query.id, "id", "a query with this id is alive; choose another")
        if isinstance(query, Analyse):
            self._enqueue(query)
        elif isinstance(query, Terminate):
            self._terminate(query)
        elif isinstance(query, Message):
            self._follow(query)
        elif isinstance(query, Hint):
            self._advise(query)
        else:
            self._say(answers.about(query.id, query.about))

    def _follow(self, message: Message) -> None:
        try:
            fields = self._sessions.answer(message)
        except Exception as error:
            raise refusal(message.id, error) from error
        self._say(answers.followed(message.id, fields))

    def _advise(self, hint: Hint) -> None:
        try:
            query = self._sessions.analysis(hint)
        except Exception as error:
            raise refusal(hint.id, error) from error
        self._enqueue(query)

    def _enqueue(self, query: Analyse) -> None:
        self._received += 1
        try:
            query, memory = within_memory(query, self._memory, len(self._threads))
            live = LiveQuery(query, self._received, memory)
        except Exception as error:
            raise refusal(query.id, error) from error
        with self._changed:
            if len(self._alive) >= MOST_ALIVE:
                message = f"{MOST_ALIVE} queries are alive: wait for answers, or terminate some"
                raise BadQuery(query.id, None, message)
            self._alive[query.id] = live
            self._unanswered += 1
            heappush(self._waiting, live)
            self._changed.notify_all()

    def _terminate(self, query: Terminate) -> None:
        with self._changed:
            ended = [live for id, live in self._alive.items() if query.target in (None, id)]
            waiting = [live for live in ended if live in self._waiting]
            for live in ended:
                live.terminated = True
                live.stream.cancel()
            self._waiting = [live for live in self._waiting if live not in waiting]
            heapify(self._waiting)
        self._say(answers.terminating(query.id, [live.query.id for live in ended]))
        for live in waiting:
            self._end(live, answers.not_begun(live.query.id))

    # --- the threads ---

    def _work(self) -> None:
        # The main thread must get the interrupt: taken here, it would not wake the main thread.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._stopped or self._is_room())
                if self._stopped:
                    return
                live = heappop(self._waiting)
                self._free -= live.memory
            answer = self._answer(live)
            with self._changed:
                self._free += live.memory
            self._end(live, answer)

    def _is_room(self) -> bool:
        """Is there memory for the next query? No other may overtake it."""
        return bool(self._waiting) and self._waiting[0].memory <= self._free

    def _answer(self, live: LiveQuery) -> str:
        try:
            return live.run(self._say)
        except Exception as error:
            return _refused(refusal(live.query.id, error))

    def _end(self, live: LiveQuery, answer: str) -> None:
        """Free the id before the last answer: a program that has read it may use it again."""
        with self._changed:
            del self._alive[live.query.id]
        self._say(answer)
        with self._changed:
            self._unanswered -= 1
            self._changed.notify_all()

    def _say(self, answer: str) -> None:
        if self._stopped:
            # Another thread may wait for a reader for ever, and hold the lock.
            return
        with self._writing:
            if self._stopped:
                return
            try:
                self._write(answer)
            except OSError as error:
                self.stop(error)


def _refused(error: BadQuery) -> str:
    return answers.failed(error.id, error.field, error.message, error.fitting)
