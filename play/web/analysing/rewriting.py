"""Changing one entry in the text of a position file, so that its comments stay."""

from __future__ import annotations

import json
from typing import Any

from eminence.cython_ext.pages import COMMENT_COLUMN, WIDTH, Entries, Page, as_toml, toml_of
from eminence.engines import BadOption
from eminence.engines.kit.lines import QUOTED, entry_lines
from eminence.engines.positions import entries_of, game_from
from eminence.play.web.analysing.entries import Spot, editables

#: lines that one entry may have
MOST_LINES = 400


def changed_text(text: str, place: str, label: str, value: Any) -> str:
    """The text with another value for an entry, or for one thing of it."""
    values = entries_of(text)
    game = game_from(Entries(values))
    found = next((each for each in editables(game, values) if each.spot.place == place), None)
    if found is None:
        raise BadOption(f"place: {place} cannot be chosen, change it in the text")
    new = found.changed(values, label, value)
    spot = found.spot
    spot.table_in(values, make=True)[spot.name] = new
    if text.lstrip().startswith("{"):
        return json.dumps(values, indent=2, ensure_ascii=False) + "\n"
    changed = _rewritten(text, spot, values)
    if _read(changed) != values:
        raise BadOption(f"{place} is written in a way of its own here: change it in the text")
    return changed


def _read(text: str) -> Any:
    try:
        return toml_of(text)
    except ValueError:
        return None


def _rewritten(text: str, spot: Spot, values: dict[str, Any]) -> str:
    """The text with the line of the entry written anew, or with such a line put in."""
    lines, known = text.splitlines(), entry_lines(text)
    outer = spot.key.split(".")[0]
    place = f"{spot.table}.{outer}" if spot.table else outer
    table = Spot(spot.section, spot.row, outer).table_in(values)
    if place in known:
        begin = known[place] - 1
        end = _end(lines, begin)
        written = _entry(outer, table[outer], _comment(lines[begin:end]))
        return _joined([*lines[:begin], *written, *lines[end:]])
    written = _entry(outer, table[outer], "")
    if spot.table in known:
        at = known[spot.table]
        if lines[at - 1].lstrip().startswith("["):
            return _joined([*lines[:at], *written, *lines[at:]])
        # The whole table stands in one line.
        end = _end(lines, at - 1)
        whole = _entry(spot.section, values[spot.section], _comment(lines[at - 1 : end]))
        return _joined([*lines[: at - 1], *whole, *lines[end:]])
    if spot.table:
        return _joined([*lines, "", f"[{spot.section}]", *written])
    at = known.get("game", 1)
    return _joined([*lines[:at], *written, *lines[at:]])


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _end(lines: list[str], begin: int) -> int:
    """Where the entry that begins in a line is over."""
    for end in range(begin + 1, min(len(lines), begin + MOST_LINES) + 1):
        if _read("\n".join(lines[begin:end])) is not None:
            return end
    raise BadOption(f"line {begin + 1} cannot be changed so: change it in the text")


def _comment(lines: list[str]) -> str:
    """The comment behind an entry of one line."""
    if len(lines) != 1:
        return ""
    return next((each[0] for each in QUOTED.finditer(lines[0]) if each[0][0] == "#"), "")


def _entry(key: str, value: Any, comment: str) -> list[str]:
    """The lines of an entry, as the writer of position files breaks them."""
    lines = as_toml(Page({"table": {key: value}})).splitlines()[1:]
    noted = f"{lines[0]:<{COMMENT_COLUMN}}  {comment}"
    if not comment:
        return lines
    return [noted] if len(lines) == 1 and len(noted) <= WIDTH else [comment, *lines]
