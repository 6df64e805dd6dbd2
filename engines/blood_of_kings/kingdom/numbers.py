"""The Development mats and the Kingdom cards of Blood of Kings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from eminence.cython_ext.errors import BadData
from eminence.engines.blood_of_kings.names import BENEFITS, CARDS, INSTITUTIONS
from eminence.engines.blood_of_kings.tables import LEVELS
from eminence.engines.kit.options import listed
from eminence.engines.kit.tables import Entry, once, read_csv

MATS = "mats.csv"
GRANTS = "grants.csv"
KINGDOM_CARDS = "kingdom_cards.csv"
COST = "cost"
#: what the first level of an institution does not bring
LATER = (COST, "flags")
ALL = "all"
NO_CARD = -1
#: cards of one type that a kingdom has at most
MAX_COPIES = 7

COLUMNS: dict[str, tuple[str, ...]] = {
    MATS: ("kingdom", "institution", "level", "what", "value", "source"),
    GRANTS: ("kingdom", "institution", "level", "card", "source"),
    KINGDOM_CARDS: ("kingdom", "card", "starting", "total", "source"),
}
KEY_COLUMNS: dict[str, int] = {MATS: 4, GRANTS: 3, KINGDOM_CARDS: 2}

#: what each number of a mat may be
RANGES = {
    COST: (0, 200),
    "influence": (-20, 20),
    "flags": (0, 20),
    "capitol": (0, 20),
    "castle": (0, 20),
    "town": (0, 20),
    "sea": (0, 9),
    "fortification": (0, 9),
    "siege": (0, 7),
    "stability": (0, 20),
    "cathedral": (0, 20),
}

Cell = tuple[str, int, str]


class Mat(NamedTuple):
    """One kingdom's mat; every benefit by level, the first at 0.

    cost: by institution and level; that of the first level is 0.
    grants: by institution and level, the card that the level adds or NO_CARD.
    flags, siege: tokens that the level adds; the others replace those of the level before.
    """

    cost: tuple[tuple[int, ...], ...]
    grants: tuple[tuple[int, ...], ...]
    influence: tuple[int, ...]
    flags: tuple[int, ...]
    capitol: tuple[int, ...]
    castle: tuple[int, ...]
    town: tuple[int, ...]
    sea: tuple[int, ...]
    fortification: tuple[int, ...]
    siege: tuple[int, ...]
    stability: tuple[int, ...]
    cathedral: tuple[int, ...]


def mats(folder: Path, kingdoms: Sequence[str]) -> tuple[Mat, ...]:
    """The mat of each kingdom; rows of `all` kingdoms give way to a kingdom's own."""
    rows = read_csv(folder, MATS, COLUMNS[MATS])
    once(rows, "what", ["kingdom", "institution", "level", "what"])
    cells: dict[str, dict[Cell, int]] = {name: {} for name in (ALL, *kingdoms)}
    for row in rows:
        owner = (ALL, *kingdoms)[row.choice("kingdom", (ALL, *kingdoms))]
        cell, value = _cell(row)
        cells[owner][cell] = value
    grants = _grants(folder, kingdoms)
    return tuple(
        _mat(kingdom, {**cells[ALL], **cells[kingdom]}, grants[k])
        for k, kingdom in enumerate(kingdoms)
    )


def _cell(row: Entry) -> tuple[Cell, int]:
    institution = INSTITUTIONS[row.choice("institution", INSTITUTIONS)]
    known = (COST, *BENEFITS[institution])
    what = known[row.choice("what", known)]
    level = row.number("level", 2 if what in LATER else 1, LEVELS)
    return (institution, level, what), row.number("value", *RANGES[what])


def _mat(kingdom: str, cells: dict[Cell, int], grants: tuple[tuple[int, ...], ...]) -> Mat:
    def value(institution: str, level: int, what: str) -> int:
        if level == 1 and what in LATER:
            return 0
        try:
            return cells[institution, level, what]
        except KeyError:
            raise BadData(
                f"{MATS}, {what}: {kingdom} has none at level {level} of the {institution} "
                "institution"
            ) from None

    levels = range(1, LEVELS + 1)
    return Mat(
        cost=tuple(
            tuple(value(institution, level, COST) for level in levels)
            for institution in INSTITUTIONS
        ),
        grants=grants,
        **{
            what: tuple(value(institution, level, what) for level in levels)
            for institution, benefits in BENEFITS.items()
            for what in benefits
        },
    )


def _grants(folder: Path, kingdoms: Sequence[str]) -> list[tuple[tuple[int, ...], ...]]:
    """By kingdom, institution and level."""
    rows = read_csv(folder, GRANTS, COLUMNS[GRANTS])
    once(rows, "level", ["kingdom", "institution", "level"])
    found = {
        (
            row.choice("kingdom", kingdoms),
            row.choice("institution", INSTITUTIONS),
            row.number("level", 2, LEVELS),
        ): row.choice("card", CARDS)
        for row in rows
    }
    return [
        tuple(
            tuple(found.get((k, i, level), NO_CARD) for level in range(1, LEVELS + 1))
            for i in range(len(INSTITUTIONS))
        )
        for k in range(len(kingdoms))
    ]


def kingdom_cards(
    folder: Path, kingdoms: Sequence[str], mats: Sequence[Mat]
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Starting cards and all cards, by kingdom and type."""
    rows = read_csv(folder, KINGDOM_CARDS, COLUMNS[KINGDOM_CARDS])
    once(rows, "card", ["kingdom", "card"])
    if len(rows) != len(kingdoms) * len(CARDS):
        raise BadData(
            f"{KINGDOM_CARDS}: {len(rows)} rows, expected {len(kingdoms) * len(CARDS)}: "
            f"{listed(CARDS, 'and')} of each kingdom"
        )
    starting = [[0] * len(CARDS) for _ in kingdoms]
    total = [[0] * len(CARDS) for _ in kingdoms]
    for row in rows:
        k, card = row.choice("kingdom", kingdoms), row.choice("card", CARDS)
        total[k][card] = row.number("total", 0, MAX_COPIES)
        starting[k][card] = row.number("starting", 0, total[k][card])
        granted = sum(level == card for grants in mats[k].grants for level in grants)
        if starting[k][card] + granted > total[k][card]:
            raise row.fail(
                "total", f"{total[k][card]}, but {starting[k][card]} in hand and {granted} granted"
            )
        if CARDS[card] == "succession" and starting[k][card] != 1:
            raise row.fail("starting", f"{starting[k][card]}: expected 1, it ends every reign")
    return tuple(map(tuple, starting)), tuple(map(tuple, total))
