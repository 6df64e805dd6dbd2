"""Blood of Kings: random games with all options; nothing is lost, made up or paid to nobody."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from conformance.walks import Walk
from kings_builder import C, loaded, numbers, step_name

import engines

OPTIONS = [
    {"players": players, "negotiation": talks, "achievements": tiles, "turn_cap": 7}
    for (players, talks), tiles in zip(
        itertools.product((3, 4, 5, 6), ("full", "money", "none")),
        itertools.cycle((30, 10, 15)),
        strict=False,
    )
]
EVERY_STEP = 5


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
    """Every tile as often as it is somewhere."""
    masks = [int(data["bag"]), int(data["display"]), *(int(t) for t in data["tiles"])]
    return [i for mask in masks for i in range(C.TILES) if mask >> i & 1]


def glory(data: Any, seat: int) -> int:
    return (
        int(data["glory"][seat])
        + numbers().glory_per_tile * int(data["tiles"][seat]).bit_count()
    )


def earned(data: Any, seat: int) -> int:
    points = [int(n) for n in data["earned"][seat]]
    return sum(points) - 2 * points[C.TO_OTHERS]


def components_are_all_there(state: engines.State) -> None:
    data, board = state.data, numbers()
    assert dynasty_cards(data) == [kind.copies for kind in board.deck]
    assert data["deck"].sum() == data["deck_size"]
    assert data["hand"].sum(axis=1).tolist() == data["hand_count"].tolist()
    for k in range(C.KINGDOMS):
        assert flags(data, k) == flags_gained(data, k)
        held = (data["in_hand"][k] + data["on_mat"][k]).tolist()
        assert held == kingdom_cards(data, k)
        assert data["armies"][k].sum() <= board.armies
        assert data["fleets"][k].sum() <= board.fleets
        sieges = board.mats[k].siege[: int(data["level"][k][C.MILITARY]) + 1]
        assert int(data["sieges"][k]).bit_count() <= sum(sieges)
        assert sorted(data["order"]) == list(range(C.KINGDOMS))
    if data["phase"] != C.SETTING_UP:
        found = tiles(data)
        assert len({*found}) == len(found) == int(state.game.options["achievements"])
    if data["glory_left"] == 0:
        for seat in range(state.game.seats):
            assert glory(data, seat) == earned(data, seat)


@pytest.mark.rule("R2.6", "R37.3")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_components_are_conserved(options: dict[str, Any]) -> None:
    for seed in range(2):
        for state in itertools.islice(Walk(loaded(**options), seed), 0, None, EVERY_STEP):
            components_are_all_there(state)


@pytest.mark.rule("R37.3")
@pytest.mark.parametrize("players", [3, 6])
def test_flags_never_leave_the_map(players: int) -> None:
    before = [0] * C.KINGDOMS
    for state in Walk(loaded(players, turn_cap=12), 5):
        now = [int(mask) for mask in state.data["flags"]]
        assert all(old & ~new == 0 for old, new in zip(before, now, strict=True))
        before = now


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
