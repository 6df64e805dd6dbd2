"""Wallenstein: what is told beside a move comes true when it is played."""

from __future__ import annotations

import re

import pytest
from looked_up import decisions, note
from wallenstein_builder import (
    PEASANTS,
    Table,
    armies,
    begin,
    fall,
    first_decision,
    has_building,
    loaded,
    owner,
    play,
    texts,
)  # fmt: skip
from wallenstein_court import CourtTable, take
from wallenstein_leaders import table as led_table
from wallenstein_notes import notes, number

from eminence import engines
from eminence.engines.wallenstein import state as ids
from eminence.engines.wallenstein.explanations.looking import scored_now
from eminence.engines.wallenstein.state import Phase

EVERYTHING = ("court", "regions", "leaders")


# --- moves of a round: told, and then played ---


@pytest.mark.rule("R18")
def test_a_position_tells_who_is_before_and_its_tile() -> None:
    state = Table(3).bid(2, "2 Thalers").bid(0, "1 Thalers").has(2, thalers=3).has(0, thalers=3)
    state = state.county(0, "Anhalt", 2).state()
    state.apply(state.outcomes()[0][0])
    tiles = [text.split("tile ")[1] for text in texts(state)]
    play(state, f"position 3 with tile {tiles[2]}")
    told = notes(state)
    assert state.player == 0
    assert told[f"position 1 with tile {tiles[0]}"].startswith("before seat 2; ")
    assert told[f"position 4 with tile {tiles[3]}"].startswith("after seat 2; ")
    deploy = next(text for text in told if text.endswith("tile deploy"))
    assert told[deploy].endswith("deploy 5 places 6 armies, whatever the event")


@pytest.mark.rule("R24")
def test_moves_tell_the_armies_that_come_and_stay() -> None:
    table = Table(3).county(0, "Anhalt", 5).county(0, "Altmark", 2).county(1, "Kursachsen", 1)
    state = table.order(0, "combat A", "Anhalt").state()
    begin(state)
    assert note(state, "move to Altmark") == "yours, 6 there then"
    play(state, "move to Altmark")
    for n in (1, 2, 3, 4):
        after = state.copy()
        text = "1 army to Altmark" if n == 1 else f"{n} armies to Altmark"
        play(after, text)
        there, stay = armies(after, "Altmark"), armies(after, "Anhalt")
        assert note(state, text) == f"yours, {there} there then; {stay} stay{'s' * (stay == 1)}"


def test_an_attack_tells_the_buildings_that_are_won() -> None:
    table = Table(3).county(0, "Anhalt", 5).county(1, "Kursachsen", 1, "palaces", "churches")
    state = table.order(0, "combat A", "Anhalt").state()
    begin(state)
    said = note(state, "move to Kursachsen")
    assert said.startswith("attack with 4: ")
    assert said.endswith("; there: palace, church")
    play(state, "move to Kursachsen", "4 armies to Kursachsen")
    fall(state, {0: 4})
    assert owner(state, "Kursachsen") == 0
    assert has_building(state, ids.PALACE, "Kursachsen")
    assert has_building(state, ids.CHURCH, "Kursachsen")


@pytest.mark.slow
@pytest.mark.rule("R39")
def test_the_order_of_revolts_tells_armies_and_peasants() -> None:
    seen = 0
    for seed in range(12):
        for state in decisions(loaded(3)[0], seed):
            if state.data["phase"] != Phase.REVOLT_ORDER:
                continue
            for text, said in notes(state).items():
                after = state.copy()
                play(after, text)
                mine = number(r"(\d+) arm", said)
                assert armies(state, text.removeprefix("first the revolt in ")) == mine
                thrown = int(after.data["fresh"][PEASANTS]) - int(state.data["tray"][PEASANTS])
                assert thrown == number(r"against (\d+)", said)
                seen += 1
    assert seen > 4


# --- the draft ---


@pytest.mark.rule("R5")
def test_the_draft_tells_yields_and_groups_left() -> None:
    state = first_decision(4, "draft")
    open_card = next(text for text in texts(state) if text not in ("take the top card",))
    county = loaded(4)[1].counties[loaded(4)[1].names.index(open_card.removeprefix("take "))]
    assert f"taxes {county.tax}, grain {county.grain}, {county.sites} site" in note(
        state, open_card
    )
    unknown = number(r"one of (\d+)", note(state, "take the top card"))
    play(state, open_card)
    state.resolve(engines.Chance(1))
    # The card that replaced the open one came from the deck.
    assert int(state.data["deck"]).bit_count() == unknown - 1
    text = texts(state)[0]
    said = note(state, text)
    play(state, text)
    left = [n for i, n in enumerate(loaded(4)[1].groups) if state.data["groups"][0] >> i & 1]
    assert [int(n) for n in re.findall(r"\d", said)] == left


# --- expansions ---


@pytest.mark.rule("G4")
def test_benefits_tell_what_there_is_then() -> None:
    table = Table(3, expansions=("regions",)).has(0, thalers=3, grain=2).tower(0, tray=1)
    for county in ("Altmark", "Anhalt", "Böhmen", "Augsburg"):
        table.county(0, county, 2)
    table.fields["region_card"] = [2, 0, 0]
    state = table.at(0, 2).state()
    begin(state)
    before = total(state)
    for text, said in notes(state).items():
        after = state.copy()
        play(after, text)
        kind = text.split()[1]
        then = {
            "Thalers": after.data["thalers"][0],
            "grain": after.data["grain"][0],
            "armies": after.data["tray"][0],
        }
        if kind in then:
            assert number(r"(\d+) ", said) == then[kind]
        else:
            assert said == "at once"
            assert total(after) == before + 1


def total(state: engines.State) -> int:
    """The points of seat 0."""
    return int(sum(state.sources()[0].values()))


def asking(*shown: int, **has: int) -> engines.State:
    """Seat 0 has four courtiers and asks for a favor; both have two counties."""
    table = CourtTable(3).county(0, "Altmark", 3).county(0, "Anhalt", 3, markers=1)
    table.county(1, "Baden", 3).county(1, "Augsburg", 3)
    state = table.favors(*shown).hall(4, 3, 0).at(0, 1).has(0, **has).state()
    begin(state)
    return state


@pytest.mark.rule("C10")
def test_favors_tell_courtiers_left_and_what_comes() -> None:
    state = asking(16, 9, 5, thalers=2, grain=1)
    for text, said in notes(state).items():
        after = state.copy()
        play(after, text)
        left = int(after.data["audience"][0]) + int(after.data["entrance"][0])
        assert number(r"(\d)", said) == left
        if "Thalers then" in said:
            assert number(r"(\d+) Thalers then", said) == after.data["thalers"][0]
        if "grain then" in said:
            assert number(r"(\d+) grain then", said) == after.data["grain"][0]


@pytest.mark.rule("C12")
def test_uses_of_favors_tell_what_is_there_then() -> None:
    for card in (12, 17, 21, 7):
        state = asking(21, 17, 12) if card != 7 else asking(21, 17, 7)
        play(state, take(state, card))
        board = loaded(3)[1]
        before = scored_now(board, state.data, 0)
        for text, said in notes(state).items():
            after, county = state.copy(), re.split(r" (?:to|for) ", text)[-1]
            play(after, text)
            if card == 12:
                assert armies(after, county) == number(r"(\d+) arm", said)
                assert owner(after, county) == 0
                assert said.startswith("neutral") == (owner(state, county) is None)
            else:
                more = sum(map(int, re.findall(r"\+(\d)", said)))
                assert scored_now(board, after.data, 0) - before == more


def test_a_favor_that_does_nothing_says_so() -> None:
    table = CourtTable(3).county(0, "Altmark", 3, "palaces").county(1, "Baden", 3)
    state = table.favors(21, 4, 2).hall(4, 0, 0).at(0, 1).state()
    begin(state)
    assert note(state, take(state, 21)) == "0 left; it would do nothing now"
    assert note(state, take(state, 4)).endswith("no marker to remove: kept to parry one")
    after = state.copy()
    play(after, take(after, 4))
    assert after.data["kept"][0] >> 3 & 1
    before = int(state.data["built"][ids.PALACE])
    play(state, take(state, 21))
    assert state.data["built"][ids.PALACE] == before


@pytest.mark.rule("C12.4")
def test_to_parry_tells_that_the_card_goes() -> None:
    table = CourtTable(3).county(0, "Altmark", 3).county(1, "Baden", 3).keeps(0, 4)
    state = table.order(0, "taxes", "Altmark").favors(21, 20, 19).at(0, 1).state()
    begin(state)
    assert state.data["phase"] == Phase.PARRY
    told = notes(state)
    assert told["take the revolt marker in Altmark"] == "you keep your favor card"
    assert told["parry the revolt marker in Altmark"] == "favor 4 leaves the game"
    play(state, "parry the revolt marker in Altmark")
    assert not state.data["kept"][0]


@pytest.mark.rule("L4")
def test_placing_a_leader_tells_the_action_that_he_helps() -> None:
    built = led_table("Altmark", "Anhalt", season=0)
    state = built.order(0, "taxes", "Altmark").state()
    begin(state)
    assert note(state, "leader to Altmark") == "your taxes: 1 Thaler more"
    assert note(state, "leader to Anhalt") == ""


# --- all notes ---


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setup", "expansions"), [("default", ()), ("draft", EVERYTHING), ("default", EVERYTHING)]
)
def test_notes_are_short_and_every_kind_of_move_has_one(
    setup: str, expansions: tuple[str, ...]
) -> None:
    """Beside the move they take two lines of a narrow terminal at most."""
    game, noted, met = loaded(3, setup, expansions=expansions)[0], set(), set()
    for state in decisions(game, seed=3):
        phase = Phase(int(state.data["phase"]))
        met.add(phase)
        for text, said in notes(state).items():
            assert len(text) + len(said) < 140, (text, said)
            if said:
                noted.add(phase)
    # In winter leaders are placed without plans that they could help.
    assert noted >= met - {Phase.STATION}
