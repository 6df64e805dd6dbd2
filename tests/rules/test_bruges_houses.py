"""Bruges: which face-down card lies below whom, and who knows it (R10, R19, R29.5, R33)."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from bruges_builder import Table, arrow, below, names, play, texts

from eminence import engines


def two_blue_houses() -> engines.State:
    """Seat 0 recruits "red 1" above one of "blue 1" and "blue 2"."""
    table = Table().house(0, "blue", below="blue 1").house(0, "blue", below="blue 2")
    table.hand(0, "red 1", "red 2").hand(1, "red 3").seat(0, guilders=3)
    return play(table.state(), "recruit red 1")


@pytest.mark.rule("R19", "R33")
def test_the_owner_chooses_the_house_and_others_see_its_back() -> None:
    state = two_blue_houses()
    assert texts(state) == ["move onto blue 1", "move onto blue 2"]
    assert state.hidden()
    ends = [play(state.copy(), text) for text in texts(state)]
    assert [below(end, "red 1") for end in ends] == ["blue 1", "blue 2"]
    assert ends[0].view(0) != ends[1].view(0)
    for viewer in (1, engines.PUBLIC):
        assert ends[0].view(viewer) == ends[1].view(viewer)
        assert below(ends[0].view(viewer), "red 1") == "blue ?"


@pytest.mark.rule("R33")
def test_what_others_are_shown_does_not_tell_the_houses_apart() -> None:
    state = two_blue_houses()
    keys = []
    for action in state.actions():
        sink = engines.Sink()
        state.copy().apply(action, sink)
        keys.append(sink.keys)
    told_apart = [one != other for one, other in zip(*keys, strict=True)]
    assert told_apart == [seat == 0 for seat in range(len(told_apart))]


@pytest.mark.rule("R33")
def test_every_card_that_may_lie_below_a_person_is_imagined_there() -> None:
    state = play(two_blue_houses(), "move onto blue 2")
    met = set()
    for seed in range(400):
        world = state.view(1).sample(seed)
        house = below(world, "red 1")
        assert house in names(world, "down", 0)
        met.add(house)
    assert met == {name for name in names(state, "pool") if name.startswith("blue")} | {
        "blue 1",
        "blue 2",
    }


@pytest.mark.rule("R33")
def test_with_four_blue_cards_hidden_every_pair_of_houses_comes_as_often() -> None:
    """Two of them are houses of seat 0, one with a person above it; two are in the piles."""
    table = Table().house(0, "blue", "red 1", "blue 1").house(0, "blue", below="blue 2")
    table.hand(0, "red 2").hand(1, "red 3")
    table.discard(*(f"blue {i}" for i in range(5, 34)))
    view, draws = table.state().view(1), 2400
    pairs: Counter[tuple[str, str]] = Counter()
    for seed in range(draws):
        world = view.sample(seed)
        (empty,) = names(world, "down", 0) - {below(world, "red 1")}
        pairs[below(world, "red 1"), empty] += 1
    expected = draws / 12
    assert len(pairs) == 12
    # Chi-square with 11 degrees of freedom lies below this in 9999 of 10000 cases.
    assert sum((n - expected) ** 2 / expected for n in pairs.values()) < 37.4


@pytest.mark.rule("R33")
def test_an_imagined_world_shows_every_seat_what_it_may_see() -> None:
    table = Table(players=3).house(0, "blue", "red 1").house(0, "blue", "red 2")
    table.house(1, "blue", "red 3").house(1, "blue").hand(0, "red 4").hand(2, "red 5")
    state = table.state()
    for seed in range(20):
        world = state.view(2).sample(seed)
        for seat in range(3):
            seen = world.game.view_from_bytes(world.view(seat).to_bytes())
            home = json.loads(seen.to_json())["position"]["home"]
            own = {"red 1", "red 2"} if seat == 0 else {"red 3"} if seat == 1 else set()
            assert {who for who, card in home.items() if card != "blue ?"} == own


@pytest.mark.rule("R29.5")
def test_an_opponents_effect_takes_the_card_below_a_person_as_fire_does() -> None:
    table = Table(Arsonist=arrow("opp_house(-1)")).hand(0, "Arsonist").house(0, "blue")
    table.house(1, "blue", "red 1", "blue 1").house(1, "blue", "red 2", "blue 2")
    state = play(table.hand(1, "red 3").state(), "recruit Arsonist", "lose the house of red 2")
    assert names(state, "discards") == {"blue 2"}
    assert below(state, "red 1") == "blue 1"
    assert names(state.view(0), "hand", 1) == {"red 2"}


def broken(change: dict[str, str], viewer: int | str = "full") -> str:
    """What is said about a position with other cards below the people."""
    table = Table().house(0, "blue", "red 1", "blue 1").house(0, "blue", "red 2", "blue 2")
    state = table.house(1, "blue", below="blue 3").hand(0, "yellow 1").state()
    position = state if viewer == "full" else state.view(viewer)
    document = json.loads(position.to_json())
    document["position"]["home"] |= change
    read = state.game.from_json if viewer == "full" else state.game.view_from_json
    with pytest.raises(engines.BadPosition) as caught:
        read(json.dumps(document))
    return str(caught.value)


@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    ("change", "viewer"),
    [
        ({"red 2": "blue 1"}, "full"),
        ({"red 1": "blue 3"}, "full"),
        ({"red 1": "blue 9"}, "full"),
        ({"red 1": "blue ?"}, "full"),
        ({"red 1": "blue ?"}, 0),
        ({"red 1": "blue 1"}, 1),
    ],
    ids=["shared", "another seat's", "in a pile", "unknown", "forgotten", "seen through"],
)
def test_a_card_that_cannot_lie_there_is_refused(change: dict[str, str], viewer: int | str) -> None:
    (person,) = change
    said = broken(change, viewer)
    assert said.startswith(f"{person} does not live above a face-down card of its owner")


def test_a_person_without_a_house_and_a_house_without_its_person_are_refused() -> None:
    assert broken({"red 1": ""}) == "red 1 is in play and lives in no house"
    assert broken({"red 9": "blue 1"}) == "red 9 lives in a house and is not in play"
