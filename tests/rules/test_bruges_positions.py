"""Bruges position files: the one in docs/positions.md, and what is said about mistakes."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from bruges_builder import Table, below, names, play
from position_pages import DOCUMENT, changed, documented, said_about

from eminence import engines
from eminence.engines.positions import NAMING, view_from

CHAPTER = DOCUMENT.read_text("utf-8").partition("## Bruges\n")[2].partition("\n## ")[0]
BY_HAND = documented("bruges")
REFUSALS = re.findall(r"```\n(seats.*?)\n```", CHAPTER, re.DOTALL)[0].splitlines()


def refusal(*changes: tuple[str, str]) -> str:
    said = said_about(BY_HAND, *changes)
    assert "\n" not in said
    return said


def test_a_file_written_by_hand_is_a_view_to_search() -> None:
    view = engines.parse_position(BY_HAND)
    options = [view.text(a) for a in view.actions()]
    assert "recruit Prince" in options
    assert "recruit Nun" in options
    assert "activate Jailer" not in options, "no brown worker"
    assert view.data["start_seat"] == 1, "follows from the round"
    world = view.sample(1)
    assert world.view(0) == view


def test_the_page_shows_what_is_refused() -> None:
    mistakes = [
        ("Prince, Nun", "Prince, Queen"),
        ('threats = "1 blue"', 'threats = "3 blue"'),
        ('Jailer = "Princess"', 'Jailer = "Cook"'),
        ("round = 2 ", "round = 9 "),
    ]
    assert [refusal(mistake) for mistake in mistakes] == REFUSALS


MISTAKES = [
    ("Prince, Nun", "Prince, Nn", "seats[0].hand: unknown 'Nn'; did you mean Nun?"),
    ("Cook, Dyer", "Jailer, Dyer", "seats[0].people: Jailer is named in seats[0].face_down too"),
    (
        '"1 blue, 2 red"',
        '"1 blue, 2 red"\nknown = "Nun"',
        "seats[1].known: Nun is named in seats[0].hand too",
    ),
    ("1 brown, 2", "1 brown, 0", "seats[0].people: more live in red houses than there are"),
    (
        "Cook, Dyer, Princess",
        "Cook, Princess",
        "seats[0].face_down: 1 red cards are named, expected 2",
    ),
    (
        'Jailer = "Pr',
        'Prince = "Pr',
        "seats[0].below.Prince: lives in none of your houses; choose from Jailer",
    ),
    ('= "Princess"', '= "Princes"', "seats[0].below.Jailer: unknown 'Princes'; did you mean"),
    ("cards = 20", "cards = 21", "table: 145 cards in piles, all others leave 144"),
    ("blue = 6", "blue = 7", "table.dice.blue: expected a whole number from 1 to 6, got 7"),
    ("card = 3", "card = 9", "turn.card: expected a whole number from 1 to 5, got 9"),
    ("card = 3", "card = 5", "turn.card: does not fit the phase"),
    ("left = 1", "left = 6", "seats[0].canals.left: expected a whole number from 0 to 5, got 6"),
    ("left = 1", "middle = 1", "seats[0].canals.middle: unknown; choose from left, right"),
    ('"turn"', '"turns"', "turn.step: unknown 'turns'; did you mean turn?"),
    ("reputation = 1", "reputation = 99", "seats[1].reputation: expected a whole number from"),
    ("card = 3", "card = 3\nstack = 3", "turn.stack: expected a list of 1 to 11 tables"),
    ("card = 3", "card = 3\nstart = 0", "turn.start: seat 1 starts round 2"),
    ("2 yellow", "999 yellow, 1 yellow", "seats[0].workers: 1000 yellow is out of range"),
    ('threats = "1', 'threats = "4', "seats[0].threats: 4 blue is out of range, choose 0 to 3"),
    ("guilders = 12", "guilders = 10000", "seats[0].guilders: expected a whole number from"),
]


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES, ids=[said for *_, said in MISTAKES])
def test_a_mistake_is_named_where_it_stands(old: str, new: str, said: str) -> None:
    assert refusal((old, new)).startswith(said)


# --- which card lies below whom ---


def test_the_owner_writes_which_card_lies_below_whom() -> None:
    view = engines.parse_position(BY_HAND)
    assert below(view, "Jailer") == "Princess"
    assert below(view, "Baron") == "purple ?"
    text = engines.position_toml(view)
    assert 'below = { Jailer = "Princess" }' in text
    assert engines.parse_position(text) == view
    assert "Princess (below Jailer)" in view.board()


def test_left_out_the_cards_lie_below_people_in_their_order() -> None:
    view = engines.parse_position(changed(BY_HAND, ('below = { Jailer = "Princess" }', "")))
    assert below(view, "Jailer") == "Dyer"
    two = [
        ('people = { red = "Jailer" }', 'people = { red = "Jailer, King" }'),
        ("first = { cards = 20", "first = { cards = 19"),
    ]
    left_out = changed(BY_HAND, *two, ('below = { Jailer = "Princess" }', ""))
    view = engines.parse_position(left_out)
    assert (below(view, "Jailer"), below(view, "King")) == ("Dyer", "Princess")
    view = engines.parse_position(changed(BY_HAND, *two))
    assert (below(view, "Jailer"), below(view, "King")) == ("Princess", "Dyer")


def test_others_write_nothing_of_what_lies_below() -> None:
    state = Table().house(0, "blue", "red 1", "blue 1").house(0, "blue", below="blue 2")
    text = engines.position_toml(state.hand(0, "red 2").state().view(1))
    assert "below" not in text
    assert "blue 1" not in text


def read_for(game: engines.Game, document: dict[str, Any]) -> engines.View:
    """The view in a file of a game that no file can name."""
    return view_from(game, {k: v for k, v in document.items() if k not in NAMING})


def test_a_house_being_chosen_is_written_and_read_by_everybody() -> None:
    table = Table().house(0, "blue", below="blue 1").house(0, "blue", below="blue 2")
    state = table.hand(0, "red 1").seat(0, guilders=3).state()
    play(state, "recruit red 1")
    for viewer in (0, 1, engines.PUBLIC):
        document = json.loads(engines.position_json(state.view(viewer)))
        # No file can name a game with the plain deck, but its form is read in the same way.
        view = read_for(state.game, document)
        assert view == state.view(viewer)
    assert names(state, "people", 0) == set()


# --- impossible numbers ---

FIELDS = {
    "workers[0].red": (999, 1000),
    "guilders[0]": (9999, 10_000),
    "points[0]": (9999, 10_000),
    "reputation[0]": (8, 9),
    "canal[0].left": (4, 6),
}


@pytest.mark.rule("R3")
@pytest.mark.parametrize("field", FIELDS)
def test_a_state_holds_what_a_file_can_say_and_no_more(field: str) -> None:
    state = Table().hand(0, "red 1").hand(1, "red 2").state()
    name, seat, *key = re.split(r"[\[\].]+", field.rstrip("]"))
    for value, fits in zip(FIELDS[field], (True, False), strict=True):
        document = json.loads(state.to_json())
        entry = document["position"].setdefault(name, [{}, {}] if key else [0, 0])
        if key:
            entry[int(seat)][key[0]] = value
        else:
            entry[int(seat)] = value
        if fits:
            read = state.game.from_json(json.dumps(document))
            view = read.view(0)
            assert read_for(state.game, json.loads(engines.position_json(view))) == view
        else:
            with pytest.raises(engines.BadPosition, match="expected a whole number"):
                state.game.from_json(json.dumps(document))


@pytest.mark.rule("R3")
def test_nobody_gains_more_than_can_be_written_down() -> None:
    table = Table().hand(0, "red 1", "blue 1").hand(1, "red 2").dice(blue=6)
    table.seat(0, workers={"red": 998}, guilders=9996)
    state = play(table.state(), "red: take workers", "red: take workers", "blue: take guilders")
    assert state.data["workers"][0][2] == 999
    assert state.data["guilders"][0] == 9999
    state.game.from_bytes(state.to_bytes())


def refused(table: Table) -> str:
    with pytest.raises(engines.BadPosition) as caught:
        table.state()
    return str(caught.value)


@pytest.mark.rule("R17", "R30", "R36")
def test_what_no_game_leads_to_is_refused_in_words() -> None:
    def some() -> Table:
        return Table().hand(0, "red 1").hand(1, "red 2")

    said = refused(some().seat(0, canal={"left": 5}))
    assert said == "statue[0]: a section is complete without one, and statues are left"
    twice = some().seat(0, statue={"left": 7, "right": 7})
    assert refused(twice) == "statues: the topmost are taken first, each once"
    lower = some().seat(0, canal={"left": 5}, statue={"left": 6})
    assert refused(lower) == "statues: the topmost are taken first, each once"
    said = refused(some().seat(0, majority=["people"]))
    assert said == "1 seats have won people, after 0 rounds"
    said = refused(some().rounds(2).seat(0, majority=["reputation"]))
    assert said == "majority[0]: reputation is won without a step of reputation"
    said = refused(some().rounds(1).set(start_seat=0, seat=0))
    assert said == "start_seat: seat 1 starts round 2"
    said = refused(some().set(round=4))
    assert said == "round: 4 rounds are over, the cards that are out allow 2"
    said = refused(some().seat(0, threat={"red": 3}))
    assert said == "threat[0]: 3 red markers, at most 2 can stay"
    said = refused(
        some().set(phase="1: draw cards", step="choose a pile", rolled=0, dice={}, cycle=2)
    )
    assert said == "cycle: does not fit the phase"
