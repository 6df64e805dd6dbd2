"""What a position shows: who holds what, and who has the most buildings of a region.

Only what the record holds is read, so a view tells no more than it knows.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from eminence.engines.kit.options import listed
from eminence.engines.wallenstein.names import BUILDINGS
from eminence.engines.wallenstein.numbers import Board

#: the kinds of building as a sentence has them
KINDS = tuple(kind.replace("_", " ") for kind in BUILDINGS)


def owner_of(data: np.void, county: int) -> int | None:
    """The seat that holds a county."""
    return next((s for s, mask in enumerate(data["owned"]) if int(mask) >> county & 1), None)


def has_building(data: np.void, kind: int, county: int) -> bool:
    return bool(int(data["built"][kind]) >> county & 1)


def buildings_in(data: np.void, county: int) -> list[int]:
    """The kinds of building that stand in a county."""
    return [kind for kind in range(len(BUILDINGS)) if has_building(data, kind, county)]


def open_sites(board: Board, data: np.void, county: int) -> int:
    return board.counties[county].sites - len(buildings_in(data, county))


def tiles_left(board: Board, data: np.void, kind: int) -> int:
    """Buildings of a kind that are not on the board."""
    return board.buildings[kind] - int(data["built"][kind]).bit_count()


def neighbours_of(board: Board, county: int) -> list[int]:
    """The counties in play that border on one."""
    beside = {a if b == county else b for a, b in board.borders if county in (a, b)}
    return sorted(other for other in beside if board.counties[other].in_play)


def counties_of(board: Board, region: int) -> list[int]:
    """The counties in play of a region."""
    return [i for i, c in enumerate(board.counties) if c.region == region and c.in_play]


def held_by(data: np.void, seat: int) -> int:
    """How many counties a seat holds."""
    return int(data["owned"][seat]).bit_count()


def regions_of(board: Board, data: np.void, seat: int) -> int:
    """In how many regions a seat holds a county."""
    owned = int(data["owned"][seat])
    return len({c.region for i, c in enumerate(board.counties) if owned >> i & 1})


def led(board: Board, data: np.void, seat: int, action: int, county: int) -> int:
    """What the seat's leader adds to an action in his county, or takes off its price (L4)."""
    helps = board.leaders.led
    return helps[action] if action < len(helps) and data["general"][seat] == county + 1 else 0


def both(names: Sequence[object]) -> str:
    """`a, b and c`; `none` for nothing."""
    return listed(names, "and") if names else "none"


def seats(chosen: Sequence[int]) -> str:
    """`seat 1`, `seats 0 and 2`."""
    return f"seat{'s' if len(chosen) > 1 else ''} {listed(chosen, 'and')}"


def each_has(counts: Sequence[int]) -> str:
    """`seat 0 has 3, seat 2 has 1`, of those who have any; `nobody has any`."""
    shown = [f"seat {seat} has {n}" for seat, n in enumerate(counts) if n]
    return ", ".join(shown) or "nobody has any"


# --- the most buildings (R40) ---


def counts_in(board: Board, data: np.void, kind: int, region: int) -> list[int]:
    """How many buildings of a kind each seat has in a region."""
    mask = int(data["built"][kind]) & sum(1 << county for county in counties_of(board, region))
    return [(int(owned) & mask).bit_count() for owned in data["owned"]]


def leaders_of(counts: Sequence[int]) -> list[int]:
    """The seats with the most buildings; nobody has the most of none."""
    most = max(counts)
    return [seat for seat, count in enumerate(counts) if count == most] if most else []


def majority_points(board: Board, kind: int, counts: Sequence[int], seat: int) -> int:
    """What a seat would get for the most buildings of a kind in a region."""
    first = leaders_of(counts)
    if seat not in first:
        return 0
    return max(0, board.majority[kind] - (board.tie_loss if len(first) > 1 else 0))


def majority_gain(board: Board, data: np.void, kind: int, county: int, seat: int) -> int:
    """How many points more for the most one more building in a county would bring a seat."""
    counts = counts_in(board, data, kind, board.counties[county].region)
    more = [count + (i == seat) for i, count in enumerate(counts)]
    return majority_points(board, kind, more, seat) - majority_points(board, kind, counts, seat)


def scored_now(board: Board, data: np.void, seat: int) -> int:
    """The points that a seat would get if a winter were scored now (R40)."""
    counties = int(data["owned"][seat])
    points = board.county_points * counties.bit_count()
    for kind, built in enumerate(data["built"]):
        points += board.building_points * (int(built) & counties).bit_count()
        for region in range(len(board.regions)):
            counts = counts_in(board, data, kind, region)
            points += majority_points(board, kind, counts, seat)
    return points
