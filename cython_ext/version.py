"""The version, and errors about files that another version wrote.

Every change in what is played raises the version: jobs are hashed with it. `tests/versions`
notices such a change, and keeps files of each version.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from eminence.cython_ext.errors import BadEntry, BadPosition, all_of

__version__ = "0.7.0"

#: the entry of a file that says which version wrote it
WRITER = "eminence"
#: wrote files without that entry
UNNAMED = "0.1.0"


def both_versions(writer: Any) -> str:
    """Which version wrote a file and which one reads it, for an error."""
    return f"written by {WRITER} {writer}, this is {__version__}"


@contextmanager
def naming_versions(writer: Any) -> Iterator[None]:
    """Errors about something that another version wrote name both versions."""
    if writer is not None and not isinstance(writer, str):
        raise BadEntry(WRITER, f"expected the version that wrote this, such as {__version__!r}")
    try:
        yield
    except BadPosition as error:
        if writer is None or writer == __version__:
            raise
        told = both_versions(writer)
        if isinstance(error, BadEntry):
            raise all_of(
                [BadEntry(e.place, f"{e.message} ({told})") for e in error.entries]
            ) from None
        raise BadPosition(f"{error} ({told})") from None
