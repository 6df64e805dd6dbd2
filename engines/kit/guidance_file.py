"""A game's guidance.toml: its agents' default weights and search settings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from eminence.engines.kit.tables import Record, read_toml

GUIDANCE = "guidance.toml"
#: how the names of weights begin in state.pxd
WEIGHT = "W_"


def weight_names(state: ModuleType) -> tuple[str, ...]:
    """The weights that a game's state.pxd declares, such as `guilder` for W_GUILDER."""
    found = {name: number for name, number in vars(state).items() if name.startswith(WEIGHT)}
    return tuple(name.removeprefix(WEIGHT).lower() for name in sorted(found, key=found.__getitem__))


def weights(folder: Path, names: Sequence[str]) -> dict[str, float]:
    """The default weights, which must be exactly `names`; they come in that order."""
    table = _file(folder).table("weights")
    table.need_sourced(names)
    for name in names:
        value = table.values[name]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not math.isfinite(value):
            raise table.fail(name, f"expected a number, got {value!r}")
    return {name: float(table.values[name]) for name in names}


def search_defaults(folder: Path) -> dict[str, str | int | float]:
    """The defaults of searching agents in this game; the agents check them."""
    table = _file(folder).table("search")
    table.need_sourced(table.names)
    for name in table.names:
        if not isinstance(table.values[name], str | int | float):
            raise table.fail(name, f"expected a word or number, got {table.values[name]!r}")
    return {name: table.values[name] for name in table.names}


def _file(folder: Path) -> Record:
    return read_toml(folder, GUIDANCE).need(["weights", "search", "source"])
