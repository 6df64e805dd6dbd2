"""Bruges: cards, people, majorities and the end (R12 to R27, R30 to R32)."""

from __future__ import annotations

import pytest
from bruges_builder import (
    Person,
    Table,
    arrow,
    below,
    infinity,
    laurel,
    names,
    of,
    play,
    texts,
    worker,
)

from eminence import engines


def end_round(state: engines.State) -> engines.State:
    """Play cards for workers until the majorities are counted."""
    number = state.data["round"]
    while not state.over and state.data["round"] == number:
        state.apply(state.outcomes()[0][0] if state.player < 0 else state.actions()[0])
    return state


def last_turn(table: Table) -> engines.State:
    """The end of the game, after seat 1 has played the very last card."""
    table.hand(1, "yellow 9").set(cycle=3, seat=1, extra_in=1, last_round=1)
    return play(table.state(1), "yellow: take workers")


# --- the six actions ---


@pytest.mark.rule("R12")
def test_everybody_plays_four_cards_in_turn() -> None:
    table = Table(players=3).rounds(1)
    for seat, colour in enumerate(("blue", "red", "purple")):
        table.hand(seat, *(f"{colour} {i}" for i in range(1, 6)))
    state, movers = table.state(1), []
    while state.data["round"] == 1 and state.data["phase"] == 5:
        if state.data["step"] == 6:
            movers.append(state.player)
        state.apply(state.actions()[0])
    assert movers == [1, 2, 0] * 4
    assert sum(of(state, "hand_count", 0).values()) == 1


@pytest.mark.rule("R12")
def test_the_colour_is_chosen_first_and_then_the_card_if_there_are_several() -> None:
    state = Table().hand(0, "blue 1", "blue 2", "red 1").hand(1, "red 2").state()
    other = play(state.copy(), "red: take workers")
    assert other.player == 1
    assert names(other, "discards") == {"red 1"}
    play(state, "blue: take workers")
    assert texts(state) == ["play blue 1", "play blue 2"]
    play(state, "play blue 2")
    assert names(state, "discards") == {"blue 2"}
    assert state.player == 1


@pytest.mark.rule("R12")
def test_who_has_no_card_plays_none_and_may_still_activate_people() -> None:
    table = Table(Queen=infinity("round: vp(1)")).people(0, "Queen").hand(1, "red 1")
    state = table.state()
    assert texts(state) == ["end the turn", "activate Queen"]
    play(state, "activate Queen")
    assert state.player == 1
    assert of(state, "points", 0) == 1
    play(state, "red: take workers")
    assert state.data["round"] == 1, "nobody has a card: the round is over"


@pytest.mark.rule("R13")
def test_example_a_red_card_takes_two_red_workers() -> None:
    state = play(Table().hand(0, "red 1").state(), "red: take workers")
    assert of(state, "workers", 0) == {"red": 2}


@pytest.mark.rule("R14")
def test_example_a_yellow_card_takes_six_guilders_from_a_yellow_6() -> None:
    state = Table().hand(0, "yellow 1").dice(yellow=6).state()
    assert of(play(state, "yellow: take guilders"), "guilders", 0) == 6


@pytest.mark.rule("R15")
def test_example_a_brown_card_returns_a_brown_marker_for_a_point() -> None:
    table = Table().hand(0, "brown 1", "red 1").seat(0, threat={"brown": 2, "blue": 1})
    state = table.state()
    assert "red: return a threat marker" not in texts(state)
    play(state, "brown: return a threat marker")
    assert of(state, "threat", 0) == {"brown": 1, "blue": 1}
    assert of(state, "points", 0) == 1


@pytest.mark.rule("R16")
def test_example_one_guilder_builds_on_the_blue_space_beside_the_seal() -> None:
    state = Table().hand(0, "blue 1").seat(0, guilders=1).state()
    play(state, "blue: build the left canal")
    assert of(state, "canal", 0) == [1, 0]
    assert of(state, "guilders", 0) == 0


@pytest.mark.rule("R16")
def test_a_canal_needs_the_card_of_the_next_space_and_its_price() -> None:
    table = Table()
    left, right = table.board.canals[0]
    colour = table.board.colours[left[2].colour]
    table.hand(0, f"{colour} 1").seat(0, canal={"left": 2}, guilders=left[2].cost)
    assert f"{colour}: build the left canal" in texts(table.state())
    fitting = (left[2].colour, right[0].colour)
    wrong = next(c for i, c in enumerate(table.board.colours) if i not in fitting)
    table.hand(0, f"{wrong} 1")
    assert not any(text.startswith(wrong) and "canal" in text for text in texts(table.state()))
    table.seat(0, guilders=left[2].cost - 1)
    assert f"{colour}: build the left canal" not in texts(table.state())
    table.seat(0, canal={"left": 5}, statue={"left": 7}, guilders=99)
    assert not any("left canal" in text for text in texts(table.state()))


@pytest.mark.rule("R17")
def test_a_complete_section_earns_the_topmost_statue_once() -> None:
    table = Table()
    space = table.board.canals[0][0][4]
    colour = table.board.colours[space.colour]
    table.hand(0, f"{colour} 1").seat(0, canal={"left": 4}, guilders=9)
    table.seat(1, canal={"right": 5}, statue={"right": 7})
    state = play(table.state(), f"{colour}: build the left canal")
    assert of(state, "statue", 0) == [6, 0]
    table.seat(0, statue={"left": 6})
    state = play(table.state(), f"{colour}: build the left canal")
    assert of(state, "statue", 0) == [6, 0], "completed again: no second one"


@pytest.mark.rule("R17")
def test_who_completes_a_section_after_the_last_statue_gets_none() -> None:
    table = Table(players=4)
    colour = table.board.colours[table.board.canals[0][0][4].colour]
    table.hand(0, f"{colour} 1").seat(0, canal={"left": 4}, guilders=9)
    for seat, values in ((1, (7, 6)), (2, (5, 4)), (3, (3, 2))):
        sections = ("left", "right")
        table.seat(seat, canal=dict.fromkeys(sections, 5))
        table.seat(seat, statue=dict(zip(sections, values, strict=True)))
    state = play(table.state(), f"{colour}: build the left canal")
    assert of(state, "canal", 0) == [5, 0]
    assert of(state, "statue", 0) == [0, 0]


@pytest.mark.rule("R18")
def test_example_a_purple_card_becomes_a_house_for_a_purple_worker() -> None:
    table = Table().hand(0, "purple 1", "red 1").seat(0, workers={"purple": 1, "blue": 3})
    state = table.state()
    assert "red: build a house" not in texts(state)
    play(state, "purple: build a house")
    assert of(state, "houses", 0) == of(state, "empty", 0) == {"purple": 1}
    assert names(state, "down", 0) == {"purple 1"}
    assert of(state, "workers", 0) == {"blue": 3}


@pytest.mark.rule("R19")
def test_example_the_prince_moves_in_for_nine_guilders() -> None:
    table = Table(Prince=worker("vp(1)", "yellow", colour="purple", price=9))
    table.hand(0, "Prince").house(0, "red").seat(0, guilders=8)
    assert "recruit Prince" not in texts(table.state())
    table.seat(0, guilders=10)
    state = play(table.state(), "recruit Prince")
    assert names(state, "people", 0) == {"Prince"}
    assert of(state, "guilders", 0) == 1
    assert of(state, "houses", 0) == {"red": 1}
    assert of(state, "empty", 0) == {}


@pytest.mark.rule("R19")
def test_a_person_needs_an_empty_house_and_chooses_among_colours() -> None:
    table = Table().hand(0, "blue 1").house(0, "red", "brown 1").seat(0, guilders=9)
    assert "recruit blue 1" not in texts(table.state())
    table.house(0, "red").house(0, "yellow").house(0, "yellow")
    state = play(table.state(), "recruit blue 1")
    assert texts(state) == ["move into the red house", "move into the yellow house"]
    play(state, "move into the yellow house")
    assert texts(state) == ["move onto yellow 20", "move onto yellow 21"]
    play(state, "move onto yellow 21")
    assert of(state, "empty", 0) == {"red": 1, "yellow": 1}
    assert below(state, "blue 1") == "yellow 21"
    state = play(table.state(), "recruit blue 1", "move into the red house")
    assert below(state, "blue 1") == "red 21", "the other red house is lived in"


# --- people ---


@pytest.mark.rule("R20")
def test_people_act_before_and_after_the_card() -> None:
    table = Table(One=infinity("round: vp(1)"), Two=infinity("round: guilders(1)"))
    state = table.people(0, "One", "Two").hand(0, "red 1").hand(1, "red 2").state()
    play(state, "activate One", "red: take workers", "activate Two")
    assert (of(state, "points", 0), of(state, "guilders", 0)) == (1, 1)
    assert state.player == 1, "nothing is left to do: the turn is over"


@pytest.mark.rule("R20", "R22")
def test_a_person_that_was_just_recruited_can_be_activated() -> None:
    table = Table(Sexton=worker("vp(1)", "red")).house(0, "red").hand(0, "Sexton")
    state = play(table.seat(0, workers={"red": 1}).state(), "recruit Sexton", "activate Sexton")
    assert of(state, "points", 0) == 1
    assert of(state, "workers", 0) == {}


@pytest.mark.rule("R20")
def test_nobody_is_offered_who_would_do_nothing() -> None:
    table = Table(Nun=infinity("round: unthreat(1,colour=any)")).people(0, "Nun")
    table.hand(0, "red 1")
    assert "activate Nun" not in texts(table.state())
    table.seat(0, threat={"red": 1})
    assert "activate Nun" in texts(table.state())


@pytest.mark.rule("R21")
def test_example_the_alchemist_takes_six_guilders_at_once_and_never_again() -> None:
    table = Table(Alchemist=arrow("guilders(6)")).house(0, "red").hand(0, "Alchemist", "red 1")
    state = play(table.hand(1, "red 2").state(), "recruit Alchemist")
    assert of(state, "guilders", 0) == 6
    assert state.player == 1
    play(state, "red: take workers")
    assert "activate Alchemist" not in texts(state)


@pytest.mark.rule("R22")
def test_example_the_servant_draws_a_card_for_a_red_worker_once_in_a_round() -> None:
    table = Table(Servant=worker("draw(1)", "red")).people(0, "Servant")
    state = table.hand(0, "red 1").seat(0, workers={"red": 2, "blue": 1}).state()
    play(state, "activate Servant", "draw from pile 1 (blue)", "blue 5")
    assert names(state, "hand", 0) == {"red 1", "blue 5"}
    assert of(state, "workers", 0) == {"red": 1, "blue": 1}
    assert "activate Servant" not in texts(state)


@pytest.mark.rule("R22")
def test_without_its_worker_a_person_does_not_act() -> None:
    table = Table(Servant=worker("draw(1)", "red")).people(0, "Servant").hand(0, "red 1")
    assert "activate Servant" not in texts(table.seat(0, workers={"blue": 5}).state())


@pytest.mark.rule("R23")
def test_example_the_accountant_takes_two_guilders_once_per_round() -> None:
    table = Table(Accountant=infinity("round: guilders(2)")).people(0, "Accountant")
    state = play(table.hand(0, "red 1", "red 2").state(), "activate Accountant")
    assert of(state, "guilders", 0) == 2
    assert "activate Accountant" not in texts(state)
    end_round(state)
    assert not state.data["used"].any(), "ready again in the next round"


@pytest.mark.rule("R23")
def test_example_the_powderman_waits_for_his_die() -> None:
    table = Table(Powderman=infinity("round: if[die:brown:56]: vp(1)"))
    table.people(0, "Powderman").hand(0, "red 1")
    assert "activate Powderman" not in texts(table.dice(brown=4).state())
    state = play(table.dice(brown=5).state(), "activate Powderman")
    assert of(state, "points", 0) == 1


@pytest.mark.rule("R24")
def test_example_the_lawyer_takes_three_workers_every_time() -> None:
    table = Table(Lawyer=infinity("mod: take_workers(+1)")).people(0, "Lawyer")
    state = table.hand(0, "red 1", "blue 1").hand(1, "blue 2").state()
    play(state, "red: take workers", "blue: take workers", "blue: take workers")
    assert of(state, "workers", 0) == {"red": 3, "blue": 3}
    assert of(state, "workers", 1) == {"blue": 2}


@pytest.mark.rule("R25")
def test_example_the_bishop_counts_every_two_workers_at_the_end() -> None:
    table = Table(Bishop=laurel("vp(1,per=worker,each=2)")).people(0, "Bishop")
    table.hand(0, "red 1")
    assert "activate Bishop" not in texts(table.state())
    table.hands[0] = []
    state = last_turn(table.seat(0, workers={"red": 4, "blue": 3}))
    assert state.sources()[0]["Laurels"] == 3


@pytest.mark.rule("R26")
def test_people_answer_events_after_they_are_resolved() -> None:
    table = Table(
        Lutenist=infinity("on[recruit]: vp(1)"),
        Registrar=infinity("on[build_house]: guilders(2)"),
        Cooper=infinity("on[build_canal]: workers(2,colour=red)"),
    ).people(0, "Lutenist", "Registrar", "Cooper")
    table.hand(0, "blue 1", "blue 2", "blue 3").house(0, "red")
    table.seat(0, guilders=4, workers={"blue": 1})
    built = play(table.state(), "blue: build a house", "play blue 1")
    assert of(built, "guilders", 0) == 6
    dug = play(table.state(), "blue: build the left canal", "play blue 1")
    assert of(dug, "workers", 0) == {"blue": 1, "red": 2}
    recruited = play(table.state(), "recruit blue 1")
    assert of(recruited, "points", 0) == 1


@pytest.mark.rule("R26")
def test_markers_steps_and_penalties_are_events_too() -> None:
    table = Table(
        Constable=infinity("on[threat]: guilders(1)"),
        Abbess=infinity("on[penalty]: vp(2)"),
        Count=infinity("on[advance]: vp(1)"),
        Countess=arrow("reputation(2)"),
        Highwayman=arrow("opp_threat(1,colour=blue)"),
    )
    table.people(1, "Constable", "Abbess").people(0, "Count").house(0, "blue").house(0, "blue")
    table.seat(1, threat={"blue": 2}, workers={"red": 1}).hand(0, "Countess", "Highwayman")
    table.hand(1, "red 1")
    state = play(table.state(), "recruit Highwayman", "move onto blue 20")
    assert (of(state, "guilders", 1), of(state, "points", 1)) == (1, 2)
    play(state, "red: take workers", "recruit Countess")
    assert (of(state, "reputation", 0), of(state, "points", 0)) == (2, 2)


@pytest.mark.rule("R26")
def test_a_recruit_calls_the_others_but_not_the_recruit_itself() -> None:
    table = Table(
        players=3,
        Extortionist=infinity("on[opp_recruit]: guilders(1)"),
        Lutenist=infinity("on[recruit]: vp(1)"),
    ).people(2, "Extortionist")
    state = table.house(0, "red").hand(0, "Lutenist").hand(1, "red 1").state()
    play(state, "recruit Lutenist")
    assert of(state, "guilders", 2) == 1
    assert of(state, "points", 0) == 0, "she arrived after the event began"


@pytest.mark.rule("R26")
def test_an_arrow_acts_before_those_who_wait_for_the_recruit() -> None:
    table = Table(
        Miser=infinity("on[recruit]: guilders(1,per=guilder)"), Alchemist=arrow("guilders(6)")
    ).people(0, "Miser")
    state = play(table.house(0, "red").hand(0, "Alchemist").state(), "recruit Alchemist")
    assert of(state, "guilders", 0) == 12


@pytest.mark.rule("R27")
def test_example_the_coachman_plays_another_card_in_the_same_turn() -> None:
    table = Table(Coachman=worker("play(from=hand)", "yellow")).people(0, "Coachman")
    state = table.hand(0, "red 1", "blue 1").hand(1, "red 2").state()
    assert "activate Coachman" not in texts(state)
    state = table.seat(0, workers={"yellow": 1}).state()
    play(state, "activate Coachman", "red: take workers")
    assert state.player == 0, "the card of the turn is still to be played"
    play(state, "blue: take workers")
    assert of(state, "workers", 0) == {"red": 2, "blue": 2}
    assert of(state, "hand_count", 0) == {}
    assert state.player == 1


@pytest.mark.rule("R27")
def test_an_extra_play_may_be_declined_and_plays_may_nest() -> None:
    table = (
        Table(
            Drummer=arrow("play(from=hand); play(from=hand)", colour="red"),
            Gatekeeper=arrow("play(from=hand); guilders(3)", colour="red"),
        )
        .house(0, "red")
        .house(0, "red")
    )
    table.hand(0, "Drummer", "Gatekeeper", "blue 1", "blue 2", "blue 3").hand(1, "red 1")
    state = play(table.state(), "recruit Drummer", "move onto red 21", "recruit Gatekeeper")
    play(state, "stop")
    assert of(state, "guilders", 0) == 3, "the Gatekeeper goes on inside the Drummer"
    play(state, "blue: take workers", "play blue 1")
    assert of(state, "workers", 0) == {"blue": 2}
    assert state.player == 1


# --- phase 4 and the end ---


def majorities(table: Table) -> list[int]:
    state = last_turn(table)
    return [int(state.data["majority"][seat]) for seat in range(table.players)]


REPUTATION, PEOPLE, CANALS = 1, 2, 4


@pytest.mark.rule("R30")
def test_example_red_alone_in_front_wins_the_reputation_marker() -> None:
    table = Table(players=4).seat(0, reputation=3).seat(1, reputation=2)
    assert majorities(table) == [REPUTATION, 0, 0, 0]


@pytest.mark.rule("R30")
def test_example_six_people_against_five_four_and_four() -> None:
    table = Table(players=4)
    for seat, (colour, count) in enumerate(
        (("blue", 6), ("yellow", 5), ("brown", 4), ("purple", 4))
    ):
        for i in range(count):
            table.house(seat, "red", f"{colour} {i + 1}", below=f"red {6 * seat + i + 1}")
    assert majorities(table) == [PEOPLE, 0, 0, 0]


@pytest.mark.rule("R30")
def test_example_seven_canal_tokens_of_both_sections_are_the_most() -> None:
    table = Table(players=4).seat(2, canal={"left": 4, "right": 3})
    table.seat(0, canal={"left": 5, "right": 1}, statue={"left": 7}).seat(1, canal={"left": 2})
    assert majorities(table) == [0, 0, CANALS, 0]


@pytest.mark.rule("R30")
def test_example_two_in_front_share_nothing() -> None:
    table = Table(players=4).seat(0, reputation=3).seat(1, reputation=3)
    assert majorities(table) == [0, 0, 0, 0]


@pytest.mark.rule("R30")
def test_a_marker_stays_with_who_was_passed_and_the_other_wins_one_too() -> None:
    table = Table().seat(0, reputation=1, majority=["reputation"]).seat(1, reputation=2)
    table.rounds(2)
    assert majorities(table) == [REPUTATION, REPUTATION]


@pytest.mark.rule("R30")
def test_then_the_next_player_starts() -> None:
    table = Table(players=3).hand(0, "red 1").rounds(1).set(cycle=3, seat=0)
    state = play(table.state(), "red: take workers")
    assert (state.data["round"], state.data["start_seat"], state.player) == (2, 2, 2)


@pytest.mark.rule("R31")
def test_example_of_a_final_scoring_makes_36_points() -> None:
    """Mayor, Councilman, Powderman, Vicar, Beggar; six houses; two majorities; step 6."""
    bureaucrat = {"group": "Bureaucrat"}
    table = (
        Table(
            Mayor=laurel("vp(2,per=person:Bureaucrat)", price=9, **bureaucrat),
            Councilman=worker("guilders(2)", "red", price=3, **bureaucrat),
            Powderman=infinity("round: vp(1)", price=6),
            Vicar=worker("guilders(1)", "red"),
            Beggar=arrow("steal_workers(2,target=all)", price=6),
        )
        .people(0, "Mayor", "Councilman", "Powderman", "Vicar", "Beggar")
        .house(0, "blue")
    )
    table.seat(0, majority=["people", "reputation"], canal={"left": 3}, reputation=6)
    # Both lead no majority any more: the other seat has as many people and canal tokens.
    table.people(1, *(f"brown {i}" for i in range(1, 6))).seat(1, canal={"left": 3})
    state = last_turn(table.rounds(2))
    assert state.sources()[0] == {
        "Scored in play": 0,
        "People": 8,
        "Houses": 6,
        "Laurels": 4,
        "Majorities": 8,
        "Canals": 3,
        "Reputation": 7,
    }
    assert state.returns()[0].score == 36


@pytest.mark.rule("R31")
def test_the_third_space_and_the_statue_of_a_section_both_count() -> None:
    table = Table().seat(0, canal={"left": 5}, statue={"left": 7})
    assert last_turn(table).sources()[0]["Canals"] == 10


@pytest.mark.rule("R32")
def test_equal_points_are_decided_by_guilders_and_else_shared() -> None:
    table = Table().seat(0, points=9, guilders=2).seat(1, points=9, guilders=1)
    assert [r.win for r in last_turn(table).returns()] == [1, 0]
    table = Table().seat(0, points=9, guilders=2).seat(1, points=9, guilders=2)
    assert [r.win for r in last_turn(table).returns()] == [0.5, 0.5]


def test_a_person_is_worth_a_third_of_its_price() -> None:
    table = Table(Prince=Person("arrow", "vp(1)", price=9)).people(0, "Prince")
    assert last_turn(table).sources()[0]["People"] == 3
