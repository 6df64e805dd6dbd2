"""The numbers of Emperor's Court: courtiers, the extra boards, and the favor cards."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from eminence.cython_ext.errors import BadData
from eminence.engines.kit.tables import read_csv, read_toml
from eminence.engines.kit.wording import by_number
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.state import FavorEffect

COURT = "court.toml"
FAVORS = "favors.csv"
FAVOR_COLUMNS: tuple[str, ...] = (
    "card",
    "effect",
    "amount",
    "source",
    "effect_source",
    "amount_source",
)

#: what a favor card does, as favors.csv says it
FAVOR_EFFECTS: tuple[str, ...] = by_number(
    {
        FavorEffect.CANCEL_EVENT: "cancel_event",
        FavorEffect.GIVE_THALERS: "thalers",
        FavorEffect.FILL_TRAY: "armies_to_tray",
        FavorEffect.CALM: "calm",
        FavorEffect.GIVE_GRAIN: "grain",
        FavorEffect.GIVE_POINTS: "points",
        FavorEffect.FREE_PALACE: "free_palace",
        FavorEffect.FREE_CHURCH: "free_church",
        FavorEffect.FREE_POST: "free_trading_post",
        FavorEffect.IMMUNE_A: "immune_a",
        FavorEffect.IMMUNE_B: "immune_b",
        FavorEffect.IMMUNE_BOTH: "immune_both",
        FavorEffect.FREE_ARMIES: "deploy",
    }
)
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

    def most(self, effect: FavorEffect) -> int:
        """All that the favor cards of one effect bring together."""
        return sum(f.amount for f in self.favors if f.effect == effect)


def read_court(folder: Path) -> Court:
    """The numbers of the folder's two files."""
    table = read_toml(folder, COURT).need(["court"]).table("court")
    table.need_sourced(["courtiers", "tower_cards", "convert", "spaces"])
    courtiers = table.number("courtiers", 1, state.MAX_CUBES)
    table.number("tower_cards", state.TOWER_CARDS, state.TOWER_CARDS)
    convert = table.numbers("convert", 1, state.MAX_CUBES)
    spaces = table.numbers("spaces", 1, state.MAX_CUBES)
    for field, values in (("convert", convert), ("spaces", spaces)):
        if len(values) != state.SPACES or list(values) != sorted(values, reverse=True):
            raise table.fail(field, f"expected {state.SPACES} numbers that do not rise")
    return Court(courtiers, convert, spaces, _favors(folder))


def _favors(folder: Path) -> tuple[Favor, ...]:
    """The cards by number, from 1 on."""
    rows = read_csv(folder, FAVORS, FAVOR_COLUMNS)
    if len(rows) != state.FAVORS:
        raise BadData(f"{FAVORS}: {len(rows)} rows, expected {state.FAVORS}")
    for number, row in enumerate(rows, 1):
        if row.number("card") != number:
            raise row.fail("card", f"expected {number}, got {row.word('card')}")
    return tuple(
        Favor(row.choice("effect", FAVOR_EFFECTS), row.number("amount", 0, MOST_AMOUNT))
        for row in rows
    )
