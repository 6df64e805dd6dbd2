"""Tournaments: their line-ups, schedules, tables and files."""

from __future__ import annotations

import pytest

from eminence import engines, experiments
from eminence.experiments.games.block import play_block
from eminence.experiments.tournament import lineups_of

LOCAL = experiments.Place(local=True)
LADDER = """
blocks = 3
seed = 4
schedule = "full"

[agents]
good = "flat:iterations=100"
bad = "random"

[[games]]
name = "tic_tac_toe"

[[games]]
name = "kuhn_poker"
players = [2, 3]
"""


@pytest.fixture
def ladder(tmp_path):
    file = tmp_path / "ladder.toml"
    file.write_text(LADDER)
    return file


def test_every_table_of_different_agents_is_a_line_up():
    assert lineups_of(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert lineups_of(["a", "b", "c", "d"], 3) == [
        ("a", "b", "c"),
        ("a", "b", "d"),
        ("a", "c", "d"),
        ("b", "c", "d"),
    ]


def test_few_agents_sit_at_a_table_twice():
    assert lineups_of(["a", "b"], 3) == [("a", "a", "b"), ("a", "b", "b")]


def test_a_ladder_from_a_file(ladder):
    tables = experiments.Tournament.from_toml(ladder).run(LOCAL).tables()
    assert list(tables) == [
        f"{game}: {kind}"
        for game in ("tic_tac_toe (players=2)", "kuhn_poker (players=2)", "kuhn_poker (players=3)")
        for kind in ("ratings", "pairs")
    ]
    first = tables["tic_tac_toe (players=2): ratings"]
    assert first["agent"] == ["good", "bad"]
    assert first["games"] == [6, 6]
    assert first["elo"][0] > 0 > first["elo"][1]
    assert tables["kuhn_poker (players=3): ratings"]["games"] == [18, 18]
    assert list(tables["tic_tac_toe (players=2): pairs"])[-1] == "p_Holm"


def test_people_who_wait_hear_who_leads():
    agents = {"good": "flat:iterations=50", "bad": "random"}
    planned = experiments.Tournament(agents, [engines.load("tic_tac_toe")], blocks=3)
    blocks = [play_block(job.game, job.lineup, job.seed) for job in next(planned.plan())]
    assert planned.estimate(blocks).startswith("good leads, % of a fair share ")


def test_no_two_line_ups_share_their_luck():
    agents = {"a": "random:seed=1", "b": "random:seed=2", "c": "random:seed=3"}
    planned = experiments.Tournament(agents, [engines.load("tic_tac_toe")], blocks=5)
    seeds = [job.seed for job in next(planned.plan())]
    assert len(set(seeds)) == len(seeds) == 15


@pytest.mark.slow
def test_an_adaptive_schedule_gives_more_blocks_to_close_pairs():
    """Two agents alike, a third far behind: most blocks go to the two."""
    game = engines.load("tic_tac_toe")
    agents = {
        "one": "flat:iterations=60,seed=1",
        "two": "flat:iterations=60,seed=2",
        "none": "random",
    }
    planned = experiments.Tournament(agents, [game], blocks=20, schedule="adaptive")
    found = planned.run(LOCAL)
    pairs = found.tables()["tic_tac_toe (players=2): pairs"]
    games = {
        frozenset(names): n
        for *names, n in zip(pairs["first"], pairs["second"], pairs["games"], strict=True)
    }
    assert sum(games.values()) == 3 * 20 * 2
    assert games[frozenset({"one", "two"})] > 2 * max(
        games[frozenset({"one", "none"})], games[frozenset({"two", "none"})]
    )
    assert found.tables() == planned.run(LOCAL).tables()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("blocks = 3", "block = 3", "unknown field 'block': choose agents"),
        ("blocks = 3", "blocks = 0", "blocks: expected a whole number from 1 up, got 0"),
        ('"full"', '"swiss"', "schedule='swiss': choose full or adaptive"),
        ('"random"', '"flat:iterations=100"', "agents good and bad are both flat"),
        ('"random"', '"nobody"', "unknown agent 'nobody'"),
        ("players = [2, 3]", "players = [9]", r"game 2: .*players=9"),
        ('name = "tic_tac_toe"', "", "game 1: name is missing"),
        ("[agents]", "[agents", "ladder.toml: "),
    ],
)
def test_mistakes_in_a_file_are_named(ladder, old, new, message):
    ladder.write_text(LADDER.replace(old, new))
    with pytest.raises(engines.BadData, match=message) as raised:
        experiments.Tournament.from_toml(ladder)
    assert str(ladder) in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_missing_file_is_one_line(tmp_path):
    with pytest.raises(engines.BadData, match=r"none\.toml: No such file"):
        experiments.Tournament.from_toml(tmp_path / "none.toml")
