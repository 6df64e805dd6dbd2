"""Blood of Kings: what stands behind the moves in the list, and whether it comes true."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest
from kings_builder import C, Table, dice, held, kingdom, loaded, numbers, region
from looked_up import note

from eminence import engines
from eminence.engines.blood_of_kings import estimates
from eminence.engines.blood_of_kings.explanations.situation import Situation, percent
from eminence.engines.blood_of_kings.state import Step

FRANCE, SPAIN, ITALY, ENGLAND = "France", "Spain", "Italy", "England"


def say(state: engines.State, *moves: str) -> engines.State:
    for move in moves:
        state.apply(state.parse(move))
    return state


def texts(state: engines.State) -> list[str]:
    return [state.text(action) for action in state.actions()]


# --- what users had missed ---


def test_the_notes_on_kingdom_cards_name_the_kingdom() -> None:
    table = Table(3)
    for name in (SPAIN, ITALY):
        state = table.kingdom(name)
        assert state.player == 0
        cards = [state.text(action) for action in state.actions()]
        assert all(note(state, card).startswith(f"{name}: ") for card in cards)


@pytest.mark.rule("R20.4")
def test_the_notes_on_foils_say_what_is_foiled() -> None:
    table = Table(4).hand(0, "unrest", "attrition", "influence 4", "intrigue").hand(1, "intrigue")
    table.unrest(SPAIN, 2).mat(1, SPAIN, "influence 5").armies(SPAIN, "Bilbao", 1)
    state = table.at("played", 0, 0).played(SPAIN, C.TAXATION).dynasty(0)
    say(state, "unrest in Spain")
    assert note(state, "foil with Intrigue") == (
        "42 % against the unrest of seat 0 in Spain; spends the card"
    )
    assert note(state, "do not foil") == (
        "lets the unrest of seat 0 in Spain go on: violent succession in Spain"
    )
    state = say(table.dynasty(0), "influence 4 face down on Spain")
    assert "against the card of seat 0 face down on Spain" in note(state, "foil with Intrigue")
    assert "influence 4" not in note(state, "foil with Intrigue")


@pytest.mark.rule("R26.6", "R26.7")
@pytest.mark.parametrize(
    ("turned_up", "told", "ruler"),
    [
        ([], "you have 0, seat 1 has 7: you lose Spain", 1),
        (["Spain 7", "Spain/Italy 7"], "you have 10, seat 1 has 7: you keep Spain", 0),
        (
            ["influence 4", "Spain 7"],
            "you have 7, seat 1 has 7: a tie at 7: Spain falls into Chaos",
            None,
        ),
    ],
)
def test_the_end_of_a_reign_is_foretold(turned_up: list[str], told: str, ruler: int | None) -> None:
    table = Table(4).mat(0, SPAIN, "unrest", *reversed(turned_up)).mat(1, SPAIN, "Spain/France 7")
    state = say(table.kingdom(SPAIN), "play succession", "turn up the next card")
    for card in turned_up:
        assert note(state, "turn up the next card").startswith(f"{card}, worth {card[-1]} in Spain")
        say(state, "turn up the next card")
    assert note(state, "turn up the next card").startswith("unrest, a bluff in Spain")
    assert note(state, "stop") == told
    say(state, "stop")
    assert int(state.data["ruler"][0]) == (0 if ruler is None else ruler + 1)


@pytest.mark.rule("R13.4")
def test_a_reduction_tells_its_price_and_the_unrest_after_it() -> None:
    table = Table(4).unrest(ITALY, 2).crowns(ITALY, 9).mat(0, ITALY, "unrest", "Italy 7")
    state = say(table.kingdom(ITALY), "play administration")
    assert note(state, "lower unrest") == "1 Crown of 9; unrest then 1 of 3"
    assert note(state, "turn up the top card of seat 0") == (
        "1 Crown of 9, nothing for a bluff; 2 cards there"
    )


def hosts(seas: int, *allied: str) -> Table:
    """France holds some seas and has tokens of others, turned or not."""
    table = Table(6, achievements=30).tiles(0, "trade_houses").alliance("Germany", ENGLAND)
    for name in numbers().sea_names[:seas]:
        table.hold(FRANCE, name)
    for name in allied:
        table.alliance(name, FRANCE)
    return table.set(phase=C.NEGOTIATION_PHASE, flipped=1 << kingdom("Byzantium"), first=3)


@pytest.mark.rule("R22.1")
@pytest.mark.parametrize("seas", [0, 1, 2])
@pytest.mark.parametrize("already", [["Byzantium"], ["Byzantium", SPAIN]])
def test_an_alliance_tells_the_trade_that_it_brings(seas: int, already: list[str]) -> None:
    def traded(*allied: str) -> int:
        state = hosts(seas, *allied).state(0, C.FLIP_ALLIANCE)
        before = crowns(state, kingdom(FRANCE))
        return crowns(say(state, "turn no more tokens"), kingdom(FRANCE)) - before

    state = hosts(seas, *already).set(stage=C.ALLIANCES).state(3, C.ALLY)
    gain = traded(*already, ITALY) - traded(*already)
    told = f"{gain} Crown more in trade for France" if gain else "no trade for France"
    assert note(state, "ally Italy with France") == f"seat 2 must agree; {told}"


# --- scenes ---


@pytest.mark.rule("R24.5", "R24.15", "R24.16", "R24.27")
@pytest.mark.parametrize(
    ("tile", "of", "moves"),
    [
        ("elite_guard", FRANCE, ["raise an army in Paris"] * 3),
        ("massive_armada", ITALY, ["raise a fleet at Pisa"] * 2),
        ("mercenary_companies", FRANCE, ["raise an army in Troyes"] * 2),
        ("mercenary_companies", ITALY, ["raise a fleet at Pisa", "raise an army in Pisa"]),
        ("temple_knights", FRANCE, ["raise an army in Reims"]),
    ],
)
def test_free_units_are_told_free(tile: str, of: str, moves: list[str]) -> None:
    state = Table(4, achievements=30).tiles(kingdom(of), tile).crowns(of, 9).kingdom(of)
    say(state, "play preparations")
    told = []
    for move in moves:
        check_price(state, move, note(state, move))
        told.append(note(state, move).split(";")[0])
        say(state, move)
    assert "free" in told


@pytest.mark.rule("R28.2", "R28.3")
@pytest.mark.parametrize("own", [1, 2, 3])
@pytest.mark.parametrize("other", [1, 2])
@pytest.mark.parametrize("tile", [None, "strategic_marriage"])
def test_influence_in_chaos_is_told_with_bluffs_and_tiles(
    own: int, other: int, tile: str | None
) -> None:
    table = Table(4, achievements=30).ruler(SPAIN, None).mat(1, SPAIN, "influence 4", "Spain 7")
    table.mat(0, SPAIN, "influence 5", "unrest", "influence 6")
    if tile:
        table.tiles(0, tile)
    table.order(FRANCE, *(name for name in numbers().kingdoms if name != FRANCE))
    state, totals = say(table.kingdom(FRANCE), "play taxation"), []
    for count in (own, other):
        cards = f"commit {count} card{'s' if count > 1 else ''}"
        found = re.match(r"(\d+) influence for Spain", note(state, cards))
        assert found
        totals.append(int(found[1]))
        say(state, cards)
    winner = 0 if totals[0] == totals[1] else 1 + totals.index(max(totals))
    assert int(state.data["ruler"][0]) == winner


@pytest.mark.rule("R27.4", "R30.2")
def test_cards_face_down_tell_for_whom_they_count() -> None:
    table = Table(4).hand(0, "unrest").unrest(SPAIN, 2).mat(1, SPAIN, "Italy 7", "influence 4")
    table.mat(2, SPAIN, "influence 5").played(SPAIN, C.TAXATION)
    state = say(table.dynasty(0), "unrest in Spain")
    assert note(state, "call on seat 1") == "2 cards on Spain"
    say(state, "call on seat 1")
    told = note(state, "commit a card before seat 2")
    assert told == "influence 4: one card of 4 for seat 2"
    say(state, "commit a card before seat 1")
    told = note(state, "commit a card before seat 1")
    assert told == "Italy 7, a bluff: it will count nothing"


def share(rolled: engines.State, won: Callable[[engines.State], bool]) -> float:
    """How often the dice bring something about."""
    assert rolled.data["step"] == Step.DICE
    found = 0.0
    for outcome, chance in rolled.outcomes():
        after = rolled.copy()
        after.apply(outcome)
        found += chance * won(after)
    return round(found, 9)


@pytest.mark.rule("R24.3", "R24.8")
@pytest.mark.parametrize("tile", [None, (3, "deadly_archers"), (2, "flower_of_chivalry")])
def test_the_odds_of_an_assault_are_those_of_the_dice(tile: tuple[int, str] | None) -> None:
    """One army against one levy: the next clash decides."""
    table = Table(4, achievements=30).armies(FRANCE, "Pisa", 2)
    if tile:
        table.tiles(*tile)
    state = say(table.kingdom(FRANCE), "play expansion", "end the moves", "assault Pisa")
    state.apply(dice(1, 1))
    rolled = played(state, "go on with the assault")
    chance = share(rolled, lambda after: "Pisa" in held(after, FRANCE))
    assert chance in (0, 0.5)
    told = f"1 against 1: {percent(chance)} won; 1 glory from seat 3"
    assert note(state, "go on with the assault") == told
    assert note(state, "call the assault off") == "the armies stay; ransom 1 Crown"


@pytest.mark.rule("R24.3", "R24.8", "Q58")
@pytest.mark.parametrize("archers", [False, True])
@pytest.mark.parametrize("riders", [False, True])
def test_the_odds_of_a_battle_are_those_of_the_dice(archers: bool, riders: bool) -> None:
    table = Table(6, achievements=30).armies(FRANCE, "Rouen", 2).armies(ENGLAND, "Rouen", 2)
    if archers:
        table.tiles(4, "deadly_archers")
    if riders:
        table.tiles(2, "flower_of_chivalry")
    state = say(table.kingdom(FRANCE), "play expansion", "end the moves")
    state.apply(dice(1, 2))
    told = note(state, "retreat with no units of France")
    chance = share(
        played(state, "retreat with no units of France"),
        lambda after: not after.data["armies"][kingdom(ENGLAND)][region("Rouen")],
    )
    assert told == f"1 against 1 remain: {percent(chance)} won"
    assert chance == (0.5 if archers == riders else float(riders))
    assert note(state, "retreat with 1 unit of France") == "the battle is lost; ransom 1 Crown"


@pytest.mark.rule("R33.12")
@pytest.mark.parametrize("glory", [2, 0])
def test_the_penalty_for_no_ransom_is_told(glory: int) -> None:
    table = Table(4, achievements=30).armies(FRANCE, "Pisa", 2).glory(2, glory)
    state = say(table.kingdom(FRANCE), "play expansion", "end the moves", "assault Pisa")
    state.apply(dice(1, 1))
    say(state, "call the assault off")
    assert note(state, "pay the ransom") == "1 Crown of 11"
    told = "you lose 1 glory" if glory else "no penalty: you have no glory"
    assert note(state, "pay no ransom") == told
    say(state, "pay no ransom")
    assert int(state.data["glory"][2]) == max(0, glory - 1)


# --- against the rules, in whole games ---


WAR = (C.CARD_TYPE + C.PREPARATIONS, C.CARD_TYPE + C.EXPANSION)


def keen(actions: list[int], step: int, choice: random.Random) -> int:
    """A move for somebody who likes war and does not like to stop."""
    war = [each for each in actions if each in WAR] if step == Step.PLAY_CARD else []
    if war and choice.random() < 0.7:
        return choice.choice(war)
    rest = actions[1:] if len(actions) > 1 and choice.random() < 0.85 else actions
    return choice.choice(rest)


def decisions(players: int, seed: int) -> Iterator[engines.State]:
    """The decisions of a game in which much happens."""
    state = loaded(players, achievements=30, turn_cap=30).root()
    chance, choice = engines.Chance(seed), random.Random(seed)
    while True:
        state.resolve(chance)
        if state.over:
            return
        yield state.copy()
        state.apply(keen(state.actions(), int(state.data["step"]), choice))


def played(state: engines.State, text: str) -> engines.State:
    after = state.copy()
    return say(after, text)


def price(told: str) -> tuple[int, int] | None:
    """What a note says is to be paid, and out of how much."""
    found = re.match(r"(\d+) Crowns? of (\d+)", told)
    return (int(found[1]), int(found[2])) if found else None


def gain(told: str, what: str) -> int:
    found = re.search(rf"{what} (-?\d+) more", told)
    return int(found[1]) if found else 0


def tokens(told: str, what: str) -> int:
    found = re.search(rf"; (\d+) {what}s?(;|$)", told)
    return int(found[1]) if found else 0


def active(state: engines.State) -> int:
    return int(state.data["order"][state.data["acting"]])


def crowns(state: engines.State, of: int) -> int:
    return int(state.data["crowns"][of])


def flags(state: engines.State, of: int) -> int:
    return int(state.data["flags_left"][of])


def earned(state: engines.State, seat: int, source: str) -> int:
    return state.sources()[seat][source]


def check_price(before: engines.State, text: str, told: str) -> None:
    step = before.data["step"]
    payer = int(before.data["asked"]) if step == Step.RANSOM else active(before)
    if step == Step.TROUPE:
        payer = kingdom(text.removeprefix("pay from "))
    left, found = crowns(played(before, text), payer), price(told)
    assert found or told.startswith("free")
    paid, of = found or (0, crowns(before, payer))
    assert (of, left) == (crowns(before, payer), of - paid)


def check_development(before: engines.State, text: str, told: str) -> None:
    check_price(before, text, told)
    k, after = active(before), played(before, text)
    seat = before.player
    assert earned(after, seat, "Developments") - earned(before, seat, "Developments") == 1
    assert "; 1 glory" in told
    for what, count in (
        ("income", estimates.income_of),
        ("stability", estimates.stability_of),
        ("bonus in successions", lambda state, k: Situation(numbers(), state).bonus(k)),
    ):
        assert gain(told, what) == count(after, k) - count(before, k)
    assert tokens(told, "flag") == flags(after, k) - flags(before, k)
    sieges = estimates.siege_tokens_of(after, k) - estimates.siege_tokens_of(before, k)
    assert tokens(told, "siege token") == sieges
    assert ("a card for" in told) == (
        int(after.data["on_mat"][k].sum()) > int(before.data["on_mat"][k].sum())
    )


def check_claim(before: engines.State, text: str, told: str) -> None:
    """Of a sea, or a cathedral."""
    k, after = active(before), played(before, text)
    assert gain(told, "income") == estimates.income_of(after, k) - estimates.income_of(before, k)
    stability = estimates.stability_of(after, k) - estimates.stability_of(before, k)
    assert gain(told, "stability") == stability
    assert ("1 flag of" in told) == (flags(after, k) < flags(before, k))
    if "glory from" in told:
        source = before.player, "Cathedrals"
        assert earned(after, *source) == earned(before, *source) + 1


def check_raised(before: engines.State, text: str, told: str) -> None:
    check_price(before, text, told)
    k, place = active(before), text.split(" in " if "army" in text else " at ")[1]
    after, field = played(before, text).data, "armies" if "army" in text else "fleets"
    where = region(place) if "army" in text else numbers().regions[region(place)].port
    assert f"then {after[field][k][where]} {'arm' if 'army' in text else 'fleet'}" in told
    enemies = "battle against" in told
    here = where if "army" in text else C.FIRST_SEA + where
    assert enemies == bool(Situation(numbers(), before).enemies_at(here))


def check_reduction(before: engines.State, text: str, told: str) -> None:
    check_price(before, text, told)
    unrest = int(played(before, text).data["unrest"][active(before)])
    assert f"unrest then {unrest} of " in told


def check_unrest(before: engines.State, text: str, told: str) -> None:
    k, after = kingdom(text.removeprefix("unrest in ")), played(before, text)
    while after.data["step"] in (Step.FOIL, Step.SECOND_TARGET):
        after.apply(C.NO)
    moved_last = int(after.data["order"][-1]) == k != int(before.data["order"][-1])
    fought = after.data["challenge"] == C.VIOLENT or moved_last
    if before.data["order"][-1] != k:
        assert fought == ("violent succession" in told)
    if not fought and "violent" not in told:
        assert f"unrest then {after.data['unrest'][k]} of " in told


def check_left_behind(before: engines.State, text: str, told: str) -> None:
    k, start, after = active(before), int(before.data["from_place"]), played(before, text).data
    if "fleet" in text:
        if after["step"] != Step.CARRY:
            assert f"leaves {after['fleets'][k][start - C.FIRST_SEA]} fleet" in told
        return
    assert f"leaves {after['armies'][k][start]} arm" in told


def check_siege(before: engines.State, text: str, told: str) -> None:
    """The part of all rolls after which the siege is over."""
    rolled = played(before, text)
    k, place = active(before), region(text.removeprefix("roll for the siege of "))
    taken = share(rolled, lambda after: not int(after.data["sieges"][k]) >> place & 1)
    assert told.startswith(f"{percent(taken)} to take it")


def check_end_of_reign(before: engines.State, text: str, told: str) -> None:
    k, ruler = int(before.data["throne"]), int(before.data["ruler"][before.data["throne"]])
    if before.player + 1 != ruler:
        return
    after = int(played(before, text).data["ruler"][k])
    assert ("you keep" in told) == (after == ruler)
    assert ("you lose" in told) == (after not in (0, ruler))
    assert ("Chaos" in told) == (after == 0)


def check_withdrawal(before: engines.State, text: str, told: str) -> None:
    after = Situation(numbers(), played(before, text))
    side, was = int(before.data["side"]), Situation(numbers(), before)
    if "no battle any more" not in told:
        left = sum(int(after.data["force"][k]) for k in was.side(side))
        assert told == f"{left} against {was.strength(side ^ 1)} remain"


def check_hand(before: engines.State, text: str, told: str) -> None:
    after = played(before, text)
    if after.data["step"] != Step.EXCHANGE_PICK:
        assert f"then {after.data['hand_count'][before.player]} card" in told
        draws = int(after.data["deal_left"]) if after.data["deal_to"] == before.player else 0
        assert ("more from the deck" in told) == (draws > 0)


def check_aboard(before: engines.State, text: str, told: str) -> None:
    """Armies that are told to be lost drown once the fleets have sailed."""
    loader = int(before.data["loader"])
    after = played(before, text).data
    if after["step"] == Step.CARRY:
        return
    lost = int(before.data["armies"][loader].sum()) - int(after["armies"][loader].sum())
    assert ("are lost" in told) == (lost > 0)


CHECKS: dict[tuple[int, str], Callable[[engines.State, str, str], None]] = {
    (Step.TAKE_BACK, "take back"): check_price,
    (Step.TROUPE, "pay from"): check_price,
    (Step.RANSOM, "pay the"): check_price,
    (Step.DEVELOP, "develop the"): check_development,
    (Step.ADMINISTER, "lower"): check_reduction,
    (Step.CLAIM_SEA, "claim the"): check_claim,
    (Step.CATHEDRAL_FLAG, "raise the"): check_claim,
    (Step.RAISE, "raise a"): check_raised,
    (Step.DYNASTY, "unrest in"): check_unrest,
    (Step.MOVE_COUNT, "move"): check_left_behind,
    (Step.CARRY, "take"): check_aboard,
    (Step.SIEGE_ROLL, "roll for the"): check_siege,
    (Step.REVEAL, "stop"): check_end_of_reign,
    (Step.WITHDRAW, "withdraw"): check_withdrawal,
    (Step.PICK_SET, "pick"): check_hand,
}


@pytest.mark.slow
@pytest.mark.rule("R10", "R11.3", "R12", "R13", "R14.2", "R17.2", "R26.6", "R36.2", "R38.1", "Q11")
def test_what_notes_foretell_comes_true() -> None:
    seen = set()
    steps = {step for step, _ in CHECKS}
    for seed in range(16):
        for state in decisions(3 + seed % 4, seed):
            step = int(state.data["step"])
            offered = texts(state) if step in steps else []
            for (at, begins), check in CHECKS.items():
                fitting = [text for text in offered if at == step and text.startswith(begins)]
                for text in fitting[:2]:
                    check(state, text, note(state, text))
                    seen.add((at, begins))
    assert seen == set(CHECKS)
