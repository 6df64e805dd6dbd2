"""What Blood of Kings tells of a step is what has changed at court and on the map."""

import re

import pytest
from conformance.walks import Walk
from telling import steps

from eminence import engines
from eminence.engines.blood_of_kings.explanations.situation import Situation
from eminence.engines.blood_of_kings.state import DiceFor, Phase, Step, Use
from eminence.engines.blood_of_kings.tables import Achievement

pytestmark = pytest.mark.slow

VIEWER = 0
SETTING_UP = (Phase.SETTING_UP, Phase.CHOOSING)
WITH = {"players": 3}
SEEDS = range(4)
MOST = 2500


def walk(seed):
    game = engines.load("blood_of_kings", **WITH)
    for before, after, sentences in steps(game, seed, VIEWER, MOST):
        if before.data["phase"] not in SETTING_UP:
            board = game.words.on
            yield Situation(board, before), Situation(board, after), sentences


def name(seat):
    return "You" if seat == VIEWER else f"Seat {seat}"


def follows(seat):
    return "you follow" if seat == VIEWER else f"seat {seat} follows"


def test_thrones_are_told_with_who_fell_and_who_follows():
    ways = set()
    for seed in SEEDS:
        for was, now, sentences in walk(seed):
            for kingdom in range(6):
                old, new = was.ruler(kingdom), now.ruler(kingdom)
                throne = f"the throne of {was.name(kingdom)}"
                lost = [s for s in sentences if re.search(rf"loses? {throne}", s)]
                assert len(lost) == (old != new and old >= 0)
                if lost:
                    assert lost[0].startswith(name(old))
                    assert (follows(new) if new >= 0 else "falls into Chaos") in lost[0]
                    ways.add(new >= 0)
                if old < 0 <= new:
                    assert any(
                        re.match(rf"{name(new)} becomes? ruler of {was.name(kingdom)}", s)
                        for s in sentences
                    )
                if any(re.search(rf"keeps? {throne}", s) for s in sentences):
                    assert old == new >= 0
    assert ways == {True, False}


def test_kingdom_cards_name_their_kingdom_and_crowns_are_counted():
    cards = 0
    for seed in SEEDS:
        for was, now, sentences in walk(seed):
            for kingdom in range(6):
                if now.played(kingdom) and not was.played(kingdom):
                    cards += 1
                    ending = f"plays {now.played(kingdom)}."
                    assert any(
                        s.startswith(now.name(kingdom)) and s.endswith(ending) for s in sentences
                    )
                more = int(now.data["crowns"][kingdom]) - int(was.data["crowns"][kingdom])
                told = [
                    (found[1], int(found[2]), int(found[3]))
                    for s in sentences
                    if (
                        found := re.match(
                            rf"{now.name(kingdom)} (gets|pays|loses) (\d+) Crowns? and has (\d+)", s
                        )
                    )
                ]
                raising = was.data["step"] == Step.RAISE
                assert len(told) == (more != 0 and not raising)
                for verb, n, has in told:
                    assert n * (1 if verb == "gets" else -1) == more
                    assert has == now.data["crowns"][kingdom]
    assert cards > 20


def test_glory_told_adds_up():
    told = 0
    for seed in SEEDS:
        for was, now, sentences in walk(seed):
            for sentence in sentences:
                if found := re.match(
                    r"(You|Seat (\d)) (win|lose)s? (\d+) Glory: (\d+) in", sentence
                ):
                    seat = VIEWER if found[1] == "You" else int(found[2])
                    sign = 1 if found[3] == "win" else -1
                    assert now.total_glory(seat) == int(found[5])
                    assert now.total_glory(seat) - was.total_glory(seat) == sign * int(found[4])
                    told += 1
            for seat in range(now.seats):
                if now.total_glory(seat) > was.total_glory(seat):
                    assert any(s.startswith(name(seat)) for s in sentences)
    assert told > 5


def test_foils_are_told_with_the_card_and_whether_it_was_stopped():
    """The dice decide: the coloured one above the white one, or a tie with the Web of Informers."""
    game = engines.load("blood_of_kings", **WITH)
    outcomes = {True: 0, False: 0}
    for seed in range(10):
        steps_left, party = MOST, Walk(game, seed)
        while not party.state.over and steps_left:
            steps_left -= 1
            before, choice = party.state.copy(), party.choose()
            party.play(choice)
            data = before.data
            if data["step"] != Step.DICE or data["dice_for"] != DiceFor.FOR_FOIL:
                continue
            told = game.words.happened(before.view(VIEWER), party.state.view(VIEWER))
            said = [s for s in told if re.search(r"\bfoils? ", s)]
            coloured, white = divmod(choice, 6)
            tiles = int(data["tiles"][int(data["foiler"]) - 1])
            web = tiles >> Achievement.WEB_OF_INFORMERS & 1
            succeeds = coloured > white or (coloured == white and web)
            if not said:
                # Nothing shows it, and nothing comes of it.
                assert data["use"] in (Use.USE_LOOK, Use.USE_ATTRITION)
                continue
            assert len(said) == 1
            assert ("no effect" in said[0]) == bool(succeeds), said
            outcomes[bool(succeeds)] += 1
    assert min(outcomes.values()) > 10


def test_influence_of_others_is_told_with_its_kingdom_and_never_with_its_card():
    told = 0
    for seed in SEEDS:
        laid = []
        for was, now, sentences in walk(seed):
            laid += [s for s in sentences if " face down on " in s]
            higher = [
                (seat, kingdom)
                for seat in range(1, now.seats)
                for kingdom in range(6)
                if now.data["height"][seat][kingdom] > was.data["height"][seat][kingdom]
            ]
            for seat, kingdom in higher:
                place = now.name(kingdom)
                assert f"Seat {seat} lays a card face down on {place}." in laid
                told += 1
    assert told > 10


def test_regions_and_units_that_are_lost_are_told():
    conquered = lost = 0
    for seed in SEEDS:
        for was, now, sentences in walk(seed):
            if now.data["phase"] == Phase.ENDED:
                continue
            for region in range(len(now.on.regions)):
                if was.holder(region) != now.holder(region):
                    place = now.place_name(region)
                    assert any(f"{place}" in s for s in sentences), (place, sentences)
                    conquered += 1
            for kingdom in range(6):
                fewer = was.units_of(kingdom) - now.units_of(kingdom)
                said = [
                    int(n)
                    for s in sentences
                    for n in re.findall(rf"^{now.name(kingdom)} loses (\d+) (?:arm|fleet)", s)
                ]
                assert sum(said) == fewer or (fewer <= 0 and not said)
                lost += sum(said)
    assert conquered > 2
    assert lost > 10


def test_every_battle_that_begins_is_told_to_be_over():
    battles = 0
    for seed in SEEDS:
        under_way = None
        for _, now, sentences in walk(seed):
            for sentence in sentences:
                if over := re.match(r"The ((?:battle in|assault on) .*?) is over", sentence):
                    assert over[1] == under_way, sentences
                    under_way = None
                if begun := re.match(r"The ((?:battle in|assault on) .*?) begins", sentence):
                    under_way = begun[1]
                    battles += 1
            assert (under_way is not None) == bool(now.data["battle"])
    assert battles > 5
