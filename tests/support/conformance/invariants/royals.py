"""Royals: what stays true in every state, and what no step may do."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from conformance.invariants import uneven_sums
from eminence import engines
from eminence.engines.royals.numbers import Board
from eminence.engines.royals.state import Phase

#: fields that only ever grow, and those whose entries are given once and kept
GROWING = ("ousted", "title_cubes")
KEPT = ("city_marker", "country_marker", "house_marker", "period_marker")


def broken_by_state(state: engines.State) -> Iterator[str]:
    board: Board = state.game.words.on
    data = state.data
    cards = data["pile"] + data["discards"] + data["display"] + data["hand"].sum(axis=0)
    if tuple(cards) != board.deck:
        yield f"the deck has {board.deck} cards, {tuple(cards)} are there"
    pairs = data["intrigue_pile"] + data["intrigue_discards"] + data["intrigue"].sum(axis=0)
    if tuple(pairs) != board.intrigue_deck:
        yield f"there are {tuple(pairs)} Intrigue cards of {board.intrigue_deck}"
    for seat, cubes in enumerate(board.cubes):
        occupations = int(data["title_cubes"][seat].sum())
        placed = int(data["held"][seat]).bit_count() + int(data["ousted"][seat].sum())
        if data["supply"][seat] + occupations + placed != cubes or occupations != placed:
            yield f"the cubes of seat {seat} do not add up to {cubes}"
    yield from _late_bonuses(board, data)
    if data["pile_size"] == 0 and board.ends_on_empty_pile:
        yield "the pile is empty, and no new one was made"
    if data["period_ending"] and data["phase"] == Phase.DRAW and data["drawn"] == 0:
        yield "a period ends that nobody has brought to its end"
    yield from uneven_sums(state)


def _late_bonuses(board: Board, data: np.void) -> Iterator[str]:
    """Bonuses that a seat is entitled to and did not get, though they are available."""
    for seat in range(len(board.cubes)):
        held = int(data["held"][seat])
        been = {p.city for i, p in enumerate(board.positions) if held >> i & 1}
        been |= set(np.flatnonzero(data["ousted"][seat]).tolist())
        for country, name in enumerate(board.countries):
            cities = {i for i, city in enumerate(board.cities) if city.country == country}
            owners = data["country_marker"][country]
            if cities <= been and seat + 1 not in owners and not owners.all():
                yield f"seat {seat} is in every city of {name} and has no marker"
        owners = data["house_marker"][: len(board.house_bonus)]
        if data["title_cubes"][seat].all() and seat + 1 not in owners and not owners.all():
            yield f"seat {seat} has every title and no Noble House marker"


def broken_by_step(before: engines.State, after: engines.State) -> Iterator[str]:
    old, new = before.data, after.data
    for name in GROWING:
        if (new[name].astype(int) < old[name]).any():
            yield f"{name}: a cube has gone"
    for name in KEPT:
        if (old[name][old[name] > 0] != new[name][old[name] > 0]).any():
            yield f"{name}: a marker has changed hands"
    if int(np.bitwise_or.reduce(old["held"])) & ~int(np.bitwise_or.reduce(new["held"])):
        yield "a position that was held is vacant"
    over = new["phase"] == Phase.ENDED
    if new["period"] != old["period"] or over:
        if new["period"] + over != old["period"] + 1:
            yield "a period was left out"
        if not (old["period_ending"] or new["pile_size"] or old["last_round"]):
            yield "a period ended with cards in the pile"
    elif (old["period_marker"] != new["period_marker"]).any():
        yield "period markers were given in mid-period"
