"""What Wallenstein tells of a step is what has changed on the map."""

import re

import pytest
from telling import steps

from eminence import engines
from eminence.engines.wallenstein.explanations.looking import owner_of
from eminence.engines.wallenstein.state import Battle, Phase

pytestmark = pytest.mark.slow

VIEWER = 2
WITH_ALL = {"court": "on", "regions": "on", "leaders": "on"}
WHO = re.compile(r"^(You|Seat (\d)) (.*)\.$")
#: such as `gets 3 Thalers and 1 grain`
GOODS = re.compile(r"\b(get|lose|pay)s? ((?:\d+ (?:Thalers?|grain|courtiers?)(?:, | and )?)+)")
PART = re.compile(r"(\d+) (Thaler|grain|courtier)")
FIELDS = {"Thaler": ("thalers",), "grain": ("grain",), "courtier": ("entrance", "audience")}
TAKEN = re.compile(
    r"^(?:You|Seat \d) takes? (?!the leader)([^,]+?)(?: from (?:you|seat \d))?(?:,.*)?\.$"
)
AGAINST = re.compile(r"\b(\d+) against (\d+)(?: and (\d+) peasants?| peasants?)?")


def seat_of(who):
    return VIEWER if who[1] == "You" else int(who[2])


def tells(before):
    """The set-up tells nothing: what is chosen there says itself."""
    phase = before.data["phase"]
    setting_up = (Phase.DRAW, Phase.PICK, Phase.PLACE, Phase.STATION)
    return phase not in setting_up and before.data["battle"] != Battle.FILLING


@pytest.mark.parametrize("options", [{}, {"setup": "draft"}, WITH_ALL])
def test_goods_told_are_goods_that_changed_hands(options):
    game = engines.load("wallenstein", **options)
    told = 0
    for seed in range(3):
        for before, after, sentences in steps(game, seed, VIEWER):
            if not tells(before):
                continue
            found = {}
            for sentence in sentences:
                who = WHO.match(sentence)
                for verb, goods in GOODS.findall(who[3]) if who else []:
                    for n, kind in PART.findall(goods):
                        sign = 1 if verb == "get" else -1
                        key = seat_of(who), kind
                        found[key] = found.get(key, 0) + sign * int(n)
            changed = {
                (seat, kind): more
                for seat in range(game.seats)
                for kind, fields in FIELDS.items()
                if (more := sum(change(before, after, field, seat) for field in fields))
            }
            assert found == changed, sentences
            told += len(found)
    assert told > 100


def change(before, after, field, seat):
    return int(after.data[field][seat]) - int(before.data[field][seat])


def counties(game, before, after):
    """Counties that changed hands, with both owners."""
    pairs = [
        (owner_of(before.data, county), owner_of(after.data, county))
        for county in range(len(game.words.on.names))
    ]
    return {game.words.on.names[i]: pair for i, pair in enumerate(pairs) if pair[0] != pair[1]}


@pytest.mark.parametrize("options", [{}, WITH_ALL])
def test_counties_that_changed_hands_are_told(options):
    game = engines.load("wallenstein", **options)
    ways = set()
    for seed in range(4):
        for before, after, sentences in steps(game, seed, VIEWER):
            if not tells(before):
                continue
            text = " ".join(sentences)
            changed = counties(game, before, after)
            for name, (was, now) in changed.items():
                assert name in text
                ways.add((was is None, now is None))
                if now is None:
                    assert re.search(r"neutral now|to its peasants", text), sentences
            taken = {name for name, (_, now) in changed.items() if now is not None}
            assert {found[1] for found in map(TAKEN.match, sentences) if found} == taken
    assert ways == {(True, False), (False, False), (False, True)}


def test_battles_are_told_with_the_cubes_that_fell():
    """Cubes that fell out are in the tray, or came from it when the battle was settled."""
    game = engines.load("wallenstein")
    fought = 0
    for seed in range(4):
        tray = [0] * 6
        for before, after, sentences in steps(game, seed, VIEWER):
            if before.data["phase"] != Phase.TOWER or before.data["battle"] == Battle.FILLING:
                continue
            colour = int(before.data["colour"])
            inside = int(before.data["tower"][colour]) + int(before.data["fresh"][colour])
            fallen = [int(n) for n in before.data["tray"]]
            fallen[colour] = inside - int(after.data["tower"][colour])
            tray = fallen
            found = [match for s in sentences if (match := AGAINST.search(s))]
            assert len(found) <= 1
            if not found:
                continue
            owner = owner_of(before.data, int(before.data["target"]) - 1)
            attacker = int(before.data["leader"][before.data["turn"]]) - 1
            revolt = before.data["battle"] != Battle.ATTACK
            first = owner if revolt else attacker
            second = 5 if revolt or owner is None else owner
            assert int(found[0][1]) == tray[first]
            assert int(found[0][2]) == tray[second]
            if found[0][3]:
                assert int(found[0][3]) == tray[5]
            fought += 1
    assert fought > 30


def test_buildings_and_points_are_told():
    game = engines.load("wallenstein")
    kinds = ("palace", "church", "trading post")
    for seed in range(4):
        points = [0] * game.seats
        for before, after, sentences in steps(game, seed, VIEWER):
            text = " ".join(sentences)
            for kind, one in enumerate(kinds):
                built, was = int(after.data["built"][kind]), int(before.data["built"][kind])
                for i, name in enumerate(game.words.on.names):
                    if (built & ~was) >> i & 1:
                        assert re.search(rf"builds? [^.]*a {one} in {re.escape(name)}", text)
                    if (was & ~built) >> i & 1:
                        assert f"The {one} in {name} is destroyed." in sentences
            for sentence in sentences:
                if scored := re.match(
                    r"(You|Seat (\d)) scores? (\d+) points? \(.*: (\d+) in", sentence
                ):
                    points[seat_of(scored)] += int(scored[3])
                    assert points[seat_of(scored)] == int(scored[4])
        assert points == [sum(seat.values()) for seat in after.sources()]


def test_a_revolt_is_announced_before_it_is_put_down():
    game = engines.load("wallenstein")
    over = 0
    for seed in range(6):
        open_in = None
        for _, _, sentences in steps(game, seed, VIEWER):
            for sentence in sentences:
                if begun := re.match(r"The peasants of (.*) revolt against", sentence):
                    open_in = begun[1]
                ended = re.search(
                    r"put(?:s)? down the revolt in (.*?), |loses? (.*) to its", sentence
                )
                if ended:
                    assert (ended[1] or ended[2]) == open_in
                    open_in = None
                    over += 1
    assert over > 5
