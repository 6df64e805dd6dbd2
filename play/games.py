"""`eminence games`: what there is to play."""

from __future__ import annotations

from collections.abc import Iterator

import engines
from play.tables import table


def overview() -> str:
    """All games with their options."""
    return "\n\n".join(details(name) for name in engines.names())


def details(name: str) -> str:
    """One game: what it is, and each option with choices, default and help."""
    rows = [
        [f"    {option}", known.offered, f"default {known.default}", known.help]
        for option, known in engines.options(name).items()
    ]
    return f"{name}: {engines.describe(name)}\n{table(rows)}"


def sources(name: str, data: str | None = None) -> str:
    """Every number of the game's data, or of a folder of the user's, with its source."""
    return "\n".join(_source_lines(name, data))


def _source_lines(name: str, data: str | None) -> Iterator[str]:
    lines = engines.sources(name, data)
    if not lines:
        yield f"{name} has no data folder: its rules need no numbers from a box"
        return
    file = None
    for line in lines:
        if line.file != file:
            yield f"{line.file}" if file is None else f"\n{line.file}"
            file = line.file
        yield f"  {line.entry} = {line.value}  [{line.source}]"
