"""Phantom tic-tac-toe: what a viewer imagines at the end, where the last mark is evidence."""

from __future__ import annotations

from itertools import product

import pytest
from conformance.worlds import InformationSet, sampler_covers, sampler_matches_posterior

from eminence import engines

GAME = engines.load("phantom_ttt")


def played(cells: str) -> engines.State:
    """The state after both tried these cells, in turn or again after a taken one."""
    state = GAME.root()
    for cell in cells:
        state.apply(int(cell))
    return state


def accepted_worlds(view: engines.View) -> InformationSet:
    """All states with this view that the game accepts, every one with the same weight."""
    info = InformationSet(view)
    record = view.data.copy()
    other = 1 - view.seat
    record["head"]["view_of"] = -2
    for marks, found in product(range(512), repeat=2):
        if found & ~record["marks"][view.seat] or marks & record["marks"][view.seat]:
            continue
        record["marks"][other], record["found"][other] = marks, found
        try:
            state = GAME.from_bytes(record.tobytes())
        except engines.BadPosition:
            continue
        if state.view(view.seat) == view:
            info.worlds[state.to_bytes()] = 1.0
    return info


@pytest.mark.slow
@pytest.mark.parametrize(
    "cells",
    [
        "2308381",  # x wins with three marks
        "6604534382",  # x wins with four
        "3876102754",  # x wins with the last cell
        "3822378556",  # o wins
        "78033821546",  # nobody wins
        "3822378",  # not over
    ],
)
@pytest.mark.parametrize("viewer", [0, 1])
def test_all_that_fits_is_imagined_alike(cells: str, viewer: int) -> None:
    info = accepted_worlds(played(cells).view(viewer))
    draws = max(500, 40 * len(info.worlds))
    sampler_covers(info, draws)
    sampler_matches_posterior(info, draws)


def test_the_last_mark_was_not_found() -> None:
    """A seat won with its last mark: the other cannot have found every possible cell of it."""
    view = played("03142").view(0)
    line = 0b111
    found = {int(view.sample(seed).data["found"][1]) for seed in range(200)}
    assert found == {*range(line)}
