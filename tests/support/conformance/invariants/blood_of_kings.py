"""Blood of Kings: nothing is lost or made up, and flags never leave the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kings_builder import KINGDOMS, C, numbers

from eminence import engines


def dynasty_cards(data: Any) -> list[int]:
    """Cards of each kind, over all places."""
    on_mats = data["mat"][: int(data["height"].sum())].tolist()
    places = data["deck"] + data["discards"] + data["hand"].sum(axis=0)
    places = places + data["sets"].sum(axis=0)
    return [int(n) + on_mats.count(kind) for kind, n in enumerate(places)]


def flags(data: Any, k: int) -> int:
    in_seas = sum(int(mask) >> k & 1 for mask in data["sea_flags"])
    return int(data["flags_left"][k]) + int(data["flags"][k]).bit_count() + in_seas


def flags_gained(data: Any, k: int) -> int:
    board = numbers()
    return board.flags + sum(board.mats[k].flags[1 : int(data["level"][k][C.LEGAL]) + 1])


def kingdom_cards(data: Any, k: int) -> list[int]:
    board = numbers()
    cards = [*board.starting_cards[k]]
    for institution, level in enumerate(data["level"][k]):
        for granted in board.mats[k].grants[institution][1 : int(level) + 1]:
            if granted >= 0:
                cards[granted] += 1
    return cards


def tiles(data: Any) -> list[int]:
    """How often each tile is somewhere."""
    masks = [int(data["bag"]), int(data["display"]), *(int(t) for t in data["tiles"])]
    return [i for mask in masks for i in range(C.TILES) if mask >> i & 1]


def glory(data: Any, seat: int) -> int:
    held = int(data["tiles"][seat]).bit_count()
    return int(data["glory"][seat]) + numbers().glory_per_tile * held


def earned(data: Any, seat: int) -> int:
    points = [int(n) for n in data["earned"][seat]]
    return sum(points) - 2 * points[C.TO_OTHERS]


def broken_by_state(state: engines.State) -> Iterator[str]:
    """Every component is in one place, and none is there more often than it exists."""
    data, board = state.data, numbers()
    if dynasty_cards(data) != [kind.copies for kind in board.deck]:
        yield f"dynasty cards: {dynasty_cards(data)}"
    if data["deck"].sum() != data["deck_size"]:
        yield "the size of the deck"
    if data["hand"].sum(axis=1).tolist() != data["hand_count"].tolist():
        yield "the sizes of hands"
    if sorted(data["order"]) != list(range(C.KINGDOMS)):
        yield "the order track"
    for k, name in enumerate(KINGDOMS):
        if flags(data, k) != flags_gained(data, k):
            yield f"flags of {name}"
        if (data["in_hand"][k] + data["on_mat"][k]).tolist() != kingdom_cards(data, k):
            yield f"Kingdom cards of {name}"
        if data["armies"][k].sum() > board.armies or data["fleets"][k].sum() > board.fleets:
            yield f"units of {name}"
        sieges = board.mats[k].siege[: int(data["level"][k][C.MILITARY]) + 1]
        if int(data["sieges"][k]).bit_count() > sum(sieges):
            yield f"siege tokens of {name}"
    if data["phase"] != C.SETTING_UP:
        found = tiles(data)
        if not len({*found}) == len(found) == int(state.game.options["achievements"]):
            yield f"tiles: {found}"
    if data["glory_left"] == 0:
        for seat in range(state.game.seats):
            if glory(data, seat) != earned(data, seat):
                yield f"glory of seat {seat}"


def broken_by_step(before: engines.State, after: engines.State) -> Iterator[str]:
    """Flags never leave the map (R37.3)."""
    for k, name in enumerate(KINGDOMS):
        if int(before.data["flags"][k]) & ~int(after.data["flags"][k]):
            yield f"a flag of {name} left a region"
    if any(a & ~b for a, b in zip(before.data["sea_flags"], after.data["sea_flags"], strict=True)):
        yield "a flag left a sea"
