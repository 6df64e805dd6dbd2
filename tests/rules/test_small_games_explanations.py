"""What the small games tell people: their numbers follow options and data."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from unwrapped import rules_text

from eminence import engines
from eminence.engines.leduc_poker.numbers import DATA
from eminence.play.table.explanations import entry_text


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("kuhn_poker", {"players": 2}, "3 cards, numbered from 0 to 2"),
        ("kuhn_poker", {"players": 4}, "5 cards, numbered from 0 to 4"),
        ("goofspiel", {"num_cards": 6}, "bidding cards from 1 to 6"),
        ("connect_four", {}, "7 columns of 6 places"),
        ("stacks", {"players": 3, "copies": 2, "rounds": 8}, "There are 6 cards of each kind"),
        ("stacks", {"rounds": 8}, "after 8 turns of each"),
        ("leduc_poker", {}, "J, Q, K, the lowest rank first, 2 of each"),
        ("tic_tac_toe", {}, "x(0,2) names the row and the column"),
        ("phantom_ttt", {}, "neither sees the marks of the other"),
    ],
)
def test_how_to_play_has_the_games_own_numbers(name: str, options: dict, told: str) -> None:
    assert told in rules_text(engines.load(name, **options).words)


def test_other_stakes_change_the_rules_of_leduc_poker(tmp_path: Path) -> None:
    folder = shutil.copytree(DATA, tmp_path / "leduc")
    before = rules_text(engines.load("leduc_poker").words)
    assert "pay 1 chip each" in before
    betting = folder / "betting.toml"
    betting.write_text(betting.read_text("utf-8").replace("ante = 1", "ante = 3"), "utf-8")
    assert "pay 3 chips each" in rules_text(engines.load("leduc_poker", data=folder).words)


def test_the_cards_of_stacks_can_be_looked_up() -> None:
    words = engines.load("stacks", players=2, copies=3).words
    assert "worth 3 points as a claim. There are 6 of it." in entry_text(words, "stone")
    assert "stops a placement" in entry_text(words, "foil")
    assert [entry.name for entry in words.entries] == ["straw", "wood", "stone", "foil"]


def test_the_chapters_of_stacks_follow_how_to_play() -> None:
    words = engines.load("stacks").words
    assert [chapter.title for chapter in words.chapters][1:] == [
        "Turns",
        "Foils",
        "Challenges",
        "Scoring",
    ]
    assert "1 more" in rules_text(words, "scoring")
