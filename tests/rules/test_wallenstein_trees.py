"""Wallenstein: tree sizes below positions in the middle of a game."""

from __future__ import annotations

from math import comb, factorial

import pytest
from wallenstein_builder import PEASANTS, Table, begin, play

from eminence import engines
from eminence.engines.wallenstein.names import PHASE_WORDS
from eminence.engines.wallenstein.state import Phase


def planning(counties: int, thalers: int) -> engines.State:
    """Seat 0 begins to plan."""
    table = Table(3).has(0, thalers=thalers)
    for name in ("Altmark", "Anhalt")[:counties]:
        table.county(0, name, 2)
    position = table.position() | {"phase": PHASE_WORDS[Phase.PLAN], "bid": ["nothing"] * 3}
    del position["closed"]
    return table.read(0, position)


def test_the_plans_of_a_seat_without_counties() -> None:
    """Five money cards for eleven places: which places, and which card is the bid."""
    state = planning(0, 9)
    plans = 5 * comb(10, 4) + comb(10, 5)
    assert leaves(state, 11) == plans


def test_the_plans_of_a_seat_with_one_county() -> None:
    """Six cards for eleven places; only the bid tells money cards apart."""
    state = planning(1, 0)
    # Bid 0 Thalers, the county, or nothing.
    expected = comb(10, 4) * 6 + comb(10, 5) + comb(10, 5) * 5
    assert leaves(state, 11) == expected


def leaves(state: engines.State, depth: int) -> int:
    """Different ways to make so many decisions, by the growth of the tree."""
    last = engines.perft(state, depth)
    before = engines.perft(state, depth - 1)
    return sum(last) - sum(before)


def test_orders_of_action_cards_and_tiles() -> None:
    """The first five of ten cards, then the tiles: falling factorials."""
    state = Table(3).state()
    begin(state)
    while state.data["season"] == 0:
        state.apply(state.outcomes()[0][0])
    assert leaves(state, 5) == factorial(10) // factorial(5)
    for _ in range(5):
        state.apply(state.outcomes()[0][0])
    assert leaves(state, 4) == factorial(5)


@pytest.mark.parametrize(("tower", "depth"), [("independent", 5), ("density", 5)])
def test_moves_and_throws(tower: str, depth: int) -> None:
    """Stay, or five targets with one to four armies; then cubes of each colour."""
    table = Table(3, tower=tower).county(0, "Anhalt", 5).order(0, "combat A", "Anhalt")
    table.county(1, "Kursachsen", 2).tower(PEASANTS, inside=1)
    state = table.state()
    begin(state)
    assert leaves(state, 1) == 6
    assert leaves(state, 2) == 5 * 4 + len(state_after_staying(state).outcomes())
    play(state, "move to Kursachsen", "4 armies to Kursachsen")
    assert leaves(state, 1) == 5
    assert leaves(state, 2) == 5 * 3
    assert leaves(state, 3) == 5 * 3 * 2
    assert sum(engines.perft(state, depth)) > 5 * 3 * 2 * 5


def state_after_staying(state: engines.State) -> engines.State:
    after = state.copy()
    play(after, "stay")
    return after
