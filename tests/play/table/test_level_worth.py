"""What a level is worth at a table: only what was measured of this very game and these bots."""

import pytest

from eminence import engines
from eminence.cython_ext.version import __version__
from eminence.play.table import level_worth
from eminence.play.table.level_worth import known_worth_of, worth_of
from eminence.play.table.levels import bot_of

LINE = """
[[line]]
fingerprint = "{fingerprint}"
level = "{level}"
agent = "{agent}"
below = "{below}"
others = "{others}"
verdict = "{verdict}"
{found}
"""
GAMES = "games = 90\nwin = 0.5512"


@pytest.fixture
def stacks():
    return engines.load("stacks", players=3)


@pytest.fixture
def write(tmp_path, monkeypatch, stacks):
    """Make the data file say this of medium against easy."""

    def written(version=__version__, found=GAMES, **changed):
        entries = {
            "fingerprint": stacks.fingerprint,
            "level": "medium",
            "agent": bot_of(stacks, "medium"),
            "below": "easy",
            "others": bot_of(stacks, "easy"),
            "verdict": "H1",
            "found": found,
        }
        file, line = tmp_path / "measured.toml", LINE.format(**entries | changed)
        file.write_text(f'version = "{version}"\n{line}')
        monkeypatch.setattr(level_worth, "FILE", file)

    return written


def told(game, *levels):
    return worth_of(game, ("me", *[bot_of(game, level) for level in levels], "random"))


WON = "alone among easy bots it won 55 % of 90 games (fair: 33 %)"
UNKNOWN = "what medium is worth at this table was not measured"


@pytest.mark.parametrize(
    ("verdict", "begins"),
    [
        ("H1", "medium beats easy at this table"),
        ("H0", "medium does not beat easy at this table"),
        ("undecided", "whether medium beats easy at this table is undecided"),
        ("open", "whether medium beats easy at this table is still open"),
    ],
)
def test_a_level_is_told_with_what_it_won(stacks, write, verdict, begins):
    write(verdict=verdict)
    assert told(stacks, "medium") == [f"{begins}: {WON}"]


def test_the_lowest_level_is_told_by_the_next_one(stacks, write):
    write()
    assert told(stacks, "easy") == [
        f"easy is the lowest level; medium beats easy at this table: {WON}"
    ]


def test_every_level_at_the_table_is_told_once(stacks, write):
    write()
    assert [line.split()[0] for line in told(stacks, "medium", "easy", "medium")] == [
        "easy", "medium"
    ]  # fmt: skip
    assert worth_of(stacks, ("me", "random", "greedy")) == []


def test_chips_are_told_where_they_count(stacks, write):
    write(found="chips = -0.02")
    won = "alone among easy bots it wins -0.020 chips a hand, averaged over all deals"
    assert told(stacks, "medium") == [f"medium beats easy at this table: {won}"]


def test_an_earlier_version_is_named(stacks, write):
    write(version="0.1.0")
    assert told(stacks, "medium")[0].endswith("(fair: 33 %), says version 0.1.0")


@pytest.mark.parametrize(
    "changed",
    [
        {"agent": "ismcts:iterations=199"},
        {"others": "greedy"},
        {"below": "hard"},
        {"level": "hard"},
        {"fingerprint": "0" * 64},
    ],
)
def test_what_was_measured_of_anything_else_is_not_told(stacks, write, changed):
    write(**changed)
    assert told(stacks, "medium") == [UNKNOWN]


def test_other_options_are_another_table(write):
    write()
    assert told(engines.load("stacks", players=4), "medium") == [UNKNOWN]


def test_the_file_that_ships_can_be_read():
    """At every game's usual table, whatever was measured there."""
    for name in engines.names():
        game = engines.load(name)
        for level in ("easy", "expert"):
            (line,) = worth_of(game, ("me", bot_of(game, level)))
            assert line.startswith(f"{level} ") or f" {level} " in line


def test_pages_are_told_only_what_was_measured(write, stacks):
    write()
    seats = ("me", bot_of(stacks, "medium"), bot_of(stacks, "hard"))
    known, all_told = known_worth_of(stacks, seats), worth_of(stacks, seats)
    assert len(all_told) == 2
    assert known == all_told[:1]
    assert "not measured" not in known[0]
