"""Blood of Kings: what a person can look up, the map, and how things stand."""

from __future__ import annotations

import csv
import re
import shutil
from pathlib import Path

import pytest
from conformance.walks import sampled
from kings_builder import Table, loaded, numbers, region
from looked_up import entry, note, stands
from unwrapped import rules_text

from eminence import engines
from eminence.engines.blood_of_kings.explanations.map_text import LAYOUT, SIGNS
from eminence.engines.blood_of_kings.explanations.situation import Situation
from eminence.engines.blood_of_kings.names import CARDS, DYNASTY, INSTITUTIONS, REGION_TYPES
from eminence.engines.blood_of_kings.numbers import DATA

FRANCE, SPAIN, ITALY, ENGLAND = "France", "Spain", "Italy", "England"


def say(state: engines.State, *moves: str) -> engines.State:
    for move in moves:
        state.apply(state.parse(move))
    return state


def rows(file: str) -> list[dict[str, str]]:
    with (DATA / file).open() as lines:
        return [*csv.DictReader(lines)]


def list_after(text: str, words: str) -> set[str]:
    """The names in a list such as `Roads lead to York, Bristol and London.`"""
    found = re.search(f"{words} ([^.]*)\\.", text)
    return set(re.split(", | and ", found.group(1))) if found else set()


# --- what has a name ---


def test_all_that_has_a_name_is_explained() -> None:
    game, board = loaded(4, achievements=30), numbers()
    found = {(each.kind, each.name) for each in game.words.entries}
    needed = {
        *(("kingdom", name) for name in board.kingdoms),
        *((REGION_TYPES[each.type], each.name) for each in board.regions),
        *(("sea", name) for name in board.sea_names),
        *(("strait", f"Strait {row['region']}-{row['other']}") for row in rows("straits.csv")),
        *(("Kingdom card", card.capitalize()) for card in CARDS),
        *(("Dynasty card", name[0].upper() + name[1:]) for name in board.card_names),
        *(("institution", f"{name.capitalize()} institution") for name in INSTITUTIONS),
        *(("Achievement tile", name) for name in board.tile_names),
    }
    assert needed <= found
    others = {kind for kind, _ in found - needed}
    assert others == {"succession", "kind of region", "token", "phase", "term"}


@pytest.mark.rule("R3.4", "R3.5", "R3.6")
def test_regions_tell_their_roads_straits_and_ports() -> None:
    game = loaded(4)
    roads = [{row["region"], row["other"]} for row in rows("roads.csv")]
    for row in rows("regions.csv"):
        name, text = row["region"], entry(game, row["region"])
        neighbours = {other for road in roads if name in road for other in road - {name}}
        assert list_after(text, "(?:Roads lead|A road leads) to") == neighbours
        straits = {s["other"] for s in rows("straits.csv") if s["region"] == name}
        straits |= {s["region"] for s in rows("straits.csv") if s["other"] == name}
        assert {*re.findall(r"A strait of the [\w ]+ leads to (\w+)\.", text)} == straits
        port = f"Its port lies on the {row['port']}." if row["port"] != "none" else ""
        assert (port in text) if port else ("port" not in text)


def test_another_data_folder_changes_the_texts(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(DATA, folder)
    for file, old, new in (
        ("rules.toml", "council = 5 ", "council = 3 "),
        ("rules.toml", "castle = 2               # armies that a region", "castle = 2 #"),
        ("regions.csv", "Edinburgh,", "Lowlands,"),
        ("roads.csv", "Edinburgh", "Lowlands"),
        ("permits.csv", "council,intrigue", "council,unrest"),
    ):
        path = folder / file
        path.write_text(path.read_text().replace(old, new))
    game = engines.load("blood_of_kings", players=3, data=folder)
    assert "For 3 Crowns" in entry(game, "Council")
    assert "Council permits unrest and attrition." in rules_text(game.words, "Kingdom cards")
    assert "Lowlands" in entry(game, "York")
    drawn = game.words.map(game.root().view(0))
    assert "^Lowlands" in drawn
    assert "Lowlands - York" in drawn.replace("York - Lowlands", "Lowlands - York")


# --- rules in words ---


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_rules_have_a_readable_length(players: int) -> None:
    first, *others = loaded(players).words.chapters
    assert first.title == "How to play"
    assert 150 <= len(first.text.split()) <= 350
    for chapter in others:
        assert 60 <= len(chapter.text.split()) <= 250, chapter.title


@pytest.mark.rule("R1.3", "R1.5", "R6.2", "R6.3", "R6.5")
def test_options_change_the_rules() -> None:
    def told(title: str, players: int = 3, **options: object) -> str:
        return rules_text(loaded(players, **options).words, title)

    assert "ruler accepts it" in told("Negotiation")
    assert "Alliances are not made" in told("Negotiation", negotiation="money")
    assert "No negotiations are held" in told("Negotiation", negotiation="none")
    assert "ends after turn 9" in told("The end", last_turn=9)
    assert "no Achievement tile left" in told("The end")
    assert "claims two kingdoms" in told("The start")
    assert "begin in Chaos" in told("The start", 4)
    assert "begin in Chaos" not in told("The start", 6)
    chosen = loaded(3, achievements=2, tiles="divine_right+elite_guard").words
    tiles = [each.name for each in chosen.entries if each.kind == "Achievement tile"]
    assert tiles == ["Divine Right", "Elite Guard"]


@pytest.mark.rule("R16.2")
@pytest.mark.parametrize("card", range(len(CARDS)))
def test_what_a_card_is_told_to_permit_can_be_played_then(card: int) -> None:
    """By note and by entry, against the moves of the Dynasty phase."""
    table = Table(4, achievements=30).hand(0, "influence 4", "unrest", "attrition", "diplomacy")
    table.hand(0, "intrigue").mat(1, SPAIN, "influence 5").armies(SPAIN, "Bilbao", 1)
    table.order(SPAIN, *(k for k in numbers().kingdoms if k != SPAIN))
    told = note(table.kingdom(SPAIN), f"play {CARDS[card]}").split("permits ")[1]
    text = list_after(entry(table.game, CARDS[card]), "it permits")
    assert {*told.split(", ")} == {each.removesuffix(" cards on the kingdom") for each in text}
    table.set(stage=0).played(SPAIN, card)
    moves = "\n".join(texts(table.dynasty(0)))
    begins = {
        "influence": "influence 4 face down on",
        "unrest": "unrest in",
        "attrition": "attrition on",
        "diplomacy": "diplomacy with",
        "intrigue": "look at the stack of seat 1 on",
    }
    possible = {kind for kind in DYNASTY if f"{begins[kind]} {SPAIN}" in moves}
    assert possible == {*told.split(", ")}


def texts(state: engines.State) -> list[str]:
    return [state.text(action) for action in state.actions()]


# --- the map ---


def drawn_roads(drawn: list[str]) -> set[frozenset[str]]:
    """The roads that a person reads off the grid, by the signs around each region."""
    lines = [row.split(";") for row in LAYOUT.strip().split("\n")]
    names = {(x, y): each.strip() for y, row in enumerate(lines) for x, each in enumerate(row)}
    found = set()
    for (x, y), name in names.items():
        if name == "-":
            continue
        first = drawn[2 * y].ljust(80)[16 * x : 16 * x + 16]
        second = drawn[2 * y + 1].ljust(80)[16 * x : 16 * x + 16]
        assert first[0] in SIGNS.values()
        assert first[1:].startswith(name)
        signs = {
            (1, 0): first.endswith("-"),
            (-1, 1): second[0] in "/:",
            (0, 1): second[1] in "|:",
            (1, 1): second[-1] in "\\:",
        }
        found |= {
            frozenset((name, names[x + dx, y + dy])) for (dx, dy), way in signs.items() if way
        }
    return found


@pytest.mark.rule("R3.5", "R3.6")
def test_the_map_has_every_road_and_strait_once() -> None:
    state = Table(4).kingdom(FRANCE)
    text = state.game.words.map(state.view(0))
    grid, listed = text.split("\n\n")[:2]
    roads = {frozenset((row["region"], row["other"])) for row in rows("roads.csv")}
    straits = {frozenset((row["region"], row["other"])) for row in rows("straits.csv")}
    others, rest = " ".join(listed.split()).split(" Straits: ")
    named = {frozenset(pair.split(" - ")) for pair in others.split(": ")[1].split("; ")}
    drawn = drawn_roads(grid.split("\n"))
    assert drawn | named == roads | straits & drawn
    assert not drawn & named
    assert len(rest.split(" Sea ways: ")[0].split("; ")) == len(straits)


def test_the_map_tells_holders_levies_units_and_sieges() -> None:
    table = Table(4).hold(FRANCE, "Rouen").armies(FRANCE, "Rouen", 3).armies(ENGLAND, "Rouen", 2)
    table.siege(ENGLAND, "Rouen").ruler(ENGLAND, 1).fleets(ITALY, "North Sea", 2)
    state = table.armies(ITALY, "North Sea", 1).hold(SPAIN, "Adriatic Sea").kingdom(FRANCE)
    drawn = state.game.words.map(state.view(0))
    grid = drawn.split("\n")
    at = next(i for i, line in enumerate(grid) if "^Rouen" in line)
    assert grid[at + 1][:15].split() == ["|F2", "3F", "2E", "xE"]
    assert "North Sea (3): fleets 2I; armies aboard 1I; ports London, Calais, Bruges" in drawn
    assert "Adriatic Sea (3): held by S; ports" in drawn
    assert "E England (seat 1)" in drawn


def test_the_map_shows_the_holder_of_each_region_in_whole_games() -> None:
    board = numbers()
    letters = {name[0]: k for k, name in enumerate(board.kingdoms)}
    for state in sampled(loaded(3), 1, 12):
        grid = state.game.words.map(state.view(0)).split("\n\n")[0].split("\n")
        now = Situation(board, state)
        for y, row in enumerate(LAYOUT.strip().split("\n")):
            for x, name in enumerate(row.split(";")):
                if name.strip() != "-":
                    shown = grid[2 * y + 1].ljust(80)[16 * x + 2]
                    assert letters.get(shown, -1) == now.holder(region(name.strip()))


# --- how things stand ---


def test_kingdoms_regions_and_seas_tell_who_has_them() -> None:
    table = Table(4).hold(FRANCE, "Gloucester").armies(FRANCE, "Gloucester", 3)
    table.unrest(FRANCE, 2).crowns(FRANCE, 7).hold(ENGLAND, "North Sea")
    state = table.ruler(ENGLAND, 0).fleets(SPAIN, "North Sea", 2).kingdom(FRANCE)
    told = stands(state, FRANCE)
    assert told.startswith("Seat 2 rules it. 7 Crowns, income 12, unrest 2 of 3, ")
    assert "Gloucester" in list_after(told, "It holds")
    assert "France (seat 2) holds it. 3 armies of France. Flags beneath: England." in stands(
        state, "Gloucester"
    )
    assert stands(state, "Edinburgh").startswith("It is independent. 2 levies")
    assert "England (seat 0) holds it; it brings 3 Crowns. 2 fleets of Spain." in stands(
        state, "North Sea"
    )


@pytest.mark.rule("R41.1")
def test_stacks_are_told_to_their_owner_alone() -> None:
    table = Table(4).mat(0, ITALY, "influence 4", "attrition").mat(1, ITALY, "unrest")
    state = table.kingdom(SPAIN)
    assert "Yours, from the bottom: influence 4, attrition." in stands(state, ITALY, 0)
    assert "Yours, from the bottom: unrest." in stands(state, ITALY, 1)
    for viewer in (2, 3):
        assert "seat 0 has 2 and seat 1 has 1" in stands(state, ITALY, viewer)
        assert "Yours" not in stands(state, ITALY, viewer)


@pytest.mark.rule("R3.6", "R32.6")
@pytest.mark.parametrize("fleet", [None, FRANCE, ENGLAND, SPAIN])
def test_a_strait_is_told_open_to_those_who_can_cross(fleet: str | None) -> None:
    table = Table(6).armies(FRANCE, "Calais", 1).hold(FRANCE, "Calais").alliance(ENGLAND, FRANCE)
    if fleet:
        table.fleets(fleet, "North Sea", 1)
    state = table.kingdom(FRANCE)
    told = list_after(stands(state, "Strait London-Calais"), "Open to")
    say(state, "play expansion")
    say(state, "move armies from Calais")
    assert ("move to London" in texts(state)) == (FRANCE in told)
