"""Where the games of an experiment are played and kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eminence.cython_ext.errors import BadOption
from eminence.experiments.running.ray_runner import RayRunner
from eminence.experiments.running.runner import LocalRunner, Runner


@dataclass(frozen=True)
class Place:
    """Where games are played and kept; nothing of it changes the result."""

    workers: int | None = None
    """Processes of Ray; None: one per processor."""
    address: str | None = None
    """Of an existing Ray cluster; None: one is started and ended again."""
    local: bool = False
    """In this process, without Ray."""
    out: str | Path | None = None
    """The file of finished blocks; None: nothing is kept."""
    command: str | None = None
    """What a person typed, for the file; None: it was no command."""

    def runner(self) -> Runner:
        """Whoever plays the games."""
        if self.local and (self.workers is not None or self.address is not None):
            raise BadOption("--local plays in this process: leave out --workers and --address")
        return LocalRunner() if self.local else RayRunner(self.workers, self.address)
