"""Wallenstein: what a network sees of a position, and what moves have in common."""

from __future__ import annotations

import random

import pytest
from wallenstein_builder import PEASANTS, Table, begin, first_decision, loaded, play

from eminence import engines
from eminence.engines.wallenstein.numbers import EXPANSIONS
from eminence.engines.wallenstein.odds import of_attack
from eminence.engines.wallenstein.state import Phase


def seen(position: engines.State, seat: int) -> dict[str, float]:
    """The features of a seat by name."""
    numbers = position.features(seat)
    return dict(zip(position.game.words.features, map(float, numbers), strict=True))


def traits_of(position: engines.State, text: str) -> set[str]:
    """The names of the traits of a move."""
    names = position.game.words.traits
    row = position.traits()[position.actions().index(position.parse(text))]
    return {names[trait] for trait in row if trait >= 0}


def marching(*, defence: int = 3, green: int = 0) -> engines.State:
    """Seat 0 is asked where the five armies in Anhalt go; seat 1 has a palace next door."""
    table = Table(3).county(0, "Anhalt", 5).order(0, "combat A", "Anhalt")
    table.county(1, "Kursachsen", defence, "palaces").county(2, "Baden", 1)
    table.tower(0, inside=3, tray=1).tower(1, inside=2).tower(PEASANTS, inside=green)
    state = table.state()
    begin(state)
    return state


# --- features ---


@pytest.mark.parametrize("expansions", [(), tuple(EXPANSIONS)])
def test_nobody_sees_how_far_the_others_have_planned(expansions: tuple[str, ...]) -> None:
    state, rng = first_decision(3, expansions=expansions), random.Random(1)
    while True:
        mover, before = state.player, [state.features(seat) for seat in range(3)]
        state.apply(rng.choice(state.actions()))
        if state.data["phase"] != Phase.PLAN:
            break
        for seat in range(3):
            same = (state.features(seat) == before[seat]).all()
            assert same == (seat != mover)


def test_an_order_that_lies_is_seen_by_its_owner_alone() -> None:
    idle = Table(3).county(0, "Anhalt", 5).county(1, "Kursachsen", 2)
    armed = Table(3).county(0, "Anhalt", 5).county(1, "Kursachsen", 2)
    armed.order(1, "combat A", "Kursachsen")
    idle.order(1, "combat A", "money card")
    one, other = idle.state(), armed.state()
    assert (one.features(0) == other.features(0)).all()
    assert seen(one, 1)["order 8"] == 0 < seen(other, 1)["order 8"]


def test_a_lead_in_a_region_counts_from_the_side_of_each_seat() -> None:
    state = marching()
    lead = "region lead 3"  # palaces in Sachsen, the second region
    assert seen(state, 1)[lead] == pytest.approx(1 / 3)
    assert seen(state, 0)[lead] == pytest.approx(-1 / 3)
    assert seen(state, 1)["region won 3"] == 1
    assert seen(state, 0)["region won 3"] == 0


def test_armies_next_door_are_a_danger_and_its_owner_is_named() -> None:
    state = marching(defence=2)
    assert seen(state, 1)["own danger"] > seen(state, 0)["own danger"]
    assert seen(state, 1)["fifth aimed"] == seen(state, 1)["next aimed"] == 0
    assert seen(state, 1)["third aimed"] > 0  # seat 0 comes after seat 2


def test_all_options_have_one_layout() -> None:
    plain, full = loaded(3)[0], loaded(5, "draft", "density", expansions=tuple(EXPANSIONS))[0]
    assert plain.words.features == full.words.features
    assert plain.words.traits == full.words.traits


# --- traits ---


@pytest.mark.parametrize("defence", [1, 3, 6])
@pytest.mark.parametrize("green", [0, 4])
def test_the_class_of_odds_is_near_the_true_odds(defence: int, green: int) -> None:
    state = marching(defence=defence, green=green)
    names = loaded(3)[1].names
    play(state, "move to Kursachsen")
    for armies in range(1, 5):
        text = f"{armies} {'army' if armies == 1 else 'armies'} to Kursachsen"
        told = next(t for t in traits_of(state, text) if t.startswith("odds"))
        true = of_attack(state, 0, names.index("Kursachsen"), armies).win
        assert (int(told.split()[1]) + 0.5) / 10 == pytest.approx(true, abs=0.15)


def test_an_attack_names_the_standing_of_the_owner() -> None:
    state = marching()
    assert "attack 3" in traits_of(state, "move to Kursachsen")  # the palace leads
    assert "attack 0" in traits_of(state, "move to Altmark")
    assert "value 3" in traits_of(state, "move to Kursachsen")  # and would be shared


def test_sending_all_armies_differs_from_sending_one() -> None:
    state = marching()
    play(state, "move to Kursachsen")
    assert {"share 3", "sent 3", "staying 0"} <= traits_of(state, "4 armies to Kursachsen")
    assert {"share 0", "sent 0", "staying 3"} <= traits_of(state, "1 army to Kursachsen")


def test_a_building_tells_its_points() -> None:
    state = first_decision(3)
    play(state, "bid: 0 Thalers")
    county = next(t for t in map(state.text, state.actions()) if "money" not in t)
    assert {"order 0", "build 4"} <= traits_of(state, county)  # nobody has a palace there
