"""Royals position files: what a person writes, what follows from it, and what is refused."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from royals_builder import Table, written

from eminence import engines
from eminence.cython_ext.pages import Page, as_toml

BY_HAND = """
game = "royals"
view_of = 0
options = { players = 3, edition = "abacusspiele" }

[turn]
seat = 0
step = "play"
period = "1648"
round = 4

[cards]
display = "britain"
discards = "4 France, German States"

[[seats]]
hand = "2 France, 1 spain"
intrigue = ["France/Spain"]
positions = "Dijon Baron"

[[seats]]
cards = 5
known = "2 France"
intrigue_cards = 1
positions = "Paris King, Cologne Baron"

[[seats]]
cards = 3
intrigue_cards = 0
ousted = "Dijon"
titles = "Baron"
city_bonuses = "Dijon"
"""


def by_hand() -> dict[str, Any]:
    return tomllib.loads(BY_HAND)


def refusal(document: dict[str, Any]) -> str:
    with pytest.raises(engines.BadPosition) as caught:
        engines.position_from(document)
    return str(caught.value)


def test_what_is_left_out_follows_from_the_rest() -> None:
    view = engines.parse_position(BY_HAND)
    fields = written(view)
    assert (view.seat, view.player) == (0, 0)
    assert fields["hand_size"] == [3, 5, 3]
    # The deck has 69 cards; six of them are open, eleven in hands.
    assert fields["pile_size"] == 69 - 6 - 11
    assert fields["intrigue_pile_size"] == 24 - 2
    assert fields["drawn"] == 3
    assert fields["supply"] == [34, 32, 34]
    assert fields["city_marker"]["Paris"] == "seat 1"
    assert fields["city_marker"]["Dijon"] == "seat 2"
    # What the viewer cannot place: the deck less everything named.
    assert fields["pile"]["France"] == 22 - 2 - 4 - 2
    texts = [view.text(a) for a in view.actions()]
    assert "end the turn" in texts
    assert "claim Bordeaux Marshal: 1 France" in texts


def test_cards_taken_openly_are_known_in_every_imagined_world() -> None:
    view = engines.parse_position(BY_HAND)
    for seed in range(20):
        world = view.sample(seed)
        assert world.data["hand"][1][0] >= 2
        assert [int(n) for n in world.data["hand_size"][:3]] == [3, 5, 3]


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        ("cards.discards", "21 France", "cards: 25 France cards are named, this game has 22"),
        (
            "cards.intrigue_discards",
            "4 France/Spain",
            "cards: 5 France/Spain Intrigue cards are named, this game has 4",
        ),
        (
            "seats.2.cards",
            13,
            "seats[2].cards: seat 2 holds 13 Country cards at the end of a turn, the limit is 12",
        ),
        (
            "seats.1.intrigue_cards",
            5,
            "seats[1].intrigue_cards: seat 1 holds 5 Intrigue cards at the end of a turn, "
            "the limit is 4",
        ),
        (
            "seats.0.hand",
            "8 France, 8 Spain",
            "seats[0].hand: seat 0 holds 16 Country cards after drawing 3, 15 are possible",
        ),
        ("seats.1.known", "6 France", "seats[1].known: 6 cards are named, but seat 1 holds 5"),
        (
            "seats.0.seen_by_all",
            "3 France",
            "seats[0].seen_by_all: 3 France cards, but only 2 are named in the hand of seat 0",
        ),
        (
            "cards.pile",
            50,
            "cards.pile: 50 cards, but 6 open Country cards and 11 in hands leave 52",
        ),
        ("cards.display", "2 Spain, 2 France", "cards.display: 4 cards, there are 3 places"),
        (
            "seats.1.positions",
            "Dijon Baron",
            "seats[1].positions: seat 0 holds Dijon Baron already",
        ),
        (
            "seats.1.positions",
            "Paris King, Paris King",
            "seats[1].positions: Paris King is named twice",
        ),
        (
            "seats.2.titles",
            "Baron, King",
            "seats[2].titles: 2 cubes, but the seat has 0 positions and 1 ousted cubes",
        ),
        (
            "seats.1.titles",
            "2 King",
            "seats[1].titles: 0 Baron cubes, but 1 such positions are held",
        ),
        (
            "seats.2.titles",
            None,
            "seats[2].titles: missing; once a cube is ousted, say how many lie on each title",
        ),
        (
            "seats.2.ousted",
            "40 Dijon",
            "seats[2].titles: 1 cubes, but the seat has 0 positions and 40 ousted cubes",
        ),
        (
            "seats.2.city_bonuses",
            None,
            "seats[0].city_bonuses: seats 0 and 2 have cubes in Dijon; who won its marker?",
        ),
        (
            "seats.2.city_bonuses",
            "Dijon, Paris",
            "seats[2].city_bonuses: seat 2 has no cube in Paris",
        ),
        ("seats.1.city_bonuses", "Dijon", "seats[2].city_bonuses: seat 1 has Dijon already"),
        (
            "seats.1.country_bonuses",
            "France higher",
            "seats[1].country_bonuses: France higher, but seat 1 has no cube in Nantes",
        ),
        ("seats.0.hand", "2 Frnace", "seats[0].hand: unknown 'Frnace'; did you mean France?"),
        (
            "seats.0.hand",
            "2 Norway",
            "seats[0].hand: unknown 'Norway'; choose from France, German States, Britain",
        ),
        ("seats.0.hand", "France,,Spain", "seats[0].hand: nothing between two commas"),
        ("seats.0.hand", 3, "seats[0].hand: expected names with commas between them, got 3"),
        (
            "seats.1.cards",
            "five",
            "seats[1].cards: expected a whole number from 0 to 255, got 'five'",
        ),
        ("seats.1.cards", None, "seats[1].cards: missing; expected 0 to 255"),
        (
            "seats.1.hand",
            "France",
            "seats[1].hand: unknown; choose from cards, known, seen_by_all, intrigue_cards, "
            "positions, ousted, titles, city_bonuses, country_bonuses, noble_house, "
            "period_markers",
        ),
        ("seats", [{}], "seats: expected 3 tables, got a list of 1"),
        ("turn", None, "turn: missing; expected a table"),
        ("turn.round", 0, "turn.round: expected a whole number from 1 to 65536, got 0"),
        ("turn.seat", 3, "turn.seat: expected a whole number from 0 to 2, got 3"),
        ("turn.drawn", 2, "turn.drawn: 2 Country cards, but seat 0 draws 3 in this turn"),
        ("turn.last_round", 1, "turn.last_round: expected true or false, got 1"),
        (
            "turn.giving",
            {"due": 1},
            "turn.giving.due: belongs to the steps pay Intrigue cards, pay Country cards, "
            "discard Country cards, discard Intrigue cards; the step is play",
        ),
        (
            "seats.1.noble_house",
            "16 points",
            "seats[1].noble_house: 16 points, but seat 1 has no cube on the title Marshal",
        ),
        (
            "seats.1.period_markers",
            "1648 France first",
            "seats[1].period_markers: 1648 France first, but that period is not scored yet",
        ),
        ("turn.last_round", True, "turn.last_round: true, but the period is 1648"),
        ("turn.mood", "good", "turn.mood: unknown; choose from seat, step, period, round"),
        ("view_of", 3, "view_of: expected a whole number from 0 to 2, got 3"),
        ("view_of", None, "view_of: missing; expected a whole number from 0 to 2"),
    ],
)
def test_what_cannot_be_is_named(place: str, value: Any, said: str) -> None:
    document = by_hand()
    *path, last = [int(key) if key.isdigit() else key for key in place.split(".")]
    node: Any = document
    for key in path:
        node = node[key]
    if value is None:
        del node[last]
    else:
        node[last] = value
    assert refusal(document).startswith(said)


def test_all_entries_that_cannot_be_read_are_told_at_once() -> None:
    document = by_hand()
    document["turn"]["step"] = "sleep"
    document["seats"][0]["hand"] = "2 Frnace"
    document["seats"][1]["cards"] = "five"
    places = [line.partition(":")[0] for line in refusal(document).splitlines()]
    assert places == ["turn.step", "seats[0].hand", "seats[1].cards"]


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ({}, "cards.display: 1 cards, but a turn begins with 3; if some were taken"),
        (
            {"drawn": 1, "last_taken": "France"},
            "cards.display: 1 cards, so 2 were taken in this turn; 1 were drawn",
        ),
        (
            {"drawn": 3},
            "turn.drawn: 3 Country cards, all that seat 0 draws in this turn: "
            'the step is "play" then',
        ),
    ],
)
def test_a_step_must_fit_what_was_drawn(turn: dict[str, Any], said: str) -> None:
    document = by_hand()
    document["turn"] |= {"step": "draw", **turn}
    assert refusal(document).startswith(said)


def test_a_position_with_every_kind_of_entry_comes_back() -> None:
    """Ousted cubes, all markers: long names wrap into lists."""
    table = Table(players=2)
    table.hand(0, France=9).hand(1, Spain=12).intrigue(0, "France/Spain", "France/Britain")
    table.hold(0, table.position("Spain", "King"))
    table.hold(1, *table.positions("Spain"), *table.positions("Britain"))
    scored = {c: {"first": "seat 1"} for c in ("Spain", "Britain")}
    table.set(period="1680", period_marker={"1648": scored})
    for viewer in (0, 1, engines.PUBLIC):
        view = table.state().view(viewer)
        text = engines.position_toml(view)
        assert engines.parse_position(text) == view
        assert 'period_markers = "1648 Britain first, 1648 Spain first"' in text
        assert 'noble_house = "8 points"' in text
        assert 'country_bonuses = "Britain higher, Spain higher"' in text


@pytest.mark.parametrize(
    ("markers", "said"),
    [
        (
            ["none", "1648 France second", "none"],
            "seats[1].period_markers: 1648 France second, but nobody has 1648 France first, "
            "which goes first",
        ),
        (
            ["none", "1648 France first, 1648 France second", "none"],
            "seats[1].period_markers: 1648 France first and 1648 France second: one of these "
            "per player",
        ),
    ],
)
def test_markers_go_in_order_to_different_seats(markers: list[str], said: str) -> None:
    document = by_hand()
    document["turn"]["period"] = "1680"
    for seat, won in zip(document["seats"], markers, strict=True):
        seat["period_markers"] = won
    assert refusal(document) == said


@pytest.mark.parametrize(
    ("step", "place", "said"),
    [
        ("pay Country cards", "Dijon Baron", "seat 0 holds Dijon Baron already"),
        ("pay Intrigue cards", "Dijon Duke", "nobody holds Dijon Duke: no take-over"),
    ],
)
def test_what_is_paid_for_can_be_had(step: str, place: str, said: str) -> None:
    document = by_hand()
    document["turn"] |= {"step": step, "giving": {"due": 1, "for": place}}
    assert refusal(document) == f"turn.giving.for: {said}"


def test_a_payment_says_what_it_is_for_and_what_was_given() -> None:
    document = by_hand()
    document["turn"] |= {"step": "pay Country cards", "giving": {"last_given": "France/Spain"}}
    assert refusal(document).splitlines() == [
        "turn.giving.due: missing; expected how many cards",
        "turn.giving.for: missing; expected a position",
        "turn.giving.last_given: France/Spain; at this step choose from France, German States, "
        "Britain or Spain",
    ]


def test_what_a_discard_still_owes_follows_from_the_hand() -> None:
    document = by_hand()
    document["turn"]["step"] = "discard Country cards"
    document["seats"][0]["hand"] = "7 France, 7 Spain"
    view = engines.position_from(document)
    assert written(view)["due"] == 2
    assert "discard 2 France" in [view.text(a) for a in view.actions()]


def test_a_file_of_another_data_folder_needs_that_folder(tmp_path) -> None:
    view = engines.parse_position(BY_HAND)
    path = tmp_path / "table.json"
    path.write_text(engines.position_json(view), "utf-8")
    assert engines.read_position(path) == view
    with pytest.raises(engines.BadData, match="no folder"):
        engines.read_position(path, data=tmp_path / "nothing")


def test_strange_names_are_quoted() -> None:
    values = {"a b": 'say "so"\n\x7f', "list": [1, True], "table": {"ä": {"x": [{}]}}}
    assert tomllib.loads(as_toml(Page(values))) == values
