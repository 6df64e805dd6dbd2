"""Policy files: the probability of each action at each view of one game.

Solvers write them, the agent `cfr` plays by them. They hold the views themselves, so an entry
is found by what the seat knows and by nothing else.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.errors import BadData, BadOption
from eminence.cython_ext.game import Game, View
from eminence.search.archives import (
    DIGEST,
    not_such,
    pinned_text,
    read_archive,
    read_pinned,
    versions_told,
    write_archive,
)
from eminence.search.parameters import Parameter

FORMAT = 1
#: how far the sum of a view's probabilities may be from 1
ROUNDING = 1e-9
KIND, REMEDY = "policy", "`eminence solve --out` writes one"
#: what the file must say about its game
IDENTITY = {"game": str, "options": dict, "fingerprint": str}
ARRAYS = {"views": np.uint8, "first": np.int64, "actions": np.int32, "chances": np.float64}


@dataclass(frozen=True, eq=False)
class PolicyTable:
    """What to play at each view, row by row."""

    about: dict[str, Any]
    """The game's name, options and fingerprint, and whatever else its maker wrote down."""
    views: NDArray[np.uint8]
    """(rows, bytes of a view)"""
    first: NDArray[np.int64]
    """Where each row's actions begin; one entry more for the end."""
    actions: NDArray[np.int32]
    chances: NDArray[np.float64]
    file: str = field(default="", compare=False)
    pinned: bool = field(default=False, compare=False)
    """Whether the file must keep exactly this content."""

    @cached_property
    def rows(self) -> dict[bytes, int]:
        """The row of each view."""
        return {view.tobytes(): row for row, view in enumerate(self.views)}

    @cached_property
    def digest(self) -> str:
        """A hash of all that this table plays."""
        found = hashlib.sha256(self.about["fingerprint"].encode())
        for name in ARRAYS:
            found.update(np.ascontiguousarray(getattr(self, name)).tobytes())
        return found.hexdigest()[:DIGEST]

    def at(self, view: View) -> tuple[list[int], NDArray[np.float64]]:
        """The actions of a view and their probabilities."""
        self.refuse_unless_for(view.game)
        row = self.rows.get(view.to_bytes())
        if row is None:
            raise BadOption(f"{self.file}: has no entry for this view of seat {view.seat}")
        part = slice(self.first[row], self.first[row + 1])
        actions = self.actions[part].tolist()
        if actions != view.actions():
            raise BadData(f"{self.file}: other actions than {view.game.name} has at a view")
        return actions, self.chances[part]

    def refuse_unless_for(self, game: Game) -> None:
        """A policy is for one game with its options, rules and data."""
        if self.about["fingerprint"] == game.fingerprint:
            return
        theirs = _named(self.about["game"], self.about["options"])
        ours = _named(game.name, game.options)
        if theirs == ours:
            theirs = f"{theirs} of other rules or data"
        told = versions_told(self.about)
        raise BadOption(f"{self.file}: a policy for {theirs}, but the game is {ours}{told}")

    def write(self, file: str | Path) -> None:
        """Save as a compressed numpy archive, under exactly this name."""
        write_archive(file, self.about, {name: getattr(self, name) for name in ARRAYS}, FORMAT)


def _named(game: str, options: dict[str, Any]) -> str:
    return " ".join([game, *(f"{key}={value}" for key, value in sorted(options.items()))])


def read_policy(file: str | Path) -> PolicyTable:
    """Read what `PolicyTable.write` wrote; anything else is refused."""
    about, arrays = read_archive(file, KIND, FORMAT, REMEDY)
    if not arrays.keys() >= ARRAYS.keys():
        raise not_such(file, KIND, REMEDY)
    needed: dict[str, Any] = {name: arrays[name] for name in ARRAYS}
    table = PolicyTable(about, **needed, file=str(file))
    problem = _problem(table)
    if problem:
        raise BadData(f"{file}: {problem}")
    return table


def _problem(table: PolicyTable) -> str:
    """What is wrong with the file's content; empty if nothing is."""
    for key, wanted in IDENTITY.items():
        if not isinstance(table.about.get(key), wanted):
            return f"about: {key} is missing or no {wanted.__name__}"
    for name, kind in ARRAYS.items():
        array, ndim = getattr(table, name), 2 if name == "views" else 1
        if array.dtype != kind or array.ndim != ndim:
            return f"{name}: expected {np.dtype(kind)} numbers, dimensions: {ndim}"
    rows, first = len(table.views), table.first
    if len(first) != rows + 1 or first[0] != 0 or (np.diff(first) < 1).any():
        return "first: does not divide the actions among the views"
    if not len(table.actions) == len(table.chances) == first[-1]:
        return "actions, chances: not as many as the views have"
    if len(table.rows) != rows:
        return "views: one of them comes twice"
    chances = table.chances
    if not (chances >= 0).all() or not np.isfinite(chances).all():
        return "chances: not all are 0 or more"
    if rows and (abs(np.add.reduceat(chances, first[:-1]) - 1) > ROUNDING).any():
        return "chances: those of a view do not sum to 1"
    return ""


def own_policy(game: Game) -> PolicyTable:
    """The policy that a game brings along; refused where it has none with these options."""
    if game.policy is None:
        raise BadOption(
            f"cfr: {_named(game.name, game.options)} brings no policy along, name the file that "
            "`eminence solve --out` wrote: cfr:file=..."
        )
    return _kept(game.policy)


@cache
def _kept(path: str) -> PolicyTable:
    """Read once: every new agent of a process asks for it."""
    return read_policy(path)


class PolicyParameter(Parameter):
    """A policy file; `name.npz@hash` must be the one with this content.

    By default the game's own policy, where it has one.
    """

    default = None

    def checked(self, name: str, value: Any) -> PolicyTable | None:
        if value is None or isinstance(value, PolicyTable):
            return value
        if not str(value):
            raise BadOption(f"{name}: name the policy file that `eminence solve --out` wrote")
        if not isinstance(value, str | Path) or "," in str(value):
            raise BadOption(f"{name}={value}: choose a file whose name has no comma")
        return read_pinned(value, read_policy)

    def read(self, name: str, text: str) -> str:
        return text

    def write(self, value: PolicyTable) -> str:
        return pinned_text(value)
