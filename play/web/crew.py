"""Worker processes: each does one job at a time, and if it dies another does the job anew."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from eminence.play.web.jobs import Job
from eminence.play.web.worker import DONE, SAID, work

#: how many workers may die over one job
TRIES = 3
#: seconds that a worker has to end by itself
GRACE = 1.0


class JobFailed(Exception):
    """There is no answer, and asking again would not help."""


class _Died(Exception):
    """The worker is gone."""


class _Worker:
    """One process and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=work, args=(theirs,), daemon=True)
        self.process.start()
        # Ours must be the only other end, so that each side notices when the other is gone.
        theirs.close()

    def do(self, job: Job, say: Callable[[Any], None]) -> Any:
        """The answer. Called in a thread: it waits."""
        try:
            self.pipe.send(job)
            while True:
                kind, what = self.pipe.recv()
                if kind != SAID:
                    break
                say(what)
        except (EOFError, OSError) as error:
            raise _Died from error
        if kind == DONE:
            return what
        raise JobFailed(what)

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.join(GRACE)
        self.pipe.close()


class Crew:
    """So many workers, which start when they are needed."""

    def __init__(self, size: int):
        self.size = size
        self._free = asyncio.Semaphore(size)
        self._idle: list[_Worker] = []
        self._all: list[_Worker] = []
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="crew")
        self._waiting = 0

    @property
    def waiting(self) -> int:
        """Jobs that wait for a worker."""
        return self._waiting

    @property
    def processes(self) -> list[int]:
        """The ids of the processes."""
        return [worker.process.pid or 0 for worker in self._all]

    async def run(self, job: Job, say: Callable[[Any], None] = lambda what: None) -> Any:
        """The answer to a job; raises JobFailed. `say` is called in the event loop."""
        loop = asyncio.get_running_loop()

        def heard(what: Any) -> None:
            loop.call_soon_threadsafe(say, what)

        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        try:
            for _ in range(TRIES):
                try:
                    return await self._done(job, heard)
                except _Died:
                    continue
            raise JobFailed(f"{TRIES} processes have died over it")
        finally:
            self._free.release()

    async def _done(self, job: Job, say: Callable[[Any], None]) -> Any:
        loop = asyncio.get_running_loop()
        worker = self._idle.pop() if self._idle else await self._new()
        try:
            answer = await loop.run_in_executor(self._threads, worker.do, job, say)
        except JobFailed:
            self._idle.append(worker)
            raise
        except BaseException:
            # It has died, or nobody waits for its answer any more.
            self._all.remove(worker)
            worker.end()
            raise
        self._idle.append(worker)
        return answer

    async def _new(self) -> _Worker:
        worker = await asyncio.to_thread(_Worker)
        self._all.append(worker)
        return worker

    def close(self) -> None:
        """End all workers."""
        for worker in self._all:
            worker.end()
        self._all, self._idle = [], []
        self._threads.shutdown(wait=False)
