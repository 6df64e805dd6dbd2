"""Wallenstein: the tower, battles and revolts (R29 to R36)."""

from __future__ import annotations

from math import comb

import pytest
from wallenstein_builder import (
    PEASANTS,
    Table,
    armies,
    begin,
    fall,
    has_building,
    markers,
    owner,
    play,
)

from eminence import engines
from eminence.engines.wallenstein.state import Phase


def attack(table: Table, target: str = "Kursachsen", moved: int = 4) -> engines.State:
    """Seat 0 attacks from Anhalt, which it holds with one army more."""
    table.county(0, "Anhalt", moved + 1).order(0, "combat A", "Anhalt")
    state = table.state()
    begin(state)
    play(state, f"move to {target}")
    if moved > 1:
        play(state, f"{moved} armies to {target}")
    return state


def revolt(county: str = "Lüneburg", there: int = 4, revolts: int = 2) -> engines.State:
    table = Table(3).county(0, county, there, "churches", markers=revolts)
    state = table.order(0, "taxes", county).state()
    begin(state)
    return state


def tray(state: engines.State) -> list[int]:
    return state.data["tray"].tolist()


# --- the throw ---


@pytest.mark.rule("R29")
def test_all_fighting_cubes_and_the_tray_are_dropped_into_the_tower() -> None:
    table = Table(3).county(1, "Kursachsen", 3).tower(0, tray=2).tower(2, tray=1, inside=3)
    state = attack(table.tower(PEASANTS, inside=4, tray=1))
    assert state.data["fresh"].tolist() == [6, 3, 1, 0, 0, 1]
    assert state.data["thrown"] == 11
    assert tray(state) == [0] * 6
    assert state.data["tower"].tolist() == [0, 0, 3, 0, 0, 4]
    assert armies(state, "Kursachsen") == 0


@pytest.mark.rule("R29")
def test_cubes_come_out_colour_by_colour() -> None:
    table = Table(3).county(1, "Kursachsen", 3).tower(PEASANTS, inside=2)
    state = attack(table)
    colours = []
    while state.data["phase"] == Phase.TOWER:
        colours.append((state.event()[1], len(state.outcomes()) - 1))
        state.apply(0)
    assert colours == [(0, 4), (1, 3), (-1, 2)]


def binomial(n: int, p: float) -> list[float]:
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def convolved(a: list[float], b: list[float]) -> list[float]:
    return [
        sum(a[i] * b[k - i] for i in range(len(a)) if 0 <= k - i < len(b))
        for k in range(len(a) + len(b) - 1)
    ]


@pytest.mark.rule("R30.1")
def test_the_independent_tower_lets_two_thirds_through_and_a_third_out() -> None:
    state = attack(Table(3).county(1, "Kursachsen", 3).tower(0, inside=5))
    expected = convolved(binomial(4, 2 / 3), binomial(5, 1 / 3))
    assert [p for _, p in state.outcomes()] == pytest.approx(expected)


@pytest.mark.rule("R30.2")
def test_in_the_density_tower_each_cube_thrown_loosens_those_inside() -> None:
    """Four against three: a cube inside stays with (19/20) to the seventh."""
    state = attack(Table(3, tower="density").county(1, "Kursachsen", 3).tower(0, inside=5))
    expected = convolved(binomial(4, 2 / 3), binomial(5, 1 - 0.95**7))
    assert [p for _, p in state.outcomes()] == pytest.approx(expected)


# --- who fights ---


@pytest.mark.rule("R31")
def test_the_armies_that_moved_fight_all_armies_in_the_county() -> None:
    state = attack(Table(3).county(1, "Kursachsen", 3), moved=2)
    assert state.data["fresh"].tolist() == [2, 3, 0, 0, 0, 0]
    assert armies(state, "Anhalt") == 1


@pytest.mark.rule("R31")
def test_a_neutral_county_is_defended_by_one_peasant() -> None:
    state = attack(Table(3), moved=1)
    assert state.data["fresh"].tolist() == [1, 0, 0, 0, 0, 1]


@pytest.mark.rule("R32")
def test_extra_cubes_join_only_as_far_as_the_supply_has_any() -> None:
    table = Table(3).county(1, "Kursachsen", 3).tiles("attack")
    table.county(0, "Anhalt", 5).order(0, "combat A", "Anhalt").supply(0, 0)
    state = table.state()
    begin(state)
    play(state, "move to Kursachsen", "4 armies to Kursachsen")
    assert state.data["fresh"][0] == 4
    state = attack(Table(3).tower(PEASANTS, inside=20))
    assert state.data["fresh"][PEASANTS] == 0
    table = Table(3).county(0, "Lüneburg", 4, markers=3).order(0, "taxes", "Lüneburg")
    state = table.tower(PEASANTS, inside=18).state()
    begin(state)
    assert state.data["fresh"][PEASANTS] == 2


# --- the result ---


@pytest.mark.rule("R33")
def test_blue_moves_4_armies_from_anhalt_to_kursachsen() -> None:
    """The rulebook's example: 3 blue, 1 yellow and 1 green emerge; Blue wins 3:2."""
    table = Table(3).county(1, "Kursachsen", 3).tower(PEASANTS, inside=5)
    state = attack(table)
    fall(state, {0: 3, 1: 1, PEASANTS: 1})
    assert owner(state, "Kursachsen") == 0
    assert armies(state, "Kursachsen") == 1
    assert armies(state, "Anhalt") == 1
    assert tray(state) == [0] * 6
    assert state.data["tower"].tolist() == [1, 2, 0, 0, 0, 4]
    assert state.data["supply"].tolist() == [59, 60, 62, 0, 0, 16]


@pytest.mark.rule("R33")
def test_a_defender_who_wins_loses_as_many_peasants_first() -> None:
    for out, left in (((2, 3, 1), 2), ((1, 3, 2), 3), ((3, 3, 1), 1)):
        state = attack(Table(3).county(1, "Kursachsen", 5, "palaces").tower(PEASANTS, inside=4))
        fall(state, dict(zip((0, 1, PEASANTS), out, strict=True)))
        assert owner(state, "Kursachsen") == 1
        assert armies(state, "Kursachsen") == left
        assert has_building(state, 0, "Kursachsen")
        assert tray(state) == [0] * 6


@pytest.mark.rule("R33")
def test_with_revolt_markers_the_peasants_stay_out() -> None:
    table = Table(3).county(1, "Kursachsen", 3, markers=1).tower(PEASANTS, inside=4)
    state = attack(table)
    fall(state, {0: 2, 1: 1, PEASANTS: 3})
    assert owner(state, "Kursachsen") == 0
    assert armies(state, "Kursachsen") == 1
    # Not involved: they lie in the tray. The marker stays in the county.
    assert tray(state) == [0, 0, 0, 0, 0, 3]
    assert markers(state, "Kursachsen") == 1


@pytest.mark.rule("R33")
def test_cubes_of_others_stay_in_the_tray() -> None:
    state = attack(Table(3).county(1, "Kursachsen", 3).tower(2, inside=4))
    fall(state, {0: 2, 1: 1, 2: 4})
    assert owner(state, "Kursachsen") == 0
    assert tray(state) == [0, 0, 4, 0, 0, 0]


@pytest.mark.rule("R33")
def test_a_conquered_county_keeps_its_buildings() -> None:
    state = attack(Table(3).county(1, "Kursachsen", 3, "palaces", "churches"))
    fall(state, {0: 2})
    assert has_building(state, 0, "Kursachsen")
    assert has_building(state, 1, "Kursachsen")
    assert armies(state, "Kursachsen") == 2


@pytest.mark.rule("R33")
def test_a_neutral_county_is_won_with_more_cubes_than_peasants() -> None:
    state = attack(Table(3).tower(PEASANTS, inside=4))
    fall(state, {0: 3, PEASANTS: 1})
    assert owner(state, "Kursachsen") == 0
    assert armies(state, "Kursachsen") == 2


@pytest.mark.rule("R34")
@pytest.mark.parametrize("out", [(2, 2, 0), (2, 1, 1), (0, 0, 0)])
def test_after_a_tie_the_county_is_neutral_and_bare(out: tuple[int, int, int]) -> None:
    table = Table(3).county(1, "Kursachsen", 3, "palaces").tower(PEASANTS, inside=4)
    state = attack(table)
    fall(state, dict(zip((0, 1, PEASANTS), out, strict=True)))
    assert owner(state, "Kursachsen") is None
    assert not has_building(state, 0, "Kursachsen")
    assert tray(state) == [0] * 6
    table = Table(3).county(1, "Kursachsen", 3, markers=2)
    state = attack(table)
    fall(state, {0: 1, 1: 1})
    assert markers(state, "Kursachsen") == 0


@pytest.mark.rule("R34")
def test_a_defence_by_peasants_alone_is_a_tie() -> None:
    state = attack(Table(3).county(1, "Kursachsen", 3, "palaces").tower(PEASANTS, inside=4))
    fall(state, {0: 1, 1: 0, PEASANTS: 3})
    assert owner(state, "Kursachsen") is None
    assert not has_building(state, 0, "Kursachsen")
    assert tray(state) == [0] * 6


@pytest.mark.rule("R34")
def test_a_neutral_county_that_ties_or_wins_stays_neutral() -> None:
    for peasants in (2, 3):
        state = attack(Table(3).tower(PEASANTS, inside=4))
        fall(state, {0: 2, PEASANTS: peasants})
        assert owner(state, "Kursachsen") is None
        assert tray(state) == [0] * 6


# --- revolts ---


@pytest.mark.rule("R35")
def test_dirk_collects_taxes_in_lueneburg() -> None:
    """Two markers: 4 armies fight 2 peasants. If he wins, another marker is added."""
    state = revolt()
    assert state.data["fresh"].tolist() == [4, 0, 0, 0, 0, 2]
    fall(state, {0: 3, PEASANTS: 1})
    assert owner(state, "Lüneburg") == 0
    assert armies(state, "Lüneburg") == 2
    assert markers(state, "Lüneburg") == 3
    assert has_building(state, 1, "Lüneburg")
    assert tray(state) == [0] * 6


@pytest.mark.rule("R35")
@pytest.mark.parametrize("out", [(1, 1), (1, 2), (0, 0)])
def test_peasants_need_only_a_tie(out: tuple[int, int]) -> None:
    state = revolt()
    fall(state, dict(zip((0, PEASANTS), out, strict=True)))
    assert owner(state, "Lüneburg") is None
    assert armies(state, "Lüneburg") == 0
    assert markers(state, "Lüneburg") == 0
    assert not has_building(state, 1, "Lüneburg")
    assert tray(state) == [0] * 6


@pytest.mark.rule("R35")
def test_cubes_in_the_tray_fight_in_a_revolt_too() -> None:
    table = Table(3).county(0, "Lüneburg", 4, markers=1).tower(0, tray=2)
    state = table.tower(1, tray=3).order(0, "taxes", "Lüneburg").state()
    begin(state)
    assert state.data["fresh"].tolist() == [6, 3, 0, 0, 0, 1]
    fall(state, {0: 6, 1: 3, PEASANTS: 1})
    assert armies(state, "Lüneburg") == 5
    assert tray(state) == [0, 3, 0, 0, 0, 0]


@pytest.mark.rule("R36")
def test_peasants_that_win_go_back_to_their_supply() -> None:
    state = revolt()
    fall(state, {PEASANTS: 2})
    assert owner(state, "Lüneburg") is None
    assert state.data["supply"][PEASANTS] == 20
    state = attack(Table(3).tower(PEASANTS, inside=6))
    fall(state, {0: 1, PEASANTS: 5})
    assert state.data["supply"][PEASANTS] == 18
    assert armies(state, "Kursachsen") == 0
