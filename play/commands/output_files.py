"""Files that a command is asked to write."""

from __future__ import annotations

from pathlib import Path

from eminence import engines


def refuse_unwritable(flag: str, file: str | None) -> None:
    """Checked before the work: nobody should wait for a result that cannot be written."""
    if file is None:
        return
    path = Path(file)
    if path.is_dir() or not path.parent.is_dir():
        raise engines.BadOption(f"{flag} {file}: choose a file in a folder that exists")
