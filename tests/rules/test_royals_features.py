"""What a network sees of Royals: positions from a seat's side, and what moves are."""

from __future__ import annotations

import pytest
from royals_builder import Table, play

from eminence import engines


def seen(state: engines.State, seat: int) -> dict[str, float]:
    return dict(zip(state.game.words.features, map(float, state.features(seat)), strict=True))


def traits_of(state: engines.State, text: str) -> set[str]:
    """The names of the traits of one move."""
    row = state.traits()[state.actions().index(state.parse(text))]
    return {state.game.words.traits[trait] for trait in row if trait >= 0}


def test_features_do_not_tell_what_the_others_hold() -> None:
    one, two = (
        Table(2)
        .display("France", "Spain", "Spain")
        .hand(0, Britain=3)
        .hand(1, cards)
        .intrigue(1, pair)
        .state()
        for cards, pair in (({"France": 4}, "France/Spain"), ({"Spain": 4}, "France/Britain"))
    )
    assert seen(one, 0) == seen(two, 0)
    assert seen(one, 1)["hand 0"] > seen(two, 1)["hand 0"]


def test_the_seat_itself_comes_first_and_then_the_others_in_turn_order() -> None:
    table = Table(3)
    state = table.hold(1, *table.positions("Spain")[:3]).state()
    assert [seen(state, seat)["own nobles"] > 0 for seat in range(3)] == [False, True, False]
    assert seen(state, 0)["next nobles"] == seen(state, 1)["own nobles"]
    assert seen(state, 2)["third nobles"] == seen(state, 1)["own nobles"]


def test_first_place_in_a_country_shows_on_both_sides() -> None:
    table = Table(2)
    king, baron = table.position("France", "King"), table.position("France", "Baron")
    state = table.hold(0, king).hold(1, baron).state()
    assert seen(state, 0)["first 0"] == 1
    assert seen(state, 1)["second 0"] == 1
    assert seen(state, 0)["lead 0"] == -seen(state, 1)["lead 0"] > 0


def test_a_claim_being_paid_for_is_seen_as_made() -> None:
    table = Table(2)
    baron = table.position("France", "Baron")
    number = table.board.position_names.index(baron)
    state = table.hand(0, France=1, Spain=2, Britain=2).state()
    play(state, f"claim {baron}: 1 France + 3 others")
    assert seen(state, 0)[f"own {number}"] == 1
    assert seen(state, 0)["due cards"] > 0
    # The three cards that are due do not count any more.
    assert seen(state, 0)["own hand"] == pytest.approx(1 / 12)


def test_who_has_no_cubes_left_has_no_use_for_cards() -> None:
    table = Table(2, edition="arcane_wonders")
    first, *more = table.positions("France")
    table.hold(0, first).hand(0, France=8)
    assert seen(table.state(), 0)["best now"] > 0
    # Each round takes two cubes of either seat, and seat 1 holds the position after it.
    table.in_turn(first, *[1, 0] * 22, 1)
    state = table.state()
    assert seen(state, 0)["own no claim"] == 1
    assert seen(state, 0)["best now"] == 0
    assert all(seen(state, 0)[f"value {table.board.position_names.index(p)}"] == 0 for p in more)


def test_the_trait_of_ousting_says_who_is_ousted_in_turn_order() -> None:
    table = Table(3)
    baron = table.position("France", "Baron")
    for seat, other, name in ((0, 1, "oust 0"), (0, 2, "oust 1"), (1, 0, "oust 1")):
        table = Table(3).turn(seat).hold(other, baron).hand(seat, France=3)
        state = table.intrigue(seat, "France/Spain").state()
        assert name in traits_of(state, f"take over {baron}: 2 France, 1 Intrigue")


def test_traits_of_a_claim_say_which_place_in_influence_it_brings() -> None:
    table = Table(2)
    princess, baron = table.position("France", "Princess"), table.position("France", "Baron")
    state = table.hold(1, baron).hand(0, France=6).state()
    places = {
        text: traits_of(state, text) & {f"place {i}" for i in range(6)}
        for text in (f"claim {princess}: 6 France", "end the turn")
    }
    assert places == {f"claim {princess}: 6 France": {"place 0"}, "end the turn": set()}
