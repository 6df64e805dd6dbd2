"""The numbers of Leduc poker: reads the data folder and checks it.

A person may give a folder of their own (`--data`), so every error is one line that names the
file, the place in it, and what would be right. What the C code relies on (array sizes, ranges)
is checked here, once, when the game is loaded; the rules never check it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eminence.cython_ext.errors import BadData
from eminence.engines.kit import tables
from eminence.engines.kit.options import SourceLine
from eminence.engines.kit.tables import Entry, once, read_csv, read_toml
from eminence.engines.leduc_poker.rules import COPIES, MOST_RAISES, RANKS, ROUNDS

#: The folder that ships with the game; the registry asks for this name and for `sources`.
DATA = Path(__file__).parent / "data"
BETTING = "betting.toml"
#: The CSV files and their columns.
COLUMNS = {"ranks.csv": ("rank", "source")}
#: how many columns, from the first on, name a row
KEY_COLUMNS = {"ranks.csv": 1}
#: what the rows of a file introduce by name
NAMES = {"ranks.csv": "rank"}
FILES = (*COLUMNS, BETTING)

MOST_CHIPS = 100


@dataclass(frozen=True)
class Numbers:
    """Every number of one loaded game."""

    ranks: tuple[str, ...]
    ante: int
    #: what a raise adds, by round
    raise_by: tuple[int, ...]
    #: raises in one round, at most
    most_raises: int

    @property
    def cards(self) -> tuple[str, ...]:
        """The deck by card id: the lowest rank first, the copies of a rank side by side."""
        return tuple(f"{rank}{copy + 1}" for rank in self.ranks for copy in range(COPIES))


def read(folder: Path) -> Numbers:
    """The numbers in a data folder; raises `BadData` about the first thing that is wrong."""
    if not folder.is_dir():
        raise BadData(f"data: {folder} is no folder")
    # `need` refuses what is missing and what nobody would read, such as a misspelt name.
    betting = read_toml(folder, BETTING).need(["chips", "limits"])
    chips = betting.table("chips").need_sourced(["ante", "raise"])
    limits = betting.table("limits").need_sourced(["raises"])
    return Numbers(
        ranks=_ranks(folder),
        ante=chips.number("ante", 1, MOST_CHIPS),
        raise_by=_raise_by(chips),
        most_raises=limits.number("raises", 1, MOST_RAISES),
    )


def _ranks(folder: Path) -> tuple[str, ...]:
    """Three different ranks, the lowest first: the deck has a fixed size in the rules."""
    rows = read_csv(folder, "ranks.csv", COLUMNS["ranks.csv"])
    once(rows, "rank", ["rank"])
    if len(rows) != RANKS:
        raise BadData(f"ranks.csv: {len(rows)} rows, expected {RANKS}")
    return tuple(row.word("rank") for row in rows)


def _raise_by(chips: Entry) -> tuple[int, ...]:
    sizes = chips.numbers("raise", 1, MOST_CHIPS)
    if len(sizes) != ROUNDS:
        raise chips.fail("raise", f"{len(sizes)} numbers, expected {ROUNDS}, one per round")
    return sizes


def data_hash(folder: Path) -> str:
    """Part of the game's identity: saved games of other numbers are refused."""
    return tables.data_hash(folder, FILES)


def sources(data: Path | None = None) -> list[SourceLine]:
    """Every number of the data folder with its source, for `eminence games leduc_poker`."""
    folder = DATA if data is None else data
    read(folder)
    return tables.folder_sources(folder, COLUMNS, KEY_COLUMNS, NAMES, [BETTING])
