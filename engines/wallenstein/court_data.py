"""The numbers of Emperor's Court: courtiers, the extra boards, and the favor cards."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cython_ext.errors import BadData
from engines.tables import read_csv, read_toml

COURT = "court.toml"
FAVORS = "favors.csv"
FAVOR_COLUMNS = ("card", "effect", "amount", "source", "effect_source", "amount_source")

# Sizes of the arrays in rules.pxd.
FAVOR_CARDS = 21
SPACES = 3
TOWER_CARDS = 3
#: the boxes of the extra board in the order in which they are opened
CONVERSIONS = ("convert 3", "convert 2", "convert 1")
#: what a favor card does, in the order of the enum in rules.pxd
FAVOR_EFFECTS = (
    *("cancel_event", "thalers", "armies_to_tray", "calm", "grain", "points"),
    *("free_palace", "free_church", "free_trading_post"),
    *("immune_a", "immune_b", "immune_both", "deploy"),
)
MOST_COURTIERS = 62
MOST_AMOUNT = 20


class Favor(NamedTuple):
    effect: int
    amount: int


@dataclass(frozen=True)
class Court:
    """What Emperor's Court adds to the board."""

    courtiers: int
    convert: tuple[int, ...]
    spaces: tuple[int, ...]
    favors: tuple[Favor, ...]

    def most(self, effect: str) -> int:
        """All that the favor cards of one effect bring together."""
        return sum(f.amount for f in self.favors if FAVOR_EFFECTS[f.effect] == effect)


def read_court(folder: Path) -> Court:
    """The numbers of the folder's two files."""
    table = read_toml(folder, COURT).need(["court"]).table("court")
    table.need_sourced(["courtiers", "tower_cards", "convert", "spaces"])
    courtiers = table.number("courtiers", 1, MOST_COURTIERS)
    table.number("tower_cards", TOWER_CARDS, TOWER_CARDS)
    convert = table.numbers("convert", 1, MOST_COURTIERS)
    spaces = table.numbers("spaces", 1, MOST_COURTIERS)
    for field, values in (("convert", convert), ("spaces", spaces)):
        if len(values) != SPACES or list(values) != sorted(values, reverse=True):
            raise table.fail(field, f"expected {SPACES} numbers that do not rise")
    return Court(courtiers, convert, spaces, _favors(folder))


def _favors(folder: Path) -> tuple[Favor, ...]:
    """The cards by number, from 1 on."""
    rows = read_csv(folder, FAVORS, FAVOR_COLUMNS)
    if len(rows) != FAVOR_CARDS:
        raise BadData(f"{FAVORS}: {len(rows)} rows, expected {FAVOR_CARDS}")
    for number, row in enumerate(rows, 1):
        if row.number("card") != number:
            raise row.fail("card", f"expected {number}, got {row.word('card')}")
    return tuple(
        Favor(row.choice("effect", FAVOR_EFFECTS), row.number("amount", 0, MOST_AMOUNT))
        for row in rows
    )
