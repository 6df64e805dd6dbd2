"""Wallenstein: the data folder, its errors, its sources, and the options."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from conformance.walks import Walk

from eminence import engines
from eminence.engines.kit.tables import SOURCES
from eminence.engines.wallenstein.numbers import DATA, FILES, read, sources
from eminence.engines.wallenstein.state import Phase

Edit = tuple[str, str, str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A user's own copy of the data."""
    return Path(shutil.copytree(DATA, tmp_path / "my_wallenstein"))


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_the_board_adds_up() -> None:
    """Totals of the 45 printed cards, with and without those of three players."""
    for players, totals in ((3, (178, 111, 71)), (4, (216, 135, 88)), (5, (216, 135, 88))):
        used = [c for c in read(DATA, players).counties if c.in_play]
        assert tuple(sum(c[i] for c in used) for i in (2, 3, 4)) == totals
    assert len(read(DATA, 3).borders) == 114


def test_borders_that_are_short_and_corners_that_are_none() -> None:
    board = read(DATA, 5)
    pairs = {frozenset((board.names[a], board.names[b])) for a, b in board.borders}
    for a, b in (("Neumark", "Schlesien"), ("Anhalt", "Kursachsen"), ("Altmark", "Vorpommern")):
        assert {a, b} in pairs
    for a, b in (("Erzbm. Köln", "Erzbm. Trier"), ("Baden", "Augsburg"), ("Passau", "Salzburg")):
        assert {a, b} not in pairs


BAD_DATA: list[tuple[Edit, str]] = [
    (
        ("counties.csv", "county,region", "name,region"),
        "counties.csv, header, county: missing column",
    ),
    (
        ("counties.csv", "Altmark,Brandenburg,6", "Altmark,Brandenburg,many"),
        "counties.csv, row 1, tax: expected a whole number",
    ),
    (
        ("counties.csv", "Altmark,Brandenburg", "Altmark,Preussen"),
        "counties.csv, row 1, region: unknown 'Preussen'",
    ),
    (
        ("counties.csv", "Bremen,", "Altmark,"),
        "counties.csv, row 2, county: 'Altmark' again, after row 1",
    ),
    (
        ("counties.csv", "Altmark,Brandenburg,6,2,2", "Altmark,Brandenburg,6,2,4"),
        "counties.csv, row 1, sites: expected a whole number from",
    ),
    (
        ("borders.csv", "Altmark,Anhalt", "Altmark,Altmark"),
        "borders.csv, row 1, other: 'Altmark': expected two different ones",
    ),
    (("borders.csv", "Altmark,Anhalt", "Altmark,Rom"), "borders.csv, row 1, other: unknown 'Rom'"),
    (("supply.csv", "1,1,1", "2,1,1"), "supply.csv, row 1, unsupplied: 2: the chart begins with 1"),
    (("supply.csv", "3,2,2", "2,2,2"), "supply.csv, row 3, unsupplied: 2 is not above 2"),
    (
        ("groups.csv", "1,5,5", "1,6,5"),
        "lineups.csv, armies: 4 players, seat A has [2, 2, 2, 3, 3, 4, 4, 5]",
    ),
    (
        ("lineups.csv", "4,A,Lüneburg,5", "4,A,Oberösterreich,5"),
        "lineups.csv, row 36, county: Oberösterreich is not in play, or is taken already",
    ),
    (("lineups.csv", "4,A,", "4,E,"), "lineups.csv, row 28, seat: unknown 'E'"),
    (("events.csv", "tax_cap", "tax_lid"), "events.csv, row 8, effect: unknown 'tax_lid'"),
    (("actions.csv", "palace,3", "castle,3"), "actions.csv, row 1, action: expected 'palace'"),
    (("rules.toml", "4 = 15", "4 = 400"), "rules.toml, [thalers], 4: expected a whole number from"),
    (
        ("rules.toml", "4 = 15", "4 = 250"),
        "rules.toml, [thalers], 4: more than 255 may be collected",
    ),
    (
        ("rules.toml", "armies = 62", "armies = 25"),
        "rules.toml, [cubes], armies: 25, but 25 are deployed and 7 dropped",
    ),
    (
        ("rules.toml", "revolt_markers = 42", "revolt_markers = 20"),
        "rules.toml, [tiles], revolt_markers: a year can need 24",
    ),
    (
        ("rules.toml", "[0, 1, 2, 3, 4]", "[0, 1, 2, 3]"),
        "rules.toml, [cards], money: expected [0, 1, 2, 3, 4]",
    ),
    (
        ("tower.toml", "[2, 3]          # a cube", "[3, 2]          # a cube"),
        "tower.toml, [independent], fresh_out: expected a fraction such as [2, 3]",
    ),
    (("tower.toml", "loosened", "loosed"), "tower.toml, [density], loosened: missing"),
    (("favors.csv", "2,thalers,3", "3,thalers,3"), "favors.csv, row 2, card: expected 2, got 3"),
    (("favors.csv", "2,thalers", "2,gold"), "favors.csv, row 2, effect: unknown 'gold'"),
    (
        ("favors.csv", "2,thalers,3", "2,thalers,many"),
        "favors.csv, row 2, amount: expected a whole number",
    ),
    (
        ("favors.csv", "2,thalers,3", "2,grain,90"),
        "favors.csv, row 2, amount: expected a whole number from 0 to 20, got 90",
    ),
    (
        ("court.toml", "[4, 3, 2]", "[2, 3, 4]"),
        "court.toml, [court], spaces: expected 3 numbers that do not rise",
    ),
    (
        ("court.toml", "[3, 2, 1]", "[3, 2]"),
        "court.toml, [court], convert: expected 3 numbers that do not rise",
    ),
    (
        ("court.toml", "courtiers = 7", "courtiers = 0"),
        "court.toml, [court], courtiers: expected a whole number from",
    ),
    (
        ("court.toml", "tower_cards = 3", "tower_cards = 4"),
        "court.toml, [court], tower_cards: expected a whole number from 3 to 3, got 4",
    ),
    (
        ("region_cards.csv", "4,6,2,3,1", "5,6,2,3,1"),
        "region_cards.csv, row 4, card: expected 4, got 5",
    ),
    (
        ("region_cards.csv", "1,0,0,0,0", "1,1,0,0,0"),
        "region_cards.csv, row 1, card: the card that lies on top at the start brings nothing",
    ),
    (
        ("region_cards.csv", "2,2,0,1,0", "2,2,0,99,0"),
        "region_cards.csv, row 2, armies: expected a whole number from 0 to 12, got 99",
    ),
    (("region_cards.csv", "1,0,0,0,0,rulebook\n", ""), "region_cards.csv: 3 rows, expected 4"),
    (
        ("leaders.toml", "regions_needed = 4", "regions_needed = 6"),
        "leaders.toml, [region_cards], regions_needed: expected a whole number from 1 to 5",
    ),
    (
        ("leaders.toml", '"palace" = 1', '"palace" = 4'),
        "leaders.toml, [leader], palace: 4 less than the price of 3",
    ),
    (("leaders.toml", '"grain" = 1', '"rain" = 1'), "leaders.toml, [leader], grain: missing"),
    (
        ("leaders.toml", "tokens = 6", "tokens = 5"),
        "leaders.toml, [statues], tokens: a game can need 6",
    ),
]


@pytest.mark.parametrize(("change", "said"), BAD_DATA, ids=[said for _, said in BAD_DATA])
def test_errors_name_file_row_and_field(folder: Path, change: Edit, said: str) -> None:
    edit(folder, *change)
    with pytest.raises(engines.BadData) as caught:
        engines.load("wallenstein", players=4, data=folder)
    assert str(caught.value).startswith(said), str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_county_out_of_reach_is_named(folder: Path) -> None:
    path = folder / "borders.csv"
    lines = [line for line in path.read_text("utf-8").splitlines() if "Bremen" not in line]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(engines.BadData, match=r"borders\.csv, county: .* cannot be reached"):
        engines.load("wallenstein", players=4, data=folder)
    # Three players do not use it.
    engines.load("wallenstein", players=3, data=folder)


def test_a_missing_file_is_named(folder: Path) -> None:
    for file in FILES:
        text = (folder / file).read_bytes()
        (folder / file).unlink()
        with pytest.raises(engines.BadData, match=file):
            engines.load("wallenstein", data=folder)
        (folder / file).write_bytes(text)
    with pytest.raises(engines.BadData, match="is no folder"):
        engines.load("wallenstein", data=folder / "none")


def test_own_numbers_make_another_game_beside_ours(folder: Path) -> None:
    edit(folder, "rules.toml", "3 = 18", "3 = 30")
    ours, theirs = engines.load("wallenstein"), engines.load("wallenstein", data=folder)
    assert ours.fingerprint != theirs.fingerprint
    assert ours.root().data["thalers"][0] == 18
    assert theirs.root().data["thalers"][0] == 30
    for game in (ours, theirs, ours):
        state = game.root()
        state.playout(3)
        assert state.over


def test_own_favor_cards_replace_the_reconstructed_ones(folder: Path) -> None:
    edit(folder, "favors.csv", "2,thalers,3", "2,thalers,4")
    game = engines.load("wallenstein", data=folder, court="on")
    assert game.words.court.favor(2) == "favor 2 (4 Thalers)"
    reconstructed = {
        line.entry
        for line in sources()
        if line.file == "favors.csv" and line.source.startswith("reconstructed")
    }
    amounts = (2, 3, 5, 6, 8, 9, 13, 14, 15, 16, 19, 20)
    assert reconstructed == {f"{number} amount" for number in amounts}


def all_alike(folder: Path, effect: str, amount: int) -> None:
    """Give every favor card the same effect."""
    lines = (DATA / "favors.csv").read_text("utf-8").splitlines()
    for i in range(1, len(lines)):
        number, _, _, *rest = lines[i].split(",")
        lines[i] = ",".join([number, effect, str(amount), *rest])
    (folder / "favors.csv").write_text("\n".join(lines) + "\n", "utf-8")


def test_favor_cards_that_bring_too_much_are_named(folder: Path) -> None:
    for gift in ("grain", "points"):
        all_alike(folder, gift, 20)
        with pytest.raises(engines.BadData, match=rf"favors\.csv, amount: .* 127 {gift}"):
            engines.load("wallenstein", data=folder)


def test_an_event_can_be_removed_once(folder: Path) -> None:
    """With several such cards in a round a second one does nothing."""
    all_alike(folder, "cancel_event", 0)
    game = engines.load("wallenstein", data=folder, court="on")
    removed = asked = 0
    for seed in range(4):
        for state in Walk(game, seed):
            game.from_bytes(state.to_bytes())
            gone = state.data["event"] == 1 + len(game.words.on.events)
            removed += gone
            asked += state.data["phase"] == Phase.USE_FAVOR
            assert not (gone and state.data["phase"] == Phase.USE_FAVOR)
    assert removed
    assert asked


def test_every_number_has_a_source() -> None:
    lines = sources()
    assert {line.file for line in lines} == set(FILES)
    assert all(line.source.split(":")[0] in SOURCES for line in lines)
    by_entry = {(line.file, line.entry): line for line in lines}
    assert by_entry["counties.csv", "Burgund tax"].value == "7"
    assert by_entry["rules.toml", "thalers 3"].source == "rulebook"
    assert by_entry["tower.toml", "density loosened"].source.startswith("reconstructed")


def test_options_are_offered_and_refused_in_one_line() -> None:
    for options, said in (
        ({"players": 2}, "unknown option players=2: choose 3, 4 or 5"),
        ({"setup": "own"}, "unknown option setup='own': choose default or draft"),
        ({"tower": "real"}, "unknown option tower='real': choose independent or density"),
        ({"court": "yes"}, "unknown option court='yes': choose off or on"),
        ({"regions": True}, "unknown option regions=True: choose off or on"),
        ({"leaders": 1}, "unknown option leaders=1: choose off or on"),
    ):
        with pytest.raises(engines.BadOption, match=said):
            engines.load("wallenstein", **options)
