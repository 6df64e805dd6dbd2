"""Blood of Kings: cards of war from random positions; what holds whatever is played."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from kings_builder import KINGDOMS, C, step_name
from kings_marches import crowded, over

from eminence import engines

OWN_STEPS = {
    *("RAISE", "SIEGE_ROLL", "MOVE_FROM", "MOVE_TO", "MOVE_COUNT", "CARRY", "BATTLE_NEXT"),
    *("BATTLE_AGAINST", "FIRST_FORCE", "ASSAULT", "PLACE_SIEGE", "SIEGE_SOURCE", "CLAIM_SEA"),
}
KEPT = (
    *("raised", "moved", "sailed", "entered", "settled", "settled_seas", "rider", "moving"),
    *("from_place", "to_place", "carrying", "loader", "aboard", "fought", "rivals", "battle"),
)


def totals(state: engines.State, field: str) -> np.ndarray:
    return state.data[field].astype(int).sum(axis=1)


def fight_through(state: engines.State, rng: random.Random, seen: Counter[str]) -> None:
    """Play to the end of the card at random; `check` accepts each position."""
    for _ in range(2000):
        if over(state):
            return
        seen[step_name(state)] += 1
        state.game.from_bytes(state.data.tobytes())
        if state.player == engines.CHANCE:
            state.apply(rng.choice(state.outcomes())[0])
            continue
        legal = state.actions()
        assert legal == sorted(set(legal)), step_name(state)
        assert len(legal) > 1 or step_name(state) not in OWN_STEPS, "nothing to choose"
        state.apply(rng.choice(legal[1:] if legal[0] == C.NO and rng.random() < 0.7 else legal))
    raise AssertionError("the card does not end")


@pytest.mark.slow
@pytest.mark.parametrize("card", [C.PREPARATIONS, C.EXPANSION])
def test_cards_of_war_end_and_leave_nothing_behind(card: int) -> None:
    """Units only grow by raising; nearly each step is met, with something to choose."""
    seen: Counter[str] = Counter()
    for seed in range(40):
        rng = random.Random(seed)
        table = crowded(seed)
        k = rng.choice([k for k in range(len(KINGDOMS)) if table.record["ruler"][k]])
        state = table.kingdom(KINGDOMS[k])
        before = totals(state, "armies"), totals(state, "fleets")
        state.apply(C.CARD_TYPE + card)
        fight_through(state, rng, seen)
        for field in KEPT:
            assert not state.data[field].any(), f"{field}, seed {seed}"
        after = totals(state, "armies"), totals(state, "fleets")
        for old, new in zip(before, after, strict=True):
            grown = new > old
            assert not np.delete(grown, k).any()
            assert card == C.PREPARATIONS or not grown[k]
    met = OWN_STEPS & set(seen)
    if card == C.EXPANSION:
        assert met >= OWN_STEPS - {"RAISE", "SIEGE_SOURCE"}
    else:
        assert met >= {"RAISE", "BATTLE_AGAINST", "CLAIM_SEA"}
