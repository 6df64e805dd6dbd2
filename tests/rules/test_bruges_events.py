"""What Bruges tells of a step is what has changed on the table."""

import re

import pytest
from telling import steps

from eminence import engines
from eminence.engines.bruges.state import Phase

pytestmark = pytest.mark.slow

VIEWER = 0
WHO = re.compile(r"^(You|Seat (\d)) (.*)\.$")
#: such as `gets 3 guilders and 1 point`
GOODS = re.compile(r"(get|lose|pay)s? ((?:\d+ (?:\w+ )?(?:guilder|worker|point)s?(?:, | and )?)+)")
PART = re.compile(r"(\d+) (?:(\w+) )?(guilder|worker|point)s?")


def goods_told(game, sentences):
    """Changes by seat and kind."""
    found = {}
    for sentence in sentences:
        if not (who := WHO.match(sentence)) or "at the end" in sentence:
            continue
        seat = VIEWER if who[1] == "You" else int(who[2])
        # A statue has points of its own, which count at the end.
        for verb, goods in GOODS.findall(re.sub(r"a statue worth \d+ points", "", who[3])):
            for n, colour, kind in PART.findall(goods):
                sign = 1 if verb == "get" else -1
                found[seat, colour, kind] = found.get((seat, colour, kind), 0) + sign * int(n)
    return found


def goods_changed(game, before, after):
    colours = game.words.on.colours
    found = {}
    for seat in range(game.seats):
        for field, kind in (("guilders", "guilder"), ("points", "point")):
            found[seat, "", kind] = int(after.data[field][seat]) - int(before.data[field][seat])
        for i, colour in enumerate(colours):
            more = int(after.data["workers"][seat][i]) - int(before.data["workers"][seat][i])
            found[seat, colour, "worker"] = more
    return {key: change for key, change in found.items() if change}


@pytest.mark.parametrize("players", [2, 4])
def test_goods_told_are_goods_that_changed_hands(players):
    game = engines.load("bruges", players=players)
    told = 0
    for seed in range(4):
        for before, after, sentences in steps(game, seed, VIEWER):
            if before.data["phase"] == Phase.SETTING_UP:
                continue
            assert goods_told(game, sentences) == goods_changed(game, before, after), sentences
            told += len(sentences)
    assert told > 200


def test_people_houses_and_majorities_are_told():
    game = engines.load("bruges", players=3)
    seen = set()
    for seed in range(8):
        for before, after, sentences in steps(game, seed, VIEWER):
            text = " ".join(sentences)
            for seat in range(game.seats):
                houses = after.data["houses"][seat].astype(int) - before.data["houses"][seat]
                for colour, more in zip(game.words.on.colours, houses, strict=True):
                    assert (f"a {colour} house" in text) or more == 0
                if int(after.data["majority"][seat]) != int(before.data["majority"][seat]):
                    assert "wins the majority in" in text or "win the majority in" in text
                    seen.add("majority")
                people = after.data["people"][seat] & ~before.data["people"][seat]
                if people.any():
                    assert re.search("recruits? ", text)
                    seen.add("people")
                if after.data["statue"][seat].sum() > before.data["statue"][seat].sum():
                    assert "a statue worth" in text
                    seen.add("statue")
    assert seen >= {"majority", "people"}


def test_a_full_circle_of_threats_is_a_penalty():
    game = engines.load("bruges", players=2)
    told = 0
    for seed in range(20):
        for before, after, sentences in steps(game, seed, VIEWER):
            suffered = [s for s in sentences if re.search(r"\bsuffers? ", s)]
            for sentence in suffered:
                seat = VIEWER if sentence.startswith("You") else int(sentence[5])
                fewer = before.data["threat"][seat].astype(int) - after.data["threat"][seat]
                assert fewer.max() >= 2, sentence
                told += 1
    assert told > 3


def test_the_last_round_is_told_once():
    game = engines.load("bruges", players=2)
    for seed in range(3):
        told = [s for step in steps(game, seed, VIEWER) for s in step.sentences]
        assert sum(bool(re.fullmatch(r"Round \d+ is the last\.", s)) for s in told) == 1
