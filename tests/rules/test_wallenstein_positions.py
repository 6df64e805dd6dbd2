"""Wallenstein: position files typed by hand, and what is wrong with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from wallenstein_builder import armies, owner, texts

import engines
from engines.wallenstein.text import WallensteinWords

DOCUMENT = Path(__file__).parents[2] / "docs" / "positions.md"


@pytest.fixture
def typed() -> str:
    """The file that the documentation shows."""
    blocks = re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    return next(b for b in blocks if b.startswith('game = "wallenstein"'))


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
    (
        "3 Kursachsen",
        "3 Anhalt",
        "seats[1].counties: Anhalt belongs to an earlier seat already",
    ),
    ('"5 Anhalt,', '"1 Anhalt,', "move: the county to move to"),
    ("taxes at most 5 (winter 0)", "rain", "round.event: unknown 'rain'; choose from"),
    ("2 seat 0,", "60 seat 0,", "tower: 60 cubes of seat 0 are named, the counties leave 52"),
    ('step = "move"', 'step = "march"', "time.step: unknown 'march'; choose from"),
    ('"move"', '"choose position"', "player order: each seat takes one position"),
    ("nobody, seat 2", "nobody, seat 1", "player order: each seat takes one position"),
    ("3 Altmark,", "63 Altmark,", "seats[0].counties: 70 armies, a seat has 62"),
    ("grain, deploy 5", "grain", "action cards: 4 that lie open"),
    (
        'church = "Altmark"',
        'church = "Lausitz"',
        "order of seat 0, taxes: no card",
    ),
    (
        'bid = "2 Thalers"',
        'bid = "9 Thalers"',
        "seats[0].bid: unknown '9 Thalers'; did you mean",
    ),
    ('"1 Baden"', '"1 Trier"', "board.revolt_markers: unknown 'Trier'; choose from Altmark"),
    ('"1 Baden"', '"1 Vogtland"', "revolt markers in Vogtland: nobody"),
    ("3 Altmark,", "", "order of seat 0, church: no card that may lie there"),
    (
        "thalers = 11",
        "won = 'Passau'\nthalers = 11",
        "seats[0].won: seat 0 does not own Passau",
    ),
    (
        "thalers = 11",
        "money = 3\nthalers = 11",
        "seats[0].money: unknown; choose from counties",
    ),
    (
        "grain at least 4 (winter 3)",
        "taxes at most 5 (winter 0)",
        "round.open_events: taxes at",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "said"), BAD_FILES, ids=[said for _, _, said in BAD_FILES]
)
def test_errors_name_the_entry_and_what_is_wrong(
    typed: str, old: str, new: str, said: str
) -> None:
    assert old in typed
    with pytest.raises(engines.BadPosition) as caught:
        engines.parse_position(typed.replace(old, new, 1))
    assert said in str(caught.value), str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_table_without_cubes_in_the_tower_needs_no_word_of_it(typed: str) -> None:
    before, _, rest = typed.partition("[tower]")
    _, seats, after = rest.partition("[[seats]]")
    view = engines.parse_position(before + seats + after)
    assert not view.data["tower"].any()
    assert not view.data["tray"].any()


def test_what_is_wrong_is_said_in_the_words_of_a_table() -> None:
    """Fields of the struct have underscores, indices and names that no file knows."""
    for text in WallensteinWords.problems:
        assert not re.search(r"[_\[\]]|closed|fresh|honoured|general|\brow\b", text), text


def test_boxes_turned_up_and_counties_won_are_told_apart(typed: str) -> None:
    """A county won in this round cannot lie face down; one laid in an unopened box can."""
    text = typed.replace("thalers = 11", 'won = "Passau"\nthalers = 11', 1)
    text = text.replace("2 Lausitz", "2 Lausitz, 2 Passau").replace('"2 Passau"', '"none"')
    view = engines.parse_position(text)
    names = view.game.fields.encode(view.data)
    assert sorted(names["closed"][0]) == ["Altmark", "Lausitz"]
    assert engines.parse_position(engines.position_toml(view)) == view
