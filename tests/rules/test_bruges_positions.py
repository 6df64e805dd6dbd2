"""Bruges position files: written by hand, and what is said about mistakes."""

from __future__ import annotations

import re

import pytest

import engines

BY_HAND = """
game = "bruges"
view_of = 0
player = 0

[options]
players = 2

[turn]
phase = "3: play cards"
step = "turn"
round = 2
card = 3
seat = 0
start = 1

[table]
dice = { blue = 6, brown = 1, red = 3, purple = 3, yellow = 5 }
first = { cards = 20, top = "red" }
second = { cards = 26, top = "blue" }
extra = { cards = 99, top = "blue" }
discards = "Alchemist, Servant, Queen, Broker, Mayor, Knight, Abbot, Monk, Banker, Poet"

[[seats]]
hand = "Prince, Nun"
face_down = "Cook, Dyer"
points = 8
guilders = 12
workers = "2 yellow, 1 red"
threats = "1 blue"
houses = "1 brown, 1 red"
people = { red = "Jailer" }
canals = { left = 1 }

[[seats]]
hand = "1 blue, 2 red"
points = 6
guilders = 3
houses = "1 purple"
people = { purple = "Baron" }
reputation = 1
"""


def test_a_file_written_by_hand_is_a_view_to_search() -> None:
    view = engines.parse_position(BY_HAND)
    options = [view.text(a) for a in view.actions()]
    assert "recruit Prince" in options
    assert "recruit Nun" in options
    assert "activate Jailer" not in options, "no brown worker"
    world = view.sample(1)
    assert world.view(0) == view


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Prince, Nun", "Prince, Nn", "seats[0].hand: unknown 'Nn'; did you mean Nun?"),
        (
            "Prince, Nun",
            "Prince, Queen",
            "pool, hand, down, people, discards: of the red cards",
        ),
        (
            "1 brown, 1 red",
            "1 brown",
            "seats[0].people: more live in red houses than there are",
        ),
        ("Cook, Dyer", "Cook", "down[0].red: 0 cards are named"),
        ("cards = 20", "cards = 21", "table: 146 cards in piles, all others leave 145"),
        ("blue = 6", "blue = 7", "table.dice.blue: 7 is out of range, choose 1 to 6"),
        ("card = 3", "card = 9", "turn.card: 9 is out of range, choose 1 to 5"),
        ("left = 1", "left = 6", "seats[0].canals.left: 6 is out of range, choose 0 to 5"),
        ("left = 1", "middle = 1", "seats[0].canals.middle: unknown; choose from left, right"),
        ('"turn"', '"turns"', "turn.step: unknown 'turns'; did you mean turn?"),
        ("reputation = 1", "reputation = 99", "seats[1].reputation: 99 is out of range"),
        ("start = 1", "start = 1\nstack = 3", "turn.stack: expected a list of 1 to 11 tables"),
    ],
)
def test_a_mistake_is_named_where_it_stands(old: str, new: str, said: str) -> None:
    assert old in BY_HAND
    with pytest.raises(engines.BadPosition, match=re.escape(said)) as caught:
        engines.parse_position(BY_HAND.replace(old, new, 1))
    assert "\n" not in str(caught.value)
