"""Blood of Kings asks for several things of one kind in a fixed order: no result is lost.

All end results are walked through, and compared with those that the rulebook's own words give
when the order is free.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Hashable, Iterator

import pytest
from kings_builder import KINGDOMS, C, Table, card, kingdom, numbers, play, step_name
from kings_dynasty import turn
from kings_marches import prepare
from kings_talks import talks

from eminence import engines

Result = Callable[[engines.State], Hashable]


def ends(state: engines.State, step: str, result: Result) -> Iterator[Hashable]:
    """The results of all ways to answer the step, as long as it is asked."""
    if state.player < 0 or step_name(state) != step:
        yield result(state)
        return
    for action in state.actions():
        after = state.copy()
        after.apply(action)
        yield from ends(after, step, result)


def subsets(things: list[str], least: int = 0) -> set[frozenset[str]]:
    return {
        frozenset(some)
        for n in range(least, len(things) + 1)
        for some in itertools.combinations(things, n)
    }


# --- Preparations ---


def english(crowns: int, *tiles: str) -> engines.State:
    """Three of England's regions are left: a port capitol, a castle and a port town."""
    table = Table(players=6, achievements=30).crowns("England", crowns)
    table.hold("Spain", "York").tiles(kingdom("England"), *tiles)
    return prepare(table, "England")


def raised(state: engines.State) -> Hashable:
    """Armies by region, fleets by sea, Crowns left."""
    k, s = kingdom("England"), state.data
    return tuple(map(int, s["armies"][k])), tuple(map(int, s["fleets"][k])), int(s["crowns"][k])


def in_any_order(crowns: int, free_fleets: int = 0) -> set[Hashable]:
    """As R14.1 and R14.2 say: so many of each region, in no order."""
    board, found = numbers(), set()
    regions = [board.region_names.index(name) for name in ("London", "Gloucester", "Bristol")]
    choices = []
    for region in regions:
        limit = board.raising[board.regions[region].type]
        port = board.regions[region].port >= 0
        choices.append(
            [
                (armies, fleets, paid)
                for armies in range(limit + 1)
                for fleets in range((limit + free_fleets if port else 0) + 1)
                if armies + (paid := max(0, fleets - free_fleets)) <= limit
            ]
        )
    for chosen in itertools.product(*choices):
        price = sum(armies + paid for armies, _, paid in chosen)
        if price <= crowns:
            armies, fleets = [0] * C.PLACES, [0] * C.SEAS
            for region, (a, f, _) in zip(regions, chosen, strict=True):
                armies[region] = a
                if f:
                    fleets[board.regions[region].port] += f
            found.add((tuple(armies), tuple(fleets), crowns - price))
    return found


@pytest.mark.rule("R42.3", "R14.1", "R14.4")
@pytest.mark.parametrize("crowns", [1, 3, 6])
def test_all_that_preparations_can_raise_is_raised_in_the_order_of_the_map(crowns: int) -> None:
    assert set(ends(english(crowns), "RAISE", raised)) == in_any_order(crowns)


@pytest.mark.rule("R42.3", "R24.15", "Q72")
def test_free_units_are_had_in_the_order_of_the_map_too() -> None:
    found = set(ends(english(2, "massive_armada"), "RAISE", raised))
    assert found == in_any_order(2, free_fleets=1)


@pytest.mark.rule("R42.3")
def test_each_way_of_raising_is_asked_for_once() -> None:
    found = Counter(ends(english(3), "RAISE", raised))
    assert max(found.values()) == 1


# --- the order track ---


@pytest.mark.rule("R42.3", "R20.2")
def test_every_set_of_order_tokens_can_be_taken_up() -> None:
    names = ["Spain", "France", "Italy", "Germany"]
    table = turn(**{name: C.ADMINISTRATION for name in names}).hand(0, "intrigue")
    state = play(table.dynasty(0), C.ORDER_TRACK)
    taken = Counter(
        ends(
            state,
            "ORDER_TARGET",
            lambda end: frozenset(
                name for name in KINGDOMS if int(end.data["tokens"]) >> kingdom(name) & 1
            ),
        )
    )
    assert set(taken) == subsets(names, least=1)
    assert max(taken.values()) == 1


@pytest.mark.rule("R42.3", "R20.2", "Q17")
def test_every_order_that_leaves_the_others_alone_can_be_made() -> None:
    table = turn(Spain=C.ADMINISTRATION, Italy=C.ADMINISTRATION).hand(0, "intrigue")
    state = play(table.dynasty(0), C.ORDER_TRACK, C.KINGDOM, C.KINGDOM + kingdom("Italy"))
    while step_name(state) == "FOIL":
        play(state, C.NO)
    made = set(ends(state, "ORDER_PLACE", lambda end: tuple(map(int, end.data["order"]))))
    others = [k for k in range(C.KINGDOMS) if KINGDOMS[k] not in ("Spain", "Italy")]
    assert made == {
        order
        for order in itertools.permutations(range(C.KINGDOMS))
        if [k for k in order if k in others] == others
    }


# --- discards ---


@pytest.mark.rule("R42.3", "R21.1")
@pytest.mark.parametrize(
    "hand",
    [
        ["unrest", "unrest", "intrigue", "diplomacy"],
        ["unrest", "unrest", "intrigue", "diplomacy", "attrition", "influence 4", "influence 4"],
    ],
)
def test_every_hand_that_may_be_kept_can_be_kept(hand: list[str]) -> None:
    table = turn(Spain=C.TAXATION).hand(0, *hand)
    state = play(table.dynasty(0), C.NO)
    assert step_name(state) == "DISCARD"
    kept = set(ends(state, "DISCARD", lambda end: tuple(map(int, end.data["hand"][0]))))
    most = numbers().hand

    def counts(cards: tuple[str, ...]) -> tuple[int, ...]:
        found = Counter(map(card, cards))
        return tuple(found[kind] for kind in range(C.KINDS))

    assert kept == {
        counts(some)
        for n in range(min(most, len(hand)) + 1)
        for some in itertools.combinations(hand, n)
    }


# --- Alliance tokens ---


def allied() -> Table:
    """The tokens of France, Italy and Germany lie in Spain's treasury."""
    table = Table(players=6)
    for name in ("France", "Italy", "Germany"):
        table.alliance(name, "Spain")
    return table


@pytest.mark.rule("R42.3", "R22.7")
def test_every_set_of_tokens_can_be_sent_back() -> None:
    kept = Counter(
        ends(
            play(talks(allied()), C.YES),
            "RETURN_TOKEN",
            lambda end: frozenset(n for n in KINGDOMS if end.data["alliance"][kingdom(n)]),
        )
    )
    assert set(kept) == subsets(["France", "Italy", "Germany"])
    assert max(kept.values()) == 1


@pytest.mark.rule("R42.3", "R24.28")
def test_every_set_of_tokens_can_be_turned() -> None:
    table = allied().tiles(0, "trade_houses")
    table.set(phase=C.NEGOTIATION_PHASE, stage=C.FLIPS_BEFORE)
    turned = Counter(
        ends(
            table.state(0, C.FLIP_ALLIANCE),
            "FLIP_ALLIANCE",
            lambda end: frozenset(
                name for name in KINGDOMS if int(end.data["flipped"]) >> kingdom(name) & 1
            ),
        )
    )
    assert set(turned) == subsets(["France", "Italy", "Germany"])
    assert max(turned.values()) == 1


# --- what a move is called ---


def names_of(state: engines.State, step: str) -> Iterator[tuple[int, str]]:
    if state.player < 0 or step_name(state) != step:
        return
    for action in state.actions():
        yield action, state.text(action)
        yield from names_of(play(state.copy(), action), step)


@pytest.mark.rule("R42.3")
@pytest.mark.parametrize(
    ("state", "step"),
    [
        (lambda: english(3), "RAISE"),
        (lambda: play(talks(allied()), C.YES), "RETURN_TOKEN"),
        (
            lambda: play(
                turn(Spain=C.TAXATION).hand(0, "unrest", "intrigue", "attrition").dynasty(0), C.NO
            ),
            "DISCARD",
        ),
        (
            lambda: play(
                turn(Spain=C.ADMINISTRATION, Italy=C.COUNCIL, Germany=C.COUNCIL)
                .hand(0, "intrigue")
                .dynasty(0),
                C.ORDER_TRACK,
            ),
            "ORDER_TARGET",
        ),
    ],
)
def test_a_move_has_one_number_and_one_text_wherever_it_is_offered(
    state: Callable[[], engines.State], step: str
) -> None:
    """These texts say what is meant when a person names the moves in any order."""
    found = {*names_of(state(), step)}
    assert len(found) > 3
    assert len({action for action, _ in found}) == len({text for _, text in found}) == len(found)
