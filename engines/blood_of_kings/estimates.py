"""What can be worked out at the table, for notes and the board: income, stability, odds.

The rules have their own, faster versions in board.pxd and battle.pxd; tests compare them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from engines.blood_of_kings.data import Board
from engines.blood_of_kings.data_map import CAPITOL, CASTLE, CATHEDRAL, TOWN
from engines.blood_of_kings.names import ACHIEVEMENTS, INSTITUTIONS
from engines.blood_of_kings.phases import DIE

LEGAL, ECONOMIC, MILITARY, RELIGIOUS, ARTISTIC = range(len(INSTITUTIONS))
TILE = {name: i for i, name in enumerate(ACHIEVEMENTS)}
ATTACKER, DEFENDER, SMALLER = range(3)
#: dice of which the coloured one is higher, and of which it is not lower
HIGHER, NOT_LOWER = 15 / 36, 21 / 36


class Odds(NamedTuple):
    """How a fight to the end goes: both chances, and the attacker's units left on average."""

    win: float
    left: float


# --- kingdoms ---


def ruler_has(data: np.void, kingdom: int, tile: str) -> bool:
    """Whether the kingdom has a ruler with that tile."""
    ruler = int(data["ruler"][kingdom])
    return bool(ruler and int(data["tiles"][ruler - 1]) >> TILE[tile] & 1)


def holds(board: Board, data: np.void, kingdom: int, kind: int) -> int:
    """Regions of one type that a kingdom controls."""
    mask = int(data["holds"][kingdom])
    return sum(mask >> i & 1 for i, region in enumerate(board.regions) if region.type == kind)


def controller(data: np.void, region: int) -> int:
    """The kingdom whose flag is on top; -1: independent."""
    for kingdom, mask in enumerate(data["holds"]):
        if int(mask) >> region & 1:
            return kingdom
    return -1


def friendly(data: np.void, a: int, b: int) -> bool:
    """Same kingdom or ruler, or an Alliance token in one of both treasuries."""
    ruler = data["ruler"]
    allied = data["alliance"][a] == b + 1 or data["alliance"][b] == a + 1
    return bool(a == b or (ruler[a] and ruler[a] == ruler[b]) or allied)


def number(board: Board, tile: str, key: str) -> int:
    """A number of an achievement."""
    return board.achievements[TILE[tile]].numbers[key]


def stability(board: Board, data: np.void, kingdom: int) -> int:
    cathedrals = holds(board, data, kingdom, CATHEDRAL)
    total = cathedrals + board.mats[kingdom].stability[data["level"][kingdom][RELIGIOUS]]
    if cathedrals and ruler_has(data, kingdom, "heavenly_cathedrals"):
        total += number(board, "heavenly_cathedrals", "stability")
    return total


def income(board: Board, data: np.void, kingdom: int) -> int:
    mat = board.mats[kingdom]
    economy, faith = data["level"][kingdom][ECONOMIC], data["level"][kingdom][RELIGIOUS]
    town, capitol, base = mat.town[economy], mat.capitol[economy], 0
    if ruler_has(data, kingdom, "merchant_league"):
        town += number(board, "merchant_league", "income")
    if ruler_has(data, kingdom, "glorious_capitol"):
        capitol += number(board, "glorious_capitol", "income")
    if ruler_has(data, kingdom, "treasure_fleet"):
        base = number(board, "treasure_fleet", "income")
    seas = sum(
        sea.base_income + base
        for sea, owner in zip(board.seas, data["sea_owner"], strict=True)
        if owner == kingdom + 1
    )
    return (
        capitol
        + holds(board, data, kingdom, CASTLE) * mat.castle[economy]
        + holds(board, data, kingdom, TOWN) * town
        + holds(board, data, kingdom, CATHEDRAL) * mat.cathedral[faith]
        + seas * mat.sea[economy]
    )


def development_price(board: Board, data: np.void, kingdom: int, institution: int) -> int:
    """Of the next level."""
    price = board.mats[kingdom].cost[institution][data["level"][kingdom][institution] + 1]
    affected = number(board, "monastic_order", "institutions")
    if ruler_has(data, kingdom, "monastic_order") and affected >> institution & 1:
        price = max(0, price - number(board, "monastic_order", "reduction"))
    return price


def reduction_price(board: Board, data: np.void, kingdom: int) -> int:
    """Of the next reduction of an Administration."""
    done = int(data["reductions"])
    if ruler_has(data, kingdom, "kings_justice"):
        done -= number(board, "kings_justice", "reductions")
    return max(0, done + 1)


# --- sieges and assaults ---


def levies(board: Board, data: np.void, kingdom: int, region: int) -> int:
    """Of a region that the kingdom assaults."""
    holder, kind = controller(data, region), board.regions[region].type
    count = board.levies[kind]
    if holder >= 0:
        count += board.mats[holder].fortification[data["level"][holder][MILITARY]]
        castles_only = number(board, "mighty_castles", "castles_only")
        if ruler_has(data, holder, "mighty_castles") and (kind == CASTLE or not castles_only):
            count += number(board, "mighty_castles", "fortification")
    if kind != CAPITOL and int(data["flags"][kingdom]) >> region & 1:
        count -= board.levies_own_flag
    least = number(board, "siege_engines", "least_levies")
    if count > least and ruler_has(data, kingdom, "siege_engines"):
        count = max(count - number(board, "siege_engines", "levies"), least)
    return max(0, count)


def garrison(data: np.void, region: int) -> int:
    """Armies friendly to a region that stand in it."""
    holder = controller(data, region)
    if holder < 0:
        return 0
    here = enumerate(int(armies[region]) for armies in data["armies"])
    return sum(n for k, n in here if n and friendly(data, holder, k))


def siege_chance(board: Board, data: np.void, kingdom: int, region: int) -> float:
    """That the roll for a siege takes the region."""
    holder, kind = controller(data, region), board.regions[region].type
    bonus = max(0, garrison(data, region) - board.garrison[kind])
    if holder >= 0 and ruler_has(data, holder, "full_granaries"):
        bonus = 0
    if kind != CAPITOL and int(data["flags"][kingdom]) >> region & 1:
        bonus += board.siege_own_flag
    if ruler_has(data, kingdom, "siege_engines"):
        bonus += 1
    faces = range(1, DIE + 1)
    return sum(coloured + bonus > white for coloured in faces for white in faces) / DIE**2


# --- fights ---


@cache
def fight(
    table: tuple[tuple[int, int], ...],
    surrender: int,
    attackers: int,
    defenders: int,
    first: int = SMALLER + 1,
) -> Odds:
    """A fight to the end, without retreats or withdrawals.

    first: the side that always loses the first unit; above SMALLER the table tells.
    """
    ends = []
    for coloured in table:
        for white in range(1, DIE + 1):
            loser = first if first <= DEFENDER else _first_loser(coloured, attackers, defenders)
            a, d = _after_clash(attackers, defenders, loser, white)
            if d == 0 or (a and a >= surrender * d):
                ends.append(Odds(1, a))
            elif a == 0 or d >= surrender * a:
                ends.append(Odds(0, 0))
            else:
                ends.append(fight(table, surrender, a, d, first))
    return Odds(sum(e.win for e in ends) / len(ends), sum(e.left for e in ends) / len(ends))


def _first_loser(row: Sequence[int], attackers: int, defenders: int) -> int:
    first, tie = row
    if first != SMALLER:
        return first
    if attackers == defenders:
        return tie
    return ATTACKER if attackers < defenders else DEFENDER


def _after_clash(
    attackers: int, defenders: int, loser: int, casualties: int
) -> tuple[int, int]:
    """Units are lost by turns until all are lost or one side has none."""
    units = [attackers, defenders]
    while casualties and all(units):
        units[loser] -= 1
        loser = 1 - loser
        casualties -= 1
    return units[0], units[1]
