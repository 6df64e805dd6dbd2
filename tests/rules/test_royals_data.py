"""Royals: the data folder, its errors, its sources, and the options."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from eminence import engines
from eminence.engines.kit.guidance_file import weights
from eminence.engines.royals.numbers import DATA, FILES, SHEETS, read, sources

Edit = tuple[str, str, str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A user's own copy of the data."""
    return Path(shutil.copytree(DATA, tmp_path / "my_royals"))


def edit(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


BAD_DATA: list[tuple[Edit, str]] = [
    (("cities.csv", "city,country", "town,country"), "cities.csv, header, city: missing column"),
    (("cities.csv", "bonus,source", "source,bonus_2"), "cities.csv, header, bonus: missing"),
    (("cards.csv", ",removed_3,", ",removed,"), "cards.csv, header, removed_3: missing column"),
    (
        ("periods.csv", "second,source\n", "second,source,note\n"),
        "periods.csv, header, note: unknown column",
    ),
    (("cities.csv", "Paris,France,8", "Paris,France,many"), "cities.csv, row 1, bonus: expected"),
    (
        ("cities.csv", "Paris,France,8", "Paris,France,-1"),
        "cities.csv, row 1, bonus: expected a whole number",
    ),
    (("cities.csv", "Paris,France,8", "Paris,France"), "cities.csv, row 1, bonus_source: 5 cel"),
    (("cities.csv", "Paris,France", "Paris,Poland"), "cities.csv, row 1, country: unknown 'Pol"),
    (("cities.csv", "Nantes", "paris"), "cities.csv, row 2, city: 'paris' again, after row 1"),
    (("cities.csv", "Nantes", ""), "cities.csv, row 2, city: expected a word"),
    (
        ("cities.csv", "Paris,France,8,reconstructed", "Paris,France,8,guessed"),
        "cities.csv, row 1, source: unknown source 'guessed': begin with rulebook",
    ),
    (
        ("cities.csv", "public: http://www.gamesweplay.de/royals.html", "public: a web page"),
        "cities.csv, row 6, source: 'public: a web page' needs an address",
    ),
    (("positions.csv", "Paris,King", "Rome,King"), "positions.csv, row 1, city: unknown 'Rome'"),
    (("positions.csv", "Paris,King", "Paris,Queen"), "positions.csv, row 1, title: unknown 'Qu"),
    (
        ("positions.csv", "Nantes,Countess", "Nantes,Cardinal"),
        "positions.csv, row 3, title: 'Cardinal' again, after row 2",
    ),
    (
        ("positions.csv", "Paris,King,4,reconstructed,reconstructed\n", ""),
        "positions.csv, city: Paris has no position",
    ),
    (("titles.csv", "King,8,16,8", "King,8,16,7"), "titles.csv, row 7, half: 7 is not half of"),
    (("titles.csv", "King,8,16,8", "King,8,14,7"), "titles.csv, row 7, points: 14 is not above"),
    (("titles.csv", "King,8,16,8", "King,6,16,8"), "titles.csv, row 7, cost: 6 is not above"),
    (
        ("titles.csv", "King,8,16,8", "King,16,16,8"),
        "titles.csv, row 7, cost: expected a whole number",
    ),
    (("countries.csv", "France,12,6", "France,5,6"), "countries.csv, row 1, higher: 5 is less"),
    (("countries.csv", "Britain,10,5", "France,10,5"), "countries.csv, row 3, country: 'France'"),
    (("periods.csv", "1648,France,7,4", "1648,France,3,4"), "periods.csv, row 1, first: 3 is les"),
    (("periods.csv", "1648,Spain", "1648,France"), "periods.csv, row 4, country: 'France' again"),
    (("periods.csv", "1714,Spain", "1750,Spain"), "periods.csv, row 12, period: unknown '1750'"),
    (("periods.csv", "1714,Spain,8,4,reconstructed\n", ""), "periods.csv: 11 rows, expected 12"),
    (("cards.csv", "France,31,11,9", "France,31,11,32"), "cards.csv, row 1, removed_3: more than"),
    (
        (
            "cards.csv",
            "France,31,11,9,6,0,rulebook\nabacusspiele,German States,26,9,8",
            "France,31,11,31,6,0,rulebook\nabacusspiele,German States,26,9,26",
        ),
        "cards.csv, abacusspiele, removed_3: leaves 29 Country cards, choose 43 to 255",
    ),
    (("intrigue.csv", "Britain,Spain,4", "Britain,Britain,4"), "intrigue.csv, row 6, other: 'Brit"),
    (("intrigue.csv", "France,Spain,4", "France,Spain,x"), "intrigue.csv, row 3, cards: expected"),
    (
        ("rules.toml", "country_cards = 12", "country_cards = 13"),
        "rules.toml, [hand_limit], country_cards: limit and draw together",
    ),
    (
        ("rules.toml", "intrigue_cards = 4", 'intrigue_cards = "four"'),
        "rules.toml, [hand_limit], intrigue_cards: expected a whole number from",
    ),
    (
        ("rules.toml", "country_cards = 3 ", "country_cards = 4 "),
        "rules.toml, [draw], country_cards: 4 is more than a display of 3",
    ),
    (("rules.toml", "[king]", "[queen]"), "rules.toml, king: missing"),
    (("rules.toml", "[king]", "[moon]\nx = 1\n[king]"), "rules.toml, moon: unknown"),
    (("rules.toml", "[draw]\n", "[draw]\nsize = 2\n"), "rules.toml, [draw], size: unknown"),
    (("rules.toml", "[draw]", "[draw"), "rules.toml: not TOML"),
    (
        ("rules.toml", '"1714"]', '"1680"]'),
        "rules.toml, [periods], names: expected 3 different periods",
    ),
    (
        ("editions.toml", "3 = [1, 2, 3]", "3 = [1, 2]"),
        "editions.toml, [abacusspiele.first_turn], 3: 2 entries for 3 players",
    ),
    (
        ("editions.toml", "3 = [1, 2, 3]", "3 = [1, 2, 4]"),
        "editions.toml, [abacusspiele.first_turn], 3: expected a whole number from",
    ),
    (
        ("editions.toml", "3 = [16, 12, 8]", "3 = [8, 12, 16]"),
        "editions.toml, [abacusspiele.house_bonus], 3: expected the highest marker first",
    ),
    (
        ("editions.toml", "3 = [16, 12, 8]", "3 = [16, 12, 8, 4]"),
        "editions.toml, [abacusspiele.house_bonus], 3: choose at most 3",
    ),
    (
        ("editions.toml", "ends_on_empty_pile = false", "ends_on_empty_pile = 0"),
        "editions.toml, [abacusspiele.period], ends_on_empty_pile: expected true or false",
    ),
    (
        ("editions.toml", "grey = 36", "grey = 300"),
        "editions.toml, [abacusspiele.cubes], grey: expected a whole number from",
    ),
    (
        ("editions.toml", '3 = ["grey", "purple", "orange"]', '3 = ["grey", "pink", "orange"]'),
        "editions.toml, [abacusspiele.colours], 3: unknown colour 'pink'",
    ),
    (
        ("editions.toml", '3 = ["grey", "purple", "orange"]', '3 = ["grey", "grey", "orange"]'),
        "editions.toml, [abacusspiele.colours], 3: colour 'grey' twice",
    ),
    (
        ("guidance.toml", "\ncard = ", '\ncard = "x" #'),
        "guidance.toml, [weights], card: expected a",
    ),
    (
        ("guidance.toml", "\ncard = ", "\ncard = nan #"),
        "guidance.toml, [weights], card: expected a",
    ),
    (("guidance.toml", "\ncard = ", "\ncart = "), "guidance.toml, [weights], card: missing"),
    (
        ("guidance.toml", "\ncard = ", "\ncart = 1\ncard = "),
        "guidance.toml, [weights], cart: unknown",
    ),
    (("guidance.toml", 'source = "house"', ""), "guidance.toml, source: missing"),
]


@pytest.mark.parametrize(("change", "message"), BAD_DATA, ids=[m for _, m in BAD_DATA])
def test_bad_data_names_file_row_and_field(folder: Path, change: Edit, message: str) -> None:
    edit(folder, *change)
    with pytest.raises(engines.BadData) as error:
        engines.load("royals", data=folder)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(engines.BadData, match=rf"^{re.escape(file)}: missing"):
        engines.load("royals", data=folder)


@pytest.mark.parametrize(("file", "columns"), [(s.file, s.columns) for s in SHEETS])
def test_every_missing_column_is_named(folder: Path, file: str, columns: tuple[str, ...]) -> None:
    header, rest = (folder / file).read_text().split("\n", 1)
    for column in columns:
        renamed = ",".join("unheard_of" if c == column else c for c in header.split(","))
        (folder / file).write_text(f"{renamed}\n{rest}")
        with pytest.raises(engines.BadData, match=f"^{file}, header, {column}: missing"):
            engines.load("royals", data=folder)


def test_a_file_that_is_no_text(folder: Path) -> None:
    (folder / "cities.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(engines.BadData, match=r"^cities\.csv: not UTF-8"):
        engines.load("royals", data=folder)


def test_an_empty_file(folder: Path) -> None:
    (folder / "cities.csv").write_text("")
    with pytest.raises(engines.BadData, match=r"^cities\.csv, header, city: missing"):
        engines.load("royals", data=folder)


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(engines.BadData, match="is no folder"):
        engines.load("royals", data=tmp_path / "nowhere")


@pytest.mark.parametrize(("digits", "message"), [(5000, "cost: expected"), (200_000, "CSV")])
def test_a_monstrous_number(folder: Path, digits: int, message: str) -> None:
    path = folder / "titles.csv"
    path.write_text(path.read_text().replace("Marshal,1,", f"Marshal,{'9' * digits},"))
    with pytest.raises(engines.BadData, match=rf"titles\.csv.*{message}"):
        read(folder, 3, "abacusspiele", 3)


def test_too_many_cities(folder: Path) -> None:
    with (folder / "cities.csv").open("a") as file:
        file.write("Rome,Spain,1,house,house,house\n")
    with pytest.raises(engines.BadData, match=r"^cities\.csv: 17 rows, expected 1 to 16"):
        engines.load("royals", data=folder)


def test_too_many_positions(folder: Path) -> None:
    with (folder / "positions.csv").open("a") as file:
        for title in ("Marshal", "Baron", "Countess", "Duke"):
            file.write(f"Paris,{title},1,house,house\n")
    with pytest.raises(engines.BadData, match=r"^positions\.csv: 33 rows, expected 1 to"):
        engines.load("royals", data=folder)


def test_city_bonuses_must_break_period_ties(folder: Path) -> None:
    edit(folder, "cities.csv", "Marseille,France,4", "Marseille,France,3")
    with pytest.raises(engines.BadData, match=r"^positions\.csv, row 7, title: Marseille and D"):
        engines.load("royals", data=folder)


def test_too_few_intrigue_cards(folder: Path) -> None:
    text = (folder / "intrigue.csv").read_text()
    (folder / "intrigue.csv").write_text(text.replace(",4,", ",2,"))
    with pytest.raises(engines.BadData, match=r"^intrigue\.csv, cards: 12 Intrigue cards, choose"):
        engines.load("royals", data=folder)


def test_a_country_without_a_city(folder: Path) -> None:
    text = (folder / "cities.csv").read_text()
    (folder / "cities.csv").write_text(text.replace(",Britain,", ",Spain,"))
    with pytest.raises(engines.BadData, match=r"^cities\.csv, country: no city lies in Britain"):
        engines.load("royals", data=folder)


# --- a user's own folder ---


def test_own_data_is_another_game(folder: Path) -> None:
    ours, same = engines.load("royals"), engines.load("royals", data=folder)
    assert ours == same
    edit(folder, "cities.csv", "Paris,France,8", "Paris,France,9")
    theirs = engines.load("royals", data=folder)
    assert theirs != ours
    assert read(folder, 3, "abacusspiele", 3).cities[0].bonus == 9


def test_rows_may_come_in_any_order(folder: Path) -> None:
    for file in ("positions.csv", "periods.csv", "cards.csv", "intrigue.csv"):
        header, *rows = (folder / file).read_text().splitlines()
        (folder / file).write_text("\n".join([header, *reversed(rows)]) + "\n")
    for edition in ("abacusspiele", "arcane_wonders"):
        assert read(folder, 4, edition, 3) == read(DATA, 4, edition, 3)


def test_weights_come_in_the_order_of_the_rules(folder: Path) -> None:
    ours = engines.load("royals").weights
    path = folder / "guidance.toml"
    head, rest = path.read_text().split("[weights]\n")
    rows, tail = rest.split("\n\n", 1)
    turned = "\n".join(reversed(rows.splitlines()))
    path.write_text(f"{head}[weights]\n{turned}\n\n{tail}")
    assert list(engines.load("royals", data=folder).weights.items()) == list(ours.items())
    assert weights(folder, tuple(ours)) == ours


# --- sources ---

PRINTED = {
    "cards.csv": {"rulebook"},
    "intrigue.csv": {"rulebook"},
    "rules.toml": {"rulebook"},
    "periods.csv": {"reconstructed"},
}


def test_every_number_has_a_line_with_its_source() -> None:
    lines = sources()
    for file in FILES:
        assert [line for line in lines if line.file == file]
    assert len({(line.file, line.entry) for line in lines}) == len(lines)
    for file, kinds in PRINTED.items():
        assert {line.source for line in lines if line.file == file} == kinds
    found = {(line.file, line.entry): line for line in lines}
    assert found["titles.csv", "King cost"].value == "8"
    assert found["titles.csv", "King cost"].source.startswith("public: https://")
    assert found["titles.csv", "King points"].source == "reconstructed"
    assert found["positions.csv", "Dijon Baron influence"].source.startswith("rulebook")
    duke = found["positions.csv", "Dijon Duke"]
    assert (duke.value, duke.source) == ("position", "reconstructed")
    assert found["cities.csv", "Munich country"].source == "derived"
    assert found["editions.toml", "abacusspiele.colours 2"].source == "rulebook"
    assert found["editions.toml", "abacusspiele.colours 3"].source.startswith("house")
    assert found["editions.toml", "arcane_wonders.first_turn 3"].value == "1, 1, 2"


def test_no_city_country_or_period_value_claims_to_be_printed() -> None:
    invented = re.compile(r"^(cities.csv .* bonus|countries.csv .* (higher|lower)|periods.csv .*)$")
    for line in sources():
        if invented.match(f"{line.file} {line.entry}"):
            assert line.source == "reconstructed"


def test_sources_of_a_bad_folder_are_refused(folder: Path) -> None:
    edit(folder, "cards.csv", "arcane_wonders,Spain,20,5,4,3,0", "arcane_wonders,Spain,20,5,4,3")
    with pytest.raises(engines.BadData, match=r"^cards\.csv, row 8"):
        sources(folder)


# --- facts that the rulebooks and public sources state ---


def test_the_board_fits_what_is_known_of_the_printed_one() -> None:
    board = read(DATA, 3, "abacusspiele", 3)
    assert [sum(c.country == i for c in board.cities) for i in range(4)] == [5, 4, 3, 4]
    assert [sum(p.title == t for p in board.positions) for t in range(7)] == [4, 5, 4, 4, 4, 4, 4]
    assert len(board.positions) == 29
    assert {sum(p.city == i for p in board.positions) for i in range(16)} == {1, 2}
    kings = [board.cities[p.city].country for p in board.positions if p.title == 6]
    assert sorted(kings) == [0, 1, 2, 3]
    princesses = [board.cities[p.city].country for p in board.positions if p.title == 5]
    assert princesses.count(0) == 2
    assert princesses.count(3) == 0
    assert {"Dijon Baron", "Cologne Cardinal", "Cologne Baron", "Madrid King"} <= set(
        board.position_names
    )
    assert {"Valencia Duke", "Valencia Marshal"} <= set(board.position_names)
    assert (board.hand_limit, board.intrigue_limit, board.draw) == (12, 4, 3)
    assert (board.wild, board.intrigue_wild, board.king_intrigue) == (3, 2, 2)


# --- options ---


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 7}, "unknown option players=7: choose 2, 3, 4 or 5"),
        ({"edition": "abacus"}, "edition='abacus': choose abacusspiele or arcane_wonders"),
        ({"display": 5}, "unknown option display=5: choose 3 or 4"),
        ({"colour": "red"}, "unknown option colour='red': royals has players, edition"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(engines.BadOption, match=message):
        engines.load("royals", **options)


def test_default_options() -> None:
    assert engines.load("royals").options == {
        "players": 3,
        "edition": "abacusspiele",
        "display": 3,
        "more_cubes": "fewest",
    }
