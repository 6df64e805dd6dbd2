"""Blood of Kings in words: names, moves, notes, odds, and the board as text."""

from __future__ import annotations

import random
import re

import pytest
from kings_builder import C, Table, dice, loaded, play

from eminence import engines
from eminence.engines.blood_of_kings import estimates
from eminence.engines.blood_of_kings.names import INSTITUTIONS, PHASES, STEPS
from eminence.engines.blood_of_kings.numbers import DATA, Board, read
from eminence.engines.blood_of_kings.state import Action, Phase, Step, Wrong
from eminence.engines.blood_of_kings.tables import SMALLER_SIDE
from eminence.engines.blood_of_kings.words import BLOCK_WORDS, MOVES, PROBLEMS


@pytest.fixture(scope="module")
def board() -> Board:
    return read(DATA)


# --- words for all that has a name in the rules ---


def test_every_step_has_words_of_its_own() -> None:
    assert len({*STEPS}) == len(STEPS) == len(Step)
    assert len(PHASES) == len(Phase)


def test_every_block_of_moves_has_words() -> None:
    assert {*BLOCK_WORDS} == {*Action}
    assert {*MOVES} <= {*Step}
    assert {block for words in MOVES.values() for block in words} <= {*BLOCK_WORDS}


def test_every_contradiction_that_check_finds_has_a_sentence(board: Board) -> None:
    assert {*PROBLEMS} == {*Wrong} - {Wrong.OK}
    words = engines.load("blood_of_kings").words
    said = [str(words.refusal(code, (0, 1, 2, 0))) for code in PROBLEMS]
    internal = re.compile(r"\bstage|\bsets? \d|\d - 1|-1|place \d")
    assert [line for line in said if internal.search(line)] == []
    assert not [text for text in said if "{" in text or "}" in text or "\n" in text]
    told = words.refusal(Wrong.BAD_KINGDOM_CARDS, (3, 1, 2, 0))
    assert str(told) == "on_mat[3]: Italy has 2 council cards in all, in_hand and on_mat"


# --- moves and events ---


def texts(position: engines.State | engines.View) -> list[str]:
    return [position.text(action) for action in position.actions()]


def test_moves_of_the_kingdom_phase() -> None:
    state = Table(4).crowns("France", 14).kingdom("France")
    assert "play development" in texts(state)
    play(state, C.CARD_TYPE + C.DEVELOPMENT)
    assert texts(state) == [
        "develop nothing",
        *(f"develop the {name} institution" for name in INSTITUTIONS),
    ]
    assert state.parse("Develop the legal institution") == C.INSTITUTION + C.LEGAL


def test_moves_of_an_administration() -> None:
    table = Table(4).unrest("Italy", 2).crowns("Italy", 9).mat(0, "Italy", "unrest")
    state = play(table.kingdom("Italy"), C.CARD_TYPE + C.ADMINISTRATION)
    assert texts(state) == ["stop", "lower unrest", "turn up the top card of seat 0"]


def test_moves_of_a_succession() -> None:
    table = Table(4).mat(0, "Italy", "influence 6").mat(1, "Italy", "Italy 7")
    state = play(table.kingdom("Italy"), C.CARD_TYPE + C.SUCCESSION)
    assert texts(state) == ["call on seat 0", "call on seat 1"]
    play(state, C.SEAT + 1)
    assert texts(state) == ["stop", "turn up the next card"]


def say(state: engines.State, *moves: str) -> engines.State:
    """Play moves by their texts."""
    for move in moves:
        state.apply(state.parse(move))
    return state


def test_moves_of_a_battle() -> None:
    table = Table(6).armies("France", "Paris", 4).hold("England", "Rouen")
    state = table.armies("England", "Rouen", 3).kingdom("France")
    say(state, "play expansion")
    assert texts(state) == ["end the moves", "move armies from Paris"]
    say(state, "move armies from Paris")
    assert "move to Rouen" in texts(state)
    say(state, "move to Rouen")
    assert texts(state) == ["move 1 army", "move 2 armies", "move 3 armies", "move 4 armies"]
    say(state, "move 4 armies")
    assert (state.player, texts(state)[:2]) == (
        4,
        ["withdraw no armies of England", "withdraw 1 army of England"],
    )
    assert "battle in Rouen: 4 France against 3 England" in str(state)
    say(state, "withdraw no armies of England")
    words = state.game.words
    assert words.outcome(state, dice(2, 3)) == "coloured 2, white 3"
    state.apply(dice(2, 3))
    assert texts(state) == [
        f"retreat with {n} of France" for n in ("no units", "1 unit", "2 units")
    ]


def test_moves_at_sea() -> None:
    table = Table(4, negotiation="none").fleets("Italy", "Tyrrhenian Sea", 2)
    table.armies("Italy", "Tyrrhenian Sea", 1).armies("Spain", "Tyrrhenian Sea", 1)
    state = say(table.alliance("Spain", "Italy").kingdom("Italy"), "play expansion")
    say(state, "move fleets from the Tyrrhenian Sea", "sail to the Adriatic Sea")
    assert texts(state) == ["move 1 fleet", "move 2 fleets"]
    say(state, "move 2 fleets")
    assert texts(state) == ["take none of Spain aboard", "take 1 army of Spain aboard"]
    say(state, "take 1 army of Spain aboard", "take 1 army of Italy aboard")
    assert texts(state) == ["claim no sea", "claim the Adriatic Sea"]


def test_moves_of_an_assault_and_its_odds() -> None:
    table = Table(4).armies("France", "Rouen", 4)
    state = say(table.kingdom("France"), "play expansion", "end the moves")
    assert texts(state) == ["assault no more", "assault Rouen"]
    assert note(state, state.parse("assault Rouen")) == (
        "4 against 2 levies: over 99 % won; 1 glory from the pool"
    )
    say(state, "assault Rouen")
    state.apply(dice(1, 1))
    assert texts(state) == ["go on with the assault", "call the assault off"]
    assert "assault on Rouen: 3 France against 2 levies" in str(state)


def test_outcomes_are_named() -> None:
    state = engines.load("blood_of_kings", players=3).root()
    names = read(DATA).tile_names
    words = state.game.words
    assert [words.outcome(state, o) for o, _ in state.outcomes()] == [*names]
    chance = engines.Chance(1)
    while int(state.data["step"]) != C.DEAL:
        state.apply(state.roll(chance))
    assert words.outcome(state, 4) == "Byzantium 7"
    while int(state.data["step"]) != C.FIRST_PLAYER:
        state.apply(state.roll(chance))
    assert [words.outcome(state, o) for o, _ in state.outcomes()] == ["seat 0", "seat 1", "seat 2"]


# --- notes ---


def note(state: engines.State, action: int) -> str:
    return state.game.words.note(state, action)


def test_prices_are_noted() -> None:
    state = Table(4).crowns("France", 30).level("France", C.ECONOMIC, 2).kingdom("France")
    assert note(state, C.CARD_TYPE + C.EXPANSION) == (
        "France: no unit to move; permits attrition, diplomacy"
    )
    play(state, C.CARD_TYPE + C.DEVELOPMENT)
    prices = [note(state, C.INSTITUTION + i).split(" of 30; ")[0] for i in range(5)]
    assert prices == ["8 Crowns", "14 Crowns", "8 Crowns", "8 Crowns", "4 Crowns"]
    assert note(state, C.NO) == ""


def test_a_monastic_order_is_part_of_the_price() -> None:
    state = (
        Table(4, achievements=30).crowns("France", 30).tiles(2, "monastic_order").kingdom("France")
    )
    play(state, C.CARD_TYPE + C.DEVELOPMENT)
    assert note(state, C.INSTITUTION + C.ARTISTIC) == "1 Crown of 30; 1 glory"
    before = int(state.data["crowns"][2])
    play(state, C.INSTITUTION + C.ARTISTIC)
    assert before - int(state.data["crowns"][2]) == 1


def test_the_price_of_reductions_rises() -> None:
    table = Table(4, achievements=30).unrest("Italy", 3).crowns("Italy", 9)
    table.tiles(3, "kings_justice")
    state = play(table.kingdom("Italy"), C.CARD_TYPE + C.ADMINISTRATION)
    for said, left in (("free", 9), ("1 Crown of 9", 8), ("2 Crowns of 8", 6)):
        assert note(state, C.YES).split("; ")[0] == said
        play(state, C.YES)
        assert int(state.data["crowns"][3]) == left


@pytest.mark.rule("R11.1", "R11.2", "R11.3")
@pytest.mark.parametrize("seed", range(6))
def test_the_income_shown_is_what_taxation_brings(board: Board, seed: int) -> None:
    rng = random.Random(seed)
    table = Table(4, achievements=30)
    for institution in (C.ECONOMIC, C.RELIGIOUS):
        table.level("Italy", institution, rng.randint(1, 4))
    for name in rng.sample(board.region_names[31:], 2):
        table.hold("Italy", name)
    table.hold("Italy", rng.choice(board.sea_names))
    table.tiles(3, *rng.sample(["merchant_league", "glorious_capitol", "treasure_fleet"], 2))
    state = table.crowns("Italy", 0).kingdom("Italy")
    shown = estimates.income_of(state, 3)
    assert note(state, C.CARD_TYPE + C.TAXATION) == (
        f"Italy: income {shown}; permits influence, unrest"
    )
    play(state, C.CARD_TYPE + C.TAXATION)
    assert int(state.data["crowns"][3]) == shown


# --- odds ---


def played_fight(board: Board, a: int, d: int, first: int | None, rng: random.Random) -> bool:
    """One fight by the rulebook's words; whether the attacker wins."""
    while True:
        coloured, white = rng.randint(1, 6), rng.randint(1, 6)
        row, tie = board.battle[coloured - 1]
        smaller = 0 if a < d else 1 if d < a else tie
        loser = first if first is not None else smaller if row == SMALLER_SIDE else row
        for _ in range(white):
            if not a or not d:
                break
            if loser == 0:
                a -= 1
            else:
                d -= 1
            loser = 1 - loser
        if not d or (a and a >= board.surrender * d):
            return True
        if not a or d >= board.surrender * a:
            return False


@pytest.mark.parametrize(("a", "d", "first"), [(4, 4, None), (5, 3, None), (3, 4, 1), (2, 2, 0)])
def test_odds_are_those_of_many_fights(board: Board, a: int, d: int, first: int | None) -> None:
    rng = random.Random(f"{a} {d} {first}")
    games = 4000
    won = sum(played_fight(board, a, d, first, rng) for _ in range(games)) / games
    forced = () if first is None else (first,)
    chance = estimates.chance_of_fight(loaded(4), a, d, *forced)
    assert chance == pytest.approx(won, abs=4 * (0.25 / games) ** 0.5)


def test_a_fight_against_nobody_is_won() -> None:
    assert estimates.chance_of_fight(loaded(4), 3, 0) == 1


def test_levies_and_chances_of_sieges(board: Board) -> None:
    table = (
        Table(4, achievements=30).armies("France", "Gloucester", 4).level("England", C.MILITARY, 3)
    )
    state = table.armies("England", "Gloucester", 3).kingdom("France")
    castle = board.region_names.index("Gloucester")
    assert estimates.assault_on(state, castle)[:3] == (4, 3, 4)
    # One army above the garrison: the coloured die wins ties.
    assert estimates.siege_chance(state, castle) == pytest.approx(21 / 36)
    flagged = table.flag("France", "Gloucester").tiles(2, "siege_engines").kingdom("France")
    assert estimates.assault_on(flagged, castle)[:3] == (4, 3, 2)
    assert estimates.siege_chance(flagged, castle) == pytest.approx(30 / 36)


@pytest.mark.parametrize("military", [1, 2, 3, 4])
@pytest.mark.parametrize("tiles", [(), ("siege_engines",), ("mighty_castles",)])
@pytest.mark.parametrize("flag", [False, True])
@pytest.mark.parametrize("region", ["Gloucester", "Bristol", "London", "Rouen"])
def test_levies_are_those_of_the_rules(
    board: Board, military: int, tiles: tuple[str, ...], flag: bool, region: str
) -> None:
    """Siege Engines of the attacker, Mighty Castles of the defender."""
    table = Table(6, achievements=30).level("England", C.MILITARY, military)
    table.armies("France", region, 5)
    for tile in tiles:
        table.tiles(2 if tile == "siege_engines" else 4, tile)
    if flag and region not in ("London", "Rouen"):
        table.flag("France", region)
    state = say(table.kingdom("France"), "play expansion", "end the moves")
    at = board.region_names.index(region)
    told = estimates.assault_on(state, at)[2]
    say(state, f"assault {region}")
    assert int(state.data["levies"]) == told


# --- the board ---


@pytest.mark.rule("R40.31")
def test_the_board_tells_owners_flags_beneath_units_and_sieges() -> None:
    table = Table(4).hold("France", "Gloucester").armies("France", "Gloucester", 3)
    table.armies("England", "Gloucester", 2).siege("England", "Gloucester")
    table.hold("England", "North Sea").fleets("England", "North Sea", 2)
    table.armies("England", "North Sea", 1)
    text = " ".join(str(table.ruler("England", 0).kingdom("France")).split())
    assert "Gloucester castle: 3 France, 2 England, siege by England, beneath England" in text
    assert "North Sea (3) England: 2 fleets England, 1 army England" in text
    assert "England seat 0, 0 Crowns" in text


@pytest.mark.rule("R3.2", "R41.1")
def test_the_board_shows_a_seat_what_it_knows() -> None:
    table = Table(4).hand(0, "unrest", "unrest", "Spain 7").hand(1, "intrigue")
    table.mat(0, "Italy", "influence 4", "attrition").mat(1, "Italy", "diplomacy")
    state = table.kingdom("Spain")
    mine, theirs = str(state.view(0)), str(state.view(1))
    assert "cards       Spain 7, 2 unrest" in mine
    assert "influence   Italy 2: influence 4, attrition" in mine
    assert "3 in hand" in theirs
    assert "Italy 2\n" in theirs
    assert "attrition" not in theirs.split("seat 0 ")[-1].split("seat 1 ")[0]
    assert "Italy 1: diplomacy" in theirs


@pytest.mark.rule("R17.3")
def test_the_board_tells_stability_treasury_mats_and_tracks() -> None:
    table = Table(4, achievements=30).level("Italy", C.RELIGIOUS, 3).unrest("Italy", 2)
    table.crowns("Italy", 17)
    lines = str(table.tiles(3, "heavenly_cathedrals").kingdom("Italy")).splitlines()
    assert lines[0].startswith("turn 1, kingdom phase, First Player seat 0, seat 3: play a")
    first = lines[2].split()
    assert first[0] == "Italy"
    # One cathedral, 4 by its institution and 2 by the tile.
    assert "unrest 2 of 7" in lines[2]
    assert "17 Crowns" in lines[2]
    assert "mat         legal 1, economic 1, military 1, religious 3, artistic 1" in lines[3]


def test_lines_are_not_too_wide() -> None:
    state = engines.load("blood_of_kings", players=6).root()
    chance = engines.Chance(3)
    rng = random.Random(1)
    for _ in range(60):
        state.resolve(chance)
        if state.over:
            break
        assert max(map(len, str(state).splitlines())) <= 100
        state.apply(rng.choice(state.actions()))


# --- explanations ---


def test_sources_and_facts_are_named() -> None:
    state = Table(3).hand(1, "unrest", "unrest", "intrigue").hand(2, "Spain 7").kingdom("Spain")
    assert state.sources()[0]["At the start"] == 2
    facts = state.facts(0)
    assert facts["seat 1: Unrest cards"] == 2
    assert facts["seat 1: Intrigue cards"] == 1
    assert facts["seat 2: Influence cards"] == 1
    assert len(facts) == 15
