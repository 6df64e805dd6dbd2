"""Wallenstein: winter, scoring, the end (R37 to R42)."""

from __future__ import annotations

import json

import pytest
from wallenstein_builder import (
    PEASANTS,
    Table,
    armies,
    begin,
    event_name,
    fall,
    happen,
    markers,
    owner,
    play,
    texts,
)

from eminence import engines
from eminence.engines.wallenstein.state import Phase

SACHSEN = ["Anhalt", "Kursachsen", "Lausitz", "Sächs. Lande", "Vogtland", "Wolfenbüttel"]
ELSEWHERE = ["Altmark", "Lüneburg", "Mecklenburg", "Mittelmark", "Neumark"]


def to_winter(table: Table, loss: str, positions: dict[int, int] | None = None) -> engines.State:
    """Fall without orders; the card that is left is the one with this effect."""
    card = event_name(table.state(), loss)
    state = table.at(table.year, 2).state(card)
    other = next(o for o, _ in state.outcomes() if state.text(o) != card)
    begin(state, state.text(other), positions)
    while state.data["season"] == 2:
        state.apply(state.outcomes()[0][0])
    return state


def points(state: engines.State, seat: int) -> dict[str, float]:
    return state.sources()[seat]


@pytest.mark.rule("R37")
def test_everybody_loses_the_grain_of_the_last_event_card() -> None:
    """Rich harvest: each player loses 3 grain units, but not more than there are."""
    table = Table(3).has(0, grain=5).has(1, grain=2)
    for seat in range(3):
        table.county(seat, SACHSEN[seat], 2)
    state = to_winter(table, "grain_floor")
    # Seat 0 has 2 left for one county; seats 1 and 2 have none.
    assert state.data["grain"][:3].tolist() == [2, 0, 0]
    assert state.data["phase"] == Phase.TOWER
    assert state.data["leader"][state.data["turn"]] == 2


def hungry(counties: int, grain: int) -> engines.State:
    """Seat 0 enters winter with so many counties; the card takes no grain."""
    table = Table(3).has(0, grain=grain)
    for name in [*SACHSEN, *ELSEWHERE][:counties]:
        table.county(0, name, 3)
    return to_winter(table, "tax_cap")


@pytest.mark.rule("R38")
def test_dirk_controls_9_counties_but_only_has_7_units_of_grain() -> None:
    """One revolt; one marker there and two of the chart make three peasants."""
    table = Table(3).has(0, grain=7)
    for name in [*SACHSEN, *ELSEWHERE][:9]:
        table.county(0, name, 4, markers=1)
    state = to_winter(table, "tax_cap")
    assert len(state.outcomes()) == 9
    happen(state, "Vogtland")
    assert state.data["fresh"].tolist() == [4, 0, 0, 0, 0, 3]
    fall(state, {PEASANTS: 1})
    assert owner(state, "Vogtland") is None
    # He scores no points for it.
    assert points(state, 0)["counties"] == 8


@pytest.mark.rule("R38")
def test_arne_lacks_2_grain_units_in_winter() -> None:
    """Anhalt is drawn: 2 peasants of the chart plus 1 for the existing marker."""
    table = Table(3).has(0, grain=1).county(0, "Anhalt", 3, markers=1)
    state = to_winter(table.county(0, "Lausitz", 2).county(0, "Altmark", 2), "tax_cap")
    happen(state, "Anhalt")
    assert state.data["fresh"].tolist() == [3, 0, 0, 0, 0, 3]
    fall(state, {0: 3, PEASANTS: 2})
    # A winner in winter gets no further marker; at the year's end all are removed.
    assert armies(state, "Anhalt") == 1
    assert markers(state, "Anhalt") == 0


@pytest.mark.rule("R38")
@pytest.mark.parametrize(
    ("missing", "revolts", "extra"),
    [(1, 1, 1), (2, 1, 2), (3, 2, 2), (4, 2, 2), (5, 2, 3), (6, 2, 3), (7, 3, 3), (9, 3, 3)],
)
def test_the_supply_chart(missing: int, revolts: int, extra: int) -> None:
    state = hungry(10, 10 - missing)
    assert (state.data["due"], state.data["extra"]) == (revolts, extra)


@pytest.mark.rule("R38")
def test_not_more_revolts_than_counties() -> None:
    state = hungry(1, 0)
    assert state.data["phase"] == Phase.TOWER
    table = Table(3).county(0, "Anhalt", 3).county(0, "Altmark", 3)
    state = to_winter(table, "palace_defends")
    assert state.data["due"] == 1
    assert hungry(5, 5).data["year"] == 1


@pytest.mark.rule("R38")
def test_revolts_come_in_the_player_order_of_fall() -> None:
    table = Table(3)
    for seat, name in enumerate(("Anhalt", "Altmark", "Baden")):
        table.county(seat, name, 2)
    state = to_winter(table, "tax_cap", positions={2: 2, 0: 3, 1: 5})
    seen = []
    while state.data["phase"] == Phase.TOWER:
        seen.append(int(state.data["leader"][state.data["turn"]]) - 1)
        fall(state)
    assert seen == [2, 0, 1]


@pytest.mark.rule("R39")
def test_who_suffers_several_revolts_decides_their_order() -> None:
    state = hungry(10, 3)
    for name in ("Lausitz", "Anhalt", "Altmark"):
        happen(state, name)
    assert state.player == 0
    assert sorted(texts(state)) == [
        f"first the revolt in {name}" for name in ("Altmark", "Anhalt", "Lausitz")
    ]
    play(state, "first the revolt in Lausitz")
    fall(state, {0: 3})
    assert len(texts(state)) == 2
    play(state, "first the revolt in Altmark")
    fall(state, {0: 3})
    # The last one is not asked for.
    assert state.data["phase"] == Phase.TOWER
    assert state.data["target"] == 1 + state.game.words.on.names.index("Anhalt")


# --- scoring ---


def scored(table: Table) -> engines.State:
    """After winter, with enough grain for all."""
    for seat in range(table.players):
        table.has(seat, grain=20)
    return to_winter(table, "tax_cap")


@pytest.mark.rule("R40")
def test_a_point_for_each_county_and_building_and_the_majorities() -> None:
    table = Table(3).county(0, "Anhalt", 1, "palaces").county(0, "Kursachsen", 1, "churches")
    table.county(1, "Lausitz", 1, "trading_posts").county(1, "Altmark", 1)
    state = scored(table)
    assert points(state, 0) == {
        **{"counties": 2, "buildings": 2, "palaces": 3, "churches": 2, "trading posts": 0}
    }
    assert points(state, 1) == {
        **{"counties": 2, "buildings": 1, "palaces": 0, "churches": 0, "trading posts": 1}
    }
    assert sum(points(state, 2).values()) == 0


@pytest.mark.rule("R40")
def test_who_ties_gets_one_point_less() -> None:
    table = Table(3)
    for seat, name in enumerate(("Kursachsen", "Sächs. Lande", "Wolfenbüttel")):
        table.county(seat, name, 1, "palaces", *(("churches",) if seat else ()))
    table.county(0, "Lausitz", 1, "trading_posts").county(1, "Anhalt", 1, "trading_posts")
    state = scored(table)
    assert [points(state, seat)["palaces"] for seat in range(3)] == [2, 2, 2]
    assert [points(state, seat)["churches"] for seat in range(3)] == [0, 1, 1]
    assert [points(state, seat)["trading posts"] for seat in range(3)] == [0, 0, 0]


@pytest.mark.rule("R40")
def test_majorities_count_in_each_region_on_its_own() -> None:
    table = Table(3).county(0, "Anhalt", 1, "palaces").county(1, "Altmark", 1, "palaces")
    state = scored(table.county(1, "Mittelmark", 1, "palaces"))
    assert [points(state, seat)["palaces"] for seat in range(3)] == [3, 3, 0]


@pytest.mark.rule("R41")
def test_at_the_end_of_the_year_markers_and_grain_go_and_events_come() -> None:
    table = Table(3).county(0, "Anhalt", 2, "palaces", markers=2).has(0, thalers=4)
    state = scored(table)
    assert (state.data["year"], state.data["season"]) == (1, 0)
    assert not state.data["markers"].any()
    assert not state.data["grain"].any()
    assert not state.data["leader"].any()
    assert not state.data["open_events"].any()
    # Eight cards are left; what stands on the board stays.
    assert len(state.outcomes()) == 8
    assert armies(state, "Anhalt") == 2
    assert state.data["thalers"][0] == 4


def ended(points_won: list[int], thalers: list[int]) -> engines.State:
    """The second winter is over, with these points from counties."""
    state = to_winter(Table(3).at(1, 2), "tax_cap")
    assert state.over
    document = json.loads(state.to_json())
    document["position"]["points"] = [{"counties": n} if n else {} for n in points_won]
    document["position"]["thalers"] = thalers
    return state.game.from_json(json.dumps(document))


@pytest.mark.rule("R42")
def test_the_game_ends_after_the_second_winter_and_most_points_win() -> None:
    result = ended([40, 44, 10], [9, 0, 3]).returns()
    assert [r.win for r in result] == [0, 1, 0]
    assert [r.rank for r in result] == [2, 1, 3]
    assert [r.score for r in result] == [40, 44, 10]


@pytest.mark.rule("R42")
def test_a_tie_goes_to_the_most_thalers_and_is_shared_after_that() -> None:
    assert [r.win for r in ended([40, 40, 40], [3, 5, 4]).returns()] == [0, 1, 0]
    assert [r.win for r in ended([40, 40, 10], [5, 5, 9]).returns()] == [0.5, 0.5, 0]
