"""The Development mats and the Kingdom cards of Blood of Kings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from eminence.engines.blood_of_kings.names import BENEFITS, CARDS, INSTITUTIONS
from eminence.engines.blood_of_kings.tables import KINGDOMS, LEVELS
from eminence.engines.kit.sheets import Row, Sheet, as_it_is, choice, grid, number

COST = "cost"
#: what the first level of an institution does not bring
LATER = (COST, "flags")
ALL = "all"
NO_CARD = -1
#: cards of one type that a kingdom has at most
MAX_COPIES = 7

MATS: Sheet = Sheet("mats.csv", "kingdom institution level what", "value")
GRANTS: Sheet = Sheet("grants.csv", "kingdom institution level", "card")
KINGDOM_CARDS: Sheet = Sheet(
    "kingdom_cards.csv", "kingdom card", "starting total", KINGDOMS * len(CARDS)
)

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
    """The mat of each kingdom; a kingdom's own rows replace those for `all` kingdoms."""
    owners = (ALL, *kingdoms)
    cells: list[dict[Cell, int]] = [{} for _ in owners]
    for row in MATS.read(folder, kingdom=choice(owners), value=as_it_is):
        cell, value = _cell(row)
        cells[row["kingdom"]][cell] = value
    grants = _grants(folder, kingdoms)
    return tuple(
        _mat(kingdom, {**cells[0], **cells[k + 1]}, grants[k]) for k, kingdom in enumerate(kingdoms)
    )


def _cell(row: Row) -> tuple[Cell, int]:
    institution = INSTITUTIONS[row.choice("institution", INSTITUTIONS)]
    known = (COST, *BENEFITS[institution])
    what = known[row.choice("what", known)]
    level = row.number("level", 2 if what in LATER else 1, LEVELS)
    return (institution, level, what), row.number("value", *RANGES[what])


def _mat(kingdom: str, cells: dict[Cell, int], grants: tuple[tuple[int, ...], ...]) -> Mat:
    def by_level(institution: str, what: str) -> tuple[int, ...]:
        first = 2 if what in LATER else 1
        for level in range(first, LEVELS + 1):
            if (institution, level, what) not in cells:
                raise MATS.fail(
                    what, f"{kingdom} has none at level {level} of the {institution} institution"
                )
        return tuple(cells.get((institution, level, what), 0) for level in range(1, LEVELS + 1))

    return Mat(
        cost=tuple(by_level(institution, COST) for institution in INSTITUTIONS),
        grants=grants,
        **{what: by_level(name, what) for name, benefits in BENEFITS.items() for what in benefits},
    )


def _grants(folder: Path, kingdoms: Sequence[str]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By kingdom, institution and level."""
    sizes = (len(kingdoms), len(INSTITUTIONS), LEVELS)
    found = dict.fromkeys(product(*map(range, sizes)), NO_CARD)
    for row in GRANTS.read(
        folder,
        kingdom=choice(kingdoms),
        institution=choice(INSTITUTIONS),
        level=number(2, LEVELS),
        card=choice(CARDS),
    ):
        kingdom, institution, level, card = row.cells
        found[kingdom, institution, level - 1] = card
    return grid(found, sizes)


def kingdom_cards(
    folder: Path, kingdoms: Sequence[str], mats: Sequence[Mat]
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]:
    """Starting cards and all cards, by kingdom and type."""
    found: list[dict[tuple[int, ...], int]] = [{}, {}]
    most = number(0, MAX_COPIES)
    for row in KINGDOM_CARDS.read(
        folder, kingdom=choice(kingdoms), card=choice(CARDS), starting=most, total=most
    ):
        k, card, starting, total = row.cells
        row.number("starting", 0, total)
        granted = sum(level == card for grants in mats[k].grants for level in grants)
        if starting + granted > total:
            raise row.fail("total", f"{total}, but {starting} in hand and {granted} granted")
        if CARDS[card] == "succession" and starting != 1:
            raise row.fail("starting", f"{starting}: expected 1, it ends every reign")
        found[0][k, card], found[1][k, card] = starting, total
    sizes = (len(kingdoms), len(CARDS))
    return grid(found[0], sizes), grid(found[1], sizes)
