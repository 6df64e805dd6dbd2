"""Blood of Kings: several kingdoms on a side of a battle (R34)."""

from __future__ import annotations

import pytest
from kings_battles import (
    ENGLAND,
    FRANCE,
    GERMANY,
    ITALY,
    SPAIN,
    C,
    Table,
    armies,
    battle,
    count,
    crowns,
    forces,
    glory,
    options,
    over,
    play,
    step_name,
    to,
)
from kings_builder import KINGDOMS, dice, kingdom

from eminence import engines


def seat(n: int) -> int:
    return int(C.SEAT) + n


def named(state: engines.State) -> set[str]:
    """The kingdoms that may be named now."""
    return {name for name in KINGDOMS if C.KINGDOM + kingdom(name) in state.actions()}


def name(of: str) -> int:
    return int(C.KINGDOM) + kingdom(of)


def allies(french: int = 3, italian: int = 3, english: int = 4, german: int = 0) -> Table:
    """France and Italy in the independent castle of Rouen against England and Germany."""
    table = Table(6).alliance("Italy", "France").alliance("Germany", "England")
    table.armies("France", "Rouen", french).armies("Italy", "Rouen", italian)
    return table.armies("England", "Rouen", english).armies("Germany", "Rouen", german)


def led_by_france(table: Table) -> engines.State:
    return play(battle(table, "Rouen"), seat(FRANCE), seat(FRANCE))


# --- leaders ---


@pytest.mark.rule("R34.1", "Q34")
def test_all_name_the_same_leader() -> None:
    state = battle(allies(), "Rouen")
    assert (step_name(state), state.player) == ("LEADER_VOTE", FRANCE)
    assert state.actions() == [seat(FRANCE), seat(ITALY)]
    play(state, seat(ITALY))
    assert (step_name(state), state.player) == ("LEADER_VOTE", ITALY)
    play(state, seat(ITALY))
    assert list(state.data["leader"]) == [ITALY + 1, ENGLAND + 1]
    assert step_name(state) == "DICE"


@pytest.mark.rule("R34.1", "Q34")
def test_who_cannot_agree_rolls() -> None:
    state = play(battle(allies(), "Rouen"), seat(FRANCE), seat(ITALY))
    assert step_name(state) == "LEADER_ROLL"
    assert state.outcomes() == [(FRANCE, 0.5), (ITALY, 0.5)]
    play(state, ITALY)
    assert list(state.data["leader"]) == [ITALY + 1, ENGLAND + 1]


@pytest.mark.rule("R34.1", "Q34")
def test_three_allies_roll_as_soon_as_two_differ() -> None:
    table = allies().alliance("Spain", "France").armies("Spain", "Rouen", 1)
    state = play(battle(table, "Rouen"), seat(SPAIN), seat(ITALY))
    assert step_name(state) == "LEADER_ROLL"
    assert [seat for seat, _ in state.outcomes()] == [SPAIN, FRANCE, ITALY]


@pytest.mark.rule("R34.1")
def test_the_defenders_name_their_leader_after_the_attackers() -> None:
    state = battle(allies(german=2), "Rouen")
    play(state, seat(FRANCE), seat(FRANCE))
    assert (step_name(state), state.player) == ("LEADER_VOTE", ENGLAND)
    assert state.actions() == [seat(ENGLAND), seat(GERMANY)]
    play(state, seat(GERMANY), seat(GERMANY))
    assert list(state.data["leader"]) == [FRANCE + 1, GERMANY + 1]


@pytest.mark.rule("R34.1")
def test_two_kingdoms_of_one_player_need_no_vote() -> None:
    table = Table(6).ruler("Italy", FRANCE)
    table.armies("France", "Rouen", 2).armies("Italy", "Rouen", 2).armies("England", "Rouen", 3)
    state = battle(table, "Rouen")
    assert step_name(state) == "DICE"
    assert list(state.data["leader"]) == [FRANCE + 1, ENGLAND + 1]


# --- what leaders decide ---


@pytest.mark.rule("R34.3")
def test_the_other_leader_chooses_whose_army_is_lost() -> None:
    state = play(led_by_france(allies(3, 3, 5)), dice(1, 3))
    assert (step_name(state), state.player) == ("CASUALTY", ENGLAND)
    assert named(state) == {"France", "Italy"}
    play(state, name("Italy"))
    assert forces(state) == {"France": 3, "Italy": 2, "England": 4}
    play(state, name("Italy"))
    assert forces(state) == {"France": 3, "Italy": 1, "England": 4}
    assert int(state.data["lost"][ITALY]) == 2


@pytest.mark.rule("Q68")
@pytest.mark.rule("R34.2", "R33.9")
def test_the_leader_retreats_with_allies_to_one_region() -> None:
    table = allies(3, 3, 5).hold("Italy", "Angers")
    state = play(led_by_france(table), dice(6, 1))
    assert (step_name(state), state.player) == ("RETREAT", FRANCE)
    assert state.actions() == [count(n) for n in range(4)]
    play(state, count(1))
    assert (step_name(state), state.player) == ("RETREAT", FRANCE)
    play(state, count(2))
    assert (step_name(state), state.player) == ("RETREAT_TO", ENGLAND)
    assert options(state) == {"Paris", "Angers"}
    play(state, to("Angers"))
    assert armies(state, "France", "Angers") == 1
    assert armies(state, "Italy", "Angers") == 2
    assert forces(state) == {"France": 2, "Italy": 1, "England": 4}


@pytest.mark.rule("Q68")
@pytest.mark.rule("R33.9")
def test_allies_without_a_common_refuge_do_not_retreat_together() -> None:
    """Byzantium is a friend of Spain, not of Germany, whose land lies around."""
    table = Table(6).alliance("Byzantium", "Spain").alliance("Spain", "Germany")
    table.ruler("Germany", GERMANY).hold("Byzantium", "Calais")
    table.armies("Spain", "Rouen", 3).armies("Byzantium", "Rouen", 3)
    table.armies("England", "Rouen", 5).hold("Germany", "Angers")
    state = play(battle(table, "Rouen", "Spain"), seat(SPAIN), seat(SPAIN), dice(6, 1))
    play(state, count(3))
    assert (step_name(state), state.player) == ("RETREAT", SPAIN)
    play(state, count(3))
    assert over(state)
    assert armies(state, "Byzantium", "Calais") == 3
    assert armies(state, "Spain", "Calais") == 3


@pytest.mark.rule("R33.9")
def test_who_cannot_go_where_the_first_ones_go_stays() -> None:
    table = Table(6).alliance("Byzantium", "Spain").alliance("Spain", "Germany")
    table.armies("Spain", "Rouen", 3).armies("Byzantium", "Rouen", 3)
    table.armies("England", "Rouen", 5).hold("Germany", "Angers")
    state = play(battle(table, "Rouen", "Spain"), seat(SPAIN), seat(SPAIN), dice(6, 1))
    play(state, count(3))
    assert armies(state, "Spain", "Angers") == 3
    assert forces(state) == {"Byzantium": 3, "England": 4}


@pytest.mark.rule("R34.2", "R33.4")
def test_the_leader_withdraws_those_to_whom_the_region_is_friendly() -> None:
    table = allies(3, 3, 2, 2).hold("Germany", "Rouen")
    state = play(battle(table, "Rouen"), seat(FRANCE), seat(FRANCE))
    play(state, seat(ENGLAND), seat(ENGLAND))
    assert (step_name(state), state.player) == ("WITHDRAW", ENGLAND)
    play(state, count(2))
    assert (step_name(state), state.player) == ("WITHDRAW", ENGLAND)
    play(state, count(1))
    assert forces(state) == {"France": 3, "Italy": 3, "Germany": 1}


@pytest.mark.rule("R34.4")
def test_the_payer_chooses_who_of_the_winners_gets_each_crown() -> None:
    table = allies(3, 3, 2).crowns("England", 5).crowns("France", 0).crowns("Italy", 0)
    state = play(led_by_france(table), dice(6, 1))
    assert (step_name(state), state.player) == ("RANSOM", ENGLAND)
    play(state, C.YES)
    assert (step_name(state), state.player) == ("RANSOM_TO", ENGLAND)
    assert named(state) == {"France", "Italy"}
    play(state, name("Italy"), name("France"))
    assert [crowns(state, k) for k in ("England", "France", "Italy")] == [3, 1, 1]
    assert over(state)


@pytest.mark.rule("R34.4")
def test_a_winner_without_armies_left_gets_nothing() -> None:
    table = allies(3, 1, 3).crowns("England", 5).crowns("France", 0).crowns("Italy", 0)
    state = play(led_by_france(table), dice(1, 4), name("Italy"))
    assert armies(state, "Italy", "Rouen") == 0
    assert (step_name(state), state.player) == ("RANSOM", ENGLAND)
    play(state, C.YES)
    assert [crowns(state, k) for k in ("England", "France", "Italy")] == [2, 3, 0]


@pytest.mark.rule("R33.11", "R33.12")
def test_each_kingdom_of_the_losers_pays_for_its_own() -> None:
    table = allies(1, 1, 4).crowns("France", 5).crowns("Italy", 0).crowns("England", 0)
    state = play(led_by_france(table), dice(1, 1), name("Italy"))
    assert (step_name(state), state.player) == ("RANSOM", FRANCE)
    play(state, C.YES)
    assert (crowns(state, "France"), crowns(state, "England")) == (4, 1)
    assert glory(state, ITALY) == 1
    assert over(state)


@pytest.mark.rule("R24.3", "R24.8")
def test_a_tile_of_any_ally_in_the_fight_counts() -> None:
    for coloured in range(1, 7):
        table = allies(3, 3, 5).tiles(ITALY, "flower_of_chivalry")
        state = play(led_by_france(table), dice(coloured, 1))
        assert forces(state)["England"] == 4
