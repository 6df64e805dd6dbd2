"""Wallenstein: position files typed by hand, and what is wrong with them."""

from __future__ import annotations

import re

import pytest
from position_pages import documented, refuse_page, said_about
from wallenstein_builder import armies, loaded, owner, texts

from eminence import engines
from eminence.engines.wallenstein.court.numbers import FAVOR_EFFECTS
from eminence.engines.wallenstein.names import BATTLE_WORDS, EFFECTS, EVENT_KINDS, PHASE_WORDS
from eminence.engines.wallenstein.state import Battle, Effect, EventKind, FavorEffect, Phase, Wrong
from eminence.engines.wallenstein.words import PROBLEMS


@pytest.fixture
def typed() -> str:
    """The file that the documentation shows."""
    return documented("wallenstein")


def test_the_documented_file_is_what_it_says(typed: str) -> None:
    view = engines.parse_position(typed)
    assert (view.seat, view.player) == (0, 0)
    assert "move to Kursachsen" in texts(view)
    assert armies(view, "Altmark") == 3
    assert owner(view, "Baden") == 1
    assert view.data["supply"].tolist()[:3] == [62 - 10 - 2, 62 - 7 - 1 - 1, 60]
    assert view.data["event_deck"].item().bit_count() == 8
    # Their cards may lie in their boxes; mine that I have shown cannot.
    names = view.game.fields.encode(view.data)
    assert sorted(names["closed"][0]) == ["Altmark", "Lausitz"]
    assert sorted(names["closed"][1]) == ["Baden", "Kursachsen"]
    world = view.sample(1)
    assert world.view(0) == view


BAD_FILES = [
    ("5 Anhalt", "5 Anhlat", "seats[0].counties: unknown 'Anhlat'; did you mean Anhalt?"),
    ("3 Kursachsen", "3 Anhalt", "seats[1].counties: Anhalt belongs to an earlier seat already"),
    ('"5 Anhalt,', '"1 Anhalt,', "board.target: the county to move to"),
    ("taxes at most 5 (winter 0)", "rain", "round.event: unknown 'rain'; choose from"),
    ("2 seat 0,", "60 seat 0,", "tower: 60 cubes of seat 0 are named, the counties leave 52"),
    ('step = "move"', 'step = "march"', "time.step: unknown 'march'; choose from"),
    ('"move"', '"choose position"', "round.order: each seat takes one position"),
    ("nobody, seat 2", "nobody, seat 1", "round.order: each seat takes one position"),
    ("3 Altmark,", "60 Altmark,", "seats[0].counties: 67 armies, a seat has 62"),
    ("grain, deploy 5", "grain", "round.actions: 4 cards, each once"),
    ('church = "Altmark"', 'church = "Lausitz"', "seats[0].orders: taxes: no card"),
    ('bid = "2 Thalers"', 'bid = "9 Thalers"', "seats[0].bid: unknown '9 Thalers'; did you mean"),
    ('"1 Baden"', '"1 Trier"', "board.revolt_markers: unknown 'Trier'; choose from Altmark"),
    ('"1 Baden"', '"1 Vogtland"', "board.revolt_markers: some lie in Vogtland"),
    ("3 Altmark,", "", "seats[0].orders: church: no card that may lie there"),
    ("thalers = 11", "won = 'Passau'\nthalers = 11", "seats[0].won: seat 0 does not own Passau"),
    ("thalers = 11", "money = 3\nthalers = 11", "seats[0].money: unknown; choose from counties"),
    ("grain at least 4 (winter 3)", "taxes at most 5 (winter 0)", "round.open_events: taxes at"),
]


@pytest.mark.parametrize(("old", "new", "said"), BAD_FILES, ids=[said for _, _, said in BAD_FILES])
def test_errors_name_the_entry_and_what_is_wrong(typed: str, old: str, new: str, said: str) -> None:
    text = said_about(typed, (old, new))
    assert said in text
    assert "\n" not in text


def test_a_table_without_cubes_in_the_tower_needs_no_word_of_it(typed: str) -> None:
    before, _, rest = typed.partition("[tower]")
    _, seats, after = rest.partition("[[seats]]")
    view = engines.parse_position(before + seats + after)
    assert not view.data["tower"].any()
    assert not view.data["tray"].any()


def test_what_is_wrong_is_said_in_the_words_of_a_table() -> None:
    """Fields of the struct have underscores, indices and names that no file knows."""
    for refusal in PROBLEMS.values():
        text = refusal.text
        assert not re.search(r"[_\[\]]|closed|fresh|honoured|general|\brow\b", text), text


def test_boxes_turned_up_and_counties_won_are_told_apart(typed: str) -> None:
    """A county won in this round cannot lie face down; one laid in an unopened box can."""
    text = typed.replace("thalers = 11", 'won = "Passau"\nthalers = 11', 1)
    text = text.replace("2 Lausitz", "2 Lausitz, 2 Passau").replace('"2 Passau"', '"none"')
    view = engines.parse_position(text)
    names = view.game.fields.encode(view.data)
    assert sorted(names["closed"][0]) == ["Altmark", "Lausitz"]
    assert engines.parse_position(engines.position_toml(view)) == view


# --- what may be left out ---


def test_supplies_tell_the_tower(typed: str) -> None:
    """Cubes in front of people are easier to count than those in the tower."""
    told = typed.replace('inside = "2 seat 0, 1 seat 1, 3 peasants"', "peasant_supply = 17")
    for seat, supply in enumerate((50, 53, 60)):
        before, mark, after = told.rpartition(f"[[seats]]{' ' * 31}# seat {seat}")
        rest = after.replace("thalers =", f"supply = {supply}\nthalers =", 1)
        told = before + mark + rest
    assert engines.parse_position(told) == engines.parse_position(typed)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("thalers = 11", "supply = 51\nthalers = 11", "seats[0].supply: 51, the counties and"),
        ("thalers = 11", "supply = 49\nthalers = 11", "seats[0].supply: 49, the counties and"),
        (
            'inside = "2 seat 0, 1 seat 1, 3 peasants"',
            "peasant_supply = 21",
            "tower.peasant_supply: expected a whole number from",
        ),
    ],
)
def test_supplies_must_fit_the_tower(typed: str, old: str, new: str, said: str) -> None:
    refuse_page(typed, old, new, said)


def test_supplies_may_stand_beside_the_tower(typed: str) -> None:
    text = typed.replace("thalers = 11", "supply = 50\nthalers = 11", 1)
    assert engines.parse_position(text) == engines.parse_position(typed)


def test_points_may_be_one_number(typed: str) -> None:
    names = [name for name in loaded(3)[1].event_names if name not in typed]
    gone = f"events_gone = {names[:4]}\n[board]"
    text = typed.replace("year = 1", "year = 2").replace("[board]", gone)
    view = engines.parse_position(text.replace("thalers = 11", "points = 140\nthalers = 11", 1))
    assert view.data["points"].sum(axis=1).tolist() == [140, 0, 0, 0, 0]
    assert engines.parse_position(engines.position_toml(view)) == view
    refuse_page(
        text,
        "thalers = 11",
        "points = 1000\nthalers = 11",
        "seats[0].points: expected a whole number from",
    )


def test_points_that_nobody_can_have_are_refused(typed: str) -> None:
    """In the first year only favors and region cards bring some."""
    said = "seats[0].points: nobody can have 3 points now"
    refuse_page(typed, "thalers = 11", "points = 3\nthalers = 11", said)


def test_all_problems_of_a_file_are_told_at_once(typed: str) -> None:
    text = said_about(typed, ("5 Anhalt", "5 Anhlat"), ('"1 Baden"', '"1 Trier"'))
    said = [line.partition(":")[0] for line in text.splitlines()]
    assert said == ["board.revolt_markers", "seats[0].counties"]


def test_every_step_and_battle_has_its_words() -> None:
    assert set(PHASE_WORDS) == set(Phase)
    assert set(BATTLE_WORDS) == set(Battle)
    assert len(EFFECTS) == len(Effect)
    assert len(FAVOR_EFFECTS) == len(FavorEffect)
    assert len(EVENT_KINDS) == len(EventKind)
    assert set(PROBLEMS) == set(Wrong) - {Wrong.OK}
