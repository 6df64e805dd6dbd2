"""What a network sees of Bruges: from one side, without the others' cards, with every person."""

from __future__ import annotations

import numpy as np

from eminence import engines
from tests.support.bruges_builder import Table, arrow, infinity, laurel, play, worker


def seen(state: engines.State, seat: int) -> dict[str, float]:
    names = state.game.words.features
    return dict(zip(names, state.features(seat).tolist(), strict=True))


def told(state: engines.State, move: str) -> set[str]:
    """The traits of one move, by name."""
    row = state.traits()[state.actions().index(state.parse(move))]
    return {state.game.words.traits[trait] for trait in row if trait >= 0}


def test_features_do_not_tell_what_the_others_hold() -> None:
    people = {"Dear": laurel("vp(9)", price=12), "Cheap": arrow("guilders(1)")}
    dear = Table(**people).hand(0, "red 1").hand(1, "Dear").house(1, "red").state()
    cheap = Table(**people).hand(0, "red 1").hand(1, "Cheap").house(1, "red").state()
    assert np.array_equal(dear.features(0), cheap.features(0))
    assert not np.array_equal(dear.features(1), cheap.features(1))


def test_persons_are_told_apart_even_if_all_their_qualities_are_equal() -> None:
    def of_person(state: engines.State, kind: str) -> list[str]:
        return [name for name, value in seen(state, 0).items() if name.startswith(kind) and value]

    people = {"Ann": arrow("guilders(1)"), "Bob": arrow("guilders(1)")}
    ann, bob = (Table(**people).hand(0, name).state() for name in people)
    assert len(of_person(ann, "hand person")) == len(of_person(bob, "hand person")) == 1
    assert of_person(ann, "hand person") != of_person(bob, "hand person")
    assert of_person(ann, "own person") == []


def test_numbers_of_seats_follow_in_turn_order_from_the_own_one() -> None:
    def purses(seat: int) -> list[float]:
        return [seen(state, seat)[f"{side} few guilders"] for side in ("own", "next", "third")]

    state = Table(3).hand(0, "red 1").seat(1, guilders=6).seat(2, guilders=3).state()
    assert purses(0) == [0, 1, 0.5]
    assert purses(2) == [0.5, 0, 1]


def test_a_full_purse_is_at_risk_with_two_yellow_markers_unless_a_person_wards_them_off() -> None:
    def risk(guilders: int, markers: int, *people: str) -> float:
        table = Table(Guard=infinity("mod: immune(yellow)")).hand(0, "red 1").people(0, *people)
        table.seat(0, guilders=guilders, threat={"yellow": markers})
        return seen(table.state(), 0)["risk 4"]

    assert risk(20, 2) > risk(5, 2) > risk(5, 1) > 0
    assert risk(20, 0) == risk(20, 2, "Guard") == 0


def test_a_worker_person_is_ready_only_with_its_worker() -> None:
    table = Table(Monk=worker("vp(2)", "brown")).hand(0, "red 1").people(0, "Monk")
    assert seen(table.state(), 0)["own ready"] == 0
    table.seat(0, workers={"brown": 1})
    assert seen(table.state(), 0)["own ready"] > 0
    assert seen(play(table.state(), "activate Monk"), 0)["own ready"] == 0


def test_a_recruit_tells_what_kind_of_person_it_is_and_that_it_takes_the_lead() -> None:
    table = Table(Usurer=arrow("guilders(9)", price=3)).hand(0, "Usurer").house(0, "red")
    state = table.people(1, "red 2").seat(0, guilders=3).state()
    assert {"recruit 0", "price 1", "topic 1", "left 0", "lead 2"} <= told(state, "recruit Usurer")
    alone = Table(Usurer=arrow("guilders(9)", price=3)).hand(0, "Usurer").house(0, "red")
    assert "lead 3" in told(alone.seat(0, guilders=3).state(), "recruit Usurer")


def test_returning_a_marker_tells_what_is_at_stake() -> None:
    table = Table().hand(0, "yellow 1", "red 1")
    state = table.seat(0, guilders=30, threat={"yellow": 2, "red": 1}).state()
    yellow = told(state, "yellow: return a threat marker")
    assert {"use 2", "spend 4", "marker 4", "markers 1", "stake 5"} <= yellow
    assert {"markers 0", "stake 0"} <= told(state, "red: return a threat marker")
