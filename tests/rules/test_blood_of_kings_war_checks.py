"""Blood of Kings: what `check` refuses of Preparations and Expansion, and what it accepts."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from kings_builder import C, Table, kingdom, place, play, region, sea, step_name
from kings_marches import army, at, crowded, expand, n, over, prepare, ships

from eminence import engines

FIELDS = (
    *("raised", "moved", "sailed", "entered", "settled", "settled_seas", "rider", "moving"),
    *("from_place", "to_place", "carrying", "loader", "aboard", "fought", "rivals", "stage"),
    *("armies", "fleets", "sieges", "alliance", "holds", "step", "dice_for", "played"),
)


def altered(state: engines.State, field: str, value: Any, *index: int) -> engines.State:
    """The position with one number changed, if it is accepted."""
    record = state.data.copy()
    if index:
        record[field][index] = value
    else:
        record[field] = value
    return state.game.from_bytes(record.tobytes())


def refused(state: engines.State, field: str, value: Any, *index: int) -> str:
    with pytest.raises(engines.BadPosition) as caught:
        altered(state, field, value, *index)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# --- positions ---


def raising() -> engines.State:
    """England has raised an army in London."""
    table = Table(players=6).crowns("England", 9)
    return play(prepare(table, "England"), army("London"))


def marching() -> engines.State:
    """France has moved two of its armies from Paris to Orleans."""
    table = Table(players=6).armies("France", "Paris", 3).fleets("France", "Atlantic Ocean", 2)
    table.armies("France", "Atlantic Ocean", 2).armies("Spain", "Atlantic Ocean", 1)
    table.alliance("Spain", "France")
    return play(expand(table, "France"), at("Paris"), at("Orleans"), n(2))


def loading() -> engines.State:
    """Its fleets sail to the North Sea; it is asked who sails along."""
    return play(marching(), ships("Atlantic Ocean"), ships("North Sea"), n(2))


def choosing() -> engines.State:
    """France is to choose among battles in Rouen and York."""
    table = Table(players=6).armies("France", "Rouen", 2).armies("England", "Rouen", 1)
    table.armies("France", "York", 2).armies("England", "York", 2)
    return play(expand(table, "France"), C.NO)


def relieving() -> engines.State:
    """England is to say who fights first for York."""
    table = Table(players=6).armies("England", "York", 2).armies("England", "Gloucester", 1)
    table.armies("France", "York", 4).siege("France", "York")
    return play(expand(table, "England"), at("Gloucester"), at("York"))


def rolling() -> engines.State:
    """The dice for the siege of York are to be rolled."""
    table = Table(players=6).armies("France", "York", 1).siege("France", "York")
    return play(expand(table, "France"), at("York"))


def moving_a_token() -> engines.State:
    """One of two tokens on the map goes to Rouen."""
    table = Table(players=6).level("France", C.MILITARY, 2)
    for where in ("York", "Gloucester"):
        table.armies("France", where, 1).siege("France", where)
    state = expand(table.armies("France", "Rouen", 1), "France")
    while step_name(state) != "PLACE_SIEGE":
        play(state, C.NO)
    return play(state, at("Rouen"))


POSITIONS = (raising, marching, loading, choosing, relieving, rolling, moving_a_token)


# --- what is refused ---


@pytest.mark.parametrize("position", POSITIONS)
def test_each_of_these_positions_is_accepted(position: Any) -> None:
    state = position()
    assert state.game.from_bytes(state.data.tobytes()) == state


@pytest.mark.parametrize(
    "field", ["entered", "settled", "settled_seas", "rider", "moving", "fought", "rivals"]
)
def test_nothing_of_a_war_outside_of_one(field: str) -> None:
    state = Table(players=6).kingdom("France")
    assert "unless a card of war" in refused(state, field, 1)
    assert "unless a card of war" in refused(state, "moved", 1, region("Paris"))


def test_nothing_of_an_expansion_while_units_are_raised() -> None:
    assert "unless a card of war" in refused(raising(), "settled", 1)
    assert "unless a card of war" in refused(raising(), "sailed", 1, 0)


@pytest.mark.parametrize("stage", [3, 4, 6, 7])
def test_preparations_have_no_stages_of_expansion(stage: int) -> None:
    record = raising().data.copy()
    record["raised"] = 0
    record["from_place"] = 0
    record["stage"] = stage
    with pytest.raises(engines.BadPosition):
        raising().game.from_bytes(record.tobytes())


@pytest.mark.parametrize("counts", [0, 2, 4, 16, 17, 1 << 8, 1 << 12])
def test_units_that_cannot_have_been_raised(counts: int) -> None:
    """None, more than the limit, than are there, or by a tile that nobody has."""
    assert "cannot have raised" in refused(raising(), "raised", counts)


def test_new_units_are_where_units_were_raised() -> None:
    assert "cannot have raised" in refused(raising(), "entered", 0)
    assert "cannot have raised" in refused(raising(), "entered", 1 | 1 << region("York"))
    assert "cannot have raised" in refused(raising(), "settled_seas", 1 << sea("North Sea"))


def test_the_region_that_raised_last_has_raised_something() -> None:
    assert "cannot have raised" in refused(raising(), "from_place", region("York"))


def test_no_more_have_moved_than_are_there() -> None:
    assert "more have moved" in refused(marching(), "moved", 3, region("Orleans"))
    assert "more have moved" in refused(marching(), "sailed", 3, sea("Atlantic Ocean"))
    assert "more have moved" in refused(marching(), "rider", 1), "without Free Riders"


@pytest.mark.parametrize("where", ["London", "Orleans", "Baltic Sea"])
def test_a_fleet_sails_from_where_it_is_to_a_neighbour(where: str) -> None:
    assert "no such move" in refused(loading(), "to_place", place(where))
    assert "no such move" in refused(loading(), "from_place", place(where))


@pytest.mark.parametrize(
    ("field", "value", "index"),
    [
        ("carrying", 0, ()),
        ("carrying", 3, ()),
        ("loader", 7, ()),
        ("aboard", 1, (kingdom("England"),)),
        ("aboard", 1, (kingdom("France"),)),
    ],
)
def test_who_cannot_sail_along(field: str, value: int, index: tuple[int, ...]) -> None:
    assert "sail along" in refused(loading(), field, value, *index)


def test_no_more_sail_along_than_are_there() -> None:
    state = play(loading(), n(1))
    assert "armies of Spain" in refused(state, "aboard", 2, kingdom("Spain"))


@pytest.mark.parametrize(("field", "value"), [("fought", 1), ("rivals", 1), ("moving", 7)])
def test_battles_under_way_must_be_possible(field: str, value: int) -> None:
    with pytest.raises(engines.BadPosition):
        altered(choosing(), field, value)


def test_friends_are_not_fought() -> None:
    state = relieving()
    assert "no such battles" in refused(state, "fought", 1 << kingdom("England"))
    assert "no such battles" in refused(state, "rivals", 1 << kingdom("Italy"))
    assert "no such battles" in refused(state, "from_place", place("Paris"))


def test_two_forces_are_a_relief_and_a_garrison() -> None:
    assert "no such battles" in refused(relieving(), "moved", 0, region("York"))


def test_only_a_siege_is_rolled_for() -> None:
    assert "no roll" in refused(rolling(), "from_place", region("Rouen"))
    assert "no roll" in refused(rolling(), "moving", 0)


def test_a_token_moves_to_where_an_army_is() -> None:
    assert "no siege" in refused(moving_a_token(), "to_place", region("Paris"))


@pytest.mark.parametrize("position", [marching, moving_a_token])
def test_only_what_a_stage_can_be_done_with(position: Any) -> None:
    assert "done with by now" in refused(position(), "settled", 1 << region("Paris"))


# --- altered positions ---


def strange(rng: random.Random, value: np.ndarray) -> int:
    """A number that the field could hold."""
    most = np.iinfo(value.dtype).max
    return rng.choice((0, 1, rng.randrange(9), rng.randrange(72), 1 << rng.randrange(8), most))


def spoil(state: engines.State, rng: random.Random) -> bytes:
    record = state.data.copy()
    for _ in range(rng.randrange(1, 4)):
        field = rng.choice(FIELDS)
        if record[field].ndim:
            index = tuple(rng.randrange(size) for size in record[field].shape)
            record[field][index] = strange(rng, record[field])
        else:
            record[field] = strange(rng, record[field])
    return record.tobytes()


@pytest.mark.slow
def test_altered_positions_are_refused_or_played_to_the_end() -> None:
    accepted = 0
    for seed in range(30):
        rng = random.Random(seed)
        table = crowded(seed)
        state = table.kingdom("France")
        play(state, C.CARD_TYPE + rng.choice((C.PREPARATIONS, C.EXPANSION)))
        for _ in range(rng.randrange(12)):
            if over(state):
                break
            legal = state.actions() or [outcome for outcome, _ in state.outcomes()]
            state.apply(rng.choice(legal))
        for _ in range(40):
            try:
                changed = state.game.from_bytes(spoil(state, rng))
            except engines.BadPosition:
                continue
            accepted += 1
            limit = changed.game.table.sizes["max_plies"]
            changed.playout(seed, limit)
            assert changed.over
    assert accepted > 20, "some alterations are harmless"
