"""How much memory there is for searches."""

from __future__ import annotations

import os
import resource
from functools import cache
from pathlib import Path

#: Files with the memory limit of a control group; at most one of them exists.
GROUP_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)
#: the largest share of the memory that a search takes if no limit is given
MODEST = 1 / 2


def free_memory() -> int:
    """Bytes that this process may use: the machine's, or what is left of its own limit."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return _machine_memory()
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return max(0, min(_machine_memory(), limit - pages * os.sysconf("SC_PAGE_SIZE")))


def modest_memory() -> int:
    """The bytes that a search takes if no limit is given."""
    return int(MODEST * free_memory())


@cache
def _machine_memory() -> int:
    found = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    for path in GROUP_LIMITS:
        try:
            found = min(found, int(path.read_text()))
        except (OSError, ValueError):
            # No such group, or no limit in it.
            continue
    return found


def in_words(size: float) -> str:
    """The number of bytes in words, rounded."""
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} GB"
