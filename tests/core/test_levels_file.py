"""A game's levels.toml: for all its tables, or for some."""

import pytest

from eminence import engines
from eminence.engines.kit.levels_file import FILE, levels
from eminence.engines.kit.options import LEVELS

ALL = """[levels]
easy = "greedy"
medium = "ismcts:iterations=10"
hard = "ismcts:iterations=20"
expert = "ismcts:iterations=30"
"""
SOME = '[[some]]\nwhere = { players = [3, 4] }\nlevels = { easy = "random" }\n'


@pytest.fixture
def written(tmp_path):
    def write(text, **options):
        (tmp_path / FILE).write_text(text)
        return levels(tmp_path, options)

    return write


def test_without_a_file_there_are_none(tmp_path):
    assert levels(tmp_path, {}) == {}


def test_levels_hold_for_all_tables_and_in_their_order(written):
    assert list(written(ALL, players=2)) == list(LEVELS)


def test_some_tables_have_levels_of_their_own(written):
    assert written(ALL + SOME, players=2)["easy"] == "greedy"
    assert written(ALL + SOME, players=3) == {**written(ALL, players=3), "easy": "random"}


def test_later_ones_win(written):
    again = SOME.replace("random", "greedy:worlds=2")
    assert written(ALL + SOME + again, players=4)["easy"] == "greedy:worlds=2"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (ALL.replace("expert", "nasty"), r"levels.toml, \[levels\], expert: missing"),
        (ALL.replace('"greedy"', "1"), r"levels.toml, \[levels\], easy: expected"),
        (ALL + SOME.replace("easy", "nasty"), "nasty: no level; choose from easy, medium"),
        (ALL + SOME.replace("players", "seats"), "seats: no option of this game; choose from pl"),
        (ALL + "[[some]]\nwhere = {}\n", "levels: missing"),
    ],
)
def test_refusals_name_the_entry(written, text, message):
    with pytest.raises(engines.BadData, match=message):
        written(text, players=3)


@pytest.mark.parametrize("name", ["royals", "bruges", "wallenstein", "blood_of_kings"])
def test_the_large_games_have_levels_of_their_own(name):
    assert list(engines.load(name).levels) == list(LEVELS)
