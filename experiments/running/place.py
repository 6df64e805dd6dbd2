"""Where the games of an experiment are played and kept."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eminence.cython_ext.errors import BadOption
from eminence.experiments.running.ray_runner import RayRunner
from eminence.experiments.running.runner import LocalRunner, Runner


@dataclass(frozen=True)
class Place:
    """Where games are played and kept; none of this changes the result."""

    workers: int | None = None
    """The number of Ray's processes; None: one per processor."""
    address: str | None = None
    """The address of an existing Ray cluster; None: one is started, and ended again."""
    local: bool = False
    """Play in this process, without Ray."""
    out: str | Path | None = None
    """The file of finished blocks; None: nothing is kept."""
    command: str | None = None
    """What a person typed, to be kept in the file; None: it was not a command."""

    def runner(self) -> Runner:
        """The runner that plays the games."""
        if self.local and (self.workers is not None or self.address is not None):
            raise BadOption("--local plays in this process: leave out --workers and --address")
        return LocalRunner() if self.local else RayRunner(self.workers, self.address)
