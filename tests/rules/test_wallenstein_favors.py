"""Wallenstein, Emperor's Court: each of the 21 favor cards (C12)."""

from __future__ import annotations

import pytest
from wallenstein_builder import armies, begin, fall, has_building, markers, owner, play, texts
from wallenstein_court import CourtTable, take
from wallenstein_leaders import pass_events

from eminence import engines, search
from eminence.engines.wallenstein.state import Phase

PALACE, CHURCH, POST = 0, 1, 2


def phase(state: engines.Position) -> Phase:
    return Phase(state.data["phase"])


def courts(table: CourtTable, *shown: int, event: str = "") -> engines.State:
    """Seat 0 has four courtiers and asks first; the first card shown is the most expensive."""
    wanted = {"": ()}.get(event, (event,))
    state = table.favors(*sorted(shown, reverse=True)).hall(4, 0, 0).state(*wanted)
    begin(state, event)
    assert state.player == 0
    return state


def simple() -> CourtTable:
    table = CourtTable(3).county(0, "Mittelmark", 5).county(1, "Altmark", 3)
    table.county(2, "Passau", 2)
    return table


def grant(state: engines.State, number: int) -> None:
    """Take a card and check what it costs."""
    place = state.data["favors"].tolist().index(number)
    play(state, take(state, number))
    left = int(state.data["audience"][0] + state.data["entrance"][0])
    assert left == 4 - (4, 3, 2)[place]
    assert number not in state.data["favors"]


@pytest.mark.rule("C12.1")
def test_favor_1_removes_the_event() -> None:
    table = simple().order(0, "taxes", "Mittelmark").has(0, thalers=0)
    event = "taxes at least 6 (winter 2)"
    state = courts(table, 1, 20, 21, event=event)
    grant(state, 1)
    assert texts(state) == ["keep the event", "remove the event"]
    kept, removed = state.copy(), state.copy()
    play(kept, "keep the event")
    play(removed, "remove the event")
    assert kept.data["thalers"][0] == 6
    assert removed.data["thalers"][0] == 3
    assert "event    removed" in removed.board()
    assert event in kept.board()


@pytest.mark.rule("C12.2")
@pytest.mark.parametrize(("number", "thalers"), [(2, 3), (9, 5), (16, 7)])
def test_favors_2_9_and_16_give_thalers(number: int, thalers: int) -> None:
    state = courts(simple().has(0, thalers=4), number, 20, 21)
    grant(state, number)
    assert state.data["thalers"][0] == 4 + thalers


@pytest.mark.rule("C12.3")
@pytest.mark.parametrize(("number", "cubes"), [(3, 3), (8, 4), (14, 5)])
def test_favors_3_8_and_14_put_armies_into_the_tray(number: int, cubes: int) -> None:
    state = courts(simple().tower(0, tray=1), number, 20, 21)
    supply = int(state.data["supply"][0])
    grant(state, number)
    assert state.data["tray"][0] == 1 + cubes
    assert state.data["supply"][0] == supply - cubes


@pytest.mark.rule("C12.4")
def test_favor_4_removes_a_revolt_marker() -> None:
    table = simple().county(0, "Lausitz", 2, markers=2).county(0, "Anhalt", 2, markers=1)
    state = courts(table, 4, 20, 21)
    grant(state, 4)
    assert texts(state) == [
        "remove a revolt marker from Anhalt",
        "remove a revolt marker from Lausitz",
    ]
    play(state, "remove a revolt marker from Lausitz")
    assert (markers(state, "Lausitz"), markers(state, "Anhalt")) == (1, 1)
    assert not state.data["kept"].any()


@pytest.mark.rule("C12.4")
def test_favor_4_is_used_without_a_question_where_one_county_has_markers() -> None:
    state = courts(simple().county(0, "Lausitz", 2, markers=1), 4, 20, 21)
    grant(state, 4)
    assert markers(state, "Lausitz") == 0
    assert not state.data["kept"].any()


@pytest.mark.rule("C12.4")
def test_favor_4_is_kept_and_may_parry_the_next_marker() -> None:
    table = simple().county(0, "Lausitz", 2).county(0, "Anhalt", 2)
    table.order(0, "combat A", "Mittelmark").order(0, "taxes", "Lausitz")
    table.order(0, "grain", "Anhalt").order(0, "combat B", "Mecklenburg")
    state = courts(table.county(0, "Mecklenburg", 2), 4, 20, 21)
    grant(state, 4)
    assert "kept   favor 4" in state.board()
    assert state.data["kept"][0] == 1 << 3
    play(state, "stay")
    pass_events(state)
    assert texts(state) == [
        "take the revolt marker in Lausitz",
        "parry the revolt marker in Lausitz",
    ]
    taken = state.copy()
    play(state, "parry the revolt marker in Lausitz")
    pass_events(state)
    # Taxes came first.
    assert (markers(state, "Lausitz"), markers(state, "Anhalt")) == (0, 1)
    assert not state.data["kept"].any()
    # The seat that allows it keeps the card: it is discarded after it has been used.
    play(taken, "take the revolt marker in Lausitz")
    pass_events(taken)
    assert (phase(taken), markers(taken, "Lausitz")) == (Phase.PARRY, 1)
    assert taken.data["kept"][0] == 1 << 3
    play(taken, "parry the revolt marker in Anhalt")
    pass_events(taken)
    assert (markers(taken, "Anhalt"), taken.data["kept"].any()) == (0, False)


@pytest.mark.rule("C12.4")
def test_nobody_without_favor_4_is_asked_about_a_marker() -> None:
    table = simple().county(0, "Lausitz", 2).order(0, "taxes", "Lausitz")
    state = table.favors(21, 20, 19).at(0, 1).state()
    begin(state)
    while state.player == engines.CHANCE and not markers(state, "Lausitz"):
        state.apply(state.outcomes()[0][0])
    assert markers(state, "Lausitz") == 1


@pytest.mark.rule("C12.4")
def test_favor_4_parries_the_marker_after_a_revolt_too() -> None:
    table = simple().county(0, "Lausitz", 5, markers=1).keeps(0, 4)
    table.order(0, "taxes", "Lausitz")
    state = table.favors(21, 20, 19).at(0, 1).state()
    begin(state)
    fall(state, {0: 4})
    assert owner(state, "Lausitz") == 0
    taken = state.copy()
    play(state, "parry the revolt marker in Lausitz")
    assert markers(state, "Lausitz") == 1
    assert not state.data["kept"].any()
    play(taken, "take the revolt marker in Lausitz")
    assert markers(taken, "Lausitz") == 2
    assert taken.data["kept"][0] == 1 << 3


@pytest.mark.rule("C12.4")
def test_a_file_may_say_that_a_marker_is_asked_about() -> None:
    table = simple().county(0, "Lausitz", 2).keeps(0, 4).order(0, "taxes", "Lausitz")
    state = table.favors(21, 20, 19).at(0, 1).state()
    begin(state)
    pass_events(state)
    assert phase(state) == Phase.PARRY
    for seat in range(3):
        view = state.view(seat)
        written = engines.position_toml(view)
        assert engines.parse_position(written) == view
    written = engines.position_toml(state.view(0))
    with pytest.raises(engines.BadPosition, match="step: nobody has to choose"):
        engines.parse_position(written.replace('kept = "favor 4"', ""))


@pytest.mark.rule("C12.4")
def test_bots_would_rather_parry() -> None:
    """Checks the priors, with which rollouts play, and looking one move ahead."""
    table = simple().county(0, "Lausitz", 2).keeps(0, 4).order(0, "taxes", "Lausitz")
    state = table.favors(21, 20, 19).at(0, 1).state()
    begin(state)
    pass_events(state)
    answer = search.make("greedy").search(state.view(0))
    assert answer.moves[1].prior > answer.moves[0].prior


@pytest.mark.rule("C12.4")
def test_favor_4_outlasts_the_round_in_which_it_was_taken() -> None:
    state = courts(simple(), 4, 20, 21)
    grant(state, 4)
    while state.data["season"] == 0:
        state.apply(state.outcomes()[0][0])
    assert state.data["kept"][0] == 1 << 3


@pytest.mark.rule("C12.5")
@pytest.mark.parametrize(("number", "grain"), [(5, 2), (15, 3), (20, 4)])
def test_favors_5_15_and_20_give_grain(number: int, grain: int) -> None:
    state = courts(simple().has(0, grain=1), number, 19, 21)
    grant(state, number)
    assert state.data["grain"][0] == 1 + grain


@pytest.mark.rule("C12.6")
@pytest.mark.parametrize(("number", "points"), [(6, 1), (13, 2), (19, 3)])
def test_favors_6_13_and_19_give_points(number: int, points: int) -> None:
    state = courts(simple(), number, 20, 21)
    grant(state, number)
    assert state.sources()[0]["favors"] == points
    assert f"seat 0   {points} points" in state.board()


@pytest.mark.rule("C12.7")
@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [(7, POST, "a trading post"), (17, CHURCH, "a church"), (21, PALACE, "a palace")],
)
def test_favors_7_17_and_21_build_for_nothing(number: int, kind: int, words: str) -> None:
    names = ("palaces", "churches", "trading_posts")
    table = simple().county(0, "Anhalt", 2).county(0, "Lausitz", 2, names[kind - 1])
    table.county(0, "Böhmen", 2, names[kind])
    state = courts(table, number, 20, 19)
    grant(state, number)
    # Lausitz has no site left, Böhmen has such a building, Altmark belongs to another.
    assert texts(state) == [f"{words} for Mittelmark", f"{words} for Anhalt"]
    play(state, f"{words} for Anhalt")
    assert has_building(state, kind, "Anhalt")
    assert state.data["thalers"][0] == 0


@pytest.mark.rule("C12.7")
def test_favor_7_calms_a_county_if_the_event_says_so() -> None:
    table = simple().county(0, "Anhalt", 2, markers=2)
    state = courts(table, 7, 20, 21, event="posts calm revolts (winter 5)")
    grant(state, 7)
    play(state, "a trading post for Anhalt")
    assert markers(state, "Anhalt") == 1


@pytest.mark.rule("C12.8")
@pytest.mark.parametrize(
    ("number", "saved"), [(10, {"combat A"}), (11, {"combat B"}), (18, {"combat A", "combat B"})]
)
@pytest.mark.parametrize("action", ["combat A", "combat B"])
def test_favors_10_11_and_18_save_from_attacks(number: int, saved: set[str], action: str) -> None:
    table = simple().order(1, action, "Altmark")
    state = courts(table, number, 20, 21)
    grant(state, number)
    assert (phase(state), state.player) == (Phase.MOVE, 1)
    assert ("move to Mittelmark" in texts(state)) == (action not in saved)
    # Neutral counties are as they were.
    assert "move to Anhalt" in texts(state)
    assert ("Mittelmark with" in state.board()) == (action not in saved)
    assert f"favor {number} " in state.board()


@pytest.mark.rule("C12.8")
def test_favors_10_11_and_18_end_with_the_round() -> None:
    for number in (10, 11, 18):
        state = courts(simple(), number, 20, 21)
        grant(state, number)
        assert state.data["kept"][0] == 1 << (number - 1)
        while state.data["season"] == 0:
            state.apply(state.outcomes()[0][0])
        assert not state.data["kept"].any()


@pytest.mark.rule("C12.8")
def test_immunity_does_not_tie_the_hands_of_its_owner() -> None:
    state = courts(simple().order(0, "combat A", "Mittelmark"), 18, 20, 21)
    grant(state, 18)
    assert "move to Altmark" in texts(state)


@pytest.mark.rule("C12.9")
def test_favor_12_strengthens_an_own_county() -> None:
    state = courts(simple(), 12, 20, 21)
    grant(state, 12)
    assert "the armies to Altmark" not in texts(state)
    # With three players Tirol is not in play.
    assert "the armies to Tirol" not in texts(state)
    supply = int(state.data["supply"][0])
    play(state, "the armies to Mittelmark")
    assert armies(state, "Mittelmark") == 8
    assert state.data["supply"][0] == supply - 3


@pytest.mark.rule("C12.9")
def test_favor_12_takes_a_neutral_county_without_a_battle() -> None:
    state = courts(simple().order(1, "combat A", "Altmark"), 12, 20, 21)
    grant(state, 12)
    play(state, "the armies to Anhalt")
    assert owner(state, "Anhalt") == 0
    assert armies(state, "Anhalt") == 3
    # Its card lies in no box of this round.
    names = state.game.fields.encode(state.data)
    assert "Anhalt" not in names["closed"][0]
