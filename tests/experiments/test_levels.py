"""The table of levels: its lines, whose turn it is, what it says, and how it goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from benchmark_modules import benchmark

from eminence import engines, solver
from eminence.cython_ext.errors import BadData, BadOption
from eminence.experiments.games.block import Block, Rotation, play_block
from eminence.experiments.running.runner import LocalRunner, Tried, never
from eminence.experiments.storage.run_file import StoreError
from eminence.experiments.storage.store import Store
from eminence.play.table import level_worth
from eminence.play.table.level_worth import worth_of
from eminence.play.table.levels import bot_of

levels = benchmark("levels")
chips = benchmark("level_table.chips")
lines = benchmark("level_table.lines")
pace = benchmark("level_table.pace")
page = benchmark("level_table.page")
turns = benchmark("level_table.turns")

#: quick bots whose order is clear
QUICK = {
    "easy": "random",
    "medium": "ismcts:iterations=10",
    "hard": "ismcts:iterations=60",
    "expert": "pimc:player=maxn,depth=9,trees=1,samples=1,iterations=1000000",
}


@pytest.fixture
def quick(monkeypatch) -> None:
    """Levels that play their lines in a moment."""
    monkeypatch.setattr(lines, "levels_of", lambda game: QUICK)


@pytest.fixture
def places(monkeypatch, tmp_path) -> tuple[Path, Path]:
    """A page and a data file of the test's own."""
    text, data = tmp_path / "page.md", tmp_path / "measured.toml"
    text.write_text(f"before\n{page.START}old\n{page.END}after\n")
    monkeypatch.setattr(page, "PAGE", text)
    monkeypatch.setattr(level_worth, "FILE", data)
    return text, data


def run(out: Path, *flags: str) -> None:
    levels.main(["--only", "tic_tac_toe", "--out", str(out), "--processes", "1", *flags])


def results(printed: str) -> list[list[str]]:
    """The table without the seconds, which differ from run to run."""
    rows = [line.strip("|").split("|") for line in printed.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in (*row[:3], *row[5:])] for row in rows[2:]]


# --- the lines ---


@pytest.mark.slow
def test_every_table_of_every_game_has_its_lines():
    tables = lines.every_table()
    count = Counter(table.game for table in tables)
    assert {*count} == {*engines.names()}
    for name in engines.names():
        numbers = len(engines.options(name)["players"].choices)
        assert count[name] == numbers * (2 if name in ("royals", "wallenstein") else 1)
    titles = [table.title for table in tables]
    assert len({*titles}) == len(titles)
    assert {"royals 5 arcane_wonders", "wallenstein 4 court regions leaders"} <= {*titles}


@pytest.mark.slow
def test_each_level_meets_the_one_below_it():
    for table in lines.every_table():
        found = lines.lines_at(table)
        game = lines.loaded(table)
        assert [(line.level, line.below) for line in found] == [
            ("medium", "easy"), ("hard", "medium"), ("expert", "hard")
        ]  # fmt: skip
        for line in found:
            assert (line.candidate, line.others) == (
                bot_of(game, line.level), bot_of(game, line.below)
            )  # fmt: skip


def test_lower_levels_come_first(quick):
    every = [line for table in lines.every_table()[:3] for line in lines.lines_at(table)]
    height = [[*QUICK].index(line.level) for line in lines.in_turn(every)]
    assert height == [1] * 3 + [2] * 3 + [3] * 3


# --- a line's test ---


def won(number: int, line, share: float) -> tuple:
    """The line's job of that number, and a block with this win share."""
    job = lines.against(line.game, line.candidate, line.others, 1, number, 1)[0]
    game = Rotation((share, 1 - share), (1.5, 1.5), (0.0, 0.0), 5, (1, 2))
    return job, Block(job.lineup, job.seed, (game,) * 2)


@pytest.fixture
def line(quick):
    (table,) = [table for table in lines.every_table() if table.game == "tic_tac_toe"]
    return lines.lines_at(table)[0]


@pytest.mark.parametrize(
    ("shares", "verdict", "blocks"),
    [
        ([1.0] * 35, "H1", 30),
        ([0.5, 0.4] * 18, "H0", 30),
        ([1.0] * 29, "open", 29),
        # 0.5625 on average, half-way between both shares
        ([1.0, 0.125] * 75, "undecided", 150),
    ],
)
def test_a_line_says_what_its_blocks_say(tmp_path, line, shares, verdict, blocks):
    with Store(tmp_path / "one.sqlite", {}) as store:
        for number, share in enumerate(shares):
            store.add(*won(number, line, share))
        trial = lines.Trial(line, 1, store)
    assert (trial.verdict, trial.blocks) == (verdict, blocks)
    assert trial.summary.games == 2 * blocks


def test_blocks_behind_a_gap_wait(tmp_path, line):
    """Blocks count in their order, whichever arrived first."""
    with Store(tmp_path / "one.sqlite", {}) as store:
        for number in (0, 1, 3):
            store.add(*won(number, line, 1.0))
        trial = lines.Trial(line, 1, store)
        assert trial.blocks == 2
        assert [job.seed for job in trial.next_jobs(3)] == [trial.jobs[2].seed, trial.jobs[4].seed]
        store.add(*won(2, line, 1.0))
        trial.look()
        assert trial.blocks == 4


# --- whose turn it is ---


class Record(LocalRunner):
    """Plays, and notes which games were played."""

    def __init__(self) -> None:
        self.games: list[str] = []

    def run(self, jobs: Sequence, stop=never) -> Iterator[Tried]:
        for job, attempt in super().run(jobs, stop):
            self.games.append(job.game.name)
            yield job, attempt


def test_a_short_run_plays_every_game(tmp_path, monkeypatch, quick):
    """The game that has had the least time is next, so nobody waits for the slow ones."""
    names = ["connect_four", "phantom_ttt", "tic_tac_toe"]
    monkeypatch.setattr(turns, "pace_of", lambda *_: pace.Pace(1.0, 0.001, 0.001, 1, 0))
    runner = Record()
    with Store(tmp_path / "many.sqlite", {}) as store:
        tables = [table for table in lines.every_table() if table.game in names]
        every = [line for table in tables for line in lines.lines_at(table)]
        trials = [lines.Trial(line, 1, store) for line in lines.in_turn(every)]
        turn = turns.Turns(trials, turns.Books(store), store, runner, processes=1)
        for _ in names:
            trial = turn.next()
            assert trial.line.level == "medium"
            turn._turn(trial, float("inf"))
    assert sorted({*runner.games}) == names


# --- how long levels think ---


@pytest.mark.parametrize("name", ["phantom_ttt", "stacks"])
def test_a_pace_comes_from_the_games_that_were_played(name):
    """In Stacks agents also remember what they have seen."""
    game = engines.load(name, players=2)
    lineup = ("ismcts:iterations=40", "ismcts:iterations=20")
    block = play_block(game, lineup, seed=5)
    for position in (0, 1):
        found = pace.pace_of(game, [block], position)
        # The agent is the one that played: it answers as it did.
        assert found.otherwise == 0
        assert 2 <= found.moves <= 50
        assert found.asked == found.moves * 2
        assert 0 < found.seconds <= found.longest
        assert found.a_game == pytest.approx(found.moves * found.seconds)


def test_a_pace_notices_answers_that_are_not_those_of_the_file():
    game = engines.load("phantom_ttt")
    block = play_block(game, ("random", "random"), seed=5)
    other = Block(("greedy", "random"), 5, block.games)
    assert pace.pace_of(game, [other], 0).otherwise > 0


@pytest.mark.parametrize(
    ("seconds", "moves", "shown"),
    [
        (0.1, 100, ["0.100", "10.0"]),
        (0.00001, 10, ["< 0.001", "< 0.1"]),
        (0.25, 100, ["**0.250**, above 0.1", "25.0"]),
        (0.09, 20_000, ["0.090", "**1800.0**, above 1200"]),
    ],
)
def test_what_is_above_a_limit_says_so(tmp_path, line, seconds, moves, shown):
    with Store(tmp_path / "one.sqlite", {}) as store:
        books = turns.Books(store)
        found = pace.Pace(moves, seconds, seconds, 10, 0)
        books.note_pace(line, "medium", line.candidate, found)
        assert turns.Books(store).pace(line, "medium", line.candidate) == found
        _, easy, medium = page.rows([lines.Trial(line, 1, store)], books)
    assert medium[3:5] == shown
    assert easy[3:5] == ["-", "-"]


# --- games for chips ---


def test_in_poker_a_line_is_worked_out_over_all_deals():
    kuhn = engines.load("kuhn_poker")
    assert chips.is_for_chips(kuhn)
    assert not chips.is_for_chips(engines.load("goofspiel"))
    edge = chips.edge_of(kuhn, "cfr", "random")
    assert edge.verdict == "H1"
    assert chips.edge_of(kuhn, "cfr", "cfr").mean == pytest.approx(0, abs=1e-12)
    assert chips.edge_of(kuhn, "random", "cfr").verdict == "H0"


def test_a_worked_out_line_is_what_the_tree_says():
    """Two agents that do not draw: all seeds say the same."""
    kuhn = engines.load("kuhn_poker")
    tree = solver.Tree(kuhn, "score")
    policy = solver.load_policy(kuhn.policy, kuhn)
    worth = [solver.seat_values(policy)[seat] for seat in range(tree.seats)]
    edge = chips.edge_of(kuhn, "cfr", "cfr")
    assert edge.mean == pytest.approx(sum(worth) / 2, abs=1e-12)
    assert (edge.low, edge.high) == pytest.approx((edge.mean, edge.mean))


def test_a_line_that_was_killed_before_it_was_worked_out_goes_on(tmp_path, monkeypatch):
    """All its games may be there by then."""
    monkeypatch.setattr(lines, "levels_of", lambda game: {"easy": "random", "medium": "cfr"})
    (table,) = [each for each in lines.every_table() if each.title == "kuhn_poker 2"]
    (line,) = lines.lines_at(table)
    with Store(tmp_path / "one.sqlite", {}) as store:
        for job in chips.ChipTrial(line, 1, store, {}).jobs:
            store.add(job, play_block(job.game, job.lineup, job.seed))
        trial = chips.ChipTrial(line, 1, store, store.notes())
        assert (trial.blocks, trial.verdict) == (chips.BLOCKS, "open")
        turn = turns.Turns([trial], turns.Books(store), store, LocalRunner(), processes=1)
        assert turn.play(60)
        again = chips.ChipTrial(line, 1, store, store.notes())
    assert trial.verdict == again.verdict == "H1"
    assert again.edge == trial.edge


# --- the whole command ---


class Killed(LocalRunner):
    """Is gone after some blocks, in the middle of a turn."""

    def run(self, jobs: Sequence, stop=never) -> Iterator[Tried]:
        for number, tried in enumerate(super().run(jobs, stop)):
            if number == 7:
                raise KeyboardInterrupt
            yield tried


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on_and_says_the_same(
    tmp_path, monkeypatch, quick, places, capsys
):
    run(tmp_path / "whole.sqlite")
    whole = capsys.readouterr().out
    with monkeypatch.context() as patch:
        patch.setattr(levels, "runner_for", lambda _: Killed())
        for _ in range(3):
            with pytest.raises(KeyboardInterrupt):
                run(tmp_path / "killed.sqlite")
    run(tmp_path / "killed.sqlite")
    assert results(capsys.readouterr().out) == results(whole)
    assert [row[3] for row in results(whole)] == ["", *["beats it"] * 3]
    # All is there: nothing is played or measured again.
    run(tmp_path / "whole.sqlite", "--minutes", "0")
    assert capsys.readouterr() == (whole, "")


@pytest.mark.slow
def test_open_lines_are_said_to_be_open(tmp_path, quick, places, capsys):
    out = tmp_path / "levels.sqlite"
    run(out, "--minutes", "0")
    told = capsys.readouterr()
    assert "Open, with no game played: tic_tac_toe 2.\n" in told.out
    assert "3 still open" in told.out
    assert "the same command goes on\ntic_tac_toe: 0 of 3 lines settled" in told.err


@pytest.mark.slow
def test_the_page_has_all_tables_whichever_are_played(tmp_path, quick, places, capsys):
    text, data = places
    run(tmp_path / "levels.sqlite", "--minutes", "0")
    assert "old" in text.read_text()
    run(tmp_path / "levels.sqlite", "--minutes", "0", "--write")
    written = text.read_text()
    assert written.startswith(f"before\n{page.START}\nPlayed with version ")
    assert written.endswith(f"{page.END}after\n")
    assert "old" not in written
    for table in lines.every_table():
        assert table.title in written
    assert "[[line]]" not in data.read_text()


def test_what_was_played_is_told_at_the_table(tmp_path, monkeypatch, line, places, capsys):
    with Store(tmp_path / "one.sqlite", {}) as store:
        for number in range(30):
            store.add(*won(number, line, 0.9))
        page.write([lines.Trial(line, 1, store)], turns.Books(store))
    text, _ = places
    assert "| tic_tac_toe 2 | medium | `ismcts:iterations=10` | - | - | beats it | 60 |" in (
        text.read_text()
    )
    monkeypatch.setattr(level_worth, "levels_of", lambda game: QUICK)
    assert worth_of(line.game, ("me", QUICK["medium"])) == [
        "medium beats easy at this table: "
        "alone among easy bots it won 90 % of 60 games (fair: 50 %)"
    ]


def test_a_page_without_a_place_stays_as_it_is(tmp_path, line, places):
    text, data = places
    text.write_text("no place\n")
    with (
        Store(tmp_path / "one.sqlite", {}) as store,
        pytest.raises(BadData, match="has no place for the table"),
    ):
        page.write([lines.Trial(line, 1, store)], turns.Books(store))
    assert text.read_text() == "no place\n"
    assert not data.exists()


def test_a_file_of_another_version_is_refused(tmp_path, monkeypatch, quick, places):
    out = tmp_path / "levels.sqlite"
    run(out, "--minutes", "0")
    monkeypatch.setattr(levels, "__version__", "9.9.9")
    with pytest.raises(StoreError, match=r"this is 9\.9\.9: use that version, or choose another"):
        run(out, "--minutes", "0")


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--only", "tic_tac_to"], "unknown game 'tic_tac_to': choose "),
        (["--only", "royals", "--players", "6"], "--players 6: choose 2, 3, 4 or 5"),
        (["--players", "7"], "--players 7: choose 2, 3, 4, 5 or 6"),
        (["--seed", "-1"], "--seed: expected a whole number from 0 up, got -1"),
        (["--minutes", "-1"], "--minutes -1: choose 0 or more"),
        (["--processes", "0"], "--processes 0: choose 1 or more"),
    ],
)
def test_bad_input_is_refused_before_a_file_is_made(tmp_path, flags, said):
    out = tmp_path / "levels.sqlite"
    with pytest.raises(BadOption) as error:
        levels.main([*flags, "--out", str(out)])
    assert str(error.value).startswith(said)
    assert not out.exists()
