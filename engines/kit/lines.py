"""The line of each entry in a TOML file, which `tomllib` does not tell."""

from __future__ import annotations

import re

HEADER = re.compile(r"\[(\[)?\s*([\w.\"'-]+)\s*\]")
KEY = re.compile(r"([\w-]+|\"[^\"]*\"|'[^']*')\s*=")
#: texts and comments, where brackets mean nothing
QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'[^']*'|#.*")


def entry_lines(text: str) -> dict[str, int]:
    """The line of each table and entry, by places such as `turn.step` or `seats[0].hand`."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    table, open_brackets = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if open_brackets == 0:
            header, key = HEADER.match(bare), KEY.match(bare)
            if header:
                table = _table(header, counts)
                found[table] = number
                continue
            if key:
                name = key[1].strip("\"'")
                found[f"{table}.{name}" if table else name] = number
        outside = QUOTED.sub("", bare)
        opened = sum(outside.count(mark) for mark in "[{")
        open_brackets = max(0, open_brackets + opened - sum(outside.count(m) for m in "]}"))
    return found


def _table(header: re.Match[str], counts: dict[str, int]) -> str:
    name = header[2].strip("\"'")
    if not header[1]:
        return name
    counts[name] = counts.get(name, -1) + 1
    return f"{name}[{counts[name]}]"


def line_of(text: str, place: str) -> int | None:
    """The line of an entry, or of the table around it; None if neither is in the file."""
    lines = entry_lines(text)
    while place:
        if place in lines:
            return lines[place]
        shorter = max(place.rfind("."), place.rfind("["))
        place = place[:shorter] if shorter > 0 else ""
    return None
