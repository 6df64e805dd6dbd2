"""Blood of Kings: cards of war from random positions; what holds whatever is played."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from kings_builder import KINGDOMS, C, Table, numbers, region, step_name
from kings_marches import over

import engines

OWN_STEPS = {
    *("RAISE", "SIEGE_ROLL", "MOVE_FROM", "MOVE_TO", "MOVE_COUNT", "CARRY", "BATTLE_NEXT"),
    *("BATTLE_AGAINST", "FIRST_FORCE", "ASSAULT", "PLACE_SIEGE", "SIEGE_SOURCE", "CLAIM_SEA"),
}
OWN_TILES = (
    *("free_riders", "elite_guard", "massive_armada", "mercenary_companies"),
    *("temple_knights", "full_granaries", "siege_engines"),
)
KEPT = (
    *("raised", "moved", "sailed", "entered", "settled", "settled_seas", "rider", "moving"),
    *("from_place", "to_place", "carrying", "loader", "aboard", "fought", "rivals", "battle"),
)
CORNERS = (
    ("London", "York", "Calais", "Bristol", "Rouen", "Bruges"),
    ("Rome", "Pisa", "Naples", "Palermo", "Milan", "Venice"),
    ("Paris", "Orleans", "Chartres", "Angers", "La Rochelle", "Bordeaux"),
)


def friendly(table: Table, a: int, b: int) -> bool:
    s = table.record
    return bool(
        a == b
        or (s["ruler"][a] and s["ruler"][a] == s["ruler"][b])
        or s["alliance"][a] == b + 1
        or s["alliance"][b] == a + 1
    )


def crowded(seed: int) -> Table:
    """All kingdoms' armies in one corner of the map; fleets, sieges, friends and tiles."""
    rng = random.Random(seed)
    table = Table(players=3 + seed % 4, achievements=30)
    corner = rng.choice(CORNERS)
    ruled = [k for k in range(len(KINGDOMS)) if table.record["ruler"][k]]
    for _ in range(rng.randrange(4)):
        a, b = rng.sample(ruled, 2)
        table.alliance(KINGDOMS[a], KINGDOMS[b])
    for k, name in enumerate(KINGDOMS):
        if k in ruled:
            table.crowns(name, rng.randrange(9))
        table.level(name, C.MILITARY, rng.randrange(1, 5))
        for where in rng.sample(corner, rng.randrange(2, 5)):
            table.armies(name, where, rng.randrange(1, 4))
            _besiege(table, rng, k, where)
        for sea in rng.sample(numbers().sea_names, rng.randrange(5)):
            table.fleets(name, sea, rng.randrange(1, 3))
    for tile in OWN_TILES:
        table.tiles(rng.randrange(table.players), tile)
    return table


def _besiege(table: Table, rng: random.Random, k: int, where: str) -> None:
    """In an enemy region, as far as the tokens go."""
    board, here = numbers(), region(where)
    lord = next((j for j in range(6) if int(table.record["holds"][j]) >> here & 1), -1)
    level = int(table.record["level"][k][C.MILITARY])
    tokens = sum(board.mats[k].siege[: level + 1])
    used = int(table.record["sieges"][k]).bit_count()
    enemy = lord < 0 or not friendly(table, k, lord)
    if enemy and used < tokens and where != "Chartres" and rng.random() < 0.6:
        table.siege(KINGDOMS[k], where)


def totals(state: engines.State, field: str) -> np.ndarray:
    return state.data[field].astype(int).sum(axis=1)


def fight_through(state: engines.State, rng: random.Random, seen: Counter[str]) -> None:
    """To the end of the card, at random; each position is one that `check` accepts."""
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
