"""Bruges: what is open, remembered and forgotten, and how long a game lasts (R33 to R36)."""

from __future__ import annotations

import pytest
from bruges_builder import Table, arrow, infinity, names, of, play
from conformance.walks import whole_game

from eminence import engines


@pytest.mark.rule("R33")
def test_others_see_colours_counts_and_discards_but_no_faces() -> None:
    table = Table().hand(0, "red 1", "blue 1").house(0, "blue", "red 2", below="blue 2")
    view = table.discard("red 9").state().view(1)
    assert of(view, "hand_count", 0) == {"blue": 1, "red": 1}
    assert names(view, "hand", 0) == names(view, "down", 0) == set()
    assert of(view, "houses", 0) == {"blue": 1}
    assert names(view, "people", 0) == {"red 2"}
    assert names(view, "discards") == {"red 9"}
    assert {"red 1", "blue 1", "blue 2"} <= names(view, "pool")


@pytest.mark.rule("R33")
def test_hidden_cards_are_dealt_within_their_colour() -> None:
    state = Table().hand(0, "red 1", "blue 1").house(0, "blue", below="blue 2").state()
    met: set[str] = set()
    for seed in range(300):
        world = state.view(1).sample(seed)
        hand, down = names(world, "hand", 0), names(world, "down", 0)
        assert {name.split()[0] for name in hand} == {"red", "blue"}
        assert {name.split()[0] for name in down} == {"blue"}
        met |= hand | down
    assert len(met) == 66, "each red and each blue card can be there"


@pytest.mark.rule("R33")
def test_only_the_card_that_becomes_a_house_is_hidden() -> None:
    table = Table().hand(0, "red 1", "red 2").seat(0, workers={"red": 1})
    assert not table.state().hidden()
    assert play(table.state(), "red: build a house").hidden()
    assert not play(table.state(), "red: take workers").hidden()


def returned(*hand: str) -> engines.State:
    """Seat 1 has just lost the house of "red 1", which everybody saw return to its hand."""
    table = Table(Arsonist=arrow("opp_house(-1)")).hand(0, "Arsonist", "blue 1")
    table.house(0, "blue").house(1, "blue", "red 1").hand(1, *hand)
    return play(table.seat(1, workers={"red": 2}).state(), "recruit Arsonist")


@pytest.mark.rule("R34")
def test_a_person_that_returned_to_the_hand_stays_known_there() -> None:
    state = returned("red 2", "yellow 1")
    assert names(state.view(0), "hand", 1) == {"red 1"}
    play(state, "yellow: take workers")
    assert names(state.view(0), "hand", 1) == {"red 1"}
    assert names(state.view(engines.PUBLIC), "hand", 1) == {"red 1"}


@pytest.mark.rule("R34")
def test_a_known_card_that_is_played_openly_is_in_the_hand_no_more() -> None:
    state = play(returned("red 2"), "red: take workers", "play red 1")
    assert names(state, "shown") == set()
    assert names(state.view(0), "hand", 1) == set()


@pytest.mark.rule("R35")
def test_a_house_of_its_colour_makes_a_known_card_uncertain() -> None:
    state = play(returned("red 2"), "red: build a house", "play red 2")
    view = state.view(0)
    assert names(view, "hand", 1) == set()
    places = [(names(w, "hand", 1), names(w, "down", 1)) for w in map(view.sample, range(200))]
    assert {"red 1"} in [hand for hand, _ in places]
    assert any("red 1" in down for _, down in places)


@pytest.mark.rule("R35")
def test_a_house_of_another_colour_or_of_a_drawn_card_leaves_it_known() -> None:
    state = returned("red 2", "yellow 1")
    state = play(state, "yellow: take guilders")
    assert names(state, "shown") == {"red 1"}
    table = (
        Table(
            Arsonist=arrow("opp_house(-1)"), Roofer=infinity("round: house(worker=none,from=draw)")
        )
        .hand(0, "Arsonist")
        .house(0, "blue")
        .house(1, "blue", "red 1")
    )
    table.people(1, "Roofer").hand(1, "yellow 1")
    state = play(table.state(), "recruit Arsonist", "lose the house of red 1")
    play(state, "activate Roofer", "draw from pile 1 (blue)", "blue 1")
    assert names(state.view(0), "hand", 1) == {"red 1"}


@pytest.mark.rule("R36")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_plays_no_more_cards_than_twice_the_deck(players: int) -> None:
    game = engines.load("bruges", players=players)
    for seed in range(3):
        walk = whole_game(game, seed)
        rounds = int(walk.state.data["round"]) + 1
        assert rounds * 4 * players <= 2 * 165
        assert len(names(walk.state, "discards")) <= 165


def test_facts_are_named_and_tell_nothing_of_the_viewers_own_hand() -> None:
    state = Table().hand(0, "red 1").hand(1, "red 2", "red 3").state()
    facts = state.facts(0)
    assert facts["seat 1: Noble cards"] == 2
    assert facts["seat 0: Noble cards"] == 0
