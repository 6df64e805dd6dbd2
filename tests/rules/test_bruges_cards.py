"""Bruges: every one of the 165 people does something in a recorded batch of random games."""

from __future__ import annotations

from bruges_coverage import Deeds

import engines

#: seeds of four-player games, found by trying: between them everybody acts
BATCH = (
    *(129, 335, 173, 200, 21, 208, 397, 119, 213, 14, 260, 380, 364, 91, 105, 1, 113, 122, 176),
    *(360, 57, 101, 127, 193, 269, 343, 365, 25, 33, 76, 104, 603),
)


def test_every_person_changes_the_state_in_one_of_these_games() -> None:
    acted = set().union(*(Deeds(4, seed).run() for seed in BATCH))
    everybody = {card.name for card in engines.load("bruges").words.on.cards}
    assert everybody - acted == set()
