"""A game's levels.toml: opponents by how hard they are, for all its tables or for some.

It lies beside the rules, not among the data: who plays changes no rule, so it has no part in the
hash by which saved games know theirs.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eminence.engines.kit.options import LEVELS
from eminence.engines.kit.tables import Record, read_toml

FILE = "levels.toml"


def levels(folder: Path, options: Mapping[str, Any]) -> dict[str, str]:
    """The specification of each level's agent at a table with these options.

    `[levels]` holds for all tables. Each `[[some]]` says for which options it replaces some
    levels: `where = { players = [4, 5] }`. Later ones win. Without a file there are none.
    """
    if not (folder / FILE).is_file():
        return {}
    file = read_toml(folder, FILE)
    file.need(["levels", "some"] if "some" in file.values else ["levels"])
    found = _words(file.table("levels").need(LEVELS))
    for number, part in enumerate(file.values.get("some", ()), 1):
        entry = Record(FILE, f"[[some]] {number}", part).need(["where", "levels"])
        if _holds(entry.table("where"), options):
            found |= _words(entry.table("levels"))
    return found


def _words(table: Record) -> dict[str, str]:
    for name in table.values:
        if name not in LEVELS:
            raise table.fail(name, f"no level; choose from {', '.join(LEVELS)}")
    return {name: table.word(name) for name in table.values}


def _holds(where: Record, options: Mapping[str, Any]) -> bool:
    for name, values in where.values.items():
        if name not in options:
            raise where.fail(name, f"no option of this game; choose from {', '.join(options)}")
        if options[name] not in values:
            return False
    return True
