"""How much memory there is for searches."""

from __future__ import annotations

import os
import resource
from functools import cache
from pathlib import Path

#: Where a control group says how much its processes may have; one of them is there at most.
GROUP_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
#: the share of what there is that is taken at most where nobody says how much
MODEST = 1 / 2


def free_memory() -> int:
    """Bytes that this process may have: of the machine, or what is left of its own limit."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return _machine_memory()
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return max(0, min(_machine_memory(), limit - pages * os.sysconf("SC_PAGE_SIZE")))


def modest_memory() -> int:
    """The part of it that is taken where nobody says how much."""
    return int(MODEST * free_memory())


@cache
def _machine_memory() -> int:
    found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for path in GROUP_LIMITS:
        try:
            found = min(found, int(path.read_text()))
        except (OSError, ValueError):
            # No such group, or one without a limit.
            continue
    return found


def in_words(size: float) -> str:
    """So many bytes, rounded."""
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} GB"
