"""What Kingdom cards permit, and the Dynasty deck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from pathlib import Path
from typing import NamedTuple

from eminence.engines.blood_of_kings.names import CARDS, DYNASTY
from eminence.engines.blood_of_kings.tables import KINGDOMS, MAX_CARDS, ONE_SHIELD
from eminence.engines.kit.sheets import Row, Sheet, as_it_is, choice, number

GENERIC, SHIELD = "generic", "shield"
NO_SHIELDS = "none"
MAX_COPIES = 60
KINDS = ONE_SHIELD + KINGDOMS + comb(KINGDOMS, 2) + len(DYNASTY) - 1

PERMITS: Sheet = Sheet("permits.csv", "card dynasty", "", kind="permit")
DECK: Sheet = Sheet("deck.csv", "type shields value+", "copies+", KINDS)


class DynastyCard(NamedTuple):
    """A kind of card. Shields is a mask of kingdoms; a generic card has all of them."""

    name: str
    type: int
    value: int
    shields: int
    copies: int


def permits(folder: Path) -> tuple[int, ...]:
    """For each Kingdom card, a mask of the Dynasty cards that may follow it."""
    found = [0] * len(CARDS)
    for row in PERMITS.read(folder, card=choice(CARDS), dynasty=choice(DYNASTY)):
        found[row["card"]] |= 1 << row["dynasty"]
    return tuple(found)


def deck(folder: Path, kingdoms: Sequence[str]) -> tuple[DynastyCard, ...]:
    """The kinds: three generic, one for each kingdom, one for each two, four others."""
    shields = [*kingdoms, *(f"{a}+{b}" for a, b in combinations(kingdoms, 2))]
    others = DYNASTY[1:]
    order = {
        "type": [*[GENERIC] * ONE_SHIELD, *[SHIELD] * len(shields), *others],
        "shields": [*[NO_SHIELDS] * ONE_SHIELD, *shields, *[NO_SHIELDS] * len(others)],
    }
    rows = DECK.read(folder, order, value=as_it_is, copies=number(0, MAX_COPIES))
    found = tuple(_dynasty_card(row, kingdoms) for row in rows)
    total = sum(card.copies for card in found)
    if total > MAX_CARDS:
        raise DECK.fail("copies", f"{total} cards, choose at most {MAX_CARDS}")
    return found


def _dynasty_card(row: Row, kingdoms: Sequence[str]) -> DynastyCard:
    kind, shields, _, copies = row.cells
    if kind in DYNASTY:
        row.number("value", 0, 0)
        return DynastyCard(kind, DYNASTY.index(kind), 0, 0, copies)
    value = row.number("value", 1, 20)
    if kind == GENERIC:
        every = (1 << len(kingdoms)) - 1
        return DynastyCard(f"influence {value}", 0, value, every, copies)
    shown = shields.split("+")
    mask = sum(1 << kingdoms.index(kingdom) for kingdom in shown)
    return DynastyCard(f"{'/'.join(shown)} {value}", 0, value, mask, copies)
