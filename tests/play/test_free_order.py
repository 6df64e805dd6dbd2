"""Decisions in any order: what is offered, that it is legal, and that it tells nothing."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest
from conformance.walks import Walk, pick
from kings_builder import C, Table, kingdom
from kings_dynasty import turn
from kings_marches import prepare
from reaching import reach, texts

import engines
from play.choosing import GO_ON, Choosing
from play.free_order import FreeOrder, shows_nothing
from play.running import Running
from play.saved import SavedGame


def at(state: engines.State) -> Running:
    """A game that has come to this state; nobody is told anything, which takes time."""
    running = Running(SavedGame(state.game, ("random",) * state.game.seats, 1))
    running.state = state.copy()
    return running


def offered(running: Running) -> tuple[list[str], list[str]]:
    """The moves that the rules ask for, and those besides."""
    offer = Choosing(running).offer
    return [move.text for move in offer.open], [late.choice.text for late in offer.late]


def choose(running: Running, text: str) -> None:
    choosing = Choosing(running)
    move = choosing.offer.named(text)
    assert move is not None, f"{text!r} is none of {offered(running)}"
    choosing.decide(move)


def choose_all(running: Running, wanted: Sequence[str]) -> Running:
    """In this order, however the rules would have it."""
    for text in wanted:
        choose(running, text)
    if running.held is not None:
        choose(running, GO_ON.text)
    return running


def in_any_order(state: engines.State, wanted: Sequence[str]) -> tuple[Running, int]:
    """Choose these in all orders; the end is always that of the rules' order."""
    rules = choose_all(at(state), wanted)
    orders = list(permutations(wanted))
    for order in orders:
        running = choose_all(at(state), order)
        assert running.state == rules.state, order
        assert running.saved.moves == rules.saved.moves, order
    return rules, len(orders)


# --- Blood of Kings ---


def english(crowns: int = 8) -> engines.State:
    """England has played Preparations."""
    table = Table(players=6, achievements=30).crowns("England", crowns)
    return prepare(table, "England")


def test_an_army_in_bristol_does_not_lose_what_comes_before_it_on_the_map() -> None:
    running = at(english())
    choose(running, "raise an army in Bristol")
    assert running.saved.moves == ()
    assert running.held is not None
    now, late = offered(running)
    assert now == ["go on"]
    assert "raise a fleet at London" in late
    assert "raise a fleet at Bristol" not in late, "a town raises one unit"
    wanted = ["raise a fleet at London", "raise an army in York", "raise an army in London"]
    choose_all(running, wanted)
    assert running.saved.moves == (
        "raise a fleet at London",
        "raise an army in London",
        "raise an army in York",
        "raise an army in Bristol",
    )
    assert offered(running)[0] == ["claim no sea", "claim the North Sea"]


def test_units_can_be_raised_in_any_order() -> None:
    _, orders = in_any_order(
        english(),
        [
            "raise a fleet at London",
            "raise an army in London",
            "raise an army in Gloucester",
            "raise an army in Bristol",
        ],
    )
    assert orders == 24


def test_all_crowns_can_be_spent_whatever_comes_first() -> None:
    running = choose_all(at(english(2)), ["raise an army in York", "raise an army in London"])
    assert int(running.state.data["crowns"][4]) == 0
    assert running.saved.moves == ("raise an army in London", "raise an army in York")


def test_what_can_not_be_paid_is_not_offered() -> None:
    """An army elsewhere would leave no Crown for this one."""
    running = at(english(1))
    choose(running, "raise an army in Bristol")
    assert running.held is None
    assert running.saved.moves == ("raise an army in Bristol",)


def test_who_stops_is_not_asked_again() -> None:
    running = at(english())
    choose(running, "raise an army in York")
    assert "raise an army in London" in offered(running)[1]
    choose(running, "raise no more")
    assert running.held is None
    assert running.state.player != 4


def test_a_card_of_one_kingdom_does_not_become_that_of_another() -> None:
    """The seat rules both; both have Taxation, and only the first has its Council."""
    rest = ("France", "England", "Germany", "Byzantium")
    table, italy = Table(players=3).order("Spain", "Italy", *rest), kingdom("Italy")
    table.record["in_hand"][italy][C.COUNCIL] -= 1
    table.record["on_mat"][italy][C.COUNCIL] += 1
    running = at(table.kingdom("Spain"))
    seat = running.state.player
    running.apply(C.CARD_TYPE + C.TAXATION)
    assert running.state.player == seat
    assert C.CARD_TYPE + C.TAXATION in running.state.actions()
    assert running.free_order().made
    assert offered(running)[1] == []


def test_order_tokens_can_be_named_in_any_order() -> None:
    names = ("Spain", "France", "Italy", "Germany")
    table = turn(seat=3, players=6, **dict.fromkeys(names, C.ADMINISTRATION))
    state = table.hand(3, "intrigue", "unrest").dynasty(3)
    state.apply(C.ORDER_TRACK)
    tokens = [f"take up the token of {name}" for name in ("Italy", "Spain", "France")]
    in_any_order(state, tokens)
    # the last token that can be named would have ended it
    running = at(state)
    choose(running, "take up the token of Germany")
    assert offered(running)[1] == [f"take up the token of {name}" for name in names[:3]]


def test_cards_can_be_discarded_in_any_order() -> None:
    table = Table(players=4).hand(0, "influence 4", "unrest", "attrition", "intrigue")
    state = table.dynasty(0)
    state.apply(C.NO)
    discards = [text for text in texts(state) if text != "discard no more"]
    assert len(discards) == 4
    rules, _ = in_any_order(state, discards[1:])
    assert offered(rules) == (["discard no more"], discards[:1])


def talks(words: str, *tiles: str) -> engines.State:
    """Everybody passes until tokens are asked for with these words."""
    table = Table(players=6).alliance("France", "Spain").alliance("Italy", "Spain")
    table.alliance("Germany", "Spain").hold("Spain", "Atlantic Ocean").tiles(4, *tiles)
    state, chance = table.hand(0, "unrest").dynasty(0), engines.Chance(1)
    while not any(text.startswith(words) for text in texts(state)):
        held = "hold negotiations"
        state.apply(state.parse(held) if held in texts(state) else state.actions()[0])
        state.resolve(chance)
    return state


@pytest.mark.parametrize(
    ("words", "tiles"),
    [("turn the token of {}", ["trade_houses"]), ("send the token of {} back", [])],
)
def test_alliance_tokens_can_be_turned_and_sent_back_in_any_order(
    words: str, tiles: list[str]
) -> None:
    state = talks(words.partition(" {}")[0], *tiles)
    in_any_order(state, [words.format(name) for name in ("Italy", "Germany", "France")])


# --- Royals ---


def drawing(shown: Sequence[int], draws: int) -> engines.State:
    """Seat 0 must draw so many cards; the display has one card or none of each country."""

    def wanted(state: engines.State) -> bool:
        longest = state.copy()
        count = 0
        while "draw from the pile" in texts(longest):
            longest.apply(longest.parse("draw from the pile"))
            longest.resolve(engines.Chance(1))
            count += 1
        return count == draws and [*state.data["display"]] == [*shown]

    game = engines.load("royals", players=3)
    return reach(game, ("me", "me", "me"), wanted, ("end the turn",)).state()


FRANCE, BRITAIN, SPAIN = (
    f"take {name} from the display" for name in ("France", "Britain", "Spain")
)
PILE = "draw from the pile"


def test_open_cards_can_be_taken_in_any_order() -> None:
    state = drawing((1, 0, 1, 1), 3)
    assert BRITAIN not in texts(state)
    in_any_order(state, [BRITAIN, SPAIN, FRANCE])


def test_a_card_that_waits_for_its_turn_is_taken_with_the_next_choice() -> None:
    running = at(drawing((1, 0, 1, 1), 3))
    choose(running, SPAIN)
    assert running.saved.moves == ()
    assert [choice.text for choice in running.waiting] == [SPAIN]
    assert all(SPAIN not in group for group in offered(running))
    choose(running, BRITAIN)
    choose(running, FRANCE)
    assert running.saved.moves == (FRANCE, BRITAIN, SPAIN)
    assert running.waiting == ()


def test_face_down_cards_can_be_drawn_after_open_ones() -> None:
    running = at(drawing((1, 0, 1, 1), 3))
    choose(running, BRITAIN)
    choose(running, PILE)
    assert running.saved.moves == (PILE, BRITAIN)
    choose(running, PILE)
    assert running.saved.moves == (PILE, PILE, BRITAIN)
    assert int(running.state.data["hand_size"][0]) >= 3


@pytest.mark.parametrize("shown", [FRANCE, BRITAIN, SPAIN])
def test_an_intrigue_card_can_be_drawn_after_an_open_card(shown: str) -> None:
    running = at(drawing((1, 0, 1, 1), 3))
    choose_all(running, [shown, "draw an Intrigue card"])
    assert running.saved.moves == ("draw an Intrigue card", shown)
    assert not {PILE, FRANCE, BRITAIN, SPAIN} & {*offered(running)[0]}


def test_no_choice_leaves_no_room_for_what_waits() -> None:
    running = at(drawing((1, 0, 1, 1), 2))
    choose(running, SPAIN)
    choose(running, PILE)
    assert SPAIN in running.saved.moves or [*running.saved.moves] == [PILE]
    while running.waiting:
        choose(running, offered(running)[0][0])
    assert running.saved.moves[-1] == SPAIN


# --- what counts as shown ---


def test_a_look_at_a_stack_shows_something_and_a_raised_army_does_not() -> None:
    table = turn(players=3, Byzantium=C.ADMINISTRATION).hand(0, "intrigue", "unrest")
    state = table.mat(1, "Byzantium", "unrest", "attrition", "intrigue").dynasty(0)
    look = state.parse("look at the stack of seat 1 on Byzantium")
    state.apply(look)
    while state.player != 0:
        state.apply(C.NO)
    before = state.view(0)
    assert len(before.actions()) == 3
    assert shows_nothing(before, before.actions()[0])
    assert not shows_nothing(table.dynasty(0).view(0), look)
    assert shows_nothing(english().view(4), english().parse("raise an army in London"))


def test_a_drawn_card_is_shown() -> None:
    state = drawing((1, 0, 1, 1), 3)
    assert not shows_nothing(state.view(0), state.parse(PILE))
    assert shows_nothing(state.view(0), state.parse(FRANCE))


# --- all games ---


def people_play(name: str, seed: int, decisions: int) -> Iterator[tuple[Running, Choosing]]:
    """A random game in which all choose from what a person would be offered."""
    game, rng = engines.load(name), random.Random(seed)
    running = Running(SavedGame(game, ("random",) * game.seats, seed))
    for _ in range(decisions):
        if running.state.over:
            return
        choosing = Choosing(running)
        yield running, choosing
        offer = choosing.offer
        late = len(offer.late) > 0 and rng.random() < 0.5
        choosing.decide(pick(rng, [*offer.late] if late else [*offer.open]))


@pytest.mark.parametrize("name", engines.names())
def test_what_counts_as_unseen_is_the_same_in_other_worlds(name: str) -> None:
    """In other worlds than those that were looked at, and in the true one."""
    walk = Walk(engines.load(name), 5)
    while not walk.state.over and walk.decisions < 150:
        action, seat = walk.choose(), walk.state.player
        if seat >= 0 and shows_nothing(walk.state.view(seat), action):
            view, after = walk.state.view(seat), walk.state.copy()
            after.apply(action)
            for world in (view.sample(1000 + i) for i in range(50)):
                world.apply(action)
                assert world.player == seat
                assert world.view(seat) == after.view(seat)
        walk.play(action)


#: games in which something can be chosen in another order than the rules'
FREE = ("blood_of_kings", "bruges", "royals")
DECISIONS = 300


@pytest.mark.parametrize("name", engines.names())
def test_games_played_in_any_order_are_games_by_the_rules(name: str) -> None:
    """The record alone, replayed, gives the same position and offers."""
    put_in = 0
    for running, choosing in people_play(name, 3, DECISIONS):
        put_in += any(not late.waits for late in choosing.offer.late)
        if choosing.offer.late and running.held is None and not running.waiting:
            again = Running(running.saved)
            assert again.state == running.state
            assert again.movers == running.movers
            assert offered(again) == offered(running)
    assert (put_in > 0) == (name in FREE)


@pytest.mark.parametrize("name", FREE)
def test_what_is_put_in_keeps_all_that_was_chosen(name: str) -> None:
    for running, choosing in people_play(name, 4, DECISIONS):
        free = choosing.free
        made = free.made
        base = len(running.saved.moves) - len(made)
        for late in choosing.offer.late:
            if late.waits or running.held is not None:
                continue
            again = Running(running.saved)
            again.put_in(late.order)
            # what was forced may have become superfluous
            wanted = Counter(
                choice.text
                for choice, world in zip(made, free.worlds, strict=False)
                if len(world.actions()) > 1
            )
            wanted[late.choice.text] += 1
            assert not wanted - Counter(again.saved.moves[base:])
            assert again.saved.moves[:base] == running.saved.moves[:base]
            assert again.saved.state() == again.state


@pytest.mark.parametrize("name", engines.names())
def test_what_is_hidden_changes_nothing_in_what_is_offered(name: str) -> None:
    compared = differing = 0
    for running, choosing in people_play(name, 5, DECISIONS):
        free = choosing.free
        if running.held is not None or running.waiting or not (free.made or free.late):
            continue
        for seed in (1, 2):
            world = free.base.sample(seed)
            other = at(world)
            for choice in free.made:
                other.apply(choice.action)
            assert offered(other) == offered(running)
            for choice in choosing.offer.open[:5]:
                here = [late.choice for late in free.given_up(choice.action)]
                there = other.free_order().given_up(choice.action)
                assert [late.choice for late in there] == here
            compared += 1
            differing += other.state != running.state
    assert compared or name not in FREE
    assert differing or name not in FREE


def test_a_move_that_waits_comes_whatever_else_is_chosen() -> None:
    waited = 0
    for running, choosing in people_play("royals", 6, DECISIONS):
        for late in choosing.offer.late:
            if late.waits and not running.waiting:
                again = Running(running.saved)
                before = Counter(again.saved.moves)[late.choice.text]
                choose(again, late.choice.text)
                while again.waiting:
                    rng = random.Random(waited)
                    choose(again, pick(rng, offered(again)[0]))
                assert Counter(again.saved.moves)[late.choice.text] > before
                waited += 1
    assert waited > 20


def test_a_long_search_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no steps left, nothing is found, and nothing fails."""
    running = at(english())
    running.apply(running.state.parse("raise an army in York"))
    assert FreeOrder(*_parts(running)).late
    monkeypatch.setattr("play.free_order.STEPS", 2)
    assert FreeOrder(*_parts(running)).late == []
    monkeypatch.setattr("play.free_order.STEPS", 1)
    assert FreeOrder(*_parts(running)).given_up(running.state.actions()[-1]) == []


def _parts(running: Running) -> tuple[engines.View, list[int]]:
    free = running.free_order()
    return free.base, [choice.action for choice in free.made]
