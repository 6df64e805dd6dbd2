"""Royals: what a person can look up, how things stand, and the notes on moves."""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from looked_up import decisions, entry, note, stands
from royals_builder import EVERY_GAME, Table, end_turn, play, texts, written
from unwrapped import rules_text

from eminence import engines
from eminence.engines.royals import state as ids
from eminence.engines.royals.explanations.notes import bonuses
from eminence.engines.royals.explanations.situation import Situation
from eminence.engines.royals.names import GIVING, PHASES
from eminence.engines.royals.numbers import DATA
from eminence.engines.royals.rules import price

FRANCE, GERMANY, BRITAIN, SPAIN = "France", "German States", "Britain", "Spain"
AB, AW = "abacusspiele", "arcane_wonders"
every_game = pytest.mark.parametrize(("edition", "players"), EVERY_GAME)
editions = pytest.mark.parametrize("edition", [AB, AW])


def game_of(players: int = 3, edition: str = AB, **options: object) -> engines.Game:
    return engines.load("royals", players=players, edition=edition, **options)


def squeezed(line: str) -> str:
    """With single blanks."""
    return " ".join(line.split())


def rows(file: str) -> list[dict[str, str]]:
    with (DATA / file).open() as lines:
        return [*csv.DictReader(lines)]


# --- what has a name ---


@every_game
def test_every_name_of_board_and_moves_is_explained(edition: str, players: int) -> None:
    game = game_of(players, edition)
    table = Table(players, edition)
    found = {(each.kind, each.name) for each in game.words.entries}
    needed = {
        *(("country", row["country"]) for row in rows("countries.csv")),
        *(("city", row["city"]) for row in rows("cities.csv")),
        *(("title", row["title"]) for row in rows("titles.csv")),
        *(("country card", f"{row['country']} card") for row in rows("countries.csv")),
        *(("intrigue card", f"{pair} Intrigue") for pair in table.board.pair_names),
        *(("period", row["period"]) for row in rows("periods.csv")),
        *(("step", PHASES[phase]) for phase in GIVING),
        *(("bonus", name) for name in ("City bonus", "Country bonus", "Noble House")),
    }
    assert needed <= found
    others = {kind for kind, _ in found - needed}
    assert others == {"step", "term"}


def test_cities_tell_country_bonus_positions_and_prices() -> None:
    game, costs = game_of(), {row["title"]: int(row["cost"]) for row in rows("titles.csv")}
    for city in rows("cities.csv"):
        text = entry(game, city["city"])
        assert text.startswith(f"A city in {city['country']}.")
        assert f"City bonus of {city['bonus']} points" in text
        places = [row for row in rows("positions.csv") if row["city"] == city["city"]]
        assert text.count("influence") == len(places)
        for place in places:
            cards = "card" if costs[place["title"]] == 1 else "cards"
            price = f"{costs[place['title']]} {city['country']} {cards}"
            assert f"{place['title']} ({price}, influence {place['influence']})" in text


def test_titles_tell_price_places_and_points() -> None:
    game = game_of()
    for title in rows("titles.csv"):
        text = entry(game, title["title"])
        assert f"It costs {title['cost']} Country card" in text
        intrigue = "2 Intrigue cards" if title["title"] == "King" else "1 Intrigue card "
        assert intrigue in text
        assert f"bring {title['points']} points; two tied players get {title['half']} each" in text
        places = {
            f"{row['city']} ({row['influence']})"
            for row in rows("positions.csv")
            if row["title"] == title["title"]
        }
        assert set(re.findall(r"\w+ \(\d+\)", text)) == places


def test_countries_and_periods_tell_their_points() -> None:
    game = game_of()
    for row in rows("countries.csv"):
        text = entry(game, row["country"])
        assert f"Country bonus of {row['higher']} points, the second one {row['lower']}" in text
    for row in rows("periods.csv"):
        in_country = f"{row['first']} and {row['second']} in {row['period']}"
        in_period = f"{row['country']} {row['first']} and {row['second']}"
        assert in_country in entry(game, row["country"])
        assert in_period in entry(game, row["period"])


@every_game
def test_cards_tell_how_many_there_are(edition: str, players: int) -> None:
    game = game_of(players, edition)
    for row in rows("cards.csv"):
        if row["edition"] == edition:
            left = int(row["cards"]) - int(row[f"removed_{players}"])
            assert f"There are {left} of them" in entry(game, f"{row['country']} card")
    assert "4 of them among the 24 Intrigue cards" in entry(game, "France/Spain Intrigue")


def test_another_data_folder_changes_the_texts(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(DATA, folder)
    cities = folder / "cities.csv"
    cities.write_text(cities.read_text().replace("Dijon,France,3", "Dijon,France,11"))
    rules = folder / "rules.toml"
    rules.write_text(rules.read_text().replace("country_cards = 12", "country_cards = 9"))
    game = game_of(data=folder)
    assert "City bonus of 11 points" in entry(game, "Dijon")
    assert "worth 2 to 11 points" in entry(game, "City bonus")
    assert "keep 9 Country cards" in rules_text(game.words, "Ending a turn")


# --- rules in words ---


@every_game
def test_the_rules_have_a_readable_length(edition: str, players: int) -> None:
    first, *others = game_of(players, edition).words.chapters
    assert first.title == "How to play"
    assert 150 <= len(first.text.split()) <= 350
    for chapter in others:
        assert 60 <= len(chapter.text.split()) <= 250, chapter.title
        assert len(chapter.title.split()) <= 3


@pytest.mark.rule("R5")
def test_first_turns_are_told_for_edition_and_players() -> None:
    told = "seat 0 draws 2, seat 1 draws 3."
    assert told in rules_text(game_of(2, AB).words, "Drawing")
    told = "seat 0 draws 1, seat 1 draws 1, seat 2 draws 2."
    assert told in rules_text(game_of(3, AW).words, "Drawing")


@pytest.mark.rule("R3")
def test_noble_house_markers_are_told_for_edition_and_players() -> None:
    assert entry(game_of(2, AW), "Noble House").startswith("One marker of 8 points.")
    assert entry(game_of(3, AW), "Noble House").startswith("2 markers of 12 and 8 points.")
    assert entry(game_of(3, AB), "Noble House").startswith("3 markers of 16, 12 and 8 points.")


@pytest.mark.rule("R21")
@pytest.mark.rule("R28")
def test_the_editions_tell_their_own_ends() -> None:
    ab, aw = game_of(3, AB).words, game_of(3, AW).words
    assert "display cannot be filled up" in rules_text(ab, "Periods")
    assert "last card leaves the pile" in rules_text(aw, "Periods")
    assert "second highest" not in rules_text(ab, "The end")
    assert "second highest" in rules_text(aw, "The end")


@pytest.mark.rule("R3")
def test_the_display_option_changes_the_texts() -> None:
    three, four = game_of(3, AW), game_of(3, AW, display=4)
    assert "The 3 open Country cards" in entry(three, "Display")
    assert "The 4 open Country cards" in entry(four, "Display")
    assert "filled up to 4 cards" in rules_text(four.words, "Ending a turn")


@pytest.mark.rule("R1")
def test_cubes_are_told_by_seat_where_they_differ() -> None:
    assert "At the start each seat has 36." in entry(game_of(3), "Cube")
    told = "seat 0 has 46, seat 1 has 36 and seat 2 has 36."
    assert told in entry(game_of(3, more_cubes="seat0"), "Cube")


# --- how things stand ---


def test_a_claim_changes_how_things_stand() -> None:
    state = Table().hand(0, {FRANCE: 2}).turn(0).state()
    assert stands(state, "Dijon") == "City bonus: still there. Duke: free. Baron: free."
    assert stands(state, "Baron").startswith("No cubes on it yet. Free in")
    assert "Nobody has influence there." in stands(state, FRANCE)
    play(state, "claim Dijon Baron: 2 France")
    assert stands(state, "Dijon") == "City bonus: won by seat 0. Duke: free. Baron: seat 0."
    assert "Cubes: seat 0 has 1. As it is, seat 0 gets 6 points." in stands(state, "Baron")
    assert "Dijon" not in stands(state, "Baron")
    assert "Influence: seat 0 has 1. Cities with a cube, of 5: seat 0 has 1." in stands(
        state, FRANCE
    )
    assert "Dijon" not in stands(state, "City bonus")
    assert stands(state, "Cube") == "Left: seat 0 has 34, seat 1 has 36, seat 2 has 36."
    assert "As it is: France: 7 for seat 0. German States: nobody." in stands(state, "1648")
    assert stands(state, "1680") == "It is still to come."


@pytest.mark.rule("R15")
def test_ousted_cubes_are_told_beside_their_city() -> None:
    state = Table().in_turn("Dijon Baron", 1, 2).turn(0).state()
    assert stands(state, "Dijon") == (
        "City bonus: won by seat 1. Duke: free. Baron: seat 2. Ousted cubes: seat 1 has 1."
    )
    assert stands(state, "Ousted cube") == "Ousted cubes: seat 1 has 1."
    assert "As it is, seats 1 and 2 get 3 points each." in stands(state, "Baron")
    line = next(
        line for line in state.game.words.map(state.view(0)).splitlines() if "Dijon" in line
    )
    assert squeezed(line) == "Dijon 3 seat 1 Duke(2) - Baron(1) seat 2 ousted 1:1"


@pytest.mark.rule("R26")
def test_three_tied_on_a_title_get_nothing() -> None:
    state = Table().in_turn("Dijon Baron", 0, 1, 2).turn(0).state()
    assert "nobody gets points: seats 0, 1 and 2 are tied." in stands(state, "Baron")


@pytest.mark.rule("R18")
def test_noble_house_tells_what_is_lacking() -> None:
    table = Table()
    places = [table.positions(title=title)[0] for title in table.board.titles]
    table.hold(1, *places[:-1]).hold(2, places[0])
    told = stands(table.turn(0).state(), "Noble House")
    assert told.startswith("16: still there. 12: still there. 8: still there.")
    assert f"Seat 1 lacks {table.board.titles[-1]}." in told
    assert "Seat 0" not in told


@pytest.mark.rule("R29")
def test_cards_of_others_are_told_only_as_far_as_they_are_known() -> None:
    table = Table().hand(0, {FRANCE: 2}).hand(1, {FRANCE: 3, SPAIN: 1})
    state = table.intrigue(1, "France/Spain").turn(0).state()
    own, other = stands(state, "France card", 0), stands(state, "France card", 1)
    assert "Known in hands: seat 0 has 2." in own
    assert "Known in hands: seat 1 has 3." in other
    assert stands(state, "France/Spain Intrigue", 0) == "4 unseen, in the pile or in hands."
    assert "seat 1 has 1" in stands(state, "France/Spain Intrigue", 1)


def test_the_map_lists_each_country_with_its_influence() -> None:
    state = Table().hold(1, "Paris King").hold(0, "Dijon Duke").turn(0).state()
    lines = state.game.words.map(state.view(2)).splitlines()
    assert squeezed(lines[0]) == "France bonus 12, 6 1648: 7, 4"
    assert lines[1] == "  influence  seat 1: 4, seat 0: 2"
    assert len(lines) == 2 * len(rows("countries.csv")) + len(rows("cities.csv"))


@every_game
def test_a_crowded_city_still_fits_the_map(edition: str, players: int) -> None:
    table = Table(players, edition)
    for _ in range(2):
        table.in_turn("Marseille Princess", *range(players))
        table.in_turn("Marseille Baron", *range(players))
    shown = table.game.words.map(table.turn(0).state().view(0))
    assert max(map(len, shown.splitlines())) <= 80
    assert all(f"{seat}:" in shown.partition("ousted")[2] for seat in range(players))


# --- notes ---


def test_a_claim_tells_its_city_bonus_influence_and_cubes() -> None:
    state = Table().hand(0, {FRANCE: 2}).turn(0).state()
    assert note(state, "claim Dijon Baron: 2 France") == (
        "City bonus 3; influence 1 in France, first; 1 of 5 cities; 34 cubes left"
    )


def test_a_claim_in_a_city_that_was_entered_has_no_city_bonus() -> None:
    state = Table().hold(1, "Dijon Duke").hand(0, {FRANCE: 2}).turn(0).state()
    assert note(state, "claim Dijon Baron: 2 France") == (
        "influence 1 in France, second; 1 of 5 cities; 34 cubes left"
    )


def test_a_take_over_tells_who_is_ousted() -> None:
    table = Table().hold(1, "Dijon Baron").hand(0, {FRANCE: 2}).intrigue(0, "France/Spain")
    state = table.turn(0).state()
    text = "take over Dijon Baron: 2 France, 1 Intrigue"
    assert note(state, text) == (
        "ousts seat 1; influence 1 in France, first; 1 of 5 cities; 34 cubes left"
    )
    play(state, text)
    assert note(state, "give 1 France/Spain Intrigue") == (
        "you keep 0 France/Spain Intrigue; then you hold Dijon Baron"
    )


@pytest.mark.rule("R17")
def test_the_last_city_tells_the_country_bonus_that_is_left() -> None:
    table = Table()
    *others, last = table.one_per_city(BRITAIN)
    cost = table.board.cost[table.rank(last)]
    table.hold(0, *others).hand(0, {BRITAIN: cost}).turn(0)
    assert "; Country bonus 10; " in note(table.state(), f"claim {last}: {cost} Britain")
    second = next(p for p in table.positions(BRITAIN) if table.city(p) == table.city(last))
    table = Table().hold(1, *others, second).hold(0, *others)
    free = next(
        p for p in table.positions(BRITAIN) if table.city(p) == table.city(last) and p != second
    )
    cost = table.board.cost[table.rank(free)]
    state = table.hand(0, {BRITAIN: cost}).turn(0).state()
    assert note(state, f"claim {free}: {cost} Britain").startswith("Country bonus 5; ")


@pytest.mark.rule("R18")
def test_the_last_title_tells_the_noble_house_bonus() -> None:
    table = Table(edition=AW)
    places = [table.positions(title=title)[-1] for title in table.board.titles]
    state = table.hold(0, *places[1:]).hand(0, {SPAIN: 1}).turn(0).state()
    assert "Noble House 12" in note(state, f"claim {places[0]}: 1 Spain")


def test_stand_ins_tell_what_is_kept_and_still_due() -> None:
    state = Table().hand(0, {FRANCE: 1, SPAIN: 2, BRITAIN: 2}).turn(0).state()
    play(state, "claim Dijon Baron: 1 France + 3 others")
    assert note(state, "give 1 Britain") == "you keep 1 Britain; 2 more due"
    play(state, "give 1 Britain")
    assert note(state, "give 2 Spain") == "you keep 0 Spain; then you hold Dijon Baron"


def test_draws_tell_what_is_left_and_what_you_will_hold() -> None:
    table = Table().hand(0, {FRANCE: 2}).display(FRANCE, SPAIN, SPAIN)
    state = table.pile(FRANCE, FRANCE, FRANCE, SPAIN).turn(0, "draw").state()
    assert note(state, "draw from the pile") == (
        "4 left; France 75 %, German States 0 %, Britain 0 %, Spain 25 %"
    )
    assert note(state, "take France from the display") == "you will hold 3 France; 2 more to draw"
    assert note(state, "draw an Intrigue card") == (
        "24 left; then 1 Country card; you will hold 1 Intrigue, limit 4"
    )


@pytest.mark.rule("R19")
def test_the_end_of_a_turn_tells_the_discards() -> None:
    table = Table().hand(0, {FRANCE: 9, SPAIN: 5}).intrigue(0, *["France/Spain"] * 4)
    state = table.turn(0).state()
    assert note(state, "end the turn").startswith("first discard 2 Country cards")
    play(state, "end the turn")
    assert note(state, "discard 1 France") == "you keep 8 France; 1 more due"
    assert note(state, "discard 2 Spain") == "you keep 3 Spain; then your turn ends"


@pytest.mark.rule("R21")
def test_the_last_card_of_the_pile_is_told_where_it_ends_the_period() -> None:
    for edition, told in ((AW, "the last card: it ends period 1648"), (AB, "1 left; ")):
        state = Table(edition=edition).pile(SPAIN).turn(0, "draw").state()
        assert note(state, "draw from the pile").startswith(told)


# --- notes and standings against the rules themselves ---


def occupying(_: engines.State, options: Sequence[int]) -> list[int]:
    """What players like who want positions."""
    return [action for action in options if action >= ids.CLAIM]


def paid(state: engines.State, action: int) -> engines.State:
    """A copy in which the position is paid for and occupied."""
    after = state.copy()
    after.apply(action)
    while after.data["phase"] in GIVING:
        after.apply(after.actions()[0])
    return after


@pytest.mark.rule("R16")
@pytest.mark.rule("R17")
@pytest.mark.rule("R18")
@every_game
def test_notes_foretell_the_bonuses_that_the_rules_give(edition: str, players: int) -> None:
    board = Table(players, edition).board
    told = 0
    for state in decisions(game_of(players, edition), players, occupying, 0.8):
        seat = state.player
        for action in [each for each in state.actions() if each >= ids.CLAIM][:2]:
            place = price(state.game.table, action)["position"]
            before, after = Situation.of(board, state.data), paid(state, action)
            won = sum(after.sources()[seat].values()) - sum(state.sources()[seat].values())
            assert sum(bonuses(before, seat, place).values()) == won
            then, cubes = before.after(seat, place), Situation.of(board, after.data)
            assert (then.held, then.ousted, then.title_cubes) == (
                cubes.held,
                cubes.ousted,
                cubes.title_cubes,
            )
            assert f"{after.data['supply'][seat]} cube" in state.game.words.note(state, action)
            told += won > 0
    assert told > 5


@pytest.mark.rule("R21")
@pytest.mark.rule("R22")
@pytest.mark.rule("R23")
@pytest.mark.rule("R25")
@editions
def test_notes_and_standings_foretell_the_ends_of_periods(edition: str) -> None:
    """What the end of a turn tells comes true, and markers go to those ahead of the others."""
    board, ends = Table(4, edition).board, []
    for state in decisions(game_of(4, edition), 11, occupying, 0.8):
        if "end the turn" not in texts(state):
            continue
        told, after = note(state, "end the turn"), state.copy()
        if "discard" in told:
            continue
        period = int(state.data["period"])
        end_turn(after, seed=1)
        scored = after.over or int(after.data["period"]) > period
        assert scored == (f"period {board.periods[period]} is scored" in told or after.over)
        assert after.over == told.endswith("then the game ends")
        last = bool(after.data["last_round"]) and not after.over
        assert last == told.endswith("of others, and the game ends")
        if scored:
            ends.append(period)
            ranks = Situation.of(board, state.data)
            for country in range(len(board.countries)):
                winners = [int(w) - 1 for w in after.data["period_marker"][period][country] if w]
                assert winners == ranks.ranking(country)[:2]
    assert set(ends) == {0, 1, 2}


@editions
def test_period_markers_are_told_once_they_are_won(edition: str) -> None:
    for state in decisions(game_of(2, edition), 5, occupying, 0.8):
        if state.data["period"] == 1:
            break
    told = stands(state, "1648")
    assert told.startswith("It has been scored. France: ")
    for country, markers in written(state)["period_marker"]["1648"].items():
        for seat in markers.values():
            assert f"for {seat}" in told.partition(f"{country}: ")[2]
    assert stands(state, "1680").startswith("It is being played. As it is: ")
