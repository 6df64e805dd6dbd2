"""Chance: explicit, enumerable, and drawn as often as it says."""

from __future__ import annotations

from collections import Counter

from conformance import checks
from conformance.walks import Walk, sampled
from conformance.worlds import rolls_match_outcomes

from eminence import engines


def test_outcomes_ascend_and_their_probabilities_sum_to_one(game: engines.Game) -> None:
    for seed in range(4):
        for state in Walk(game, seed):
            if state.player == engines.CHANCE:
                checks.outcomes_are_sound(state)


def test_rolls_match_outcomes(game: engines.Game) -> None:
    tried: Counter[int] = Counter()
    for state in sampled(game, 11, 200):
        if state.player == engines.CHANCE:
            kind, _ = state.event()
            tried[kind] += 1
            if tried[kind] <= 3:
                rolls_match_outcomes(state, seed=kind)


def test_an_event_rolls_the_same_whatever_was_decided_before(game: engines.Game) -> None:
    """Same seed, kind, seat and ordinal and the same outcomes: the same roll."""
    rolled: dict[tuple, int] = {}
    events = 0
    for decisions in range(3):
        walk = Walk(game, seed=decisions)
        walk.chance = engines.Chance(77)
        ordinals: Counter[tuple[int, int]] = Counter()
        while not walk.state.over:
            choice = walk.choose()
            if walk.state.player == engines.CHANCE:
                event = walk.state.event()
                key = (*event, ordinals[event], tuple(walk.state.outcomes()))
                assert rolled.setdefault(key, choice) == choice, key
                ordinals[event] += 1
                events += 1
            walk.play(choice)
    if events:
        assert len(rolled) < events, "no two games met the same event: nothing was compared"
