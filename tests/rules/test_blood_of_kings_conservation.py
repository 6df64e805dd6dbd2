"""Blood of Kings: random games with all options; nothing is lost, made up or paid to nobody."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from conformance.invariants import broken_by_state, broken_by_step
from conformance.walks import Walk
from kings_builder import loaded, step_name

OPTIONS = [
    {"players": players, "negotiation": talks, "achievements": tiles, "turn_cap": 7}
    for (players, talks), tiles in zip(
        itertools.product((3, 4, 5, 6), ("full", "money", "none")),
        itertools.cycle((30, 10, 15)),
        strict=False,
    )
]
EVERY_STEP = 5


@pytest.mark.slow
@pytest.mark.rule("R2.6", "R37.3")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_components_are_conserved(options: dict[str, Any]) -> None:
    for seed in range(2):
        for state in itertools.islice(Walk(loaded(**options), seed), 0, None, EVERY_STEP):
            assert [*broken_by_state(state)] == []


@pytest.mark.rule("R37.3")
@pytest.mark.parametrize("players", [3, 6])
def test_flags_never_leave_the_map(players: int) -> None:
    before = None
    for state in Walk(loaded(players, turn_cap=12), 5):
        assert before is None or [*broken_by_step(before, state)] == []
        before = state.copy()


#: Steps after which Crowns come from the bank or go to it; between treasuries none is lost.
TO_THE_BANK = {"TAKE_BACK", "DEVELOP", "ADMINISTER", "RAISE", "TROUPE"}
AMONG_KINGDOMS = {"TRANSFER_AMOUNT", "TRANSFER_TO", "RANSOM_TO"}


@pytest.mark.parametrize("players", [3, 5])
def test_crowns_are_paid_to_somebody(players: int) -> None:
    """Transfers and ransoms leave the sum as it is; prices only lower it."""
    met = set()
    for seed in range(3):
        walk = Walk(loaded(players, turn_cap=15), seed)
        while not walk.state.over:
            before, step = walk.state.data["crowns"].copy(), step_name(walk.state)
            chaos = [int(ruler) for ruler in walk.state.data["ruler"]].count(0)
            walk.play(walk.choose())
            after = walk.state.data["crowns"]
            if [int(ruler) for ruler in walk.state.data["ruler"]].count(0) != chaos:
                continue
            if step in AMONG_KINGDOMS:
                assert after.sum() == before.sum(), step
                met.add(step)
            elif step in TO_THE_BANK and step_name(walk.state) in TO_THE_BANK:
                assert after.sum() <= before.sum(), step
                met.add(step)
    assert {"TRANSFER_AMOUNT", "RAISE", "ADMINISTER"} <= met
