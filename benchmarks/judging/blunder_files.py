"""A folder of blunders: a position file each, and `blunders.toml` that says what was played.

Half of the positions are shown to whoever works on the bots, the others are held out. A hash of the
position decides which, so that nobody chooses. It does not depend on the version that wrote the
file, nor on who found the blunder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from eminence import engines
from eminence.cython_ext.pages import Page, as_toml, toml_of
from eminence.cython_ext.version import WRITER
from eminence.engines import BadData, IllegalAction, View
from eminence.engines.positions import position_page

LIST = "blunders.toml"
TABLE = "blunders"
HALVES = ("shown", "held_out")
HEAD = """\
Moves that no good player would make, found by `python -m benchmarks.blunders mine`.
Losses and their standard errors are in percentage points of win share, by rollouts to the end.
Change nothing by hand, and tune nothing on positions that are held out."""


@dataclass(frozen=True)
class Blunder:
    """One entry of the list."""

    file: str
    """The position, in the folder of the list."""
    game: str
    options: dict[str, Any]
    seat: int
    bad: str
    """The move that was played, in words."""
    also_bad: list[str]
    """Other moves that lose as clearly."""
    better: str
    loss: float
    error: float
    judge: str
    """How long the judge looked."""
    agent: str
    """Who played the bad move, in all seats."""
    seed: int
    """Of the run that found it."""
    game_number: int
    """Of that run's games, from 0."""
    move_number: int
    """Of that game's decisions, from 1."""
    half: str

    @property
    def bad_moves(self) -> list[str]:
        return [self.bad, *self.also_bad]


def position_hash(view: View) -> str:
    """A hash of what the position file says, without the version that wrote it."""
    values = {key: value for key, value in position_page(view).values.items() if key != WRITER}
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def file_of(view: View) -> str:
    return f"{view.game.name}/{position_hash(view)[:12]}.toml"


def half_of(view: View) -> str:
    # The last digit: the name has the first ones.
    return HALVES[int(position_hash(view)[-1], 16) % 2]


def can_be_filed(view: View) -> bool:
    """Whether the file says all that the mover knows."""
    return engines.parse_position(engines.position_toml(view)).to_bytes() == view.to_bytes()


def write_position(folder: Path, view: View) -> None:
    path = folder / file_of(view)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(engines.position_toml(view), "utf-8")


def write_list(folder: Path, blunders: Iterable[Blunder]) -> None:
    """In the order of their files, whatever the order in which they were found."""
    entries = [asdict(blunder) for blunder in sorted(blunders, key=lambda blunder: blunder.file)]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / LIST).write_text(as_toml(Page({TABLE: entries}, {"": HEAD})), "utf-8")


def read_list(folder: Path) -> list[Blunder]:
    """The entries of a folder; an entry that lacks something is refused."""
    path = folder / LIST
    try:
        entries = toml_of(path.read_text("utf-8")).get(TABLE, [])
    except OSError as error:
        raise BadData(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise BadData(f"{path}: not TOML: {' '.join(str(error).split())}") from None
    if not isinstance(entries, list):
        raise BadData(f"{path}: {TABLE}: expected tables [[{TABLE}]]")
    return [blunder_of(f"{path}: entry {i}", entry) for i, entry in enumerate(entries, 1)]


def blunder_of(place: str, entry: Any) -> Blunder:
    if not isinstance(entry, dict):
        raise BadData(f"{place}: expected a table")
    names = [field.name for field in fields(Blunder)]
    for name in names:
        if name not in entry:
            raise BadData(f"{place}: {name} is missing")
    for name in entry:
        if name not in names:
            raise BadData(f"{place}: unknown {name}; choose from {', '.join(names)}")
    if entry["half"] not in HALVES:
        raise BadData(f"{place}: half: choose {' or '.join(HALVES)}")
    return Blunder(**entry)


def position_of(folder: Path, blunder: Blunder) -> View:
    """The position of an entry, as its mover sees it."""
    return engines.read_position(folder / blunder.file)


def actions_of(view: View, blunder: Blunder, moves: Iterable[str]) -> list[int]:
    """The ids of moves in words; a move that is not legal there is refused."""
    try:
        actions = [view.parse(move) for move in moves]
    except IllegalAction as error:
        raise BadData(f"{blunder.file}: {error}") from None
    for action in actions:
        if action not in view.actions():
            raise BadData(f"{blunder.file}: {view.text(action)} is not legal there")
    return actions
