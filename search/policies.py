"""Policy files: the probability of each action at each view of one game.

Solvers write them, the agent `cfr` plays by them. They hold the views themselves, so an entry
is found by what the seat knows and by nothing else.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eminence.cython_ext.errors import BadData, BadOption
from eminence.cython_ext.game import Game, View
from eminence.cython_ext.version import UNNAMED, WRITER, __version__, both_versions
from eminence.search.parameters import Parameter

FORMAT = 1
#: how far the sum of a view's probabilities may be from 1
ROUNDING = 1e-9
#: characters of the content hash behind a file's name
DIGEST = 16
PINNED = re.compile(rf"(.+)@([0-9a-f]{{{DIGEST}}})")
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
        writer = self.about.get(WRITER, UNNAMED)
        told = "" if writer == __version__ else f" ({both_versions(writer)})"
        raise BadOption(f"{self.file}: a policy for {theirs}, but the game is {ours}{told}")

    def write(self, file: str | Path) -> None:
        """Save as a compressed numpy archive, under exactly this name."""
        told = {WRITER: __version__, **self.about, "format": FORMAT}
        about = json.dumps(told, sort_keys=True)
        arrays = {name: getattr(self, name) for name in ARRAYS}
        with Path(file).open("wb") as out:
            np.savez_compressed(out, about=np.array(about), **arrays)


def _named(game: str, options: dict[str, Any]) -> str:
    return " ".join([game, *(f"{key}={value}" for key, value in sorted(options.items()))])


def read_policy(file: str | Path) -> PolicyTable:
    """Read what `PolicyTable.write` wrote; anything else is refused."""
    try:
        # Opened here: numpy leaves a file open that turns out to be no archive.
        with Path(file).open("rb") as source, np.load(source, allow_pickle=False) as archive:
            about = json.loads(str(archive["about"]))
            arrays = {name: archive[name] for name in ARRAYS}
    except OSError as error:
        raise BadOption(f"{file}: {error.strerror or error}") from None
    except Exception:
        # A damaged archive may raise almost anything, in three libraries.
        raise BadData(f"{file}: no policy file; `eminence solve --out` writes one") from None
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise BadData(f"{file}: a policy file of another format than {FORMAT}")
    table = PolicyTable(about, **arrays, file=str(file))
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


class PolicyParameter(Parameter):
    """A policy file; `name.npz@hash` must be the one with this content."""

    default = None

    def checked(self, name: str, value: Any) -> PolicyTable:
        if isinstance(value, PolicyTable):
            return value
        if value is None or not str(value):
            raise BadOption(f"{name}: name the policy file that `eminence solve --out` wrote")
        if not isinstance(value, str | Path) or "," in str(value):
            raise BadOption(f"{name}={value}: choose a file whose name has no comma")
        match = PINNED.fullmatch(str(value))
        if match is None:
            return read_policy(value)
        table = replace(read_policy(match[1]), pinned=True)
        if table.digest != match[2]:
            raise BadData(f"{match[1]}: holds {table.digest}, but {match[2]} was asked for")
        return table

    def read(self, name: str, text: str) -> str:
        return text

    def write(self, value: PolicyTable) -> str:
        return f"{value.file}@{value.digest}" if value.pinned else value.file
