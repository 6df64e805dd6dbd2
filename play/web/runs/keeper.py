"""What is known of the runs: read when somebody asks and the file has changed, not more often."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from eminence.play.web.crew import Crew, JobFailed
from eminence.play.web.jobs import Job
from eminence.play.web.runs.folder import Folder, Stamp, stamp_of
from eminence.play.web.runs.jobs import Brief, Fields, Whole

LOG = logging.getLogger("eminence.web")
#: seconds until a file that changes all the time is read again; the second is a multiple of how
#: long reading took
PAUSE, SHARE = 3.0, 5.0
#: whole runs that are kept, with their pictures
MOST_KEPT = 20


class NoRun(LookupError):
    """No file of this name in the folder."""


@dataclass(frozen=True)
class _Kept:
    """An answer, and the file that it is about."""

    stamp: Stamp
    fields: Fields
    until: float
    """Before this it is good enough, even if the file has changed."""


class Keeper:
    """Answers about the runs of a folder. Files are read by a crew of one."""

    def __init__(self, folder: Folder, clock: Callable[[], float] = time.monotonic):
        self.folder = folder
        self.crew = Crew(1)
        self._clock = clock
        self._briefs: dict[str, _Kept] = {}
        self._wholes: OrderedDict[str, _Kept] = OrderedDict()
        self._reading: dict[tuple[type[Job], str], asyncio.Task[Fields]] = {}

    async def listing(self) -> list[Fields]:
        """A line for every file; those that nobody has read yet are being read."""
        files = await asyncio.to_thread(self.folder.files)
        for name in self._briefs.keys() - files.keys():
            del self._briefs[name]
        rows = []
        for name, path in files.items():
            stamp = await asyncio.to_thread(stamp_of, path)
            if stamp is not None:
                rows.append(self._row(name, path, stamp))
        return rows

    def _row(self, name: str, path: Path, stamp: Stamp) -> Fields:
        kept = self._briefs.get(name)
        if not self._is_good(kept, stamp):
            self._read(Brief(path, name), stamp, self._briefs)
        known = {"reading": True} if kept is None else kept.fields
        return {"name": name, "changed": stamp.changed, "log": stamp.has_log, **known}

    async def whole(self, name: str) -> Fields:
        """All about a run, as new as it is kept."""
        path, stamp = await self.file(name)
        kept = self._wholes.get(name)
        if kept is None or not self._is_good(kept, stamp):
            fields = await asyncio.shield(self._read(Whole(path, name), stamp, self._wholes))
        else:
            fields = kept.fields
        if name in self._wholes:
            self._wholes.move_to_end(name)
        while len(self._wholes) > MOST_KEPT:
            self._wholes.popitem(last=False)
        return {"name": name, "changed": stamp.changed, "log": stamp.has_log, **fields}

    async def file(self, name: str) -> tuple[Path, Stamp]:
        """The file of this name, which must be one of the list."""
        files = await asyncio.to_thread(self.folder.files)
        if name not in files:
            raise NoRun(name)
        stamp = await asyncio.to_thread(stamp_of, files[name])
        if stamp is None:
            raise NoRun(name)
        return files[name], stamp

    async def ask(self, job: Job) -> Fields:
        """The answer to a job; `problem` says why there is none."""
        try:
            answer: Fields = await self.crew.run(job)
        except JobFailed as error:
            LOG.error("a run could not be read: %s", error)
            return {"problem": "an error of the server: this file cannot be read"}
        return answer

    def _is_good(self, kept: _Kept | None, stamp: Stamp) -> bool:
        return kept is not None and (kept.stamp == stamp or self._clock() < kept.until)

    def _read(
        self, job: Brief | Whole, stamp: Stamp, shelf: dict[str, _Kept]
    ) -> asyncio.Task[Fields]:
        """Read a file, or wait with the others who have asked for the same."""
        key = (type(job), job.name)
        if key not in self._reading:
            task = asyncio.create_task(self._kept(job, stamp, shelf))
            task.add_done_callback(lambda _: self._reading.pop(key, None))
            self._reading[key] = task
        return self._reading[key]

    async def _kept(self, job: Brief | Whole, stamp: Stamp, shelf: dict[str, _Kept]) -> Fields:
        begin = self._clock()
        fields = await self.ask(job)
        now = self._clock()
        shelf[job.name] = _Kept(stamp, fields, now + max(PAUSE, SHARE * (now - begin)))
        return fields

    async def close(self) -> None:
        """Read no more."""
        tasks = [*self._reading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.crew.close()
