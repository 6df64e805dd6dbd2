"""What games declare of their data folders, on a folder of two small files."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

from eminence.cython_ext.errors import BadData
from eminence.engines.kit.sheets import (
    Sheet,
    Toml,
    choice,
    declared,
    folder_sources,
    grid,
    names_of,
    number,
    reached,
)

TOWNS = Sheet("towns.csv", "town", "size+ kind", (1, 3), "town")
ROADS = Sheet("towns.csv", "town other", "")
RULES = Toml("rules.toml")


@dataclass(frozen=True, kw_only=True)
class Board:
    hand: int = RULES.number("cards.hand", 1, 9)
    prices: tuple[int, ...] = RULES.each("prices", ("house", "wall"))
    towns: tuple[object, ...] = ()
    town_names = names_of("towns")


def write(folder: Path, towns: str, rules: str = "") -> Path:
    (folder / "towns.csv").write_text(towns)
    (folder / "rules.toml").write_text(rules)
    return folder


def said(folder: Path, towns: str, **how: object) -> str:
    with pytest.raises(BadData) as caught:
        TOWNS.read(write(folder, f"town,size,kind,source,size_source\n{towns}"), **how)
    return str(caught.value)


def test_rows_are_read_by_the_readers_of_their_columns(tmp_path: Path) -> None:
    write(tmp_path, "kind,town,size,source,size_source\nport,Ghent,4,house,rulebook\n")
    (row,) = TOWNS.read(tmp_path, size=number(1, 4), kind=choice(("inland", "port")))
    assert row.cells == ("Ghent", 4, 1)
    assert row["size"] == 4
    lines = [
        (line.entry, line.value, line.source) for line in folder_sources(tmp_path, [TOWNS], [])
    ]
    assert ("Ghent", "town", "house") in lines
    assert ("Ghent size", "4", "rulebook") in lines


def test_what_is_wrong_names_file_row_and_column(tmp_path: Path) -> None:
    row = "Ghent,4,1,house,house\n"
    assert said(tmp_path, "") == "towns.csv: 0 rows, expected 1 to 3"
    assert said(tmp_path, row * 2) == "towns.csv, row 2, town: 'Ghent' again, after row 1"
    assert (
        said(tmp_path, row, order={"kind": count(2)}) == "towns.csv, row 1, kind: expected 2, got 1"
    )
    expected = "towns.csv, row 1, town: expected 'Bruges', got 'Ghent'"
    assert said(tmp_path, row, order={"town": ["Bruges"]}) == expected
    assert said(tmp_path, row, size=number(5, 9)).startswith("towns.csv, row 1, size: expected a")
    assert str(TOWNS.fail("size", "too few")) == "towns.csv, size: too few"


@pytest.mark.parametrize(
    ("second", "message"), [("a,a", "'a': expected two different ones"), ("b,a", "each pair once")]
)
def test_pairs_join_two_names_once(tmp_path: Path, second: str, message: str) -> None:
    write(tmp_path, "town,other,source\nc,a,house\na,b,house\n")
    assert [*ROADS.pairs(tmp_path, "abc")] == [(0, 2), (0, 1)]
    write(tmp_path, f"town,other,source\na,b,house\n{second},house\n")
    with pytest.raises(BadData, match=message):
        ROADS.pairs(tmp_path, "abc")


def test_entries_are_fields_of_a_dataclass(tmp_path: Path) -> None:
    rules = '[cards]\nhand = 5\nsource = "house"\n[prices]\nhouse = 1\nwall = 2\nsource = "house"\n'
    values, tables = declared(write(tmp_path, "", rules), Board)
    assert values == {"hand": 5, "prices": (1, 2)}
    assert str(tables["cards"].fail("hand", "no")) == "rules.toml, [cards], hand: no"
    with pytest.raises(BadData, match=r"rules.toml, \[prices\], wall: missing"):
        declared(write(tmp_path, "", rules.replace("wall", "moat")), Board)
    with pytest.raises(BadData, match="is no folder"):
        declared(tmp_path / "nowhere", Board)


def test_grids_names_and_what_can_be_reached() -> None:
    assert grid({(a, b): 10 * a + b for a in range(2) for b in range(3)}, (2, 3))[1] == (10, 11, 12)
    assert reached(0, [(2, 3), (1, 2), (0, 1), (4, 5)]) == {0, 1, 2, 3}
    assert Board(hand=1, prices=(), towns=(town("Ghent"),)).town_names == ("Ghent",)


def town(name: str) -> object:
    return type("Town", (), {"name": name})()
