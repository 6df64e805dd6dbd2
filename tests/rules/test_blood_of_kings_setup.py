"""Blood of Kings: setting up, the First Player and the choice of kingdoms (R2 to R7)."""

from __future__ import annotations

import random

import pytest
from kings_builder import C, Table, kingdom, loaded, numbers, play, step_name

from eminence import engines

ALL = range(C.KINGDOMS)


def dealt(players: int, until: str) -> engines.State:
    """Tiles and cards are dealt up to this step."""
    state, rng = loaded(players).root(), random.Random(1)
    while step_name(state) != until:
        outcomes, odds = zip(*state.outcomes(), strict=True)
        state.apply(rng.choices(outcomes, odds)[0])
    return state


def begin(players: int, first: int = 0) -> engines.State:
    """Everything is dealt, and this seat has become First Player."""
    return play(dealt(players, "FIRST_PLAYER"), first)


def claim(name: str) -> int:
    return C.KINGDOM + kingdom(name)


def ruled_by(state: engines.State, seat: int) -> list[int]:
    return [k for k in ALL if state.data["ruler"][k] == seat + 1]


@pytest.mark.rule("R2.1", "R2.5")
def test_kingdoms_begin_with_the_lowest_levels_eight_flags_and_one_siege_token() -> None:
    state = begin(4)
    assert not state.data["level"].any()
    for k in ALL:
        on_map = int(state.data["flags"][k]).bit_count()
        assert on_map + state.data["flags_left"][k] == 8
        assert numbers().mats[k].siege[0] == 1
    assert not state.data["sieges"].any()
    assert not state.data["unrest"].any()
    assert not state.data["armies"].any()
    assert not state.data["fleets"].any()


@pytest.mark.rule("R4.1", "R4.2", "Q15")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_twelve_sets_of_one_card_and_hands_of_five(players: int) -> None:
    state = begin(players)
    assert [int(n) for n in state.data["sets"].sum(axis=1)] == [1] * 12
    assert list(state.data["hand_count"][:players]) == [5] * players
    assert [int(n) for n in state.data["hand"].sum(axis=1)][:players] == [5] * players
    assert state.data["deck_size"] == 120 - 12 - 5 * players


@pytest.mark.rule("R4.1", "Q15")
def test_sets_and_hands_come_from_one_shuffled_deck() -> None:
    state = dealt(4, "DEAL")
    copies = [kind.copies for kind in numbers().deck]
    assert [(kind, round(p * 120)) for kind, p in state.outcomes()] == list(enumerate(copies))


@pytest.mark.rule("R4.3", "R41.1")
def test_hands_are_secret_and_their_sizes_are_not() -> None:
    state = begin(4)
    for viewer in (engines.PUBLIC, *range(4)):
        view = state.view(viewer)
        for seat in range(4):
            assert view.data["hand_count"][seat] == 5
            assert view.data["hand"][seat].sum() == (5 if seat == viewer else 0)
        assert (view.data["sets"] == state.data["sets"]).all()


@pytest.mark.rule("R5.1", "R5.2")
@pytest.mark.parametrize("size", [10, 15, 30])
def test_five_tiles_are_shown_and_each_player_has_two_glory(size: int) -> None:
    state, chance = loaded(4, achievements=size).root(), engines.Chance(seed=2)
    state.resolve(chance)
    assert int(state.data["display"]).bit_count() == 5
    assert int(state.data["bag"]).bit_count() == size - 5
    assert not int(state.data["bag"]) & int(state.data["display"])
    assert list(state.data["glory"][:4]) == [2, 2, 2, 2]


@pytest.mark.rule("R6.1", "R40.1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_first_player_everybody_is_equally_likely_to_roll_the_highest(players: int) -> None:
    """With ties rolled again, as 10 and 10 and then 8 against 4, nobody has an advantage."""
    state = dealt(players, "FIRST_PLAYER")
    assert state.outcomes() == [(seat, pytest.approx(1 / players)) for seat in range(players)]
    state.apply(players - 1)
    assert state.data["first"] == players - 1


@pytest.mark.rule("R40.2", "R6.2", "R6.5", "Q3")
def test_kingdom_selection_four_players_the_first_player_last() -> None:
    """Eric, the First Player, is seat 1; Sam to his right is seat 0."""
    state = begin(4, first=1)
    chosen = []
    for name in ("France", "Italy", "Spain", "England"):
        assert step_name(state) == "PICK_KINGDOM"
        chosen.append(state.player)
        play(state, claim(name))
    assert chosen == [0, 3, 2, 1]
    assert [int(seat) for seat in state.data["ruler"]] == [3, 0, 1, 4, 2, 0]
    for name in ("Byzantium", "Germany"):
        assert state.data["crowns"][kingdom(name)] == 0


@pytest.mark.rule("R6.2")
def test_only_kingdoms_that_nobody_has_claimed_are_offered() -> None:
    state = play(begin(5), claim("France"), claim("Spain"))
    offered = ("Byzantium", "Italy", "England", "Germany")
    assert state.actions() == [claim(name) for name in offered]


@pytest.mark.rule("R6.2", "R42.1")
def test_the_last_kingdom_of_six_players_is_claimed_without_a_question() -> None:
    state = begin(6, first=5)
    play(state, *(C.KINGDOM + k for k in (5, 4, 3, 2, 1)))
    assert ruled_by(state, 5) == [0]
    assert state.data["phase"] == C.KINGDOM_PHASE


@pytest.mark.rule("R6.3", "Q4")
def test_three_players_choose_there_and_back() -> None:
    state = begin(3, first=1)
    chosen = []
    for k in (0, 1, 2, 3, 4):
        chosen.append(state.player)
        play(state, C.KINGDOM + k)
    assert chosen == [1, 2, 0, 0, 2]
    assert ruled_by(state, 1) == [0, 5]  # the only one left is the First Player's
    assert ruled_by(state, 2) == [1, 4]
    assert ruled_by(state, 0) == [2, 3]


@pytest.mark.rule("R6.4")
def test_whoever_claims_a_kingdom_finds_its_income_in_its_treasury() -> None:
    state = begin(4)
    assert not state.data["crowns"].any()
    for name in ("France", "Italy"):
        play(state, claim(name))
        assert state.data["crowns"][kingdom(name)] == numbers().starting_income(kingdom(name))
    assert state.data["crowns"][kingdom("Spain")] == 0


@pytest.mark.rule("R7.1", "R22.10")
def test_kingdom_dynasty_and_negotiation_phase_then_the_next_seat_is_first_player() -> None:
    state, chance = Table(players=3).set(first=2).kingdom("Spain"), engines.Chance(seed=1)
    phases = [int(state.data["phase"])]
    while not state.data["turn"]:
        state.resolve(chance)
        if state.data["phase"] != phases[-1]:
            phases.append(int(state.data["phase"]))
        if not state.data["turn"]:
            state.apply(state.actions()[0])
    turn = [C.KINGDOM_PHASE, C.DYNASTY_PHASE, C.NEGOTIATION_PHASE]
    assert phases[:3] == turn
    assert state.data["phase"] == C.KINGDOM_PHASE
    assert state.data["first"] == 0
