"""Wallenstein: what a person can look up, how things stand, and the map."""

from __future__ import annotations

import csv
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from looked_up import entry, stands
from unwrapped import rules_text
from wallenstein_builder import Table, begin, loaded, play
from wallenstein_court import CourtTable, take
from wallenstein_leaders import table as led_table

from eminence import engines
from eminence.engines.wallenstein import state as ids
from eminence.engines.wallenstein.court.words import FAVOR_NAMES
from eminence.engines.wallenstein.explanations.looking import scored_now
from eminence.engines.wallenstein.names import ACTIONS, DRAFTING, PHASE_WORDS
from eminence.engines.wallenstein.numbers import DATA
from eminence.engines.wallenstein.state import Phase
from eminence.play.table.explanations import find_entry

COURT, REGIONS, LEADERS = "court", "regions", "leaders"
EVERYTHING = (COURT, REGIONS, LEADERS)
#: players, set-up, tower, expansions
GAMES = [
    (3, "default", "independent", ()),
    (4, "draft", "density", ()),
    (5, "default", "density", EVERYTHING),
    (3, "draft", "independent", EVERYTHING),
]
every_game = pytest.mark.parametrize("options", GAMES, ids=[str(each[:3]) for each in GAMES])
Options = tuple[int, str, str, tuple[str, ...]]


def game_of(options: Options) -> engines.Game:
    players, setup, tower, expansions = options
    return loaded(players, setup, tower, expansions=expansions)[0]


def basic(players: int = 3) -> engines.Game:
    return loaded(players)[0]


def rows(file: str) -> list[dict[str, str]]:
    with (DATA / file).open() as lines:
        return [*csv.DictReader(lines)]


def neighbours(county: str) -> set[str]:
    """As the file of borders has them."""
    pairs = [{row["county"], row["other"]} for row in rows("borders.csv")]
    return {name for pair in pairs if county in pair for name in pair - {county}}


def steps(game: engines.Game, seed: int, to_the_end: bool = False) -> Iterator[engines.State]:
    """All states of a random game, those of chance included; only its first year if not more."""
    state, choice = game.root(), random.Random(seed)
    while not state.over and (to_the_end or state.data["year"] == 0):
        yield state
        if state.player == engines.CHANCE:
            outcomes, chances = zip(*state.outcomes(), strict=True)
            state.apply(choice.choices(outcomes, chances)[0])
        else:
            state.apply(choice.choice(state.actions()))
    yield state


# --- what has a name ---


@every_game
def test_every_name_of_board_and_moves_is_explained(options: Options) -> None:
    game, expansions = game_of(options), options[3]
    found = {(each.kind, each.name) for each in game.words.entries}
    needed = {
        *(("county", row["county"]) for row in rows("counties.csv")),
        *(("region", row["region"]) for row in rows("counties.csv")),
        *(("action", action) for action in ACTIONS),
        *(("event card", row["event"]) for row in rows("events.csv")),
        *(("building", kind) for kind in ("palaces", "churches", "trading posts")),
        *(("bonus tile", f"tile {t}") for t in ("taxes", "grain", "deploy", "attack", "defend")),
        *(("card", name) for name in ("county card", "money card", "nothing")),
        *(("piece", name) for name in ("dice tower", "tray", "Thalers", "points", "peasants")),
    }
    if COURT in expansions:
        needed |= {("favor card", name) for name in FAVOR_NAMES}
        needed |= {("box of the extra board", f"convert {n}") for n in (1, 2, 3)}
        needed |= {("piece", "entrance hall"), ("card", "dice tower card")}
    if REGIONS in expansions:
        needed |= {("region card", f"region card {n}") for n in (1, 2, 3, 4)}
    if LEADERS in expansions:
        needed |= {("piece", name) for name in ("leader", "statue", "trophy")}
    assert needed <= found


@every_game
def test_every_step_that_a_game_has_is_explained(options: Options) -> None:
    names = {each.name for each in game_of(options).words.entries if each.kind == "step"}
    met = {Phase(int(s.data["phase"])) for s in steps(game_of(options), seed=3)}
    assert {PHASE_WORDS[phase] for phase in met} <= names
    if options[1] == "default":
        assert not names & {PHASE_WORDS[phase] for phase in DRAFTING}


def test_what_is_not_in_play_is_not_spoken_of() -> None:
    words = basic().words
    said = [
        *(text for chapter in words.chapters for text in chapter),
        *(text for each in words.entries for text in each),
        *(text for sign in words.legend.items() for text in sign),
    ]
    for word in ("favor", "courtier", "leader", "statue", "trophy", "region card", "draft"):
        assert not [text for text in said if word in text.lower()], word


def test_counties_tell_what_they_bring_and_where_they_lie() -> None:
    game = basic(5)
    for row in rows("counties.csv"):
        text = entry(game, row["county"])
        assert text.startswith(f"A county of {row['region']}.")
        assert f"Taxes bring {row['tax']} Thaler" in text
        assert f"grain brings {row['grain']}." in text
        assert f"{row['sites']} building site" in text
        beside = text.partition("neighbours are ")[2].rstrip(".")
        told = re.sub(r" \([^)]*\)", "", beside).replace(" and ", ", ").split(", ")
        assert {*told} == neighbours(row["county"])


def test_counties_out_of_play_are_no_neighbours() -> None:
    game = basic(3)
    out = {row["county"] for row in rows("counties.csv") if row["three_players"] == "0"}
    for row in rows("counties.csv"):
        text = entry(game, row["county"])
        assert ("not used with 3 players" in text) == (row["county"] in out)
        assert not [name for name in out - {row["county"]} if name in text]


@pytest.mark.parametrize(
    ("spelling", "county"),
    [
        ("Paderborn", "Hm. Paderborn"),
        ("Konstanz", "Bm. Konstanz"),
        ("Lüttich", "Bm. Lüttich"),
        ("Grafschaft Mark", "Gft. Mark"),
        ("köln", "Erzbm. Köln"),
    ],
)
def test_counties_are_found_by_other_spellings(spelling: str, county: str) -> None:
    state = Table(5).county(1, county, 3).state()
    found = find_entry(state.game.words, spelling)
    assert found.text == f"{county}. {entry(state.game, county)}"
    assert stands(state, found.name) == stands(state, county)
    assert stands(state, county).startswith("Seat 1 holds it with 3 armies.")


def test_a_region_is_not_taken_for_a_county_of_like_name() -> None:
    assert find_entry(basic(5).words, "Bayern").kind == "region"


def test_the_chart_tells_all_its_rows() -> None:
    text = entry(basic(), "supply chart")
    chart = rows("supply.csv")
    assert text.count(" revolt") == len(chart) + text.count("revolt markers")
    for row in chart:
        assert re.search(rf"{row['unsupplied']}[^:;]*: {row['revolts']} revolt", text)


def test_another_data_folder_changes_the_texts(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(DATA, folder)
    for file, old, new in (
        ("counties.csv", "Altmark,Brandenburg,6,2", "Altmark,Brandenburg,9,2"),
        ("actions.csv", "palace,3", "palace,4"),
        ("rules.toml", "palaces = 3 ", "palaces = 5 "),
    ):
        text = (folder / file).read_text()
        assert old in text
        (folder / file).write_text(text.replace(old, new))
    game = engines.load("wallenstein", data=folder)
    assert "Taxes bring 9 Thalers" in entry(game, "Altmark")
    assert "for 4 Thalers" in entry(game, "palace")
    assert "5 for the most palaces" in rules_text(game.words, "Points")
    state = game.root()
    state.resolve(engines.Chance(1))
    line = next(x for x in game.words.map(state.view(0)).splitlines() if "Altmark" in x)
    assert re.search(r" 9 +2 ", line)


# --- rules in words ---


@every_game
def test_the_rules_have_a_readable_length(options: Options) -> None:
    first, *others = game_of(options).words.chapters
    assert first.title == "How to play"
    assert 150 <= len(first.text.split()) <= 350
    for chapter in others:
        assert 60 <= len(chapter.text.split()) <= 250, chapter.title
        assert len(chapter.title.split()) <= 3


@every_game
def test_every_chapter_and_name_that_a_text_points_to_is_there(options: Options) -> None:
    words = game_of(options).words
    for chapter in words.chapters:
        for command in re.findall(r"`(rules|card) ([^`]+)`", chapter.text):
            kind, name = command
            assert rules_text(words, name) if kind == "rules" else find_entry(words, name)


@every_game
def test_chapters_are_those_of_what_is_in_play(options: Options) -> None:
    titles = {chapter.title for chapter in game_of(options).words.chapters}
    assert ("The draft" in titles) == (options[1] == "draft")
    assert ("The Court" in titles) == ("Favors" in titles) == (COURT in options[3])
    assert ("Region cards" in titles) == (REGIONS in options[3])
    assert ("Leaders" in titles) == (LEADERS in options[3])


def test_each_tower_tells_its_own_chances() -> None:
    independent = rules_text(loaded(3)[0].words, "The dice tower")
    density = rules_text(loaded(3, tower="density")[0].words, "The dice tower")
    assert "67 %" in independent
    assert "33 %" in independent
    assert "shakes loose" in density
    assert "33 %" not in density


# --- the legend ---


@pytest.mark.slow
@every_game
def test_the_legend_has_every_label_and_sign_of_the_board(options: Options) -> None:
    game = game_of(options)
    known = {word for key in game.words.legend for word in re.split("[ ,:]+", key)}
    for state in steps(game, seed=4):
        for line in state.board().splitlines():
            label = re.match(r" {0,2}([a-z]+) ", line)
            if label and label[1] not in ("year", "seat", "the"):
                assert label[1] in known, line


def test_the_legend_has_the_signs_of_counties_in_play() -> None:
    assert {"P", "C", "T", ".", "!", "2:4", "-", "<"} <= basic().words.legend.keys()
    assert "*" not in basic().words.legend
    assert "*" in loaded(3, expansions=(LEADERS,))[0].words.legend


# --- how things stand ---


def test_a_county_tells_owner_buildings_markers_and_card() -> None:
    table = Table(3).county(1, "Altmark", 4, "palaces", markers=2)
    state = table.order(1, "grain", "Altmark").state()
    told = "Seat 1 holds it with 4 armies. There is a palace and 1 open site."
    markers = "2 revolt markers lie there."
    assert stands(state, "Altmark", 0) == f"{told} {markers}"
    assert stands(state, "Altmark", 1) == (
        f"{told} {markers} Its card lies in the plan of seat 1: grain."
    )
    assert stands(state, "Anhalt") == "Nobody holds it."


def test_a_region_tells_its_majorities() -> None:
    table = Table(3).county(0, "Altmark", 2, "palaces", "churches")
    state = table.county(1, "Neumark", 2, "palaces").state()
    assert stands(state, "Brandenburg") == (
        "Counties: seat 0 has 1, seat 1 has 1; 5 neutral. "
        "Most palaces: seats 0 and 1 with 1 each, worth 2 points each. "
        "Most churches: seat 0 with 1, worth 2 points."
    )


@pytest.mark.rule("R40")
@every_game
def test_what_a_winter_would_bring_is_what_it_brings(options: Options) -> None:
    """After the scoring the board is as it was scored."""
    game = game_of(options)
    before, board, scored = [0] * game.seats, loaded(game.seats)[1], 0
    for state in steps(game, seed=8, to_the_end=True):
        if (state.data["phase"] == Phase.NEW_EVENT and state.data["year"] == 1) or state.over:
            if not state.over and scored:
                continue
            winter = [sum(map(int, p[: ids.WINTER_SOURCES])) for p in state.data["points"]]
            for seat in range(game.seats):
                gained = winter[seat] - before[seat]
                assert scored_now(board, state.data, seat) == gained
            before, scored = winter, scored + 1
    assert scored == 2


def test_points_tell_what_a_winter_would_bring() -> None:
    state = Table(3).county(0, "Altmark", 2, "palaces").state()
    assert stands(state, "points").endswith("would bring 5 to seat 0, 0 to seat 1 and 0 to seat 2.")


def test_a_favor_is_told_where_it_is() -> None:
    table = CourtTable(3).county(0, "Altmark", 3).county(1, "Baden", 3)
    state = table.favors(18, 12, 6).hall(4, 3, 0).at(0, 1).state()
    assert stands(state, "favor 18") == "It lies in the audience hall and costs 4 courtiers."
    begin(state)
    play(state, take(state, 18))
    assert stands(state, "favor 18") == "Seat 0 has it in use."
    assert stands(state, "favor 6") == "It lies in the audience hall and costs 2 courtiers."


def test_leaders_and_statues_are_told() -> None:
    built = led_table("Altmark", "Anhalt", at=["Altmark"], season=2)
    built.fields["honoured"] = [["Anhalt"], [], []]
    built.fields["statues"] = {"Anhalt": 2}
    state = built.state()
    assert stands(state, "leader").startswith("Seat 0: Altmark. Seat 1: off the board.")
    assert stands(state, "statue") == "In Anhalt (2 of seat 0)."
    assert "The leader of seat 0 is there." in stands(state, "Altmark")
    assert "2 statues of seat 0." in stands(state, "Anhalt")


# --- the map ---


def map_lines(state: engines.State) -> dict[str, str]:
    """What the map says of each county, the rest of broken lines included."""
    found: dict[str, str] = {}
    names, name = state.game.words.on.names, ""
    for line in state.game.words.map(state.view(0)).splitlines()[1:]:
        begun = [each for each in names if line.startswith(f" {each} ")]
        if begun:
            name = begun[0]
            found[name] = line.removeprefix(f" {name}")
        elif line.startswith("    "):
            found[name] += line
    return found


@every_game
def test_the_map_has_every_county_with_its_neighbours(options: Options) -> None:
    state = game_of(options).root()
    state.resolve(engines.Chance(1))
    words, lines = state.game.words, map_lines(state)
    played = {county.name for county in words.on.counties if county.in_play}
    assert lines.keys() == played
    for county, line in lines.items():
        row = next(row for row in rows("counties.csv") if row["county"] == county)
        beside = re.search(rf" {row['tax']} +{row['grain']}  (.*)", line)
        assert beside, line
        said = re.sub(r"Fm\. (\w+)", r"Fm._\1", beside[1]).split()
        met = [find_entry(words, each.replace("_", " ")) for each in said]
        names = {each.text.partition(". A county")[0] if "another" in each.kind else each.name
                 for each in met}  # fmt: skip
        assert names == neighbours(county) & played


def test_the_map_tells_who_holds_what() -> None:
    table = Table(3).county(1, "Altmark", 12, "palaces", markers=1)
    state = table.county(0, "Neumark", 2, "palaces").state()
    lines = map_lines(state)
    assert lines["Altmark"].split()[:3] == ["1:12", "P.", "!"]
    assert lines["Anhalt"].split()[0] == "-"
    shown = state.game.words.map(state.view(2))
    assert "Brandenburg  palaces 0:1 1:1\n" in shown


def test_a_crowded_map_fits_the_terminal() -> None:
    built = led_table(at=["Sächs. Lande"], season=2, year=1)
    kinds = ("palaces", "churches", "trading_posts")
    built.county(0, "Sächs. Lande", 20, *kinds, markers=4).county(0, "Böhmen", 10, *kinds)
    built.fields["honoured"] = [["Sächs. Lande"], [], []]
    built.fields["statues"] = {"Sächs. Lande": 5}
    state = built.state()
    assert "!!!!*5s0" in map_lines(state)["Sächs. Lande"]
    assert max(map(len, state.game.words.map(state.view(0)).splitlines())) <= 80


@pytest.mark.slow
@every_game
def test_no_line_of_a_board_breaks_in_a_name(options: Options) -> None:
    game = game_of(options)
    cut = [name.split(" ")[0] for name in game.words.on.names if "." in name]
    cut += [f"{name.split('-')[0]}-" for name in game.words.on.names if "-" in name]
    for state in steps(game, seed=2):
        for line in state.board().splitlines():
            assert not line.endswith(tuple(cut)), line
