"""Blood of Kings: intrigue in one's own turn (R20.1, R20.2), Secret Allies, who knows what."""

from __future__ import annotations

import itertools

import pytest
from kings_builder import KINGDOMS, C, Table, card, dice, kingdom, play, step_name
from kings_dynasty import (
    discards,
    for_kingdom,
    hand,
    kind,
    look,
    no_card_is_under_way,
    stack,
    turn,
    use,
)

from eminence import engines
from eminence.engines import Sink

THREE = ("influence 6", "unrest", "Byzantium 7")


def spy(*extra: str) -> Table:
    """Byzantium played Administration; seat 3 has three cards there."""
    table = turn(seat=2, players=4, Byzantium=C.ADMINISTRATION).mat(3, "Byzantium", *THREE)
    return table.hand(2, "intrigue", *extra)


# --- looking at a stack ---


@pytest.mark.rule("R40.13", "R20.1")
def test_example_examine() -> None:
    """A stack of three is looked at and put back in another order."""
    state = use(spy().dynasty(2), look(3, "Byzantium"))
    assert discards(state) == ["intrigue"]
    assert (state.player, step_name(state)) == (2, "REORDER")
    assert stack(state.view(2), 3, "Byzantium") == list(THREE)
    assert state.actions() == sorted(kind(name) for name in THREE)
    play(state, kind("Byzantium 7"), kind("influence 6"))
    assert stack(state, 3, "Byzantium") == ["Byzantium 7", "influence 6", "unrest"]
    assert no_card_is_under_way(state)


@pytest.mark.rule("R20.1")
@pytest.mark.parametrize("order", list(itertools.permutations(THREE)))
def test_any_order_is_possible(order: tuple[str, ...]) -> None:
    state = use(spy().dynasty(2), look(3, "Byzantium"))
    play(state, *(kind(name) for name in order[:2]))
    assert stack(state, 3, "Byzantium") == list(order)


@pytest.mark.rule("R20.1")
def test_only_stacks_of_others_with_cards_can_be_looked_at() -> None:
    table = spy().mat(2, "Byzantium", "attrition").mat(1, "Italy", "attrition")
    looks = [a for a in table.dynasty(2).actions() if C.LOOK <= a < C.ORDER_TRACK]
    assert looks == [look(3, "Byzantium")], "Italy did not permit it"


@pytest.mark.rule("R20.1", "R42.2")
def test_equal_cards_are_put_back_in_as_many_steps() -> None:
    """The others see how many there are, not that they are alike."""
    table = turn(players=3, Byzantium=C.ADMINISTRATION).hand(0, "intrigue", "unrest")
    state = table.mat(1, "Byzantium", "unrest", "unrest", "unrest").dynasty(0)
    use(state, look(1, "Byzantium"))
    for _ in range(2):
        assert (step_name(state), state.actions()) == ("REORDER", [kind("unrest")])
        play(state, kind("unrest"))
    assert step_name(state) == "DYNASTY"


@pytest.mark.rule("R20.1", "R42.1")
def test_a_single_card_is_only_looked_at() -> None:
    table = turn(players=3, Byzantium=C.ADMINISTRATION).hand(0, "intrigue", "unrest")
    state = use(table.mat(1, "Byzantium", "attrition").dynasty(0), look(1, "Byzantium"))
    assert step_name(state) == "DYNASTY"
    assert stack(state.view(0), 1, "Byzantium") == ["attrition"]


@pytest.mark.rule("R41.3", "R41.1")
def test_who_looked_knows_the_cards_and_the_others_do_not() -> None:
    state = use(spy().dynasty(2), look(3, "Byzantium"))
    play(state, kind("unrest"), kind("influence 6"))
    order = ["unrest", "influence 6", "Byzantium 7"]
    assert stack(state.view(2), 3, "Byzantium") == order
    assert stack(state.view(3), 3, "Byzantium") == order, "its owner may look at any time"
    for viewer in (0, 1):
        assert stack(state.view(viewer), 3, "Byzantium") == ["?", "?", "?"]


@pytest.mark.rule("R41.3")
def test_a_stack_put_in_order_by_another_is_no_longer_known_place_by_place() -> None:
    """It is still known that these cards are the owner's."""
    table = spy("influence 4").hand(3, "attrition").hand(0, "intrigue").hand(1, "influence 5")
    state = use(table.dynasty(2), look(3, "Byzantium"))
    play(state, kind("unrest"), kind("influence 6"))
    for _ in range(2):  # seats 2 and 3 finish
        while step_name(state) != "PICK_SET":
            play(state, C.NO)
        play(state, state.actions()[0])
    assert state.player == 0
    use(state, look(3, "Byzantium"))
    play(state, kind("Byzantium 7"), kind("influence 6"))
    assert stack(state.view(0), 3, "Byzantium") == ["Byzantium 7", "influence 6", "unrest"]
    assert stack(state.view(2), 3, "Byzantium") == ["?", "?", "?"]
    assert set(THREE) <= set(hand(state.view(2), 3)), "among hand and face-down cards"
    assert not set(THREE) & set(hand(state.view(1), 3)) - {"unrest"}


@pytest.mark.rule("R41.3")
def test_a_single_card_stays_known_to_everybody_who_looked() -> None:
    table = turn(players=3, Byzantium=C.ADMINISTRATION).hand(0, "intrigue").hand(1, "intrigue")
    state = use(table.mat(2, "Byzantium", "attrition").dynasty(0), look(2, "Byzantium"))
    play(state, C.SET)
    use(state, look(2, "Byzantium"))
    for viewer in range(3):
        assert stack(state.view(viewer), 2, "Byzantium") == ["attrition"]


@pytest.mark.rule("R20.1", "R41.1")
def test_what_was_seen_and_how_it_was_put_back_is_shown_to_nobody_else() -> None:
    keys, views = [], []
    for cards, order in (
        (("unrest", "attrition"), "attrition"),
        (("unrest", "attrition"), "unrest"),
        (("attrition", "unrest"), "unrest"),
    ):
        table = turn(players=4, Byzantium=C.ADMINISTRATION).hand(0, "intrigue")
        state, sink = table.mat(3, "Byzantium", *cards).dynasty(0), Sink()
        for action in (look(3, "Byzantium"), kind(order)):
            state.apply(action, sink)
        keys.append(sink.keys)
        views.append([state.view(v).to_bytes() for v in range(4)])
    assert len({k[0] for k in keys}) == 3
    assert len({k[1] for k in keys}) == len({k[2] for k in keys}) == 1
    assert views[0][1:3] == views[1][1:3] == views[2][1:3]
    assert views[0][0] != views[1][0]
    assert keys[0][3] != keys[1][3], "the owner may look at the own stack"


@pytest.mark.rule("R20.3")
def test_a_foiled_look_shows_nothing() -> None:
    state = play(spy().hand(3, "intrigue").dynasty(2), look(3, "Byzantium"), C.YES, dice(2, 1))
    assert stack(state.view(2), 3, "Byzantium") == ["?", "?", "?"]
    assert no_card_is_under_way(state)


# --- the order track ---


def order(state: engines.State) -> list[str]:
    return [KINGDOMS[k] for k in state.data["order"]]


def track(*names: str) -> engines.State:
    """Seat 3 takes up the tokens of these kingdoms, all of which permit it."""
    table = turn(seat=3, **dict.fromkeys(names, C.ADMINISTRATION)).hand(3, "intrigue", "unrest")
    state = table.dynasty(3)
    play(state, C.ORDER_TRACK)
    return state


@pytest.mark.rule("R40.14", "R20.2", "Q17")
def test_example_order() -> None:
    """Spain to the first place and Italy to the fourth; the others keep their order."""
    table = turn(seat=3, Spain=C.ADMINISTRATION, Italy=C.COUNCIL).hand(3, "intrigue")
    table.order("Germany", "Italy", "England", "Spain", "France", "Byzantium")
    state = play(table.dynasty(3), C.ORDER_TRACK)
    assert state.actions() == [for_kingdom("Spain"), for_kingdom("Italy")]
    play(state, for_kingdom("Spain"))
    assert state.actions() == [C.NO, for_kingdom("Italy")]
    play(state, for_kingdom("Italy"))
    assert step_name(state) == "ORDER_PLACE"
    play(state, C.POSITION)
    assert state.actions() == [C.POSITION + i for i in range(1, 6)]
    play(state, C.POSITION + 3)
    assert order(state) == ["Spain", "Germany", "England", "Italy", "France", "Byzantium"]
    assert no_card_is_under_way(state)


@pytest.mark.rule("R20.2")
def test_one_token_may_be_enough() -> None:
    state = play(track("Spain", "Italy"), for_kingdom("Spain"), C.NO)
    play(state, C.POSITION + 5)
    assert order(state) == ["Byzantium", "France", "Italy", "England", "Germany", "Spain"]


@pytest.mark.rule("R20.2", "R42.1")
def test_the_only_kingdom_that_permits_it_needs_no_naming() -> None:
    state = track("France")
    assert step_name(state) == "ORDER_PLACE"
    play(state, C.POSITION)
    assert order(state)[0] == "France"


@pytest.mark.rule("R20.2", "Q17")
def test_every_order_of_the_tokens_is_reached_in_one_way() -> None:
    """Two tokens among four others that keep their order: 6 times 5 arrangements."""
    reached: list[tuple[str, ...]] = []
    start = play(track("Byzantium", "England"), for_kingdom("Byzantium"), for_kingdom("England"))
    for first in start.actions():
        middle = play(start.copy(), first)
        reached += [tuple(order(play(middle.copy(), a))) for a in middle.actions()]
    assert len(set(reached)) == len(reached) == 30
    for found in reached:
        rest = [name for name in found if name not in ("Byzantium", "England")]
        assert rest == ["Spain", "France", "Italy", "Germany"]


@pytest.mark.rule("R20.2")
def test_all_six_tokens_may_be_put_in_any_order() -> None:
    state = play(track(*KINGDOMS), *(for_kingdom(name) for name in KINGDOMS))
    for position in (5, 3, 4, 0, 2):
        play(state, C.POSITION + position)
    assert order(state) == ["Italy", "Germany", "England", "Byzantium", "France", "Spain"]


@pytest.mark.rule("Q62")
@pytest.mark.rule("R20.2", "R20.4")
def test_the_kingdoms_are_named_before_foils_and_the_places_after() -> None:
    table = turn(players=3, Spain=C.ADMINISTRATION, Italy=C.COUNCIL).hand(0, "intrigue")
    state = play(table.hand(1, "intrigue").dynasty(0), C.ORDER_TRACK)
    play(state, for_kingdom("Italy"))
    assert (state.player, step_name(state)) == (1, "FOIL")
    play(state, C.YES, dice(2, 1))
    assert order(state) == list(KINGDOMS)
    assert no_card_is_under_way(state)


# --- Secret Allies ---


def allies() -> Table:
    table = turn(players=4, France=C.COUNCIL).tiles(0, "secret_allies")
    return table.hand(0, "intrigue").hand(1, "attrition", "Italy 7").hand(3, "unrest")


@pytest.mark.rule("R24.23")
def test_secret_allies_take_a_random_card_of_a_chosen_hand() -> None:
    state = use(allies().dynasty(0), C.ORDER_TRACK)
    play(state, C.POSITION)
    assert (state.player, step_name(state)) == (0, "STEAL_FROM")
    assert state.actions() == [C.SEAT + 1, C.SEAT + 3], "seat 2 has no cards"
    play(state, C.SEAT + 1)
    assert dict(state.outcomes()) == {card("attrition"): 0.5, card("Italy 7"): 0.5}
    state.apply(card("Italy 7"))
    assert hand(state, 0) == ["Italy 7"]
    assert hand(state, 1) == ["attrition"]
    assert [int(n) for n in state.data["hand_count"][:4]] == [1, 1, 0, 1]
    assert no_card_is_under_way(state)


@pytest.mark.rule("R24.23", "R42.1")
def test_the_only_possible_victim_needs_no_naming() -> None:
    table = turn(players=3, France=C.COUNCIL).tiles(0, "secret_allies").hand(0, "intrigue")
    state = use(table.hand(2, "unrest").dynasty(0), C.ORDER_TRACK)
    play(state, C.POSITION)
    assert step_name(state) == "STEAL"
    play(state, card("unrest"))
    assert hand(state, 0) == ["unrest"]


@pytest.mark.rule("Q63")
@pytest.mark.rule("R24.23")
def test_secret_allies_steal_after_a_look_too() -> None:
    table = allies().mat(2, "France", "influence 4")
    state = use(table.dynasty(0), look(2, "France"))
    assert step_name(state) == "STEAL_FROM"


@pytest.mark.rule("Q63")
@pytest.mark.rule("R24.23")
def test_secret_allies_steal_nothing_by_a_foil_or_when_foiled() -> None:
    table = turn(players=3, Italy=C.TAXATION).tiles(0, "secret_allies").hand(0, "intrigue")
    state = play(table.hand(1, "unrest", "attrition").dynasty(1), C.UNREST + kingdom("Italy"))
    play(state, C.YES, dice(2, 1))
    assert (state.player, step_name(state)) == (1, "DYNASTY")
    assert hand(state, 1) == ["attrition"]
    state = play(allies().hand(3, "intrigue").dynasty(0), C.ORDER_TRACK, C.NO, C.YES, dice(2, 1))
    assert hand(state, 1) == ["Italy 7", "attrition"]
    assert hand(state, 0) == []


@pytest.mark.rule("R24.23", "R41.1", "R41.4")
def test_only_thief_and_victim_know_what_was_stolen() -> None:
    keys, states = [], []
    for name in ("attrition", "Italy 7"):
        state, sink = use(allies().hand(0, "unrest").dynasty(0), C.ORDER_TRACK), Sink()
        play(state, C.POSITION, C.SEAT + 1)
        state.apply(card(name), sink)
        keys.append(sink.keys)
        states.append(state)
    assert [a == b for a, b in zip(keys[0][:4], keys[1][:4], strict=True)] == [
        *(False, False, True, True)
    ]
    views = [[s.view(v).to_bytes() for v in (2, 3)] for s in states]
    assert views[0] == views[1]
    assert "Italy 7" in hand(states[1].view(1), 0), "the victim misses it"
