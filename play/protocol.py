"""`eminence analyse`: queries in, answers out, side by side. docs/protocol.md describes it."""

from __future__ import annotations

import argparse
import os
import select
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from heapq import heapify, heappop, heappush
from math import inf
from threading import Condition, Lock, RLock, Thread
from time import monotonic

import solver
from engines import BadOption
from play import answers
from play.queries import MOST_LINE, Analyse, BadQuery, Query, Terminate, parse, refusal
from search.memory import MODEST, modest_memory
from search.searcher import Budget, Searcher

MOST_THREADS = 256
#: queries alive at a time, the running ones among them
MOST_ALIVE = 1000
#: bytes that are read at a time
CHUNK = 2**16
#: iterations before the first report, at the least
FIRST_LOOK = 500
#: bytes that queries together have at the least
LEAST_MEMORY = 10**7
#: seconds that threads have to end
GRACE = 3


def add_analyse_flags(parser: argparse.ArgumentParser) -> None:
    """`eminence analyse`"""
    parser.add_argument(
        "--threads", type=int, help="queries at a time (default: one per processor)"
    )
    parser.add_argument(
        "--memory",
        type=int,
        metavar="MB",
        help="for all queries together (default: half of what this process may have)",
    )


def analyse(chosen: argparse.Namespace) -> None:
    """Answer standard input on standard output until it ends and all is answered."""
    threads = len(os.sched_getaffinity(0)) if chosen.threads is None else chosen.threads
    if not 1 <= threads <= MOST_THREADS:
        raise BadOption(f"--threads {threads}: choose 1 to {MOST_THREADS}")
    if sys.stdin is None or sys.stdout is None:
        raise BadOption("standard input or output is closed: queries come and answers go there")
    memory = modest_memory() if chosen.memory is None else chosen.memory * 10**6
    if memory < LEAST_MEMORY:
        raise BadOption(f"--memory {memory // 10**6}: choose {LEAST_MEMORY // 10**6} or more")
    serve(threads, memory, sys.stdin.fileno(), sys.stdout.fileno())


def serve(threads: int, memory: int, source: int, target: int) -> None:
    """Answer between two file descriptors."""
    alarm, ring = os.pipe()

    def write(line: str) -> None:
        # Not by print: a thread that waits for a reader would hold its lock at the end.
        rest = f"{line}\n".encode("ascii")
        while rest:
            rest = rest[os.write(target, rest) :]

    try:
        with (
            Server(threads, write, lambda: os.write(ring, b"!"), memory) as server,
            interrupts(server),
        ):
            for line in lines(chunks(source, alarm), MOST_LINE):
                server.receive(line)
            server.finish()
    finally:
        os.close(alarm)
        os.close(ring)


@contextmanager
def interrupts(server: Server) -> Iterator[None]:
    """Have Ctrl-C stop the server, too: libraries may turn the exception into one of theirs.

    Whoever has it ignored, as a job in the background has, goes on ignoring it.
    """

    def stop(*_: object) -> None:
        why = KeyboardInterrupt()
        server.stop(why)
        raise why

    before = signal.getsignal(signal.SIGINT)
    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def chunks(source: int, alarm: int) -> Iterator[bytes]:
    """What comes from a file descriptor, until its end or until there is an alarm."""
    while True:
        ready, _, _ = select.select([source, alarm], [], [])
        chunk = b"" if alarm in ready else os.read(source, CHUNK)
        if not chunk:
            return
        yield chunk


def lines(chunks: Iterable[bytes], most: int) -> Iterator[bytes]:
    """The lines of what comes in pieces; of longer ones the first `most` + 1 bytes."""
    begun = b""
    for chunk in chunks:
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield (begun + end)[: most + 1]
            begun = b""
        begun = (begun + rest)[: most + 1]
    if begun:
        yield begun


class Job:
    """A query for an analysis while it is alive."""

    def __init__(self, query: Analyse, number: int, memory: int):
        self.query = query
        self.memory = memory
        """Bytes that it may take."""
        self.stream = solver.Stream(
            query.view, query.limit, query.agent, query.moves, looks(query)
        )
        self.terminated = False
        self._order = (-query.priority, number)

    def __lt__(self, other: Job) -> bool:
        """Is it run first?"""
        return self._order < other._order

    def run(self, say: Callable[[str], None]) -> str:
        """The last answer; those before it are said on the way."""
        id, every = self.query.id, self.query.report_every
        if every is not None:
            due = monotonic() + every
            for analysis in self.stream:
                if monotonic() >= due:
                    say(answers.analysed(id, analysis, final=False))
                    due = monotonic() + every
        last = self.stream.finish()
        return answers.analysed(id, last, final=True, terminated=self.terminated)


def looks(query: Analyse) -> list[float]:
    """The shares of the search after which there is something to report, four times each last.

    Every look searches from the beginning, so that the last one is the same without them.
    """
    if query.report_every is None:
        return []
    iterations, seconds = query.limit.iterations or inf, query.limit.seconds or inf
    shares: list[float] = []
    share = 1 / 4
    while share * iterations >= FIRST_LOOK and share * seconds >= query.report_every:
        shares.insert(0, share)
        share /= 4
    return shares


def within_memory(query: Analyse, memory: int, threads: int) -> tuple[Analyse, int]:
    """The query, and how many bytes it takes of those that all queries have together.

    One that the clock limits, and that says nothing of nodes, takes one thread's share at most:
    such queries never wait for each other.
    """
    agent, limit, budget = query.agent, query.limit, Budget.of(query.limit)
    if not isinstance(agent, Searcher):
        return query, 0
    try:
        if limit.nodes is None and limit.seconds is not None:
            # Half of this is what a search takes where nobody says how many nodes.
            budget = agent.fitted(query.view, budget, int(memory / threads / MODEST))
            query = replace(query, limit=replace(limit, nodes=budget.nodes))
        else:
            agent.fitted(query.view, budget, memory)
    except BadOption as error:
        raise BadQuery(query.id, "limits.nodes", str(error)) from None
    return query, agent.needs(query.view, budget)


class Server:
    """Answers lines by `write`, one line at a time, whatever they hold.

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
        self._alive: dict[str, Job] = {}
        self._waiting: list[Job] = []
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
            for job in self._alive.values():
                job.stream.cancel()
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
        else:
            self._say(answers.about(query.id, query.about))

    def _enqueue(self, query: Analyse) -> None:
        self._received += 1
        try:
            query, memory = within_memory(query, self._memory, len(self._threads))
            job = Job(query, self._received, memory)
        except Exception as error:
            raise refusal(query.id, error) from error
        with self._changed:
            if len(self._alive) >= MOST_ALIVE:
                message = f"{MOST_ALIVE} queries are alive: wait for answers, or terminate some"
                raise BadQuery(query.id, None, message)
            self._alive[query.id] = job
            self._unanswered += 1
            heappush(self._waiting, job)
            self._changed.notify_all()

    def _terminate(self, query: Terminate) -> None:
        with self._changed:
            ended = [j for id, j in self._alive.items() if query.target in (None, id)]
            waiting = [job for job in ended if job in self._waiting]
            for job in ended:
                job.terminated = True
                job.stream.cancel()
            self._waiting = [job for job in self._waiting if job not in waiting]
            heapify(self._waiting)
        self._say(answers.terminating(query.id, [job.query.id for job in ended]))
        for job in waiting:
            self._end(job, answers.not_begun(job.query.id))

    # --- the threads ---

    def _work(self) -> None:
        # The main thread is to meet the interrupt: taken here, it would not wake up for it.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._stopped or self._is_room())
                if self._stopped:
                    return
                job = heappop(self._waiting)
                self._free -= job.memory
            answer = self._answer(job)
            with self._changed:
                self._free += job.memory
            self._end(job, answer)

    def _is_room(self) -> bool:
        """Is there memory for the next query? None overtakes it, so that it has its turn."""
        return bool(self._waiting) and self._waiting[0].memory <= self._free

    def _answer(self, job: Job) -> str:
        try:
            return job.run(self._say)
        except Exception as error:
            return _refused(refusal(job.query.id, error))

    def _end(self, job: Job, answer: str) -> None:
        """Free the id before the last answer: who has read it may use the id again."""
        with self._changed:
            del self._alive[job.query.id]
        self._say(answer)
        with self._changed:
            self._unanswered -= 1
            self._changed.notify_all()

    def _say(self, answer: str) -> None:
        with self._writing:
            if self._stopped:
                return
            try:
                self._write(answer)
            except OSError as error:
                self.stop(error)


def _refused(error: BadQuery) -> str:
    return answers.failed(error.id, error.field, error.message)
