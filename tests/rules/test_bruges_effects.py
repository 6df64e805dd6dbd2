"""Bruges: every verb of the effect language and everything it counts (R28, R29)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bruges_builder import COLOURS, Table, arrow, infinity, laurel, names, of, play, texts, worker

from eminence import engines
from eminence.engines.bruges.effects.language import EVENTS, PER, VERBS


def acting(effect: str, players: int = 2, **others: Any) -> Table:
    """Seat 0 holds a person with this effect, a house for it, and a card for later."""
    table = Table(players=players, Tester=arrow(effect), **others)
    table.house(0, "red").hand(0, "Tester", "yellow 1")
    for seat in range(1, players):
        table.hand(seat, f"yellow {seat + 1}")
    return table


def act(table: Table) -> engines.State:
    """Of several red houses the Tester takes the first."""
    state = play(table.state(), "recruit Tester")
    return play(state, "move onto red 20") if "move onto red 20" in texts(state) else state


# --- counting ---

COUNTS = {
    "house:any": 4,
    "house:empty": 1,
    "house:blue": 2,
    "person:any": 3,
    "person:Noble": 2,
    "canal": 7,
    "statue": 1,
    "threat": 3,
    "worker": 4,
    "guilder": 5,
    "group": 2,
    "rep": 4,
    "majority": 2,
    "die56": 2,
    "die12": 1,
}


def counting_table(effect: str) -> Table:
    """A seat that has a known number of everything; the person itself is an Artist."""
    table = Table(Tester=arrow(effect)).hand(0, "Tester", "yellow 1").hand(1, "yellow 2")
    table.house(0, "blue", "red 1").house(0, "blue", "red 2").house(0, "brown")
    table.house(0, "yellow").dice(red=5, blue=6, brown=1)
    table.seat(0, canal={"left": 5, "right": 2}, statue={"left": 7}, threat={"red": 2, "blue": 1})
    table.seat(0, workers={"red": 3, "blue": 1}, guilders=5, reputation=4)
    return table.seat(0, majority=["people", "canals"]).rounds(2)


@pytest.mark.slow
@pytest.mark.rule("R28.1")
@pytest.mark.parametrize("per", COUNTS)
def test_an_effect_counts_what_its_owner_has_the_card_included(per: str) -> None:
    state = play(counting_table(f"vp(1,per={per})").state(), "recruit Tester")
    play(state, "move into the brown house")
    assert of(state, "points", 0) == COUNTS[per]


def test_everything_that_can_be_counted_is_tested() -> None:
    kinds = {"house:blue": "house", "person:Noble": "person"}
    assert {kinds.get(per, per) for per in COUNTS} == set(PER.values())


@pytest.mark.rule("R28.1")
def test_each_rounds_down() -> None:
    state = play(counting_table("vp(2,per=canal,each=3)").state(), "recruit Tester")
    assert of(play(state, "move into the brown house"), "points", 0) == 4


@pytest.mark.rule("R28.1")
def test_workers_are_counted_after_the_activation_is_paid() -> None:
    table = Table(Clerk=worker("vp(1,per=worker)", "red")).people(0, "Clerk").hand(0, "red 1")
    state = play(table.seat(0, workers={"red": 3}).state(), "activate Clerk")
    assert of(state, "points", 0) == 2


@pytest.mark.rule("R28.1")
@pytest.mark.parametrize(("face", "points"), [(6, 2), (5, 2), (4, 0), (2, 1), (1, 1)])
def test_a_clause_may_wait_for_a_die(face: int, points: int) -> None:
    table = acting("if[die:red:56]: vp(2); if[die:red:12]: vp(1)").dice(red=face)
    assert of(act(table), "points", 0) == points


# --- gains ---


@pytest.mark.rule("R28.2")
def test_vp_and_guilders_are_gained() -> None:
    state = act(acting("vp(2); guilders(3)"))
    assert (of(state, "points", 0), of(state, "guilders", 0)) == (2, 3)


@pytest.mark.rule("R28.3")
def test_workers_of_a_colour_of_each_and_of_any() -> None:
    assert of(act(acting("workers(4,colour=purple)")), "workers", 0) == {"purple": 4}
    assert of(act(acting("workers(2,colour=each)")), "workers", 0) == dict.fromkeys(COLOURS, 2)
    state = act(acting("workers(2,colour=any)"))
    assert texts(state) == [f"take a {colour} worker" for colour in COLOURS]
    play(state, "take a red worker")
    assert len(texts(state)) == 3, "in the order of the colours"
    assert of(play(state, "take a yellow worker"), "workers", 0) == {"red": 1, "yellow": 1}


@pytest.mark.rule("R28.4")
def test_draw_looks_at_all_cards_and_then_discards() -> None:
    """The Mathematician draws 4 cards and then discards 4."""
    state = act(acting("draw(4,discard=4)"))
    play(state, *["draw from pile 1 (blue)"] * 4)
    play(state, "blue 1", "blue 2", "blue 3", "blue 4")
    assert texts(state) == [f"discard blue {i}" for i in range(1, 5)]
    play(state, "discard blue 1", "discard blue 2", "discard blue 4", "discard yellow 1")
    assert names(state, "hand", 0) == {"blue 3"}
    assert names(state, "discards") == {"blue 1", "blue 2", "blue 4", "yellow 1"}


@pytest.mark.rule("R28.4")
def test_discards_go_on_with_the_same_or_a_later_colour() -> None:
    table = acting("draw(1,discard=2)").hand(0, "red 1", "red 2")
    state = play(act(table), "draw from pile 1 (blue)", "blue 1", "discard red 1")
    assert texts(state) == ["discard red 2", "discard yellow 1"]
    state = play(act(table), "draw from pile 1 (blue)", "blue 1")
    assert "discard yellow 1" not in texts(state), "it could not be followed by another"


@pytest.mark.rule("R28.5")
def test_play_from_hand_is_an_extra_action() -> None:
    state = play(act(acting("play(from=hand)")), "yellow: take workers")
    assert of(state, "workers", 0) == {"yellow": 2}
    assert state.player == 1


@pytest.mark.rule("R28.5")
def test_play_from_draw_uses_the_card_drawn_and_no_other() -> None:
    table = acting("play(from=draw)").house(0, "red").seat(0, guilders=3, workers={"blue": 1})
    state = play(act(table), "draw from pile 1 (blue)", "blue 7")
    expected = ["take workers", "take guilders", "build the left canal", "build a house"]
    assert texts(state) == [*(f"blue: {action}" for action in expected), "recruit blue 7"]
    assert state.view(1).data["aside_colour"] == 1
    assert state.view(1).data["aside"] == 0
    built = play(state.copy(), "blue: build a house")
    assert "blue 7" in names(built, "down", 0)
    assert names(built, "hand", 0) == {"yellow 1"}
    assert names(play(state, "recruit blue 7"), "people", 0) == {"Tester", "blue 7"}


@pytest.mark.rule("R28.6")
def test_reputation_is_free_or_has_a_price() -> None:
    assert of(act(acting("reputation(2)")), "reputation", 0) == 2
    table = acting("reputation(1,cost=2)")
    assert act(table).player == 1, "who cannot pay is not asked"
    state = act(table.seat(0, guilders=3))
    assert texts(state) == ["stay", "advance"]
    assert of(play(state.copy(), "stay"), "reputation", 0) == 0
    play(state, "advance")
    assert (of(state, "reputation", 0), of(state, "guilders", 0)) == (1, 1)


@pytest.mark.rule("R28.6")
def test_reputation_ends_with_the_track() -> None:
    table = acting("reputation(2)")
    last = len(table.board.step_points) - 1
    assert of(act(table.seat(0, reputation=last - 1)), "reputation", 0) == last


@pytest.mark.rule("R28.7")
def test_unthreat_returns_up_to_n_markers_for_a_point_each() -> None:
    table = acting("unthreat(2,colour=any)").seat(0, threat={"red": 2, "blue": 1, "yellow": 1})
    state = act(table)
    play(state, "return a red threat marker")
    options = ["return a red threat marker", "return a yellow threat marker"]
    assert texts(state) == ["stop", *options]
    play(state.copy(), "stop")
    play(state, "return a yellow threat marker")
    assert of(state, "threat", 0) == {"red": 1, "blue": 1}
    assert of(state, "points", 0) == 2


@pytest.mark.rule("R28.7")
def test_unthreat_of_a_colour_leaves_the_others() -> None:
    table = acting("unthreat(1,colour=red)").seat(0, threat={"red": 1, "blue": 1})
    state = act(table)
    assert texts(state) == ["stop", "return a red threat marker"]


@pytest.mark.rule("R28.8")
@pytest.mark.parametrize(("cost", "paid"), [("print", 1), ("double", 2), ("free", 0)])
def test_canal_builds_without_a_card(cost: str, paid: int) -> None:
    state = act(acting(f"canal(1,card=no,cost={cost})").seat(0, guilders=2))
    assert texts(state) == ["stop", "build the left canal", "build the right canal"]
    play(state, "build the right canal")
    assert of(state, "canal", 0) == [0, 1]
    assert of(state, "guilders", 0) == 2 - paid


@pytest.mark.rule("R28.8")
def test_a_canal_that_cannot_be_paid_is_not_offered() -> None:
    assert act(acting("canal(1,card=no,cost=double)").seat(0, guilders=1)).player == 1


@pytest.mark.rule("R28.9")
def test_house_needs_no_worker() -> None:
    state = act(acting("house(worker=none,from=hand)").hand(0, "yellow 5", "brown 1"))
    assert texts(state) == ["stop", "brown: build a house", "yellow: build a house"]
    play(state, "yellow: build a house", "play yellow 5")
    assert of(state, "houses", 0) == {"red": 1, "yellow": 1}
    drawn = play(act(acting("house(worker=none,from=draw)")), "draw from pile 2 (brown)", "brown 3")
    assert of(drawn, "houses", 0) == {"red": 1, "brown": 1}
    assert "brown 3" in names(drawn, "down", 0)


@pytest.mark.rule("R28.10")
def test_recruit_is_cheaper_by_k_and_never_below_nothing() -> None:
    table = acting("recruit(cost=-2)").house(0, "red").hand(0, "blue 1").seat(0, guilders=1)
    state = act(table)
    assert texts(state) == ["stop", "recruit blue 1", "recruit yellow 1"]
    assert of(play(state, "recruit blue 1"), "guilders", 0) == 0
    state = play(act(acting("recruit(cost=-9)").house(0, "red")), "recruit yellow 1")
    assert of(state, "guilders", 0) == 0


@pytest.mark.rule("R28.11")
def test_trade_up_to_max_times() -> None:
    table = acting("trade(give=guilders:2,get=vp:1,max=2)").seat(0, guilders=5)
    state = act(table)
    assert texts(state) == ["stop", "trade"]
    assert of(play(state.copy(), "trade", "stop"), "guilders", 0) == 3
    play(state, "trade", "trade")
    assert (of(state, "guilders", 0), of(state, "points", 0), state.player) == (1, 2, 1)


@pytest.mark.rule("R28.11")
def test_trade_a_worker_of_any_colour() -> None:
    table = acting("trade(give=worker:1,get=guilders:3,max=2)")
    state = act(table.seat(0, workers={"blue": 1, "red": 1}))
    play(state, "trade a red worker")
    assert of(state, "guilders", 0) == 3
    assert of(state, "workers", 0) == {"blue": 1}
    assert state.player == 1, "workers go in the order of the colours"


# --- modifiers ---


@pytest.mark.rule("R28.12")
def test_take_guilders_adds_to_the_die() -> None:
    table = Table(Geometer=infinity("mod: take_guilders(+2)")).people(0, "Geometer")
    state = play(table.hand(0, "red 1").state(), "red: take guilders")
    assert of(state, "guilders", 0) == 5


@pytest.mark.rule("R28.12")
def test_take_workers_adds_to_the_two() -> None:
    table = Table(Lawyer=infinity("mod: take_workers(+2)")).people(0, "Lawyer")
    state = play(table.hand(0, "red 1").state(), "red: take workers")
    assert of(state, "workers", 0) == {"red": 4}


@pytest.mark.rule("R28.13")
def test_example_the_inventor_refills_to_six_cards() -> None:
    table = Table(Inventor=infinity("mod: hand_size(+1)")).people(0, "Inventor")
    state = table.hand(1, "red 1").set(cycle=3, seat=1).state(1)
    state.apply(state.parse("red: take workers"))
    while state.data["phase"] == 1:
        state.apply(state.outcomes()[0][0] if state.player < 0 else state.actions()[0])
    assert [sum(of(state, "hand_count", seat).values()) for seat in (0, 1)] == [6, 5]


@pytest.mark.rule("R28.14")
def test_unthreat_vp_counts_for_actions_and_effects() -> None:
    table = acting("unthreat(1,colour=red)", Almoner=infinity("mod: unthreat_vp(+1)"))
    table.people(0, "Almoner").seat(0, threat={"red": 1, "yellow": 1})
    state = play(act(table), "return a red threat marker")
    assert of(state, "points", 0) == 2
    play(state, "yellow: take workers", "yellow: return a threat marker")
    assert of(state, "points", 0) == 4


@pytest.mark.rule("R28.15")
def test_costs_come_down_wherever_they_are_paid() -> None:
    table = (
        acting(
            "canal(1,card=no,cost=double); recruit(cost=-1)",
            Digger=infinity("mod: canal_cost(-1)"),
            Market_Woman=infinity("mod: recruit_cost(-2)"),
        )
        .people(0, "Digger", "Market Woman")
        .house(0, "red")
        .seat(0, guilders=1)
    )
    state = play(act(table), "build the left canal", "recruit yellow 1")
    assert of(state, "guilders", 0) == 0, "double 1 less 1, and 3 less 1 less 2"


@pytest.mark.rule("R28.15")
def test_rep_cost_makes_steps_cheaper_but_needs_a_low_die() -> None:
    table = Table(Baroness=infinity("mod: rep_cost(-2)")).people(0, "Baroness")
    table.hand(0, "red 1").hand(1, "red 2")
    table.set(phase="2: roll the dice", step="roll a die", rolled=0, dice={})
    state = play(table.state("chance"), "blue 2", *(f"{c} 3" for c in COLOURS[1:]))
    assert (state.player, texts(state)) == (0, ["stay", "advance"]), "2 less 2, with no guilders"
    state = play(table.state("chance"), *(f"{c} 3" for c in COLOURS))
    assert state.data["phase"] == 5


@pytest.mark.rule("R28.16")
def test_house_worker_any_and_none() -> None:
    table = Table(Bricklayer=infinity("mod: house_worker(any)")).people(0, "Bricklayer")
    table.hand(0, "blue 1").seat(0, workers={"red": 1, "yellow": 2})
    state = play(table.state(), "blue: build a house")
    assert texts(state) == ["pay a red worker", "pay a yellow worker"]
    play(state, "pay a yellow worker")
    assert of(state, "workers", 0) == {"red": 1, "yellow": 1}
    assert of(state, "houses", 0) == {"red": 1, "blue": 1}
    table = Table(Thatcher=infinity("mod: house_worker(none)")).people(0, "Thatcher")
    state = play(table.hand(0, "blue 1").state(), "blue: build a house")
    assert of(state, "houses", 0) == {"red": 1, "blue": 1}


@pytest.mark.rule("R28.17")
def test_immune_returns_the_three_markers_and_no_penalty_is_suffered() -> None:
    table = (
        acting(
            "opp_threat(1,colour=yellow)",
            Wall_Guard=infinity("mod: immune(yellow)"),
            Abbess=infinity("on[penalty]: vp(2)"),
        )
        .people(1, "Wall Guard", "Abbess")
        .seat(1, threat={"yellow": 2}, guilders=5)
    )
    state = act(table)
    assert of(state, "threat", 1) == {}
    assert of(state, "guilders", 1) == 5
    assert of(state, "points", 1) == 0


# --- the others ---


@pytest.mark.rule("R29.1")
def test_steal_guilders_from_all_or_from_one() -> None:
    table = acting("steal_guilders(2,target=all)", players=3)
    state = act(table.seat(1, guilders=1).seat(2, guilders=5))
    assert [of(state, "guilders", seat) for seat in range(3)] == [3, 0, 3]
    table = acting("steal_guilders(2,target=one)", players=3)
    state = act(table.seat(1, guilders=1).seat(2, guilders=5))
    assert texts(state) == ["take from seat 1", "take from seat 2"]
    play(state, "take from seat 2")
    assert [of(state, "guilders", seat) for seat in range(3)] == [2, 1, 3]


@pytest.mark.rule("R29.2")
def test_example_the_beggar_takes_two_workers_of_everybody_or_what_there_is() -> None:
    table = acting("steal_workers(2,target=all)", players=3)
    table.seat(1, workers={"red": 1}).seat(2, workers={"blue": 2, "red": 1})
    state = act(table)
    assert state.player == 2, "seat 1 has one worker only"
    play(state, "give a blue worker")
    assert texts(state) == ["give a blue worker", "give a red worker"]
    play(state, "give a red worker")
    assert of(state, "workers", 0) == {"blue": 1, "red": 2}
    assert of(state, "workers", 2) == {"blue": 1}


@pytest.mark.rule("R29.2")
def test_steal_workers_from_one() -> None:
    table = acting("steal_workers(1,target=one)", players=3)
    table.seat(1, workers={"red": 1}).seat(2, workers={"blue": 2})
    state = play(act(table), "take from seat 1")
    assert of(state, "workers", 0) == {"red": 1}
    assert of(state, "workers", 2) == {"blue": 2}


@pytest.mark.rule("R29.3")
def test_opponents_lose_guilders_and_points_but_no_more_than_they_have() -> None:
    table = acting("opp_guilders(-2); opp_vp(-3)", players=3)
    table.seat(1, guilders=1, points=9).seat(2, guilders=5, points=2)
    state = act(table)
    assert [of(state, "guilders", seat) for seat in range(3)] == [0, 0, 3]
    assert [of(state, "points", seat) for seat in range(3)] == [0, 6, 0]


@pytest.mark.rule("R29.4")
def test_opponents_discard_openly_what_they_choose() -> None:
    state = act(acting("opp_cards(-1)").hand(1, "red 1"))
    assert (state.player, texts(state)) == (1, ["discard red 1", "discard yellow 2"])
    play(state, "discard red 1")
    assert names(state, "discards") == {"red 1"}
    assert names(state, "hand", 1) == {"yellow 2"}


@pytest.mark.rule("R29.5")
def test_example_the_troublemaker_makes_each_other_player_return_a_canal_token() -> None:
    table = acting("opp_canal(-1)", players=3)
    table.seat(1, canal={"left": 2, "right": 1}).seat(2, canal={"right": 1})
    state = act(table)
    assert state.player == 1
    play(state, "lose a token of the left canal")
    assert of(state, "canal", 1) == [1, 1]
    assert of(state, "canal", 2) == [0, 0]


@pytest.mark.rule("R29.5")
def test_opponents_lose_a_house_as_in_fire() -> None:
    table = acting("opp_house(-1)").house(1, "blue", "red 1").house(1, "brown")
    state = act(table.seat(1, canal={"left": 1}))
    assert texts(state) == ["lose the empty brown house", "lose the house of red 1"]
    play(state, "lose the house of red 1")
    assert names(state, "hand", 1) == {"red 1", "yellow 2"}
    assert of(state, "houses", 1) == {"brown": 1}


@pytest.mark.rule("R29.6")
def test_opponents_receive_markers_and_suffer_at_once() -> None:
    table = acting("opp_threat(2,colour=purple)", players=3)
    table.seat(1, threat={"purple": 1}, points=9).seat(2, points=9)
    state = act(table)
    assert of(state, "threat", 1) == {}
    assert of(state, "points", 1) == 6
    assert of(state, "threat", 2) == {"purple": 2}


@pytest.mark.rule("R29.7")
@pytest.mark.parametrize(
    "effect",
    [
        "steal_guilders(1,target=all)",
        "steal_guilders(1,target=one)",
        "steal_workers(1,target=all)",
        "opp_guilders(-1)",
        "opp_vp(-1)",
        "opp_cards(-1)",
        "opp_canal(-1)",
        "opp_house(-1)",
        "opp_threat(1,colour=red)",
    ],
)
def test_a_ward_keeps_every_such_effect_away(effect: str) -> None:
    table = acting(effect, Crossbowman=infinity("mod: ward()")).people(1, "Crossbowman")
    table.seat(1, guilders=3, points=3, workers={"red": 2}, canal={"left": 1})
    before, state = table.state(), act(table)
    for field in ("guilders", "points", "workers", "hand_count", "canal", "houses", "threat"):
        assert of(state, field, 1) == of(before, field, 1), field


@pytest.mark.rule("R25")
def test_a_laurel_may_have_several_clauses() -> None:
    table = Table(Both=laurel("vp(1,per=canal); vp(2,per=rep)")).people(0, "Both")
    state = table.hand(0, "red 1").seat(0, canal={"left": 2}, reputation=1).state()
    assert state.sources()[0]["Laurels"] == 4


def test_every_verb_and_event_has_a_test() -> None:
    """The tests above and in test_bruges_actions.py name them all."""
    here = Path(__file__).parent
    written = "".join(path.read_text("utf-8") for path in here.glob("test_bruges_*.py"))
    assert not [verb for verb in VERBS.values() if f"{verb}(" not in written]
    assert not [event for event in EVENTS.values() if f"on[{event}]" not in written]
