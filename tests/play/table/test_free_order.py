"""Decisions in any order: what is offered, that it is legal, and that it reveals nothing."""

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

from eminence import engines
from eminence.play.table.choices import shows_nothing
from eminence.play.table.decision import GO_ON, Decision
from eminence.play.table.free_order import FreeOrder
from eminence.play.table.live_game import LiveGame
from eminence.play.table.saved_game import SavedGame


def at(state: engines.State) -> LiveGame:
    """A game in this state; without messages to people, which take time."""
    live = LiveGame(SavedGame(state.game, ("random",) * state.game.seats, 1))
    live.state = state.copy()
    return live


def offered(live: LiveGame) -> tuple[list[str], list[str]]:
    """The moves that the rules ask for, and the other possible ones."""
    offer = Decision(live).offer
    return [move.text for move in offer.open], [late.choice.text for late in offer.late]


def choose(live: LiveGame, text: str) -> None:
    decision = Decision(live)
    move = decision.offer.named(text)
    assert move is not None, f"{text!r} is none of {offered(live)}"
    decision.decide(move)


def choose_all(live: LiveGame, wanted: Sequence[str]) -> LiveGame:
    """Choose in this order, whatever the rules' order is."""
    for text in wanted:
        choose(live, text)
    if live.held is not None:
        choose(live, GO_ON.text)
    return live


def in_any_order(state: engines.State, wanted: Sequence[str]) -> tuple[LiveGame, int]:
    """Choose these in all orders; the result is always that of the rules' order."""
    rules = choose_all(at(state), wanted)
    orders = list(permutations(wanted))
    for order in orders:
        live = choose_all(at(state), order)
        assert live.state == rules.state, order
        assert live.saved.moves == rules.saved.moves, order
    return rules, len(orders)


# --- Blood of Kings ---


def english(crowns: int = 8) -> engines.State:
    """England has played Preparations."""
    table = Table(players=6, achievements=30).crowns("England", crowns)
    return prepare(table, "England")


def test_an_army_in_bristol_does_not_lose_what_comes_before_it_on_the_map() -> None:
    live = at(english())
    choose(live, "raise an army in Bristol")
    assert live.saved.moves == ()
    assert live.held is not None
    now, late = offered(live)
    assert now == ["go on"]
    assert "raise a fleet at London" in late
    assert "raise a fleet at Bristol" not in late, "a town raises one unit"
    wanted = ["raise a fleet at London", "raise an army in York", "raise an army in London"]
    choose_all(live, wanted)
    assert live.saved.moves == (
        "raise a fleet at London",
        "raise an army in London",
        "raise an army in York",
        "raise an army in Bristol",
    )
    assert offered(live)[0] == ["claim no sea", "claim the North Sea"]


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
    live = choose_all(at(english(2)), ["raise an army in York", "raise an army in London"])
    assert int(live.state.data["crowns"][4]) == 0
    assert live.saved.moves == ("raise an army in London", "raise an army in York")


def test_what_can_not_be_paid_is_not_offered() -> None:
    """An army elsewhere would leave no Crown for this one."""
    live = at(english(1))
    choose(live, "raise an army in Bristol")
    assert live.held is None
    assert live.saved.moves == ("raise an army in Bristol",)


def test_who_stops_is_not_asked_again() -> None:
    live = at(english())
    choose(live, "raise an army in York")
    assert "raise an army in London" in offered(live)[1]
    choose(live, "raise no more")
    assert live.held is None
    assert live.state.player != 4


def test_a_card_of_one_kingdom_does_not_become_that_of_another() -> None:
    """The seat rules both; both have Taxation, and only the first has its Council."""
    rest = ("France", "England", "Germany", "Byzantium")
    table, italy = Table(players=3).order("Spain", "Italy", *rest), kingdom("Italy")
    table.record["in_hand"][italy][C.COUNCIL] -= 1
    table.record["on_mat"][italy][C.COUNCIL] += 1
    live = at(table.kingdom("Spain"))
    seat = live.state.player
    live.apply(C.CARD_TYPE + C.TAXATION)
    assert live.state.player == seat
    assert C.CARD_TYPE + C.TAXATION in live.state.actions()
    assert live.free_order().made
    assert offered(live)[1] == []


@pytest.mark.slow
def test_order_tokens_can_be_named_in_any_order() -> None:
    names = ("Spain", "France", "Italy", "Germany")
    table = turn(seat=3, players=6, **dict.fromkeys(names, C.ADMINISTRATION))
    state = table.hand(3, "intrigue", "unrest").dynasty(3)
    state.apply(C.ORDER_TRACK)
    tokens = [f"take up the token of {name}" for name in ("Italy", "Spain", "France")]
    in_any_order(state, tokens)
    # the last token that can be named would have ended it
    live = at(state)
    choose(live, "take up the token of Germany")
    assert offered(live)[1] == [f"take up the token of {name}" for name in names[:3]]


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
    live = at(drawing((1, 0, 1, 1), 3))
    choose(live, SPAIN)
    assert live.saved.moves == ()
    assert [choice.text for choice in live.waiting] == [SPAIN]
    assert all(SPAIN not in group for group in offered(live))
    choose(live, BRITAIN)
    choose(live, FRANCE)
    assert live.saved.moves == (FRANCE, BRITAIN, SPAIN)
    assert live.waiting == ()


def test_face_down_cards_can_be_drawn_after_open_ones() -> None:
    live = at(drawing((1, 0, 1, 1), 3))
    choose(live, BRITAIN)
    choose(live, PILE)
    assert live.saved.moves == (PILE, BRITAIN)
    choose(live, PILE)
    assert live.saved.moves == (PILE, PILE, BRITAIN)
    assert int(live.state.data["hand_size"][0]) >= 3


@pytest.mark.parametrize("shown", [FRANCE, BRITAIN, SPAIN])
def test_an_intrigue_card_can_be_drawn_after_an_open_card(shown: str) -> None:
    live = at(drawing((1, 0, 1, 1), 3))
    choose_all(live, [shown, "draw an Intrigue card"])
    assert live.saved.moves == ("draw an Intrigue card", shown)
    assert not {PILE, FRANCE, BRITAIN, SPAIN} & {*offered(live)[0]}


def test_no_choice_leaves_no_room_for_what_waits() -> None:
    live = at(drawing((1, 0, 1, 1), 2))
    choose(live, SPAIN)
    choose(live, PILE)
    assert SPAIN in live.saved.moves or [*live.saved.moves] == [PILE]
    while live.waiting:
        choose(live, offered(live)[0][0])
    assert live.saved.moves[-1] == SPAIN


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


def people_play(name: str, seed: int, decisions: int) -> Iterator[tuple[LiveGame, Decision]]:
    """A random game in which all choose from what a person would be offered."""
    game, rng = engines.load(name), random.Random(seed)
    live = LiveGame(SavedGame(game, ("random",) * game.seats, seed))
    for _ in range(decisions):
        if live.state.over:
            return
        decision = Decision(live)
        yield live, decision
        offer = decision.offer
        late = len(offer.late) > 0 and rng.random() < 0.5
        decision.decide(pick(rng, [*offer.late] if late else [*offer.open]))


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


@pytest.mark.slow
@pytest.mark.parametrize("name", engines.names())
def test_games_played_in_any_order_are_games_by_the_rules(name: str) -> None:
    """The record alone, replayed, gives the same position and offers."""
    put_in = 0
    for live, decision in people_play(name, 3, DECISIONS):
        put_in += any(not late.waits for late in decision.offer.late)
        if decision.offer.late and live.held is None and not live.waiting:
            again = LiveGame(live.saved)
            assert again.state == live.state
            assert again.movers == live.movers
            assert offered(again) == offered(live)
    assert (put_in > 0) == (name in FREE)


@pytest.mark.slow
@pytest.mark.parametrize("name", FREE)
def test_what_is_put_in_keeps_all_that_was_chosen(name: str) -> None:
    for live, decision in people_play(name, 4, DECISIONS):
        free = decision.free
        made = free.made
        base = len(live.saved.moves) - len(made)
        for late in decision.offer.late:
            if late.waits or live.held is not None:
                continue
            again = LiveGame(live.saved)
            again.put_in(late.order)
            # forced moves may have become unnecessary
            wanted = Counter(
                choice.text
                for choice, world in zip(made, free.worlds, strict=False)
                if len(world.actions()) > 1
            )
            wanted[late.choice.text] += 1
            assert not wanted - Counter(again.saved.moves[base:])
            assert again.saved.moves[:base] == live.saved.moves[:base]
            assert again.saved.state() == again.state


@pytest.mark.slow
@pytest.mark.parametrize("name", engines.names())
def test_what_is_hidden_changes_nothing_in_what_is_offered(name: str) -> None:
    compared = differing = 0
    for live, decision in people_play(name, 5, DECISIONS):
        free = decision.free
        if live.held is not None or live.waiting or not (free.made or free.late):
            continue
        for seed in (1, 2):
            world = free.base.sample(seed)
            other = at(world)
            for choice in free.made:
                other.apply(choice.action)
            assert offered(other) == offered(live)
            for choice in decision.offer.open[:5]:
                here = [late.choice for late in free.given_up(choice.action)]
                there = other.free_order().given_up(choice.action)
                assert [late.choice for late in there] == here
            compared += 1
            differing += other.state != live.state
    assert compared or name not in FREE
    assert differing or name not in FREE


@pytest.mark.slow
def test_a_move_that_waits_comes_whatever_else_is_chosen() -> None:
    waited = 0
    for live, decision in people_play("royals", 6, DECISIONS):
        for late in decision.offer.late:
            if late.waits and not live.waiting:
                again = LiveGame(live.saved)
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
    live = at(english())
    live.apply(live.state.parse("raise an army in York"))
    assert FreeOrder(*_parts(live)).late
    monkeypatch.setattr("eminence.play.table.trial_steps.STEPS", 2)
    assert FreeOrder(*_parts(live)).late == []
    monkeypatch.setattr("eminence.play.table.trial_steps.STEPS", 1)
    assert FreeOrder(*_parts(live)).given_up(live.state.actions()[-1]) == []


def _parts(live: LiveGame) -> tuple[engines.View, list[int]]:
    free = live.free_order()
    return free.base, [choice.action for choice in free.made]
