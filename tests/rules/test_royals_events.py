"""What Royals tells of a step is what has changed on the board."""

import re

import pytest
from telling import steps

from eminence import engines

pytestmark = pytest.mark.slow

WHO = re.compile(r"^(You|Seat (\d)) win")
PERIOD = re.compile(r"(\d+) for (you|seat (\d))")
OUSTED = re.compile(r"^(You|Seat (\d)) ousts? (you|seat (\d)) as (\w+) of (.+)\.$")
VIEWER = 1


def seat_of(name, number):
    return VIEWER if name.lower() == "you" else int(number)


def points_told(sentence):
    """What a sentence gives to whom."""
    if won := WHO.match(sentence):
        return [(seat_of(won[1], won[2]), int(re.search(r"(\d+) points?\.$", sentence)[1]))]
    return [(seat_of(who, seat), int(n)) for n, who, seat in PERIOD.findall(sentence)]


@pytest.mark.parametrize("edition", engines.options("royals")["edition"].choices)
def test_points_told_are_points_won(edition):
    """Titles count at the end of the game; all other points are told when they are won."""
    game = engines.load("royals", players=3, edition=edition)
    told = 0
    for seed in range(6):
        for before, after, sentences in steps(game, seed, VIEWER):
            if before.over or after.over:
                continue
            won = [0] * game.seats
            for sentence in sentences:
                for seat, points in points_told(sentence):
                    won[seat] += points
                    told += 1
            for seat in range(game.seats):
                change = standing(after)[seat] - standing(before)[seat]
                assert won[seat] == change, sentences
    assert told > 20


def standing(state):
    return [
        sum(points for kind, points in seat.items() if kind != "Titles") for seat in state.sources()
    ]


def test_who_was_ousted_held_the_office():
    game = engines.load("royals", players=4)
    ousted = 0
    for seed in range(12):
        for before, after, sentences in steps(game, seed, VIEWER):
            held = [int(mask) for mask in before.data["held"]]
            now = [int(mask) for mask in after.data["held"]]
            changed = [
                (winner, loser)
                for winner in range(game.seats)
                for loser in range(game.seats)
                if now[winner] & ~held[winner] & held[loser]
            ]
            told = [
                (seat_of(found[1], found[2]), seat_of(found[3], found[4]))
                for found in map(OUSTED.match, sentences)
                if found
            ]
            assert told == changed
            ousted += len(told)
    assert ousted > 3


def test_the_end_of_the_pile_and_of_the_game_are_told():
    game = engines.load("royals", players=3)
    told = [
        sentence
        for seed in range(3)
        for step in steps(game, seed, VIEWER)
        for sentence in step.sentences
    ]
    scored = [sentence for sentence in told if " is scored." in sentence]
    assert len(scored) == 9
    assert told.count("This round is the last.") == 3
