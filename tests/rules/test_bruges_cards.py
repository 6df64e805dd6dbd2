"""Bruges: every one of the 165 people does something in a recorded batch of random games."""

from __future__ import annotations

import pytest
from bruges_coverage import Deeds

from eminence import engines

#: seeds of four-player games, found by trying: between them everybody acts
BATCH = (
    *(130, 462, 529, 509, 260, 448, 60, 358, 335, 445, 119, 381, 172, 12, 228, 378, 38, 276),
    *(379, 230, 101, 185, 235, 365, 16, 82, 138, 268, 286, 648),
)


@pytest.mark.slow
def test_every_person_changes_the_state_in_one_of_these_games() -> None:
    acted = set().union(*(Deeds(4, seed).run() for seed in BATCH))
    everybody = {card.name for card in engines.load("bruges").words.on.cards}
    assert everybody - acted == set()
