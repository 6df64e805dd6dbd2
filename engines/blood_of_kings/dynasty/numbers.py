"""What Kingdom cards permit, and the Dynasty deck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from eminence.cython_ext.errors import BadData
from eminence.engines.blood_of_kings.names import CARDS, DYNASTY
from eminence.engines.blood_of_kings.tables import MAX_CARDS, ONE_SHIELD
from eminence.engines.kit.tables import Entry, once, read_csv

PERMITS = "permits.csv"
DECK = "deck.csv"
GENERIC, SHIELD = "generic", "shield"
NO_SHIELDS = "none"
MAX_COPIES = 60

COLUMNS: dict[str, tuple[str, ...]] = {
    PERMITS: ("card", "dynasty", "source"),
    DECK: ("type", "shields", "value", "copies", "source", "value_source", "copies_source"),
}
KEY_COLUMNS: dict[str, int] = {PERMITS: 2, DECK: 3}


class DynastyCard(NamedTuple):
    """A kind of card. Shields is a mask of kingdoms; a generic card has all of them."""

    name: str
    type: int
    value: int
    shields: int
    copies: int


def permits(folder: Path) -> tuple[int, ...]:
    """By Kingdom card a mask of the Dynasty cards that may follow it."""
    rows = read_csv(folder, PERMITS, COLUMNS[PERMITS])
    once(rows, "dynasty", ["card", "dynasty"])
    found = [0] * len(CARDS)
    for row in rows:
        found[row.choice("card", CARDS)] |= 1 << row.choice("dynasty", DYNASTY)
    return tuple(found)


def deck(folder: Path, kingdoms: Sequence[str]) -> tuple[DynastyCard, ...]:
    """The kinds: three generic, one for each kingdom, one for each two, four others."""
    expected = [
        *[(GENERIC, NO_SHIELDS)] * ONE_SHIELD,
        *((SHIELD, kingdom) for kingdom in kingdoms),
        *((SHIELD, f"{a}+{b}") for a, b in combinations(kingdoms, 2)),
        *((kind, NO_SHIELDS) for kind in DYNASTY[1:]),
    ]
    rows = read_csv(folder, DECK, COLUMNS[DECK])
    if len(rows) != len(expected):
        raise BadData(f"{DECK}: {len(rows)} rows, expected {len(expected)}")
    for row, (kind, shields) in zip(rows, expected, strict=True):
        for column, word in (("type", kind), ("shields", shields)):
            if row.word(column) != word:
                raise row.fail(column, f"expected {word!r}, got {row.word(column)!r}")
    once(rows, "value", ["type", "shields", "value"])
    found = tuple(_dynasty_card(row, kingdoms) for row in rows)
    total = sum(card.copies for card in found)
    if total > MAX_CARDS:
        raise BadData(f"{DECK}, copies: {total} cards, choose at most {MAX_CARDS}")
    return found


def _dynasty_card(row: Entry, kingdoms: Sequence[str]) -> DynastyCard:
    kind, shields = row.word("type"), row.word("shields")
    copies = row.number("copies", 0, MAX_COPIES)
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
