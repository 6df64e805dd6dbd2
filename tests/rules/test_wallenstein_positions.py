"""Wallenstein: position files typed by hand, and what is wrong with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from wallenstein_builder import armies, owner, texts

import engines

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
    ('"5 Anhalt,', '"1 Anhalt,', "target: does not fit the phase, the card in the box"),
    ("taxes at most 5 (winter 0)", "rain", "round.event: unknown 'rain'; choose from"),
    ("2 seat 0,", "60 seat 0,", "tower: 60 cubes of seat 0 are named, 52 are not on the board"),
    ('step = "move"', 'step = "march"', "time.step: unknown 'march'; choose from"),
    ('"move"', '"choose position"', "leader: each seat takes one position"),
    ("nobody, seat 2", "nobody, seat 1", "leader: each seat takes one position"),
    ("grain, deploy 5", "grain", "row: 4 open action cards"),
    ('church = "Altmark"', 'church = "Lausitz"', "box[0].taxes: no card that may lie there"),
    (
        'bid = "2 Thalers"',
        'bid = "9 Thalers"',
        "seats[0].bid: unknown '9 Thalers'; did you mean",
    ),
    ('"1 Baden"', '"1 Trier"', "board.revolt_markers: unknown 'Trier'; choose from Altmark"),
    ('"1 Baden"', '"1 Vogtland"', "markers.Vogtland: revolt markers in a county that nobody"),
    ("3 Altmark,", "", "box[0].church: no card that may lie there"),
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


def test_boxes_turned_up_and_counties_won_are_told_apart(typed: str) -> None:
    """A county won in this round cannot lie face down; one laid in an unopened box can."""
    text = typed.replace("thalers = 11", 'won = "Passau"\nthalers = 11', 1)
    text = text.replace("2 Lausitz", "2 Lausitz, 2 Passau").replace('"2 Passau"', '"none"')
    view = engines.parse_position(text)
    names = view.game.fields.encode(view.data)
    assert sorted(names["closed"][0]) == ["Altmark", "Lausitz"]
    assert engines.parse_position(engines.position_toml(view)) == view
