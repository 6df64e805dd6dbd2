"""The numbers of Leduc poker: reads the data folder and checks it.

A person may give a folder of their own (`--data`), so every error is one line that names the
file, the place in it, and what would be right. What the C code relies on (array sizes, ranges)
is checked here, once, when the game is loaded; the rules never check it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eminence.engines.kit import sheets
from eminence.engines.kit.options import SourceLine
from eminence.engines.kit.sheets import Sheet, Toml, column
from eminence.engines.kit.tables import Record
from eminence.engines.leduc_poker.rules import COPIES, MOST_RAISES, RANKS, ROUNDS

#: The folder that ships with the game.
DATA = Path(__file__).parent / "data"
#: Three ranks, the lowest first: the deck has a fixed size in the rules.
RANK_NAMES = Sheet("ranks.csv", "rank", "", RANKS, "rank")
BETTING = Toml("betting.toml")

SHEETS = (RANK_NAMES,)
TOMLS = (BETTING.file,)
FILES = sheets.file_names(SHEETS, TOMLS)

MOST_CHIPS = 100


def _one_per_round(chips: Record, name: str) -> tuple[int, ...]:
    sizes = chips.numbers(name, 1, MOST_CHIPS)
    if len(sizes) != ROUNDS:
        raise chips.fail(name, f"{len(sizes)} numbers, expected {ROUNDS}, one per round")
    return sizes


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """Every number of one loaded game; what betting.toml holds is declared here.

    An entry that is missing is refused, and so is one that nobody would read, such as a misspelt
    name.
    """

    ranks: tuple[str, ...]
    ante: int = BETTING.number("chips.ante", 1, MOST_CHIPS)
    #: what a raise adds, by round
    raise_by: tuple[int, ...] = BETTING.value("chips.raise", _one_per_round)
    #: raises in one round, at most
    most_raises: int = BETTING.number("limits.raises", 1, MOST_RAISES)

    @property
    def cards(self) -> tuple[str, ...]:
        """The deck by card id: the lowest rank first, the copies of a rank side by side."""
        return tuple(f"{rank}{copy + 1}" for rank in self.ranks for copy in range(COPIES))


def read(folder: Path) -> Numbers:
    """The numbers in a data folder; raises `BadData` about the first thing that is wrong."""
    values, _ = sheets.declared(folder, Numbers)
    return Numbers(**values, ranks=column(RANK_NAMES.read(folder), "rank"))


def sources(data: Path = DATA) -> list[SourceLine]:
    """Every number of the data folder with its source; the registry asks for this function."""
    read(data)
    return sheets.folder_sources(data, SHEETS, TOMLS)
