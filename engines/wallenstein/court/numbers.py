"""The numbers of Emperor's Court: courtiers, the extra boards, and the favor cards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import NamedTuple

from eminence.engines.kit.sheets import Sheet, Toml, choice, declared, number
from eminence.engines.kit.tables import Record
from eminence.engines.kit.wording import by_number
from eminence.engines.wallenstein import state
from eminence.engines.wallenstein.state import FavorEffect

COURT: Toml = Toml("court.toml")
FAVORS: Sheet = Sheet("favors.csv", "card", "effect+ amount+", state.FAVORS)

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


def _falling(table: Record, name: str) -> tuple[int, ...]:
    values = table.numbers(name, 1, state.MAX_CUBES)
    if len(values) != state.SPACES or list(values) != sorted(values, reverse=True):
        raise table.fail(name, f"expected {state.SPACES} numbers that do not rise")
    return values


@dataclass(frozen=True, kw_only=True)
class Court:
    """What Emperor's Court adds to the board."""

    courtiers: int = COURT.number("court.courtiers", 1, state.MAX_CUBES)
    tower_cards: int = COURT.number("court.tower_cards", state.TOWER_CARDS, state.TOWER_CARDS)
    convert: tuple[int, ...] = COURT.value("court.convert", _falling)
    spaces: tuple[int, ...] = COURT.value("court.spaces", _falling)
    #: the cards by number, from 1 on
    favors: tuple[Favor, ...]

    def most(self, effect: FavorEffect) -> int:
        """The total that the favor cards of one effect bring."""
        return sum(f.amount for f in self.favors if f.effect == effect)


def read_court(folder: Path) -> Court:
    """The numbers of the folder's two files."""
    values, _ = declared(folder, Court)
    amount = number(0, MOST_AMOUNT)
    rows = FAVORS.read(folder, {"card": count(1)}, effect=choice(FAVOR_EFFECTS), amount=amount)
    return Court(**values, favors=tuple(Favor(row["effect"], row["amount"]) for row in rows))
